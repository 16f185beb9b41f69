package scene_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

var priorities = sim.Config{Queue: sim.PriorityQueue, Workers: []string{"W1", "W2"}}

// In a queue with priorities a key that a worker holds may stand in the line: it has the worker's colour
// at its edge there and a bar before it, and nothing is wrong.
func TestAHeldKeyInTheLineIsNothingWrong(t *testing.T) {
	s := simtest.Fold(simtest.Play(t, priorities, "Add a; W1 Get; Add a; Add b"))
	edges, bars := 0, 0
	for _, shape := range scene.Build(s, scene.View{Plan: scene.Workqueue, Text: text.For("en").Text, Now: s.At}) {
		if shape.Stroke == draw.Err {
			t.Errorf("something is drawn as wrong: %+v", shape)
		}
		if shape.Piece == draw.RightShoulder && shape.Fill == draw.Proc {
			edges++
		}
		if shape.Piece == draw.RightShoulder && shape.Kind == draw.Path && shape.ID == "key:a+" {
			bars++
		}
	}
	if edges != 2 || bars != 1 { // in the line, and in work
		t.Errorf("%d edges in the worker's colour and %d bars, want 2 and 1", edges, bars)
	}
}

// While all that is in the line has one priority, it looks as client-go's does.
func TestALineOfOnePriorityLooksAsTheOneThatPeopleKnow(t *testing.T) {
	for _, script := range []string{"Add a; Add b", "Add a; Add b; Add c; Add d; Add e; W1 Get", "W1 Get; AddAfter a 5s"} {
		for layout := scene.Wide; layout <= scene.Live; layout++ {
			var line [2]string
			for i, queue := range []string{"", sim.PriorityQueue} {
				s := simtest.Fold(simtest.Play(t, sim.Config{Queue: queue, Workers: []string{"W1"}}, script))
				for _, shape := range scene.Build(s, scene.View{Layout: layout, Text: text.For("en").Text, Now: s.At}) {
					if shape.Kind != draw.Words || strings.HasPrefix(shape.ID, "key:") {
						if shape.Fill != draw.DirtyTint && shape.Fill != draw.ProcTint { // plates are as wide as what they say
							line[i] += draw.Lines([]draw.Shape{shape})
						}
					}
				}
			}
			if line[0] != line[1] {
				t.Errorf("%s, layout %d: with priorities the picture is another\n%s", script, layout, firstDiff(line[1], line[0]))
			}
		}
	}
}

// prioritySteps is what a queue with priorities does in its own way, a step a line.
const prioritySteps = `Add p1 prio=-100
Add p2 prio=-100
Add x
W1 Get
Add x prio=5
Add p2
AddAfter z 5s
Add u prio=5
W2 Get
AddAfter u 9s
Add z
W2 Done
W2 Get
W1 Done
AddAfter p1 1s prio=-100
ShutDown`

// played shows each step of a script.
func played(t *testing.T, cfg sim.Config, script string, do func(step string, before, now *state.State, events []trace.Event)) {
	t.Helper()
	w, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := state.New(w.Recorder())
	for _, name := range cfg.Workers {
		s.AddWorker(name)
	}
	for _, step := range strings.Split(script, "\n") {
		before, from := s.Clone(), s.Seq+1
		for _, one := range strings.Split(step, "; ") {
			l, err := sim.ParseLine(one)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Do(l.Command); err != nil {
				t.Fatalf("%s: %v", one, err)
			}
		}
		events := w.Recorder().Since(from)
		for _, e := range events {
			s.Apply(e)
		}
		do(step, before, s.Clone(), events)
	}
}

func TestPicturesOfAQueueWithPrioritiesAreAsTheGoldensSay(t *testing.T) {
	i := 0
	see := func(name string, v scene.View, s *state.State) {
		golden.Holds(t, filepath.Join("testdata", "priority-"+name+".txt"), draw.Lines(scene.Build(s, v)))
	}
	played(t, priorities, prioritySteps, func(step string, before, now *state.State, _ []trace.Event) {
		i++
		v := scene.View{Prev: before, Text: text.For("en").Text, Trails: true}
		switch i {
		case 2:
			see("one", v, now)
		case 9:
			see("over", v, now)
			v.Layout = scene.Embed
			see("over-embed", v, now)
			v.Layout, v.Text = scene.Phone, text.For("zh").Text
			see("over-phone", v, now)
		case 11:
			see("fetch", v, now)
		case 16:
			see("shut", v, now)
		}
	})
	many := "Add max prio=9223372036854775807; Add min prio=-9223372036854775808; Add max prio=9223372036854775807; W1 Get; Add max prio=9223372036854775807"
	for n := range 90 {
		many += fmt.Sprintf("; Add k%d prio=%d", n, n%3*n/9)
	}
	played(t, priorities, many, func(_ string, _, now *state.State, _ []trace.Event) {
		see("many", scene.View{Text: text.For("en").Text}, now)
		see("many-all", scene.View{Plan: scene.All, Text: text.For("en").Text}, now)
	})
}

