package scene

import (
	"math"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// The delay heap and the limiter share one ruler: failure n drops the ticket at rung n,
// and time slides it to "now". Beneath, the same waits stand on a plain clock, because the
// log picture alone hides how long the last one is.

func (c *canvas) heapView(r rect4) {
	if !c.sm {
		c.smallCrossing()
	}
	k, ok := c.subject()
	key, args := c.heapLines(k, ok)
	c.tell(key, args...)
	c.rungs(k, r)
	if len(c.s.Heap) > 0 {
		c.heapTickets(k, r)
	}
	if !c.sm {
		c.plainClock(k)
	}
}

// tell says in a few lines what there is to say of a heap.
func (c *canvas) tell(key string, args ...string) {
	t := c.plan.tale
	for j, runs := range c.lines(Text2, t.size, key, args...) {
		switch {
		case j == 0:
			c.fitted(t.x, t.y, t.size, t.w, Start, Text2, runs...)
		case j < t.most:
			c.fitted(t.x, t.then+float64(j-1)*t.pitch, t.size-1, t.w, Start, Text2, runs...)
		}
	}
}

// subject is the key that the view speaks of: the focus, else the first to become due, else
// the last that was met.
func (c *canvas) subject() (state.Key, bool) {
	if kind, text, _ := strings.Cut(c.v.Focus, ":"); kind == "key" || kind == "ticket" {
		for _, k := range c.s.Keys {
			if c.unique(k.ID) == text {
				return k, true
			}
		}
	}
	if len(c.s.Heap) > 0 {
		first, _ := ends(c.s.Heap)
		k, _ := c.s.Key(first.Key)
		return k, true
	}
	if n := len(c.s.Keys); n > 0 {
		return c.s.Keys[n-1], true
	}
	return state.Key{}, false
}

// heapLines chooses the message.
func (c *canvas) heapLines(k state.Key, ok bool) (string, []string) {
	key, args := "stage.heap.start", []string(nil)
	name, next := c.name(k.ID), exact(rung(k.Failures+1, c.v.Detail.Base, c.v.Detail.Cap))
	_, waits := c.s.Waiting(k.ID)
	switch {
	case !ok || !c.s.Walked(trace.LimitWhen) && !waits && k.Bits == 0:
	case k.Bits&trace.Processing != 0:
		key, args = "stage.heap.running", []string{"worker", c.s.Recorder().ActorName(k.Actor), "key", name, "t", next}
	case k.Bits != 0:
		key, args = "stage.heap.queued", []string{"key", name, "n", itoa(k.Failures)}
	case waits:
		key, args = "stage.heap.idle", []string{"key", name}
	case k.Failures == 0:
		key, args = "stage.heap.forgotten", []string{"key", name, "t", next}
	default:
		key, args = "stage.heap.counted", []string{"key", name, "n", itoa(k.Failures)}
	}
	return key, args
}

// rungs draws the ruler with the failures that choose them.
func (c *canvas) rungs(k state.Key, r rect4) {
	d := c.v.Detail
	y := r.y1
	if !c.sm {
		c.heapTitle(k, r)
	}
	c.as("zone:heap", func() { c.box(r.x0-16, r.y0, 16, y-r.y0, 0, Panel, None, 0) })
	c.line(r.x0, r.y0-8, r.x0, y+8, Text, 2.5)
	c.line(r.x0, y, r.x1, y, Neutral, 2)
	if !c.sm {
		c.words(0, y+27, 13, Start, Text2, norm(c.msg("stage.heap.failure")))
		c.words(0, y+58, 13, Start, Text2, norm(c.msg("stage.heap.wait")))
	}
	c.rungLabels(k, r, d)
	c.words(r.x0+10, r.y0+1, 15, Start, Text, bold(c.msg("stage.now"))) // over the highest ticket
	if c.sm {
		return
	}
	c.fitted(0, y+82, 14, 420, Start, Text2, norm(c.msg("stage.heap.doubles", "base", exact(d.Base))))
	if k.Failures > 0 {
		x := c.rulerX(r, min(k.Delay, d.Cap))
		runs := []Run{bold(c.msg("stage.heap.failed", "key", c.name(k.ID), "n", itoa(k.Failures)))}
		half := Width(runs, 14) / 2
		c.words(math.Min(math.Max(x, 340+half), 730-half), y+82, 14, Middle, Text, runs...)
	}
}

// heapTitle names the ruler and draws the way of what is due.
func (c *canvas) heapTitle(k state.Key, r rect4) {
	c.title("heap").fitted(r.x0+14, 195, 16, 830, Start, Text, c.say(Text2, 16, "stage.heap.title")...)
	if c.s.Walked(trace.HeapAdd) {
		p := c.path(pen(r.x0, r.y0-8).v(100), Neutral, 2)
		p.Dash, p.RoundCap = [2]float64{2, 6}, true
		c.arrow(r.x0, 99, up, Neutral, 6)
		c.plate(r.x0+14, 172, 13, 240, Start, Bg, c.say(Text2, 14, "stage.due.add", "key", c.name(k.ID))...)
	}
}

// rungLabels prints the number and the wait of every rung that has room.
func (c *canvas) rungLabels(k state.Key, r rect4, d Detail) {
	y := r.y1
	tight := r.w() < 600
	last, here := -100.0, math.Inf(1) // here is the rung of this failure, in its dark box
	if k.Failures > 0 {
		here = c.rulerX(r, rung(k.Failures, d.Base, d.Cap))
	}
	for n := int64(1); n <= 40; n++ {
		wait := rung(n, d.Base, d.Cap)
		x := c.rulerX(r, wait)
		past, cur, top := n <= k.Failures, n == k.Failures, wait >= d.Cap
		if top && k.Failures > n {
			cur = true
		}
		tick, ink := Neutral, Text3
		if past {
			tick, ink = Text, Text
		}
		c.line(x, y-10, x, y, tick, 2)
		beside := !cur && math.Abs(x-here) < 28
		if !cur && !top && (beside || n > 1 && (x-last < 22 || r.x1-x < 22)) {
			continue
		}
		label := itoa(n)
		if top {
			label += "+"
		}
		if cur {
			c.box(x-17, y+10, 34, 24, 3, Text, None, 0)
			ink = Bg
		}
		if !beside {
			c.words(x, y+27, 14, Middle, ink, Run{Text: label, Bold: past})
			last = x
		}
		text := short(wait)
		if n == 1 || wait >= 1e9 && wait < 2e9 {
			text = exact(wait)
		}
		waitInk := Text3
		if past {
			waitInk = Text2
		}
		if top {
			low := c.plan.foot
			if low < 60 && !math.IsInf(here, 1) && here > r.x1-140 {
				break
			}
			c.words(r.x1, y+low, 13, End, Text2, norm(c.msg("stage.heap.cap", "t", exact(wait))))
			break
		}
		if tight && !cur && (n%4 != 1 || math.Abs(x-here) < 48 || x > r.x1-110) {
			continue
		}
		c.words(x, y+58, 13, Middle, waitInk, Run{Text: text, Bold: cur})
	}
}

// heapTickets draws what waits over the ruler: one large ticket with its way, or many.
func (c *canvas) heapTickets(k state.Key, r rect4) {
	w, ok := c.s.Waiting(k.ID)
	if len(c.s.Heap) > 1 || !ok {
		h := 34.0
		if len(c.s.Heap) > 6 {
			h = 22
		}
		if len(c.s.Heap) > 60 {
			c.histogram(rect4{r.x0, r.y0, r.x1, r.y1 - 6}, c.s.Heap)
			return
		}
		c.sticks(rect4{r.x0, r.y0 - 4, r.x1, r.y1}, c.s.Sorted(), h)
		return
	}
	total := w.Due - w.Since
	x, from, y := c.rulerX(r, c.left(w)), c.rulerX(r, total), r.y1-52
	at := math.Min(math.Max(x, r.x0+60), r.x1+14-51) // whole on the stage, with its focus
	if from-at > 76 {
		c.path(pen(from, r.y1-12).v(y+10), Wait, 2).Dash = [2]float64{4, 4}
		p := c.path(pen(from, y).h(at+60), Wait, 2)
		p.Dash, p.RoundCap = [2]float64{2, 6}, true
		c.arrow(at+58, y, left, Wait, 6)
	}
	if at-58 > r.x0+24 {
		p := c.path(pen(at-58, y).h(r.x0+10), Line, 2)
		p.Dash, p.RoundCap = [2]float64{2, 6}, true
		c.arrow(r.x0+8, y, left, Line, 6)
	}
	id := "ticket:" + c.unique(k.ID)
	c.line(x, y+24, x, r.y1, Wait, 3).ID = "stick:" + c.unique(k.ID)
	c.as(id, func() {
		c.token(at, y, 48, c.name(k.ID), tok{w: 88, hasRing: true, ring: c.waited(w), focus: c.v.Focus == id || c.v.Focus == c.keyID(k.ID)})
	})
	runs := append(c.say(Text2, 18, "stage.due.of", "t", due(c.left(w))), Run{Text: "  " + c.msg("stage.due.total", "t", exact(total)), Size: 15, Ink: Text2})
	if at-64-Width(runs, 18) > r.x0+50 {
		c.words(at-64, y-12, 18, End, Text, runs...)
	} else if at+64+Width(runs, 18) > r.x1+16 {
		c.words(r.x1, r.y0-16, 18, End, Text, runs...)
	} else if from < at+76 {
		c.words(at+64, y-12, 18, Start, Text, runs...)
	} else {
		c.plate(at+64, y-12, 18, 0, Start, Bg, runs...)
	}
}

// plainClock draws the waits of the subject so far, end to end and linear, if that is how
// it waited.
func (c *canvas) plainClock(k state.Key) {
	n, d := k.Failures, c.v.Detail
	if n == 0 || n > 64 || k.Delay != rung(n, d.Base, d.Cap) {
		return
	}
	const x0, x1, y = 32.0, 864.0, 424.0
	before := int64(0)
	for i := int64(1); i < n; i++ {
		before += rung(i, d.Base, d.Cap)
	}
	gone := k.Delay
	w, waits := c.s.Waiting(k.ID)
	if waits {
		gone = min(k.Delay, max(0, c.v.Now-w.Since))
	}
	if c.v.Now < before+gone {
		return // it came round sooner, by Add: the waits did not follow each other
	}
	all := float64(before + k.Delay)
	at := func(ns int64) float64 { return x0 + float64(ns)/all*(x1-x0) }
	c.words(x0, y, 15, Start, Text, c.say(Text2, 15, "stage.heap.plain", "n", itoa(n))...)
	sum := int64(0)
	for i := int64(1); i < n; i++ {
		w := rung(i, d.Base, d.Cap)
		ink := BodyEdge
		if i%2 == 1 {
			ink = Body
		}
		if at(sum+w)-at(sum) > .3 {
			c.box(at(sum), y+8, at(sum+w)-at(sum), 20, 0, ink, None, 0)
		}
		sum += w
	}
	now := at(sum + gone)
	if gone > 0 {
		c.box(at(sum), y+8, now-at(sum), 20, 0, WaitTint, Wait, 2)
	}
	if gone < k.Delay {
		c.box(now, y+8, x1-now, 20, 0, None, Wait, 2).Dash = [2]float64{4, 3}
	}
	label := c.say(Text2, 14, "stage.heap.this", "n", itoa(n), "t", exact(k.Delay))
	c.words(x0, y+48, 13, Start, Text2, norm("0"))
	end := precise(before+k.Delay, 1)
	c.words(x1, y+48, 13, End, Text2, norm(end))
	edge := x1 - TextWidth(end, 13, false, false) - 12
	if n > 1 {
		runs := c.say(Text2, 14, "stage.heap.before", "n", itoa(n-1), "t", precise(before, 3))
		c.words(math.Max(at(before/2), x0+20+Width(runs, 14)/2), y+48, 14, Middle, Text, runs...)
	}
	right := edge
	if waits {
		runs := c.say(Text2, 14, "stage.heap.nowat", "t", precise(sum+gone, 1)) // on the clock of the bar
		half := Width(runs, 14) / 2
		c.line(now, y, now, y+34, Text, 2.5)
		x := math.Min(math.Max(now, x0+20+half), edge-half)
		c.words(x, y+48, 14, Middle, Text, runs...)
		right = x - half - 12
	}
	mid, half := (at(sum)+x1)/2, Width(label, 14)/2
	if mid+half > right {
		mid = right - half
	}
	if mid-half > x0+20 && (mid-half > at(before/2)+120 || n == 1) {
		c.words(mid, y+48, 14, Middle, Text, label...)
	}
}
