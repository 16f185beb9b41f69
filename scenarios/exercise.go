package scenarios

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// Exercise is a state to begin with and a goal to be reached from it, by calls of one's own. Its
// Lesson is what it begins with and a solution, so it runs and is verified as lessons are.
type Exercise struct {
	*Lesson
	Allow []string // verbs of the calls that are allowed, beside those by which time and actors go on
	Goal  []Expect // what has to hold; calls and api are those since the beginning
	Hints int      // their texts are "hint1", "hint2", …

	begin  int // Items[1:begin+1] lead to the beginning, those after it are the solution
	solved bool
}

// Bounds of what an exercise says, in characters.
const (
	MaxGoal = 140
	MaxHint = 160
)

//	exercise = header blank { step } "----" newline { expect newline } blank { "hint: " text } "solution:" newline { step }
//
// The file of an exercise is that of a lesson with the header lines goal and allow. Below its
// steps stands what has to hold, then hints, then a solution. Beats, chapters and questions have
// no place in it.

var goalLine = regexp.MustCompile(`(?m)\A(?:\S.*\n)*goal:`)

// IsExercise reports whether the text is that of an exercise rather than of a lesson: its header
// has a goal.
func IsExercise(text string) bool { return goalLine.MatchString(text) }

// Exercise is what the lesson belongs to, or nil.
func (l *Lesson) Exercise() *Exercise { return l.exercise }

// ParseExercise reads the text of an exercise; errors are those of Parse.
func ParseExercise(name, text string) (*Exercise, error) {
	x := &Exercise{}
	l, err := parse(name, text, x)
	if err != nil {
		return nil, err
	}
	if x.Lesson = l; Find(l.After[0]) == nil {
		return nil, failure(name, l.headers["after"], "", fmt.Errorf("after: there is no lesson %q: want a number such as S02", l.After[0]))
	}
	l.exercise = x
	last := &l.Items[len(l.Items)-1]
	for _, g := range x.Goal { // what can be said of one step holds after the last
		g.Wants = slices.DeleteFunc(slices.Clone(g.Wants), func(w Want) bool { return slices.Contains([]string{"calls", "api", "nothing"}, w.View) })
		if len(g.Wants) > 0 {
			last.Expect = append(last.Expect, g)
		}
	}
	return x, nil
}

func (p *parser) headerKeys() []string {
	if p.x == nil {
		return headerKeys
	}
	return keysOf(true)
}

// allows sees that the verbs exist.
func (p *parser) allows(verbs []string) error {
	for _, v := range verbs {
		if _, ok := sim.VerbNamed(v); !ok {
			var names []string
			for _, v := range sim.Verbs() {
				names = append(names, v.Name)
			}
			return p.fail("allow: unknown verb %q%s", v, sim.Instead(v, names))
		}
	}
	return nil
}

// ofExercise reports whether the line is one that means something else in a lesson, or nothing.
func (p *parser) ofExercise() bool {
	text := p.text
	return strings.HasPrefix(text, "hint:") || text == "solution:" || text == "----" ||
		strings.HasPrefix(text, "@") || strings.HasPrefix(text, "?") || strings.HasPrefix(text, "==")
}

// exercise reads such a line.
func (p *parser) exercise() error {
	x := p.x
	hint, isHint := strings.CutPrefix(p.text, "hint:")
	switch {
	case p.group:
		return p.fail("%q inside the group %q: close that one with } first", p.text, p.last().Label)
	case x.solved:
		return p.fail("%q below the solution: want steps alone there", p.text)
	case p.text == "----" && x.Goal != nil:
		return p.fail("a second goal: make them one")
	case p.text == "----":
		p.expect, x.begin = true, len(p.l.Items)-1
	case isHint:
		x.Hints++
		return p.say(fmt.Sprintf("hint%d", x.Hints), strings.TrimSpace(hint))
	case p.text == "solution:" && x.Goal == nil:
		return p.fail("the solution without a goal: want a line ---- above it, and below that what has to hold, as in q=[a]")
	case p.text == "solution:" && len(p.l.Items)-1 > x.begin:
		return p.fail("a step between the goal and the solution: want those to begin with above ----, the others below solution:")
	case p.text == "solution:":
		x.solved = true
	default:
		return p.fail("%q: an exercise has no beats, chapters and questions: want steps, ----, hint: or solution:", p.text)
	}
	return nil
}

