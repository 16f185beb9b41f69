package cache

import (
	"fmt"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/labels"
)

// TestAListByLabelsLooksAtFew: from some time on it looks only at what has the value that it wants, and a small store makes
// no index.
func TestAListByLabelsLooksAtFew(t *testing.T) {
	for _, objects := range []int{fewObjects - 1, fewObjects} {
		s := NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc}).(*cache)
		for i := range objects {
			o := thing("a", fmt.Sprint(i), "1")
			o.Labels = map[string]string{"app": fmt.Sprint(i % 8), "able": fmt.Sprint(i % 2), "zone": "a"}
			_ = s.Add(o)
		}
		for range 100 {
			_ = ListAll(s, labels.SelectorFromSet(labels.Set{"able": "1"}), func(any) {})
			for _, namespace := range []string{"", "a"} {
				n := 0
				if err := ListAllByNamespace(s, namespace, labels.SelectorFromSet(labels.Set{"app": "5"}), func(any) { n++ }); err != nil || n != (objects+2)/8 {
					t.Fatalf("%d of %d in %q: %v", n, objects, namespace, err)
				}
			}
		}
		looks := 0
		_ = ListAllByNamespace(s, "a", counting{labels.SelectorFromSet(labels.Set{"able": "1", "app": "5", "zone": "a"}), &looks}, func(any) {})
		if want := map[bool]int{false: objects, true: objects / 8}[objects == fewObjects]; looks != want {
			t.Errorf("a list looked at %d of %d objects, want %d", looks, objects, want)
		}
	}
}

// counting counts the objects that it is asked about.
type counting struct {
	labels.Selector
	looks *int
}

func (c counting) Matches(l labels.Labels) bool {
	*c.looks++
	return c.Selector.Matches(l)
}

// TestAListByLabelsFailsOnWhatHasNone: an object without metadata fails each list by labels, as if every object were looked at.
func TestAListByLabelsFailsOnWhatHasNone(t *testing.T) {
	indexers := Indexers{NamespaceIndex: func(any) ([]string, error) { return []string{"a"}, nil }}
	s := NewIndexer(func(o any) (string, error) { return fmt.Sprint(o), nil }, indexers).(*cache)
	for i := range 2 * fewObjects {
		o := thing("a", fmt.Sprint(i), "1")
		o.Labels = map[string]string{"app": fmt.Sprint(i)}
		_ = s.Add(o)
	}
	list := func() (n int, err error) {
		selector := labels.SelectorFromSet(labels.Set{"app": "5"})
		err = ListAll(s, selector, func(any) { n++ })
		if another := ListAllByNamespace(s, "a", selector, func(any) {}); (another == nil) != (err == nil) {
			t.Errorf("a list of all fails with %v, one of a namespace with %v", err, another)
		}
		return n, err
	}
	for range 20 {
		if n, err := list(); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if len(s.labels.indices()) != 1 {
		t.Fatal("no index by label")
	}
	_ = s.Add(7)
	if _, err := list(); err == nil {
		t.Error("an object without metadata is selected by labels")
	}
	_ = s.Delete(7)
	if n, err := list(); n != 1 || err != nil {
		t.Error(n, err)
	}
}

// TestAListByLabelsBesideWriters makes an index while others list and write: -race looks on, and who lists sees whole updates.
func TestAListByLabelsBesideWriters(t *testing.T) {
	s := NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc}).(*cache)
	put := func(i int) {
		o := thing("a", fmt.Sprint(i), "1")
		o.Labels = map[string]string{"app": fmt.Sprint(i % 10), "odd": fmt.Sprint(i % 2)}
		_ = s.Update(o)
	}
	const objects = 2 * fewObjects
	for i := range objects {
		put(i)
	}
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			for i := range 400 {
				if w == 0 {
					put(i % objects)
					continue
				}
				n, want := 0, []int{(objects + 4) / 10, objects / 2}[i%2]
				selector := labels.SelectorFromSet([]labels.Set{{"app": "5"}, {"odd": "1"}}[i%2])
				if err := ListAllByNamespace(s, []string{"", "a"}[w%2], selector, func(any) { n++ }); err != nil || n != want {
					t.Errorf("%s: %d, %v, want %d", selector, n, err, want)
					return
				}
			}
		})
	}
	group.Wait()
	if n := len(s.labels.indices()); n != 2 {
		t.Errorf("%d indices by label, want 2", n)
	}
	if n := len(s.GetIndexers()); n != 1 {
		t.Errorf("%d indexers, want the one that was given", n)
	}
}
