package play

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

// teller tells a film as text.
type teller struct {
	out   io.Writer
	err   error // of the first write that failed
	film  *film.Film
	lang  string
	say   func(key string, args ...string) string
	ink   ink
	width int

	chapter  string
	last     *shot
	answered map[string]bool // gate → was the answer right?
}

// print writes a line.
func (p *teller) print(line string) {
	if _, err := fmt.Fprintln(p.out, line); p.err == nil {
		p.err = err
	}
}

// prompt writes over the last line of a terminal.
func (p *teller) prompt(s string) {
	if _, err := io.WriteString(p.out, "\r\x1b[K"+s); p.err == nil {
		p.err = err
	}
}

// list prints the lessons there are.
func (p *teller) list() error {
	p.print(p.say("cli.list"))
	for _, l := range scenarios.InOrder() {
		p.print(fmt.Sprintf("  %-5s %-22s %s", l.Place(), l.ID, l.Text(p.lang, "title")))
	}
	return p.err
}

// everything prints all steps, and each question with its answer.
func (p *teller) everything(ctx context.Context) {
	p.title()
	for n := range p.film.Run.Steps {
		if p.err = cmp.Or(p.err, ctx.Err()); p.err != nil {
			return
		}
		if q := p.ask(n); q != nil {
			p.pose(q)
			p.print("  " + p.say("ask.wrong", "answer", text.Isolated(q.options[q.right])))
			p.why(q.whys[q.right])
		}
		p.step(n)
	}
	p.sources()
}

func (p *teller) title() {
	l := p.film.Lesson
	head := strings.TrimSpace(l.Place() + "  " + l.Text(p.lang, "title"))
	if head == "" {
		head = l.ID
	}
	p.print(p.ink.paint(strong, text.Visible(head)))
	if q := l.Text(p.lang, "question"); q != "" {
		p.print(text.Isolated(q))
	}
	p.print(p.ink.paint(quiet, p.say("cli.engine", "engine", p.film.Run.Setting())))
}

// views are what a state line may name, in its order; the queue's are always there where
// there are workers, the store is where there is an informer.
var views = []string{"q", "d", "p", "heap", "rq", "F", "S", "I", "pend", "rv"}

// step prints one step: its number and command, what is said about it, the state, and what
// changed.
func (p *teller) step(n int) {
	st, l := p.film.Run.Steps[n], p.film.Lesson
	p.print("")
	if st.Chapter != "" && st.Chapter != p.chapter {
		p.chapter = st.Chapter
		p.print(p.ink.paint(quiet, "── "+text.Isolated(l.Text(p.lang, st.Chapter))))
	}
	head := p.say("page.stepOf", "n", strconv.Itoa(n), "of", strconv.Itoa(p.film.Last()))
	if st.At > 0 {
		head += "  t=" + state.Duration(st.At)
	}
	head = p.ink.paint(quiet, head)
	if name := p.film.Name(n, p.lang); name != "" {
		head += "  " + p.ink.paint(strong, text.Isolated(cli.Short(name, 2*p.width)))
	}
	p.print(head)
	if tale := p.tale(n); tale != "" {
		for _, line := range cli.Wrap(p.ink.prose(text.Isolated(tale)), p.width-2) {
			p.print("  " + line)
		}
	}
	var old *shot
	if n > 0 {
		old = p.shoot(n - 1)
	}
	now := p.shoot(n)
	p.print("  " + p.state(now))
	for i, view := range []string{"calls", "api"} {
		if now.calls[i] != "[]" {
			p.print("  " + view + "=" + cli.Value(now.calls[i]))
		}
	}
	if old != nil {
		p.print("  " + p.changes(old, now))
	}
}

// tale is what the page says at the step: the author's words, or what the step did.
func (p *teller) tale(n int) string {
	return tell.Teller{Say: p.say, Lang: p.lang}.Tale(tell.Moment{Line: p.film.Line, Step: n, State: p.film.At(n), Run: p.film.Run})
}

// shot is what a state prints, view by view.
type shot struct {
	n      int
	values []string // by views
	synced bool
	calls  [2]string // handler calls and API calls of the step
}

// shoot prints the state after step n; the last one is kept, since the next step wants it.
func (p *teller) shoot(n int) *shot {
	if p.last != nil && p.last.n == n {
		return p.last
	}
	s := p.film.At(n)
	calls, api := p.film.Since(n)
	p.last = &shot{n: n, synced: s.FIFO.Synced, calls: [2]string{s.View("calls", calls, api), s.View("api", calls, api)}}
	for _, view := range views {
		p.last.values = append(p.last.values, s.View(view, 0, 0))
	}
	return p.last
}

