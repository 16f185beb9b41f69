//go:build bench

package conformance

import (
	"fmt"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/client-go/tools/cache"
)

// The rows compare bare machines with client-go's locked types: a shell adds a lock.
func init() {
	benchRows = append(benchRows,
		benchRow{work: "RealFIFO add+pop, machine", bar: 4, noAllocs: true,
			theirs: func() (func(), int) {
				return theirAddPop(cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KeyFunction: benchKey, AtomicEvents: true}))
			},
			ours: func() (func(), int) {
				return ourAddPop(machine.NewRealFIFO(machine.FIFOConfig[*thing]{Meta: benchMeta(), Atomic: true}))
			}},
		benchRow{work: "RealFIFO add+pop in batches of 1000, machine", bar: 2,
			theirs: func() (func(), int) {
				return theirBatches(cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KeyFunction: benchKey, AtomicEvents: true}))
			},
			ours: func() (func(), int) {
				return ourBatches(machine.NewRealFIFO(machine.FIFOConfig[*thing]{Meta: benchMeta(), Atomic: true, Batch: machine.FullBatch}))
			}},
		benchRow{work: "DeltaFIFO add+pop, machine", bar: 4, noAllocs: true,
			theirs: func() (func(), int) {
				return theirAddPop(cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: benchKey}))
			},
			ours: func() (func(), int) {
				return ourAddPop(machine.NewDeltaFIFO(machine.FIFOConfig[*thing]{Meta: benchMeta()}))
			}},
		benchRow{work: "DeltaFIFO add+pop, 1000 keys waiting, machine", bar: 2, noAllocs: true,
			theirs: func() (func(), int) {
				f := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: benchKey})
				for _, o := range things(0)[:1000] {
					_ = f.Add(o)
				}
				return theirAddPop(f)
			},
			ours: func() (func(), int) {
				f := machine.NewDeltaFIFO(machine.FIFOConfig[*thing]{Meta: benchMeta()})
				for _, o := range things(0)[:1000] {
					_ = f.Push(machine.Added, o)
				}
				return ourAddPop(f)
			}},
		benchRow{work: "Index update, same values, 3 indices, 100k objects, machine", bar: 1.8,
			theirs: func() (func(), int) { return theirUpdates(0) },
			ours:   func() (func(), int) { return ourUpdates(0) }},
		benchRow{work: "Index update moving 2 of 3, machine", bar: 3,
			theirs: func() (func(), int) { return theirUpdates(1) },
			ours:   func() (func(), int) { return ourUpdates(1) }},
		benchRow{work: "ByIndex, 1000 hits, machine", bar: 4,
			theirs: func() (func(), int) {
				s := theirStore()
				return func() {
					for i := range 1000 {
						_, _ = s.ByIndex("node", fmt.Sprintf("n%d", i%100))
					}
				}, 1000
			},
			ours: func() (func(), int) {
				s := ourStore()
				return func() {
					for i := range 1000 {
						_, _ = s.ByIndex("node", fmt.Sprintf("n%d", i%100))
					}
				}, 1000
			}},
		benchRow{work: "Replace 100k, 3 indices, machine", bar: 4,
			theirs: func() (func(), int) {
				s := theirStore()
				var list []any
				for _, o := range things(1) {
					list = append(list, o)
				}
				return func() { _ = s.Replace(list, "5") }, 1
			},
			ours: func() (func(), int) {
				s, list := ourStore(), things(1)
				keys := make([]string, len(list))
				for i, o := range list {
					keys[i] = o.key
				}
				return func() { _ = s.Replace(keys, list, "5") }, 1
			}},
	)
}

const benchSize = 100_000

func benchKey(o any) (string, error) { return o.(*thing).key, nil }

func benchMeta() machine.Meta[*thing] {
	return machine.Meta[*thing]{Key: func(o *thing) (string, error) { return o.key, nil }}
}

// things are objects spread over 100 nodes, 1000 owners, and values of their own.
func things(shift int) []*thing {
	list := make([]*thing, benchSize)
	for i := range list {
		list[i] = &thing{key: fmt.Sprintf("namespace-%d/pod-%d", i%20, i), node: fmt.Sprintf("n%d", (i+shift)%100), labels: fmt.Sprintf("l%d", (i+shift)%1000)}
	}
	return list
}

var benchFuncs = map[string]machine.IndexFunc[*thing]{
	"node":  nodes,
	"label": func(o *thing) ([]string, error) { return []string{o.labels}, nil },
	"space": func(o *thing) ([]string, error) { return []string{o.key[:11]}, nil },
}

func ourStore() *machine.Index[*thing] {
	s := machine.NewIndex(trace.Tap{}, benchMeta())
	if err := s.AddIndices(benchFuncs); err != nil {
		panic(err)
	}
	for _, o := range things(0) {
		_, _, _ = s.Put(o.key, o)
	}
	return s
}

func theirStore() cache.Indexer {
	ix := cache.Indexers{}
	for name, f := range benchFuncs {
		ix[name] = func(o any) ([]string, error) { return f(o.(*thing)) }
	}
	s := cache.NewIndexer(benchKey, ix)
	for _, o := range things(0) {
		_ = s.Add(o)
	}
	return s
}

func ourUpdates(shift int) (func(), int) {
	s, list := ourStore(), things(shift)
	return func() {
		for _, o := range list {
			_, _, _ = s.Put(o.key, o)
		}
	}, benchSize
}

func theirUpdates(shift int) (func(), int) {
	s, list := theirStore(), things(shift)
	return func() {
		for _, o := range list {
			_ = s.Update(o)
		}
	}, benchSize
}

func ourAddPop(f machine.FIFO[*thing]) (func(), int) {
	list := things(0)
	_ = f.Push(machine.Added, list[0])
	f.Begin()
	f.End()
	return func() {
		for _, o := range list {
			_ = f.Push(machine.Added, o)
			f.Begin()
			f.End()
		}
	}, benchSize
}

func theirAddPop(f cache.Queue) (func(), int) {
	list := things(0)
	done := func(any, bool) error { return nil }
	return func() {
		for _, o := range list {
			_ = f.Add(o)
			_, _ = f.Pop(done)
		}
	}, benchSize
}

func ourBatches(f machine.FIFO[*thing]) (func(), int) {
	list := things(0)
	return func() {
		for i, o := range list {
			_ = f.Push(machine.Added, o)
			if i%1000 == 999 {
				f.Begin()
				f.End()
			}
		}
	}, benchSize
}

func theirBatches(f *cache.RealFIFO) (func(), int) {
	list := things(0)
	return func() {
		for i, o := range list {
			_ = f.Add(o)
			if i%1000 == 999 {
				_ = f.PopBatch(func([]cache.Delta, bool) error { return nil }, func(any, bool) error { return nil })
			}
		}
	}, benchSize
}
