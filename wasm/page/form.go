package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Forms: whatever a scenario can say can be filled in, and stands there as a scenario writes it.

// groups are the places of forms, what one calls oneself first.
var groups = []sim.Group{sim.AtQueue, sim.AtWorker, sim.AtServer, sim.AtWatch, sim.AtHandlers, sim.AtInformer, sim.AtReflector, sim.InTime}

const formLineID = "form-line"

// commands is the fold with every verb, by who acts or is acted upon.
func (p *Page) commands() app.UI {
	open := p.Tools.Form.Shown
	fold := "fold"
	if open {
		fold += " open"
	}
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "commands").Aria("expanded", open).Body(icon("step"), app.Text(p.T("form.all"))).
			OnClick(p.on(player.Fold{What: "commands"})))
	if !open {
		return app.Section().Class("commands").Body(head)
	}
	f := p.Tools.Form
	body := []app.UI{head}
	if p.Head.Exercise == nil {
		body = append(body, app.Label().Class("field").Body(app.Span().Text(p.T("form.find")),
			app.Input().Type("search").DataSet("act", "find-verb").OnInput(p.typed("find-verb", func(v string) player.Msg { return player.FindVerb{Text: v} }))))
	}
	var own []sim.Verb
	found := 0
	for _, g := range groups {
		var verbs []sim.Verb
		for _, v := range p.Verbs(g) {
			if found++; v.Own {
				own = append(own, v)
			} else {
				verbs = append(verbs, v)
			}
		}
		body = append(body, p.verbs(p.T("group."+g.Name()), "", verbs)...)
	}
	body = append(body, p.verbs(p.T("group.own"), p.T("form.own"), own)...)
	body = append(body, app.P().Hidden(found > 0).Text(p.T("form.none", "q", middle(visible(f.Find), maxAsked))), app.P().Body(p.languageLink()))
	return app.Section().Class("commands").Body(body...)
}

// verbs are the buttons of a group, and below them the form of the one that is open.
func (p *Page) verbs(title, about string, verbs []sim.Verb) []app.UI {
	if len(verbs) == 0 {
		return nil
	}
	chips := []app.UI{app.Span().Class("lab").Body(app.Text(title), app.Small().Hidden(about == "").Text(about))}
	var form []app.UI
	for _, v := range verbs {
		open, help := p.Tools.Form.Verb == v.Name, scenarios.VerbHelp(p.Lang(), v)
		chips = append(chips, app.Button().Type("button").Class("chip").DataSet("verb", v.Name).Aria("expanded", open).
			Title(help).Text(v.Name).OnClick(p.on(player.OpenForm{Verb: v.Name})))
		if open {
			form = []app.UI{p.form("form-"+strings.ToLower(v.Name), v.Name, help, p.T("form.give"), player.Give{})}
		}
	}
	return append([]app.UI{app.Div().Class("tools").Role("group").Aria("label", title).Body(chips...)}, form...)
}

// languageLink leads to the reference, in a tab of its own, so that the session stays.
func (p *Page) languageLink() app.UI {
	return app.A().DataSet("act", "language").Href(p.Link(player.Hash{Page: "language"})).Target("_blank").Rel("noopener").Text(p.T("lang.open"))
}

// form is the form that is open. Its element has a kind of its own, so that no field keeps what was
// typed into another form's: what is typed is never written back, since a browser's field that is
// written to meanwhile loses letters.
func (p *Page) form(kind, name, help, does string, says player.Msg) app.UI {
	body := []app.UI{app.P().Text(help)}
	var last []app.UI
	for _, f := range p.OpenFields() {
		if f.Name == sim.FieldWait || f.Name == sim.FieldTimes {
			last = append(last, p.formField(f, says))
		} else {
			body = append(body, p.formField(f, says))
		}
	}
	misread, wrong := p.Misread() != "", p.Trouble()
	body = append(body, app.Div().Class("both").Hidden(len(last) == 0).Body(last...),
		app.Elem("written-"+strconv.Itoa(p.Rewritten())).Body(app.Label().Class("written").Body(app.Span().Text(p.T("form.line")),
			app.Input().Type("text").ID(formLineID).DataSet("act", "form-line").Value(p.FieldsLine()).Spellcheck(false).AutoComplete(false).Aria("invalid", misread).
				OnInput(p.typed("form-line", func(v string) player.Msg { return player.Write{Text: v} })).OnKeyDown(p.entered(says)))),
		app.Div().Class("tools").Body(
			app.Button().Type("button").Class("main").DataSet("act", "give").Disabled(misread).Text(does).OnClick(p.on(says)),
			app.Button().Type("button").DataSet("act", "copy-line").Text(p.T("share.copy")).OnClick(p.on(player.CopyField{ID: formLineID})),
			app.Span().Role("status").Text(p.Tell(p.Tools.Form.Said))),
		app.P().Class("wrong").Role("status").Text(wrong)) // last, so that no button moves while one types
	return app.Elem(kind).Attr("class", "form").Attr("role", "group").Attr("aria-label", name).Body(body...)
}