// state is the line of everything there is.
func (p *teller) state(s *shot) string {
	var parts []string
	for i, view := range views {
		v := s.values[i]
		informer := p.film.Run.Engine != "workqueue"
		queue := i < 3 && (len(p.film.Lesson.Workers) > 0 || !informer)
		if queue || view == "S" && informer || v != "[]" && v != "{}" && v != "" {
			parts = append(parts, p.ink.paint(viewStyle(view), view+"="+text.Isolated(cli.Short(v, 3*p.width))))
		}
	}
	if s.synced {
		parts = append(parts, "synced")
	}
	return strings.Join(parts, "  ")
}

// changes says what differs between two states: items that came and went.
func (p *teller) changes(old, now *shot) string {
	var parts []string
	for i, view := range views {
		a, b := old.values[i], now.values[i]
		if a == b {
			continue
		}
		if len(a)+len(b) > tooLong {
			parts = append(parts, fmt.Sprintf("%s %d → %d", view, items(a), items(b)))
			continue
		}
		gone, came, ok := state.Differ("", a, b)
		switch {
		case !ok:
			parts = append(parts, strings.TrimSpace(view+" "+a)+" → "+b)
		case len(gone)+len(came) == 0:
			parts = append(parts, view+" "+p.say("cli.order"))
		default:
			parts = append(parts, view+p.items("−", removed, gone)+p.items("+", added, came))
		}
	}
	if old.synced != now.synced {
		parts = append(parts, fmt.Sprintf("synced %v → %v", old.synced, now.synced))
	}
	if len(parts) == 0 {
		return p.ink.paint(quiet, p.say("cli.same"))
	}
	return p.ink.paint(quiet, p.say("cli.changed")) + "  " + strings.Join(parts, "   ")
}

// tooLong is how many bytes of state are compared item by item; of more, the items are
// counted.
const tooLong = 20_000

func items(view string) int {
	if len(view) <= 2 {
		return 0
	}
	return strings.Count(view, " ") + 1
}

// few is how many items a change names.
const few = 8

func (p *teller) items(sign, style string, items []string) string {
	out := ""
	for _, it := range items[:min(few, len(items))] {
		out += " " + p.ink.paint(style, sign+text.Isolated(cli.Short(it, p.width)))
	}
	if n := len(items) - few; n > 0 {
		out += " " + p.ink.paint(style, fmt.Sprintf("%s%d…", sign, n))
	}
	return out
}

// question is a gate as it is asked.
type question struct {
	gate    *scenarios.Gate
	options []string // in the order shown
	whys    []string // what is said about each, "" is nothing
	right   int
}

// ask returns the question before step n, when it has one that was not answered yet.
func (p *teller) ask(n int) *question {
	g := p.film.Run.Steps[n].Gate
	if g == nil {
		return nil
	}
	if _, done := p.answered[g.ID]; done {
		return nil
	}
	q := &question{gate: g}
	texts := p.film.Lesson.Options(p.lang, g.ID)
	for i, j := range g.Order() {
		q.options = append(q.options, texts[j])
		q.whys = append(q.whys, p.film.Lesson.Why(p.lang, g.ID, j))
		if j == 0 {
			q.right = i
		}
	}
	return q
}

func (p *teller) pose(q *question) {
	p.print("")
	for _, line := range cli.Wrap(p.ink.paint(strong, "◆ ")+p.ink.prose(text.Isolated(p.film.Lesson.Text(p.lang, q.gate.ID))), p.width) {
		p.print(line)
	}
	for i, o := range q.options {
		p.print(fmt.Sprintf("  %d  %s", i+1, p.ink.prose(text.Isolated(o))))
	}
}

func (p *teller) answer(q *question, picked int) {
	if p.answered == nil {
		p.answered = map[string]bool{}
	}
	p.answered[q.gate.ID] = picked == q.right
	if picked == q.right {
		p.print("  " + p.ink.paint(added, p.say("ask.right")))
	} else {
		wrong := q.whys[picked]
		if wrong != "" {
			wrong = p.say("ask.not", "answer", q.options[picked]) + p.say("play.between") + wrong
		}
		p.why(wrong)
		p.print("  " + p.ink.paint(removed, p.say("ask.wrong", "answer", text.Isolated(q.options[q.right]))))
	}
	p.why(q.whys[q.right])
}

// why prints what is said about an answer.
func (p *teller) why(s string) {
	if s == "" {
		return
	}
	for _, line := range cli.Wrap(p.ink.prose(text.Isolated(s)), p.width-4) {
		p.print("    " + line)
	}
}

// end is what is said after the last step.
func (p *teller) end() {
	p.print(p.say("cli.end"))
	p.score()
	p.sources()
}

func (p *teller) score() {
	right := 0
	for _, good := range p.answered {
		if good {
			right++
		}
	}
	if len(p.answered) > 0 {
		p.print(p.say("ask.score", "n", strconv.Itoa(right), "of", strconv.Itoa(len(p.answered))))
	}
}

func (p *teller) sources() {
	if s := p.film.Lesson.Sources; len(s) > 0 {
		p.print("")
		p.print(p.ink.paint(quiet, p.say("page.sources")+p.say("join.colon")+text.Visible(strings.Join(s, "  "))))
	}
}
