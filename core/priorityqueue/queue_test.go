package priorityqueue

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/core/workqueue"
	"k8s.io/klog/v2"
	testclock "k8s.io/utils/clock/testing"
)

// getter calls GetWithPriority until the queue is shut down, and says what it got.
func getter(q *Queue[string, AddOpts], got *[]string, mu *sync.Mutex) {
	for {
		key, priority, shutdown := q.GetWithPriority()
		if shutdown {
			return
		}
		mu.Lock()
		*got = append(*got, fmt.Sprint(key, ":", priority))
		mu.Unlock()
	}
}

// Whatever makes a key ready that can be taken wakes one who waits in Get, and ShutDown all.
func TestWhoWaitsInGetIsWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config[string]{})
		var mu sync.Mutex
		var got []string
		for range 3 {
			go getter(q, &got, &mu)
		}
		want := func(keys string) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if said := strings.Join(got, " "); said != keys {
				t.Fatalf("handed out %q, want %q", said, keys)
			}
			got = nil
		}
		want("")
		q.Add("a")
		want("a:0")
		q.Add("a")
		want("") // a worker has it
		if n := q.Len(); n != 1 {
			t.Errorf("Len() = %d while a stands in the line and is worked on, want 1", n)
		}
		q.Done("a")
		want("a:0")
		q.AddWithOpts(AddOpts{After: time.Second, Priority: new(-100)}, "b")
		want("")
		time.Sleep(time.Second)
		want("b:-100")
		q.AddRateLimited("c")
		q.AddRateLimited("c")
		if n := q.NumRequeues("c"); n != 2 {
			t.Errorf("NumRequeues() = %d, want 2", n)
		}
		time.Sleep(5*time.Millisecond - 1)
		want("")
		time.Sleep(time.Nanosecond)
		want("c:0") // the earlier of the two
		q.Forget("c")
		if n := q.NumRequeues("c"); n != 0 {
			t.Errorf("NumRequeues() = %d after Forget, want 0", n)
		}
		q.AddAfter("d", time.Hour)
		q.Add("d")
		want("d:0")
		q.AddAfter("e", time.Hour)
		q.ShutDownWithDrain() // waits for nobody, though all are worked on
		time.Sleep(2 * time.Hour)
		want("")
		if !q.ShuttingDown() || q.Len() != 0 {
			t.Errorf("after ShutDown: ShuttingDown() = %t, Len() = %d", q.ShuttingDown(), q.Len())
		}
		q.AddRateLimited("f")
		if n := q.NumRequeues("f"); n != 0 {
			t.Errorf("after ShutDown a failure is counted: %d", n)
		}
	})
}

// What is ready at ShutDown is left undone.
func TestShutDownLeavesWhatIsReady(t *testing.T) {
	q := New(Config[string]{})
	q.Add("a")
	q.ShutDown()
	if key, shutdown := q.Get(); !shutdown {
		t.Errorf("Get() after ShutDown = %q, want shutdown", key)
	}
	if n := q.Len(); n != 1 {
		t.Errorf("Len() after ShutDown = %d, want 1", n)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "call it once") {
			t.Errorf("a second ShutDown panics with %v, want words", r)
		}
		if !q.ShuttingDown() { // and the lock is free
			t.Error("not shut down")
		}
	}()
	q.ShutDown()
}

// Many callers at once: no key is with two workers, and each is worked on after its last Add.
func TestManyWorkersNeverShareAKey(t *testing.T) {
	for _, named := range []bool{false, true} {
		config := Config[string]{}
		if named {
			config.Name, config.MetricsProvider = "busy", &provider{}
		}
		q := New(config)
		var mu sync.Mutex
		holds, added, worked := map[string]bool{}, map[string]int{}, map[string]int{}
		var workers, adders sync.WaitGroup
		idle := make(chan struct{}, 1)
		for range 4 {
			workers.Go(func() {
				for {
					key, _, shutdown := q.GetWithPriority()
					if shutdown {
						return
					}
					mu.Lock()
					if holds[key] {
						t.Errorf("two workers hold %s", key)
					}
					holds[key], worked[key] = true, added[key]
					mu.Unlock()
					mu.Lock()
					holds[key] = false
					mu.Unlock()
					q.Done(key)
					select {
					case idle <- struct{}{}:
					default:
					}
				}
			})
		}
		for g := range 4 {
			adders.Go(func() {
				for i := range 2000 {
					key := fmt.Sprint("k", (i*7+g)%20)
					mu.Lock()
					added[key]++
					mu.Unlock()
					q.AddWithOpts(AddOpts{Priority: new(i % 3), After: time.Duration(i%2) * time.Microsecond}, key)
				}
			})
		}
		adders.Wait()
		all := func() bool {
			mu.Lock()
			defer mu.Unlock()
			for key, n := range added {
				if worked[key] != n || holds[key] {
					return false
				}
			}
			return q.Len() == 0
		}
		for !all() {
			<-idle
		}
		q.ShutDown()
		workers.Wait()
	}
}

