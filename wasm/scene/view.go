package scene

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Layout is how the plan is laid out. Source: the look, section 4.
type Layout uint8

// The layouts; View.Size says how large each is.
const (
	Wide  Layout = iota // the stage of a lesson
	Embed               // in an article or on a projector
	Phone
	Live // many keys
)

// Margin is the room that a picture needs around its natural size, px: lines stand on its
// edge, and a torn set reaches over it.
const Margin = 4.0

// View says what to show of a state and how. The zero View shows the work queue at 880×496
// with message keys for texts.
type View struct {
	// W, H is the room in px; the picture keeps its proportions and is scaled to fit.
	// Zero is the natural size of the layout.
	W, H   float64
	Layout Layout
	Plan   string // All, Workqueue, FIFO, Store, Heap or Tree; "" is Workqueue
	// Now is the moment shown, ns; at least State.At. It may be later while time passes.
	Now int64
	// Text looks a message up: Text(key, "name", "value", …).
	Text func(key string, args ...string) string
	// Focus is the ID of the one token that gets the second outline, such as "key:a".
	Focus string
	// Prev is the state before this step; it gives ghosts, "was n1", and what is new.
	Prev *state.State
	// Began is when the step before ended, ns, where that was after its last event.
	Began int64
	// Trails draws where the things of this step came from, and their ways: for stills and
	// reduced motion. It needs Prev, whose events to State must still be recorded.
	Trails bool
	Detail Detail
}

// Detail is what captions need and a state does not hold.
type Detail struct {
	Base, Cap int64 // of the exponential limiter, ns; 0 is 5 ms and 1000 s
	// Rates of the last seconds, per second; live only.
	Adds, Merges, Gets float64
	// Pin is a key to find among many, its trace id; 0 is none.
	Pin trace.ID
	// Asked says that a question stands before the next step: what would answer it is left out.
	Asked bool
	// Ghosts will be drawn over the picture, see Elsewhere: it keeps their places free.
	Ghosts bool
}

// Build returns the picture of s, painted first to last.
func Build(s *state.State, v View) []draw.Shape {
	c := newCanvas(s, &v)
	c.stage()
	shapes := v.scaled(c.Out)
	if !v.Trails || v.Prev == nil || v.Prev.Seq >= s.Seq {
		return shapes
	}
	v.Trails = false
	return Trail(shapes, Moves(v.Prev, s, between(v.Prev, s), v))
}

// between are the recorded events that lead from a to b.
func between(a, b *state.State) (events []trace.Event) {
	for _, e := range b.Recorder().Since(a.Seq + 1) {
		if e.Seq > b.Seq {
			break
		}
		events = append(events, e)
	}
	return events
}

// canvas is what the zones of a state are drawn on.
type canvas struct {
	draw.Canvas
	s    *state.State
	v    View
	plan *plan
	sm   bool // a small layout: thinner strokes, shorter captions
	col  bool // a column of a comparison: what its head says is not said again

	names map[string]int // how many keys print alike
}

func newCanvas(s *state.State, v *View) *canvas {
	if v.Plan == "" {
		v.Plan = Workqueue
	}
	if v.Now = max(v.Now, s.At); s.Crash != "" { // the clocks of a program stand when it ends
		v.Now = s.CrashedAt
	}
	if v.Detail.Base == 0 {
		v.Detail.Base = 5e6
	}
	if v.Detail.Cap == 0 {
		v.Detail.Cap = 1000e9
	}
	if v.Prev != nil && slices.ContainsFunc(between(v.Prev, s), func(e trace.Event) bool { return e.Op == trace.Restart }) {
		v.Prev = v.Prev.Restarted()
	}
	if s.Priorities() && v.Plan == Tree { // its waiting entries are no heap in an array
		v.Plan = Heap
	}
	c := &canvas{Canvas: draw.Canvas{Text: Wording(s, v.Text)}, s: s, v: *v, sm: v.Layout == Embed || v.Layout == Phone, names: map[string]int{}}
	if s.Recorder().Alike() {
		for _, k := range s.Keys {
			c.names[s.Text(k.ID)]++
		}
	}
	c.plan = v.row().plan(c)
	if g := c.plan.cross; g != nil {
		laned := *c.plan
		laned.cross = c.classed(g)
		c.plan = &laned
	}
	return c
}

// stage draws the spots of the plan.
func (c *canvas) stage() {
	for _, s := range c.plan.spots {
		from := len(c.Out)
		s.draw(c, s.at)
		if c.ended() {
			ashes(c.Out[from:])
		}
	}
}

// Scale is the factor from natural px to the view's px.
func (v View) Scale() float64 {
	w, h := v.Size()
	k := math.Inf(1)
	if v.W > 0 {
		k = v.W / w
	}
	if v.H > 0 {
		k = math.Min(k, v.H/h)
	}
	if math.IsInf(k, 1) {
		return 1
	}
	return k
}

func (v View) scaled(shapes []draw.Shape) []draw.Shape {
	if k := v.Scale(); k != 1 {
		for i := range shapes {
			shapes[i] = shapes[i].Scaled(k)
		}
	}
	return shapes
}
