package workqueue

import (
	"context"
	"sync"
	"sync/atomic"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// DoWorkPieceFunc does the piece of work with that number.
type DoWorkPieceFunc func(piece int)

type options struct {
	chunkSize int
}

// Options change how ParallelizeUntil works.
type Options func(*options)

// WithChunkSize lets a worker take c pieces in a row at a time. It is for many small pieces.
// Below 1 is 1.
func WithChunkSize(c int) func(*options) {
	return func(o *options) { o.chunkSize = c }
}

// ParallelizeUntil calls doWorkPiece for 0 … pieces-1 from up to workers goroutines and
// returns when they have ended: all pieces are done, or ctx is done and no piece is being
// worked on. A nil ctx is never done. With no workers nothing is done.
func ParallelizeUntil(ctx context.Context, workers, pieces int, doWorkPiece DoWorkPieceFunc, opts ...Options) {
	if pieces <= 0 {
		return
	}
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	size := max(1, o.chunkSize)
	chunks := (pieces-1)/size + 1
	var stop <-chan struct{}
	if ctx != nil {
		stop = ctx.Done()
	}
	var next atomic.Int64
	var working sync.WaitGroup
	workers = min(workers, chunks)
	working.Add(workers)
	for range workers {
		go func() {
			defer working.Done()
			defer utilruntime.HandleCrashWithContext(ctx)
			for {
				chunk := int(next.Add(1)) - 1
				if chunk >= chunks {
					return
				}
				for piece := chunk * size; piece < pieces && piece-chunk*size < size; piece++ {
					select {
					case <-stop:
						return
					default:
					}
					doWorkPiece(piece)
				}
			}
		}()
	}
	working.Wait()
}
