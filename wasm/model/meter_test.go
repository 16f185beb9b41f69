package model_test

import (
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
)

const sec = int64(1_000_000_000)

// A reading belongs to the end of its step, whenever it is taken: all at once, or as the
// line grows.
func TestMeterReadsEachStepOnce(t *testing.T) {
	rec := trace.New(0)
	tap := rec.AddPart("queue", "queue")
	line := model.New(rec, 0, nil)
	key := rec.Intern("a")
	grows := &model.Meter{}
	for n := range 5 {
		rec.At = int64(n) * sec
		tap.Bits(trace.QueueAdd, key, 0, trace.Dirty|trace.Queued)
		rec.At += sec / 2
		tap.Bits(trace.QueueGet, key, trace.Dirty|trace.Queued, trace.Processing)
		tap.Bits(trace.QueueDone, key, trace.Processing, 0)
		line.Cut("round", rec.At)
		grows.Steps(line)
	}
	once := &model.Meter{}
	once.Steps(line)
	_, a := grows.Readings()
	first, b := once.Readings()
	if first != 0 || len(a) != 6 || len(b) != 6 {
		t.Fatalf("%d and %d readings from step %d, want 6 from 0", len(a), len(b), first)
	}
	for n := range a {
		if a[n].Adds != int64(n) || a[n].Latency.Count != int64(n) || a[n].Latency.Sum != int64(n)*sec/2 {
			t.Errorf("step %d: adds %d, waits %d of %d ns", n, a[n].Adds, a[n].Latency.Count, a[n].Latency.Sum)
		}
		if a[n].Adds != b[n].Adds || a[n].Latency != b[n].Latency || a[n].At != b[n].At {
			t.Errorf("step %d: read as the line grew %+v, at once %+v", n, a[n], b[n])
		}
	}
}

// In live mode a second has one reading, and old ones go.
func TestMeterKeepsTheLastSeconds(t *testing.T) {
	rec := trace.New(64)
	tap := rec.AddPart("queue", "queue")
	line := model.New(rec, 0, nil)
	m := &model.Meter{}
	for tick := int64(0); tick <= 4000; tick++ { // every 150 ms, for ten minutes
		rec.At = tick * 150_000_000
		tap.Bits(trace.QueueAdd, rec.Intern("a"), 0, trace.Dirty|trace.Queued)
		m.Second(line, rec.At, 300)
	}
	first, all := m.Readings()
	if len(all) != 300 || first != 301 {
		t.Errorf("%d readings from second %d, want 300 from 301", len(all), first)
	}
	if now := m.Now(); now.Adds != 4001 {
		t.Errorf("adds %d, want 4001: no event is missed while the recorder forgets", now.Adds)
	}
	var _ state.Metrics = all[0]
}
