package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
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
// read after some of them. client-go's lists have no order and are compared as sets.
//
//	put k1/n1/a b | delete k1/// | replace k1/n1/a; k2/n0/ | index labels | read
func TestIndexAnswersAsClientGosIndexer(t *testing.T) {
	t.Logf("-seed=%d", seed())
	for i := range scripts(10_000) {
		script := indexScript(rand.New(rand.NewPCG(seed(), i)))
		coverLines("store and index", script)
		if indexDiff(script) == "" {
			continue
		}
		short := shrink(script, func(s []string) bool { return indexDiff(s) != "" })
		text := "# " + indexDiff(short) + "\n" + strings.Join(short, "\n") + "\n"
		t.Fatalf("script %d of -seed=%d, kept as %s:\n%s", i, seed(), keep(t, "index", i, text), text)
	}
}

// Scripts that once told the stores apart, or show a surprise, are equal.
func TestKeptIndexScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/index/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/index: %d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
		if diff := indexDiff(lines); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}

func indexScript(r *rand.Rand) []string {
	var script []string
	for range 5 + r.IntN(60) {
		switch n := r.IntN(100); {
		case n < 60:
			script = append(script, "put "+randomThing(r).String())
		case n < 85:
			script = append(script, "delete "+randomThing(r).String())
		case n < 95:
			var list []string
			for range r.IntN(12) {
				list = append(list, randomThing(r).String())
			}
			script = append(script, "replace "+strings.Join(list, "; "))
		default:
			script = append(script, "index "+[]string{"nodes", "labels", "never"}[r.IntN(3)])
		}
		if r.IntN(10) == 0 {
			script = append(script, "read")
		}
	}
	return append(script, "read")
}

// indexDiff runs the script on both stores and returns the first difference, or "".
func indexDiff(script []string) string {
	p := newIndexPair()
	for i, line := range script {
		if diff := p.do(line); diff != "" {
			return fmt.Sprintf("line %d, %s: %s", i+1, line, diff)
		}
	}
	return ""
}

type indexPair struct {
	ours   *machine.Index[*thing]
	theirs cache.Indexer
}

func newIndexPair() *indexPair {
	m := machine.Meta[*thing]{Key: func(o *thing) (string, error) { return o.key, nil }}
	p := &indexPair{ours: machine.NewIndex(trace.Tap{}, m)}
	p.theirs = cache.NewIndexer(func(o any) (string, error) { return o.(*thing).key, nil }, theirIndexers("nodes"))
	if err := p.ours.AddIndex("nodes", nodes); err != nil {
		panic(err)
	}
	return p
}

// do does one line on both sides; it returns a difference, or "".
func (p *indexPair) do(line string) string {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "put":
		o := parseThing(rest)
		_, _, err := p.ours.Put(o.key, o)
		return differ("error of Put", err, p.theirs.Update(o))
	case "delete":
		o := parseThing(rest)
		p.ours.Delete(o.key)
		return differ("error of Delete", nil, p.theirs.Delete(o))
	case "replace":
		var keys []string
		var list []*thing
		var anys []any
		for text := range strings.SplitSeq(rest, "; ") {
			if text != "" {
				o := parseThing(text)
				keys, list, anys = append(keys, o.key), append(list, o), append(anys, o)
			}
		}
		return differ("error of Replace", p.ours.Replace(keys, list, "5"), p.theirs.Replace(anys, "5"))
	case "index":
		return differ("error of AddIndex", p.ours.AddIndex(rest, indexFuncs[rest]), p.theirs.AddIndexers(theirIndexers(rest)))
	case "read":
		return p.diff()
	}
	panic("unknown line " + line)
}

func differ(what string, ours, theirs error) string {
	if sameError(ours, theirs) {
		return ""
	}
	return fmt.Sprintf("%s: ours %v, client-go %v", what, ours, theirs)
}

func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Error() == b.Error()
}

// parseThing reads what String writes.
func parseThing(text string) *thing {
	f := append(strings.SplitN(text, "/", 3), "", "")
	return &thing{f[0], f[1], f[2]}
}

func randomThing(r *rand.Rand) *thing {
	labels := make([]string, r.IntN(4))
	for i := range labels {
		labels[i] = string(rune('a' + r.IntN(4)))
	}
	return &thing{fmt.Sprintf("k%d", r.IntN(40)), fmt.Sprintf("n%d", r.IntN(4)), strings.Join(labels, " ")}
}

// diff compares all reads. Both sides hold the same things, so that these are compared, not
// what is printed of them.
func (p *indexPair) diff() (found string) {
	check := func(same bool, what string, ours, theirs any) {
		if !same && found == "" {
			found = fmt.Sprintf("%s = %v, client-go %v", what, ours, theirs)
		}
	}
	list, theirList := p.ours.List(), p.theirs.List()
	check(sameThings(list, theirList), "List", list, theirList)
	keys, theirKeys := p.ours.Keys(), p.theirs.ListKeys()
	slices.Sort(keys)
	slices.Sort(theirKeys)
	check(slices.Equal(keys, theirKeys), "Keys", keys, theirKeys)
	check(p.ours.Len() == len(theirKeys), "Len", p.ours.Len(), len(theirKeys))
	for _, name := range []string{"nodes", "labels", "never", "unknown"} {
		values, theirValues := p.ours.IndexValues(name), p.theirs.ListIndexFuncValues(name)
		slices.Sort(theirValues)
		check(slices.Equal(values, theirValues), "IndexValues "+name, values, theirValues)
		for _, value := range []string{"n0", "n3", "a", "b", "d", "nothing"} {
			a, e1 := p.ours.ByIndex(name, value)
			b, e2 := p.theirs.ByIndex(name, value)
			check(sameThings(a, b) && (a == nil) == (b == nil) && sameError(e1, e2), "ByIndex "+name+"="+value, []any{a, a == nil, e1}, []any{b, b == nil, e2})
			k, e1 := p.ours.IndexKeys(name, value)
			l, e2 := p.theirs.IndexKeys(name, value)
			check(slices.Equal(k, l) && sameError(e1, e2), "IndexKeys "+name+"="+value, []any{k, e1}, []any{l, e2})
		}
		o := &thing{"k1", "n1", "a c"}
		a, e1 := p.ours.Matches(name, o)
		b, e2 := p.theirs.Index(name, o)
		check(sameThings(a, b) && sameError(e1, e2), "Index "+name+" of "+o.String(), []any{a, e1}, []any{b, e2})
	}
	return found
}

// sameThings reports whether two lists hold the same things, in any order.
func sameThings(ours []*thing, theirs []any) bool {
	if len(ours) != len(theirs) {
		return false
	}
	b := make([]*thing, len(theirs))
	for i, o := range theirs {
		b[i] = o.(*thing)
	}
	byKey := func(a, b *thing) int { return strings.Compare(a.key, b.key) }
	a := slices.SortedFunc(slices.Values(ours), byKey)
	slices.SortFunc(b, byKey)
	return slices.Equal(a, b)
}
