package film

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
)

// A line of a sheet keeps to its card: a word after a full stop of Chinese begins the next one.
func TestALineKeepsToItsWidth(t *testing.T) {
	for s, want := range map[string][]string{
		"一二三。Handler 四":       {"一二三。", "Handler 四"},
		"一二三四（Handler）":       {"一二三四", "（Handler）"},
		"one two three, four": {"one two three,", "four"},
		"一二三四五六七。":            {"一二三四五六七。"}, // what never begins a line reaches over
		"一二 Handler 三四，五六七":   {"一二 Handler", "三四，五六七"},
	} {
		if got := Wrap(s, 98, 14); !slices.Equal(got, want) {
			t.Errorf("Wrap(%q) = %q, want %q", s, got, want)
		}
	}
	for _, l := range scenarios.List() {
		for _, lang := range []string{"en", "zh"} {
			for _, it := range l.Items {
				for _, line := range Wrap(strings.ReplaceAll(l.Text(lang, it.Beat), "*", ""), 500, 15) {
					if w := draw.TextWidth(line, 15, false, false); w > 500+15 {
						t.Errorf("%s %s: %q is %.0f px wide, want 500 at most, and a mark", l.ID, lang, line, w)
					}
				}
			}
		}
	}
}
