package sim

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// Config makes a World. The zero value is a work queue with one worker, W1.
type Config struct {
	// Engine is "workqueue" (no informer; the default), or one of Engines.
	Engine string
	// Start is how the reflector gets its first list: "list" (the default) or "stream".
	Start string
	// Queue is which work queue there is: "client-go" (the default), or "priority", which is
	// controller-runtime's. It goes with every engine.
	Queue string
	// Workers are the callers of Get; nil is W1, none is an empty slice.
	Workers []string
	// Handlers are "name" or "name=action": enqueue (the default where there are workers),
	// observe, assert (it panics on a DeletedFinalStateUnknown), unwrap (it takes the pod out of one),
	// or a duration that each call takes. ",resync=25s" behind it is how often this one wants a resync.
	Handlers []string
	// Indexes are "byNode=.spec.nodeName"; also .metadata.namespace, .metadata.name and
	// .status.phase. "byNode=.spec.nodeName!,.metadata.name" has both values of an object, and
	// fails for one without a node: that ends the program.
	Indexes []string
	// Transform is what is done to each object before it is queued: "keep", or "drop=.spec.nodeName"
	// and "fail=.spec.nodeName=n9" beside each other, with the paths of Indexes; "" is no transform.
	Transform string
	// Seed drives all chance: jitter, failure rate, and the schedule with Shuffle.
	Seed uint64
	// Shuffle lets the seed pick among actors that are due at the same time.
	Shuffle bool
	// Cluster puts an API server into the World; else Effects go out and answers come in.
	Cluster bool
	// Resync is how often handlers hear the whole store again; 0 is never.
	Resync time.Duration
	// Base and Max of the exponential limiter; 0 is 5 ms and 1000 s.
	Base, Max time.Duration
	// Pages is how many objects a page of a LIST has, small for 500 as client-go asks for, at an
	// API server without watch cache; 0 is a server that sends all in one.
	Pages int
	// QPS and Burst of a token bucket beside it; QPS 0 is no bucket.
	QPS   float64
	Burst int
	// Detector compares what the informer has handed on with copies, once a second, and ends
	// the program when somebody has changed an object of the cache.
	Detector bool
	// MaxEvents is how many events the Recorder keeps; 0 is all. A World that forgets keeps no
	// log of its commands either: there is no beginning to replay from.
	MaxEvents int
}

// Engines are the names of the engines that an informer can have, the oldest first.
func Engines() []string { return machine.EngineNames() }

// Newest is the name of the engine that does what client-go does today.
func Newest() string { return machine.Newest().Name }

// World owns the machines and all time. It is not safe for concurrent use.
type World struct {
	cfg Config
	rec *trace.Recorder
	tap trace.Tap // steps and what workers do

	now    int64
	order  uint64 // of the next actor to become ready
	acts   uint64 // actions so far
	asks   asks   // of the program that runs
	rand   machine.Rand
	actors []*actor
	log    []Timed
	result string

	most     uint64 // events, and nobody acts any more; 0 is no bound
	unlogged bool   // events are forgotten, so there is no log
	crashed  bool   // by a panic: nobody acts any more
	draining bool   // somebody waits inside ShutDownWithDrain

	q     workQueue
	limit machine.Limiter[string]

	bucket *machine.Bucket[string] // inside limit; nil when there is none

	workers []*worker
	auto    bool
	takes   time.Duration // how long a pass of the default script takes
	fails   float64       // how often it fails

	inf *informer // nil in a workqueue world

	check  *trace.Checker
	broken []string
	after  func() // tests look at every step
}

// New returns a World at time 0. It fails on an unknown engine, start, index or handler.
func New(cfg Config) (*World, error) {
	if cfg.Engine == "" {
		cfg.Engine = "workqueue"
	}
	if cfg.Start == "" {
		cfg.Start = "list"
	}
	if cfg.Queue == "" {
		cfg.Queue = ClientGoQueue
	}
	if !slices.Contains(Queues(), cfg.Queue) {
		return nil, fmt.Errorf("sim: unknown queue %q: want %s", cfg.Queue, either(Queues()))
	}
	if cfg.Base == 0 {
		cfg.Base = 5 * time.Millisecond
	}
	if cfg.Max == 0 {
		cfg.Max = 1000 * time.Second
	}
	if cfg.Workers == nil {
		cfg.Workers = []string{"W1"}
	}
	w := &World{cfg: cfg, rec: trace.New(cfg.MaxEvents), asks: asks{cfg.Start, cfg.Pages, cfg.Resync}, rand: machine.Rand(cfg.Seed), takes: time.Second, unlogged: cfg.MaxEvents > 0}
	w.tap = w.rec.AddPart("world", "world")
	w.newQueue()
	switch e := machine.EngineNamed(cfg.Engine); {
	case cfg.Engine == "workqueue":
	case e == nil:
		return nil, fmt.Errorf("sim: unknown engine %q: want workqueue, %s", cfg.Engine, either(Engines()))
	default:
		w.cfg.Engine = e.Name
		var server *cluster.Cluster
		if cfg.Cluster {
			server = cluster.New(w.rec.AddPart("server", "server"), 0)
		}
		if err := w.newInformer(e, server); err != nil {
			return nil, err
		}
	}
	if cfg.Start != "list" && cfg.Start != "stream" {
		return nil, fmt.Errorf("sim: unknown start %q: want list or stream", cfg.Start)
	}
	for _, name := range w.cfg.Workers {
		w.addWorker(name)
	}
	w.check = trace.NewChecker(w.rec)
	w.refresh()
	return w, nil
}

