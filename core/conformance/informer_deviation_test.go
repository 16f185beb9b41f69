package conformance

import (
	"errors"
	"fmt"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/client-go/tools/cache"
)

// S08: an object that is changed in place and stored again.
func TestDeviationChangedInPlace(t *testing.T) {
	p := newIndexPair()
	o := &thing{key: "k", node: "n1"}
	put := func() {
		_, _, _ = p.ours.Put(o.key, o)
		_ = p.theirs.Update(o)
	}
	put()
	o.node = "n2"
	put()
	if got := fmt.Sprint(p.theirs.ListIndexFuncValues("nodes")); got != "[n1]" {
		t.Errorf("client-go has it under %s, the table says n1, where it was", got)
	}
	if got := fmt.Sprint(p.ours.IndexValues("nodes")); got != "[n2]" {
		t.Errorf("ours has it under %s, want n2, where it is", got)
	}
	p.ours.Delete(o.key)
	_ = p.theirs.Delete(o)
	if list, _ := p.theirs.ByIndex("nodes", "n1"); len(list) != 1 || list[0] != nil {
		t.Errorf("after its deletion client-go's ByIndex(n1) = %v, the table says one nil", list)
	}
	if list, _ := p.ours.ByIndex("nodes", "n1"); len(list) != 0 {
		t.Errorf("after its deletion our ByIndex(n1) = %v, want none", list)
	}
}

// S03: an index function that fails.
func TestDeviationFailingIndexFunction(t *testing.T) {
	sad := func(o *thing) ([]string, error) { return nil, errors.New("no") }
	ours := machine.NewIndex(trace.Tap{}, machine.Meta[*thing]{})
	if err := ours.AddIndex("sad", sad); err != nil {
		t.Fatal(err)
	}
	theirs := cache.NewIndexer(func(o any) (string, error) { return o.(*thing).key, nil },
		cache.Indexers{"sad": func(o any) ([]string, error) { return sad(o.(*thing)) }})
	o := &thing{key: "k"}
	_, _, err := ours.Put(o.key, o)
	paniced := func() (p any) {
		defer func() { p = recover() }()
		_ = theirs.Add(o)
		return nil
	}()
	if fmt.Sprint(err) != fmt.Sprint(paniced) || err == nil {
		t.Errorf("our error %v, client-go's panic %v, want the same text", err, paniced)
	}
	if ours.Len() != 0 {
		t.Error("ours has stored the object")
	}
	if _, stored, _ := theirs.GetByKey("k"); !stored {
		t.Error("client-go has not stored the object, the table says it has")
	}
}
