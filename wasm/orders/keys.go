package orders

import (
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

const chip = 15. // side of a key

// keys draws the keys of a state into the card at x, y: those that wait in line, those that are owed while a
// worker has them, those that a worker has, those that wait for a time.
func keys(c *draw.Canvas, s *state.State, x, y float64) {
	var line, owed, held, waits []string
	for _, id := range s.Queue {
		line = append(line, s.Name(id))
	}
	for _, k := range s.Keys {
		switch k.Bits & (trace.Dirty | trace.Processing) {
		case trace.Dirty | trace.Processing:
			owed = append(owed, s.Name(k.ID))
		case trace.Processing:
			held = append(held, s.Name(k.ID))
		}
	}
	for _, w := range s.Sorted() {
		waits = append(waits, s.Name(w.Key))
	}
	// The line ends at the gate: its head is the last.
	row(c, line, x+cardW-38-chip, y+7, -1, 2, draw.Dirty)
	row(c, owed, x+cardW-34, y+11, 1, 2, draw.Proc)
	row(c, held, x+cardW-34, y+31, 1, 2, draw.Proc)
	row(c, waits, x+5, y+32, 1, 2, draw.Wait)
	// Who waits inside Get stands at the gate, with empty hands.
	gate := x + cardW - 44
	for _, k := range s.Workers {
		if k.Blocked {
			c.Disc(gate, y+cardH-9, 3.5, draw.Bg, draw.Proc, 1.25)
			gate -= 10
		}
	}
}

// row draws keys beside each other, to the right or to the left; of more than most the number of the rest.
func row(c *draw.Canvas, names []string, x, y, dir float64, most int, ink draw.Ink) {
	for i, name := range names {
		if i == most-1 && len(names) > most {
			name = "+" + strconv.Itoa(len(names)-i)
		}
		if i == most {
			return
		}
		c.Box(x, y, chip, chip, 3, draw.Plate, ink, 1.25)
		c.Fitted(x+chip/2, y+11, 10, chip-2, draw.Middle, draw.Text, draw.Bold(draw.Plain(name)))
		x += dir * (chip + 2)
	}
}

// counts says how many objects wait in the FIFO, are in the store, and wait to be told to handlers. Beside a
// queue there is one line for it.
func counts(c *draw.Canvas, s *state.State, x, y float64, line bool) {
	waiting := len(s.FIFO.Tape)
	for _, t := range s.FIFO.Trays {
		waiting += len(t.Deltas)
	}
	told := 0
	for _, l := range s.Listeners {
		told += len(l.Pending)
	}
	all := []struct {
		name string
		n    int
	}{{"FIFO", waiting}, {"store", len(s.Store.Items)}, {"notes", told}}
	if line {
		all[0].name, all[1].name, all[2].name = "F", "S", "h"
		text := ""
		for _, a := range all {
			text += a.name + strconv.Itoa(a.n) + " "
		}
		if len(s.Heap) == 0 {
			c.Words(x+6, y+cardH-8, 10, draw.Start, draw.Text2, draw.Regular(text))
		}
		return
	}
	for i, a := range all {
		left := x + 5 + float64(i)*26
		ink := draw.Text3
		if a.n > 0 {
			ink = draw.Text
		}
		c.Box(left, y+7, 24, 26, 3, draw.Panel, draw.Line2, 1)
		c.Words(left+12, y+25, 13, draw.Middle, ink, draw.Bold(strconv.Itoa(a.n)))
		c.Words(left+12, y+44, 9, draw.Middle, draw.Text2, draw.Regular(a.name))
	}
}
