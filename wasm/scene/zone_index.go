package scene

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The index beside the store: racks of keys by index value.

var indexZone = Zone{
	Name: "index", Title: "zone.index.none", Groups: []trace.Group{trace.GroupIndex}, code: "Index.join",
	behind: []Struct{{"tools/cache/thread_safe_store.go", 94, "cache.storeIndex", []Field{
		{Name: "indices", Type: "Indices", of: noted("I")},
	}, nil}},
}

// rack is one value of an index, now and before.
type rack struct {
	name, value string
	keys, was   []trace.ID
}

// allRacks are the postings of the first index, sorted by value so that none moves when
// another goes; an emptied one stays as a ghost for its step.
func (c *canvas) allRacks() (index string, racks []rack) {
	get := func(name string) *rack {
		for i := range racks {
			if racks[i].name == name {
				return &racks[i]
			}
		}
		in, value, _ := strings.Cut(name, "=")
		if index == "" {
			index = in
		}
		if in != index {
			return nil
		}
		racks = append(racks, rack{name: name, value: value})
		return &racks[len(racks)-1]
	}
	for _, p := range c.s.Index {
		if r := get(p.Name); r != nil {
			r.keys = p.Keys
		}
	}
	if c.v.Prev != nil {
		for _, p := range c.v.Prev.Index {
			if r := get(p.Name); r != nil {
				r.was = p.Keys
			}
		}
	}
	slices.SortFunc(racks, func(a, b rack) int { return strings.Compare(a.value, b.value) })
	return index, racks
}

func (c *canvas) racks(rect4) {
	index, racks := c.allRacks()
	if index == "" {
		c.title("index").Fitted(500, 32, 18, 366, draw.Start, draw.Text, c.Say(draw.Text2, 18, "zone.index.none")...)
		return
	}
	c.title("index").Fitted(500, 32, 18, 366, draw.Start, draw.Text, c.Say(draw.Text2, 18, "zone.index", "name", draw.Plain(index))...)
	pitch, h := 132.0, 80.0
	switch {
	case len(racks) > 4:
		pitch, h = 42, 34
	case len(racks) > 2:
		pitch, h = 66, 52
	}
	most := int(264 / pitch)
	for i, r := range racks {
		y := 64 + float64(i)*pitch
		if i == most-1 && len(racks) > most {
			c.Words(516, y+h/2+5, 15, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(racks)-i))))
			break
		}
		c.rack(r, y, h)
	}
	if len(racks) <= 2 {
		c.moves(racks)
	}
	for _, r := range racks {
		grown := c.v.Prev != nil && len(r.keys) > len(r.was)
		if grown || len(r.keys) > 0 && (len(racks) == 1 || c.v.Prev != nil && len(r.keys) < len(r.was)) {
			c.Fitted(500, 342, 15, 366, draw.Start, draw.Text2, append([]draw.Run{draw.Mono(`ByIndex("`+draw.Plain(index)+`", "`+draw.Plain(r.value)+`")`, 14)},
				draw.Inked(" "+c.Msg("stage.index.find", "n", draw.Number(len(r.keys))), draw.Text2))...)
			break // one example is enough
		}
	}
}

// rackAt is a rack in a small box, without its story.
func (c *canvas) rackAt(r rack, at rect4) {
	ghost := len(r.keys) == 0
	ink, dash := draw.Text, [2]float64{}
	fill := draw.Bg
	if ghost {
		ink, dash, fill = draw.Text3, [2]float64{5, 4}, draw.None
	}
	c.As("rack:"+r.name, func() {
		c.Box(at.x0, at.y0, at.w(), at.h(), 4, fill, draw.Neutral, 1.5).Dash = dash
		c.Line(at.x0+56, at.y0, at.x0+56, at.y1, draw.Neutral, 1.5).Dash = dash
		c.Fitted(at.x0+28, at.cy()+5, 15, 48, draw.Middle, ink, draw.Bold(draw.Plain(r.value)))
	})
	h, x := min(28, at.h()-8), at.x0+66
	for i, k := range r.keys {
		if x+48 > at.x1-30 && i < len(r.keys)-1 {
			c.Words(x, at.cy()+5, 14, draw.Start, draw.Text2, draw.Bold(c.Msg("stage.more.items", "n", draw.Number(len(r.keys)-i))))
			return
		}
		id := "tag:" + r.name + ":" + c.s.Text(k)
		c.As(id, func() {
			c.token(x+24, at.cy(), h, c.name(k), tok{w: 48, size: 13, focus: c.v.Focus == id})
		})
		x += 60
	}
	if ghost && len(r.was) > 0 {
		c.token(x+24, at.cy(), h, c.name(r.was[0]), tok{w: 48, size: 13, ghost: true})
	}
}

