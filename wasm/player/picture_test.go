package player

import (
	"strconv"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// A step forwards builds its picture once: what moved there ends as the picture that is shown.
func TestThePictureOfAStepIsBuiltOnce(t *testing.T) {
	p := newPlayer()
	p.Update(start, Opened{"#s=dirty-and-processing&predict=0"})
	built := func() *draw.Shape { pic, _ := p.Picture(); return &pic.Shapes[0] }
	was := built()
	p.Update(start, Next{})
	moved := &p.drawn[0].Shapes[0]
	if moved == was {
		t.Fatal("the step has the picture of the step before")
	}
	p.Update(start, Arrived{})
	if built() != moved {
		t.Error("the picture was built again when what moved had arrived")
	}
	p.Update(start, Language{"zh"})
	if built() == moved {
		t.Error("another language is shown in the picture from before")
	}
}

// The plan and the composition follow from the page, the link and the room that there is.
func TestTheViewFollowsPageAndRoom(t *testing.T) {
	phone, wide := Resized{W: 390, H: 844, BoxW: 390, BoxH: 400}, Resized{W: 1400, H: 900, BoxW: 1000, BoxH: 600}
	narrow := Resized{W: 1100, H: 800, BoxW: narrowStage - 1, BoxH: 500}
	info := Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"resources":[{"version":"v1","resource":"pods","namespaced":true}]}`)}
	for _, c := range []struct {
		link   string
		room   Resized
		plan   string
		layout scene.Layout
	}{
		{"#s=dirty-and-processing", wide, scene.Workqueue, scene.Wide},
		{"#s=dirty-and-processing", narrow, scene.Workqueue, scene.Embed},
		{"#s=dirty-and-processing", phone, scene.Workqueue, scene.Phone},
		{"#embed&s=dirty-and-processing", wide, scene.Workqueue, scene.Embed},
		{"#s=dirty-and-processing&view=all", narrow, scene.All, scene.Wide},
		{"#s=half-replaced", wide, scene.FIFO, scene.Wide},
		{"#s=half-replaced&view=store", narrow, scene.Store, scene.Embed},
		{"#p=play", wide, scene.All, scene.Wide},
		{"#p=play", phone, scene.Workqueue, scene.Phone},
		{"#p=play&view=workqueue", narrow, scene.Workqueue, scene.Embed},
		{"#p=live", wide, scene.All, scene.Wide},
		{"#p=live&view=workqueue", wide, scene.Workqueue, scene.Live},
		{"#p=live&view=workqueue", narrow, scene.Workqueue, scene.Live},
		{"#p=live&view=store", wide, scene.Store, scene.Wide},
		{"#p=live&view=store", narrow, scene.Store, scene.Wide}, // it has no column beside it
		{"#p=live", phone, scene.Workqueue, scene.Phone},
	} {
		p := opened(c.link, c.room, info)
		if v := p.view(p.Shown()); v.Plan != c.plan || v.Layout != c.layout {
			t.Errorf("%s in %v of %v px: plan %s, layout %v, want %s, %v", c.link, c.room.BoxW, c.room.W, v.Plan, v.Layout, c.plan, c.layout)
		}
	}
}

// Inside a step, what is shown and what was before it are one transition apart.
func TestAPartIsOneTransitionFromThePartBefore(t *testing.T) {
	h := opened("#s=pipeline-under-load&step=3&predict=0").Head
	if h.Parts < 3 {
		t.Fatalf("the step has %d parts, want three at least", h.Parts)
	}
	for k := 1; k <= h.Parts; k++ {
		h.SeekPart(k)
		before := h.Line.At(h.Step - 1)
		if k > 1 {
			before = h.Line.AtPart(h.Step, k-1)
		}
		if now := h.Line.AtPart(h.Step, k); h.Now.Seq != now.Seq || h.Before.Seq != before.Seq {
			t.Errorf("part %d of %d ends with event %d and begins after %d; want %d, after %d", k, h.Parts, h.Now.Seq, h.Before.Seq, now.Seq, before.Seq)
		}
	}
	if h.SeekPart(0); h.Now != h.Whole || h.Before.Seq != h.Line.At(h.Step-1).Seq {
		t.Error("part 0 is not the whole step")
	}
}

// A step back shows the moves of the step from their end to their beginning, twice as fast.
func TestBackIsTheStepReversed(t *testing.T) {
	for _, link := range []string{"#s=dirty-and-processing", "#s=one-hot-key", "#s=first-light&view=all", "#s=half-replaced"} {
		p := opened(link+"&predict=0&key=none", Started{}) // what is focused does not follow the step
		way := func(m Msg, what string) (found Move) {
			for range 2 { // after time has passed
				for _, e := range p.Update(noon, m) {
					if move, ok := e.(Move); ok && move.What == what {
						return move
					}
				}
				m = Arrived{}
			}
			return found
		}
		for n := 1; n <= p.Head.Line.Last(); n++ {
			step, back := way(Next{}, "step"), way(Back{}, "back")
			if step.Frame == nil || back.Frame == nil || step.Ms != 2*back.Ms {
				t.Fatalf("%s, step %d: forwards %v, backwards %v", link, n, step, back)
			}
			for _, part := range []float64{0.25, 0.5, 0.75} {
				there, here := places(step.Frame(part*step.Ms)), places(back.Frame((1-part)*back.Ms))
				for id, at := range there {
					if here[id] != at {
						t.Errorf("%s, step %d, after %.0f %% of its way: %s is at %s, and on its way back at %s", link, n, 100*part, id, at, here[id])
					}
				}
			}
			way(Next{}, "step")
		}
	}
}

// Who steps on or back from inside a step sees the same things move as from its end.
func TestAStepFromInsideAnotherMovesWhatItMoves(t *testing.T) {
	for _, link := range []string{"#s=dirty-and-processing", "#s=one-hot-key", "#s=first-light&view=all", "#s=pipeline-under-load"} {
		link += "&predict=0&key=none" // what is focused does not follow the step
		for n, last := 1, opened(link).Head.Line.Last(); n < last; n++ {
			for _, m := range []Msg{Next{}, Back{}} {
				begins := func(part string) (map[string]string, bool) {
					p := opened(link+"&step="+strconv.Itoa(n)+part, Started{})
					for _, e := range p.Update(noon, m) {
						if move, ok := e.(Move); ok {
							return places(move.Frame(0)), true
						}
					}
					return nil, p.Parts() > 1
				}
				whole, ok := begins("")
				inside, _ := begins("&part=1")
				if !ok || len(inside) != len(whole) {
					t.Fatalf("%s, step %d, %T: %d things move, from its first part on %d", link, n, m, len(whole), len(inside))
				}
				for id, at := range whole {
					if inside[id] != at {
						t.Errorf("%s, step %d, %T: %s sets out from %s, from its first part on from %q", link, n, m, id, at, inside[id])
					}
				}
			}
		}
	}
}

// The ruler of the waits, and how long each lasts, are those of the limiter that was chosen.
func TestTheRulerIsThatOfTheLimiter(t *testing.T) {
	for link, want := range map[string][2]int64{
		"#s=backoff-ladder":                {5e6, 1000e9},
		"#p=play":                          {5e6, 1000e9},
		"#p=play&set=limiter:slow":         {1e9, 60e9},
		"#p=play&set=limiter:slow&z=Add+a": {1e9, 60e9},
	} {
		p := opened(link)
		v := p.view(p.Shown())
		if got := [2]int64{v.Detail.Base, v.Detail.Cap}; got != want {
			t.Errorf("%s: first and longest wait of the picture are %v ns, want %v", link, got, want)
		}
	}
}
