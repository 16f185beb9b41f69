package tell

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
)

// folded is the state after a script.
func folded(t *testing.T, script string) *state.State {
	t.Helper()
	return simtest.Fold(simtest.Play(t, sim.Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}, script))
}

func TestDifferencesAreWhereTheKeysAre(t *testing.T) {
	words := func(key string, args ...string) string { return strings.TrimSpace(key + " " + strings.Join(args, " ")) }
	for _, c := range []struct {
		here, there     string
		want            []string
		hereAt, thereAt int64
	}{
		{"Add a", "Add a", nil, 0, 0},
		{"Add a; W1 Get", "Add a", []string{"a: place.queue n 1 | place.processing worker W1"}, 0, 0},
		{"Add a; W1 Get; Add a", "Add b; Add a", []string{"a: place.queue n 2 | place.both worker W1", "b: place.queue n 1 | place.unknown"}, 0, 0},
		{"AddAfter a 5s", "Add a; W1 Get; W1 Done a", []string{"a: place.outside | place.heap t 5s"}, 0, 0},
		{"Add a; AddAfter a 5s", "Add a", []string{"a: place.queue n 1 | place.and a place.queue n 1 b place.heap t 5s"}, 0, 0},
		{"create p1", "Add b", []string{"p1: place.nowhere | place.served rv 2", "b: place.queue n 1 | place.unknown"}, 0, 0},
		{"create p1; start; run idle", "create p1; start; run idle; update p1", []string{"p1: place.held server 3 store 2 | place.held server 2 store 2"}, 0, 0},
		{"AddAfter a 5s", "AddAfter a 9s", []string{"a: place.heap t 7s | place.heap t 4s"}, 1e9, 2e9},
		{"create p1; start; run idle", "create p1; start; run idle; update p1; delete p1", []string{"p1: place.stored rv 2 | place.held server 2 store 2"}, 0, 0},
	} {
		here, there := folded(t, c.here), folded(t, c.there)
		var got []string
		for _, d := range Differences(here, there, c.hereAt, c.thereAt, words) {
			got = append(got, d.Key+": "+d.There+" | "+d.Here)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("here %q, there %q: %q, want %q", c.here, c.there, got, c.want)
		}
	}
}