// Recorder is where the events are. Read it between commands only.
func (w *World) Recorder() *trace.Recorder { return w.rec }

// Bound lets nobody act any more, and no command repeat, once there are so many events: however much a
// script asks for, it comes to an end.
func (w *World) Bound(events uint64) { w.most = events }

func (w *World) full() bool { return w.most > 0 && w.rec.Len() >= w.most }

// Config returns the configuration with its defaults filled in.
func (w *World) Config() Config { return w.cfg }

// Ladder is the first and the longest wait of AddRateLimited, in ns.
func (w *World) Ladder() (first, longest int64) { return int64(w.cfg.Base), int64(w.cfg.Max) }

// Now is the virtual time in ns since the start.
func (w *World) Now() int64 { return w.now }

// Result is what the last command gave: Get the key, "blocked" or "shutdown"; a read
// "p1@5" or "NotFound"; ShutDownWithDrain "blocked" or "returned"; run until the time it
// took, in ns; others "".
func (w *World) Result() string { return w.result }

// Cluster is the API server inside the World; nil when live or without an informer.
func (w *World) Cluster() *cluster.Cluster {
	if w.inf == nil {
		return nil
	}
	return w.inf.server
}

// MaxBroken bounds how many broken promises are listed.
const MaxBroken = 1000

// Invariants returns the sentences of the promises that were broken so far; each is also
// a trace.Broken event.
func (w *World) Invariants() []string { return w.broken }

// began records that a step begins: what for the reader, by the actor that acts.
func (w *World) began(actor uint16, what string) {
	w.rec.At, w.rec.Actor = w.now, actor
	w.tap.Begin()
	// trace: step
	w.tap.Note(trace.Step, 0, what, 0, 0)
}

// settle is called after every step: who can act now, and is every promise kept?
func (w *World) settle() {
	if f := w.inf; f != nil && f.fifo.SyncEdge() {
		f.markSynced()
	}
	w.refresh()
	for _, b := range w.check.Follow() {
		if len(w.broken) < MaxBroken {
			w.broken = append(w.broken, string(b.Promise))
		}
		w.tap.Begin()
		// trace: broken
		w.tap.Note(trace.Broken, b.Key, string(b.Promise), 0, 0)
	}
	w.rec.Actor = 0
	if w.after != nil {
		w.after()
	}
}

// paths are the fields of an object that indices and transforms read.
var paths = map[string]func(*cluster.Object) string{
	".spec.nodeName":      func(o *cluster.Object) string { return o.Node },
	".metadata.namespace": func(o *cluster.Object) string { return o.Namespace },
	".metadata.name":      func(o *cluster.Object) string { return o.Name },
	".status.phase":       func(o *cluster.Object) string { return o.Phase },
}

// keyOf reads "byNode=.spec.nodeName" into a name and a function. Of several paths with commas
// between them it gives all values; one with ! behind it fails for an object without a value.
func keyOf(spec string) (name string, f machine.IndexFunc[*cluster.Object], err error) {
	name, list, ok := strings.Cut(spec, "=")
	all := strings.Split(list, ",")
	for _, path := range all {
		if ok && paths[strings.TrimSuffix(path, "!")] == nil {
			ok = false
		}
	}
	if !ok {
		return "", nil, fmt.Errorf("sim: index %q: want name=.spec.nodeName, .metadata.namespace, .metadata.name or .status.phase; several with commas between them, and ! behind one that must not be empty", spec)
	}
	return name, func(o *cluster.Object) (values []string, err error) {
		for _, path := range all {
			path, must := strings.CutSuffix(path, "!")
			switch v := paths[path](o); {
			case v != "":
				values = append(values, v)
			case must:
				return nil, errors.New("no " + path[strings.LastIndexByte(path, '.')+1:])
			}
		}
		return values, nil
	}, nil
}

// CheckIndex says what is wrong with the text of an index.
func CheckIndex(spec string) error {
	_, _, err := keyOf(spec)
	return err
}
