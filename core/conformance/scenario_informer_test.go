package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// realInformer is client-go's SharedIndexInformer over our cluster, driven by a lesson in a
// synctest bubble. What our actors do step by step, its goroutines do by themselves: their
// commands only let it come to rest. Where a lesson has workers, its handlers feed a real
// queue.
type realInformer struct {
	cache.SharedIndexInformer
	lesson   *scenarios.Lesson
	config   sim.Config // of the program that runs
	ctx      context.Context
	stop     context.CancelFunc
	index    string
	last     string
	took     time.Duration
	start    time.Time
	step     time.Time          // when the step of the lesson began
	asked    chan string        // "list" or "watch" was answered
	waited   bool               // the step waited for one of them: its length is client-go's
	queue    *realQueue[string] // nil without workers
	handlers []*realHandler
	detector *realDetector // nil where the lesson has none
	ended    *ended        // the program, by a panic
	page     int           // that was asked for last
	ends     bool          // watches end when they asked to, after 5 to 10 minutes

	mu      sync.Mutex
	server  *cluster.Cluster
	latency time.Duration // of an event of the watch
	changed chan struct{} // closed when the server has news
	api     []string
	wire    carried // of the program that runs
}

func onInformer(t *testing.T, say versions.Complain, l *scenarios.Lesson, engine string, steps []versions.Rested, seen versions.Seen) {
	t.Helper()
	quietErrors(t) // and let no error wait for the time of another bubble
	c := l.Config(engine)
	standing := features.FeatureGates()
	defer features.ReplaceFeatureGates(standing)
	synctest.Test(t, func(t *testing.T) {
		r := &realInformer{lesson: l, config: c, server: cluster.New(trace.Tap{}, 0), changed: make(chan struct{}), asked: make(chan string, 1024), ends: lasts(l), start: time.Now(), step: time.Now()}
		defer survive(func() *ended { return r.ended })()
		for _, cmd := range l.Server {
			if err := r.serve(cmd); err != nil {
				t.Fatal(err)
			}
		}
		defer detecting(c.Detector)()
		if err := r.boot(); err != nil {
			t.Fatal(err)
		}
		against(say, l, engine, steps, r, seen)
		r.stop()
		if r.queue != nil {
			r.queue.ShutDown()
		}
		time.Sleep(time.Hour) // a slow handler returns first
		synctest.Wait()
	})
}

// boot makes the program of the lesson: queue, informer and handlers.
func (r *realInformer) boot() error {
	c := r.config
	features.ReplaceFeatureGates(gatesOf(*machine.EngineNamed(c.Engine), c.Start == "stream"))
	r.ctx, r.stop = context.WithCancel(context.Background())
	r.ended, r.handlers, r.index, r.queue = &ended{}, nil, "", nil
	if len(c.Workers) > 0 {
		r.queue = newRealQueue(r.lesson, c.Engine, stringKeys(), nil)
	}
	indexers := cache.Indexers{}
	for _, spec := range c.Indexes {
		name, f, err := indexOf(spec)
		if err != nil || r.index != "" {
			return fmt.Errorf("%s: the driver knows one index: %v", r.lesson.File, err)
		}
		r.index, indexers[name] = name, f
	}
	r.SharedIndexInformer = cache.NewSharedIndexInformerWithOptions(r, &metav1.PartialObjectMetadata{},
		cache.SharedIndexInformerOptions{ResyncPeriod: c.Resync, Indexers: indexers})
	r.detector = detectorOf(r.SharedIndexInformer)
	if c.Transform != "" {
		if err := r.SetTransform(transformOf(c.Transform)); err != nil {
			return err
		}
	}
	for _, spec := range c.Handlers {
		if err := r.addHandler(spec); err != nil {
			return err
		}
	}
	return nil
}

