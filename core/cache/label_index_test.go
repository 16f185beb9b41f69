package cache

import (
	"fmt"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// seen is an object that counts how often its labels are looked at.
type seen struct {
	*metav1.PartialObjectMetadata
	looks *int
}

func (o seen) GetLabels() map[string]string {
	*o.looks++
	return o.PartialObjectMetadata.GetLabels()
}

// seenStore is a store of objects with labels of one value each: keys says of how many.
func seenStore(objects int, keys map[string]int) (s *cache, looks *int) {
	s, looks = NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc}).(*cache), new(int)
	for i := range objects {
		o := thing("a", fmt.Sprint(i), "1")
		o.Labels = map[string]string{}
		for key, values := range keys {
			o.Labels[key] = fmt.Sprint(i % values)
		}
		_ = s.Add(seen{o, looks})
	}
	return s, looks
}

// ask lists the objects with the labels some times, and returns how many labels the last list looked at.
func ask(t *testing.T, s *cache, looks *int, times, want int, set labels.Set) int {
	t.Helper()
	for i := range times {
		n := 0
		*looks = 0
		if err := ListAllByNamespace(s, []string{"a", ""}[i%2], labels.SelectorFromSet(set), func(any) { n++ }); err != nil || n != want {
			t.Fatalf("%v: listed %d (%v), want %d", set, n, err, want)
		}
	}
	return *looks
}

// TestAListByLabelsLooksAtFew: from some time on it looks only at what has the value that it wants, by the label of which
// that are fewest, and a small store makes no index.
func TestAListByLabelsLooksAtFew(t *testing.T) {
	for objects, want := range map[int]int{fewObjects - 1: fewObjects - 1, fewObjects: fewObjects / 8} {
		s, looks := seenStore(objects, map[string]int{"app": 8, "able": 2, "zone": 1})
		ask(t, s, looks, 100, objects/2, labels.Set{"able": "1"})
		ask(t, s, looks, 100, objects/8, labels.Set{"app": "7", "zone": "0"})
		if n := ask(t, s, looks, 1, objects/8, labels.Set{"able": "1", "app": "7", "zone": "0"}); n != want {
			t.Errorf("a list looked at the labels of %d of %d objects, want %d", n, objects, want)
		}
	}
}

// TestALabelThatNobodyAsksForGivesItsPlace: there are few indices, and none is kept for who has gone.
func TestALabelThatNobodyAsksForGivesItsPlace(t *testing.T) {
	keys := map[string]int{"a": 16, "b": 16, "c": 16, "d": 16, "e": 16}
	s, looks := seenStore(fewObjects, keys)
	few := func(key string, times int) bool {
		return ask(t, s, looks, times, fewObjects/16, labels.Set{key: "3"}) == fewObjects/16
	}
	for _, key := range []string{"a", "b", "c", "d"} {
		if !few(key, 2*vainLooks) {
			t.Errorf("no index of %s", key)
		}
	}
	for range 10 * vainLooks { // all are asked for: nobody gives way
		for _, key := range []string{"a", "b", "c", "d", "e"} {
			few(key, 1)
		}
	}
	if few("e", 1) || !few("a", 1) || !few("d", 1) {
		t.Error("a label that is asked for gave its place away")
	}
	for range 4 * vainLooks { // nobody asks for c any more
		for _, key := range []string{"a", "b", "d", "e"} {
			few(key, 1)
		}
	}
	if !few("e", 1) || !few("a", 1) || !few("b", 1) || !few("d", 1) || few("c", 1) {
		t.Error("c kept its place")
	}
	if n := len(s.labels.indices()); n != labelIndexes {
		t.Errorf("%d indices by label, want %d", n, labelIndexes)
	}
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
