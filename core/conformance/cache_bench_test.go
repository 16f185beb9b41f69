//go:build bench

package conformance

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	ours "github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	theirs "k8s.io/client-go/tools/cache"
)

// benchStore is what both Indexers can do.
type benchStore interface {
	Update(any) error
	Replace([]any, string) error
	List() []any
	ByIndex(name, value string) ([]any, error)
	Index(name string, o any) ([]any, error)
}

// benchObject is an object as programs have them; it keeps its key, as a key function costs
// both the same.
type benchObject struct {
	metav1.ObjectMeta
	key, node, label string
}

func benchObjectKey(o any) (string, error) { return o.(*benchObject).key, nil }

func benchObjects(n, shift int) []any {
	list := make([]any, n)
	for i := range list {
		o := &benchObject{key: fmt.Sprintf("namespace-%d/pod-%d", i%20, i), node: fmt.Sprintf("n%d", (i+shift)%100), label: fmt.Sprintf("l%d", (i+shift)%1000)}
		o.Namespace, o.Name, o.ResourceVersion = fmt.Sprintf("namespace-%d", i%20), fmt.Sprintf("pod-%d", i), fmt.Sprint(i)
		list[i] = o
	}
	return list
}

func benchNode(o any) ([]string, error)  { return []string{o.(*benchObject).node}, nil }
func benchLabel(o any) ([]string, error) { return []string{o.(*benchObject).label}, nil }

func theirEmptyStore() benchStore {
	return theirs.NewIndexer(benchObjectKey, theirs.Indexers{"node": benchNode, "label": benchLabel, "namespace": theirs.MetaNamespaceIndexFunc})
}

func ourEmptyStore() benchStore {
	return ours.NewIndexer(benchObjectKey, ours.Indexers{"node": benchNode, "label": benchLabel, "namespace": ours.MetaNamespaceIndexFunc})
}

func filled(s benchStore, list []any) benchStore {
	for _, o := range list {
		_ = s.Update(o)
	}
	return s
}

func init() {
	row := func(work string, bar float64, do func(s benchStore) (func(), int)) benchRow {
		return benchRow{work: work, bar: bar,
			theirs: func() (func(), int) { return do(filled(theirEmptyStore(), benchObjects(benchSize, 0))) },
			ours:   func() (func(), int) { return do(filled(ourEmptyStore(), benchObjects(benchSize, 0))) }}
	}
	update := func(shift int) func(s benchStore) (func(), int) {
		return func(s benchStore) (func(), int) {
			list := benchObjects(benchSize, shift)
			return func() {
				for _, o := range list {
					_ = s.Update(o)
				}
			}, benchSize
		}
	}
	benchRows = append(benchRows,
		row("Indexer.Update, same values, 3 indices, 100k objects", 1.8, update(0)),
		row("Indexer.Update moving 2 of 3", 3, update(1)),
		row("Indexer.ByIndex, 1000 hits", 4, func(s benchStore) (func(), int) {
			return func() {
				for i := range 1000 {
					_, _ = s.ByIndex("node", fmt.Sprintf("n%d", i%100))
				}
			}, 1000
		}),
		row("Indexer.Index, 1000 hits, as a lister asks for a namespace", 4, func(s benchStore) (func(), int) {
			return func() {
				for i := range 1000 {
					_, _ = s.Index("node", &benchObject{node: fmt.Sprintf("n%d", i%100)})
				}
			}, 1000
		}),
		row("Indexer.Replace 100k, 3 indices", 4, func(s benchStore) (func(), int) {
			list := benchObjects(benchSize, 1)
			return func() { _ = s.Replace(list, "5") }, 1
		}),
		benchRow{work: "a write with 10 readers listing 10k pods (time that passes)", bar: 20, wall: true, runs: 3,
			theirs: func() (func(), int) {
				return writesAmongReaders(filled(theirEmptyStore(), benchObjects(10_000, 0)), 20)
			},
			ours: func() (func(), int) {
				return writesAmongReaders(filled(ourEmptyStore(), benchObjects(10_000, 0)), 2000)
			}},
		// Behind the API there is less to gain: benchFoot says why.
		benchRow{work: "RealFIFO Add+Pop", bar: 1.5, runs: 9,
			theirs: func() (func(), int) { return addPop(theirTape()) },
			ours:   func() (func(), int) { return addPop(ourTape()) }},
		benchRow{work: "RealFIFO Add, PopBatch of 1000", bar: 2,
			theirs: func() (func(), int) { return addPopBatch(theirTape()) },
			ours:   func() (func(), int) { return addPopBatch(ourTape()) }},
		benchRow{work: "DeltaFIFO Add+Pop", bar: 1.3, runs: 9,
			theirs: func() (func(), int) {
				f := theirs.NewDeltaFIFOWithOptions(theirs.DeltaFIFOOptions{KeyFunction: benchObjectKey})
				return addPop(f.Add, func() { _, _ = f.Pop(processed) }, nil)
			},
			ours: func() (func(), int) {
				f := ours.NewDeltaFIFOWithOptions(ours.DeltaFIFOOptions{KeyFunction: benchObjectKey})
				return addPop(f.Add, func() { _, _ = f.Pop(processed) }, nil)
			}},
		// Of both queues, without the work: see barest.
		benchRow{work: "RealFIFO Add+Pop: locks, key, Deltas in an interface, nothing else", limit: true,
			theirs: func() (func(), int) { return addPop(theirTape()) },
			ours:   barestAddPop},
		benchRow{work: "DeltaFIFO Add+Pop: locks, key, Deltas in an interface, nothing else", limit: true,
			theirs: func() (func(), int) {
				f := theirs.NewDeltaFIFOWithOptions(theirs.DeltaFIFOOptions{KeyFunction: benchObjectKey})
				return addPop(f.Add, func() { _, _ = f.Pop(processed) }, nil)
			},
			ours: barestAddPop},
	)
}

