package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/text"
)

// priorityVerbs are what is done with a queue with priorities: P is a priority, K a key.
var priorityVerbs = strings.Split("Add K prio=P;Add K prio=P;Add K prio=P;Add K prio=P;Add K;Add K;W1 Get;W2 Get;W3 Get;W1 Get;W2 GetWithPriority;W1 Done;W2 Done;W3 Done;W1 fail;"+
	"W2 fail;W3 ok;AddAfter K 5s prio=P;AddAfter K 40ms prio=P;AddRateLimited K prio=P;AddRateLimited K;run until idle;auto on;auto off;Forget K", ";")

// priorityWalks plays random scripts on a queue with priorities, of few keys or of many, and shows each
// step in each layout.
func priorityWalks(t *testing.T, walks int, do func(*sim.World, moment)) {
	t.Helper()
	for i := range walks {
		dice := rand.New(rand.NewPCG(11, uint64(i)))
		w, err := sim.New(sim.Config{Queue: sim.PriorityQueue, Workers: []string{"W1", "W2", "W3", "W4"}[:1+i%4]})
		if err != nil {
			t.Fatal(err)
		}
		keys := []int{3, 6, 14, 90}[dice.IntN(4)]
		most := []int{1, 2, 3, 6, 40}[dice.IntN(5)]
		steps := 12 + keys
		s, prev := state.New(w.Recorder()), (*state.State)(nil)
		for _, name := range w.Config().Workers {
			s.AddWorker(name)
		}
		for n := range steps {
			verb := priorityVerbs[dice.IntN(len(priorityVerbs))]
			if keys > 20 && n%2 > 0 { // a crowd comes together
				verb = "Add K prio=P"
			}
			if n == steps-2 && i%5 == 0 {
				verb = "ShutDown"
			}
			priority := fmt.Sprint(dice.IntN(most)*50 - 100)
			if most > 20 && n%7 == 0 {
				priority = []string{"9223372036854775807", "-9223372036854775808", "9223372036854775806"}[dice.IntN(3)]
			}
			k := dice.IntN(keys)
			verb = strings.NewReplacer("GetWithPriority", "GetWithPriority", "K", fmt.Sprintf("%s%c%d", []string{"", "shop/web-"}[k%2], 'a'+k%26, k), "P", priority).Replace(verb)
			l, err := sim.ParseLine(verb)
			if err != nil {
				t.Fatal(err)
			}
			if w.Do(l.Command) != nil {
				continue
			}
			var events []trace.Event
			for _, e := range w.Recorder().Since(s.Seq + 1) {
				s.Apply(e)
				events = append(events, e)
			}
			now := s.Clone()
			for layout := Wide; layout <= Live; layout++ {
				plan := []string{Workqueue, All, Workqueue, Heap}[n%4]
				do(w, moment{fmt.Sprintf("walk %d, step %d: %s, layout %d, %s", i, n, verb, layout, plan), n, now,
					View{Layout: layout, Plan: plan, Prev: prev, Now: max(now.At, w.Now()), Text: text.For(text.Langs()[n%2]).Text}, events})
			}
			prev = now
		}
	}
}

