package scene

import "github.com/informerscope/informerscope/core/state"

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
