package scene

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// A queue that is shut down takes no Add any more; all else goes on: Get hands out what is
// queued, Done queues what is owed, and ShutDownWithDrain waits for the passes under way.
// So the gate stands where Add comes in, and nowhere else.

// gate closes dirty's border where Add crosses it.
func (c *canvas) gate(g *cross) {
	if !c.s.Shut {
		return
	}
	half, width := 18.0, 6.0
	if c.sm {
		half, width = 13, 5
	}
	x, y := max(g.ax, half+4), g.dirty.y0+1
	c.As("gate", func() {
		c.Line(x-half, y, x+half, y, draw.Text, width).RoundCap = true
		r := half * .26 // of the cross, on a disc that stands on the border
		c.Disc(x, y, 2*r, draw.Plate, draw.Text, 2)
		c.Line(x-r, y-r, x+r, y+r, draw.Text, 2)
		c.Line(x-r, y+r, x+r, y-r, draw.Text, 2)
	})
}

// shutKey says what becomes of the work after ShutDown; ok is false before it.
func (c *canvas) shutKey() (key string, args []string, ok bool) {
	if !c.s.Shut {
		return "", nil, false
	}
	busy := 0
	for _, k := range c.s.Keys {
		if k.Bits&trace.Processing != 0 {
			busy++
		}
	}
	switch {
	case c.s.Waits && busy > 0:
		return c.pick("stage.queue.drain"), []string{"n", draw.Number(busy)}, true
	case len(c.s.Queue) > 0:
		return c.pick("stage.queue.shut"), nil, true
	}
	return c.pick("stage.queue.over"), nil, true
}

// lostTitle says of what waits at shutdown, or at the end of the program, that nobody looks for it
// any more.
func (c *canvas) lostTitle(size float64) []draw.Run {
	if c.ended() {
		return c.Say(draw.Text2, size, "stage.heap.ended", "n", draw.Number(len(c.s.Heap)))
	}
	return c.Say(draw.Text2, size, "stage.heap.lost", "n", draw.Number(len(c.s.Heap)))
}

// drainer draws who waits inside ShutDownWithDrain: at the border of processing, since it waits
// for that to be empty and for nothing else.
func (c *canvas) drainer(g *cross) {
	if !c.s.Waits {
		return
	}
	r, size := 11.0, 14.0
	if c.sm {
		r, size = 8, 13
	}
	x, y := g.proc.x0, g.proc.y1-r-8
	c.As("main", func() {
		d := c.Disc(x, y, r, draw.Plate, draw.Text, 2)
		d.Dash = [2]float64{3, 3}
		switch {
		case g.above(): // beside the first worker
			c.Words(x+r+6, y+5, size, draw.Start, draw.Text2, draw.Bold("main"))
		case c.sm: // outside, where the worker's disc is not
			c.Words(x-r-6, y+5, size, draw.End, draw.Text2, c.Say(draw.Text2, size, "stage.main.waits")...)
		default:
			c.Words(x+r+6, y+5, size, draw.Start, draw.Text2, c.Say(draw.Text2, size, "stage.main.waits")...)
		}
	})
}
