package scene

import (
	"math"

	"github.com/informerscope/informerscope/core/state"
)

// fraction is the place of a wait on the time ruler: log₂(1 + t/base) over the cap. From
// the fourth rung on rungs are evenly spaced, so failures and time share one ruler.
func fraction(ns, base, limit int64) float64 {
	if ns <= 0 {
		return 0
	}
	return math.Min(1, math.Log2(1+float64(ns)/float64(base))/math.Log2(1+float64(limit)/float64(base)))
}

// rung is the wait after n failures of the exponential limiter: base·2ⁿ⁻¹, at most limit.
func rung(n int64, base, limit int64) int64 {
	d := base
	for ; n > 1 && d < limit; n-- {
		d *= 2
	}
	return min(d, limit)
}

// left is how long w still waits.
func (c *canvas) left(w state.Wait) int64 { return max(0, w.Due-c.v.Now) }

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