// Whatever stands in the line stands in it: each key in its lane, the higher priorities nearer to the way of
// Get, none over another, none over words.
func TestALineWithPrioritiesHasRoomForAll(t *testing.T) {
	lanes, bars, rests, squares := 0, 0, 0, 0
	priorityWalks(t, 24, func(_ *sim.World, m moment) {
		c := newCanvas(m.now, &m.view)
		c.stage()
		w, h := m.view.Size()
		for _, s := range c.Out {
			x0, y0, x1, y1 := s.Bounds()
			if math.IsNaN(x0 + y0 + x1 + y1) {
				t.Fatalf("%s: %v has no place", m.name, s)
			}
			if s.Kind == draw.Words && (x0 < -14 || x1 > w+14 || y0 < -2 || y1 > h+2 || s.Size < 11.9) {
				t.Errorf("%s: %v covers %.0f,%.0f to %.0f,%.0f", m.name, s, x0, y0, x1, y1)
			}
		}
		g := c.plan.cross
		if g == nil {
			g = c.classed(&crossQuarter)
		}
		places, _ := g.queuePlaces(len(m.now.Queue))
		shown := 0
		for _, p := range places {
			if p.at != shown {
				t.Errorf("%s: a place is for %d of the line, want %d", m.name, p.at, shown)
			}
			shown += p.n
			if p.x-p.w/2 < g.trough.x0 || p.x+p.w/2 > g.trough.x1 || p.y-p.h/2 < g.trough.y0 || p.y+p.h/2 > g.trough.y1 {
				t.Errorf("%s: a place at %.0f, %.0f is outside the line", m.name, p.x, p.y)
			}
			if p.style == square {
				squares++
			} else if c.barred(m.now.Queue[p.at]) {
				bars++
			}
		}
		if shown != len(m.now.Queue) {
			t.Errorf("%s: %d keys have a place, of %d", m.name, shown, len(m.now.Queue))
		}
		for i, p := range places {
			for _, q := range places[:i] {
				if math.Abs(p.x-q.x) < (p.w+q.w)/2-.01 && math.Abs(p.y-q.y) < (p.h+q.h)/2-.01 {
					t.Errorf("%s: at %.0f, %.0f two keys of the line stand over each other", m.name, p.x, p.y)
				}
			}
		}
		for i := range g.classes {
			k := &g.classes[i]
			lanes++
			if k.rest {
				rests++
			}
			if i > 0 && (k.at.y1 > g.classes[i-1].at.y0+.01 || k.priority >= g.classes[i-1].priority) {
				t.Errorf("%s: lane %d does not stand over the one before, %+v", m.name, i, g.classes)
			}
			if end := k.at.x0 + g.numbers() + draw.Width(k.label(), classType); end > g.room(k).x0 {
				t.Errorf("%s: %v reaches to %.0f, the keys begin at %.0f", m.name, k.label(), end, g.room(k).x0)
			}
			for _, p := range places {
				if in := p.y > k.at.y0 && p.y < k.at.y1; in != (p.at >= k.from && p.at < k.from+k.n) {
					t.Errorf("%s: key %d of the line is in lane %d: %v", m.name, p.at, i, in)
				}
			}
		}
	})
	if lanes < 1000 || bars < 100 || rests < 50 || squares < 1000 {
		t.Errorf("only %d lanes, %d bars, %d lanes of all that goes behind, %d squares", lanes, bars, rests, squares)
	}
}

// What moves in a queue with priorities goes one way, from where it stood to where it stands, and jumps nowhere.
func TestAKeyWithAPriorityGoesWhereItStands(t *testing.T) {
	carried, nods, both := 0, 0, 0
	priorityWalks(t, 16, func(_ *sim.World, m moment) {
		carried += oneWay(t, m)
		if m.step%8 == int(m.view.Layout) {
			noJump(t, m)
		}
		if m.view.Prev == nil {
			return
		}
		for _, mv := range Moves(m.view.Prev, m.now, m.events, m.view) {
			if strings.HasSuffix(mv.ID, "+") && mv.quiet && len(mv.Path) == 3 {
				nods++
			}
			if strings.HasSuffix(mv.ID, "-") {
				both++
			}
		}
	})
	if carried < 1000 || nods < 5 || both < 3 {
		t.Errorf("only %d things moved, %d nodded, %d were handed back", carried, nods, both)
	}
}

// That the numbers beside the lanes are priorities stands there once: beside the first of them, unless keys would lose their
// names by it, or in the title where the line has no caption of its own.
func TestTheNumbersOfTheLanesHaveAWord(t *testing.T) {
	words, titles, lanes := 0, 0, 0
	priorityWalks(t, 24, func(_ *sim.World, m moment) {
		c := newCanvas(m.now, &m.view)
		g := c.plan.cross
		if g == nil || len(g.classes) == 0 {
			return
		}
		shapes := Build(m.now, m.view)
		said := func(what string) (at []rect4) {
			for _, s := range shapes {
				if s.Kind == draw.Words && plainRuns(s.Runs) == strings.ReplaceAll(m.view.Text(what), "*", "") {
					at = append(at, around(s, 0))
				}
			}
			return at
		}
		lanes++
		word, title := said("form.priority"), said("prio.stage.dirty.lanes.short")
		words, titles = words+len(word), titles+len(title)
		switch top := g.classes[len(g.classes)-1]; {
		case len(g.notes) == 0:
			if len(word) != 0 || len(title) != 1 {
				t.Errorf("%s: %d words beside the numbers, %d in the title, want the title's", m.name, len(word), len(title))
			}
		case len(title) > 0 || len(word) > 1:
			t.Errorf("%s: %d words beside the numbers, %d in the title, want one at most, and beside them", m.name, len(word), len(title))
		case len(word) == 1:
			if at := word[0]; !top.at.holds(at) || at.x1 > g.trough.x0+g.numbers()-4 {
				t.Errorf("%s: the word stands at %v, the numbers of the lane %v begin at %.0f", m.name, at, top.at, g.trough.x0+g.numbers())
			}
		default:
			named := 0
			for _, k := range g.classes {
				named += k.named
			}
			l := *g
			l.classes, l.form, l.word = slices.Clone(g.classes), classForms[len(classForms)-1], c.Msg("form.priority")
			if l.nameAll() >= named {
				t.Errorf("%s: %d of the keys have names, and would have beside the word, which is left out", m.name, named)
			}
		}
	})
	if lanes < 300 || words < lanes/3 || titles < 20 {
		t.Errorf("of %d pictures with lanes %d have the word beside them, and %d in the title", lanes, words, titles)
	}
}

