package draw

import (
	"math"
	"strconv"
)

// Fraction is the place of a wait on the time ruler: log₂(1 + t/base) over the cap. From
// the fourth rung on rungs are evenly spaced, so failures and time share one ruler.
func Fraction(ns, base, limit int64) float64 {
	if ns <= 0 {
		return 0
	}
	return math.Min(1, math.Log2(1+float64(ns)/float64(base))/math.Log2(1+float64(limit)/float64(base)))
}

// Tail is the end of a version, which tells the long ones of a real cluster apart.
func Tail(rv int64) string {
	s := strconv.FormatInt(rv, 10)
	if len(s) > 6 {
		return "…" + s[len(s)-4:]
	}
	return s
}
