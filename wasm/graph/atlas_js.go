package graph

import (
	"image"
	"math"
	"strconv"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

// Families of the stage's text. The first is the page's own font (app.css); Chinese comes
// from the reader's system, simplified forms first.
const (
	sansFamily = "'Source Sans 3','Noto Sans','Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif"
	monoFamily = "'Source Code Pro',ui-monospace,'Noto Sans Mono CJK SC',monospace"
)

const (
	atlasMin = 1024 // pixels a side
	atlasMax = 4096
	cellGap  = 1
)

type labelKey struct {
	text       string
	bold, mono bool
	dark       bool
	size       int // quarter pixels
}

type cell struct {
	label
	drawn bool
}

// atlas keeps labels as the browser's 2D canvas drew them, in a texture that also holds the
// white block every other triangle is painted from. It is full when a row no longer fits:
// then it is emptied, and only the labels of the picture at hand come back; if those alone
// do not fit it grows, up to atlasMax.
type atlas struct {
	side   int
	canvas js.Value
	ctx    js.Value
	image  *ebiten.Image
	cells  map[labelKey]cell
	x, y   int // next free place in the open row
	rowH   int
	dirty  image.Rectangle // drawn on the canvas, not yet in the texture
	full   bool
	font   string
	buf    []byte
}

func newAtlas(side int) *atlas {
	a := &atlas{side: side}
	a.canvas = js.Global().Get("document").Call("createElement", "canvas")
	a.canvas.Set("width", side)
	a.canvas.Set("height", side)
	opts := js.Global().Get("Object").New()
	opts.Set("willReadFrequently", true)
	a.ctx = a.canvas.Call("getContext", "2d", opts)
	a.image = ebiten.NewImageWithOptions(image.Rect(0, 0, side, side), &ebiten.NewImageOptions{Unmanaged: true})
	a.reset()
	return a
}

// reset forgets every label.
func (a *atlas) reset() {
	a.cells = map[labelKey]cell{}
	a.ctx.Call("clearRect", 0, 0, a.side, a.side)
	a.ctx.Set("fillStyle", "#fff")
	a.ctx.Call("fillRect", 0, 0, 4, 4)
	a.ctx.Set("textBaseline", "alphabetic")
	a.ctx.Set("textRendering", "geometricPrecision")
	a.x, a.y, a.rowH = 4+cellGap, 0, 4
	a.dirty = image.Rect(0, 0, 4, 4)
	a.full = false
	a.font = ""
}

func (a *atlas) close() { a.image.Deallocate() }

// find returns a label, drawing it first when it is new. See the type labels.
func (a *atlas) find(text string, bold, mono bool, sizePx float64, dark bool) (label, bool) {
	key := labelKey{text, bold, mono, dark, int(math.Round(sizePx * 4))}
	if c, ok := a.cells[key]; ok {
		return c.label, c.drawn
	}
	font := strconv.FormatFloat(float64(key.size)/4, 'f', -1, 64) + "px "
	if bold {
		font = "700 " + font
	}
	if mono {
		font += monoFamily
	} else {
		font += sansFamily
	}
	if font != a.font {
		a.ctx.Set("font", font)
		a.font = font
	}
	t := a.ctx.Call("measureText", text)
	num := func(name string) float64 { return t.Get(name).Float() }
	left := math.Ceil(num("actualBoundingBoxLeft")) + 1
	right := math.Ceil(num("actualBoundingBoxRight")) + 1
	up := math.Ceil(num("actualBoundingBoxAscent")) + 1
	down := math.Ceil(num("actualBoundingBoxDescent")) + 1
	c := cell{label: label{dx: -left, dy: -up, advance: num("width"), w: int(left + right), h: int(up + down)}}
	if c.w <= 2 || c.h <= 2 { // spaces
		a.cells[key] = c
		return c.label, false
	}
	c.w = min(c.w, a.side)
	if a.x+c.w > a.side {
		a.x, a.y, a.rowH = 0, a.y+a.rowH+cellGap, 0
	}
	if a.y+c.h > a.side {
		a.full = true
		return c.label, false
	}
	c.u, c.v, c.drawn = a.x, a.y, true
	ink := "#fff"
	if dark {
		ink = "#000"
	}
	a.ctx.Set("fillStyle", ink)
	a.ctx.Call("fillText", text, float64(c.u)+left, float64(c.v)+up)
	a.dirty = a.dirty.Union(image.Rect(c.u, c.v, c.u+c.w, c.v+c.h))
	a.x += c.w + cellGap
	a.rowH = max(a.rowH, c.h)
	a.cells[key] = c
	return c.label, true
}

// upload brings what was drawn since the last call into the texture, as white with the
// glyphs' opacity. It belongs into Draw.
func (a *atlas) upload() {
	r := a.dirty
	if r.Empty() {
		return
	}
	a.dirty = image.Rectangle{}
	data := a.ctx.Call("getImageData", r.Min.X, r.Min.Y, r.Dx(), r.Dy()).Get("data")
	n := 4 * r.Dx() * r.Dy()
	if cap(a.buf) < n {
		a.buf = make([]byte, n)
	}
	buf := a.buf[:n]
	js.CopyBytesToGo(buf, data)
	for i := 0; i < n; i += 4 {
		k := buf[i+3]
		buf[i], buf[i+1], buf[i+2] = k, k, k
	}
	a.image.SubImage(r).(*ebiten.Image).WritePixels(buf)
}
