package scenarios

import (
	"slices"
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
		for _, bad := range l.LintOurs() {
			t.Error(bad)
		}
	}
}

// What Prose writes is read as what it was: each lesson's translation, and of one that has none the English.
func TestProseIsReadAsItWasWritten(t *testing.T) {
	for _, l := range List() {
		text, err := Files(l.ID + ".iq")
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Translate("", "zh", again.Prose("zh")); err != nil || !slices.Equal(again.Words("zh"), again.Words("en")) {
			t.Errorf("%s: its English, as a translation: %v\n%q\nwant\n%q", l.ID, err, again.Words("zh"), again.Words("en"))
		}
		if err := again.Translate("", "zh", l.Prose("zh")); err != nil || !slices.Equal(again.Words("zh"), l.Words("zh")) {
			t.Errorf("%s: its translation, written and read: %v", l.ID, err)
		}
	}
}
