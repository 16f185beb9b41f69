package cache

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func thing(namespace, name, rv string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, ResourceVersion: rv}}
}

func podNames(list []interface{}) string {
	var b []string
	for _, o := range list {
		b = append(b, o.(*metav1.PartialObjectMetadata).Name)
	}
	return strings.Join(b, " ")
}

// panicOf returns what f panics with; nil when it does not.
func panicOf(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// S03: "an index function that fails leaves the store as it was", and the lock free.
func TestFailingIndexFunctionLeavesTheStoreAsItWas(t *testing.T) {
	wrong := errors.New("wrong")
	index := func(o interface{}) ([]string, error) {
		if o.(*metav1.PartialObjectMetadata).Name == "bad" {
			return nil, wrong
		}
		return []string{"x"}, nil
	}
	s := NewIndexer(MetaNamespaceKeyFunc, Indexers{"i": index})
	_ = s.Add(thing("a", "good", "1"))
	bad := thing("a", "bad", "2")
	const text = `unable to calculate an index entry for key "a/bad" on index "i": wrong`
	for call, f := range map[string]func(){
		"Add":     func() { _ = s.Add(bad) },
		"Replace": func() { _ = s.Replace([]interface{}{thing("a", "new", "3"), bad}, "3") },
		"Transaction": func() {
			s.(TransactionStore).Transaction(Transaction{thing("a", "new", "3"), TransactionTypeAdd}, Transaction{bad, TransactionTypeAdd})
		},
	} {
		err, _ := panicOf(f).(error)
		if err == nil || err.Error() != text || !errors.Is(err, wrong) {
			t.Errorf("%s of a bad object panics with %v, want %s", call, err, text)
		}
		if got, rv := podNames(s.List()), s.LastStoreSyncResourceVersion(); got != "good" || rv != "1" {
			t.Errorf("after %s of a bad object the store has %q at %q, want good at 1", call, got, rv)
		}
	}
	err, _ := panicOf(func() {
		_ = s.AddIndexers(Indexers{"j": func(interface{}) ([]string, error) { return nil, wrong }})
	}).(error)
	if !errors.Is(err, wrong) || len(s.GetIndexers()) != 1 {
		t.Errorf("AddIndexers of a failing function: panic %v, indices %d, want wrong and 1", err, len(s.GetIndexers()))
	}
	if v := panicOf(func() {
		_ = s.AddIndexers(Indexers{"k": func(interface{}) ([]string, error) { panic("index") }})
	}); v != "index" {
		t.Errorf("AddIndexers of a panicking function: panic %v, want index", v)
	}
	if err := s.Add(thing("a", "later", "4")); err != nil || podNames(s.List()) != "good later" {
		t.Errorf("after all that: Add = %v, store %q, want nil, good later", err, podNames(s.List()))
	}
}

// S08: an object that is changed in place and stored again moves to its new value.
func TestObjectChangedInPlaceMoves(t *testing.T) {
	s := NewIndexer(MetaNamespaceKeyFunc, Indexers{"rv": func(o interface{}) ([]string, error) {
		return []string{o.(*metav1.PartialObjectMetadata).ResourceVersion}, nil
	}})
	o := thing("a", "p1", "1")
	_ = s.Add(o)
	o.ResourceVersion = "2"
	_ = s.Update(o)
	if got := fmt.Sprint(s.ListIndexFuncValues("rv")); got != "[2]" {
		t.Errorf("values = %s, want [2]", got)
	}
	_ = s.Delete(o)
	if list, err := s.ByIndex("rv", "1"); err != nil || len(list) != 0 {
		t.Errorf("ByIndex of the old value after the deletion = %v, %v, want none", list, err)
	}
}

// A nil object is stored, and stands nowhere.
func TestNilObjectStandsNowhere(t *testing.T) {
	s := NewThreadSafeStore(Indexers{NamespaceIndex: MetaNamespaceIndexFunc}, Indices{})
	s.Add("k", nil)
	if o, ok := s.Get("k"); !ok || o != nil || len(s.ListIndexFuncValues(NamespaceIndex)) != 0 {
		t.Errorf("Get = %v, %v, values %v, want nil, true, none", o, ok, s.ListIndexFuncValues(NamespaceIndex))
	}
	s.Replace(map[string]interface{}{"b": thing("n", "b", "1"), "a": thing("n", "a", "2")}, "7")
	if got, rv := fmt.Sprint(s.ListKeys()), s.LastStoreSyncResourceVersion(); got != "[a b]" || rv != "7" {
		t.Errorf("after Replace: keys %s at %s, want [a b] at 7: new keys join sorted", got, rv)
	}
	s.DeleteWithObject("a", thing("n", "a", "9"))
	s.Delete("b")
	if rv := s.LastStoreSyncResourceVersion(); rv != "9" || len(s.ListKeys()) != 0 || s.Resync() != nil {
		t.Errorf("after deletions: %v at %s, want none at 9", s.ListKeys(), rv)
	}
}

// Readers of a big store see each write whole, whether they share a copy or not, and own
// what they get.
func TestReadersSeeWholeTransactions(t *testing.T) {
	s := NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	const n, rounds, readers = 50, 200, 8
	write := func(rv string) {
		var txns []Transaction
		for i := range n {
			txns = append(txns, Transaction{thing("a", fmt.Sprint(i), rv), TransactionTypeUpdate})
		}
		s.(TransactionStore).Transaction(txns...)
	}
	write("0")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range readers {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				list := s.List()
				first := list[0].(*metav1.PartialObjectMetadata).ResourceVersion
				for _, o := range list {
					if rv := o.(*metav1.PartialObjectMetadata).ResourceVersion; rv != first || len(list) != n {
						t.Errorf("a list of %d has objects at %s and at %s", len(list), first, rv)
						return
					}
				}
				clear(list)
			}
		})
	}
	for i := range rounds {
		write(fmt.Sprint(i))
		if got := s.List()[n-1].(*metav1.PartialObjectMetadata).ResourceVersion; got != fmt.Sprint(i) {
			t.Fatalf("a list after write %d shows %s", i, got)
		}
	}
	close(stop)
	wg.Wait()
}

