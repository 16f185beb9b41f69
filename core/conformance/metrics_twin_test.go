package conformance

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// What the page shows as metrics is a fold of the events (state.Metrics). Lessons about the work queue compare
// it with what client-go's queue tells its provider after each step, and so do random ones here, with stray and
// double Dones, delays that are due at once, half seconds that end with a call, and shutdowns.
func TestMetricsOfRandomScriptsAreClientGos(t *testing.T) {
	for seed := range scripts(120) {
		text := randomLesson(rand.New(rand.NewPCG(seed, 18)))
		l, err := scenarios.Parse("random.iq", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		differs := ""
		seen := verify(t, func(format string, args ...any) { differs += fmt.Sprintf(format, args...) + "\n" }, l, "workqueue")
		if differs != "" || seen["metrics"] != len(l.Items) {
			t.Fatalf("seed %d: compared %s\n%s\n%s", seed, seen, differs, text)
		}
		_, steps, _ := strings.Cut(strings.TrimSpace(text), "== c c\n")
		coverLines("metrics", strings.Split(verbsOf.ReplaceAllString(steps, ""), "\n"))
	}
}

// verbsOf is what stands before the verb of a line: a wait, a worker.
var verbsOf = regexp.MustCompile(`(?m)^(\+\S+ )?(W\d )?`)

// randomLesson is a lesson of commands that a World takes. A Get that would wait is left out:
// client-go's waiting worker takes the next key without being asked. It ends before two keys
// become due at the same moment: client-go takes them in the order of its heap (D06), so the
// next Get may return another key.
func randomLesson(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("id: random\nnumber: X\ntitle: t\nquestion: q?\ntrack: workqueue\nlevel: 1\nengines: workqueue\nview: workqueue\nworkers: W1 W2\n\n== c c\n")
	w, err := sim.New(sim.Config{Workers: []string{"W1", "W2"}})
	if err != nil {
		panic(err)
	}
	s, shut := state.New(w.Recorder()), false
	var passed, wait time.Duration // up to the last line, and since
	for range 30 {
		key, text := string(rune('a'+r.IntN(3))), ""
		switch r.IntN(12) {
		case 0, 1, 2:
			text = "Add " + key
		case 3:
			text = fmt.Sprintf("AddAfter %s %dms", key, []int{0, 1, 300, 500, 2000}[r.IntN(5)])
		case 4:
			text = "AddRateLimited " + key
		case 5, 6, 7, 8:
			text = fmt.Sprintf("W%d Get", 1+r.IntN(2))
		case 9, 10:
			text = "Done " + key
		case 11:
			if r.IntN(6) > 0 {
				continue
			}
			text = "ShutDown"
		}
		if r.IntN(3) > 0 {
			wait += time.Duration([]int{1, 100, 250, 500, 1000, 1500, 3600_000}[r.IntN(7)]) * time.Millisecond
		}
		if wait > 0 {
			text = fmt.Sprintf("+%s %s", wait, text)
		}
		line, err := sim.ParseLine(text)
		if err != nil {
			panic(err)
		}
		w.AdvanceTo(int64(passed + wait))
		for _, e := range w.Recorder().Since(s.Seq + 1) {
			s.Apply(e)
		}
		if line.Verb == "Get" && len(s.Queue) == 0 && !shut {
			continue // but its wait has passed, and stands before the next line
		}
		if w.Do(line.Command) == nil {
			for _, e := range w.Recorder().Since(s.Seq + 1) {
				s.Apply(e)
			}
			if dueTogether(s.Sorted()) {
				break
			}
			fmt.Fprintln(&b, text)
			passed, wait = passed+wait, 0
		}
		shut = shut || line.Verb == "ShutDown"
	}
	return b.String()
}

// dueTogether reports whether two of the keys, in order, become due at the same moment.
func dueTogether(waiting []state.Wait) bool {
	for i := 1; i < len(waiting); i++ {
		if waiting[i].Due == waiting[i-1].Due {
			return true
		}
	}
	return false
}
