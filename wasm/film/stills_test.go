package film_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
)

var update = flag.Bool("update", false, "take today's pictures as the right ones")

const golden = "testdata/stills.txt"

// Every picture that a lesson is remembered by is as it was when somebody last looked: on
// its newest engine wide, embedded, and on a phone in Chinese. The file holds a sum of what
// is drawn, so a change names the steps to look at.
func TestStillsOfMarkedStepsAreAsLastSeen(t *testing.T) {
	looks := []film.Look{{Lang: "en"}, {Lang: "en", Layout: "embed"}, {Lang: "zh", Layout: "phone"}}
	var now strings.Builder
	for _, l := range scenarios.List() {
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range f.Panels() {
			fmt.Fprintf(&now, "%s --step %d:", l.Number, n)
			for _, k := range looks {
				fmt.Fprintf(&now, " %.8x", sha256.Sum256([]byte(scene.Lines(f.Panel(n, k).Shapes))))
			}
			now.WriteByte('\n')
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	was := map[string]string{}
	for line := range strings.Lines(string(data)) {
		step, sums, _ := strings.Cut(line, ":")
		was[step] = sums
	}
	for line := range strings.Lines(now.String()) {
		step, sums, _ := strings.Cut(line, ":")
		if was[step] != sums {
			t.Errorf("the picture of %s differs: look at it (informerscope render %[1]s -o x.svg, also with --layout embed and --layout phone --lang zh), then go test ./wasm/film -update", step)
		}
		delete(was, step)
	}
	for step := range was {
		t.Errorf("%s is in %s and is no marked step any more", step, golden)
	}
}