// moves draws the way of a key from rack to rack.
func (c *canvas) moves(racks []rack) {
	for i, from := range racks {
		for _, k := range from.was {
			if slices.Contains(from.keys, k) {
				continue
			}
			for j, to := range racks {
				if i == j || !slices.Contains(to.keys, k) || slices.Contains(to.was, k) {
					continue
				}
				n := float64(slices.Index(to.keys, k))
				x, y0, y1 := 620+n*96, 64+float64(i)*132+62, 64+float64(j)*132+8
				dir, tip := draw.Down, y1
				if j < i {
					y0, y1, dir = 64+float64(i)*132+18, 64+float64(j)*132+72, draw.Up
					tip = y1
				}
				c.Dotted(draw.From(620, y0).To(x, y1), draw.Text, 2.5)
				c.Arrow(x, tip, dir, draw.Text, 6)
				index, _, _ := strings.Cut(from.name, "=")
				old, _ := c.old(k)
				it, _ := c.s.Store.Get(k)
				o := c.s.Recorder().Object(it.Object)
				mid := 64 + float64(min(i, j))*132 + 106
				for l, e := range [][2]string{{old.RV, from.value}, {o.RV, to.value}} {
					runs := []draw.Run{draw.Mono(index+"("+c.name(k)+"@"+e[0]+")", 13), draw.Regular(" = " + draw.Plain(e[1]))}
					at, anchor := x+16, draw.Start
					if at+draw.Width(runs, 14) > 850 {
						at, anchor = 850, draw.End
					}
					c.Plate(at, mid+float64(l)*18, 14, 220, anchor, draw.Panel, runs...)
				}
			}
		}
	}
}

func (c *canvas) smallRacks(racks rect4) {
	index, all := c.allRacks()
	if index == "" {
		c.panel(racks, "index", "zone.index.none")
	} else {
		c.panel(racks, "index", "zone.index", "name", draw.Plain(index))
	}
	pitch := 48.0
	if len(all) > 3 {
		pitch = 36
	}
	most := int((racks.h() - 44) / pitch)
	for i, r := range all {
		y := racks.y0 + 42 + float64(i)*pitch
		if i == most-1 && len(all) > most {
			c.Words(racks.x0+16, y+20, 14, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(all)-i))))
			return
		}
		c.rackAt(r, rect4{racks.x0 + 12, y, racks.x1 - 12, y + pitch - 8})
	}
}

func (c *canvas) rack(r rack, y, h float64) {
	ghost := len(r.keys) == 0
	c.As("rack:"+r.name, func() {
		c.Box(500, y, 356, h, 4, draw.Bg, draw.Neutral, 1.5)
		line := c.Line(572, y, 572, y+h, draw.Neutral, 1.5)
		b := &c.Out[len(c.Out)-2]
		ink := draw.Text
		if ghost {
			b.Fill, b.Dash, line.Dash, ink = draw.None, [2]float64{5, 4}, [2]float64{5, 4}, draw.Text3
		}
		z := min(20, h*.4)
		runs, z := draw.Fit([]draw.Run{draw.Bold(draw.Plain(r.value))}, z, 56)
		c.Words(536, y+h/2+z*.35, z, draw.Middle, ink, runs...)
	})
	th := min(40, h-10)
	tw := max(48, min(72, th*1.8))
	x := 584 + tw/2
	for i, k := range r.keys {
		if more := i < len(r.keys)-1; more && x+tw*1.5+24 > 850 || i == 3 && len(r.keys) > 4 && tw > 60 {
			c.Words(x-tw/2+4, y+h/2+5, 14, draw.Start, draw.Text2, draw.Bold(c.Msg("stage.more.items", "n", draw.Number(len(r.keys)-i))))
			return
		}
		id := "tag:" + r.name + ":" + c.s.Text(k)
		c.As(id, func() {
			fresh := c.v.Prev != nil && r.was != nil && !slices.Contains(r.was, k)
			c.token(x, y+h/2, th, c.name(k), tok{w: tw, focus: c.v.Focus == id || fresh && c.v.Focus == ""})
		})
		x += tw + 24
	}
	if !ghost || len(r.was) == 0 {
		return
	}
	c.token(584+tw/2, y+h/2, th, c.name(r.was[0]), tok{w: tw, ghost: true})
	for j, runs := range c.Lines(draw.Text2, 15, "stage.index.gone", "v", draw.Plain(r.value)) {
		if h > 60 || j == 0 {
			c.Fitted(680, y+h/2-6+float64(j)*20+b2f(h <= 60)*10, 15, 172, draw.Start, draw.Text2, runs...)
		}
	}
}
