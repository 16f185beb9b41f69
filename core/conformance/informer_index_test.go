package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/client-go/tools/cache"
)

// thing is an object with values for indices: "a b" stands under a and b.
type thing struct{ key, node, labels string }

func (o *thing) String() string { return o.key + "/" + o.node + "/" + o.labels }

func nodes(o *thing) ([]string, error)  { return []string{o.node}, nil }
func labels(o *thing) ([]string, error) { return strings.Fields(o.labels), nil }
func never(*thing) ([]string, error)    { return nil, nil }

var indexFuncs = map[string]machine.IndexFunc[*thing]{"nodes": nodes, "labels": labels, "never": never}

func theirIndexers(names ...string) cache.Indexers {
	m := cache.Indexers{}
	for _, name := range names {
		m[name] = func(o any) ([]string, error) { return indexFuncs[name](o.(*thing)) }
	}
	return m
}

// TestIndexAnswersAsClientGosIndexer runs random writes on both stores and compares every
// read after each fifth. client-go's lists have no order and are compared as sets.
func TestIndexAnswersAsClientGosIndexer(t *testing.T) {
	const runs = 3000
	writes := 0
	for seed := range uint64(runs) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := newIndexPair()
		for range 5 + r.IntN(60) {
			what := p.write(r)
			writes++
			if r.IntN(5) != 0 {
				continue
			}
			if diff := p.diff(r); diff != "" {
				t.Fatalf("seed %d: after %s: %s\nwrites: %s", seed, what, diff, strings.Join(p.log, " | "))
			}
		}
	}
	t.Logf("%d sequences, %d writes", runs, writes)
}

type indexPair struct {
	ours   *machine.Index[*thing]
	theirs cache.Indexer
	names  []string // of indices
	log    []string
}

func newIndexPair() *indexPair {
	m := machine.Meta[*thing]{Key: func(o *thing) (string, error) { return o.key, nil }}
	p := &indexPair{ours: machine.NewIndex(trace.Tap{}, m), names: []string{"nodes"}}
	p.theirs = cache.NewIndexer(func(o any) (string, error) { return o.(*thing).key, nil }, theirIndexers("nodes"))
	if err := p.ours.AddIndex("nodes", nodes); err != nil {
		panic(err)
	}
	return p
}

func (p *indexPair) write(r *rand.Rand) string {
	what := ""
	switch n := r.IntN(100); {
	case n < 60:
		o := randomThing(r)
		what = "put " + o.String()
		if _, _, err := p.ours.Put(o.key, o); err != nil {
			panic(err)
		}
		_ = p.theirs.Update(o)
	case n < 85:
		o := randomThing(r)
		what = "delete " + o.key
		p.ours.Delete(o.key)
		_ = p.theirs.Delete(o)
	case n < 95:
		what = p.replace(r)
	default:
		name := []string{"nodes", "labels", "never"}[r.IntN(3)]
		what = "index " + name
		e1, e2 := p.ours.AddIndex(name, indexFuncs[name]), p.theirs.AddIndexers(theirIndexers(name))
		if fmt.Sprint(e1) != fmt.Sprint(e2) {
			what += fmt.Sprintf(": errors differ: %v, %v", e1, e2)
			panic(what)
		}
		if e1 == nil {
			p.names = append(p.names, name)
		}
	}
	p.log = append(p.log, what)
	return what
}

func (p *indexPair) replace(r *rand.Rand) string {
	var keys []string
	var list []*thing
	var anys []any
	for range r.IntN(12) {
		o := randomThing(r)
		keys, list, anys = append(keys, o.key), append(list, o), append(anys, o)
	}
	if err := p.ours.Replace(keys, list, "5"); err != nil {
		panic(err)
	}
	_ = p.theirs.Replace(anys, "5")
	return fmt.Sprintf("replace %v", list)
}

func randomThing(r *rand.Rand) *thing {
	labels := make([]string, r.IntN(4))
	for i := range labels {
		labels[i] = string(rune('a' + r.IntN(4)))
	}
	return &thing{fmt.Sprintf("k%d", r.IntN(40)), fmt.Sprintf("n%d", r.IntN(4)), strings.Join(labels, " ")}
}

// diff compares all reads.
func (p *indexPair) diff(r *rand.Rand) string {
	type read struct{ what, ours, theirs string }
	reads := []read{{"List", texts(p.ours.List()), anyTexts(p.theirs.List())}}
	keys := p.ours.Keys()
	slices.Sort(keys)
	theirKeys := p.theirs.ListKeys()
	slices.Sort(theirKeys)
	reads = append(reads, read{"Keys", fmt.Sprint(keys), fmt.Sprint(theirKeys)},
		read{"Len", fmt.Sprint(p.ours.Len()), fmt.Sprint(len(theirKeys))})
	for _, name := range []string{"nodes", "labels", "never", "unknown"} {
		values := p.theirs.ListIndexFuncValues(name)
		slices.Sort(values)
		reads = append(reads, read{"IndexValues " + name, fmt.Sprint(p.ours.IndexValues(name)), fmt.Sprint(values)})
		for _, value := range []string{"n0", "n3", "a", "b", "d", "nothing"} {
			a, e1 := p.ours.ByIndex(name, value)
			b, e2 := p.theirs.ByIndex(name, value)
			reads = append(reads, read{"ByIndex " + name + "=" + value, fmt.Sprint(texts(a), e1, a == nil), fmt.Sprint(anyTexts(b), e2, b == nil)})
			k, e1 := p.ours.IndexKeys(name, value)
			l, e2 := p.theirs.IndexKeys(name, value)
			reads = append(reads, read{"IndexKeys " + name + "=" + value, fmt.Sprint(k, e1), fmt.Sprint(l, e2)})
		}
		o := randomThing(r)
		a, e1 := p.ours.Matches(name, o)
		b, e2 := p.theirs.Index(name, o)
		reads = append(reads, read{"Index " + name + " of " + o.String(), fmt.Sprint(texts(a), e1), fmt.Sprint(anyTexts(b), e2)})
	}
	for _, r := range reads {
		if r.ours != r.theirs {
			return fmt.Sprintf("%s = %s, client-go %s", r.what, r.ours, r.theirs)
		}
	}
	return ""
}

func texts(list []*thing) string {
	out := make([]string, 0, len(list))
	for _, o := range list {
		out = append(out, o.String())
	}
	slices.Sort(out)
	return fmt.Sprint(out)
}

func anyTexts(list []any) string {
	out := make([]*thing, 0, len(list))
	for _, o := range list {
		out = append(out, o.(*thing))
	}
	return texts(out)
}