// A clock of the caller's is the only one: nothing happens until it moves.
func TestTheClockIsTheCallers(t *testing.T) {
	c := testclock.NewFakeClock(time.Unix(0, 0))
	q := New(Config[string]{Clock: c})
	defer q.ShutDown()
	q.AddAfter("a", time.Minute)
	q.AddAfter("b", time.Second)
	if q.Len() != 0 {
		t.Errorf("Len() = %d before the clock moves, want 0", q.Len())
	}
	c.Step(time.Second)
	if key, _ := q.Get(); key != "b" {
		t.Errorf("Get() = %q, want b", key)
	}
	c.Step(time.Hour)
	if key, _ := q.Get(); key != "a" {
		t.Errorf("Get() = %q, want a", key)
	}
}

// A key whose type has no == panics, and the lock is free afterwards.
func TestAKeyWithoutEqualityPanics(t *testing.T) {
	q := New(Config[any]{})
	defer q.ShutDown()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Add of a slice does not panic")
			}
		}()
		q.Add([]int{1})
	}()
	q.Add("a")
	if key, _ := q.Get(); key != "a" {
		t.Errorf("Get() = %v, want a", key)
	}
}

// What a Trace saw is what happened: its fold is the queue, and it breaks no promise.
func TestATraceSeesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen, rec := workqueue.NewTrace(1<<10), trace.New(0)
		q := New(Config[string]{Name: "web", Trace: seen})
		q.Add("a")
		q.AddWithOpts(AddOpts{Priority: new(5), After: time.Second}, "b")
		q.AddWithOpts(AddOpts{Priority: new(-100)}, "c")
		q.Get()
		q.Add("a")
		q.AddRateLimited("d")
		q.AddAfter("d", time.Nanosecond)
		time.Sleep(time.Second)
		synctest.Wait()
		if lost := seen.Drain(rec); lost != 0 {
			t.Errorf("%d events are lost", lost)
		}
		s := state.New(rec)
		for _, e := range rec.Since(1) {
			s.Apply(e)
		}
		if got, want := s.Line("q", "p", "rq"), "q=[b:5 a d c:-100]  p={a}  rq={d:1}"; got != want {
			t.Errorf("the fold is %s, want %s\n%s", got, want, rec.WriteText())
		}
		if broken := trace.NewChecker(rec).Follow(); len(broken) > 0 {
			t.Errorf("broken: %v", broken)
		}
		if text := rec.WriteText(); !strings.Contains(text, "1ns web.heap.due key=d due=1ns") {
			t.Errorf("the end of a wait is not told:\n%s", text)
		}
		q.Forget("d")
		q.ShutDown()
	})
}

// The log is told each ten seconds, once its level is high enough, of what waits and what is ready.
func TestTheLogIsToldOfAllItems(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sink := &lines{level: 4}
		logger := klog.New(sink)
		q := New(Config[string]{Logger: &logger})
		q.Add("a")
		q.AddWithOpts(AddOpts{After: time.Hour, Priority: new(7)}, "b")
		time.Sleep(15 * time.Second)
		sink.mu.Lock()
		if len(sink.said) != 0 {
			t.Errorf("told %q below its level", sink.said)
		}
		sink.level = 5
		sink.mu.Unlock()
		time.Sleep(10 * time.Second)
		q.ShutDown()
		if len(sink.said) != 1 || !strings.Contains(sink.said[0], "b 7") || !strings.Contains(sink.said[0], "a 0") {
			t.Errorf("told %q, want b and a once", sink.said)
		}
	})
}

