package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTheCourseHasEveryLessonOnceAndNoneBeforeWhatItNeeds(t *testing.T) {
	all := InOrder()
	if len(all) != len(List()) {
		t.Errorf("the course has %d lessons, there are %d", len(all), len(List()))
	}
	for i, l := range all {
		if slices.Index(all, l) != i {
			t.Errorf("%s stands in the course twice", l.Number)
		}
		for _, number := range l.After {
			if b := Find(number); b == nil || !slices.Contains(all[:i], b) {
				t.Errorf("%s wants %s first, which does not stand before it", l.Number, number)
			}
		}
		if i > 0 && Next(all[i-1]) != l {
			t.Errorf("after %s comes %s, want %s", all[i-1].Number, Next(all[i-1]).Number, l.Number)
		}
	}
	if Next(all[len(all)-1]) != nil {
		t.Error("something follows the last lesson")
	}
}

func TestEveryPlannedLessonExists(t *testing.T) {
	for _, p := range plan {
		for _, number := range p.numbers {
			if Find(number) == nil {
				t.Errorf("part %s: there is no lesson %s", p.id, number)
			}
		}
	}
}

// Whoever picks an answer, right or wrong, reads why it is that, in either language.
func TestEveryAnswerOfTheCourseSaysWhy(t *testing.T) {
	for _, l := range List() {
		run, err := l.Run(l.Engines[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range run.Steps {
			if s.Gate == nil {
				continue
			}
			for _, lang := range []string{"en", "zh"} {
				for i, answer := range l.Options(lang, s.Gate.ID) {
					if l.Why(lang, s.Gate.ID, i) == "" {
						t.Errorf("%s, question %s, %s: nothing says why %q is right or wrong", l.ID, s.Gate.ID, lang, answer)
					}
				}
			}
		}
	}
}

// Whoever is told to open lesson 2.3 finds it, and so does every link and file that was ever written.
func TestALessonIsFoundByItsPlaceItsNumberAndItsID(t *testing.T) {
	for i, part := range Course() {
		for k, l := range part.Lessons {
			place := fmt.Sprintf("%d.%d", i+1, k+1)
			for _, name := range []string{place, l.Number, strings.ToLower(l.Number), l.ID} {
				if Find(name) != l {
					t.Errorf("Find(%q) = %v, want %s", name, Find(name), l.ID)
				}
			}
			if l.Place() != place {
				t.Errorf("%s: Place() = %q, want %q", l.ID, l.Place(), place)
			}
		}
	}
	for _, name := range []string{"", "0.1", "1.0", "99.1", "S99", "2"} {
		if l := Find(name); l != nil {
			t.Errorf("Find(%q) = %s, want none", name, l.ID)
		}
	}
}

// A file of the reader's own has the place of the lesson that it is a copy of, or its own number.
func TestAFileHasAPlaceOnlyAsACopyOfALesson(t *testing.T) {
	for id, want := range map[string]string{"dirty-and-processing": Find("S02").Place(), "mine": "X1"} {
		l, err := Parse("x.iq", "id: "+id+"\nnumber: X1\nworkers: W1\nafter: s01 1.2 nothing\n\nAdd a\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Place(); got != want {
			t.Errorf("Place of %s = %q, want %q", id, got, want)
		}
		if got, want := l.Places(), Find("S01").Place()+", 1.2"; got != want {
			t.Errorf("it is after %q, want %q", got, want)
		}
	}
}

// A text names another lesson as files do, and people read its place.
func TestATextNamesOtherLessonsByTheirPlaces(t *testing.T) {
	l, err := Parse("x.iq", "id: x\ntitle: As in {S07}\nworkers: W1\nafter: S99 1.2\n\n@b **As {S02} says,** and {S99} and S03.\n? g Is it {S01}? => {S01} | no\n?! Since {S01} | {S98}\n\nAdd a\n")
	if err != nil {
		t.Fatal(err)
	}
	p := func(n string) string { return Find(n).Place() }
	if got, want := l.Text("en", "title"), "As in "+p("S07"); got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
	if got, want := l.Options("en", "g")[0], p("S01"); got != want {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	if got, want := l.Why("en", "g", 0), "Since "+p("S01"); got != want {
		t.Errorf("the reason is %q, want %q", got, want)
	}
	if got, want := strings.Join(l.Words("en"), "\n"), "**As "+p("S02")+" says,** and {S99} and S03."; !strings.Contains(got, want) {
		t.Errorf("its words are\n%s\nwant them to have %q", got, want)
	}
	bad := strings.Join(l.LintOurs(), "\n")
	for _, want := range []string{
		"x.iq:6: b (en): there is no lesson S99", "x.iq:6: b (en): S03 is no number that people see: want {S03}", "x.iq:7: g (en): there is no lesson S98",
		`x.iq:4: after: there is no lesson "S99"`, "x.iq:4: after: 1.2 is another lesson once one is put before it: want " + Find("1.2").Number,
	} {
		if !strings.Contains(bad, want) {
			t.Errorf("the lint does not say %q:\n%s", want, bad)
		}
	}
	if n := strings.Count(bad, "lesson S"); n != 2 {
		t.Errorf("%d lessons are not there, want 2:\n%s", n, bad)
	}
}

// No text of the page, and no meaning of the glossary, names a lesson by a number that nobody sees.
func TestNoWordNamesALessonByItsFilesNumber(t *testing.T) {
	for _, lang := range Languages {
		for _, term := range Glossary() {
			for _, bad := range Dangling(term.Text(lang)) {
				t.Errorf("glossary, %s (%s): %s", term.ID, lang, bad)
			}
		}
	}
}
