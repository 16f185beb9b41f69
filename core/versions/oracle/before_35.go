//go:build before35

package oracle

import (
	"time"
	_ "unsafe" // for go:linkname

	"k8s.io/client-go/tools/cache"
)

// neverExitWatch is what a reflector without resync waits at: one channel for the whole process, which
// a bubble takes for a reason to wait for the world outside.
//
//go:linkname neverExitWatch k8s.io/client-go/tools/cache.neverExitWatch
var neverExitWatch <-chan time.Time

func bubbleChannels() { neverExitWatch = make(chan time.Time) }

// popOne pops as client-go does where it knows no batches.
func popOne(q cache.Queue, note func([]cache.Delta)) error {
	_, err := q.Pop(func(obj any, _ bool) error {
		note(obj.(cache.Deltas))
		return nil
	})
	return err
}