// whole sees that nothing is missing in an exercise.
func (p *parser) whole() error {
	said := p.l.texts["en"]
	for _, need := range []struct {
		missing bool
		what    string
	}{
		{p.l.Title == "", "a header line title:"},
		{said["goal"] == "", "a header line goal:, as in goal: Make two workers hold a."},
		{p.header["allow"] == 0, "a header line allow: with the verbs of the calls that are allowed"},
		{len(p.l.After) == 0, "a header line after: with the number of the lesson that it follows"},
		{p.x.Goal == nil, "a line ---- and below it what has to hold, as in q=[a]"},
		{p.x.Hints == 0, "a line hint:"},
		{!p.x.solved || len(p.l.Items)-1 == p.x.begin, "a line solution: and steps below it"},
	} {
		if need.missing {
			return p.fail("the exercise is not whole: want %s", need.what)
		}
	}
	return nil
}

// ownViews are what goals ask for beside the views of a state, with one of those that looks alike.
var ownViews = map[string]string{
	"t":       "rv", // the time since the start
	"hands":   "d",  // what each worker holds, {W1:a W2:a}
	"shut":    "rv", // whether the queue is shut down, true or false
	"server":  "S",  // what the API server has
	"swapped": "d",  // the keys of the store whose last write put an object of another UID there
}

// check says what is wrong with an item.
func (p *parser) check(w Want) error {
	if like := ownViews[w.View]; like != "" && p.x != nil {
		if state.Check(like, w.Value) != nil {
			return fmt.Errorf("%s: want %s", w, map[string]string{"rv": "a word", "d": "a set, as in " + w.View + "={W1:a W2:b}", "S": "a set, as in " + w.View + "={p1@5}"}[like])
		}
		return nil
	}
	return state.Check(w.View, w.Value)
}

// ownView prints one of ownViews; ok is false for a view that is none.
func ownView(s *state.State, view string) (text string, ok bool) {
	var out []string
	switch view {
	case "t":
		return state.Duration(s.At), true
	case "shut":
		return strconv.FormatBool(s.Shut), true
	case "hands":
		for _, w := range s.Workers {
			if w.Busy {
				out = append(out, w.Name+":"+s.Name(w.Key))
			}
		}
	case "server":
		for _, it := range s.Server.Objects.Items {
			out = append(out, s.Name(it.Key)+"@"+s.Recorder().Object(it.Object).RV)
		}
	case "swapped":
		for _, it := range s.Store.Items {
			if it.Old != 0 && s.Recorder().Object(it.Old).UID != s.Recorder().Object(it.Object).UID {
				out = append(out, s.Name(it.Key))
			}
		}
	default:
		return "", false
	}
	slices.Sort(out)
	return "{" + strings.Join(out, " ") + "}", true
}

// Begin returns the World where the exercise begins.
func (x *Exercise) Begin(engine string) (*sim.World, error) {
	w, err := sim.New(x.Config(engine))
	if err != nil {
		return nil, failure(x.File, 0, engine, err)
	}
	for _, c := range x.Server {
		if err := w.Do(c); err != nil {
			return nil, failure(x.File, x.headers["server"], engine, err)
		}
	}
	for _, it := range x.Items[1 : x.begin+1] {
		for _, c := range it.Calls {
			w.Advance(c.Wait)
			if err := w.Do(c.Command); err != nil {
				return nil, failure(x.File, c.Line, engine, err)
			}
		}
	}
	return w, nil
}

// Solution is one way to the goal.
func (x *Exercise) Solution() (lines []sim.Line) {
	for _, it := range x.Items[x.begin+1:] {
		for _, c := range it.Calls {
			lines = append(lines, sim.Line{Wait: c.Wait, Command: c.Command})
		}
	}
	return lines
}

// Reached reports whether the goal holds in a state; begin is the one the exercise began with.
func (x *Exercise) Reached(engine string, begin, s *state.State) bool {
	for _, g := range x.Goal {
		if !g.On(engine, x.Queue()) {
			continue
		}
		for _, w := range g.Wants {
			if _, ok := w.holds(g, s, begin.CallCount, begin.APICount); !ok {
				return false
			}
		}
	}
	return true
}

