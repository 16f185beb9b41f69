package scenarios

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
)

func TestEveryLessonHoldsOnEveryEngineItLists(t *testing.T) {
	for _, l := range List() {
		var runs []*Run
		for _, engine := range l.Engines {
			r, err := l.Run(engine)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, f := range r.Failures {
				t.Error(f)
			}
			runs = append(runs, r)
		}
		golden.Holds(t, strings.TrimPrefix(l.File, "scenarios/"), l.Update(runs...))
	}
}

func TestEveryLessonIsFitToBeShown(t *testing.T) {
	for _, l := range List() {
		for _, bad := range l.Lint() {
			t.Error(bad)
		}
	}
}
