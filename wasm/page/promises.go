package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// promises says what always holds; once a promise was broken it lists them all, with the
// ones that do not hold now and what that leads to.
func (p *Page) promises() app.UI {
	s := p.shown()
	if s != nil && len(s.Broken) == 0 && len(s.Workers) == 0 && len(s.Keys) == 0 {
		return app.P().Hidden(true) // nothing of the queue is shown
	}
	if s == nil || len(s.Broken) == 0 {
		return app.P().Body(app.B().Text(p.t("page.always")+" "), app.Text(p.t("page.invariant")))
	}
	broken := map[trace.Promise]bool{}
	for _, b := range scene.Breaches(s) {
		broken[b.Promise] = true
	}
	list := slices.Clone(scene.QueuePromises)
	for _, b := range s.Broken {
		if at := trace.Promise(b.Sentence); !slices.Contains(list, at) {
			list = append(list, at)
			broken[at] = true // it is not seen in a state whether it holds again
		}
	}
	slices.SortStableFunc(list, func(a, b trace.Promise) int { // what is wrong now comes first
		switch {
		case broken[a] == broken[b]:
			return 0
		case broken[a]:
			return -1
		}
		return 1
	})
	var rows []app.UI
	for _, promise := range list {
		rows = append(rows, p.promise(s, promise, broken[promise]))
	}
	count := p.t("promise.count", "n", strconv.Itoa(len(broken)), "of", strconv.Itoa(len(list)))
	if len(broken) == 0 {
		count = ""
	}
	return app.Section().Class("promises").Body(
		app.H2().Body(app.Text(p.t("promise.title")), app.Span().Text(count)),
		app.Ul().Body(rows...),
	)
}

// promise is a row: the sentence, whether it holds, and what follows where it does not.
func (p *Page) promise(s *state.State, promise trace.Promise, broken bool) app.UI {
	sentence, so := string(promise), ""
	if key := scene.PromiseKey(sentence); key != "" {
		sentence, so = p.t(key), p.t(key+".so")
	}
	step := ""
	for _, b := range slices.Backward(s.Broken) {
		if b.Sentence == string(promise) {
			step = strconv.Itoa(p.stepOf(b.Seq))
			break
		}
	}
	mark, label, class := "✓", p.t("promise.kept"), "kept"
	switch {
	case broken:
		mark, label, class = "✕", p.t("promise.broken"), "broken"
		if step != "" {
			so = strings.TrimSpace(p.t("promise.at", "step", step) + " " + so)
		}
	case step != "":
		so = p.t("promise.past", "step", step)
		class = "past"
	default:
		so = ""
	}
	return app.Li().Class(class).DataSet("promise", string(promise)).Body(
		app.Span().Class("mark").Aria("hidden", true).Text(mark),
		app.Div().Body(app.B().Text(sentence), app.Span().Class("sr").Text(" ("+label+")"), app.P().Hidden(so == "").Text(so)),
	)
}

// stepOf is the step to which an event belongs.
func (p *Page) stepOf(seq uint64) int {
	if p.player == nil {
		return 0
	}
	line := p.player.line
	for n := line.First(); n < line.Last(); n++ {
		if line.Step(n).End >= seq {
			return n
		}
	}
	return line.Last()
}

// warnings are forgotten calls: they break no promise.
func (p *Page) warnings() app.UI {
	s := p.shown()
	if s == nil || p.hash.Page == "live" || !p.hash.Stage() {
		return app.Section().Hidden(true)
	}
	var rows []app.UI
	for _, w := range scene.Warnings(s) {
		rows = append(rows, app.P().Body(rich(p.t(w.Key, w.Args...))...))
	}
	return app.Section().Class("warn").Hidden(len(rows) == 0).Body(append([]app.UI{app.H2().Text(p.t("warn.title"))}, rows...)...)
}
