package cli

import (
	"strings"
	"testing"
)

func TestWrapCountsColumns(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 7, "one two|three"},
		{"一二三四五。", 8, "一二三四|五。"},
		{"一二三四。五", 8, "一二三四。|五"},
		{"\x1b[1mone\x1b[0m two", 7, "\x1b[1mone\x1b[0m two"},
		{"averyverylongword x", 5, "averyverylongword|x"},
	} {
		if got := strings.Join(Wrap(c.text, c.width), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
