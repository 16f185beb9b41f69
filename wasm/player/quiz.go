package player

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// A quiz asks the questions of a part of the course or of a class once more, with the picture they were
// asked at, or those of the whole course that were answered wrong.

// MaxQuiz is how many questions a quiz asks.
const MaxQuiz = 8

// Missed is the quiz of what was answered wrong, wherever that was; that of a part is named by the part,
// that of a class by ClassQuiz and its path: parts and paths share ids.
const (
	Missed    = "missed"
	ClassQuiz = "class-"
)

// Quiz is one that is under way.
type Quiz struct {
	Of        string // a part, a class, or Missed
	Seed      int
	Questions []Question
	Picked    []int // of each that was answered, its option
	At        int   // the question that is shown; behind the last one the result
	repeat    bool  // of what was wrong in it, which is not counted
	flip      bool  // the options are in the other order of the seed
}

// Question is one of a lesson, before its step.
type Question struct {
	Lesson *scenarios.Lesson
	Step   int
	Gate   *scenarios.Gate
}

type (
	// QuizNext goes on to the next question, and after the last one to the result. In a room it first tells
	// the answer of a question that is open.
	QuizNext struct{}
	// QuizAgain asks what was answered wrong in this quiz once more.
	QuizAgain struct{}
	// QuizAnew begins another quiz of the same lessons, with its questions and answers in another order.
	QuizAnew struct{}
)

// quiz is the mode of a quiz.
type quiz struct{ bare }

// open begins a quiz, or goes on with the one that was left to look at a lesson.
func (q quiz) open() {
	if q.Hash.Of == "" {
		q.Hash.Of = scenarios.Course()[0].ID
	}
	switch q.Hash.Seed {
	case 0:
		q.begin(q.Progress().Quizzes[q.Hash.Of].Times + 1)
	case q.Quiz.Seed:
		if q.Quiz.Of == q.Hash.Of {
			return
		}
		fallthrough
	default:
		q.begin(q.Hash.Seed)
	}
}

// begin begins a quiz; its link has the seed, so that it is the same for everybody who has the link.
func (p *Player) begin(seed int) {
	p.Hash.Seed = seed
	p.Quiz = Quiz{Of: p.Hash.Of, Seed: seed, Questions: p.choose(p.Hash.Of, seed)}
}

// Order is how the options of a question are shown: Order()[i] stands in place i, option 0 is the right one.
func (q Quiz) Order(of Question) []int {
	seed := q.Seed
	if q.flip {
		seed = -seed
	}
	return of.Gate.OrderOf(seed)
}

// questions are those of a lesson, in its order.
func questions(l *scenarios.Lesson) (all []Question) {
	for n, it := range l.Items {
		if it.Gate != nil {
			all = append(all, Question{l, n, it.Gate})
		}
	}
	return all
}

// quizzed are the lessons whose questions a quiz asks.
func quizzed(of string) []*scenarios.Lesson {
	if path := QuizClass(of); path != nil {
		return path.Lessons()
	}
	for _, part := range scenarios.Course() {
		if part.ID == of {
			return part.Lessons
		}
	}
	return scenarios.InOrder()
}

// QuizClass is the class that a quiz is of, or nil.
func QuizClass(of string) *scenarios.Path {
	if id, class := strings.CutPrefix(of, ClassQuiz); class {
		return scenarios.PathNamed(id)
	}
	return nil
}

// QuizTitle is what a quiz is called.
func (p *Player) QuizTitle(of string) string {
	if path := QuizClass(of); path != nil {
		return p.T("quiz.class", "class", p.T("path."+path.ID))
	}
	for i, part := range scenarios.Course() {
		if part.ID == of {
			return p.T("quiz.title", "n", strconv.Itoa(i+1), "part", p.T("course."+of))
		}
	}
	return p.T("quiz.missed")
}

// choose takes the questions of a quiz: those that were answered wrong first, then others, which a seed
// has shuffled.
func (p *Player) choose(of string, seed int) (chosen []Question) {
	var others []Question
	for _, l := range quizzed(of) {
		for _, q := range questions(l) {
			if !p.InRoom() && p.Progress().Missed(q) {
				chosen = append(chosen, q)
			} else if of != Missed {
				others = append(others, q)
			}
		}
	}
	lot := func(q Question) uint32 { return scenarios.Lot(seed, q.Lesson.ID+"/"+q.Gate.ID) }
	slices.SortStableFunc(others, func(a, b Question) int { return cmp.Compare(lot(a), lot(b)) })
	chosen = append(chosen, others...)
	return chosen[:min(len(chosen), MaxQuiz)]
}

