package still

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/wasm/draw"
)

// Options say what stands around a picture. The zero Options draw in the colours of the
// light theme at the size of the shapes.
type Options struct {
	W, H float64 // the picture; 0 is the extent of the shapes
	// Margin is the room around it, for lines that stand on its edge.
	Margin float64
	Title  string // what the picture is; becomes <title>
	Desc   string // what it says; becomes <desc>
	// Theme is "light", "dark", "hc" (high contrast), or "auto", which follows the reader's
	// system; "" is light.
	Theme string
	// Bg paints the page background behind the picture.
	Bg bool
	// Inherit leaves the colours to the page: no style element is written, and the page
	// defines --i-text and the other variables of Vars.
	Inherit bool
	// Fixed writes the colours of Theme into every shape, for programs that know no CSS
	// variables; "auto" is not fixed.
	Fixed bool
	// Prefix keeps ids of patterns and clips apart when pictures share a page.
	Prefix string
}

// Fonts as the page names them; a reader without them gets the system's.
const (
	Sans = "'Source Sans 3','Noto Sans SC','Noto Sans CJK SC',system-ui,sans-serif"
	Mono = "'Source Code Pro','Noto Sans Mono','DejaVu Sans Mono',ui-monospace,monospace"
)

// names of the inks in CSS variables, "--i-" before.
var names = map[draw.Ink]string{
	draw.Bg: "bg", draw.Panel: "panel", draw.Text: "text", draw.Text2: "text2", draw.Text3: "text3",
	draw.Line: "line", draw.Line2: "line2", draw.Dirty: "dirty", draw.Proc: "proc", draw.Wait: "wait",
	draw.WaitTint: "wait-tint", draw.OK: "ok", draw.Err: "err", draw.Neutral: "neutral",
	draw.DirtyTint: "dirty-tint", draw.ProcTint: "proc-tint", draw.Body: "body", draw.BodyEdge: "body-edge",
	draw.Plate: "plate", draw.Lit: "lit", draw.Soft: "soft",
}

// Var returns the CSS value of an ink, "var(--i-dirty)"; "none" for None.
func Var(i draw.Ink) string {
	if n, ok := names[i]; ok {
		return "var(--i-" + n + ")"
	}
	return "none"
}

