package workqueue

import (
	"fmt"
	"testing"
)

// BenchmarkHotKeys is one Add, Get and Done of a key that comes again and again.
func BenchmarkHotKeys(b *testing.B) {
	var hot [100]string
	for i := range hot {
		hot[i] = fmt.Sprintf("namespace-%d/pod-%d", i%20, i)
	}
	q := NewTyped[string]()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		q.Add(hot[i%len(hot)])
		k, _ := q.Get()
		q.Done(k)
	}
}
