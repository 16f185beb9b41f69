package scrubber

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"strconv"
)

// Parting is another future of the story that a biography tells.
type Parting struct {
	Step  int    // the last step that both share
	Steps int    // how many steps it has
	ID    string // of its marks, for Hit: "future:0:7" is its step 7 when ID is "future:0"
	Name  string
	Long  bool // draw its steps; else only the place where it leaves
}

// partings draws the other futures over the line of the markers: dashed, as all that is not
// here. The future that was left has its steps; the others show where they leave.
func (g bioGrid) partings(c *draw.Canvas) {
	const up, r = 17.0, 3.0
	last := 0.0
	for _, l := range g.b.Partings {
		x, y := g.mid(l.Step), g.line-up
		if l.Step < 1 {
			x = g.x0
		}
		to := min(l.Steps, g.b.Total)
		if !l.Long || to <= l.Step || g.b.Long() {
			c.As(l.ID+":"+strconv.Itoa(l.Step), func() {
				c.Path(draw.From(x, g.line).Bend(x, y, x+16, y, 6), draw.Text3, 2).Dash = [2]float64{3, 3}
				c.Arrow(x+18, y, draw.Right, draw.Text3, 5)
			})
			if w := draw.TextWidth(l.Name, 12, false, false); x+24 > last && w < g.cell*2.2 {
				c.Words(x+24, y+4, 12, draw.Start, draw.Text3, draw.Regular(l.Name))
				last = x + 30 + w
			}
			continue
		}
		c.Path(draw.From(x, g.line).Bend(x, y, g.mid(l.Step+1), y, 6), draw.Text3, 2).Dash = [2]float64{3, 3}
		c.Path(draw.From(g.mid(l.Step+1), y).H(g.mid(to)), draw.Text3, 2).Dash = [2]float64{3, 3}
		for i := l.Step + 1; i <= to; i++ {
			c.As(l.ID+":"+strconv.Itoa(i), func() {
				c.Box(g.mid(i)-g.cell/2, y-9, g.cell, 17, 0, draw.None, draw.None, 0)
				c.Disc(g.mid(i), y, r, draw.Bg, draw.Text3, 1.5)
			})
		}
		switch w := draw.TextWidth(l.Name, 12, false, false); {
		case g.mid(to)+10+w < g.b.W:
			c.Words(g.mid(to)+10, y+4, 12, draw.Start, draw.Text3, draw.Regular(l.Name))
		case w+24 < g.cell: // between two of its steps
			c.Plate((g.mid(to-1)+g.mid(to))/2, y+4, 12, 0, draw.Middle, draw.Bg, draw.Inked(l.Name, draw.Text3))
		}
	}
}