// composed is the code of a key that an input method has had: in Safari the Enter that ends a word comes after the
// composition has ended.
const composed = 229

// entered does what a form says when Enter is pressed in a field of it, but not the Enter that ends the word of an
// input method.
func (p *Page) entered(m player.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		composes := e.Get("isComposing").Truthy() || e.Get("keyCode").Int() == composed
		if e.Get("key").String() != "Enter" || composes || p.Misread() != "" || !p.take(m) {
			ctx.PreventUpdate()
		}
	}, scope(m)
}

// formField is a field of the form: a menu where there is nothing else to say, or text with what is
// there to choose from.
func (p *Page) formField(f sim.Field, does player.Msg) app.UI {
	value, offered := p.Filled(f), p.Offered(f)
	label := app.Span().Text(p.T("form." + f.Name))
	says := func(v string) player.Msg { return player.FillIn{Field: f.Name, Value: v} }
	if player.Closed(f) {
		if !f.Must {
			offered = append([]string{""}, offered...)
		}
		offered = withValue(offered, value)
		return app.Label().Class("field").Body(label, app.Select().DataSet("act", "fill-"+f.Name).Body(app.Range(offered).Slice(func(i int) app.UI {
			text := offered[i]
			if text == "" {
				text = "–"
			}
			return app.Option().Value(offered[i]).Selected(offered[i] == value).Text(middle(visible(text), 30))
		})).OnChange(p.typed("fill-"+f.Name, says)))
	}
	input := app.Input().Type("text").DataSet("act", "fill-"+f.Name).Value(p.First(f)).Spellcheck(false).AutoComplete(false).OnInput(p.typed("fill-"+f.Name, says)).OnKeyDown(p.entered(does))
	switch {
	case f.Kind == sim.ADuration:
		input = input.Placeholder("5s")
	case f.Like != nil:
		input = input.Placeholder(strings.Join(f.Like, " | "))
	}
	if len(offered) == 0 {
		return app.Label().Class("field").Body(label, input)
	}
	list := "form-like-" + f.Name
	return app.Label().Class("field").Body(label, input.List(list), app.DataList().ID(list).Body(app.Range(offered).Slice(func(i int) app.UI {
		return app.Option().Value(offered[i]).Text(offered[i])
	})))
}

// headerForms are the lines of the header, each with a form; words that stand in a line can be taken
// out.
func (p *Page) headerForms() app.UI {
	f := p.Tools.Form
	chips := []app.UI{app.Span().Class("lab").Text(p.T("set.more"))}
	var form app.UI
	for _, h := range p.Headers() {
		chips = append(chips, app.Button().Type("button").Class("chip").DataSet("header", h.Key).Aria("expanded", f.Header == h.Key).
			Title(scenarios.HeaderHelp(p.Lang(), h)).Text(h.Key).OnClick(p.on(player.OpenHeader{Key: h.Key})))
		if f.Header == h.Key {
			form = p.form("form-header-"+h.Key, h.Key, scenarios.HeaderHelp(p.Lang(), h), p.T("set.begin"), player.SetHeader{})
		}
	}
	body := []app.UI{app.Div().Class("tools").Role("group").Aria("label", p.T("set.more")).Body(chips...)}
	if form != nil {
		body = append(body, p.words(f.Header), form)
	}
	return app.Div().Class("headers").Body(body...)
}

// words are what a line of the header has, each with a button that leaves it out.
func (p *Page) words(key string) app.UI {
	h, _ := scenarios.HeaderNamed(key)
	value := p.Settings().Get(key)
	words := []string{value}
	if h.Many {
		words = strings.Fields(value)
	}
	out := []app.UI{app.Span().Class("lab").Text(p.T("set.now"))}
	for _, w := range words {
		m := player.LeaveOut{Key: key}
		if h.Many {
			m.Word = w
		}
		label := p.T("set.without", "word", visible(w))
		out = append(out, app.Button().Type("button").Class("chip").DataSet("act", "without").Aria("label", label).Title(label).Text(middle(visible(w), 40)+" ×").OnClick(p.on(m)))
	}
	return app.Div().Class("tools").Role("group").Aria("label", p.T("set.now")).Hidden(value == "").Body(out...)
}