// plainRuns is what runs say.
func plainRuns(runs []draw.Run) (said string) {
	for _, r := range runs {
		said += r.Text
	}
	return said
}

// What comes into a lane does not go over the numbers of the lanes, in any layout.
func TestWhatComesIntoALaneDoesNotPassOverTheirNumbers(t *testing.T) {
	came := 0
	priorityWalks(t, 24, func(_ *sim.World, m moment) {
		c := newCanvas(m.now, &m.view)
		if m.view.Prev == nil || c.plan.cross == nil {
			return
		}
		g := c.plan.cross
		var numbers []rect4
		for i := range g.classes {
			k := &g.classes[i]
			said := draw.Shape{Kind: draw.Words, X: k.at.x0 + g.numbers(), Y: k.at.cy() + classType*.35, Size: classType, Runs: k.label()}
			numbers = append(numbers, around(said, 2)) // as Trail keeps dots away from words
			if said.X, said.Runs = k.at.x0+8, []draw.Run{{Text: g.word}}; i == len(g.classes)-1 && g.word != "" {
				numbers = append(numbers, around(said, 2))
			}
		}
		for _, mv := range Moves(m.view.Prev, m.now, m.events, m.view) {
			if len(numbers) == 0 || mv.Kind != Slide && mv.Kind != Leave {
				continue
			}
			if mv.fresh && strings.HasPrefix(mv.ID, "key:") {
				came++
			}
			at := mv.Path[0]
			if !mv.fresh && at.X < g.trough.x0+g.gutter && g.trough.holds(rect4{at.X, at.Y, at.X, at.Y}) {
				continue // it stood where what is said of the lanes has grown to
			}
			if way := behind(mv.Path, numbers); !slices.Equal(way, mv.Path) {
				t.Errorf("%s: %s goes %v, over a number of the lanes", m.name, mv.ID, mv.Path)
			}
		}
	})
	if came < 200 {
		t.Errorf("only %d keys came into lanes", came)
	}
}

// The ring of a key in the line touches no other key, however close they stand, with priorities or without.
func TestTheRingOfAKeyInTheLineTouchesNoOther(t *testing.T) {
	rings := 0
	look := func(m moment, focus string) {
		m.view.Focus = focus
		shapes := Build(m.now, m.view)
		at := slices.IndexFunc(shapes, func(s draw.Shape) bool { return s.ID == focus && s.Piece == draw.Focus })
		if at < 0 { // of a crowd not all have names
			return
		}
		rings++
		outer := around(shapes[at], shapes[at].StrokeWidth/2)
		for _, s := range shapes {
			if s.Kind != draw.Rect || s.ID == focus || !strings.HasPrefix(s.ID, "key:") || s.Stroke == draw.None || s.ID == strings.TrimSuffix(focus, "+") {
				continue
			}
			if o := around(s, s.StrokeWidth/2); min(o.x1, outer.x1) > max(o.x0, outer.x0) && min(o.y1, outer.y1) > max(o.y0, outer.y0) {
				t.Errorf("%s: the ring of %s %v touches %s %v", m.name, focus, outer, s.ID, o)
			}
		}
	}
	priorityWalks(t, 12, func(_ *sim.World, m moment) {
		if n := len(m.now.Queue); n > 0 {
			look(m, KeyID(m.now, m.now.Queue[m.step%n]))
		}
	})
	script := "Add k0"
	for n := range 70 {
		if n > 0 {
			script += fmt.Sprintf("; Add k%d", n)
		}
		s := simtest.Fold(simtest.Play(t, sim.Config{}, script))
		for layout := Wide; layout <= Live; layout++ {
			look(moment{fmt.Sprintf("%d keys, layout %d", n, layout), n, s, View{Layout: layout, Now: s.At}, nil}, fmt.Sprintf("key:k%d", n/2))
		}
	}
	if rings < 300 {
		t.Errorf("only %d keys had a ring", rings)
	}
}

