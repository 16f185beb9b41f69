package scene

import (
	"math"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The delay heap and the limiter share one ruler: failure n drops the ticket at rung n,
// and time slides it to "now". Beneath, the same waits stand on a plain clock, because the
// log picture alone hides how long the last one is.

func (c *canvas) heapView(r rect4) {
	if !c.sm {
		c.smallCrossing()
	}
	k, ok := c.subject()
	key, args, decided := c.verdict()
	if !decided {
		key, args = c.heapLines(k, ok)
	}
	c.tell(key, args...)
	c.rungs(k, r)
	if len(c.s.Heap) > 0 {
		c.heapTickets(k, r)
	}
	switch {
	case c.sm:
	case c.hasBucket():
		c.bucket(rect4{r.x0, 412, r.x1, 492})
	default:
		c.plainClock(k)
	}
}

// tell says in a few lines what there is to say of a heap; how long the next wait would be, which the second
// one says, is left out where it is asked.
func (c *canvas) tell(key string, args ...string) {
	t := c.plan.tale
	if _, framed := c.alarmRuns(t.w); framed { // what it died of says more
		c.alarm(t.x-2, t.x+t.w, t.y+10)
		return
	}
	for j, runs := range c.Lines(draw.Text2, t.size, key, args...) {
		switch {
		case j > 0 && c.v.Detail.Asked && (key == "stage.heap.running" || key == "stage.heap.forgotten"):
		case j == 0:
			c.Fitted(t.x, t.y, t.size, t.w, draw.Start, draw.Text2, runs...)
		case j < t.most:
			c.Fitted(t.x, t.then+float64(j-1)*t.pitch, t.size-1, t.w, draw.Start, draw.Text2, runs...)
		}
	}
}

// subject is the key that the view speaks of: the focus, else the one whose failure was counted, else the first to become due, else
// the last that was met.
func (c *canvas) subject() (state.Key, bool) {
	if kind, text, _ := strings.Cut(c.v.Focus, ":"); kind == "key" || kind == "ticket" {
		for _, k := range c.s.Keys {
			if c.unique(k.ID) == text {
				return k, true
			}
		}
	}
	if k, _, ok := c.limited(); ok {
		return k, true
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
	name, next := c.name(k.ID), draw.Exact(c.nextWait(k))
	_, waits := c.s.Waiting(k.ID)
	switch {
	case !ok || !c.s.Walked(trace.LimitWhen) && !waits && k.Bits == 0:
	case k.Bits&trace.Processing != 0:
		key, args = "stage.heap.running", []string{"worker", c.s.Recorder().ActorName(k.Actor), "key", name, "t", next}
	case k.Bits != 0 && k.Failures == 0:
		key, args = "stage.heap.queued.fresh", []string{"key", name}
	case k.Bits != 0:
		key, args = "stage.heap.queued", []string{"key", name, "n", draw.Int(k.Failures)}
	case waits:
		key, args = "stage.heap.idle", []string{"key", name}
	case k.Failures == 0:
		key, args = "stage.heap.forgotten", []string{"key", name, "t", next}
	default:
		key, args = "stage.heap.counted", []string{"key", name, "n", draw.Int(k.Failures)}
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
	c.As("zone:heap", func() { c.Box(r.x0-16, r.y0, 16, y-r.y0, 0, draw.Panel, draw.None, 0) })
	c.Line(r.x0, r.y0-8, r.x0, y+8, draw.Text, 2.5)
	c.Line(r.x0, y, r.x1, y, draw.Neutral, 2)
	if room := c.rulerX(r, d.Base) - 18; room > 36 { // left of the first rung
		c.Fitted(0, y+27, 13, room, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.heap.failure")))
		c.Fitted(0, y+58, 13, room, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.heap.wait")))
	}
	c.rungLabels(k, r, d)
	c.Words(r.x0+10, r.y0+1, 15, draw.Start, draw.Text, draw.Bold(c.Msg("stage.now"))) // over the highest ticket
	if c.sm {
		return
	}
	c.Fitted(0, y+82, 14, 420, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.heap.doubles", "base", draw.Exact(d.Base))))
	if k.Failures > 0 {
		x := c.rulerX(r, min(k.Delay, d.Cap))
		runs := []draw.Run{draw.Bold(c.Msg("stage.heap.failed", "key", c.name(k.ID), "n", draw.Int(k.Failures)))}
		half := draw.Width(runs, 14) / 2
		c.Words(math.Min(math.Max(x, 340+half), 730-half), y+82, 14, draw.Middle, draw.Text, runs...)
	}
}

// heapTitle names the ruler and draws the way of what is due.
func (c *canvas) heapTitle(k state.Key, r rect4) {
	c.title("heap").Fitted(r.x0+14, 190, 16, 830, draw.Start, draw.Text, c.Say(draw.Text2, 16, "stage.heap.title")...)
	if c.s.Walked(trace.HeapAdd) {
		p := c.Path(draw.From(r.x0, r.y0-8).V(100), draw.Neutral, 2)
		p.Dash, p.RoundCap = railDash, true
		c.Arrow(r.x0, 99, draw.Up, draw.Neutral, 6)
		c.Plate(r.x0+14, 168, 13, 240, draw.Start, draw.Bg, c.Say(draw.Text2, 14, "stage.due.add", "key", c.name(k.ID))...)
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
		tick, ink := draw.Neutral, draw.Text3
		if past {
			tick, ink = draw.Text, draw.Text
		}
		c.Line(x, y-10, x, y, tick, 2)
		beside := !cur && math.Abs(x-here) < 28
		if !cur && !top && (beside || n > 1 && (x-last < 22 || r.x1-x < 22)) {
			continue
		}
		label := draw.Int(n)
		if top {
			label += "+"
			if cur && k.Failures > 0 {
				label = draw.Int(k.Failures)
			}
		}
		if cur {
			if ink = draw.Bg; c.overruled(k) { // the ladder says it, and the bucket decides
				ink = draw.Text
				c.Box(x-16, y+11, 32, 22, 3, draw.None, draw.Text, 1.5)
			} else {
				c.Box(x-17, y+10, 34, 24, 3, draw.Text, draw.None, 0)
			}
		}
		if !beside {
			c.Words(x, y+27, 14, draw.Middle, ink, draw.Run{Text: label, Bold: past})
			last = x
		}
		text := draw.Short(wait)
		if n == 1 || wait >= 1e9 && wait < 2e9 {
			text = draw.Exact(wait)
		}
		waitInk := draw.Text3
		if past {
			waitInk = draw.Text2
		}
		if c.v.Detail.Asked && !past && !cur { // how long it would be is asked
			if top {
				break
			}
			continue
		}
		if top {
			low := c.plan.foot
			if low < 60 && !cur && !math.IsInf(here, 1) && here > r.x1-140 { // there stands the wait of this failure
				break
			}
			c.Words(r.x1, y+low, 13, draw.End, draw.Text2, draw.Run{Text: c.Msg("stage.heap.cap", "t", draw.Exact(wait)), Bold: cur})
			break
		}
		if tight && !cur && (n%4 != 1 || math.Abs(x-here) < 48 || x > r.x1-110) {
			continue
		}
		c.Words(x, y+58, 13, draw.Middle, waitInk, draw.Run{Text: text, Bold: cur})
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
		if len(c.s.Heap) > MostNamed {
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
		c.Path(draw.From(from, r.y1-12).V(y+10), draw.Wait, 2).Dash = [2]float64{4, 4}
		p := c.Path(draw.From(from, y).H(at+60), draw.Wait, 2)
		p.Dash, p.RoundCap = railDash, true
		c.Arrow(at+58, y, draw.Left, draw.Wait, 6)
	}
	if at-58 > r.x0+24 {
		p := c.Path(draw.From(at-58, y).H(r.x0+10), draw.Line, 2)
		p.Dash, p.RoundCap = railDash, true
		c.Arrow(r.x0+8, y, draw.Left, draw.Line, 6)
	}
	id := "ticket:" + c.unique(k.ID)
	c.Line(x, y+24, x, r.y1, draw.Wait, 3).ID = "stick:" + c.unique(k.ID)
	c.As(id, func() {
		c.token(at, y, 48, c.name(k.ID), tok{w: 88, hasRing: true, ring: c.waited(w), focus: c.v.Focus == id || c.v.Focus == c.keyID(k.ID)})
	})
	runs := append(c.Say(draw.Text2, 18, "stage.due.of", "t", draw.Due(c.left(w))), draw.Run{Text: "  " + c.Msg("stage.due.total", "t", draw.Exact(total)), Size: 15, Ink: draw.Text2})
	if at-64-draw.Width(runs, 18) > r.x0+50 {
		c.Words(at-64, y-12, 18, draw.End, draw.Text, runs...)
	} else if at+64+draw.Width(runs, 18) > r.x1+16 {
		c.Words(r.x1, r.y0-16, 18, draw.End, draw.Text, runs...)
	} else if from < at+76 {
		c.Words(at+64, y-12, 18, draw.Start, draw.Text, runs...)
	} else {
		c.Plate(at+64, y-12, 18, 0, draw.Start, draw.Bg, runs...)
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
	if c.v.Now < before+gone || c.v.Now > 2*(before+gone)+int64(time.Second) || waits && w.Due-w.Since != k.Delay {
		return // an Add brought it round sooner, it rested in between, or this wait is none of the limiter's
	}
	all := float64(before + k.Delay)
	at := func(ns int64) float64 { return x0 + float64(ns)/all*(x1-x0) }
	c.Words(x0, y, 15, draw.Start, draw.Text, c.Say(draw.Text2, 15, "stage.heap.plain", "n", draw.Int(n))...)
	sum := int64(0)
	for i := int64(1); i < n; i++ {
		w := rung(i, d.Base, d.Cap)
		ink := draw.BodyEdge
		if i%2 == 1 {
			ink = draw.Body
		}
		if at(sum+w)-at(sum) > .3 {
			c.Box(at(sum), y+8, at(sum+w)-at(sum), 20, 0, ink, draw.None, 0)
		}
		sum += w
	}
	now := at(sum + gone)
	if gone > 0 {
		c.Box(at(sum), y+8, now-at(sum), 20, 0, draw.WaitTint, draw.Wait, 2)
	}
	if gone < k.Delay {
		c.Box(now, y+8, x1-now, 20, 0, draw.None, draw.Wait, 2).Dash = [2]float64{4, 3}
	}
	label := c.Say(draw.Text2, 14, "stage.heap.this", "n", draw.Int(n), "t", draw.Exact(k.Delay))
	c.Words(x0, y+48, 13, draw.Start, draw.Text2, draw.Regular("0"))
	end := draw.Precise(before+k.Delay, 1)
	c.Words(x1, y+48, 13, draw.End, draw.Text2, draw.Regular(end))
	edge := x1 - draw.TextWidth(end, 13, false, false) - 12
	if n > 1 {
		runs := c.Say(draw.Text2, 14, "stage.heap.before", "n", draw.Int(n-1), "t", draw.Precise(before, 3))
		c.Words(math.Max(at(before/2), x0+20+draw.Width(runs, 14)/2), y+48, 14, draw.Middle, draw.Text, runs...)
	}
	right := edge
	if waits {
		runs := c.Say(draw.Text2, 14, "stage.heap.nowat", "t", draw.Precise(sum+gone, 1)) // on the clock of the bar
		half := draw.Width(runs, 14) / 2
		c.Line(now, y, now, y+34, draw.Text, 2.5)
		x := math.Min(math.Max(now, x0+20+half), edge-half)
		c.Words(x, y+48, 14, draw.Middle, draw.Text, runs...)
		right = x - half - 12
	}
	mid, half := (at(sum)+x1)/2, draw.Width(label, 14)/2
	if mid+half > right {
		mid = right - half
	}
	if mid-half > x0+20 && (mid-half > at(before/2)+120 || n == 1) {
		c.Words(mid, y+48, 14, draw.Middle, draw.Text, label...)
	}
}
