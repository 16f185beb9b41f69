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
	out := []app.UI{app.H1().Text(p.quizTitle(p.Hash.Of))}
	q, ok := p.Asked()
	switch n := len(p.Quiz.Questions); {
	case n == 0:
		return append(out, app.P().Class("lead").Text(p.T("quiz.none")), p.quizLinks(""))
	case !ok:
		return append(out, p.quizResult()...)
	}
	p.later(func() { p.drawStill("quiz-still", q.Lesson, q.Step-1, p.Palette()) })
	n := strconv.Itoa(p.Quiz.At + 1)
	lang := p.Lang()
	order, texts := p.Quiz.Order(q), q.Lesson.Options(lang, q.Gate.ID)
	picked, answered := p.Answered()
	so, state := q.Lesson.Text(lang, q.Lesson.Items[q.Step-1].Beat), p.StateOf(q)
	body := []app.UI{
		app.P().Class("quiet").DataSet("role", "quiz-at").Text(p.T("quiz.at", "n", n, "of", strconv.Itoa(len(p.Quiz.Questions)))),
		app.P().Class("so").ID("quiz-so").Hidden(so == "").Body(rich(so, told)...),
		app.Div().Class("still").ID("quiz-still").Aria("hidden", true),
		app.P().Class("quiet mono").ID("quiz-state").Hidden(state == "").Text(state),
		app.H2().ID(player.QuizID).TabIndex(-1).Aria("describedby", "quiz-so quiz-state").Text("◆ " + q.Lesson.Text(lang, q.Gate.ID)),
		app.Div().Class("tools").Role("group").Aria("label", p.T("quiz.answers")).Hidden(answered).Body(app.Range(order).Slice(func(i int) app.UI {
			return app.Button().Type("button").DataSet("answer", strconv.Itoa(i+1)).Body(app.Small().Text(strconv.Itoa(i+1)+" "), app.Text(texts[order[i]])).
				OnClick(p.on(player.Answer{Option: order[i]}))
		})),
	}
	var came []app.UI
	if answered {
		came = append(came, p.cameOf(q.Lesson, q.Gate, picked, "")...)
		came = append(came, app.P().Class("quiet").Body(app.Text(p.T("quiz.from")+" "), p.lessonAnchor(q.Lesson)))
	}
	next := p.T("quiz.next")
	if p.Quiz.At+1 == len(p.Quiz.Questions) {
		next = p.T("quiz.end")
	}
	return append(out, app.Section().Class("quiz").Body(append(body,
		app.Div().Class("came").Role("status").Body(came...),
		app.Button().Type("button").Class("main").ID(player.QuizNextID).DataSet("act", "quiz-next").Hidden(!answered).Text(next).OnClick(p.on(player.QuizNext{})))...))
}

func (p *Page) quizTitle(of string) string {
	for i, part := range scenarios.Course() {
		if part.ID == of {
			return p.T("quiz.title", "n", strconv.Itoa(i+1), "part", p.T("course."+of))
		}
	}
	return p.T("quiz.missed")
}

// quizResult is what came of all questions.
func (p *Page) quizResult() []app.UI {
	quiz := p.Quiz
	missed := quiz.Wrong()
	var rows []app.UI
	for _, q := range missed {
		rows = append(rows, app.Li().Body(
			app.A().Href(p.Link(player.Hash{Page: "lesson", Lesson: q.Lesson.ID, Step: q.Step})).DataSet("lesson", q.Lesson.ID).Text(q.Lesson.Place()+" "+q.Lesson.Text(p.Lang(), "title")),
			app.Text(" "), app.Span().Class("quiet").Text(q.Lesson.Text(p.Lang(), q.Gate.ID))))
	}
	return []app.UI{
		app.P().Class("lead").ID(player.QuizID).TabIndex(-1).Role("status").Text(p.T("ask.score", "n", strconv.Itoa(quiz.Right()), "of", strconv.Itoa(len(quiz.Questions)))),
		app.Div().Hidden(len(rows) == 0).Body(app.H2().Text(p.T("quiz.look")), app.Ul().Class("links").Body(rows...)),
		p.quizLinks(quiz.Of),
	}
}

// quizLinks are what can follow a quiz.
func (p *Page) quizLinks(of string) app.UI {
	return app.Div().Class("bar").Body(
		app.Button().Type("button").DataSet("act", "quiz-again").Hidden(len(p.Quiz.Wrong()) == 0).Text(p.T("quiz.again", "n", strconv.Itoa(len(p.Quiz.Wrong())))).OnClick(p.on(player.QuizAgain{})),
		app.Button().Type("button").DataSet("act", "quiz-anew").Hidden(of == "" || of == player.Missed).Text(p.T("quiz.anew")).OnClick(p.on(player.QuizAnew{})),
		app.A().Class("plain").DataSet("act", "result").Href(p.Link(player.Hash{Page: "result"})).Text(p.T("result.title")),
		app.A().Class("plain").DataSet("act", "course").Href(p.Link(player.Hash{Page: "course"})).Text(p.T("ex.course")),
	)
}

// quizLink leads to the quiz of a part, with the best result so far.
func (p *Page) quizLink(part scenarios.Part) app.UI {
	best := ""
	if t := p.Progress().Quizzes[part.ID]; t.Asked > 0 {
		best = p.T("quiz.best", "n", strconv.Itoa(t.Right), "of", strconv.Itoa(t.Asked))
	}
	return app.P().Class("toquiz").Body(
		app.A().DataSet("quiz", part.ID).Href(p.Link(player.Hash{Page: "quiz", Of: part.ID})).Text(p.quizTitle(part.ID)),
		app.Text(" "), app.Span().Class("quiet").Text(best))
}
