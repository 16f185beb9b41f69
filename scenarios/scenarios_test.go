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

// What lessons say of other orders is so, on every engine, and four of them say something.
func TestWhatLessonsSayOfOtherOrdersIsSo(t *testing.T) {
	said := 0
	for _, l := range List() {
		if l.Orders == nil {
			continue
		}
		said++
		for _, engine := range l.Engines {
			r, err := l.Run(engine)
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := r.CheckOrders(); !ok {
				t.Error(f)
			}
		}
	}
	if said < 4 {
		t.Errorf("%d lessons speak of other orders, want 4", said)
	}
}

// A claim about orders that does not hold is told with what is so; one that cannot be read with what can be.
func TestAClaimAboutOrdersIsChecked(t *testing.T) {
	for value, want := range map[string]string{
		"0 none": "got  broken", "1 missed": "got  broken", "0 broken": "", "2 none": "", "9 none": "steps 0 to 2",
		"none": "want a step", "x none": "want the number of a step", "0 brokn": "did you mean \"broken\"",
	} {
		l, err := Parse("mine.iq", "id: mine\nworkers: W1\norders: "+value+"\n\nAdd a\n! queued-once off\nDone a\n")
		said := ""
		if err != nil {
			said = err.Error()
		} else if r, err := l.Run("workqueue"); err != nil {
			t.Fatal(err)
		} else if f, ok := r.CheckOrders(); !ok {
			said = f.String() + f.Advice()
		}
		if want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("orders: %s: %q, want %q", value, said, want)
		}
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
