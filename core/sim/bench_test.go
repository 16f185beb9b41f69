package sim

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkWorld is a pipeline under load: the time of one event, everything included.
func BenchmarkWorld(b *testing.B) {
	events := uint64(0)
	for b.Loop() {
		w, err := New(Config{Engine: "atomic", Cluster: true, Workers: []string{"W1", "W2", "W3"}, Handlers: []string{"h1"},
			Indexes: []string{"byNode=.spec.nodeName"}})
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range []Command{{Verb: "auto", Text: "on"}, {Verb: "set", Text: "duration", After: time.Millisecond}, {Verb: "start"}} {
			if err := w.Do(c); err != nil {
				b.Fatal(err)
			}
		}
		for i := range 1000 {
			verb := "update"
			if i < 100 {
				verb = "create"
			}
			if err := w.Do(Command{Verb: verb, Name: fmt.Sprint("p", i%100), Node: fmt.Sprint("n", i%7)}); err != nil {
				b.Fatal(err)
			}
			w.Advance(time.Millisecond)
		}
		events += w.Recorder().Len()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
}
