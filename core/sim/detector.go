package sim

import (
	"slices"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// detector is what KUBE_CACHE_MUTATION_DETECTOR=true switches on in client-go: it keeps a
// copy of every object that the informer has told handlers of, for two to four minutes, and
// compares all of them once a second. A difference ends the program, so it is for tests.
// Source: client-go tools/cache, mutation_detector.go (v0.37). A nil detector does nothing.
type detector struct {
	f          *informer
	running    bool
	at         int64 // of the next comparison
	rotated    int64
	young, old []kept
}

// kept is an object of the cache, and what it was.
type kept struct{ object, copy object }

const (
	detectEvery = int64(1e9)
	detectKeep  = int64(120e9)
)

func (d *detector) start() {
	if d != nil {
		d.running, d.at, d.rotated = true, d.f.w.now, d.f.w.now
	}
}

func (d *detector) add(n *machine.Note[object]) {
	if d != nil && n.Kind != machine.NoteDelete {
		d.young = append(d.young, kept{n.New, n.New.Clone()})
	}
}

func (d *detector) next() (int64, string, bool) { return d.at, "compare", d.running }

func (d *detector) compare() {
	w := d.f.w
	if w.now-d.rotated > detectKeep {
		d.rotated, d.old, d.young = w.now, d.young, nil
	}
	d.at = w.now + detectEvery
	for _, k := range slices.Concat(d.young, d.old) {
		if k.object.Node != k.copy.Node {
			w.crash(k.object.Key(), "cache *v1.Pod modified")
			return
		}
	}
}

// crash ends the program of the informer with a panic about key: nobody acts any more.
func (w *World) crash(key, said string) {
	w.tap.Begin()
	w.tap.Note(trace.Crash, w.rec.Intern(key), said, 0, 0)
	// trace: crash
	w.crashed = true
}

// touch changes an object of the store in place, as a worker does that writes into what a
// lister gave. The resourceVersion stays, and no index hears of it.
func (f *informer) touch(key, node string) {
	o, ok := f.index.Get(key)
	if !ok {
		return
	}
	// trace: store.touched
	o.Node = node
	o.Touch()
	f.storeTap.Begin()
	e := f.storeTap.Emit(trace.StoreTouch, f.w.rec.Intern(key))
	e.A, e.Val = trace.Number(o.RV), cluster.Ref(f.w.rec, o)
}