// Vars returns the CSS declarations of a palette: "--i-bg:#ffffff;--i-panel:…".
func Vars(p draw.Palette) string {
	var b strings.Builder
	for i := draw.Bg; i <= draw.Soft; i++ {
		b.WriteString("--i-" + names[i] + ":" + hex(p.Color(i)) + ";")
	}
	return b.String()
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// SVG prints shapes as one document.
func SVG(shapes []draw.Shape, o Options) string { return Tree(shapes, o).Print() }

// Tree returns shapes as an svg element.
func Tree(shapes []draw.Shape, o Options) Node {
	w, h := o.W, o.H
	if w == 0 || h == 0 {
		ew, eh := extent(shapes)
		w, h = math.Max(w, ew), math.Max(h, eh)
	}
	if o.Theme == "auto" || o.Inherit {
		o.Fixed = false
	}
	m := o.Margin
	d := &drawing{fixed: o.Fixed, pal: Palette(o.Theme), prefix: o.Prefix, patterns: map[string]string{}, clips: map[string]string{}}
	body := Node{Name: "g"}
	for _, s := range d.pal.Suit(shapes) {
		d.shape(&body, s)
	}
	root := node("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", num(-m)+" "+num(-m)+" "+num(w+2*m)+" "+num(h+2*m),
		"width", num(w+2*m), "height", num(h+2*m), "font-family", Sans, "role", "img")
	if o.Title != "" {
		root.add(Node{Name: "title", Text: o.Title})
	}
	if o.Desc != "" {
		root.add(Node{Name: "desc", Text: o.Desc})
	}
	if !o.Inherit && !o.Fixed {
		root.add(Node{Name: "style", Text: style(o.Theme)})
	}
	if len(d.defs) > 0 {
		root.add(Node{Name: "defs", Children: d.defs})
	}
	if o.Bg {
		root.add(node("rect", "x", num(-m), "y", num(-m), "width", num(w+2*m), "height", num(h+2*m), "fill", d.ink(draw.Bg)))
	}
	root.Children = append(root.Children, body.Children...)
	return root
}

// Palette returns the colours of a theme of Options; "auto" has those of light, where
// nothing says what the reader's system has.
func Palette(theme string) draw.Palette {
	switch theme {
	case "dark":
		return draw.Dark()
	case "hc":
		return draw.HighContrast(false)
	}
	return draw.Light()
}

func style(theme string) string {
	if theme == "auto" {
		return "svg{" + Vars(draw.Light()) + "}@media (prefers-color-scheme:dark){svg{" + Vars(draw.Dark()) + "}}" +
			"@media (prefers-contrast:more){svg{" + Vars(draw.HighContrast(false)) + "}}" +
			"@media (prefers-contrast:more) and (prefers-color-scheme:dark){svg{" + Vars(draw.HighContrast(true)) + "}}"
	}
	return "svg{" + Vars(Palette(theme)) + "}"
}

// extent is the lower right corner of what the shapes cover.
func extent(shapes []draw.Shape) (w, h float64) {
	for _, s := range shapes {
		x0, y0, x1, y1 := s.Bounds()
		_, _ = x0, y0
		w, h = math.Max(w, math.Ceil(x1)), math.Max(h, math.Ceil(y1))
	}
	return w, h
}

// drawing collects the patterns and clips that shapes need.
type drawing struct {
	fixed           bool
	pal             draw.Palette
	prefix          string
	defs            []Node
	patterns, clips map[string]string
}

// ink is the CSS value of a colour.
func (d *drawing) ink(i draw.Ink) string {
	if !d.fixed || i == draw.None {
		return Var(i)
	}
	return hex(d.pal.Color(i))
}

func (d *drawing) shape(to *Node, s draw.Shape) {
	if s.Kind == draw.Words {
		to.add(d.words(s))
		return
	}
	if s.Fill == draw.None && s.Hatch == draw.None && (s.Stroke == draw.None || s.StrokeWidth <= 0) {
		return // it is there for hits
	}
	n := d.element(s)
	n.set("fill", d.ink(s.Fill))
	if s.FillAlpha > 0 && s.FillAlpha < 1 {
		n.num("fill-opacity", s.FillAlpha)
	}
	if s.Stroke != draw.None && s.StrokeWidth > 0 {
		n.set("stroke", d.ink(s.Stroke))
		n.num("stroke-width", s.StrokeWidth)
		if s.StrokeAlpha > 0 && s.StrokeAlpha < 1 {
			n.num("stroke-opacity", s.StrokeAlpha)
		}
		if s.Dash[0] > 0 || s.Dash[1] > 0 {
			n.set("stroke-dasharray", num(s.Dash[0])+" "+num(s.Dash[1]))
		}
		if s.RoundCap {
			n.set("stroke-linecap", "round")
		}
		if s.Kind == draw.Path {
			n.set("stroke-linejoin", "round")
		}
	}
	d.finish(to, n, s)
	if s.Hatch == draw.None {
		return
	}
	over := d.element(s)
	over.set("fill", "url(#"+d.pattern(s)+")")
	if s.HatchAlpha > 0 && s.HatchAlpha < 1 {
		over.num("fill-opacity", s.HatchAlpha)
	}
	d.finish(to, over, s)
}

// finish sets what every element shares and appends it.
func (d *drawing) finish(to *Node, n Node, s draw.Shape) {
	if s.Alpha > 0 && s.Alpha < 1 {
		n.num("opacity", s.Alpha)
	}
	if s.ClipW > 0 {
		n.set("clip-path", "url(#"+d.clip(s)+")")
	}
	to.add(n)
}

// element is the outline of s without paint.
func (d *drawing) element(s draw.Shape) Node {
	switch s.Kind {
	case draw.Circle:
		return node("circle", "cx", num(s.X), "cy", num(s.Y), "r", num(s.R))
	case draw.Arc:
		a := s.Frac*2*math.Pi - math.Pi/2
		long := "0"
		if s.Frac > .5 {
			long = "1"
		}
		return node("path", "d", "M"+num(s.X)+" "+num(s.Y-s.R)+"A"+num(s.R)+" "+num(s.R)+" 0 "+long+" 1 "+
			num(s.X+s.R*math.Cos(a))+" "+num(s.Y+s.R*math.Sin(a)))
	case draw.Path:
		var b strings.Builder
		for _, g := range s.Segs {
			b.WriteByte(g.Op)
			switch g.Op {
			case 'M', 'L':
				b.WriteString(num(g.X) + " " + num(g.Y))
			case 'Q':
				b.WriteString(num(g.X1) + " " + num(g.Y1) + " " + num(g.X) + " " + num(g.Y))
			case 'C':
				b.WriteString(num(g.X1) + " " + num(g.Y1) + " " + num(g.X2) + " " + num(g.Y2) + " " + num(g.X) + " " + num(g.Y))
			}
		}
		return node("path", "d", b.String())
	}
	n := node("rect", "x", num(s.X), "y", num(s.Y), "width", num(math.Max(0, s.W)), "height", num(math.Max(0, s.H)))
	if s.R > 0 {
		n.num("rx", s.R)
	}
	return n
}

// pattern returns the id of the hatch of s.
func (d *drawing) pattern(s draw.Shape) string {
	key := strconv.Itoa(int(s.Hatch)) + "/" + num(s.HatchPitch) + "/" + num(s.HatchWidth)
	if id, ok := d.patterns[key]; ok {
		return id
	}
	id := d.prefix + "h" + strconv.Itoa(len(d.patterns))
	d.patterns[key] = id
	p := node("pattern", "id", id, "width", num(s.HatchPitch), "height", num(s.HatchPitch),
		"patternUnits", "userSpaceOnUse", "patternTransform", "rotate(45)")
	p.add(node("line", "x1", num(s.HatchPitch/2), "y1", "-1", "x2", num(s.HatchPitch/2), "y2", num(s.HatchPitch+1),
		"stroke", d.ink(s.Hatch), "stroke-width", num(s.HatchWidth)))
	d.defs = append(d.defs, p)
	return id
}

// clip returns the id of the clip of s.
func (d *drawing) clip(s draw.Shape) string {
	key := num(s.ClipX) + "/" + num(s.ClipY) + "/" + num(s.ClipW) + "/" + num(s.ClipH) + "/" + num(s.ClipR)
	if id, ok := d.clips[key]; ok {
		return id
	}
	id := d.prefix + "c" + strconv.Itoa(len(d.clips))
	d.clips[key] = id
	c := node("clipPath", "id", id)
	c.add(node("rect", "x", num(s.ClipX), "y", num(s.ClipY), "width", num(s.ClipW), "height", num(s.ClipH), "rx", num(s.ClipR)))
	d.defs = append(d.defs, c)
	return id
}

func (d *drawing) words(s draw.Shape) Node {
	n := node("text", "x", num(s.X), "y", num(s.Y), "font-size", num(s.Size), "xml:space", "preserve")
	switch s.Anchor {
	case draw.Middle:
		n.set("text-anchor", "middle")
	case draw.End:
		n.set("text-anchor", "end")
	}
	base := s.Fill
	if base == draw.None {
		base = draw.Text
	}
	n.set("fill", d.ink(base))
	if s.Alpha > 0 && s.Alpha < 1 {
		n.num("opacity", s.Alpha)
	}
	for _, r := range s.Runs {
		t := Node{Name: "tspan", Text: r.Text}
		if r.Ink != draw.None && r.Ink != base {
			t.set("fill", d.ink(r.Ink))
		}
		if r.Bold {
			t.set("font-weight", "700")
		}
		if r.Mono {
			t.set("font-family", Mono)
		}
		if r.Size > 0 && r.Size != s.Size {
			t.num("font-size", r.Size)
		}
		n.add(t)
	}
	return n
}
