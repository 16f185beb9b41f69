package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/machine"
)

// outlives are the verbs of random runs whose effect is no part of the program: what is written at the API
// server and how it answers. What hangs on an open watch or on the next request ends with the program.
var outlives = []string{"create", "update", "delete", "compact", "partition", "heal", "latency", "end-mark"}

// A program that was started anew is one that has just been made: whatever came before, nobody can tell it from
// the first program of a World whose API server has the same past, and whose workers and knobs are those that were set.
func TestAfterARestartTheProgramIsOneThatWasJustMade(t *testing.T) {
	var compared, fewer, scripted int
	for _, cfg := range worlds() {
		for seed := range uint64(3) {
			cfg.Seed = seed
			w, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			r := machine.Rand(seed*7919 + 3)
			for range 3 {
				alone := func(c Command) bool { // it leaves the API server as another program finds it
					v := verbs[c.Verb]
					return v.serve == nil || slices.Contains(outlives, c.Verb)
				}
				random := func() Command {
					switch r.Below(40) {
					case 0, 1, 2:
						return Command{Verb: "set", Text: "workers", Value: float64(r.Below(5))}
					case 3, 4:
						return Command{Verb: "set", Text: "duration", After: time.Duration(r.Below(3000)) * time.Millisecond}
					case 5:
						return Command{Verb: []string{"ShutDown", "ShutDownWithDrain"}[r.Below(2)]}
					case 6:
						return Command{Verb: "panic", Actor: "W1", Text: uncaught}
					}
					c := randomCommand(&r, w.inf != nil)
					if c.Text == "failure" {
						c.Value = float64(r.Below(2)) // the dice are not told apart
					}
					return c
				}
				for range 120 {
					switch c := random(); r.Below(3) {
					case 0:
						w.Advance(time.Duration(r.Below(400)) * time.Millisecond)
					case 1:
						w.StepActor("")
					default:
						if alone(c) && c.Verb != "restart" {
							_ = w.Do(c) // a refusal changes nothing
						}
					}
				}
				drain := Command{Verb: "ShutDownWithDrain"}
				if r.Below(2) == 0 {
					_ = w.Do(drain)
				}
				how := []string{"", "", "start=stream", "pages=1 start=list", "resync=2s"}[r.Below(5)]
				if w.inf == nil {
					how = ""
				}
				asks, _ := parseAsks(how, w.asks)
				names, scripts := w.Workers(), map[string][]op{}
				for _, k := range w.workers {
					if slices.Contains(names, k.name) {
						scripts[k.name] = k.script
					}
				}
				if len(names) < len(w.workers) {
					fewer++
				}
				if err := w.Do(Command{Verb: "restart", Text: how}); err != nil {
					t.Fatal(err)
				}
				fresh := justMade(t, w, asks, names, scripts)
				for _, s := range w.workers {
					if len(s.script) != len(w.defaultScript()) {
						scripted++
					}
				}
				for n := range 60 {
					if got, want := look(w), look(fresh); got != want {
						t.Fatalf("%s, %s, seed %d, %d commands after restart %s: the program is\n%s\none that was just made is\n%s", cfg.Engine, cfg.Start, seed, n, how, got, want)
					}
					compared++
					c := random()
					switch {
					case n == 0 && w.inf != nil:
						c = Command{Verb: "start"}
					case n == 40:
						c = drain
					case n%3 == 0:
						d := time.Duration(r.Below(400)) * time.Millisecond
						w.Advance(d)
						fresh.Advance(d)
						continue
					case n%3 == 1:
						c = Command{Verb: "step"}
					}
					if !alone(c) || c.Verb == "restart" {
						continue
					}
					if did, would := w.Do(c), fresh.Do(c); (did == nil) != (would == nil) {
						t.Fatalf("%s, seed %d: after restart %s gives %v, where the program was just made %v", cfg.Engine, seed, c, did, would)
					}
				}
			}
		}
	}
	if t.Logf("%d comparisons, %d restarts with workers who had left, %d with a script", compared, fewer, scripted); fewer < 10 || scripted < 10 {
		t.Error("the runs are too tame")
	}
}

// look is what the machines of w have, and who acts when.
func look(w *World) string {
	return strings.Join(w.picture(0), "\n") + fmt.Sprintf("\n%v %s", w.Actors(), w.Result())
}

// justMade is a World that has the API server of w, and a program that asks so, has these workers, and has done nothing.
func justMade(t *testing.T, w *World, asks asks, names []string, scripts map[string][]op) *World {
	t.Helper()
	cfg := w.cfg
	cfg.Workers, cfg.Handlers, cfg.Start, cfg.Pages, cfg.Resync = []string{}, nil, asks.start, asks.pages, asks.resync
	fresh, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	auto := Command{Verb: "auto", Text: "off"}
	for _, c := range w.log {
		switch {
		case slices.Contains(outlives, c.Verb), c.Verb == "set" && c.Text != "workers":
			fresh.AdvanceTo(c.At)
			_ = fresh.Do(c.Command)
		case c.Verb == "auto":
			auto = c.Command
		}
	}
	fresh.AdvanceTo(w.now)
	fresh.cfg.Workers = w.cfg.Workers
	for _, h := range w.cfg.Handlers { // they count time from when they are added
		give(t, fresh, "add-handler "+h)
	}
	for _, name := range names {
		fresh.addWorker(name).script = scripts[name]
	}
	fresh.refresh()
	give(t, fresh, auto.String())
	fresh.rand = w.rand
	return fresh
}
