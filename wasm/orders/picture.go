package orders

import (
	"strconv"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/draw"
)

// View is how an exploration is looked at. The zero View lights nothing.
type View struct {
	Way    []int // steps that are lit
	Picked int   // a state; 0, the first, is where a way begins
}

// Picture is an exploration as shapes, with their extent in pixels.
type Picture struct {
	Shapes []draw.Shape
	W, H   float64
}

// Build draws an exploration.
func Build(x *sim.Exploration, v View) Picture {
	p := layOut(x)
	c := &draw.Canvas{}
	lit, through := map[int]bool{}, map[int]bool{0: true}
	for _, n := range v.Way {
		lit[n], through[x.Steps()[n].To] = true, true
	}
	for n := range x.Steps() {
		if !lit[n] {
			p.step(c, n, false)
		}
	}
	for n := range x.Steps() {
		if lit[n] {
			p.step(c, n, true)
		}
	}
	if p.cards {
		p.names(c, lit)
	}
	for i := range x.States() {
		c.ID = "state:" + strconv.Itoa(i)
		p.node(c, i, i == v.Picked, through[i])
	}
	return Picture{c.Out, p.w, p.h}
}

// StateAt is the number of the state with that ID; ok is false for what is none.
func StateAt(id string) (n int, ok bool) {
	if len(id) < 6 || id[:6] != "state:" {
		return 0, false
	}
	n, err := strconv.Atoi(id[6:])
	return n, err == nil
}

// curve is the way of a step: from the right edge of a node to the left edge of the next. One that leads
// back, or stays in its column, bows out to the right.
func (p *plan) curve(s sim.Step) *draw.Pen {
	a, b := p.at[s.From], p.at[s.To]
	half, _ := p.half()
	if b.x > a.x {
		bend := (b.x - a.x - 2*half) / 2
		return draw.From(a.x+half, a.y).C(a.x+half+bend, a.y, b.x-half-bend, b.y, b.x-half, b.y)
	}
	out := a.x + half + p.side()*4/3
	return draw.From(a.x+half, a.y+2).C(out, a.y, out, b.y, b.x+half, b.y)
}

func (p *plan) step(c *draw.Canvas, n int, lit bool) {
	s := p.x.Steps()[n]
	ink, width := draw.Text3, 1.
	if !p.cards {
		width = .75
	}
	if len(s.Marks) > 0 {
		ink, width = draw.Err, 2
	}
	if lit {
		width = 3
		if ink != draw.Err {
			ink = draw.Text
		}
	}
	shape := c.Path(p.curve(s), ink, width)
	if ink == draw.Text3 && !lit {
		shape.StrokeAlpha = .55
	}
	if !p.cards {
		return
	}
	half, _ := p.half()
	if to := p.at[s.To]; to.x > p.at[s.From].x {
		c.Arrow(to.x-half-1, to.y, draw.Right, ink, 4)
	} else {
		c.Arrow(to.x+half+1, to.y, draw.Left, ink, 4)
	}
}

// names writes what each step is, where nothing else is written.
func (p *plan) names(c *draw.Canvas, lit map[int]bool) {
	const size = 11
	half, _ := p.half()
	var taken [][4]float64
	for n, s := range p.x.Steps() {
		a, b := p.at[s.From], p.at[s.To]
		ink := draw.Text2
		if lit[n] {
			ink = draw.Text
		}
		run := draw.Run{Text: draw.Ellipsis(draw.Plain(s.Name), p.dx-2*half-10, size, lit[n], false), Bold: lit[n], Ink: ink}
		w := draw.Width([]draw.Run{run}, size)
		for _, t := range []float64{.5, .36, .64, .24, .76} {
			x, y := a.x+half+(b.x-a.x-2*half)*t, a.y+(b.y-a.y)*t*t*(3-2*t)
			if b.x <= a.x {
				x, y = max(a.x, b.x)+half+p.side()+w/2-4, a.y+(b.y-a.y)*t
			}
			box := [4]float64{x - w/2 - 2, y - 8, x + w/2 + 2, y + 6}
			if free(box, taken) {
				taken = append(taken, box)
				c.Box(box[0], y-8, w+4, 13, 2, draw.Bg, draw.None, 0)
				c.Words(x, y+3, size, draw.Middle, ink, run)
				break
			}
		}
	}
}

func free(box [4]float64, taken [][4]float64) bool {
	for _, t := range taken {
		if box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3] {
			return false
		}
	}
	return true
}

// node draws a state.
func (p *plan) node(c *draw.Canvas, i int, picked, through bool) {
	s, at := p.x.States()[i], p.at[i]
	ink, width := draw.Neutral, 1.
	switch {
	case len(s.Marks) > 0:
		ink, width = draw.Err, 2.5
	case picked:
		ink, width = draw.Text, 2.5
	case through:
		ink, width = draw.Text, 1.5
	}
	if p.cards {
		p.card(c, i, ink, width)
		return
	}
	fill := draw.Bg
	switch {
	case len(s.Marks) > 0:
		fill = draw.Err
	case picked || through:
		fill = draw.Text
	case s.Ended:
		fill = draw.Neutral
	}
	r := p.r
	if picked {
		c.Disc(at.x, at.y, r+4, draw.None, ink, 1.5)
	}
	if s.Open {
		c.Disc(at.x, at.y, r, fill, ink, width).Dash = [2]float64{2, 2}
		return
	}
	c.Disc(at.x, at.y, r, fill, ink, width)
}

// card draws a state as a small picture: of a world with workers dirty above, processing at the right, and
// the keys where they are; of one without, what is in the FIFO, in the store, and on its way to handlers.
func (p *plan) card(c *draw.Canvas, i int, ink draw.Ink, width float64) {
	s, at := p.x.States()[i], p.at[i]
	x, y := at.x-cardW/2, at.y-cardH/2
	c.Box(x, y, cardW, cardH, 6, draw.Bg, draw.None, 0)
	if w, err := p.x.World(i); err == nil {
		now := StateOf(w)
		if len(now.Workers) > 0 {
			c.Box(x+2, y+2, cardW-8, 26, 4, draw.DirtyTint, draw.None, 0)
			c.Box(x+cardW-36, y+8, 34, cardH-10, 4, draw.ProcTint, draw.None, 0).FillAlpha = .7
			keys(c, now, x, y)
		}
		if now.Refl.State != "" {
			counts(c, now, x, y, len(now.Workers) > 0)
		}
	}
	edge := c.Box(x, y, cardW, cardH, 6, draw.None, ink, width)
	if s.Open {
		edge.Dash = [2]float64{3, 3}
	}
	if s.Ended {
		c.Box(x+cardW-3, y+cardH/2-8, 6, 16, 2, ink, draw.None, 0)
	}
}

// StateOf folds all that has happened in a World.
func StateOf(w *sim.World) *state.State {
	s := state.New(w.Recorder())
	for _, name := range w.Workers() {
		s.AddWorker(name)
	}
	for _, e := range w.Recorder().Since(1) {
		s.Apply(e)
	}
	return s
}
