//go:build bench

package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"

	ours "github.com/informerscope/informerscope/core/cache"
	theirs "k8s.io/client-go/tools/cache"
)

// readStore is what both Stores can do.
type readStore interface {
	Update(any) error
	List() []any
	Get(any) (any, bool, error)
	GetByKey(string) (any, bool, error)
}

func theirPlainStore() readStore { return theirs.NewStore(benchObjectKey) }
func ourPlainStore() readStore   { return ours.NewStore(benchObjectKey) }

func init() {
	row := func(work string, bar float64, runs int, do func(s readStore, list []any) (func(), int)) benchRow {
		side := func(empty func() readStore) func() (func(), int) {
			return func() (func(), int) {
				s, list := empty(), benchObjects(benchSize, 0)
				for _, o := range list {
					_ = s.Update(o)
				}
				return do(s, list)
			}
		}
		return benchRow{work: work, bar: bar, runs: runs, theirs: side(theirPlainStore), ours: side(ourPlainStore)}
	}
	benchRows = append(benchRows,
		row("GetByKey, 100k objects, hits", 1.3, 20, func(s readStore, list []any) (func(), int) {
			return lookUps(s, askedKeys(list, ""))
		}),
		benchRow{work: "GetByKey, hits: a lock, the key's text and the object, nothing else", limit: true, runs: 20,
			theirs: func() (func(), int) {
				s, list := theirPlainStore(), benchObjects(benchSize, 0)
				for _, o := range list {
					_ = s.Update(o)
				}
				return lookUps(s, askedKeys(list, ""))
			},
			ours: barestLookUps},
		row("GetByKey, 100k objects, misses", 1.3, 20, func(s readStore, list []any) (func(), int) {
			return lookUps(s, askedKeys(list, "x"))
		}),
		row("Get, 100k objects", 1.3, 20, func(s readStore, list []any) (func(), int) {
			asked, o := askedKeys(list, ""), &benchObject{} // who asks has the object at hand
			return func() {
				for _, o.key = range asked {
					if _, ok, _ := s.Get(o); !ok {
						panic("not found: " + o.key)
					}
				}
			}, len(asked)
		}),
		row("GetByKey, 4 readers and a writer at once", 2, 10, readersAndWriter),
		row("List, 100k objects", 1.3, 10, func(s readStore, _ []any) (func(), int) {
			return func() {
				for range 20 {
					if len(s.List()) != benchSize {
						panic("objects are missing")
					}
				}
			}, 20
		}),
		row("Update without an index, 100k objects", 1.2, 20, func(s readStore, list []any) (func(), int) {
			return func() {
				for _, o := range list {
					_ = s.Update(o)
				}
			}, len(list)
		}),
	)
}

// askedKeys are the keys of the objects in no order, as texts of their own: who asks has read
// the key elsewhere. With a suffix nothing is stored under them.
func askedKeys(list []any, suffix string) []string {
	asked := make([]string, len(list))
	for i, from := range noOrder(len(list)) {
		asked[i] = strings.Clone(list[from].(*benchObject).key + suffix)
	}
	return asked
}

func noOrder(n int) []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) }

// barestLookUps is told where to look: it compares the key with the text there, as a search has
// to in the end, and takes the object, behind a lock that costs two atomic additions: so the next
// key is not looked for before this one is found, as a processor would otherwise do.
func barestLookUps() (func(), int) {
	list := benchObjects(benchSize, 0)
	asked, at := askedKeys(list, ""), make([]uint32, benchSize)
	for i, from := range noOrder(benchSize) {
		at[i] = uint32(from)
	}
	var texts strings.Builder
	ends := make([]uint32, 1, benchSize+1)
	for _, o := range list {
		texts.WriteString(o.(*benchObject).key)
		ends = append(ends, uint32(texts.Len()))
	}
	all, found := texts.String(), any(nil)
	var readers atomic.Int64
	return func() {
		for i, key := range asked {
			readers.Add(1)
			n := at[i]
			if all[ends[n]:ends[n+1]] != key {
				panic("not found: " + key)
			}
			if found = list[n]; found == nil {
				panic("no object: " + key)
			}
			readers.Add(-1)
		}
	}, benchSize
}

func lookUps(s readStore, asked []string) (func(), int) {
	_, want, _ := s.GetByKey(asked[0])
	return func() {
		for _, key := range asked {
			if _, ok, _ := s.GetByKey(key); ok != want {
				panic(fmt.Sprintf("%s: found %v, want %v", key, ok, want))
			}
		}
	}, len(asked)
}

// readersAndWriter is four goroutines that look up every key, and a fifth that meanwhile
// stores every object anew.
func readersAndWriter(s readStore, list []any) (func(), int) {
	const readers = 4
	asked := askedKeys(list, "")
	return func() {
		var all sync.WaitGroup
		for range readers {
			all.Go(func() {
				for _, key := range asked {
					if _, ok, _ := s.GetByKey(key); !ok {
						panic("not found: " + key)
					}
				}
			})
		}
		all.Go(func() {
			for _, o := range list {
				_ = s.Update(o)
			}
		})
		all.Wait()
	}, (readers + 1) * len(list)
}
