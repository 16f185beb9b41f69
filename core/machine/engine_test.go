package machine

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

func TestEveryEngineIsFoundByItsNamesAndHasAFIFO(t *testing.T) {
	for i := range Engines {
		e := &Engines[i]
		if strings.ContainsAny(e.Name, " ,|&=") || e.Name == "" || e.ClientGo == "" {
			t.Errorf("%+v: want a name of one word, that links can carry, and versions", e)
		}
		for _, name := range []string{e.Name, e.Formerly} {
			if got := EngineNamed(name); name != "" && got != e {
				t.Errorf("EngineNamed(%q) = %+v, want %s", name, got, e.Name)
			}
		}
		index := NewIndex(trace.Tap{}, Meta[string]{Key: func(s string) (string, error) { return s, nil }})
		f := NewFIFO(e, FIFOConfig[string]{Meta: index.meta, Known: index})
		for _, key := range []string{"a", "b"} {
			if err := f.Push(Added, key); err != nil {
				t.Fatal(err)
			}
		}
		b, got := f.Begin()
		if n := len(b.Deltas); got != GotKey || n != 1 && n != min(e.Batch, 2) {
			t.Errorf("%s hands out %d deltas of 2 keys, want %d", e.Name, n, max(min(e.Batch, 2), 1))
		}
		if f.Locked() == e.Unlock {
			t.Errorf("%s locked while processing = %t, want %t", e.Name, f.Locked(), !e.Unlock)
		}
	}
	if EngineNamed("") != nil || EngineNamed("warp") != nil {
		t.Error("an engine without a name, or one nobody knows, is found")
	}
	if !Newest().Atomic {
		t.Errorf("the newest engine is %s", Newest().Name)
	}
}
