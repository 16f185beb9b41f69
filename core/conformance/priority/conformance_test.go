package priority

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	ours "github.com/informerscope/informerscope/core/priorityqueue"
	"github.com/informerscope/informerscope/core/state"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

var (
	seedFlag    = flag.Uint64("seed", 0, "of the random scripts; 0 takes one from the clock")
	scriptsFlag = flag.Uint64("scripts", 3000, "how many random scripts")
)

var seed = sync.OnceValue(func() uint64 {
	if *seedFlag != 0 {
		return *seedFlag
	}
	return uint64(time.Now().UnixNano())
})

// compare runs s on both queues at once and returns the first difference, or "". With a name
// their metrics are compared, too.
func compare(t *testing.T, s script, name string) (diff string) {
	synctest.Test(t, func(*testing.T) {
		p := &ourProvider{said: map[string]float64{}, seen: map[string]*state.Histogram{}}
		a := &observed{PriorityQueue: priorityqueue.New(name, func(o *priorityqueue.Opts[string]) { o.RateLimiter = limiterNamed(s.limiter) })}
		b := &observed{PriorityQueue: ours.NewFor[priorityqueue.AddOpts](ours.Config[string]{Name: name, RateLimiter: limiterNamed(s.limiter), MetricsProvider: p})}
		if name != "" {
			a.metrics, b.metrics = func() string { return theirSaid(name) }, p.text
			defer forgetTheirs(name)
		}
		defer a.end()
		defer b.end()
		for i, o := range s.ops {
			// Sleeps and waits are whole milliseconds: this keeps apart what happens at the same one.
			time.Sleep(1009 * time.Nanosecond)
			a.do(o)
			b.do(o)
			// What is done at once with the next one: theirs has it in its buffer.
			if next := i + 1; o.atOnce && next < len(s.ops) && (s.ops[next].verb == "add" || s.ops[next].verb == "get") {
				continue
			}
			time.Sleep(o.d)
			synctest.Wait()
			if x, y := a.look(), b.look(); x != y {
				diff = fmt.Sprintf("after line %d, %s\ncontroller-runtime: %s\nours:               %s\n", i+1, o, x, y)
				return
			}
		}
	})
	return diff
}

// Whatever is done to it, our queue answers as controller-runtime's does: which keys in which order
// with which priorities, Len, failures, shutdown and metrics.
func TestTheQueueAnswersAsControllerRuntimesDoes(t *testing.T) {
	t.Logf("-seed=%d, %d scripts", seed(), *scriptsFlag)
	ops := 0
	for i := range *scriptsFlag {
		s := random(rand.New(rand.NewPCG(seed(), i)))
		ops += len(s.ops)
		name := ""
		if i%3 == 0 {
			name = "q"
		}
		if compare(t, s, name) == "" {
			continue
		}
		s = s.shrink(func(s script) bool { return compare(t, s, name) != "" })
		diff := compare(t, s, name)
		text := "# " + strings.ReplaceAll(strings.TrimSpace(diff), "\n", "\n# ") + "\n" + s.String()
		t.Fatalf("script %d of -seed=%d: keep what follows in testdata:\n%s", i, seed(), text)
	}
	t.Logf("%d operations", ops)
}

// Scripts that are worth a look of their own, and those that once failed.
func TestKeptScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata: %d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := parse(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if again, err := parse(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%s does not read as it prints: %v", file, err)
		}
		for _, name := range []string{"", "q"} {
			if diff := compare(t, s, name); diff != "" {
				t.Errorf("%s:\n%s", file, diff)
			}
		}
	}
}

// Both panic when they are shut down twice, and after it hand out nothing.
func TestBothShutDownOnce(t *testing.T) {
	for name, q := range map[string]priorityqueue.PriorityQueue[string]{
		"controller-runtime's": priorityqueue.New[string](""),
		"ours":                 ours.NewFor[priorityqueue.AddOpts](ours.Config[string]{}),
	} {
		q.ShutDownWithDrain()
		if _, down := q.Get(); !down {
			t.Errorf("%s hands something out after ShutDownWithDrain", name)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic at a second ShutDown", name)
				}
			}()
			q.ShutDown()
		}()
	}
}

// P01: an Add of ours is done when it returns. Theirs stands in a buffer until a goroutine comes to
// it, so that a Forget that follows may be forgotten by the count that it is to end.
func TestDeviationAnAddIsDone(t *testing.T) {
	q := ours.NewFor[priorityqueue.AddOpts](ours.Config[string]{})
	q.AddRateLimited("a")
	if n := q.NumRequeues("a"); n != 1 {
		t.Errorf("NumRequeues() = %d right after AddRateLimited, want 1", n)
	}
	q.Forget("a")
	if n := q.NumRequeues("a"); n != 0 {
		t.Errorf("NumRequeues() = %d after Forget, want 0", n)
	}
	q.ShutDown()
}

// P02: a limiter is asked under our queue's lock as under theirs, but a key is counted for only
// once it is in: of theirs, what stood in the buffer at ShutDown never was.
func TestDeviationShutDownDropsNoAdd(t *testing.T) {
	q := ours.NewFor[priorityqueue.AddOpts](ours.Config[string]{})
	q.Add("a")
	q.ShutDown()
	if n := q.Len(); n != 1 {
		t.Errorf("Len() = %d, want 1: the Add came before ShutDown", n)
	}
	in := make(chan struct{})
	theirs := priorityqueue.New("", func(o *priorityqueue.Opts[string]) { o.RateLimiter = slow{limiterNamed("exponential"), in} })
	theirs.AddRateLimited("first") // its goroutine now asks the limiter, and holds the lock
	<-in
	theirs.Add("a") // so this stays in the buffer
	theirs.ShutDown()
	in <- struct{}{}
	if n := theirs.Len(); n != 0 {
		t.Errorf("controller-runtime's queue has %d after ShutDown, want none: deviation P02 is gone", n)
	}
}

// slow is a limiter that says when it is asked, and then waits.
type slow struct {
	workqueue.TypedRateLimiter[string]
	in chan struct{}
}

func (l slow) When(key string) time.Duration {
	l.in <- struct{}{}
	<-l.in
	return l.TypedRateLimiter.When(key)
}
