package scenarios

import (
	"slices"
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
