package scene

import "strconv"

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
func (g bioGrid) partings(c *Canvas) {
	const up, r = 17.0, 3.0
	last := 0.0
	for _, l := range g.b.Partings {
		x, y := g.mid(l.Step), g.line-up
		if l.Step < 1 {
			x = g.x0
		}
		to := min(l.Steps, g.b.Total)
		if !l.Long || to <= l.Step || g.b.Long() {
			c.as(l.ID+":"+strconv.Itoa(l.Step), func() {
				c.path(pen(x, g.line).bend(x, y, x+16, y, 6), Text3, 2).Dash = [2]float64{3, 3}
				c.arrow(x+18, y, right, Text3, 5)
			})
			if w := TextWidth(l.Name, 12, false, false); x+24 > last && w < g.cell*2.2 {
				c.words(x+24, y+4, 12, Start, Text3, norm(l.Name))
				last = x + 30 + w
			}
			continue
		}
		c.path(pen(x, g.line).bend(x, y, g.mid(l.Step+1), y, 6), Text3, 2).Dash = [2]float64{3, 3}
		c.path(pen(g.mid(l.Step+1), y).h(g.mid(to)), Text3, 2).Dash = [2]float64{3, 3}
		for i := l.Step + 1; i <= to; i++ {
			c.as(l.ID+":"+strconv.Itoa(i), func() {
				c.box(g.mid(i)-g.cell/2, y-9, g.cell, 17, 0, None, None, 0)
				c.disc(g.mid(i), y, r, Bg, Text3, 1.5)
			})
		}
		switch w := TextWidth(l.Name, 12, false, false); {
		case g.mid(to)+10+w < g.b.W:
			c.words(g.mid(to)+10, y+4, 12, Start, Text3, norm(l.Name))
		case w+24 < g.cell: // between two of its steps
			c.plate((g.mid(to-1)+g.mid(to))/2, y+4, 12, 0, Middle, Bg, inkd(l.Name, Text3))
		}
	}
}