type gauge struct{ value float64 }

func (g *gauge) Set(v float64)     { g.value = v }
func (g *gauge) Observe(v float64) { g.value++ }

type gauges struct{ queued, latency, version gauge }

func (g *gauges) NewQueuedItemMetric(InformerNameAndResource) GaugeMetric { return &g.queued }
func (g *gauges) NewProcessingLatencyMetric(InformerNameAndResource) HistogramMetric {
	return &g.latency
}
func (g *gauges) NewStoreResourceVersionMetric(InformerNameAndResource) GaugeMetric {
	return &g.version
}

// "Metrics of an informer with a Reserved identity": the second of one name has none.
func TestMetricsAreOfReservedIdentities(t *testing.T) {
	defer ResetInformerNamesForTesting()
	name, err := NewInformerName("group")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewInformerName("group"); err == nil || err.Error() != `informer name "group" is already registered` {
		t.Errorf("the second of one name: %v", err)
	}
	if _, err := NewInformerName(""); err == nil {
		t.Error("an empty name is taken")
	}
	gvr := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	first, second := name.WithResource(gvr), name.WithResource(gvr)
	if !first.Reserved() || second.Reserved() || first.Name() != "group" || first.GroupVersionResource() != gvr {
		t.Errorf("reserved = %v, %v, want true, false", first.Reserved(), second.Reserved())
	}
	var published, none gauges
	q := NewRealFIFOWithOptions(RealFIFOOptions{AtomicEvents: true, Identifier: first, MetricsProvider: &published})
	s := NewStore(MetaNamespaceKeyFunc, WithStoreMetrics(first, &published))
	NewStore(MetaNamespaceKeyFunc, WithStoreMetrics(second, &none)).Bookmark("9")
	_ = q.Add(thing("a", "p1", "1"))
	_ = q.Add(thing("a", "p2", "2"))
	if published.queued.value != 2 || q.Name() != "group" {
		t.Errorf("queued = %v in %q, want 2 in group", published.queued.value, q.Name())
	}
	_, _ = q.Pop(func(interface{}, bool) error { return nil })
	_ = s.Add(thing("a", "p1", "1234567890123456789"))
	if published.queued.value != 1 || published.latency.value != 1 || published.version.value != 567890123456789 || none.version.value != 0 {
		t.Errorf("published %+v, none %+v", published, none)
	}
	s.Bookmark("no number")
	if published.version.value != 567890123456789 {
		t.Errorf("version = %v after one that is no number", published.version.value)
	}
	name.Release()
	if first.Reserved() || name.WithResource(gvr).Reserved() {
		t.Error("reserved after Release")
	}
	var unnamed *InformerName
	unnamed.Release()
	if unnamed.Name() != "" || unnamed.WithResource(gvr).Reserved() {
		t.Error("a nil name names something")
	}
}

func TestKeysAndEngines(t *testing.T) {
	if _, err := MetaNamespaceKeyFunc(DeletedFinalStateUnknown{Key: "a/b"}); err == nil {
		t.Error("MetaNamespaceKeyFunc knows the key of a tombstone") // S14
	}
	if key, err := MetaNamespaceKeyFunc(ExplicitKey("x/y")); err != nil || key != "x/y" {
		t.Errorf("key of an ExplicitKey = %q, %v", key, err)
	}
	if n, err := DeletionHandlingObjectToName(DeletedFinalStateUnknown{Key: "a/b"}); err != nil || n != NewObjectName("a", "b") {
		t.Errorf("name of a tombstone = %v, %v", n, err)
	}
	if _, err := ParseObjectName("a/b/c"); err == nil || err.Error() != `unexpected key format: "a/b/c"` {
		t.Errorf("ParseObjectName(a/b/c): %v", err) // S14
	}
	if n := NamespacedNameAsObjectName(NewObjectName("a", "b").AsNamespacedName()); n.String() != "a/b" {
		t.Errorf("there and back = %v", n)
	}
	one := IndexFuncToKeyFuncAdapter(func(o interface{}) ([]string, error) { return o.([]string), nil })
	for want, values := range map[string][]string{"x": {"x"}, "too many keys: [x y]": {"x", "y"}, "unexpected empty indexKeys": {}} {
		key, err := one(values)
		if got := key + strings.TrimPrefix(fmt.Sprint(err), "<nil>"); got != want {
			t.Errorf("key of %v = %q, want %q", values, got, want)
		}
	}
	for _, e := range []Engine{EngineAtomic, EngineOrdered, EngineOrderedBatches, EngineClassic} {
		if got, err := ParseEngine(e.String()); err != nil || got != e {
			t.Errorf("ParseEngine(%v) = %v, %v", e, got, err)
		}
	}
	if e, err := ParseEngine(""); e != EngineAtomic || err != nil {
		t.Errorf("ParseEngine of nothing = %v, %v", e, err)
	}
	if _, err := ParseEngine("new"); err == nil || Engine(9).String() != "Engine(9)" {
		t.Errorf("ParseEngine(new): %v", err)
	}
}
