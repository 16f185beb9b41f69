package feed

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// However a stream is cut on its way, its lines are the same.
func TestLinesAreTheSameHoweverTheyAreCut(t *testing.T) {
	const stream = "{\"a\":1}\n\n{\"b\":\"一\"}\r\n{\"c\":3}\n{\"open\""
	want := []string{`{"a":1}`, `{"b":"一"}`, `{"c":3}`}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var l lines
		var got []string
		for rest := stream; rest != ""; {
			n := 1 + dice.IntN(len(rest))
			for _, line := range l.add([]byte(rest[:n])) {
				got = append(got, string(line))
			}
			rest = rest[n:]
		}
		if strings.Join(got, "|") != strings.Join(want, "|") || string(l.rest) != `{"open"` {
			t.Fatalf("lines %q and rest %q, want %q", got, l.rest, want)
		}
	}
}

func TestALineWithoutAnEndIsBounded(t *testing.T) {
	var l lines
	for range 40 {
		l.add(bytes.Repeat([]byte("x"), 1<<20))
	}
	if len(l.rest) > maxLine {
		t.Errorf("%d bytes are kept of a line without an end, want %d at most", len(l.rest), maxLine)
	}
}