// Allowed reports whether a reader may give the command: a verb of Allow, or what only lets time
// and actors go on.
func (x *Exercise) Allowed(c sim.Command) bool {
	if slices.Contains(x.Allow, c.Verb) || c.Verb == "step" || c.Verb == "run" || c.Verb == "read" && c.Actor == "reflector" {
		return true
	}
	v, ok := sim.VerbNamed(c.Verb)
	return ok && v.Own
}

// Check plays the solution on every engine and returns what is wrong with the exercise.
func (x *Exercise) Check() []string { return append(x.Lesson.Check(), x.Unfair()...) }

// Unfair says what makes the exercise one that nobody can do, or that is done at the beginning.
func (x *Exercise) Unfair() (bad []string) {
	say := func(line int, format string, args ...any) {
		bad = append(bad, fmt.Sprintf("%s:%d: "+format, append([]any{x.File, line}, args...)...))
	}
	for _, it := range x.Items[x.begin+1:] {
		for _, c := range it.Calls {
			if !x.Allowed(c.Command) {
				say(c.Line, "the solution calls %s, which allow: does not name", c.Command.Verb)
			}
		}
	}
	for _, engine := range x.Engines {
		var begin, end *state.State
		_, err := x.Play(engine, func(n int, s *state.State, _, _ int, _ *Run) {
			if end = s; n == x.begin {
				begin = s.Clone()
			}
		})
		switch {
		case err != nil: // Check says it
		case x.Reached(engine, begin, begin):
			say(x.Goal[0].Line, "on %s the goal holds at the beginning: want one to be reached", engine)
		case !x.Reached(engine, begin, end):
			say(x.Goal[0].Line, "on %s the solution does not reach the goal: %s", engine, x.left(engine, begin, end))
		}
	}
	return bad
}

// left is what is so where the goal wants something else.
func (x *Exercise) left(engine string, begin, s *state.State) string {
	var left []string
	for _, g := range x.Goal {
		for _, w := range g.Wants {
			if got, ok := w.holds(g, s, begin.CallCount, begin.APICount); !ok && g.On(engine, x.Queue()) {
				left = append(left, "want "+w.String()+", got "+got)
			}
		}
	}
	return strings.Join(left, "; ")
}

//go:embed exercises
var exerciseFiles embed.FS

var exercises = practised()

// practised parses all embedded exercises, in the order of the lessons that they follow. A test
// holds that they parse.
func practised() (all []*Exercise) {
	entries, err := exerciseFiles.ReadDir("exercises")
	if err != nil {
		panic("scenarios: " + err.Error())
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".iq")
		if !ok {
			continue
		}
		text, _ := exerciseFiles.ReadFile("exercises/" + e.Name())
		x, err := ParseExercise("scenarios/exercises/"+e.Name(), string(text))
		if err != nil {
			panic(err)
		}
		for _, lang := range Languages[1:] {
			file := "exercises/" + name + "." + lang + ".md"
			if prose, err := exerciseFiles.ReadFile(file); err == nil {
				if err := x.Translate("scenarios/"+file, lang, string(prose)); err != nil {
					panic(err)
				}
			}
		}
		all = append(all, x)
	}
	order := InOrder()
	slices.SortStableFunc(all, func(a, b *Exercise) int {
		return slices.Index(order, Find(a.After[0])) - slices.Index(order, Find(b.After[0]))
	})
	return all
}

// Exercises are all of them, in the order in which to do them.
func Exercises() []*Exercise { return exercises }

// ExerciseNamed is the exercise of that id, or nil.
func ExerciseNamed(id string) *Exercise {
	if i := slices.IndexFunc(exercises, func(x *Exercise) bool { return x.ID == id }); i >= 0 {
		return exercises[i]
	}
	return nil
}

// Exercises are those that follow a lesson of the part.
func (p Part) Exercises() (of []*Exercise) {
	for _, x := range exercises {
		if slices.Contains(p.Lessons, Find(x.After[0])) {
			of = append(of, x)
		}
	}
	return of
}

// Following is the exercise after this one; nil after the last.
func (x *Exercise) Following() *Exercise {
	if i := slices.Index(exercises, x); i+1 < len(exercises) {
		return exercises[i+1]
	}
	return nil
}
