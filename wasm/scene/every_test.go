package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
)

// What holds for every step of every lesson, in every layout: what a finger hits, and what may
// move when.

// moment is a step of a lesson as a layout shows it.
type moment struct {
	name   string
	step   int
	now    *state.State
	view   View // Prev is the state before
	events []trace.Event
}

func everyMoment(t *testing.T, do func(moment)) {
	t.Helper()
	for _, l := range scenarios.List() {
		run, err := l.Run(l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		s := state.New(run.Recorder)
		for _, w := range l.Workers {
			s.AddWorker(w)
		}
		var prev *state.State
		for i, st := range run.Steps {
			var events []trace.Event
			for s.Seq < st.To {
				events = append(events, run.Recorder.Event(s.Seq+1))
				s.Apply(events[len(events)-1])
			}
			now := s.Clone()
			for _, layout := range []Layout{Wide, Embed, Phone} {
				do(moment{fmt.Sprintf("%s, step %d, layout %d", l.ID, i, layout), i, now,
					View{Layout: layout, Plan: l.View, Prev: prev, Now: max(now.At, st.At)}, events})
			}
			prev = now
		}
	}
}

// things are the boxes of all that can be hit, a box a shape, without the zones.
func things(shapes []draw.Shape) (ids []string, boxes []rect4) {
	for _, s := range shapes {
		if s.ID != "" && !strings.HasPrefix(s.ID, "zone:") && s.Piece != draw.Stem {
			x0, y0, x1, y1 := s.Bounds()
			ids, boxes = append(ids, s.ID), append(boxes, rect4{x0, y0, x1, y1})
		}
	}
	return ids, boxes
}

func beside(r rect4, x, y float64) float64 {
	return max(r.x0-x, x-r.x1, r.y0-y, y-r.y1, 0)
}

// A token is hit in its middle, and up to 10 px beside it where nothing else is nearer: half
// of what a finger needs. Further away it is not, nor is anything where nothing is near.
func TestATokenIsHitWithinAFingersReach(t *testing.T) {
	const finger = 10
	tried := 0
	everyMoment(t, func(m moment) {
		shapes := Build(m.now, m.view)
		ids, boxes := things(shapes)
		for i, r := range boxes {
			for _, p := range []struct{ x, y float64 }{{r.cx(), r.cy()},
				{r.x0 - finger + .5, r.cy()}, {r.x1 + finger - .5, r.cy()}, {r.cx(), r.y0 - finger + .5}, {r.cx(), r.y1 + finger - .5},
				{r.x0 - finger - .5, r.cy()}, {r.x1 + finger + .5, r.cy()}, {r.cx(), r.y0 - finger - .5}, {r.cx(), r.y1 + finger + .5}} {
				var near []string // of all that is near the nearest
				best := math.Inf(1)
				for j, b := range boxes {
					if d := beside(b, p.x, p.y); d < best-1e-9 {
						best, near = d, []string{ids[j]}
					} else if d < best+1e-9 {
						near = append(near, ids[j])
					}
				}
				got := draw.Hit(shapes, p.x, p.y)
				tried++
				if best <= finger && !slices.Contains(near, got) {
					t.Errorf("%s: %.1f px beside %s, at %.1f, %.1f, a finger hits %q, want %q", m.name, best, ids[i], p.x, p.y, got, near)
				}
				if best > finger && got != "" && !strings.HasPrefix(got, "zone:") {
					t.Errorf("%s: %.1f px beside %s, at %.1f, %.1f, a finger hits %q, want a zone or nothing", m.name, best, ids[i], p.x, p.y, got)
				}
			}
		}
	})
	if tried < 50_000 {
		t.Errorf("only %d points were tried", tried)
	}
}

// A zone is hit everywhere inside it where no token is near, and nowhere else.
func TestAZoneIsHitInsideItAlone(t *testing.T) {
	everyMoment(t, func(m moment) {
		if m.step%3 != int(m.view.Layout) { // the layouts take turns
			return
		}
		shapes := Build(m.now, m.view)
		_, boxes := things(shapes)
		w, h := m.view.Size()
		for x := 7.0; x < w; x += 57 {
			for y := 5.0; y < h; y += 41 {
				if slices.ContainsFunc(boxes, func(r rect4) bool { return beside(r, x, y) <= 12 }) {
					continue
				}
				want := "" // the one painted last
				for _, s := range shapes {
					if x0, y0, x1, y1 := s.Bounds(); strings.HasPrefix(s.ID, "zone:") && x >= x0 && x <= x1 && y >= y0 && y <= y1 {
						want = s.ID
					}
				}
				if got := draw.Hit(shapes, x, y); got != want {
					t.Errorf("%s: at %.0f, %.0f stands %q, want %q", m.name, x, y, got, want)
				}
			}
		}
	})
}

// A title is meant up to 6 px beside its words, and no further.
func TestATitleIsMeantBesideItsWords(t *testing.T) {
	everyMoment(t, func(m moment) {
		shapes := Build(m.now, m.view)
		titles := Titles(shapes)
		near := func(x, y, d float64) bool {
			return slices.ContainsFunc(titles, func(a Title) bool { return beside(rect4{a.X0, a.Y0, a.X1, a.Y1}, x, y) < d })
		}
		for _, a := range titles {
			for _, p := range [][2]float64{{a.X0 - 5.5, a.Y0}, {a.X1 + 5.5, a.Y1}, {a.X0, a.Y0 - 5.5}, {a.X1, a.Y1 + 5.5}} {
				if TitleAt(shapes, p[0], p[1]) == "" {
					t.Errorf("%s: at %.1f, %.1f, beside the title of %s, none is meant", m.name, p[0], p[1], a.Zone)
				}
			}
			for _, p := range [][2]float64{{a.X0 - 7, a.Y0}, {a.X1 + 7, a.Y1}, {a.X0, a.Y0 - 7}, {a.X1, a.Y1 + 7}} {
				if at := TitleAt(shapes, p[0], p[1]); at != "" && !near(p[0], p[1], 7) {
					t.Errorf("%s: at %.1f, %.1f the title of %s is meant", m.name, p[0], p[1], at)
				}
			}
		}
	})
}

// carries reports whether a move takes its thing along.
func carries(m Move) bool { return m.Kind == Slide || m.Kind == Leave }

// A thing goes one way at a time: two moves of it never overlap, the second begins where the
// first ends, and the last ends where the picture has it.
func TestAThingGoesOneWayAtATime(t *testing.T) {
	carried := 0
	everyMoment(t, func(m moment) { carried += oneWay(t, m) })
	if carried < 500 {
		t.Errorf("only %d things moved", carried)
	}
}

// stood is where a thing was: with priorities a key that had two tokens is the one in the line once it has one.
func stood(s *state.State, was, is map[string]*anchor, id string) *anchor {
	if second := was[id+"+"]; s.Priorities() && second != nil && is[id+"+"] == nil {
		return second
	}
	return was[id]
}

// oneWay looks at the moves of a moment and counts the things that they carry.
func oneWay(t *testing.T, m moment) (carried int) {
	t.Helper()
	if m.view.Prev == nil {
		return 0
	}
	moves := Moves(m.view.Prev, m.now, m.events, m.view)
	if total := Total(moves); total > 900+1e-6 {
		t.Errorf("%s: the step moves for %.0f ms, want at most 900", m.name, total)
	}
	before := m.view
	before.Prev, before.Now = nil, m.view.Prev.At
	was, is := anchors(Build(m.view.Prev, before)), anchors(Build(m.now, m.view))
	ways := map[string][]Move{}
	for _, mv := range moves {
		if mv.StartMs < 0 || mv.DurMs <= 0 {
			t.Errorf("%s: %s moves from %.0f ms for %.0f ms", m.name, mv.ID, mv.StartMs, mv.DurMs)
		}
		if carries(mv) {
			ways[mv.ID] = append(ways[mv.ID], mv)
		}
	}
	for id, list := range ways {
		carried++
		slices.SortStableFunc(list, func(a, b Move) int { return int(a.StartMs*1000) - int(b.StartMs*1000) })
		for i, mv := range list {
			from := mv.Path[0]
			if i > 0 {
				last := list[i-1]
				if mv.StartMs < last.StartMs+last.DurMs-1e-6 {
					t.Errorf("%s: %s moves twice at %.0f ms", m.name, id, mv.StartMs)
				}
				if end := last.Path[len(last.Path)-1]; math.Hypot(end.X-from.X, end.Y-from.Y) > 1 {
					t.Errorf("%s: %s jumps from %.0f, %.0f to %.0f, %.0f", m.name, id, end.X, end.Y, from.X, from.Y)
				}
			} else if a := stood(m.now, was, is, id); a != nil && math.Hypot(a.x-from.X, a.y-from.Y) > 1 {
				t.Errorf("%s: %s stands at %.0f, %.0f and sets out from %.0f, %.0f", m.name, id, a.x, a.y, from.X, from.Y)
			}
		}
		last := list[len(list)-1]
		end := last.Path[len(last.Path)-1]
		if b := is[id]; b == nil != (last.Kind == Leave) {
			t.Errorf("%s: %s leaves %v, and is in the picture %v", m.name, id, last.Kind == Leave, b != nil)
		} else if b != nil && math.Hypot(b.x-end.X, b.y-end.Y) > 1 {
			t.Errorf("%s: %s arrives at %.0f, %.0f and stands at %.0f, %.0f", m.name, id, end.X, end.Y, b.x, b.y)
		}
	}
	return carried
}

// Causes move before their effects: what a later event of the step moves sets out when the
// thing before it is about half way, and before it has arrived, so that a step is one story.
func TestWhatAnEventMovesSetsOutAfterItsCause(t *testing.T) {
	pairs := 0
	everyMoment(t, func(m moment) {
		if m.view.Prev == nil {
			return
		}
		c := newCanvas(m.now, &m.view)
		moves := Moves(m.view.Prev, m.now, m.events, m.view)
		last := map[trace.ID]int{} // a key goes the way of its last call
		for i, e := range m.events {
			if e.Op == trace.QueueAdd || e.Op == trace.QueueGet || e.Op == trace.QueueDone || e.Op == trace.QueueStray {
				last[e.Key] = i
			}
		}
		var told []Move
		for i, e := range m.events {
			id := ""
			switch {
			case e.Op == trace.HeapAdd:
				id = "ticket:" + c.unique(e.Key)
			case e.Op == trace.IndexAdd:
				id = "tag:" + m.now.Text(e.Val) + ":" + m.now.Text(e.Key)
			case last[e.Key] == i && (e.Op == trace.QueueAdd || e.Op == trace.QueueGet || e.Op == trace.QueueDone):
				id = c.keyID(e.Key)
			}
			j := slices.IndexFunc(moves, func(mv Move) bool { return mv.ID == id && carries(mv) && !mv.quiet })
			if id != "" && j >= 0 && !slices.ContainsFunc(told, func(mv Move) bool { return mv.ID == id }) {
				told = append(told, moves[j])
			}
		}
		for i := 1; i < len(told); i++ {
			a, b := told[i-1], told[i]
			pairs++
			if part := (b.StartMs - a.StartMs) / a.DurMs; part < .4 || part > 1 {
				t.Errorf("%s: %s sets out when %.0f %% of the way of %s are over, want 40 to 100 %%", m.name, b.ID, part*100, a.ID)
			}
		}
	})
	if pairs < 20 {
		t.Errorf("only %d pairs of moves", pairs)
	}
}

// A lift goes with the key that it holds: it sets out and arrives with it.
func TestALiftGoesWithItsKey(t *testing.T) {
	together := 0
	everyMoment(t, func(m moment) {
		if m.view.Prev == nil {
			return
		}
		c := newCanvas(m.now, &m.view)
		moves := Moves(m.view.Prev, m.now, m.events, m.view)
		find := func(id string) *Move {
			i := slices.IndexFunc(moves, func(mv Move) bool { return mv.ID == id && carries(mv) && len(mv.Path) > 0 })
			if i < 0 {
				return nil
			}
			return &moves[i]
		}
		for i, w := range m.now.Workers {
			key := w.Key
			if i < len(m.view.Prev.Workers) && !w.Busy {
				key = m.view.Prev.Workers[i].Key // it gave it back
			}
			lift, held := find("lift:"+w.Name), find(c.keyID(key))
			if lift == nil || held == nil {
				continue
			}
			together++
			if math.Abs(lift.StartMs-held.StartMs) > 1 || lift.DurMs > held.DurMs+1 {
				t.Errorf("%s: %s goes from %.0f ms for %.0f ms, its key from %.0f ms for %.0f ms", m.name, lift.ID, lift.StartMs, lift.DurMs, held.StartMs, held.DurMs)
			}
		}
	})
	if together < 20 {
		t.Errorf("only %d lifts went with a key", together)
	}
	// A key that is raised after another came goes second, and so does its lift.
	w := simtest.Play(t, sim.Config{Workers: []string{"W1", "W2"}}, "Add a; W1 Get; Add b; Add a")
	s, events := state.New(w.Recorder()), w.Recorder().Since(1)
	got := slices.IndexFunc(events, func(e trace.Event) bool { return e.Op == trace.QueueGet })
	for _, e := range events[:got+1] {
		s.Apply(e)
	}
	now := s.Clone()
	for _, e := range events[got+1:] {
		now.Apply(e)
	}
	for _, mv := range Moves(s, now, events[got+1:], View{}) {
		if mv.ID == "lift:W1" && mv.StartMs < 100 {
			t.Errorf("%s sets out at %.0f ms, its key after b", mv.ID, mv.StartMs)
		} else if mv.ID == "lift:W1" {
			together = 0
		}
	}
	if together != 0 {
		t.Error("the lift of a key that is owed again does not rise")
	}
}

// Motion begins with the picture before, ends with the one after, and jumps nowhere between: a
// thing stands where its way begins until it sets out.
func TestMotionBeginsWhereThePictureBeforeEnded(t *testing.T) {
	everyMoment(t, func(m moment) {
		if m.step%3 == int(m.view.Layout) { // the layouts take turns
			noJump(t, m)
		}
	})
}

// noJump looks at the pictures of a moment's motion.
func noJump(t *testing.T, m moment) {
	t.Helper()
	if m.view.Prev == nil {
		return
	}
	shapes, moves := Build(m.now, m.view), Moves(m.view.Prev, m.now, m.events, m.view)
	places := func(at float64) map[string]*anchor { return anchors(At(shapes, moves, at)) }
	first := places(0)
	for _, mv := range moves {
		if a := first[mv.ID]; mv.Kind == Slide && a != nil && !slices.ContainsFunc(moves, func(o Move) bool { return o.ID == mv.ID && o.Kind == Slide && o.StartMs < mv.StartMs }) &&
			math.Hypot(a.x-mv.Path[0].X, a.y-mv.Path[0].Y) > 1 {
			t.Errorf("%s: at first %s stands at %.0f, %.0f; its way begins at %.0f, %.0f", m.name, mv.ID, a.x, a.y, mv.Path[0].X, mv.Path[0].Y)
		}
	}
	for _, mv := range moves {
		for _, at := range []float64{mv.StartMs, mv.StartMs + mv.DurMs} {
			before, after := places(at-.25), places(at+.25)
			for id, a := range after {
				// The fastest is a way across the whole stage, at its beginning.
				if b := before[id]; b != nil && math.Hypot(a.x-b.x, a.y-b.y) > 6 {
					t.Errorf("%s: at %.0f ms %s jumps from %.0f, %.0f to %.0f, %.0f", m.name, at, id, b.x, b.y, a.x, a.y)
				}
			}
		}
	}
}
