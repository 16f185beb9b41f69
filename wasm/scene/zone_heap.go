package scene

import (
	"math"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The time ruler: x = log₂(1 + t/base). It ends at "now" and rises into the back of the
// queue; a key that waits has a ticket on it, which is an appointment and not the key.

var heapZone = Zone{
	Name: "heap", Title: "zone.heap", Groups: []trace.Group{trace.GroupHeap, trace.GroupLimiter}, code: "Delay.AddAfter",
	counter: "page.heap", count: func(c *canvas) int { return len(c.s.Heap) },
	behind: []Struct{
		{"util/workqueue/delaying_queue.go", 276, "delayingType.waitingLoop", []Field{
			{Name: "waitingForQueue", Type: "*waitForPriorityQueue[T]", of: noted("array")},
			{Name: "waitingEntryByData", Type: "map[T]*waitFor[T]", of: listed("{}", func(s *state.State, add func(string)) {
				for _, w := range s.Heap {
					add(s.Name(w.Key))
				}
			})},
		}, workqueue.when},
		priorityqueue,
		{"util/workqueue/default_rate_limiters.go", 84, "TypedItemExponentialFailureRateLimiter", []Field{
			{Name: "failures", Type: "map[T]int", of: noted("rq")},
			{Name: "baseDelay", Type: "time.Duration", of: func(_ *state.State, d Detail) string { return lasting(d.Base) }},
			{Name: "maxDelay", Type: "time.Duration", of: func(_ *state.State, d Detail) string { return lasting(d.Cap) }},
		}, nil},
	},
}

// lasting is a duration as Go prints it; "" when it is not known.
func lasting(ns int64) string {
	if ns == 0 {
		return ""
	}
	return time.Duration(ns).String()
}

// waiting draws the delay heap under a crossing.
func (c *canvas) waiting(g *cross) {
	r := g.ruler
	if r.w() == 0 {
		return // the phone has no room beneath; it says what waits in a line
	}
	if len(c.s.Heap) == 0 {
		c.emptyRuler(g)
		if c.s.Walked(trace.HeapDue) {
			if g.idle.path != nil { // no "now" to start from: upright from the ruler to the queue
				c.way(g.idle, draw.Soft, 2)
				return
			}
			c.way(g.due, draw.Soft, 2)
		}
		return
	}
	if c.alarming() && g.lower == 0 && g.alarm.y1 < r.y1+30 {
		return // what has gone wrong stands there
	}
	c.As("zone:heap", func() { c.Box(r.x0, r.y0, r.w(), r.h(), 0, draw.None, draw.None, 0) })
	c.Line(r.x0, r.y1, r.x1, r.y1, draw.Neutral, 2)
	c.Line(r.x0, r.y1+4, r.x0, r.y0+4, draw.Text, 2.5)
	for _, t := range []struct {
		ns    int64
		label bool
	}{{1e7, false}, {1e8, true}, {1e9, true}, {1e10, true}, {6e10, g.minute}, {3e11, false}, {c.v.Detail.Cap, true}} {
		x := c.rulerX(r, t.ns)
		c.Line(x, r.y1, x, r.y1+6, draw.Neutral, 2)
		if t.label {
			anchor := draw.Middle
			if t.ns == c.v.Detail.Cap {
				anchor = draw.End
			}
			c.Words(x, r.y1+22, 13, anchor, draw.Text2, draw.Regular(draw.Exact(t.ns)))
		}
	}
	c.Words(r.x0, r.y1+22, 13, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.now")))
	if c.s.Walked(trace.HeapDue) {
		c.way(g.due, draw.Neutral, 2)
	}
	c.tickets(g)
}

func (c *canvas) rulerX(r rect4, ns int64) float64 {
	return r.x0 + draw.Fraction(ns, c.v.Detail.Base, c.v.Detail.Cap)*r.w()
}

func (c *canvas) emptyRuler(g *cross) {
	r := g.ruler
	c.As("zone:heap", func() { c.Line(r.x0, r.y1, r.x1, r.y1, draw.Line, 2) })
	n := 10
	if c.sm {
		n = 7
	}
	for i := 0; i <= n; i++ {
		x := r.x0 + 1 + float64(i)*(r.w()-2)/float64(n)
		c.Line(x, r.y1-6, x, r.y1, draw.Line, 2)
	}
	key := "stage.heap.empty"
	if c.s.Walked(trace.HeapAdd) {
		key = "stage.heap.again"
	}
	if n := g.empty; n.size > 0 {
		if c.v.Detail.Ghosts {
			n.y -= 46 // above where tickets are
		}
		c.title("heap").Fitted(n.x, n.y, n.size, n.w, draw.Start, draw.Text3, c.andBucket(c.Say(draw.Text3, n.size, key), n.size)...)
		c.Words(r.x0, r.y1+18, 13, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.now")))
		c.Words(r.x1, r.y1+18, 13, draw.End, draw.Text3, draw.Regular(draw.Exact(c.v.Detail.Cap)))
		return
	}
	c.title("heap").Fitted(r.x0, r.y1+22, 14, r.w(), draw.Start, draw.Text3, c.andBucket(c.Say(draw.Text3, 14, c.pick(key)), 14)...)
}

// waitingLine says before x what waits, where no ruler shows it, and returns how wide that is: one key with
// its time, unless the queue is shut; of several the keys alone.
func (c *canvas) waitingLine(x, y, size float64) float64 {
	const most = 2
	var list []string
	for i, w := range c.s.Sorted() {
		if i == most {
			list = append(list, c.Msg("stage.more.items", "n", draw.Number(len(c.s.Heap)-most)))
			break
		}
		at := c.brief(w.Key, 48, size)
		if len(c.s.Heap) == 1 && !c.s.Shut && !c.ended() {
			at += " " + draw.Due(c.left(w))
		}
		list = append(list, at)
	}
	runs := []draw.Run{draw.Bold(c.Msg("page.heap")), draw.Inked("  "+strings.Join(list, c.Msg("join.list")), draw.Text2)}
	c.Words(x, y, size, draw.End, draw.Text, runs...)
	return draw.Width(runs, size)
}

// tickets draws what waits: tokens with their stems, chips on sticks, or a histogram.
func (c *canvas) tickets(g *cross) {
	heap := c.s.Heap
	first, last := ends(heap)
	title := c.Say(draw.Text2, 16, "stage.heap.count", "n", draw.Number(len(heap)), "t", draw.Due(c.left(first)))
	if c.s.Shut || c.ended() {
		title = c.lostTitle(16)
	}
	n := g.waits
	if n.key != "" && !c.ended() {
		title = c.Say(draw.Text2, 16, n.key, "n", draw.Number(len(heap)), "t", draw.Due(c.left(first)), "last", draw.Due(c.left(last)))
	}
	if n.size > 0 {
		c.title("heap").Fitted(n.x, n.y, n.size, n.w, draw.Start, draw.Text, c.andBucket(title, n.size)...)
	}
	if len(heap) > MostNamed {
		c.histogram(g.ruler, heap)
		return
	}
	heap = c.s.Sorted()
	h := g.ticket
	if len(heap) > 3 || len(heap) > 1 && g.ruler.h() < 100 {
		h = 24
		if g.ruler.h() < 60 {
			h = 20
		}
	}
	c.sticks(g.ruler, heap, h)
}

// ends are the soonest and the latest of what waits: thousands need not be sorted for that.
func ends(heap []state.Wait) (first, last state.Wait) {
	first, last = heap[0], heap[0]
	for _, w := range heap {
		if w.Due < first.Due || w.Due == first.Due && w.Order < first.Order {
			first = w
		}
		if w.Due > last.Due || w.Due == last.Due && w.Order > last.Order {
			last = w
		}
	}
	return first, last
}

// sticks stands tickets of height h on their moments, higher where they would overlap.
func (c *canvas) sticks(r rect4, heap []state.Wait, h float64) {
	w := math.Max(56, h*1.9)
	step := h + 4
	rows := max(1, int((r.h()-8)/step))
	last := make([]float64, rows)
	for i := range last {
		last[i] = math.Inf(-1)
	}
	type spot struct {
		x, y float64
		w    state.Wait
	}
	var spots []spot
	for _, wt := range heap {
		x := c.rulerX(r, c.left(wt))
		row, at := 0, math.Inf(1)
		for i, l := range last { // the row in which it stands nearest to its moment
			if a := math.Max(math.Max(x, math.Max(r.x0-4, 2)+w/2), l+w+4); a < at-.5 {
				row, at = i, a
			}
		}
		if at+w/2 > r.x1+24 {
			c.histogram(r, heap)
			return
		}
		last[row] = at
		spots = append(spots, spot{at, r.y1 - 10 - h/2 - float64(row)*step, wt})
	}
	for i := 0; i < len(spots); { // those of one moment that stand over each other read from the top, as side by side from the left
		j := i + 1
		for j < len(spots) && spots[j].w.Due == spots[i].w.Due && math.Abs(spots[j].x-spots[i].x) < 1 {
			j++
		}
		for a, b := i, j-1; a < b; a, b = a+1, b-1 {
			spots[a].y, spots[b].y = spots[b].y, spots[a].y
		}
		i = j
	}
	for _, s := range spots {
		x := c.rulerX(r, c.left(s.w))
		from := math.Min(math.Max(x, s.x-w/2+4), s.x+w/2-4)
		c.Line(from, s.y, x, r.y1, draw.Wait, 2).ID = "stick:" + c.unique(s.w.Key)
	}
	for i := len(spots) - 1; i >= 0; i-- {
		s := spots[i]
		id := "ticket:" + c.unique(s.w.Key)
		c.As(id, func() {
			o := tok{w: w, hasRing: true, ring: c.waited(s.w), focus: c.v.Focus == id}
			if h < ringToken {
				o.size, o.hasRing = 12, false
			}
			c.token(s.x, s.y, h, c.name(s.w.Key), o)
			if h < ringToken {
				c.Box(s.x-w/2+1, s.y-7, 3.5, 14, 0, draw.Wait, draw.None, 0)
			}
		})
	}
	if len(heap) == 1 && h >= ringToken && !c.ended() {
		s := spots[0]
		runs := []draw.Run{draw.Bold(c.Msg("stage.due.in", "t", draw.Due(c.left(s.w))))}
		if x := s.x + w/2 + 12; x+draw.Width(runs, 15) < r.x1+20 {
			c.Words(x, s.y+5, 15, draw.Start, draw.Text, runs...)
		} else {
			c.Words(s.x-w/2-12, s.y+5, 15, draw.End, draw.Text, runs...)
		}
	}
}

// waited is the part of a wait that is over.
func (c *canvas) waited(w state.Wait) float64 {
	if w.Due <= w.Since {
		return 1
	}
	return math.Min(1, float64(c.v.Now-w.Since)/float64(w.Due-w.Since))
}

// histogram is one square a waiting key, in columns of the ruler.
func (c *canvas) histogram(r rect4, heap []state.Wait) {
	const cols, per = 20, 4
	counts := [cols]int{}
	for _, w := range heap {
		f := draw.Fraction(c.left(w), c.v.Detail.Base, c.v.Detail.Cap)
		counts[min(cols-1, int(f*cols))]++
	}
	high := 0
	for _, n := range counts {
		high = max(high, n)
	}
	unit := 1
	for float64((high/unit+per-1)/per)*6 > r.h()-16 {
		unit *= 10
	}
	p := draw.From(0, 0)
	p.Segs = nil
	pitch := r.w() / cols
	for i, n := range counts {
		for k := range (n + unit - 1) / unit {
			x, y := r.x0+4+float64(i)*pitch+float64(k%per)*6, r.y1-8-float64(k/per)*6
			p.Move(x, y).H(x + 5).V(y + 5).H(x)
			p.Segs = append(p.Segs, draw.Seg{Op: 'Z', X: x, Y: y})
		}
	}
	c.Path(p, draw.None, 0).Fill = draw.Wait
	if unit > 1 { // beside the tallest column nothing stands higher than the others
		c.Fitted(r.x1, r.y0+12, 13, r.w()/2, draw.End, draw.Text2, draw.Regular(c.Msg("stage.heap.per", "per", draw.Number(unit))))
	}
}
