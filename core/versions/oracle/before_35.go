//go:build before35

package oracle

import (
	"time"
	_ "unsafe" // for go:linkname
)

// neverExitWatch is what a reflector without resync waits at: one channel for the whole process, which
// a bubble takes for a reason to wait for the world outside.
//
//go:linkname neverExitWatch k8s.io/client-go/tools/cache.neverExitWatch
var neverExitWatch <-chan time.Time

func bubbleChannels() { neverExitWatch = make(chan time.Time) }
