package scenarios

import (
	"strings"
	"testing"
)

func TestEveryLessonIsVerifiedOnEveryEngineItLists(t *testing.T) {
	for _, l := range List() {
		for _, engine := range l.Engines {
			p, ok := l.Verified(engine)
			if l.Unverified == "" && (!ok || p.Library != l.Library() || p.Compared == 0) {
				t.Errorf("%s on %s: %+v, %t; run go test ./core/conformance -run TestEveryLessonHoldsOnClientGo -lessons.update, "+
					"or, in core/conformance/priority, -run TestEveryLessonHoldsOnControllerRuntime", l.ID, engine, p, ok)
			}
		}
	}
}

// A lesson that says something else than what was run has no proof any more; other words
// about the same do not matter.
func TestAChangedLessonIsNotVerified(t *testing.T) {
	text, err := Files("dirty-and-processing.iq")
	if err != nil {
		t.Fatal(err)
	}
	for change, want := range map[[2]string]bool{
		{"W1 Get => a", "W1 Get => b"}:                      false,
		{"q=[b a]", "q=[a b]"}:                              false,
		{"workers: W1 W2", "workers: W1 W2 W3"}:             false,
		{"title: One key, in two sets at once", "title: x"}: true,
		{"@get ", "@got "}:                                  true,
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if changed == text {
			t.Fatalf("the lesson does not say %q any more", change[0])
		}
		l, err := Parse("x.iq", changed)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := l.Verified("workqueue"); ok != want {
			t.Errorf("with %q for %q it is verified: %t, want %t", change[1], change[0], ok, want)
		}
	}
}
