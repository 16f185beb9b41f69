package scenarios

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var pods = regexp.MustCompile(`\bp\d\b`)

// Where handlers are called, what stands in bold names one of the objects of these calls, if it names any: else it speaks of another
// step than the picture beside it.
func TestWhatIsBoldIsWhatTheStepCallsHandlersWith(t *testing.T) {
	checked := 0
	for _, l := range List() {
		for _, engine := range l.Engines {
			for _, it := range l.Items {
				var called []string
				for _, x := range it.Expect {
					for _, w := range x.Wants {
						if w.View == "calls" && x.On(engine, l.Queue()) {
							called = append(called, pods.FindAllString(w.Value, -1)...)
						}
					}
				}
				for _, lang := range Languages {
					bold, _, _ := strings.Cut(strings.TrimPrefix(l.Said(lang, it.Beat, engine), "**"), "**")
					named := pods.FindAllString(bold, -1)
					if len(called) == 0 || len(named) == 0 {
						continue
					}
					checked++
					if !slices.ContainsFunc(named, func(p string) bool { return slices.Contains(called, p) }) {
						t.Errorf("%s on %q: %s (%s) says %q, and the handlers are called with %v", l.ID, engine, it.Beat, lang, bold, called)
					}
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("%d captions are checked, want 200 at least", checked)
	}
}
