//go:build soak

package hub_test

import (
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"
)

var soakFor = flag.Duration("soak", 10*time.Minute, "how long TestSoak goes on, in real time")

// TestSoak is the same in real time, and looks at memory: make soak.
func TestSoak(t *testing.T) {
	seed := *soakSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("go test -tags soak ./server/hub -run TestSoak -v -soak %v -soak.seed %d", *soakFor, seed)
	t.Setenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS", "4") // client-go's are 30 s and 15 s
	t.Setenv("HTTP2_PING_TIMEOUT_SECONDS", "2")
	s := newSoak(t, seed, 50, setup{times: [2]time.Duration{3 * time.Second, 10 * time.Second}})
	type figures struct{ heap, goroutines float64 }
	var all []figures
	var slowest time.Duration
	began, before := time.Now(), s.steps
	for time.Since(began) < *soakFor {
		s.round()
		took := s.settled(2 * time.Minute)
		slowest = max(slowest, took)
		// What is measured is what is left when there is nothing: the window of events is as long as it happens to be.
		s.with(func() { s.uid = fmt.Sprint("u-", s.steps) })
		s.restore(s.rv + 5000)
		s.settled(2 * time.Minute)
		time.Sleep(2 * time.Second) // connections that are over go
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		all = append(all, figures{float64(m.HeapAlloc) / (1 << 20), float64(runtime.NumGoroutine())})
		t.Logf("%4.0f s: all %d clients have what the cluster has, %4.1f s after the last fault; of an empty cluster, heap %.1f MB, %d goroutines",
			time.Since(began).Seconds(), len(s.clients), took.Seconds(), float64(m.HeapAlloc)/(1<<20), runtime.NumGoroutine())
		for range 60 {
			s.step()
		}
	}
	third := max(1, len(all)/3)
	mean := func(some []figures) (m figures) {
		for _, f := range some {
			m.heap += f.heap / float64(len(some))
			m.goroutines += f.goroutines / float64(len(some))
		}
		return m
	}
	first, last := mean(all[:third]), mean(all[len(all)-third:])
	t.Logf("%d events, %d quiet points, the slowest %.1f s after the last fault; faults: %v", s.steps-before, len(all), slowest.Seconds(), s.faults)
	t.Logf("first third: heap %.1f MB, %.0f goroutines; last third: heap %.1f MB, %.0f goroutines", first.heap, first.goroutines, last.heap, last.goroutines)
	if last.heap > 1.1*first.heap+2 || last.goroutines > 1.1*first.goroutines+20 {
		t.Error("memory or goroutines grow")
	}
}
