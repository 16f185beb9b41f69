package scenarios

import (
	"slices"
	"strings"
	"time"
)

// Path is a class: an opening, lessons and exercises one after the other, a quiz of what those lessons
// ask, and a question to end with. They fill its minutes. Its title is the page's message "path.<ID>", what
// is said at both ends stands in its notes.
type Path struct {
	ID      string
	Minutes int
	Opening Span
	Stops   []Stop
	Quiz    Span
	End     Span
}

// Span is a stretch of a class: when it begins, in minutes since the beginning, and how many it takes.
type Span struct{ At, Minutes int }

// Until is the minute at which it is over.
func (s Span) Until() int { return s.At + s.Minutes }

// Stop is a lesson of a path, or an exercise.
type Stop struct {
	Lesson   *Lesson // nil for an exercise
	Exercise *Exercise
	Span
}

// Note is what a teacher has beside a lesson: what to show, what to ask, and what is usually said that is
// wrong. Of a class it is what to say first, and what to ask at the end.
type Note struct {
	Show  []Reply `json:"show"`
	Ask   []Reply `json:"ask"`
	Wrong []Reply `json:"wrong"`
}

// Reply is a text, and what to say to it.
type Reply struct {
	Text   string `json:"text"`
	Answer string `json:"answer"`
}

// classes are the paths: ids of lessons and exercises.
var classes = []struct {
	id      string
	minutes int
	stops   []string
}{
	{"queue", 45, []string{"three-adds-one-job", "dirty-and-processing", "owed-while-held", "forget-and-done", "backoff-ladder"}},
	{"informer", 45, []string{"first-light", "pipeline-under-load", "gone-relist", "delete-never-seen", "made-up-delete"}},
	{"controller", 90, []string{"three-adds-one-job", "dirty-and-processing", "forget-and-done", "backoff-ladder", "first-light", "pipeline-under-load",
		"delete-never-seen", "made-up-delete", "own-write", "touching-the-cache"}},
}

// Paths are the classes that the course can be taught in.
func Paths() []Path { return paths }

// PathNamed is the path of that id, or nil.
func PathNamed(id string) *Path {
	if i := slices.IndexFunc(paths, func(p Path) bool { return p.ID == id }); i >= 0 {
		return &paths[i]
	}
	return nil
}

var paths = walked()

// walked makes the paths. What names nothing is no stop; a test holds that there is none.
func walked() (all []Path) {
	for _, c := range classes {
		p := Path{ID: c.id, Minutes: c.minutes, Opening: Span{0, opening}}
		at := p.Opening.Until()
		for _, id := range c.stops {
			s := Stop{Span: Span{At: at}}
			if x := ExerciseNamed(id); x != nil {
				s.Exercise, s.Minutes = x, x.Minutes()
			} else if l := Find(id); l != nil {
				s.Lesson, s.Minutes = l, l.Minutes()
			} else {
				continue
			}
			p.Stops, at = append(p.Stops, s), s.Until()
		}
		p.End = Span{p.Minutes - ending, ending}
		p.Quiz = Span{at, p.End.At - at} // what is left
		all = append(all, p)
	}
	return all
}

// Lessons are those of the class.
func (p Path) Lessons() (all []*Lesson) {
	for _, s := range p.Stops {
		if s.Lesson != nil {
			all = append(all, s.Lesson)
		}
	}
	return all
}

// opening and ending are the minutes of a class before its first stop, and after its quiz.
const opening, ending = 3, 2

// How long things take in a class: what was counted, not timed, so that a lesson that grows takes longer.
const (
	readAloud = 130              // words a minute
	lookAt    = 8 * time.Second  // a step's picture
	showHands = 50 * time.Second // a question of the lesson, with why
	talk      = 2 * time.Minute  // what is asked beside the lesson
	tryOut    = 4 * time.Minute  // to understand a goal, and to go wrong once
	tryStep   = 20 * time.Second // a step of a solution
)

// Minutes is how long the lesson takes in a class: its steps are read aloud, its questions are answered
// by a show of hands, and something is asked beside it.
func (l *Lesson) Minutes() int {
	words, gates := 0, 0
	for _, it := range l.Items {
		words += len(strings.Fields(l.texts["en"][it.Beat]))
		if g := it.Gate; g != nil {
			gates++
			words += len(strings.Fields(g.Question + " " + strings.Join(g.Options, " ")))
		}
	}
	return minutes(talk + time.Duration(len(l.Items))*lookAt + time.Duration(gates)*showHands + time.Duration(words)*time.Minute/readAloud)
}

// Minutes is how long the exercise takes somebody who has just seen the lesson that it follows.
func (x *Exercise) Minutes() int {
	return minutes(tryOut + time.Duration(len(x.Items)-1-x.begin)*tryStep)
}

// minutes are whole, and rather too many.
func minutes(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }
