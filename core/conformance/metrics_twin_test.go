package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// What the page shows as metrics is a fold of the events (state.Metrics). Here the same
// calls go to client-go's queue with a provider, and after each step both say the same.

// reading is what all seven metrics say: counts, and times in seconds.
type reading struct {
	depth, adds, retries float64
	unfinished, longest  float64
	latency, work        []float64 // all that was observed
}

// said reads client-go's side. A gauge that was never told is 0.
func (p *theirProvider) said() reading {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := func(name string) float64 {
		if v := p.told["q "+name]; len(v) > 0 {
			return v[len(v)-1]
		}
		return 0
	}
	return reading{last("depth"), last("adds"), last("retries"), last("unfinished"), last("longest"),
		append([]float64(nil), p.told["q latency"]...), append([]float64(nil), p.told["q work"]...)}
}

// differs names the first metric that differs, "" when none does. The clock of the sampling
// is a nanosecond ahead, so times are compared to a microsecond.
func differs(m state.Metrics, r reading) string {
	for _, v := range []struct {
		name         string
		ours, theirs float64
	}{
		{"depth", float64(m.Depth), r.depth}, {"adds", float64(m.Adds), r.adds}, {"retries", float64(m.Retries), r.retries},
		{"unfinished", float64(m.Unfinished) / 1e9, r.unfinished}, {"longest", float64(m.Longest) / 1e9, r.longest},
	} {
		if math.Abs(v.ours-v.theirs) > 1e-6 {
			return fmt.Sprintf("%s: the fold says %v, client-go %v", v.name, v.ours, v.theirs)
		}
	}
	if s := histogramDiffers("latency", m.Latency, r.latency); s != "" {
		return s
	}
	return histogramDiffers("work", m.Work, r.work)
}

func histogramDiffers(name string, h state.Histogram, observed []float64) string {
	var want state.Histogram
	for _, v := range observed {
		want.Observe(int64(math.Round(v * 1e9)))
	}
	if h != want {
		return fmt.Sprintf("%s: the fold says %+v, client-go %+v of %v", name, h, want, observed)
	}
	return ""
}

// compareMetrics plays a lesson on both sides and returns the first difference and how many
// steps were compared.
func compareMetrics(t *testing.T, l *scenarios.Lesson) (difference string, steps int) {
	t.Helper()
	run, err := l.Run("workqueue")
	if err != nil {
		t.Fatal(err)
	}
	m, folded := state.NewMetrics(), uint64(0)
	synctest.Test(t, func(t *testing.T) {
		provider := &theirProvider{}
		q := newRealQueue(l, "workqueue", stringKeys(), provider)
		time.Sleep(time.Nanosecond) // a sample and a call at the same moment: the sample comes first
		start := time.Now()
		q.start, q.heap.start = start, start
		for n, it := range l.Items {
			for i := range it.Calls {
				if err := q.do(&it.Calls[i]); err != nil {
					difference = err.Error()
				}
			}
			at := time.Duration(run.Steps[n].At)
			time.Sleep(at - time.Since(start))
			synctest.Wait()
			for ; folded < run.Steps[n].To; folded++ {
				m.Apply(run.Recorder.Event(folded + 1))
			}
			m.Advance(int64(at))
			if !run.Steps[n].Rest { // a worker of ours is still to wake, client-go's has
				continue
			}
			if d := differs(m.Reading(), provider.said()); d != "" && difference == "" {
				difference = fmt.Sprintf("%s:%d after %q at %s: %s", l.File, it.Line, it.Label, at, d)
			}
			steps++
		}
		q.ShutDown()
		for range q.workers { // who waits inside Get goes home
			synctest.Wait()
		}
	})
	return difference, steps
}

// The metrics beside the picture are those client-go has, after every step of every lesson
// about the work queue.
func TestMetricsOfEveryLessonAreClientGos(t *testing.T) {
	lessons, _ := ofClientGo()
	for _, l := range lessons {
		if l.Engines[0] != "workqueue" || pointers(l) {
			continue
		}
		t.Run(l.ID, func(t *testing.T) {
			difference, steps := compareMetrics(t, l)
			if difference != "" {
				t.Error(difference)
			}
			t.Logf("%s %s: %d steps", l.Number, l.ID, steps)
		})
	}
}

// And after every step of random ones, with stray and double Dones, delays that are due at
// once, half seconds that end with a call, and shutdowns.
func TestMetricsOfRandomScriptsAreClientGos(t *testing.T) {
	for seed := range scripts(120) {
		text := randomLesson(rand.New(rand.NewPCG(seed, 18)))
		l, err := scenarios.Parse("random.iq", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if difference, _ := compareMetrics(t, l); difference != "" {
			t.Fatalf("seed %d: %s\n%s", seed, difference, text)
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