// lines is a klog sink that keeps what it is told.
type lines struct {
	klog.LogSink
	mu    sync.Mutex
	level int
	said  []string
}

func (l *lines) Init(klog.RuntimeInfo) {}
func (l *lines) Enabled(level int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return level <= l.level
}
func (l *lines) Info(_ int, msg string, kv ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = append(l.said, fmt.Sprint(msg, " ", kv))
}

// provider counts.
type provider struct {
	mu   sync.Mutex
	said map[string]float64
}

func (p *provider) of(name string) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said[name]
}

func (p *provider) metric(name string) number { return number{p, name} }

type number struct {
	p    *provider
	name string
}

func (n number) change(by float64, set bool) {
	n.p.mu.Lock()
	defer n.p.mu.Unlock()
	if n.p.said == nil {
		n.p.said = map[string]float64{}
	}
	if set {
		n.p.said[n.name] = 0
	}
	n.p.said[n.name] += by
}

func (n number) Inc()              { n.change(1, false) }
func (n number) Dec()              { n.change(-1, false) }
func (n number) Set(v float64)     { n.change(v, true) }
func (n number) Observe(v float64) { n.change(v, false) }

func (p *provider) NewDepthMetric(string) workqueue.GaugeMetric            { return p.metric("depth") }
func (p *provider) NewAddsMetric(string) workqueue.CounterMetric           { return p.metric("adds") }
func (p *provider) NewLatencyMetric(string) workqueue.HistogramMetric      { return p.metric("latency") }
func (p *provider) NewWorkDurationMetric(string) workqueue.HistogramMetric { return p.metric("work") }
func (p *provider) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return p.metric("unfinished")
}
func (p *provider) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return p.metric("longest")
}
func (p *provider) NewRetriesMetric(string) workqueue.CounterMetric { return p.metric("retries") }

// byPriority is a provider that tells priorities apart.
type byPriority struct{ provider }

func (p *byPriority) NewDepthMetricWithPriority(_, priority string) workqueue.GaugeMetric {
	return p.metric("depth " + priority)
}

func TestMetricsCountWhatIsReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &byPriority{}
		q := New(Config[string]{Name: "web", MetricsProvider: p})
		q.Add("a")
		q.AddWithOpts(AddOpts{Priority: new(3)}, "a")                // raised
		q.AddWithOpts(AddOpts{Priority: new(-100), After: 5e9}, "b") // waits
		time.Sleep(2 * time.Second)
		q.Get()
		q.Add("a")
		time.Sleep(1600 * time.Millisecond)
		synctest.Wait()
		for name, want := range map[string]float64{"adds": 2, "retries": 1, "depth 0": 1, "depth 3": 0, "latency": 2,
			"unfinished": 1.5, "longest": 1.5} {
			if got := p.of(name); got != want {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		q.Done("a")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if work, depth, adds := p.of("work"), p.of("depth -100"), p.of("adds"); work != 1.6 || depth != 1 || adds != 3 {
			t.Errorf("after the wait and the pass: work %v, depth of -100 %v, adds %v", work, depth, adds)
		}
		q.ShutDown()
	})
}

// Of many priorities few have a label, whatever the provider; one that knows none has one depth.
func TestAMetricHasFewLabels(t *testing.T) {
	p, plain := &byPriority{}, &provider{}
	q, other := New(Config[int]{Name: "web", MetricsProvider: p}), New(Config[int]{Name: "web", MetricsProvider: plain})
	for i := range 100 {
		q.AddWithOpts(AddOpts{Priority: new(i)}, i)
		other.AddWithOpts(AddOpts{Priority: new(i)}, i)
	}
	q.ShutDown()
	other.ShutDown()
	var labels []string
	for name := range p.said {
		if strings.HasPrefix(name, "depth ") {
			labels = append(labels, name)
		}
	}
	if len(labels) != 26 || !slices.Contains(labels, "depth exceeded_cardinality_limit") || p.said["depth exceeded_cardinality_limit"] != 75 {
		t.Errorf("%d labels: %v", len(labels), p.said)
	}
	if plain.said["depth"] != 100 {
		t.Errorf("depth without priorities is %v, want 100", plain.said["depth"])
	}
}
