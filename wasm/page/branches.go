package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// maxDifferences bounds the list of what is otherwise in the other future.
const maxDifferences = 4

// whatIf leaves a lesson where the playhead stands: the playground goes on from there.
func (p *Page) whatIf() {
	pl := p.player
	if p.hash.Page != "lesson" || pl == nil || pl.lesson == nil {
		return
	}
	pl.playing = false
	p.left = p.hash
	h := p.hash
	h.Page, h.Lesson, h.Engine, h.Step, h.Token = "play", pl.lesson.ID, pl.engine, pl.step, ""
	p.visit(h)
}

// lessonLink leads back to the lesson, to the step and the view that were left.
func (p *Page) lessonLink() string {
	pl := p.player
	h := p.hash
	h.Page, h.Inline, h.If, h.Token, h.Step = "lesson", "", "", "", min(pl.step, pl.told())
	h.View = ""
	if p.left.Lesson == pl.base.ID || p.left.Lesson == pl.base.Number {
		h.View = p.left.View
	}
	return h.String()
}

// branchName is how a future is called: the original, or a number and its first command.
func (p *Page) branchName(i int) string {
	if i == 0 {
		return p.t("fork.original")
	}
	return p.t("fork.name", "n", strconv.Itoa(i))
}

// showBranch turns to another future at the same number of steps.
func (p *Page) showBranch(i int) {
	pl := p.player
	if pl.session == nil || i == pl.session.Shown() {
		return
	}
	p.motion.stop()
	pl.playing = false
	pl.session.Show(i)
	pl.follow(pl.step)
	p.tools.rest = ""
	p.say("", false)
	p.save()
	p.drawScrubber()
	p.draw()
}

func (p *Page) dropBranch() {
	pl := p.player
	b := pl.session.Branch()
	if b.Parent < 0 {
		return
	}
	p.motion.stop()
	pl.playing = false
	pl.session.Delete(pl.session.Shown())
	pl.follow(min(pl.step, b.Step))
	p.tools.rest = ""
	p.save()
	p.drawScrubber()
	p.draw()
}

// undo takes the newest command of the future that is shown back; redo does it again.
func (p *Page) undo() { p.rewind(p.player.session.Undo) }
func (p *Page) redo() {
	p.rewind(func() (int, error) { return p.player.session.Redo(p.player.step) })
}

func (p *Page) rewind(do func() (int, error)) {
	pl := p.player
	p.motion.stop()
	pl.playing = false
	at, err := do()
	if err != nil {
		p.say(p.sessionError(err), true)
		return
	}
	p.say("", false)
	pl.follow(at)
	p.tools.rest = ""
	p.save()
	p.drawScrubber()
	p.draw()
}

// undoKey takes Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y in the playground, with Cmd on a Mac.
func (p *Page) undoKey(e app.Event) bool {
	if p.hash.Page != "play" || p.player == nil || p.player.session == nil || e.Get("altKey").Bool() ||
		!e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() {
		return false
	}
	switch k := strings.ToLower(e.Get("key").String()); {
	case k == "z" && !e.Get("shiftKey").Bool():
		p.undo()
	case k == "z", k == "y":
		p.redo()
	default:
		return false
	}
	e.PreventDefault()
	p.ctx.Dispatch(func(app.Context) {})
	return true
}

// other is the future that was left, as far from the fork as the playhead is.
func (p *Page) other() (b *model.Branch, at int, ok bool) {
	if p.hash.Page != "play" || p.player == nil || p.player.session == nil {
		return nil, 0, false
	}
	return p.player.session.Other(p.player.step)
}

// differs lists what is otherwise in the future that was left.
func (p *Page) differs() []tell.Difference {
	b, at, ok := p.other()
	if !ok {
		return nil
	}
	return tell.Differences(p.player.whole, b.Line.At(at), p.player.At(), b.Line.Step(at).At, p.t)
}

// ghosts adds to the picture what stands elsewhere in the future that was left.
func (p *Page) ghosts(shapes []scene.Shape, v scene.View) []scene.Shape {
	b, at, ok := p.other()
	if !ok {
		return shapes
	}
	v.Prev, v.Focus = b.Line.At(at-1), ""
	v.Now = b.Line.Step(at).At
	return scene.Elsewhere(shapes, scene.Build(b.Line.At(at), v), p.branchName(p.player.session.Branch().Parent))
}

// history is undo and redo, and how a session is kept.
func (p *Page) history() app.UI {
	pl := p.player
	s := pl.session
	button := func(act, label string, off bool, do func()) app.UI {
		return app.Button().Type("button").DataSet("act", act).Disabled(off).Text(label).OnClick(func(app.Context, app.Event) { do() }, app.EventScope(act))
	}
	tools := []app.UI{button("undo", p.t("fork.undo"), !s.CanUndo(), p.undo), button("redo", p.t("fork.redo"), !s.CanRedo(), p.redo)}
	tools = append(tools, button("save", p.t("save.button"), false, p.saveScenario))
	if pl.base == nil {
		tools = append(tools, p.fileChooser())
	} else {
		tools = append(tools, app.A().Class("button").DataSet("act", "to-lesson").Href(p.lessonLink()).Text(p.t("fork.back", "number", pl.base.Number)))
	}
	return app.Section().Class("fork").Body(app.Div().Class("tools").Role("group").Aria("label", p.t("fork.history")).Body(tools...))
}