// A ghost stands in the trough or outside of it, not across its edge: where lanes become one line, there is none.
func TestNoGhostStandsAcrossTheEdgeOfTheTrough(t *testing.T) {
	stood := 0
	priorityWalks(t, 24, func(_ *sim.World, m moment) {
		if m.view.Prev == nil {
			return
		}
		c := newCanvas(m.now, &m.view)
		c.stage()
		if c.plan.cross == nil {
			return
		}
		trough := c.plan.cross.trough
		for _, s := range Trail(nil, Moves(m.view.Prev, m.now, m.events, m.view)) {
			if s.Kind != draw.Rect {
				continue
			}
			stood++
			b := around(s, 0)
			if mid := (b.x0 + b.x1) / 2; trough.x0 < mid && mid < trough.x1 && b.y0 < trough.y0-1 && b.y1 > trough.y0+1 {
				t.Errorf("%s: a ghost at %v, and the trough is %v", m.name, b, trough)
			}
		}
	})
	if stood < 50 {
		t.Errorf("only %d ghosts stood anywhere", stood)
	}
}

// The way of Get leads to who took the key, past a lift that is up, not to the place under that lift.
func TestTheWayOfGetLeadsToWhoTookTheKey(t *testing.T) {
	for _, queue := range []string{"", sim.PriorityQueue} {
		w := simtest.Play(t, sim.Config{Queue: queue, Workers: []string{"W1", "W2"}}, "Add a; W1 Get; Add a; Add b; W2 Get")
		s := simtest.Fold(w)
		for _, layout := range []Layout{Wide, Embed} {
			v := View{Layout: layout, Plan: Workqueue, Now: s.At}
			c := newCanvas(s, &v)
			c.stage()
			g := c.plan.cross
			lanes, y := c.lanes(g), g.low-g.get.up
			var tips []float64
			for _, s := range c.Out {
				if b := around(s, 0); head(s) && math.Abs((b.y0+b.y1)/2-y) < 1 {
					tips = append(tips, b.x1)
				}
			}
			if len(tips) != 1 || tips[0] < lanes[0].x+20 || tips[0] > lanes[1].x-lanes[1].w/2 {
				t.Errorf("queue %q, layout %d: Get leads to %v; W1 is lifted at %.0f, W2 took at %.0f", queue, layout, tips, lanes[0].x, lanes[1].x)
			}
		}
	}
}

// An Add that fetches a key from the ruler goes beside what is written between ruler and line, where there is room.
func TestTheWayOfAFetchedKeyGoesBesideTheCaptions(t *testing.T) {
	for _, wait := range []string{"40ms", "1s", "4s", "5s", "60s"} {
		w := simtest.Play(t, sim.Config{Queue: sim.PriorityQueue, Workers: []string{"W1"}}, "AddAfter a "+wait+"; Add b")
		prev := simtest.Fold(w)
		line, err := sim.ParseLine("Add a")
		if err != nil || w.Do(line.Command) != nil {
			t.Fatal(err)
		}
		now := simtest.Fold(w)
		for _, layout := range []Layout{Wide, Embed} {
			v := View{Layout: layout, Plan: Workqueue, Prev: prev, Now: now.At, Text: text.For("en").Text}
			var words []rect4
			for _, s := range Build(now, v) {
				if s.Kind == draw.Words && s.ID == "" {
					words = append(words, around(s, 2))
				}
			}
			for _, mv := range Moves(prev, now, w.Recorder().Since(prev.Seq+1), v) {
				if way := behind(mv.Path, words); mv.ID == "key:a" && mv.Kind == Slide && !slices.Equal(way, mv.Path) {
					t.Errorf("layout %d, after %s: the way is %v, through words", layout, wait, mv.Path)
				}
			}
		}
	}
}
