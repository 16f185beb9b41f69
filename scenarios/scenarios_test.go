package scenarios

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expectations that do not hold")

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
		if *update {
			name := strings.TrimPrefix(l.File, "scenarios/")
			if err := os.WriteFile(name, []byte(l.Update(runs...)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestEveryLessonIsFitToBeShown(t *testing.T) {
	for _, l := range List() {
		for _, bad := range l.Lint() {
			t.Error(bad)
		}
	}
}