// restart ends the program, whatever of it still runs, and makes another, which may ask otherwise
// for its first list.
func (r *realInformer) restart(cmd sim.Command) error {
	r.ended.end("restarted")
	r.stop()
	if r.queue != nil {
		r.queue.ShutDown()
	}
	synctest.Wait()
	for _, word := range strings.Fields(cmd.Text) {
		switch key, value, _ := strings.Cut(word, "="); key {
		case "start":
			r.config.Start = value
		case "pages":
			n, err := strconv.Atoi(value)
			if err != nil {
				return err
			}
			r.config.Pages = n
		case "resync":
			d, err := time.ParseDuration(value)
			if err != nil {
				return err
			}
			r.config.Resync = d
		}
	}
	r.mu.Lock()
	r.wire = carried{}
	r.mu.Unlock()
	return r.boot()
}

func (r *realInformer) do(c *scenarios.Call) error {
	cmd := c.Command
	if r.queue != nil && cmd.Verb != "mutate" && (cmd.Key != "" || cmd.Verb == "ShutDown" || r.queue.workers[cmd.Actor] != nil) && cmd.Verb != "read" {
		err := r.queue.do(c)
		r.last = r.queue.result()
		return err
	}
	time.Sleep(c.Wait)
	defer synctest.Wait()
	synctest.Wait()
	switch call := informerCalls[cmd.Verb]; {
	case cmd.Verb == "run":
		return r.run(c)
	case byItself(cmd):
		return nil
	case call != nil:
		return call(r, cmd)
	}
	return r.serve(cmd)
}

// informerCalls are what the verbs of the informer are in client-go.
var informerCalls = map[string]func(r *realInformer, cmd sim.Command) error{
	"start":          func(r *realInformer, _ sim.Command) error { go r.RunWithContext(r.ctx); return nil },
	"stop":           func(r *realInformer, _ sim.Command) error { r.stop(); return nil },
	"restart":        (*realInformer).restart,
	"read":           (*realInformer).lookUp,
	"mutate":         (*realInformer).mutate,
	"add-index":      func(r *realInformer, cmd sim.Command) error { return r.addIndex(cmd.Text) },
	"add-handler":    func(r *realInformer, cmd sim.Command) error { return r.addHandler(cmd.Text) },
	"remove-handler": func(r *realInformer, cmd sim.Command) error { return r.removeHandler(cmd.Text) },
}

// Whoever adds a verb says here what it is in client-go. Those of the API server need no row:
// theirs is done at a cluster like ours.
func TestEveryVerbIsDrivenOnClientGoOrSaysWhyNot(t *testing.T) {
	queue := (&realQueue[string]{}).calls()
	for _, v := range sim.Verbs() {
		ways := 0
		for _, driven := range []bool{queue[v.Name] != nil, informerCalls[v.Name] != nil, v.Server, versions.Undriven[v.Name] != "",
			byItself(sim.Command{Verb: v.Name})} {
			if driven {
				ways++
			}
		}
		if ways != 1 {
			t.Errorf("%s (%s) is driven in %d ways, want one: a row of realQueue.calls (scenario_queue_test.go), or here of informerCalls, or of versions.Undriven with the reason", v.Name, v.Help, ways)
		}
	}
}

// run waits as long as the lesson lets time pass.
func (r *realInformer) run(c *scenarios.Call) error {
	switch text := c.Command.Text; {
	case text == "idle", text == "call", text == "synced":
		// How long that takes is ours: see catchUp.
	case strings.HasPrefix(text, "t="):
		at, err := time.ParseDuration(text[2:])
		time.Sleep(time.Until(r.start.Add(at)))
		return err
	case text == "list" || text == "watch":
		for len(r.asked) > 0 {
			<-r.asked
		}
		r.waited = true
		from, late := time.Now(), time.After(time.Hour)
		for asked := ""; asked != text; {
			select {
			case asked = <-r.asked:
			case <-late:
				return fmt.Errorf("client-go did not %s within an hour", strings.ToUpper(text))
			}
		}
		r.took = time.Since(from)
		if c.Within[1] != 0 && (r.took < c.Within[0] || r.took > c.Within[1]) {
			return fmt.Errorf("its %s came after %v, the lesson says %v to %v", strings.ToUpper(text), r.took, c.Within[0], c.Within[1])
		}
	default:
		return fmt.Errorf("run until %s has no counterpart", text)
	}
	return nil
}

