package page

import (
	"math"
	"time"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Painter paints shapes into the stage element; graph.Painter is the one on WebGL.
type Painter interface {
	// Show paints once: a stage pixel is scale CSS pixels, and the picture's origin stands
	// at dx, dy CSS pixels.
	Show(shapes []draw.Shape, pal draw.Palette, scale, dx, dy float64)
	// Painted calls back once what was shown last stands on the screen.
	Painted(func())
	// OnLost calls back when the browser takes the drawing surface away.
	OnLost(func())
}

// stageID is the id of the element that holds the picture.
const stageID = "stage"

// Stage is the element that shows the picture: by the painter, or as SVG while there is
// none (WebGL missing, lost, or not started yet). The zero value shows nothing.
type Stage struct {
	painter    Painter
	shapes     []draw.Shape
	pal        draw.Palette
	title      string
	w, h       float64 // of the picture, stage pixels
	boxW, boxH float64 // of the element, CSS pixels
	still      *drawn  // the SVG; nil while the painter paints
	waits      func()  // for the picture to stand; nil until somebody does
}

func element(id string) app.Value {
	return window().Get("document").Call("getElementById", id)
}

// Measure reads the element's size; false when it is not on the page or has none.
func (s *Stage) Measure() bool {
	el := element(stageID)
	if !el.Truthy() {
		return false
	}
	box := el.Call("getBoundingClientRect")
	w, h := box.Get("width").Float(), box.Get("height").Float()
	changed := w != s.boxW || h != s.boxH
	s.boxW, s.boxH = w, h
	return changed && w > 0 && h > 0
}

// settle is how long the SVG still stays over a new painter's canvas, whose first frame
// compiles shaders and draws labels.
const settle = 400 * time.Millisecond

// Use takes a painter, or nil to fall back to the SVG still.
func (s *Stage) Use(p Painter) {
	s.painter = p
	s.repaint()
	if p != nil {
		time.AfterFunc(settle, s.dropStill)
	}
}

// painted calls back once the picture stands on the screen.
func (s *Stage) painted(f func()) {
	s.waits = f
	if s.painter != nil {
		s.painter.Painted(f)
		return
	}
	frame(func() { frame(f) })
}

// frame calls f when the browser is about to paint.
func frame(f func()) { window().Call("requestAnimationFrame", once(func([]app.Value) { f() })) }

func (s *Stage) dropStill() {
	if s.painter != nil && s.still != nil {
		s.still.el.Call("remove")
		s.still = nil
	}
}

// Fit is how the picture of w×h stage pixels lies in the element.
func (s *Stage) Fit() (scale, dx, dy float64) {
	if s.w <= 0 || s.h <= 0 || s.boxW <= 0 || s.boxH <= 0 {
		return 1, 0, 0
	}
	scale = math.Min(s.boxW/(s.w+2*scene.Margin), s.boxH/(s.h+2*scene.Margin))
	return scale, (s.boxW - s.w*scale) / 2, math.Max(0, (s.boxH-s.h*scale)/2)
}

// Show replaces the picture; w and h are its size in stage pixels, title its text
// alternative.
func (s *Stage) Show(shapes []draw.Shape, pal draw.Palette, w, h float64, title string) {
	moved := s.shapes != nil
	s.shapes, s.pal, s.w, s.h, s.title = shapes, pal, w, h, title
	s.repaint()
	if moved {
		s.dropStill() // it shows what was before
	}
}

func (s *Stage) repaint() {
	if s.shapes == nil || s.boxW <= 0 {
		return
	}
	if s.painter != nil {
		scale, dx, dy := s.Fit()
		s.painter.Show(s.pal.Suit(s.shapes), s.pal, scale, dx, dy)
		return
	}
	el := element(stageID)
	if !el.Truthy() {
		return
	}
	next := picture(still.Options{W: s.w, H: s.h, Margin: scene.Margin, Prefix: "stage"}, s.shapes, s.pal)
	next.Attrs = append(next.Attrs, still.Attr{Name: "preserveAspectRatio", Value: "xMidYMid meet"})
	s.still = s.still.show(el, next)
}

// At turns a point of the window into stage pixels.
func (s *Stage) At(clientX, clientY float64) (x, y float64) {
	el := element(stageID)
	if !el.Truthy() {
		return -1, -1
	}
	box := el.Call("getBoundingClientRect")
	scale, dx, dy := s.Fit()
	return (clientX - box.Get("left").Float() - dx) / scale, (clientY - box.Get("top").Float() - dy) / scale
}
