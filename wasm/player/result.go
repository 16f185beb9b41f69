package player

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// The result is what the reader has done, to be shown to somebody: a page, and the same as text.

// PartResult is what was done of a part.
type PartResult struct {
	Part          scenarios.Part
	Done          int // lessons
	Right, Asked  int // questions: rightly at the first try, and answered at all
	Quiz          Taken
	Practised, Of int // exercises
}

// Result is what was done, by parts.
func (p *Player) Result() (all []PartResult) {
	for _, part := range scenarios.Course() {
		r := PartResult{Part: part, Quiz: p.Progress().Quizzes[part.ID]}
		for _, l := range part.Lessons {
			if p.Progress().Has(l.ID) {
				r.Done++
			}
			right, asked := p.Progress().First(l)
			r.Right, r.Asked = r.Right+right, r.Asked+asked
		}
		for _, x := range part.Exercises() {
			if r.Of++; p.Progress().Exercises[x.ID] {
				r.Practised++
			}
		}
		all = append(all, r)
	}
	return all
}

// Sum is all of a result together; it has no quiz.
func Sum(all []PartResult) (sum PartResult) {
	for _, r := range all {
		sum.Part.Lessons = append(sum.Part.Lessons, r.Part.Lessons...)
		sum.Done, sum.Right, sum.Asked, sum.Practised, sum.Of = sum.Done+r.Done, sum.Right+r.Right, sum.Asked+r.Asked, sum.Practised+r.Practised, sum.Of+r.Of
	}
	return sum
}

// Missing are the questions that were answered wrong, and not rightly since.
func (p *Player) Missing() (all []Question) {
	for _, l := range scenarios.InOrder() {
		for _, q := range questions(l) {
			if p.Progress().Missed(q) {
				all = append(all, q)
			}
		}
	}
	return all
}

// Today is the date of the last message, by the reader's clock.
func (p *Player) Today() string { return p.now.Format("2006-01-02") }

// SaveResult takes the result along as a text.
type SaveResult struct{}

func (SaveResult) do(p *Player) {
	p.Share = Share{Size: p.Share.Size}
	p.take("informerscope-"+p.Today()+".txt", "text/plain", func(tell.Teller) string { return p.ResultText() }, nil)
}

// ResultText is the result as a text.
func (p *Player) ResultText() string {
	var b strings.Builder
	b.WriteString(p.T("result.title") + "  " + p.Today() + "\n" + p.env.Base + "\n")
	all := p.Result()
	for i, r := range all {
		b.WriteString("\n" + strconv.Itoa(i+1) + "  " + p.T("course."+r.Part.ID) + "\n")
		p.writeResult(&b, r)
	}
	b.WriteString("\n" + p.T("result.all") + "\n")
	p.writeResult(&b, Sum(all))
	for i, q := range p.Missing() {
		if i == 0 {
			b.WriteString("\n" + p.T("result.missing") + "\n")
		}
		b.WriteString("  " + p.lessonTitle(q.Lesson) + ": " + plain(q.Lesson.Text(p.Lang(), q.Gate.ID)) + "\n")
	}
	return b.String()
}

func (p *Player) writeResult(b *strings.Builder, r PartResult) {
	for _, c := range p.Cells(r) {
		b.WriteString("  " + c[0] + ": " + c[1] + "\n")
	}
}

// Cells are the numbers of a result, each with its name.
func (p *Player) Cells(r PartResult) [][2]string {
	of := func(n, of int) string {
		if of == 0 {
			return "–"
		}
		return strconv.Itoa(n) + " / " + strconv.Itoa(of)
	}
	cells := [][2]string{{p.T("result.lessons"), of(r.Done, len(r.Part.Lessons))}, {p.T("result.first"), of(r.Right, r.Asked)}}
	if r.Part.ID != "" {
		cells = append(cells, [2]string{p.T("result.quiz"), of(r.Quiz.Right, r.Quiz.Asked)})
	}
	return append(cells, [2]string{p.T("result.exercises"), of(r.Practised, r.Of)})
}