// barest does what Add and Pop of a queue cannot do without, for one object.
type barest struct {
	mu      sync.Mutex
	keyFunc func(any) (string, error)
	key     string
	obj     any
}

func (f *barest) add(obj any) (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.key, err = f.keyFunc(obj)
	f.obj = obj
	return err
}

func (f *barest) pop(process func(any, bool) error) (any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	popped := any(ours.Deltas{{Type: ours.Added, Object: f.obj}})
	return popped, process(popped, false)
}

func barestAddPop() (func(), int) {
	f := &barest{keyFunc: benchObjectKey}
	return addPop(f.add, func() { _, _ = f.pop(processed) }, nil)
}

// writesAmongReaders is n updates while 10 goroutines list without a pause.
func writesAmongReaders(s benchStore, n int) (func(), int) {
	list := benchObjects(10_000, 1)
	return func() {
		var stop atomic.Bool
		var readers sync.WaitGroup
		for range 10 {
			readers.Go(func() {
				for !stop.Load() {
					_ = s.List()
				}
			})
		}
		time.Sleep(10 * time.Millisecond) // the readers are under way
		for i := range n {
			_ = s.Update(list[i])
		}
		stop.Store(true)
		readers.Wait()
	}, n
}

// fifoRounds makes the work long enough that the garbage of preparing it does not count.
const fifoRounds = 20

func processed(any, bool) error { return nil }

func theirTape() (add func(any) error, pop, batch func()) {
	f := theirs.NewRealFIFOWithOptions(theirs.RealFIFOOptions{KeyFunction: benchObjectKey, AtomicEvents: true})
	return f.Add, func() { _, _ = f.Pop(processed) }, func() { _ = f.PopBatch(func([]theirs.Delta, bool) error { return nil }, processed) }
}

func ourTape() (add func(any) error, pop, batch func()) {
	f := ours.NewRealFIFOWithOptions(ours.RealFIFOOptions{KeyFunction: benchObjectKey, AtomicEvents: true})
	return f.Add, func() { _, _ = f.Pop(processed) }, func() { _ = f.PopBatch(func([]ours.Delta, bool) error { return nil }, processed) }
}

func addPop(add func(any) error, pop, _ func()) (func(), int) {
	list := benchObjects(benchSize, 0)
	return func() {
		for range fifoRounds {
			for _, o := range list {
				_ = add(o)
				pop()
			}
		}
	}, fifoRounds * benchSize
}

func addPopBatch(add func(any) error, _, batch func()) (func(), int) {
	list := benchObjects(benchSize, 0)
	return func() {
		for range fifoRounds {
			for i, o := range list {
				_ = add(o)
				if i%1000 == 999 {
					batch()
				}
			}
		}
	}, fifoRounds * benchSize
}
