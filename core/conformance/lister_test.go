package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	ours "github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	selectors "k8s.io/apimachinery/pkg/labels"
	theirs "k8s.io/client-go/tools/cache"
)

// TestListsByLabelsDoAsClientGos changes two large stores alike and asks both for what random selectors select, as listers do:
// often enough that ours makes its indices by label on the way. Lists of client-go have no order and are compared as sets.
func TestListsByLabelsDoAsClientGos(t *testing.T) {
	t.Logf("-seed=%d", seed())
	const life = 500 // steps of a pair of stores
	var p *listerPair
	for i := range scripts(4000) {
		r := rand.New(rand.NewPCG(seed(), i))
		if i%life == 0 {
			p = newListerPair(r)
		}
		change, selector := p.change(r), randomSelector(r, i/100)
		for _, namespace := range []string{"", "n1", "none"} {
			if a, b := p.list(namespace, selector); a != b {
				t.Fatalf("step %d of -seed=%d: %s, then %q in namespace %q:\n%s\nclient-go:\n%s", i, seed(), change, selector, namespace, a, b)
			}
		}
	}
}

// listerPair is two stores with the same objects. Some have an index by namespace that says more than the namespace.
type listerPair struct {
	ours   ours.Indexer
	theirs theirs.Indexer
}

func newListerPair(r *rand.Rand) *listerPair {
	namespaces := theirs.MetaNamespaceIndexFunc
	if r.IntN(3) == 0 {
		namespaces = func(o any) ([]string, error) { return []string{o.(metav1.Object).GetNamespace(), "n9"}, nil }
	}
	several := func(o any) (values []string, err error) {
		for _, value := range o.(metav1.Object).GetLabels() {
			values = append(values, value)
		}
		return values, nil
	}
	p := &listerPair{
		ours:   ours.NewIndexer(ours.MetaNamespaceKeyFunc, ours.Indexers{ours.NamespaceIndex: namespaces}),
		theirs: theirs.NewIndexer(theirs.MetaNamespaceKeyFunc, theirs.Indexers{theirs.NamespaceIndex: namespaces}),
	}
	if r.IntN(2) == 0 {
		if a, b := p.ours.AddIndexers(ours.Indexers{"several": several}), p.theirs.AddIndexers(theirs.Indexers{"several": several}); a != nil || b != nil {
			panic(fmt.Sprint(a, b))
		}
	}
	for range 300 + r.IntN(700) {
		p.put(r)
	}
	return p
}

func (p *listerPair) put(r *rand.Rand) {
	var o metav1.Object = &metav1.PartialObjectMetadata{}
	if r.IntN(4) == 0 {
		o = &unstructured.Unstructured{Object: map[string]any{}}
	}
	o.SetNamespace(fmt.Sprint("n", r.IntN(3)))
	o.SetName(fmt.Sprint("o", r.IntN(900)))
	values := map[string]string{}
	for i, key := range labelKeys {
		if r.IntN(8) > 0 {
			values[key] = fmt.Sprint(r.IntN([]int{40, 2, 4, 300, 9, 9}[i]))
		}
	}
	if r.IntN(30) == 0 {
		values["app"] = "\x00"
	}
	o.SetLabels(values)
	if u, is := o.(*unstructured.Unstructured); is && r.IntN(10) == 0 {
		_ = unstructured.SetNestedField(u.Object, int64(7), "metadata", "labels", "tier") // then it has none
	}
	_, _ = p.ours.Add(o), p.theirs.Add(o)
}

func (p *listerPair) change(r *rand.Rand) string {
	keys := p.ours.ListKeys()
	slices.Sort(keys)
	switch n := r.IntN(500); {
	case n < 50 && len(keys) > 0:
		key := keys[r.IntN(len(keys))]
		_, _ = p.ours.Delete(ours.ExplicitKey(key)), p.theirs.Delete(theirs.ExplicitKey(key))
		return "delete " + key
	case n == 50:
		list := p.theirs.List()
		list = list[:len(list)*9/10]
		_, _ = p.ours.Replace(list, ""), p.theirs.Replace(list, "")
		return fmt.Sprint("replace by ", len(list))
	case n == 51:
		for range 300 {
			p.put(r)
		}
		return "put 300"
	default:
		p.put(r)
		return "put one"
	}
}

var labelKeys = []string{"app", "tier", "track", "hash", "more", "noise"}

// either is a selector of a program's own, which says of itself what only one of its halves requires.
type either struct{ selectors.Selector }

func (e either) Matches(l selectors.Labels) bool {
	return e.Selector.Matches(l) || l.Get("app") == "1"
}

// randomSelector asks for some labels more often than for others, in each era for others.
func randomSelector(r *rand.Rand, era uint64) selectors.Selector {
	var parts []string
	for i, part := range []string{"app=%d", "tier=%d", "track in (%d)", "hash==%d", "more=%d", "noise=%d", "noise!=%d", "app in (%d,3)", "hash", "!tier"} {
		if i < len(labelKeys) && (uint64(i)+era)%3 == 0 {
			continue
		}
		if r.IntN(5) == 0 {
			parts = append(parts, strings.ReplaceAll(part, "%d", fmt.Sprint(r.IntN(5))))
		}
	}
	selector, err := selectors.Parse(strings.Join(parts, ","))
	if err != nil {
		panic(err)
	}
	switch r.IntN(20) {
	case 0:
		return either{selector}
	case 1:
		return selectors.SelectorFromSet(selectors.Set{"app": "\x00"})
	}
	return selector
}

// list is what each store lists, sorted, with the error.
func (p *listerPair) list(namespace string, selector selectors.Selector) (a, b string) {
	text := func(list func(func(any)) error) string {
		var names []string
		err := list(func(o any) { names = append(names, o.(metav1.Object).GetNamespace()+"/"+o.(metav1.Object).GetName()) })
		slices.Sort(names)
		return fmt.Sprint(err, strings.Join(names, " "))
	}
	return text(func(f func(any)) error { return ours.ListAllByNamespace(p.ours, namespace, selector, f) }),
		text(func(f func(any)) error { return theirs.ListAllByNamespace(p.theirs, namespace, selector, f) })
}
