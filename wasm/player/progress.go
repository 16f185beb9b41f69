package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// Progress is which lessons a reader has been through, and what came of their questions, kept in the reader's browser and
// nowhere else. A lesson is done when its last step was reached.
type Progress struct {
	Lessons   map[string]Score
	Exercises map[string]bool // that were reached without their solution
	Quizzes   map[string]Taken
	marks     map[string]map[string]Mark // lesson → question → what came of it
}

// Taken is the best result of a quiz, and how often it was taken.
type Taken struct{ Right, Asked, Times int }

// Mark is what came of a question.
type Mark byte

const (
	unasked Mark = 0
	right   Mark = '+' // at the first try
	slipped Mark = '!' // wrong since
	wrong   Mark = '-' // at the first try
	mended  Mark = '~' // right since
)

// maxTimes is how often a quiz is counted.
const maxTimes = 9999

// Score is how many questions of a lesson were answered, and how many of these rightly.
// Nobody has to answer one.
type Score struct{ Right, Asked int }

// What stands before the id of an exercise, of a lesson whose questions follow, and of a part whose quiz
// was taken: no lesson's id has a dot.
const (
	exerciseMark = "ex."
	markMark     = "q."
	quizMark     = "t."
)

const progressKey = "informerscope.done"

// ReadProgress understands "id:right/asked ex.id q.id:+question,-question t.quiz:right/asked/times". What
// it does not understand, or what is no lesson, is left out.
func ReadProgress(text string) *Progress {
	p := &Progress{Lessons: map[string]Score{}, Exercises: map[string]bool{}, Quizzes: map[string]Taken{}, marks: map[string]map[string]Mark{}}
	for _, word := range strings.Fields(text) {
		if id, ok := strings.CutPrefix(word, exerciseMark); ok {
			if scenarios.ExerciseNamed(id) != nil {
				p.Exercises[id] = true
			}
			continue
		}
		if rest, ok := strings.CutPrefix(word, markMark); ok {
			p.readMarks(rest)
			continue
		}
		if rest, ok := strings.CutPrefix(word, quizMark); ok {
			p.readQuiz(rest)
			continue
		}
		id, result, _ := strings.Cut(word, ":")
		good, asked, _ := strings.Cut(result, "/")
		s := Score{}
		s.Right, _ = strconv.Atoi(good)
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

func (p *Progress) readMarks(text string) {
	id, list, _ := strings.Cut(text, ":")
	l := scenarios.Find(id)
	if l == nil || l.ID != id {
		return
	}
	for _, q := range questions(l) {
		for word := range strings.SplitSeq(list, ",") {
			if m := Mark(0); len(word) > 1 && word[1:] == q.Gate.ID {
				if m = Mark(word[0]); m == right || m == slipped || m == wrong || m == mended {
					p.put(q, m)
				}
			}
		}
	}
}

func (p *Progress) readQuiz(text string) {
	id, result, _ := strings.Cut(text, ":")
	numbers := strings.Split(result, "/")
	if len(numbers) != 3 || !slices.Contains(ofs("quiz"), id) || id == Missed || id == "" {
		return
	}
	var n [3]int
	for i, s := range numbers {
		n[i], _ = strconv.Atoi(s)
	}
	if t := (Taken{n[0], n[1], n[2]}); t.Right >= 0 && t.Right <= t.Asked && t.Asked <= MaxQuiz && t.Times > 0 && t.Times <= maxTimes {
		p.Quizzes[id] = t
	}
}

// Missed reports whether the last answer to a question was wrong.
func (p *Progress) Missed(q Question) bool { m := p.Mark(q); return m == wrong || m == slipped }

// Mark is what came of a question.
func (p *Progress) Mark(q Question) Mark { return p.marks[q.Lesson.ID][q.Gate.ID] }

func (p *Progress) put(q Question, m Mark) {
	if p.marks[q.Lesson.ID] == nil {
		p.marks[q.Lesson.ID] = map[string]Mark{}
	}
	p.marks[q.Lesson.ID][q.Gate.ID] = m
}

// mark notes an answer: of the first one it stays known whether it was right. It reports whether anything
// is new.
func (p *Progress) mark(q Question, good bool) bool {
	is := p.Mark(q)
	first := is == right || is == slipped || is == unasked && good
	now := map[[2]bool]Mark{{true, true}: right, {true, false}: slipped, {false, false}: wrong, {false, true}: mended}[[2]bool{first, good}]
	p.put(q, now)
	return now != is
}

// First is how many questions of a lesson were answered, and how many of them rightly at the first try.
func (p *Progress) First(l *scenarios.Lesson) (good, asked int) {
	for _, m := range p.marks[l.ID] {
		if asked++; m == right || m == slipped {
			good++
		}
	}
	return good, asked
}

// took notes the result of a quiz; the best one counts.
func (p *Progress) took(quiz string, good, asked int) {
	t := p.Quizzes[quiz]
	if t.Asked == 0 || good*t.Asked > t.Right*asked {
		t.Right, t.Asked = good, asked
	}
	t.Times = min(t.Times+1, maxTimes)
	p.Quizzes[quiz] = t
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
	for id, t := range p.Quizzes {
		words = append(words, fmt.Sprintf("%s%s:%d/%d/%d", quizMark, id, t.Right, t.Asked, t.Times))
	}
	for id, marks := range p.marks {
		var list []string
		for gate, m := range marks {
			list = append(list, string(m)+gate)
		}
		slices.Sort(list)
		words = append(words, markMark+id+":"+strings.Join(list, ","))
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
	if p.InRoom() || p.Hash.Page != "lesson" || h == nil || h.Lesson == nil || !h.Last() || scenarios.Find(h.Lesson.ID) != h.Lesson {
		return
	}
	if p.Progress().finish(h.Lesson.ID, Score{p.Ask.Right, len(p.Ask.Answered)}) {
		p.keepProgress()
	}
}

func (p *Player) keepProgress() { p.emit(Keep{Name: progressKey, Text: p.Progress().String()}) }

// Any reports whether anything was done.
func (p *Progress) Any() bool {
	return len(p.Lessons)+len(p.Exercises)+len(p.Quizzes)+len(p.marks) > 0
}

// ForgetAll is the reset of the course page.
type ForgetAll struct{}

func (ForgetAll) do(p *Player) {
	p.done = ReadProgress("")
	p.emit(Keep{Name: progressKey})
}
