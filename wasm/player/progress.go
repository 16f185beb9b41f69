package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// Progress is which lessons a reader has been through, kept in the reader's browser and
// nowhere else. A lesson is done when its last step was reached.
type Progress struct {
	Lessons   map[string]Score
	Exercises map[string]bool // that were reached without their solution
}

// Score is how many questions of a lesson were answered, and how many of these rightly.
// Nobody has to answer one.
type Score struct{ Right, Asked int }

// exerciseMark stands before the id of an exercise, as in no lesson's.
const exerciseMark = "ex."

const progressKey = "informerscope.done"

// ReadProgress understands "id:right/asked id:right/asked ex.id". What it does not understand, or
// what is no lesson, is left out.
func ReadProgress(text string) *Progress {
	p := &Progress{Lessons: map[string]Score{}, Exercises: map[string]bool{}}
	for _, word := range strings.Fields(text) {
		if id, ok := strings.CutPrefix(word, exerciseMark); ok {
			if scenarios.ExerciseNamed(id) != nil {
				p.Exercises[id] = true
			}
			continue
		}
		id, result, _ := strings.Cut(word, ":")
		right, asked, _ := strings.Cut(result, "/")
		s := Score{}
		s.Right, _ = strconv.Atoi(right)
		s.Asked, _ = strconv.Atoi(asked)
		if s.Right < 0 || s.Right > s.Asked {
			s = Score{}
		}
		if l := scenarios.Find(id); l != nil && l.ID == id {
			p.Lessons[id] = s
		}
	}
	return p
}

// String is what ReadProgress reads.
func (p *Progress) String() string {
	var words []string
	for id, s := range p.Lessons {
		words = append(words, id+":"+strconv.Itoa(s.Right)+"/"+strconv.Itoa(s.Asked))
	}
	for id := range p.Exercises {
		words = append(words, exerciseMark+id)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// finish notes a lesson as done; of two results the one with more answers counts, then the
// better one. It reports whether anything is new.
func (p *Progress) finish(id string, s Score) bool {
	old, had := p.Lessons[id]
	if had && (s.Asked < old.Asked || s.Asked == old.Asked && s.Right <= old.Right) {
		return false
	}
	p.Lessons[id] = s
	return true
}

func (p *Progress) Has(id string) bool {
	_, ok := p.Lessons[id]
	return ok
}

// Progress returns what the browser has kept. A browser that keeps nothing, or forbids to
// ask, has an empty one.
func (p *Player) Progress() *Progress {
	if p.done == nil {
		p.done = ReadProgress(p.kept(progressKey))
	}
	return p.done
}

// kept is what the browser keeps under a name.
func (p *Player) kept(name string) string {
	if p.env.Kept == nil {
		return ""
	}
	return p.env.Kept(name)
}

// reached notes a lesson as done when its last step is shown.
func (p *Player) reached() {
	h := p.Head
	if p.Hash.Page != "lesson" || h == nil || h.Lesson == nil || !h.Last() || scenarios.Find(h.Lesson.ID) != h.Lesson {
		return
	}
	if p.Progress().finish(h.Lesson.ID, Score{p.Ask.Right, len(p.Ask.Answered)}) {
		p.emit(Keep{Name: progressKey, Text: p.done.String()})
	}
}

// ForgetAll is the reset of the course page.
type ForgetAll struct{}

func (ForgetAll) do(p *Player) {
	p.done = ReadProgress("")
	p.emit(Keep{Name: progressKey})
}
