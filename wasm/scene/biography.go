package scene

import (
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Bio describes a scrubber: the biography of the keys over the steps of a run.
type Bio struct {
	W, H  float64
	Part  string    // what the lesson shows: heap draws waits, store and fifo draw server and store
	First int       // number of the oldest step, 0 in a lesson
	Step  int       // the step that is shown
	Steps []BioStep // First … Last
	Text  func(key string, args ...string) string
	Small bool // embed: markers only, in one line
}

// BioStep is one marker of the scrubber.
type BioStep struct {
	Label string // short: what was done
	Gate  bool   // a question stands before it
	At    int64  // ns
}

// last is the number of the newest step.
func (b Bio) last() int { return b.First + len(b.Steps) - 1 }

// plan is where the cells lie: step n has the cell from x(n-1) to x(n).
func (b Bio) plan() (x0, cell float64) {
	x0 = 36
	if b.Small {
		x0 = 8
	}
	if b.H < 100 && !b.Small {
		x0 = 20
	}
	right := 2.0
	if b.Small {
		right = 12
	}
	return x0, (b.W - x0 - right) / float64(max(b.last()-b.First, 1))
}

// StepAt returns the step whose cell lies at x; before the first cell it is the start.
func StepAt(b Bio, x float64) (n int, ok bool) {
	if len(b.Steps) == 0 {
		return 0, false
	}
	x0, cell := b.plan()
	if x < x0 {
		return b.First, true
	}
	return min(b.First+1+int((x-x0)/cell), b.last()), true
}

// maxRows is how many keys have a row of their own; with more, only the markers are drawn.
const maxRows = 4

// Biography draws the scrubber; at gives the state after a step, up to the one shown.
// A hatched bar says that a pass was owed, a solid one that a worker was on it.
func Biography(b Bio, at func(n int) *state.State) []Shape {
	c := &canvas{}
	if len(b.Steps) == 0 {
		return nil
	}
	x0, cell := b.plan()
	edge := func(n int) float64 { return x0 + float64(n-b.First)*cell }
	mid := func(n int) float64 { return edge(n) - cell/2 }
	axis := b.H - 32
	if b.H < 100 {
		axis = b.H - 18
	}
	if b.Small {
		axis = b.H / 2
	}
	rows := axis - 10
	if !b.Small {
		c.box(edge(b.Step), 0, max(edge(b.last())-edge(b.Step), 0), rows, 0, Panel, None, 0)
		switch b.Part {
		case Heap:
			c.ladder(b, at, mid, rows, cell)
		default:
			c.lives(b, at, edge, rows)
		}
		if b.Step < b.last() {
			if w := edge(b.last()) - edge(b.Step); w > 110 {
				c.words(edge(b.Step)+14, rows/2+5, 14, Start, Text3, Run{Text: b.Text("bio.future")})
			}
		}
		if b.Step > b.First {
			c.box(edge(b.Step)-cell, 0, cell, b.H-1, 3, None, Text, 2)
		}
	}
	c.markers(b, edge, mid, axis, cell)
	return c.out
}

// markers draws the line of steps with what each was.
func (c *canvas) markers(b Bio, edge, mid func(int) float64, axis, cell float64) {
	if b.last() == b.First {
		return
	}
	from, to := mid(b.First+1), mid(b.last())
	c.line(from, axis, to, axis, Line, 2)
	if b.Step > b.First {
		c.line(from, axis, mid(b.Step), axis, Text, 2)
	}
	dot := 4.0
	if cell < 12 {
		dot = max(cell/4, 1)
	}
	every := 1
	for float64(every)*cell < 24 {
		every++
	}
	lastLabel := -1e9
	for n := b.First + 1; n <= b.last(); n++ {
		x, past, here := mid(n), n <= b.Step, n == b.Step
		st := b.Steps[n-b.First]
		fill, stroke := Bg, Neutral
		if past {
			fill, stroke = Text, Text
		}
		r := dot
		if here {
			r = max(dot*1.75, 5)
		}
		if st.Gate && cell >= 10 {
			r = max(r, 7)
			p := pen(x, axis-r).to(x+r, axis).to(x, axis+r).to(x-r, axis).close()
			c.add(Shape{Kind: Path, Segs: p.segs, Fill: fill, Stroke: stroke, StrokeWidth: 2})
		} else {
			c.disc(x, axis, r, fill, stroke, 2)
		}
		if b.Small || b.H < 100 {
			continue
		}
		label := strconv.Itoa(n)
		if past {
			label = st.Label
		} else if st.Gate {
			label = b.Text("bio.gate", "n", strconv.Itoa(n))
		}
		ink, run := Text2, Run{Text: label}
		if here {
			ink, run.Bold = Text, true
		}
		w := Width([]Run{run}, 13)
		if w > cell-6 {
			if run.Text = ellipsis(run, 13, cell-6); run.Text == "" {
				if run.Text = strconv.Itoa(n); n%every != 0 && !here {
					continue
				}
			}
			w = Width([]Run{run}, 13)
		}
		if x-w/2 < lastLabel+4 && !here {
			continue
		}
		lastLabel = x + w/2
		c.words(x, b.H-8, 13, Middle, ink, run)
	}
}

// ellipsis shortens a label to width; "" when fewer than three letters would stay.
func ellipsis(r Run, size, width float64) string {
	text := []rune(r.Text)
	for n := len(text) - 1; n >= 3; n-- {
		r.Text = string(text[:n]) + "…"
		if Width([]Run{r}, size) <= width {
			return r.Text
		}
	}
	return ""
}

// lives draws a row a key: what it was in after each step that was played.
func (c *canvas) lives(b Bio, at func(int) *state.State, edge func(int) float64, height float64) {
	end := at(b.last())
	objects := b.Part == Store || b.Part == FIFO || b.Part == All
	var keys []trace.ID
	for _, k := range end.Keys {
		if k.Adds > 0 || k.Passes > 0 {
			keys = append(keys, k.ID)
		}
	}
	if objects {
		keys = nil
		seen := map[trace.ID]bool{}
		for n := b.First; n <= b.last(); n++ {
			s := at(n)
			for _, shelf := range [][]state.Item{s.Server.Objects.Items, s.Store.Items} {
				for _, it := range shelf {
					if !seen[it.Key] {
						seen[it.Key] = true
						keys = append(keys, it.Key)
					}
				}
			}
		}
	}
	if len(keys) == 0 || len(keys) > maxRows {
		return
	}
	pitch := min(28, height/float64(len(keys)))
	bar := min(9, pitch/2-2)
	states := make([]*state.State, 0, b.Step-b.First+1)
	for n := b.First; n <= b.Step; n++ {
		states = append(states, at(n))
	}
	for i, id := range keys {
		y := float64(i)*pitch + min(8, pitch-2*bar-2)
		c.fitted(max(edge(b.First)-10, 8), y+bar+5, min(16, pitch-2), max(edge(b.First)-8, 12), End, Text, Run{Text: end.Name(id), Bold: true})
		if i > 0 {
			c.line(edge(b.First), float64(i)*pitch, edge(b.last()), float64(i)*pitch, Line, 1)
		}
		upper := func(s *state.State) bool { k, _ := s.Key(id); return k.Bits&trace.Dirty != 0 }
		lower := func(s *state.State) bool { k, _ := s.Key(id); return k.Bits&trace.Processing != 0 }
		if objects {
			upper = func(s *state.State) bool { _, ok := s.Server.Objects.Get(id); return ok }
			lower = func(s *state.State) bool { _, ok := s.Store.Get(id); return ok }
		}
		for row, in := range []func(*state.State) bool{upper, lower} {
			for n := b.First + 1; n <= b.Step; n++ {
				from := n
				for n <= b.Step && in(states[n-b.First]) {
					n++
				}
				if n == from {
					continue
				}
				shape := Shape{Kind: Rect, X: edge(from-1) + 1, Y: y + float64(row)*(bar+2), W: edge(n-1) - edge(from-1) - 2, H: bar}
				switch {
				case objects && row == 0:
					shape.Stroke, shape.StrokeWidth = Neutral, 1.5
				case objects:
					shape.Fill = BodyEdge
				case row == 0:
					shape.Hatch, shape.HatchPitch, shape.HatchWidth, shape.Stroke, shape.StrokeWidth = Dirty, 6, 3, Dirty, 1
				default:
					shape.Fill = Proc
				}
				c.add(shape)
			}
		}
	}
}

// ladder draws one bar a wait: how long the limiter made the key wait, on the log scale of
// the rungs.
func (c *canvas) ladder(b Bio, at func(int) *state.State, mid func(int) float64, height, cell float64) {
	before := int64(0)
	for n := b.First + 1; n <= b.Step; n++ {
		s := at(n)
		var k state.Key
		for _, key := range s.Keys {
			if key.Failures > k.Failures {
				k = key
			}
		}
		if k.Failures <= before {
			before = k.Failures
			continue
		}
		before = k.Failures
		tall := min(float64(k.Failures), 18.6) / 18.6 * (height - 16)
		fill, stroke := Body, BodyEdge
		if n == b.Step || b.Step-n < 3 && k.Failures == latest(at(b.Step)) {
			fill, stroke = WaitTint, Wait
		}
		w := min(32, cell*2.4)
		c.box(mid(n)-w/2, height-tall, w, tall, 0, fill, stroke, 1.5)
		c.fitted(mid(n), height-tall-4, 12, max(w+12, 24), Middle, Text2, Run{Text: short(k.Delay)})
	}
}

func latest(s *state.State) (n int64) {
	for _, k := range s.Keys {
		n = max(n, k.Failures)
	}
	return n
}
