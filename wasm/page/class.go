package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// What a page in a class has besides: a bar, bars of votes, and the code in large type.

// classBar says where this page is in its class, and what can be done about it.
func (p *Page) classBar() app.UI {
	c := p.Class
	if c == nil {
		return app.Div().Class("classbar").Hidden(true)
	}
	here, over := c.State == player.ClassHere, c.State == player.ClassOver
	class := "classbar " + c.State
	if here && !c.Leads && !c.Follows {
		class += " around"
	}
	said := p.ClassLine()
	live := ""
	if c.Leads && here { // counts change too often to be read out each time
		live = p.ClassSays()
	} else {
		live = said
	}
	body := []app.UI{app.Span().Class("line").Aria("hidden", true).Text(said), app.Span().Class("sr").Role("status").Text(live)}
	button := func(act, label, key string, m player.Msg, on bool) app.HTMLButton {
		b := app.Button().Type("button").DataSet("act", act).Hidden(!on).Text(label)
		if key != "" {
			b = b.Title(label + " (" + key + ")")
		}
		return b.OnClick(p.on(m))
	}
	if c.Leads {
		body = append(body, button("class-code", p.T("class.code", "code", c.Code), "C", player.ClassCode{}, !over))
	} else {
		body = append(body,
			button("class-lost", p.T("class.iam"), "L", player.Lost{}, here && c.View.At > 0).Aria("pressed", p.IsLost()),
			button("class-around", p.T("class.look"), "", player.Around{}, here && c.Follows && c.View.Link != ""),
			button("class-return", p.T("class.return"), "R", player.Return{}, !over && !c.Follows),
		)
	}
	again := "class.again"
	if over {
		again = "class.here"
	}
	body = append(body,
		button("class-again", p.T(again), "", player.Rejoin{}, c.State == player.ClassAway || c.Why == "class.taken"),
		button("class-leave", p.T("class.leave"), "", player.LeaveClass{}, true),
	)
	return app.Div().Class(class).Role("region").Aria("label", p.T("class.title")).Body(body...)
}

// classQuestion is the open question where a class votes on it.
func (p *Page) classQuestion(g *scenarios.Gate, order []int, texts []string) app.UI {
	c := p.Class
	votes, of := p.Votes()
	hint := p.T("class.vote")
	switch {
	case c.Leads:
		hint = p.T("class.voted", "n", strconv.Itoa(of), "of", strconv.Itoa(c.View.Followers))
		if c.View.Revealed {
			hint = p.T("class.shown")
		}
	case !p.Voting():
		hint = p.T("ask.skip")
	case c.View.Revealed:
		hint = p.T("class.onward")
	}
	class := "ask voting"
	if p.Voting() {
		class += " votes-here"
	}
	return app.Div().Class(class).Role("group").Aria("label", p.T("ask.title")).Body(
		app.P().Body(app.B().Text("◆ "+p.Head.Lesson.Text(p.Lang(), g.ID))),
		app.Div().Class("tools").Body(app.Range(order).Slice(func(i int) app.UI {
			o := order[i]
			body := []app.UI{app.Small().Text(strconv.Itoa(i+1) + " "), app.Text(texts[o])}
			if votes != nil {
				body = append(body, app.Span().Class("votes").Text(p.T("class.votes", "n", strconv.Itoa(votes[o]))))
			}
			b := app.Button().Type("button").DataSet("answer", strconv.Itoa(i+1)).Body(body...).OnClick(p.on(player.Answer{Option: o}))
			if votes != nil {
				b = b.Style("--part", strconv.Itoa(100*votes[o]/max(of, 1))+"%")
			}
			if p.Voting() {
				b = b.Aria("pressed", c.Vote == o)
			}
			return b
		})),
		app.Div().Class("foot").Body(
			app.P().Class("hint").Text(hint),
			app.Button().Type("button").DataSet("act", "class-reveal").Hidden(!p.Revealable()).Title(p.T("class.reveal")+" (V)").Text(p.T("class.reveal")).OnClick(p.on(player.Reveal{})),
		),
	)
}

// classCode shows the room how to join, as large as it gets.
func (p *Page) classCode() app.UI {
	if p.Class == nil {
		return app.Div().Hidden(true)
	}
	d := app.Dialog().ID(player.CodeID).Class("code-large").Aria("labelledby", "class-code-title").
		On("close", p.saying(func() player.Msg { return player.CodeClosed{} }))
	if !p.Class.Large {
		return d
	}
	qr := p.ClassQR()
	return d.Body(app.Div().Class("inner").Body(
		app.H2().ID("class-code-title").Text(p.T("class.join")),
		app.P().Class("link").Text(p.ClassLink()),
		app.P().Class("here").Hidden(qr != "").Text(p.T("class.own")),
		app.Div().Class("both").Body(
			app.If(qr != "", func() app.UI { return app.Img().Class("qr").Src(qr).Alt(p.T("class.qr")) }),
			app.P().Class("letters").Text(p.Class.Code),
		),
		app.P().Text(p.ClassCounts()),
		app.Button().Type("button").DataSet("act", "class-code-close").Text(p.T("page.close")).OnClick(p.on(player.ClassCode{})),
	))
}