// The line of what a step called tells what a queue with priorities does in its own way.
func TestAStepOfAQueueWithPrioritiesIsTold(t *testing.T) {
	var told []string
	played(t, priorities, prioritySteps+"\nAdd q", func(step string, before, now *state.State, _ []trace.Event) {
		for _, shape := range scene.Build(now, scene.View{Prev: before, Text: text.For("en").Text}) {
			if shape.Kind == draw.Words && len(shape.Runs) > 2 && shape.Runs[0].Text == "this step" {
				line := ""
				for _, r := range shape.Runs[2:] {
					line += r.Text
				}
				told = append(told, step+": "+strings.TrimSpace(line))
			}
		}
	})
	want := `Add p1 prio=-100: Add(p1, priority −100)
Add p2 prio=-100: Add(p2, priority −100)
Add x: Add(x)
W1 Get: W1 Get(x)
Add x prio=5: Add(x, priority 5)
Add p2: Add(p2, priority 0)
AddAfter z 5s: AddAfter(z, 5 s)
Add u prio=5: Add(u, priority 5)
W2 Get: W2 Get(u), over x
AddAfter u 9s: AddAfter(u, 9 s)
Add z: Add(z)
W2 Done: W2 Done(u)
W2 Get: W2 Get(p2), over x
W1 Done: W1 Done(x)
AddAfter p1 1s prio=-100: AddAfter(p1, 1 s) is ignored: ready
ShutDown: ShutDown
Add q: Add(q) is ignored`
	if got := strings.Join(told, "\n"); got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}

// In the life of a key its entry is ready or waits, and one that is ready and locked is not free.
func TestTheLifeOfAKeyWithAnEntry(t *testing.T) {
	var all []trace.Event
	var got []string
	played(t, priorities, prioritySteps, func(step string, _, now *state.State, events []trace.Event) {
		all = append(all, events...)
		for _, name := range []string{"x", "z"} {
			key, ok := now.Find(name)
			l := scene.Life{State: now, Key: key, Last: scene.LastCall(all, key), Text: text.For("en").Text}
			if !ok || len(events) == 0 || !strings.Contains(" "+step+" ", " "+name+" ") {
				continue
			}
			strong := ""
			for _, s := range scene.Lifecycle(l, 288) {
				for _, r := range s.Runs {
					if r.Bold && (r.Mono || r.Text == "due") {
						strong += " " + r.Text
					}
				}
			}
			got = append(got, step+": "+strings.Join(scene.LifeStates(l), ", ")+" by"+strong)
		}
	})
	want := "Add x: ready by Add\nAdd x prio=5: both by Add\nAddAfter z 5s: waiting by AddAfter AddRateLimited\nAdd z: ready by Add"
	if strings.Join(got, "\n") != want {
		t.Errorf("the lives are\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// Handlers have not called Add for what has waited and is ready now.
func TestAWaitThatEndsIsNoCallOfAdd(t *testing.T) {
	played(t, priorities, "Add a; AddAfter b 1s\nrun until idle", func(step string, before, now *state.State, _ []trace.Event) {
		said := ""
		for _, shape := range scene.Build(now, scene.View{Prev: before, Text: text.For("en").Text}) {
			if shape.Kind == draw.Words && len(shape.Runs) > 1 && shape.Runs[0].Text == "event handlers" {
				for _, r := range shape.Runs[1:] {
					said += r.Text
				}
			}
		}
		if strings.TrimSpace(said) != "called Add(a)" {
			t.Errorf("%s: event handlers %s", step, said)
		}
	})
}

// Beside a lane whose keys stand in two rows another may be a crowd.
func TestALaneOfTwoRowsStandsBesideACrowd(t *testing.T) {
	many := "Add b"
	for n := range 200 {
		many += fmt.Sprintf("; Add b%d", n)
		if n < 8 {
			many += fmt.Sprintf("; Add a%d prio=1", n)
		}
	}
	played(t, priorities, many, func(_ string, _, now *state.State, _ []trace.Event) {
		named := map[string]bool{}
		for _, s := range scene.Build(now, scene.View{}) {
			named[s.ID] = true
		}
		for n := range 8 {
			if !named[fmt.Sprintf("key:a%d", n)] {
				t.Errorf("a%d of a lane with few keys has no name", n)
			}
		}
	})
}
