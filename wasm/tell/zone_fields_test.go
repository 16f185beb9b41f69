package tell

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// What a field holds is what the state holds at that step.
func TestZonesShowTheValuesOfTheStep(t *testing.T) {
	run, line := lesson(t, scenarios.Find("dirty-and-processing"), "")
	for _, c := range []struct{ zone, field, want string }{
		{"dirty", "dirty", "{a b}"}, {"queue", "queue", "[b]"}, {"processing", "processing", "{a}"}, {"queue", "shuttingDown", "false"},
		{"heap", "waitingForQueue", "[]"}, {"heap", "baseDelay", "5ms"}, {"heap", "maxDelay", "16m40s"},
	} {
		if got := valueOf(line.At(5), run.World, c.zone, c.field); got != c.want {
			t.Errorf("step 5: %s of %s is %s, want %s", c.field, c.zone, got, c.want)
		}
	}
	run, line = lesson(t, scenarios.Find("half-replaced"), "classic")
	for _, c := range []struct{ zone, field, want string }{
		{"fifo", "items", "[p1:[Replaced@5] p3:[Replaced@51] p2:[Deleted(DFSU)@7]]"}, {"fifo", "queue", "[p1 p3 p2]"}, {"store", "items", "{p1@5 p2@7}"},
		{"reflector", "lastSyncResourceVersion", `"51"`}, {"handlers", "pendingNotifications", "h1:0"},
	} {
		if got := valueOf(line.At(3), run.World, c.zone, c.field); got != c.want {
			t.Errorf("half-replaced, step 3: %s of %s is %s, want %s", c.field, c.zone, got, c.want)
		}
	}
}

func valueOf(s *state.State, world *sim.World, zone, name string) string {
	for _, g := range Behind(zone, s, world) {
		for _, f := range g.Fields {
			if f.Name == name {
				return f.Value
			}
		}
	}
	return "nothing"
}

// A resync period that is asked for after the start is seen: what was asked, what is granted, and
// when the next resync is due, in the state, the fields and the caption.
func TestAResyncPeriodAskedForLateIsTold(t *testing.T) {
	l, err := scenarios.Parse("late.iq", `id: late
title: late
question: late?
engines: atomic
handlers: early=observe
server: rv=10 p1@5/n1
resync: 1h
sources: k/k#1

start
run until idle

+1s add-handler late=observe,resync=5m

run until t=2h
`)
	if err != nil {
		t.Fatal(err)
	}
	run, line := lesson(t, l, "")
	step := 2 // of each word that lets actors act come steps of its own
	for !strings.HasPrefix(line.Step(step).Label, "AddEventHandler(") {
		if step++; step > line.Last() {
			t.Fatal("the lesson has no step in which a handler registers")
		}
	}
	if got := line.At(step).View("resync", 0, 0); got != "{early:1h0m0s@1h0m0s late:1h0m0s@1h0m1s}" {
		t.Errorf("resync=%s", got)
	}
	for field, want := range map[string]string{"requestedResyncPeriod": "early:1h0m0s late:1h0m0s", "resyncPeriod": "early:1h0m0s late:1h0m0s", "nextResync": "early:1h0m0s late:1h0m1s"} {
		if got := valueOf(line.At(step), run.World, "handlers", field); got != want {
			t.Errorf("%s of the handlers is %s, want %s", field, got, want)
		}
	}
	for lang, want := range map[string]string{
		"en": "**late asked for a resync every 5m and gets one every 1h:** no more often than the running informer checks.",
		"zh": "**late 要求每 5m resync 一次，得到的是每 1h 一次：**不会比运行中的 informer 检查得更勤。",
	} {
		if got := to(lang).Caption(at(line, step)); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", lang, got, want)
		}
	}
	if got := line.At(line.Last()).View("resync", 0, 0); got != "{early:1h0m0s@3h0m0s late:1h0m0s@3h0m0s}" {
		t.Errorf("after 2 h, resync=%s", got)
	}
}
