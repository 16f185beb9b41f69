package workqueue

import (
	"fmt"
	"testing"
)

// BenchmarkHotKeys is Add, Get and Done of each of 100 keys that come again and again.
func BenchmarkHotKeys(b *testing.B) {
	var hot [100]string
	for i := range hot {
		hot[i] = fmt.Sprintf("namespace-%d/pod-%d", i%20, i)
	}
	q := NewTyped[string]()
	b.ReportAllocs()
	for b.Loop() {
		for _, k := range hot {
			q.Add(k)
			k, _ := q.Get()
			q.Done(k)
		}
	}
}
