package scenarios

import (
	"strings"
	"testing"
)

func TestEveryExerciseIsReachedByItsSolutionAndNotBefore(t *testing.T) {
	if n := len(Exercises()); n < 15 {
		t.Errorf("%d exercises, want 15", n)
	}
	for _, x := range Exercises() {
		for _, bad := range append(x.Check(), x.LintOurs()...) {
			t.Error(bad)
		}
	}
}

func TestEveryExerciseStandsInItsPart(t *testing.T) {
	n := 0
	for _, p := range Course() {
		n += len(p.Exercises())
	}
	if n != len(Exercises()) {
		t.Errorf("the parts have %d exercises, there are %d", n, len(Exercises()))
	}
	last := Exercises()[0]
	for n = 1; last.Following() != nil; n++ {
		last = last.Following()
	}
	if n != len(Exercises()) || ExerciseNamed(last.ID) != last || ExerciseNamed("none") != nil {
		t.Errorf("one after the other there are %d of %d exercises, up to %s", n, len(Exercises()), last.ID)
	}
}

const exerciseText = `id: x
title: T
goal: Make it so.
after: S02
engines: workqueue
workers: W1 W2
allow: Add Get

Add a
----
p={a:W1}

hint: Get it.

solution:
W1 Get => a
`

// Whoever writes an exercise that cannot be is told where and what was expected, when it is read
// or when it is checked.
func TestAnExerciseThatNamesWhatIsNotThereSaysWhere(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"Add Get\n", "Add Gett\n", `x.iq:7: allow: unknown verb "Gett" (did you mean "Get"?)`},
		{"S02", "S99", `x.iq:4: after: there is no lesson "S99": want a number such as S02`},
		{"p={a:W1}", "hand={a}", `x.iq:11: unknown view "hand": want one of`},
		{"p={a:W1}", "hands=[a]", "x.iq:11: hands=[a]: want a set, as in hands={W1:a W2:b}"},
		{"Add a\n-", "Ad a\n-", `x.iq:9: unknown verb "Ad"`},
		{"goal: Make it so.\n", "", "x.iq:16: the exercise is not whole: want a header line goal:"},
		{"hint: Get it.\n", "", "x.iq:16: the exercise is not whole: want a line hint:"},
		{"solution:\nW1 Get => a\n", "", "x.iq:15: the exercise is not whole: want a line solution:"},
		{"solution:\n", "", "the exercise is not whole: want a line solution:"},
		{"----\np={a:W1}\n", "", "x.iq:13: the solution without a goal"},
		{"hint: Get it.\n", "hint: Get it.\n----\nq=[a]\n", "x.iq:14: a second goal"},
		{"hint: Get it.\n", "@beat **Get** it.\n", `x.iq:13: "@beat **Get** it.": an exercise has no beats`},
		{"hint: Get it.\n", "hint: Get it.\nW2 Get\n", "x.iq:16: a step between the goal and the solution"},
		{"p={a:W1}", "q=[a]", "x.iq:11: on workqueue the goal holds at the beginning"},
		{"p={a:W1}", "p={a:W2}", "x.iq:11: on workqueue the solution does not reach the goal: want p={a:W2}, got p={a:W1}"},
		{"Add Get\n", "Add\n", "x.iq:16: the solution calls Get, which allow: does not name"},
	} {
		if !strings.Contains(exerciseText, c.old) {
			t.Fatalf("the exercise has no %q", c.old)
		}
		x, err := ParseExercise("x.iq", strings.Replace(exerciseText, c.old, c.new, 1))
		var said []string
		if err != nil {
			said = []string{err.Error()}
		} else {
			said = x.Check()
		}
		if !strings.Contains(strings.Join(said, "\n"), c.want) {
			t.Errorf("with %q instead of %q: %q, want %q", c.new, c.old, said, c.want)
		}
	}
}

func TestALessonHasNoLinesOfAnExercise(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"id: x\ngoal: y\n\nAdd a\n", `x.iq:2: unknown header key "goal"`},
		{queueHead + "Add a\n----\nhands={W1:a}\n", `x.iq:6: unknown view "hands"`},
	} {
		if _, err := Parse("x.iq", c.text); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("Parse(%q) = %v, want %s", c.text, err, c.want)
		}
	}
}
