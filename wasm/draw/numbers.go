package draw

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Elapsed prints how long something has lasted, coarse: 0.4 s, 2.7 s, 58 s, 5m28s.
func Elapsed(ns int64) string {
	s := float64(ns) / 1e9
	switch {
	case s < 9.95:
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	case s < 60:
		return strconv.FormatFloat(s, 'f', 0, 64) + " s"
	}
	return minutes(ns)
}

// Exact prints a wait: 5 ms, 640 ms, 1.28 s, 40.96 s, 16m40s.
func Exact(ns int64) string {
	switch {
	case ns < 1e6 && ns > 0:
		return strconv.FormatFloat(float64(ns)/1e3, 'f', -1, 64) + " µs"
	case ns < 1e9 && ns != 0:
		return strconv.FormatFloat(math.Round(float64(ns)/1e5)/10, 'f', -1, 64) + " ms"
	case ns < 60e9:
		return strconv.FormatFloat(math.Round(float64(ns)/1e7)/100, 'f', -1, 64) + " s"
	}
	return minutes(ns)
}

// Short is exact with three digits at most, and without a unit where the ruler says it.
func Short(ns int64) string {
	switch { // rounded as Exact does: 5.095 s is 5.1 in both
	case ns >= 10e9 && ns < 60e9:
		return strconv.FormatFloat(math.Round(float64(ns)/1e8)/10, 'f', -1, 64)
	case ns >= 1e9 && ns < 60e9:
		return strconv.FormatFloat(math.Round(float64(ns)/1e7)/100, 'f', -1, 64)
	}
	if ns < 1e9 {
		return strconv.FormatInt(ns/1e6, 10)
	}
	return minutes(ns)
}

func minutes(ns int64) string {
	s := (ns + 5e8) / 1e9
	if s >= 3600 {
		return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace((time.Duration(s) * time.Second).String())
	}
	m := strconv.FormatInt(s/60, 10) + "m"
	if s%60 == 0 {
		return m
	}
	return m + strconv.FormatInt(s%60+100, 10)[1:] + "s"
}

// Precise prints seconds with up to digits decimals below 100 s: sums that must compare.
func Precise(ns int64, digits int) string {
	if ns < 1e9 || ns >= 100e9 {
		return Exact(ns)
	}
	k := math.Pow(10, float64(digits))
	return strconv.FormatFloat(math.Round(float64(ns)/1e9*k)/k, 'f', -1, 64) + " s"
}

// Due prints a wait that shrinks: 9.6 s, 640 ms.
func Due(ns int64) string {
	if ns < 1e9 {
		return Exact(max(0, ns/1e6*1e6))
	}
	return Elapsed(ns)
}

// Number prints n with commas: 1,640.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Int prints n, with a minus as sentences have it: −100.
func Int(n int64) string { return strings.Replace(strconv.FormatInt(n, 10), "-", "−", 1) }
