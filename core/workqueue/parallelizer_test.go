package workqueue

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// "Calls doWorkPiece for 0 … pieces-1", each once, from at most so many goroutines at a time.
func TestEveryPieceIsDoneOnce(t *testing.T) {
	for _, c := range []struct{ workers, pieces, chunk int }{
		{1, 1, 0}, {3, 100, 0}, {3, 100, 7}, {16, 5, 1}, {4, 10, 100}, {2, 9, -3}, {0, 5, 1}, {3, 0, 1}, {3, -2, 1},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			done := make([]atomic.Int64, max(0, c.pieces))
			var now, most atomic.Int64
			ParallelizeUntil(context.Background(), c.workers, c.pieces, func(i int) {
				n := now.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				done[i].Add(1)
				now.Add(-1)
			}, WithChunkSize(c.chunk))
			want := int64(1)
			if c.workers == 0 {
				want = 0
			}
			for i := range done {
				if n := done[i].Load(); n != want {
					t.Errorf("piece %d was done %d times, want %d", i, n, want)
				}
			}
			if int(most.Load()) > c.workers {
				t.Errorf("%d pieces at a time with %d workers", most.Load(), c.workers)
			}
		})
	}
}

// "Or ctx is done and no piece is being worked on", also within a chunk; nil is never done.
func TestParallelizeStopsWhenTheContextIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	ParallelizeUntil(ctx, 1, 100, func(int) {
		if n++; n == 10 {
			cancel()
		}
	}, WithChunkSize(50))
	if n != 10 {
		t.Errorf("%d pieces were done, want the 10 before the end", n)
	}
	var never context.Context // client-go allows none
	ParallelizeUntil(never, 2, 3, func(int) { n++ }, WithChunkSize(3))
	if n != 13 {
		t.Errorf("%d pieces without a context, want 3", n-10)
	}
}

// A piece that panics ends its worker; the others go on, and the call returns.
func TestParallelizeSurvivesAPanic(t *testing.T) {
	crash := utilruntime.ReallyCrash
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = crash }()
	var done atomic.Int64
	ParallelizeUntil(context.Background(), 2, 10, func(i int) {
		if i == 0 {
			panic("piece 0")
		}
		done.Add(1)
	})
	if done.Load() != 9 {
		t.Errorf("%d pieces were done beside the one that panicked, want 9", done.Load())
	}
}
