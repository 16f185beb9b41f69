package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// quiz asks one question after the other, each with the picture that it was asked at, and then tells the
// result.
func (p *Page) quiz() []app.UI {
	out := []app.UI{plain("h1", "", p.QuizTitle(p.Hash.Of))}
	q, ok := p.Asked()
	switch all := len(p.Quiz.Questions); {
	case all == 0:
		return append(out, plain("p", "class=lead", p.T("quiz.none")), p.quizLinks())
	case !ok:
		return append(out, p.quizResult()...)
	}
	p.later(func() { p.drawStill("quiz-still", q.Lesson, q.Step-1, p.Palette()) })
	order, texts := p.Quiz.Order(q), q.Lesson.Options(p.Lang(), q.Gate.ID)
	body := []app.UI{
		plain("p", "class=quiet|data-role=quiz-at", p.of("quiz.at", p.Quiz.At+1, len(p.Quiz.Questions))),
		plain("p", "class=so|id=quiz-so", "", rich(q.Lesson.Text(p.Lang(), q.Lesson.Items[q.Step-1].Beat), told)...),
		plain("div", "class=still|id=quiz-still|aria-hidden=true", ""),
		plain("p", "class=quiet|id=quiz-state", "", p.stateOf(q)...),
		plain("h2", "tabindex=-1|aria-describedby=quiz-so quiz-state|id="+player.QuizID, "◆ "+q.Lesson.Text(p.Lang(), q.Gate.ID)),
	}
	var came, answers []app.UI
	if picked, answered := p.Answered(); answered {
		next := "quiz.next"
		if p.Quiz.At+1 == len(p.Quiz.Questions) {
			next = "quiz.end"
		}
		came = append(p.cameOf(q.Lesson, q.Gate, picked, ""), plain("p", "class=quiet", p.T("quiz.from")+" ", p.lessonAnchor(q.Lesson)))
		answers = []app.UI{plain("button", "type=button|class=main|data-act=quiz-next|id="+player.QuizNextID, p.T(next)).OnClick(p.on(player.QuizNext{}))}
	} else {
		for i, o := range order {
			answers = append(answers, plain("button", "type=button|data-answer="+strconv.Itoa(i+1), "", plain("small", "", strconv.Itoa(i+1)+" "), app.Text(texts[o])).
				OnClick(p.on(player.Answer{Option: o})))
		}
	}
	return append(out, plain("section", "class=quiz", "", append(body, plain("div", "class=came|role=status", "", came...),
		plain("div", "class=tools|role=group|aria-label="+p.T("quiz.answers"), "", answers...))...))
}

// of is a message with how many of how many.
func (p *Page) of(key string, n, of int) string {
	return p.T(key, "n", strconv.Itoa(n), "of", strconv.Itoa(of))
}

// quizResult is what came of all questions.
func (p *Page) quizResult() []app.UI {
	score := plain("p", "class=lead|tabindex=-1|role=status|id="+player.QuizID, p.of("ask.score", p.Quiz.Right(), len(p.Quiz.Questions)))
	paper := plain("p", "class=paper", p.Today()+" ", plain("span", "class=name", p.T("result.name")))
	return append(append([]app.UI{score, paper}, list("h2", p.T("quiz.look"), "links", p.missed(p.Quiz.Wrong()))...), p.quizLinks())
}

// stateOf says how things stand, each part with what it is.
func (p *Page) stateOf(q player.Question) (all []app.UI) {
	for _, v := range p.StateOf(q) {
		all = append(all, plain("span", "class=view", "", plain("b", "class=mono", v.Name+"="+v.Example), app.Text(" "+v.Help)), app.Text(" "))
	}
	return all
}

// missed are questions that were answered wrong, each with the way to its lesson.
func (p *Page) missed(all []player.Question) (rows []app.UI) {
	for _, q := range all {
		link := p.Link(player.Hash{Page: "lesson", Lesson: q.Lesson.ID, Step: q.Step})
		rows = append(rows, plain("li", "", "", plain("a", "data-lesson="+q.Lesson.ID+"|href="+link, p.StopTitle(scenarios.Stop{Lesson: q.Lesson})),
			plain("span", "class=quiet", " "+q.Lesson.Text(p.Lang(), q.Gate.ID))))
	}
	return rows
}

// quizLinks are what can follow a quiz.
func (p *Page) quizLinks() app.UI {
	var all []app.UI
	if n := len(p.Quiz.Wrong()); n > 0 && !p.InRoom() {
		all = append(all, p.press("quiz-again", p.n("quiz.again", n), player.QuizAgain{}))
	}
	if p.Quiz.Of != player.Missed {
		all = append(all, p.press("quiz-anew", p.T("quiz.anew"), player.QuizAnew{}))
	}
	course := p.leads("course", p.T("ex.course"), player.Hash{Page: "course"})
	if p.InRoom() { // neither notes nor what the reader has done are for it
		return plain("div", "class=bar", "", append(all, course)...)
	}
	if len(p.Quiz.Questions) > 0 {
		all = append(all, p.press("print", p.T("page.print"), player.Print{}))
	}
	if path := player.QuizClass(p.Quiz.Of); path != nil {
		all = append(all, p.leads("class", p.T("path."+path.ID), player.Hash{Page: "teach", Of: path.ID}))
	}
	return plain("div", "class=bar", "", append(all, p.leads("result", p.T("result.title"), player.Hash{Page: "result"}), course)...)
}

// quizLink leads to a quiz, with the best result so far.
func (p *Page) quizLink(of string) app.UI {
	best := ""
	if t := p.Progress().Quizzes[of]; t.Asked > 0 {
		best = " " + p.of("quiz.best", t.Right, t.Asked)
	}
	return plain("p", "class=toquiz", "", p.quizAnchor(of), plain("span", "class=quiet", best))
}

func (p *Page) quizAnchor(of string) app.UI {
	return plain("a", "data-quiz="+of+"|href="+p.Link(player.Hash{Page: "quiz", Of: of}), p.QuizTitle(of))
}
