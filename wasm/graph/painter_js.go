package graph

import (
	"errors"
	"math"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/informerscope/informerscope/wasm/draw"
)

// Painter paints lists of shapes in a stage. Its methods belong to the page's one thread.
type Painter struct {
	host *host

	shapes        []draw.Shape
	pal           draw.Palette
	scale, dx, dy float64

	atlas *atlas
	mesh  mesh
	built []batch
	stale bool
	ratio float64 // device pixels in a CSS pixel, of the built picture
	verts []ebiten.Vertex
	ready bool // fonts are there
	lost  bool
	onEnd []func()
	waits []func() // for the picture to stand
}

var painter *Painter // Ebitengine runs once in a page

// Start hosts Ebitengine in stage and returns its painter; nothing is painted before Show.
// The error says that the browser has no WebGL 2, or that its context was lost before.
// A later call moves the picture to another stage.
func Start(stage js.Value) (*Painter, error) {
	if painter != nil {
		if painter.lost {
			return nil, errLost
		}
		painter.host.move(stage)
		painter.repaint()
		return painter, nil
	}
	if !hasWebGL() {
		return nil, errors.New("graph: this browser has no WebGL 2")
	}
	p := &Painter{stale: true}
	h, err := newHost(stage, p)
	if err != nil {
		return nil, err
	}
	p.host, painter = h, p
	loadFonts(func() {
		p.ready = true
		if p.atlas != nil {
			p.atlas.reset()
		}
		p.repaint()
	})
	h.run()
	return p, nil
}

var errLost = errors.New("graph: the WebGL context was lost; reload the page to paint again")

// Show paints shapes once, in the colours of pal: a point x of a shape stands at
// x*scale+dx CSS pixels from the stage's left side, y likewise from its top. The list
// must not be changed until the next Show.
func (p *Painter) Show(shapes []draw.Shape, pal draw.Palette, scale, dx, dy float64) {
	p.shapes, p.pal, p.scale, p.dx, p.dy = shapes, pal, scale, dx, dy
	p.repaint()
}

// OnLost has f called once the WebGL context is lost, which browsers do when a page has
// more than about 16 of them; the stage should show a still from then on.
func (p *Painter) OnLost(f func()) {
	if p.lost {
		f()
		return
	}
	p.onEnd = append(p.onEnd, f)
}

// Painted has f called once the picture that was shown last stands on the screen: the commands were given, and the
// graphics processor has done them, which the first time takes a while. Where nothing is painted any more it is called, too.
func (p *Painter) Painted(f func()) {
	p.waits = append(p.waits, f)
	if p.lost {
		p.stood()
		return
	}
	p.repaint()
}

func (p *Painter) stood() {
	waits := p.waits
	p.waits = nil
	for _, f := range waits {
		f()
	}
}

func (p *Painter) lose() {
	if p.lost {
		return
	}
	p.lost = true
	defer p.stood()
	for _, f := range p.onEnd {
		f()
	}
}

func (p *Painter) repaint() {
	p.stale = true
	if p.ready && !p.lost {
		//lint:ignore SA1019 the one way that gave 0 redraws while idle (measured; SetScreenClearedEveryFrame drew on)
		ebiten.ScheduleFrame()
	}
}

// Update implements ebiten.Game. All change comes through Show.
func (p *Painter) Update() error { return nil }

// Layout implements ebiten.Game.
func (p *Painter) Layout(int, int) (int, int) { return p.host.wPx, p.host.hPx }

// DrawFinalScreen implements ebiten.FinalScreenDrawer: the picture has the canvas' own
// pixels, so it is copied without a filter.
func (p *Painter) DrawFinalScreen(screen ebiten.FinalScreen, offscreen *ebiten.Image, _ ebiten.GeoM) {
	screen.DrawImage(offscreen, &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy})
}

// Draw implements ebiten.Game.
func (p *Painter) Draw(screen *ebiten.Image) {
	if !p.ready {
		return
	}
	if p.atlas == nil {
		side := atlasMin
		if p.host.ratio > 1 {
			side *= 2
		}
		p.atlas = newAtlas(side)
	}
	if p.stale || p.ratio != p.host.ratio {
		p.build()
	}
	p.atlas.upload()
	opts := &ebiten.DrawTrianglesOptions{ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha}
	for _, b := range p.built {
		if len(b.indices) == 0 {
			continue
		}
		p.verts = p.verts[:0]
		for _, v := range b.vertices {
			p.verts = append(p.verts, ebiten.Vertex{DstX: v.x, DstY: v.y, SrcX: v.u, SrcY: v.v,
				ColorR: v.r, ColorG: v.g, ColorB: v.b, ColorA: v.a})
		}
		screen.DrawTriangles(p.verts, b.indices, p.atlas.image, opts)
	}
	if len(p.waits) > 0 && len(p.shapes) > 0 {
		p.host.done(p.stood)
	}
}

func (p *Painter) build() {
	p.ratio = p.host.ratio
	for {
		p.built = p.mesh.build(p.shapes, p.pal, p.scale*p.ratio, p.dx*p.ratio, p.dy*p.ratio, p.atlas.find)
		if !p.atlas.full {
			break
		}
		// First make room; if this picture alone is too much, take a larger atlas.
		p.atlas.reset()
		p.built = p.mesh.build(p.shapes, p.pal, p.scale*p.ratio, p.dx*p.ratio, p.dy*p.ratio, p.atlas.find)
		if !p.atlas.full || p.atlas.side*2 > atlasMax {
			p.atlas.full = false
			break
		}
		old := p.atlas
		p.atlas = newAtlas(old.side * 2)
		old.close()
	}
	p.stale = false
}

// fontWait is how long the first picture waits for the page's fonts, in milliseconds.
const fontWait = 1500

// loadFonts calls done when the stage's fonts are loaded, or after fontWait, and once more
// when they come later.
func loadFonts(done func()) {
	fonts := js.Global().Get("document").Get("fonts")
	if !fonts.Truthy() {
		done()
		return
	}
	all := js.Global().Get("Array").New()
	for _, f := range []string{"400 16px 'Source Sans 3'", "700 16px 'Source Sans 3'", "400 16px 'Source Code Pro'", "700 16px 'Source Code Pro'"} {
		all.Call("push", fonts.Call("load", f))
	}
	late := js.Global().Call("setTimeout", js.FuncOf(func(js.Value, []js.Value) any { done(); return nil }), fontWait)
	loaded := js.FuncOf(func(js.Value, []js.Value) any {
		js.Global().Call("clearTimeout", late)
		done()
		return nil
	})
	js.Global().Get("Promise").Call("all", all).Call("then", loaded, loaded)
}

func hasWebGL() bool {
	c := js.Global().Get("document").Call("createElement", "canvas")
	gl := c.Call("getContext", "webgl2")
	if !gl.Truthy() {
		return false
	}
	if ext := gl.Call("getExtension", "WEBGL_lose_context"); ext.Truthy() {
		ext.Call("loseContext") // gives the context back at once
	}
	return true
}

// pixels returns how many whole device pixels fit in css CSS pixels.
func pixels(css, ratio float64) int { return max(int(math.Floor(css*ratio+0.01)), 1) }
