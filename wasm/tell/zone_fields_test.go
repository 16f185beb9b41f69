package tell

import (
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