// futuresPanel is what there is to know of the others. It stands below the commands, which stay
// where they are when a future begins.
func (p *Page) futuresPanel() app.UI {
	text := p.forkText()
	return app.Section().Class("fork").Body(
		p.branchSwitch(),
		app.P().DataSet("role", "fork").Hidden(text == nil).Body(text...),
		p.differenceList(),
	)
}

func (p *Page) branchSwitch() app.UI {
	s := p.player.session
	if len(s.Branches()) < 2 {
		return app.Div().Hidden(true)
	}
	out := []app.UI{app.Span().Class("lab").Text(p.t("fork.futures"))}
	for i, b := range s.Branches() {
		out = append(out, app.Button().Type("button").DataSet("branch", strconv.Itoa(i)).Aria("pressed", i == s.Shown()).Title(b.Name).
			Text(p.branchName(i)).OnClick(func(app.Context, app.Event) { p.showBranch(i) }, app.EventScope(strconv.Itoa(i), b.Name)))
	}
	if s.Shown() > 0 {
		out = append(out, app.Button().Type("button").DataSet("act", "drop").Aria("label", p.t("fork.drop", "name", p.branchName(s.Shown()))).
			Title(p.t("fork.drop", "name", p.branchName(s.Shown()))).Text("×").OnClick(func(app.Context, app.Event) { p.dropBranch() }))
	}
	return app.Div().Class("tools").Role("group").Aria("label", p.t("fork.futures")).Body(out...)
}

// forkText says where the shown future left, or what a command here would do.
func (p *Page) forkText() []app.UI {
	pl := p.player
	s := pl.session
	b := s.Branch()
	step := strconv.Itoa(pl.step)
	switch {
	case b.Parent >= 0 && pl.step >= b.Last():
		return []app.UI{app.B().Text(shown(b.Name)), app.Text(" " + p.t("fork.leaves", "name", p.branchName(b.Parent), "n", strconv.Itoa(b.Step)))}
	case pl.step < b.Last() || pl.base != nil && s.Shown() == 0:
		return []app.UI{app.Text(p.t("fork.here", "n", step))}
	}
	return nil
}

// differenceList says in words what the ghosts show, to ear as to eye.
func (p *Page) differenceList() app.UI {
	all := p.differs()
	b, at, ok := p.other()
	box := app.Div().Class("apart").Aria("live", "polite")
	if !ok {
		return box.Hidden(true)
	}
	there, here := p.branchName(p.player.session.Branch().Parent), p.t("fork.this")
	var items []app.UI
	for _, d := range all[:min(len(all), maxDifferences)] {
		items = append(items, app.Dt().Text(middle(shown(d.Key), 18)), app.Dd().Body(
			app.Span().Class("ghost").Text(p.t("fork.side", "name", there, "place", d.There)), app.Text(" · "+p.t("fork.side", "name", here, "place", d.Here))))
	}
	note := ""
	switch {
	case len(all) == 0:
		note = p.t("fork.same", "name", there)
	case len(all) > maxDifferences:
		note = p.t("fork.more", "n", strconv.Itoa(len(all)-maxDifferences))
	}
	if at == b.Last() && p.player.step > at {
		note += " " + p.t("fork.ended", "name", there, "n", strconv.Itoa(at))
	}
	return box.Body(app.Dl().Hidden(len(items) == 0).Body(items...), app.P().Hidden(note == "").Text(note))
}

// whatIfButton stands over a lesson's headline.
func (p *Page) whatIfButton() app.UI {
	off := p.hash.Page != "lesson" || p.player == nil || p.player.lesson == nil
	return app.Button().Type("button").Class("whatif").DataSet("act", "whatif").Hidden(off).Title(p.t("fork.whatif.title")).
		Text(p.t("fork.whatif")).OnClick(func(app.Context, app.Event) { p.whatIf() })
}

// addPartings tells the scrubber, whose cells begin after step first, where other futures
// leave the one that is shown. The one that it left itself is drawn with its steps.
func (p *Page) addPartings(b *scene.Bio, first int) {
	s := p.player.session
	own := s.Branch()
	add := func(i, step int, long bool) {
		if step < first {
			return
		}
		l := scene.Parting{Step: step - first, Steps: s.Branches()[i].Last() - first, ID: "future:" + strconv.Itoa(i), Name: p.branchName(i), Long: long}
		if b.Partings = append(b.Partings, l); long {
			b.Total = max(b.Total, l.Steps)
		}
	}
	b.Last = b.Total
	if own.Parent >= 0 {
		add(own.Parent, own.Step, true)
	}
	for i, other := range s.Branches() {
		if other.Parent == s.Shown() {
			add(i, other.Step, false)
		}
	}
}

// seekFuture turns to the future whose mark was hit on the scrubber.
func (p *Page) seekFuture(id string) bool {
	rest, ok := strings.CutPrefix(id, "future:")
	if !ok || p.player == nil || p.player.session == nil {
		return false
	}
	branch, step, _ := strings.Cut(rest, ":")
	i, err1 := strconv.Atoi(branch)
	n, err2 := strconv.Atoi(step)
	if err1 != nil || err2 != nil {
		return false
	}
	p.showBranch(i)
	p.seek(p.scrubFrom + n)
	return true
}
