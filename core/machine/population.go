package machine

import "github.com/informerscope/informerscope/core/trace"

// population counts down what was in a FIFO when it was first filled. A FIFO has synced
// when it was filled and nothing of that is left.
type population struct {
	populated bool
	synced    bool
	told      bool // somebody was told that it has synced
	left      int
}

// fill says that n items are the initial population; only the first filling counts.
func (p *population) fill(tap trace.Tap, n int) {
	if p.populated {
		return
	}
	// trace: fifo.initial filled
	p.populated, p.left = true, n
	p.emit(tap)
}

// leave says that n items were handed out or processed.
func (p *population) leave(tap trace.Tap, n int) {
	if p.left <= 0 {
		return
	}
	// trace: fifo.initial
	p.left -= n
	p.emit(tap)
}

func (p *population) emit(tap trace.Tap) {
	populated := int64(0)
	if p.populated {
		populated = 1
	}
	tap.Numbers(trace.FIFOInit, 0, int64(p.left), populated)
	if p.populated && p.left == 0 && !p.synced {
		// trace: fifo.synced
		p.synced = true
		tap.Emit(trace.FIFOSynced, 0)
	}
}

// edge reports the first time it is asked after the FIFO has synced.
func (p *population) edge() bool {
	if !p.synced || p.told {
		return false
	}
	p.told = true
	return true
}
