package machine

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// A lexicon finds what a map finds, whatever comes and goes, long texts and the empty one too;
// and texts that have gone do not fill pages for ever.
func TestLexiconIsAMap(t *testing.T) {
	var l lexicon
	ref := map[string]uint32{}
	r := rand.New(rand.NewPCG(3, 4))
	text := func(n int) string {
		switch k := r.IntN(n); k % 50 {
		case 0:
			return fmt.Sprintf("%d%s", k, strings.Repeat("-", 240+k%20))
		case 1:
			return strings.Repeat("x", k/50)
		default:
			return fmt.Sprintf("namespace-%d/pod-%d", k%7, k)
		}
	}
	for i := range 300_000 {
		k := text(1 + i%3000)
		at := l.find(k)
		want, ok := ref[k]
		if (at != none) != ok || ok && at != want {
			t.Fatalf("step %d: find(%q) = %d, want %d (%v)", i, k, at, want, ok)
		}
		switch {
		case !ok:
			at, isNew := l.claim(k)
			if !isNew || l.text(at) != k {
				t.Fatalf("step %d: claim(%q) = %d, new %v, of text %q", i, k, at, isNew, l.text(at))
			}
			ref[k] = at
		case r.IntN(3) == 0:
			if again, isNew := l.claim(k); isNew || again != at {
				t.Fatalf("step %d: claim(%q) = %d, new %v, want %d", i, k, again, isNew, at)
			}
		default:
			l.remove(at)
			delete(ref, k)
		}
		if l.live != len(ref) {
			t.Fatalf("step %d: %d live, want %d", i, l.live, len(ref))
		}
	}
	bytes := 0
	for k, at := range ref {
		if bytes += 1 + len(k); l.text(at) != k {
			t.Errorf("text of %d = %q, want %q", at, l.text(at), k)
		}
	}
	if l.written-l.dead != bytes || l.written > 2*bytes+2*deadEnough {
		t.Errorf("%d bytes are written and %d of them dead, want %d alive", l.written, l.dead, bytes)
	}
	for k := range maps.Clone(ref) {
		l.remove(l.find(k))
	}
	if l.live != 0 || l.written != 0 || len(l.pages) != 0 {
		t.Errorf("empty, it holds %d texts, %d bytes, %d pages", l.live, l.written, len(l.pages))
	}
}

// "What has become much larger than was needed since then is given back."
func TestLexiconForgetsABurst(t *testing.T) {
	var l lexicon
	burst := func(n int) {
		for i := range n {
			l.claim(fmt.Sprint(i))
		}
		for i := range n {
			l.remove(l.find(fmt.Sprint(i)))
		}
	}
	burst(10_000)
	if len(l.cells) < 10_000 {
		t.Errorf("after a burst of 10000 there are %d cells", len(l.cells))
	}
	if burst(10); len(l.cells) > smallTable {
		t.Errorf("after a small burst there are %d cells", len(l.cells))
	}
}