// stateViews are what the state of a question is told by.
var stateViews = []string{"q", "d", "p", "heap", "rq", "F", "S", "I", "pend"}

// StateOf is what stands in the picture of a question, in the notation of lessons, for those who do not
// see it, and what each of it is; what is empty is left out.
func (p *Player) StateOf(q Question) (views []scenarios.View) {
	h, err := NewLesson(q.Lesson, "", q.Step-1)
	if err != nil {
		return nil
	}
	for _, v := range scenarios.HeldBy(h.Queue(), p.Lang()) {
		if is := h.Now.View(v.Name, 0, 0); slices.Contains(stateViews, v.Name) && is != "[]" && is != "{}" && is != "" {
			v.Example = middle(is, maxState)
			views = append(views, v)
		}
	}
	return views
}

// maxState bounds what is told of a view, in characters.
const maxState = 200

// Asked is the question that is shown; false once all were answered.
func (p *Player) Asked() (q Question, ok bool) {
	if p.Hash.Page != "quiz" || p.Quiz.At >= len(p.Quiz.Questions) {
		return Question{}, false
	}
	return p.Quiz.Questions[p.Quiz.At], true
}

// Answered reports whether the question that is shown was, with the option that was picked.
func (p *Player) Answered() (picked int, ok bool) {
	if p.Quiz.At >= len(p.Quiz.Picked) {
		return 0, false
	}
	return p.Quiz.Picked[p.Quiz.At], true
}

// Right is how many of the quiz were answered rightly.
func (q Quiz) Right() (n int) {
	for _, picked := range q.Picked {
		if picked == 0 {
			n++
		}
	}
	return n
}

// Wrong are those that were not.
func (q Quiz) Wrong() (all []Question) {
	for i, picked := range q.Picked {
		if picked != 0 {
			all = append(all, q.Questions[i])
		}
	}
	return all
}

// answer takes an option of the question that is shown.
func (p *Player) answer(option int) {
	q, ok := p.Asked()
	if _, had := p.Answered(); !ok || had || option < nobody || option >= len(q.Gate.Options) {
		return
	}
	p.Quiz.Picked = append(p.Quiz.Picked, option)
	defer p.emit(Focus{ID: QuizNextID}) // the button that was pressed is gone
	if p.InRoom() {
		return
	}
	changed := p.Progress().mark(q, option == 0)
	if len(p.Quiz.Picked) == len(p.Quiz.Questions) && !p.Quiz.repeat && p.Quiz.Of != Missed {
		p.Progress().took(p.Quiz.Of, p.Quiz.Right(), len(p.Quiz.Questions))
		changed = true
	}
	if changed {
		p.keepProgress()
	}
}

func (QuizNext) do(p *Player) {
	if _, ok := p.Answered(); ok {
		p.Quiz.At++
		p.emit(Focus{ID: QuizID})
	} else if p.InRoom() {
		p.answer(nobody)
	}
}

func (QuizAgain) do(p *Player) {
	if wrong := p.Quiz.Wrong(); len(wrong) > 0 && p.Hash.Page == "quiz" {
		p.Quiz = Quiz{Of: p.Quiz.Of, Seed: p.Quiz.Seed, Questions: wrong, repeat: true, flip: !p.Quiz.flip}
		p.emit(Focus{ID: QuizID})
	}
}

func (QuizAnew) do(p *Player) {
	if p.Hash.Page == "quiz" {
		p.begin(p.Quiz.Seed + 1)
		p.emit(Focus{ID: QuizID})
	}
}

// QuizID is the id of the question that is shown, which has the focus when it is another one, and
// QuizNextID that of the way on, which has it after an answer.
const (
	QuizID     = "quiz-question"
	QuizNextID = "quiz-next"
)

// quizKey is what a key says in a quiz: 1 to 4 answer, then → and Enter go on.
func (p *Player) quizKey(k string) Msg {
	q, ok := p.Asked()
	if !ok {
		return nil
	}
	_, answered := p.Answered()
	switch order := p.Quiz.Order(q); {
	case answered && (k == "ArrowRight" || k == "Enter" || k == "PageDown"), p.InRoom() && (k == "ArrowRight" || k == "PageDown"):
		return QuizNext{}
	case !answered && len(k) == 1 && k >= "1" && k < strconv.Itoa(len(order)+1):
		return Answer{order[k[0]-'1']}
	}
	return nil
}
