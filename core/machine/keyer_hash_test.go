package machine

import (
	"fmt"
	"strings"
	"testing"
)

// Texts that differ in one bit, or in length, fall apart: no more meet than by chance.
func TestHashTextTellsTextsApart(t *testing.T) {
	seen, texts := map[uint32]string{}, 0
	meet := 0
	note := func(s string) {
		texts++
		if other, ok := seen[hashText(s)]; ok && other != s {
			meet++
		}
		seen[hashText(s)] = s
	}
	for n := range 70 {
		s := []byte(strings.Repeat("a", n))
		note(string(s))
		for bit := range 8 * n {
			s[bit/8] ^= 1 << (bit % 8)
			note(string(s))
			s[bit/8] ^= 1 << (bit % 8)
		}
	}
	for i := range 50_000 {
		note(fmt.Sprintf("namespace-%d/pod-%d", i%20, i))
	}
	if most := 10; meet > most {
		t.Errorf("%d of %d texts meet another, want at most %d", meet, texts, most)
	}
	low := map[uint32]int{} // a home is the first bits, a tag the last
	for i := range 1 << 16 {
		low[hashText(fmt.Sprintf("ns/pod-%d", i))>>24]++
		low[1<<24|hashText(fmt.Sprintf("ns/pod-%d", i))&0xff]++
	}
	for bits, n := range low {
		if n < 150 || n > 370 {
			t.Errorf("bits %x: %d of 65536 texts, want about 256", bits, n)
		}
	}
}
