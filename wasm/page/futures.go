package page

import (
	"strconv"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// maxDifferences bounds the list of what is otherwise in the other future.
const maxDifferences = 4

// differs lists what is otherwise in the future that was left.
func (p *Page) differs() []tell.Difference {
	there, moment, _, _, _, ok := p.Other()
	if !ok {
		return nil
	}
	return tell.Differences(p.Head.Whole, there, p.Head.At(), moment, p.T)
}

// history is undo and redo, and how a session is kept.
func (p *Page) history() app.UI {
	pl := p.Head
	s := pl.Session
	button := func(act, label string, off bool, m player.Msg) app.UI {
		return app.Button().Type("button").DataSet("act", act).Disabled(off).Text(label).OnClick(p.on(m))
	}
	tools := []app.UI{button("undo", p.T("fork.undo"), !s.CanUndo(), player.Undo{}), button("redo", p.T("fork.redo"), !s.CanRedo(), player.Redo{})}
	tools = append(tools, button("save", p.T("save.button"), false, player.Take{What: "iq"}))
	if pl.Base == nil {
		tools = append(tools, p.fileChooser())
	} else {
		tools = append(tools, app.A().Class("button").DataSet("act", "to-lesson").Href(p.LessonLink()).Text(p.T("fork.back", "number", pl.Base.Place())))
	}
	return app.Section().Class("fork").Body(app.Div().Class("tools").Role("group").Aria("label", p.T("fork.history")).Body(tools...))
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
	s := p.Head.Session
	if len(s.Branches()) < 2 {
		return app.Div().Hidden(true)
	}
	out := []app.UI{app.Span().Class("lab").Text(p.T("fork.futures"))}
	for i, b := range s.Branches() {
		out = append(out, app.Button().Type("button").DataSet("branch", strconv.Itoa(i)).Aria("pressed", i == s.Shown()).Title(b.Name).
			Text(p.BranchName(i)).OnClick(p.on(player.Branch{I: i})))
	}
	if s.Shown() > 0 {
		out = append(out, app.Button().Type("button").DataSet("act", "drop").Aria("label", p.T("fork.drop", "name", p.BranchName(s.Shown()))).
			Title(p.T("fork.drop", "name", p.BranchName(s.Shown()))).Text("×").OnClick(p.on(player.Drop{})))
	}
	return app.Div().Class("tools").Role("group").Aria("label", p.T("fork.futures")).Body(out...)
}

// forkText says where the shown future left, or what a command here would do.
func (p *Page) forkText() []app.UI {
	pl := p.Head
	s := pl.Session
	b := s.Branch()
	step := strconv.Itoa(pl.Step)
	switch {
	case b.Parent >= 0 && pl.Step >= b.Last():
		return []app.UI{app.B().Text(visible(b.Name)), app.Text(" " + p.T("fork.leaves", "name", p.BranchName(b.Parent), "n", strconv.Itoa(b.Step)))}
	case pl.Step < b.Last() || pl.Base != nil && s.Shown() == 0:
		return []app.UI{app.Text(p.T("fork.here", "n", step))}
	}
	return nil
}

// differenceList says in words what the ghosts show, to ear as to eye.
func (p *Page) differenceList() app.UI {
	all := p.differs()
	_, _, there, at, ended, ok := p.Other()
	box := app.Div().Class("apart").Aria("live", "polite")
	if !ok {
		return box.Hidden(true)
	}
	here := p.T("fork.this")
	var items []app.UI
	for _, d := range all[:min(len(all), maxDifferences)] {
		items = append(items, app.Dt().Text(middle(visible(d.Key), 18)), app.Dd().Body(
			app.Span().Class("ghost").Text(p.T("fork.side", "name", there, "place", d.There)), app.Text(" · "+p.T("fork.side", "name", here, "place", d.Here))))
	}
	if !ended || p.Head.Step <= at {
		at = -1
	}
	note := p.Teller().Apart(len(all), maxDifferences, there, at)
	return box.Body(app.Dl().Hidden(len(items) == 0).Body(items...), app.P().Hidden(note == "").Text(note))
}

// whatIfButton stands over a lesson's headline.
func (p *Page) whatIfButton() app.UI {
	off := p.Hash.Page != "lesson" || p.Head == nil || p.Head.Lesson == nil || p.Hash.Frame.ReadOnly
	return app.Button().Type("button").Class("whatif").DataSet("act", "whatif").Hidden(off).Title(p.T("fork.whatif.title")).
		Text(p.T("fork.whatif")).OnClick(p.on(player.WhatIf{}))
}
