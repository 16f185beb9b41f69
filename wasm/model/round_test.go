package model_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// The same list is popped in other pieces by each engine; a round tells them apart.
func TestARoundIsTheStoreAfterEachPop(t *testing.T) {
	l := scenarios.Find("half-replaced")
	for engine, want := range map[string]string{
		"classic": "{p1@5 p2@7} | {p1@5 p2@7} OnUpdate(p1@5 p1@5) | {p1@5 p2@7 p3@51} OnAdd(p3@51) | {p1@5 p3@51} OnDelete(DFSU p2@7)",
		"ordered": "{p1@5 p2@7} | {p1@5} OnDelete(DFSU p2@7) | {p1@5} OnUpdate(p1@5 p1@5) | {p1@5 p3@51} OnAdd(p3@51)",
		"atomic":  "{p1@5 p2@7} | {p1@5 p3@51} OnDelete(DFSU p2@7) OnUpdate(p1@5 p1@5) OnAdd(p3@51)",
	} {
		run, err := l.Run(engine)
		if err != nil {
			t.Fatal(err)
		}
		line := model.New(run.Recorder, run.Steps[0].To, nil)
		for _, st := range run.Steps[1:] {
			line.CutAt(st.Label, st.To, st.At)
		}
		before, pops := line.Round(line.Last())
		if before == nil {
			t.Fatalf("%s: no round at the end", engine)
		}
		told := []string{before.View("S", 0, 0)}
		for _, p := range pops {
			text := p.State.View("S", 0, 0)
			for _, n := range p.Notes {
				text += " " + p.State.CallText(n)
			}
			told = append(told, text)
			if p.Open {
				t.Errorf("%s: a pop is open at the end", engine)
			}
		}
		if got := strings.Join(told, " | "); got != want {
			t.Errorf("%s: %s\nwant %s", engine, got, want)
		}
		if s, none := line.Round(0); s != nil || none != nil {
			t.Errorf("%s: before the first step Round = %v, %v; want nothing", engine, s, none)
		}
	}
}

// Inside a step a round goes as far as its parts do.
func TestARoundGoesAsFarAsThePart(t *testing.T) {
	run, err := scenarios.Find("half-replaced").Run("classic")
	if err != nil {
		t.Fatal(err)
	}
	line := model.New(run.Recorder, run.Steps[0].To, nil)
	for _, st := range run.Steps[1:] {
		line.CutAt(st.Label, st.To, st.At)
	}
	const step = 4 // the first pop
	_, whole := line.Round(step)
	var told []int
	for k := 1; k <= len(line.Parts(step)); k++ {
		_, pops := line.RoundPart(step, k)
		notes := 0
		for _, p := range pops {
			notes += len(p.Notes)
		}
		told = append(told, len(pops)*10+notes)
	}
	if len(whole) != 1 || told[0] != 0 || told[len(told)-1] != 11 || !slices.Contains(told, 10) {
		t.Errorf("ten a pop and one a notice, after each part: %v, after the step %d pops; want 0 first, then 10, 11 last, and one", told, len(whole))
	}
}
