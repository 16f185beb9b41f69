package player

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

func TestProgressIsKeptAsText(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		"bookmark:1/2":           "bookmark:1/2",
		"bookmark:9/2":           "bookmark:0/0",
		"bookmark:-1/2":          "bookmark:0/0",
		"bookmark":               "bookmark:0/0",
		"S15:1/1 nothing:1/1":    "",
		"<b>:1/1 :/ ::: //":      "",
		"same-name:0/1 bookmark": "bookmark:0/0 same-name:0/1",
	} {
		if got := ReadProgress(text).String(); got != want {
			t.Errorf("ReadProgress(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestTheBetterResultOfALessonCounts(t *testing.T) {
	p := ReadProgress("")
	for _, c := range []struct {
		s    Score
		want bool
	}{{Score{0, 0}, true}, {Score{0, 2}, true}, {Score{1, 2}, true}, {Score{1, 2}, false}, {Score{1, 1}, false}, {Score{2, 2}, true}} {
		if got := p.finish("bookmark", c.s); got != c.want {
			t.Errorf("finish(%v) = %t, want %t", c.s, got, c.want)
		}
	}
	if got := p.String(); got != "bookmark:2/2" {
		t.Errorf("the best is %q, want bookmark:2/2", got)
	}
}

func TestTheCourseFindsInAnyCaseAndLanguage(t *testing.T) {
	for query, want := range map[string]string{
		"RESYNC REPAIRS": "resync-repairs-nothing",
		"s02":            "dirty-and-processing",
		"One KEY, in":    "dirty-and-processing",
		"k/k#27784":      "touching-the-cache",
		"动了缓存":           "touching-the-cache",
		"  watch CLOSE ": "watch-ends",
		// what people call things that a title does not name
		"DeletedFinalStateUnknown":     "delete-never-seen",
		"dfsu":                         "panic-ends-it",
		"tombstone":                    "delete-never-seen",
		"leader election":              "lost-lease",
		"WatchList":                    "streaming-start",
		"finalizer":                    "nobody-saw",
		"debounce":                     "three-adds-one-job",
		"410":                          "gone-relist",
		"stale":                        "own-write",
		"obj.(*v1.Pod)":                "panic-ends-it",
		"AddRateLimited":               "forget-and-done",
		"合并":                           "pipeline-under-load",
		"选主":                           "warm-standby",
		"nothing is merged on the way": "two-fifos", // a reason for an answer
	} {
		p, found := newPlayer(), false
		p.Find = query
		for _, l := range scenarios.List() {
			found = found || l.ID == want && p.Found().Lesson(l)
		}
		if !found {
			t.Errorf("%q does not find %s", query, want)
		}
	}
	for query, want := range map[string]bool{"": true, " \t": true, "no lesson says this": false, "<b>x</b>": false, "\u202e\u0623": false, strings.Repeat("long ", 2000): false} {
		p := newPlayer()
		p.Find = query
		search := p.Found()
		for _, l := range scenarios.List() {
			if got := search.Lesson(l); got != want {
				t.Errorf("%.20q finds %s: %v, want %v", query, l.ID, got, want)
			}
		}
	}
}

// An exercise is found by its title and its goal, in any language; what a hint says finds none.
func TestTheSearchGivesNoHintAway(t *testing.T) {
	x := scenarios.ExerciseNamed("two-hold-a")
	for query, want := range map[string]bool{"": true, "TWO hands": true, "hold  a at the same": true, x.Text("zh", "title"): true, x.Text("en", "hint1"): false, "no exercise says this": false} {
		p := newPlayer()
		p.Find = query
		if got := p.Found().Exercise(x); got != want {
			t.Errorf("%q finds the exercise: %v, want %v", query, got, want)
		}
	}
}
