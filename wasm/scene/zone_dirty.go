package scene

import (
	"math"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Dirty is the set of keys that are owed a pass. The line stands in it, and so do the upper
// floors of the lifts; along its top leads the way back from a worker into the line.

var dirtyZone = Zone{
	Name: "dirty", Title: "page.dirty", Groups: []trace.Group{trace.GroupQueue}, code: "Queue.added", behind: []Struct{workqueue, priorityqueue},
	counter: "page.dirty", count: func(c *canvas) int { return c.with(trace.Dirty) },
}

// with is how many keys have a bit.
func (c *canvas) with(bit uint8) (n int) {
	for i := range c.s.Keys { // a Key is large, and they may be thousands
		if c.s.Keys[i].Bits&bit != 0 {
			n++
		}
	}
	return n
}

// backX is where the way back comes down into the trough, beside the one of Add.
func (g *cross) backX() float64 { return math.Max(g.ax, g.trough.x0) + 24 }

// returnPath leads from a lane's upper floor out of processing and back along the top of dirty.
func (g *cross) returnPath(x float64) *draw.Pen {
	in := g.backX()
	p := draw.From(x, g.up-g.tok/2)
	return p.Bend(x, g.ret, (x+in)/2, g.ret, 10).Bend(in, g.ret, in, g.trough.y0-2, 10)
}

func (c *canvas) returnRail(g *cross) {
	x := g.proc.x0 + 40
	if lanes := c.lanes(g); len(lanes) > 0 {
		x = lanes[0].x // one place in every step, whoever is busy
	}
	start := math.Max(g.proc.y0-2, g.ret) // where it leads along inside, no stump shows over the border
	p := g.returnPath(x)
	p.Segs[0].Y = start
	if p.Segs[1].Y > start {
		p.Segs[1].Y = start
	}
	c.Path(p, draw.Soft, 2)
	c.Arrow(g.backX(), g.trough.y0-2, draw.Down, draw.Soft, 6)
}