func (r *realInformer) result() string { return r.last }

// lookUp is a worker's read of the cache.
func (r *realInformer) lookUp(cmd sim.Command) error {
	key := cmd.Key
	if w := r.queue.workers[cmd.Actor]; key == "" {
		key = w.key
	}
	o, found, err := r.GetStore().GetByKey(key)
	if r.last = "NotFound"; found {
		r.last = showPod(o)
	}
	return err
}

// catchUp lets pass what the step took in our world, unless client-go has set the pace.
func (r *realInformer) catchUp(took time.Duration) {
	if !r.waited {
		time.Sleep(time.Until(r.step.Add(took)))
	}
	synctest.Wait()
	r.step, r.waited = time.Now(), false
}

// serve does what the lesson does at the API server. There is always an open watch, or one on
// its way: a status ends it.
func (r *realInformer) serve(cmd sim.Command) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cmd.Verb == "latency" { // it is the wire's
		r.latency = cmd.After
	} else {
		for range max(cmd.Times, 1) {
			err = errors.Join(err, sim.Serve(r.server, cmd, true))
		}
	}
	close(r.changed)
	r.changed = make(chan struct{})
	return err
}

func (r *realInformer) view(name string) (string, bool) {
	synctest.Wait()
	if handler, ok := strings.CutPrefix(name, "calls "); ok {
		return r.called(handler)
	}
	switch name {
	case "S":
		var out []string
		for _, o := range r.GetStore().List() {
			out = append(out, showPod(o))
		}
		slices.Sort(out)
		return "{" + strings.Join(out, " ") + "}", true
	case "I":
		if r.index == "" {
			return "", false
		}
		var out []string
		for _, v := range r.GetIndexer().ListIndexFuncValues(r.index) {
			keys, err := r.GetIndexer().IndexKeys(r.index, v)
			if err != nil {
				return err.Error(), true
			}
			out = append(out, v+":["+strings.Join(keys, " ")+"]")
		}
		slices.Sort(out)
		return "{" + strings.Join(out, " ") + "}", true
	case "node":
		return r.nodes(), true
	case "panic":
		return r.panicked()
	case "F":
		queue := reflect.ValueOf(r.SharedIndexInformer).Elem().FieldByName("controller").Elem().Elem().FieldByName("config").FieldByName("Queue").Elem().Elem()
		lock := (*sync.RWMutex)(queue.FieldByName("lock").Addr().UnsafePointer())
		lock.RLock()
		defer lock.RUnlock()
		items := queue.FieldByName("items")
		if items.Len() == 0 {
			return "[]", true
		}
		return fmt.Sprintf("[%d waiting]", items.Len()), true
	case "rv":
		return r.LastSyncResourceVersion(), true
	case "synced":
		return strconv.FormatBool(r.HasSynced()), true
	case "pend":
		return r.pending()
	case "heard":
		return r.heard(), true
	case "resync":
		return r.resyncs(), true
	case "wire":
		r.mu.Lock()
		defer r.mu.Unlock()
		return fmt.Sprintf("{requests:%d most:%d}", r.wire.requests, r.wire.most), true
	case "api":
		r.mu.Lock()
		defer r.mu.Unlock()
		out := "[" + strings.Join(r.api, " ") + "]"
		r.api = nil
		return out, true
	case "q", "d", "p", "heap", "rq":
		if r.queue != nil {
			return r.queue.view(name)
		}
	}
	return "", false
}

func showPod(o any) string {
	m := o.(*metav1.PartialObjectMetadata)
	key, err := cache.MetaNamespaceKeyFunc(m)
	if err != nil {
		panic(err)
	}
	return key + "@" + m.ResourceVersion
}
