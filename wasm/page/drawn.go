package page

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// drawn is an SVG element of the page with the tree it was drawn from. Drawn again, it
// changes where the trees differ: most of a scrubber is the same at the next step.
type drawn struct {
	el   app.Value
	node still.Node // without its children, which are in kids
	kids []*drawn
}

const svgSpace = "http://www.w3.org/2000/svg"

// picture is the tree of shapes in the colours of pal.
func picture(o still.Options, shapes []draw.Shape, pal draw.Palette) still.Node {
	o.Inherit = true
	n := still.Tree(pal.Suit(shapes), o)
	n.Attrs = append(n.Attrs, still.Attr{Name: "style", Value: still.Vars(pal)}, still.Attr{Name: "aria-hidden", Value: "true"})
	return n
}

// svg draws a picture of its own.
func svg(shapes []draw.Shape, w, h float64, pal draw.Palette, prefix string) app.Value {
	return mount(picture(still.Options{W: w, H: h, Prefix: prefix}, shapes, pal)).el
}

// drawInto draws a picture of the page into an element that holds nothing else; prefix is
// its own.
func (p *Page) drawInto(el app.Value, shapes []draw.Shape, w, h float64, prefix string) {
	if p.drawings == nil {
		p.drawings = map[string]*drawn{}
	}
	p.drawings[prefix] = p.drawings[prefix].show(el, picture(still.Options{W: w, H: h, Prefix: prefix}, shapes, p.Palette()))
}

// mount builds the DOM of an SVG tree node by node: nothing is ever parsed as markup.
func mount(n still.Node) *drawn {
	d := &drawn{el: window().Get("document").Call("createElementNS", svgSpace, n.Name)}
	for _, a := range n.Attrs {
		d.el.Call("setAttribute", a.Name, a.Value)
	}
	if n.Text != "" {
		d.el.Set("textContent", n.Text)
	}
	for _, c := range n.Children {
		kid := mount(c)
		d.el.Call("appendChild", kid.el)
		d.kids = append(d.kids, kid)
	}
	n.Children = nil
	d.node = n
	return d
}

// show draws n as what the element holds beside the page's own, and returns what to draw
// over the next time. d is nil, or stands in another element, the first time.
func (d *drawn) show(in app.Value, n still.Node) *drawn {
	if d != nil && d.fits(n) && d.el.Get("parentNode").Equal(in) {
		d.become(n)
		return d
	}
	next := mount(n)
	if d != nil && d.el.Get("parentNode").Equal(in) {
		d.el.Call("replaceWith", next.el)
	} else {
		in.Call("appendChild", next.el)
	}
	return next
}

// fits reports whether the element can become n.
func (d *drawn) fits(n still.Node) bool {
	return d.node.Name == n.Name && (d.node.Text == n.Text || len(d.kids) == 0 && len(n.Children) == 0)
}

// become changes the element into n, which fits. Children that stand alike at both ends stay.
func (d *drawn) become(n still.Node) {
	d.attrs(n.Attrs)
	if d.node.Text != n.Text {
		d.el.Set("textContent", n.Text)
	}
	old, want := d.kids, n.Children
	same := 0
	for same < len(old) && same < len(want) && old[same].is(want[same]) {
		same++
	}
	tail := 0
	for tail < len(old)-same && tail < len(want)-same && old[len(old)-1-tail].is(want[len(want)-1-tail]) {
		tail++
	}
	kids := append(make([]*drawn, 0, len(want)), old[:same]...)
	next := app.Null()
	if tail > 0 {
		next = old[len(old)-tail].el
	}
	left := old[same : len(old)-tail]
	for _, w := range want[same : len(want)-tail] {
		var kid *drawn
		switch {
		case len(left) == 0:
			kid = mount(w)
			d.el.Call("insertBefore", kid.el, next)
		case left[0].fits(w):
			kid = left[0]
			kid.become(w)
		default:
			kid = mount(w)
			left[0].el.Call("replaceWith", kid.el)
		}
		kids, left = append(kids, kid), left[min(1, len(left)):]
	}
	for _, gone := range left {
		gone.el.Call("remove")
	}
	d.kids = append(kids, old[len(old)-tail:]...)
	n.Children = nil
	d.node = n
}

// attrs sets what is new or otherwise in want, and removes what is not in it.
func (d *drawn) attrs(want []still.Attr) {
	had := d.node.Attrs
	for i, a := range want {
		if i < len(had) && had[i] == a {
			continue
		}
		if v, ok := attr(had, a.Name); !ok || v != a.Value {
			d.el.Call("setAttribute", a.Name, a.Value)
		}
	}
	for i, a := range had {
		if i < len(want) && want[i].Name == a.Name {
			continue
		}
		if _, ok := attr(want, a.Name); !ok {
			d.el.Call("removeAttribute", a.Name)
		}
	}
}

func attr(list []still.Attr, name string) (value string, ok bool) {
	for _, a := range list {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// is reports whether the element shows n already.
func (d *drawn) is(n still.Node) bool {
	if d.node.Name != n.Name || d.node.Text != n.Text || len(d.kids) != len(n.Children) || len(d.node.Attrs) != len(n.Attrs) {
		return false
	}
	for i, a := range n.Attrs {
		if d.node.Attrs[i] != a {
			return false
		}
	}
	for i, c := range n.Children {
		if !d.kids[i].is(c) {
			return false
		}
	}
	return true
}
