package tell

import (
	"strconv"
	"strings"
	"time"
)

// dot stands between parts of a line. Where the line breaks, it goes along with what follows.
const dot = " ·\u00a0"

// Wait prints a wait as people say it: 10ms, 9.6s, 2m, 16m40s.
func Wait(d time.Duration) string {
	switch {
	case d >= 100*time.Second:
		d = d.Round(time.Second)
	case d >= time.Second:
		d = d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		d = d.Round(time.Millisecond)
	}
	text := d.String()
	for _, empty := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, empty) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// Tenths prints a wait to the tenth of a second, so that it can be read while it changes.
func Tenths(ns int64) string {
	return Wait(time.Duration(max(ns, 0)).Round(100 * time.Millisecond))
}

// Seconds prints a moment: 72.3 s.
func Seconds(ns int64) string {
	return strconv.FormatFloat(float64(ns/1e6)/1e3, 'f', -1, 64) + " s"
}

// Clock prints a moment as the stage does: 72.3 s, 21m51s.
func Clock(ns int64) string {
	if ns >= 100e9 {
		return time.Duration(ns).Round(time.Second).String()
	}
	return Seconds(ns)
}

// Middle shortens a long name in its middle: the end often tells names apart.
func Middle(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n/2]) + "…" + string(r[len(r)-(n-1)/2:])
}

// OrDash is s, or a dash where there is nothing.
func OrDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// Bytes prints a size as people say it: 12 KB, 3.4 MB.
func Bytes(n int) string {
	if n < 1<<20 {
		return strconv.Itoa((n+1023)/1024) + " KB"
	}
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}
