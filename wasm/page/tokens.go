package page

import (
	"slices"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Over each key of the picture lies a button that is not seen: Tab goes through them in
// reading order, a screen reader hears where the key is, Enter inspects it. The table has
// the same keys, and more than fit the picture.

const tokensID = "tokens"

// outlineAway is how far the outline of the style sheet stands around a button that has the focus, and outlined
// what it takes with the edge of a neighbour, px.
const outlineAway, outlined = 5, 4

// tokens is the group the buttons stand in; placeTokens fills it.
func (p *Page) tokens() app.UI {
	return app.Div().ID(tokensID).Class("tokens").Role("group").Aria("label", p.T("tokens.label")).
		On("click", func(_ app.Context, e app.Event) { p.take(player.PickToken{ID: tokenOf(e)}) }).
		On("focusin", func(ctx app.Context, e app.Event) {
			ctx.PreventUpdate()
			box := e.Get("target").Call("getBoundingClientRect")
			p.cardAt(box.Get("left").Float(), box.Get("bottom").Float()-6)
			p.take(player.Hover{ID: tokenOf(e)})
		}).
		On("focusout", func(ctx app.Context, _ app.Event) {
			ctx.PreventUpdate()
			p.take(player.Hover{})
		})
}

func tokenOf(e app.Event) string { return e.Get("target").Get("dataset").Get("token").String() }

// laid is the buttons as they lie in their box.
type laid struct {
	box    app.Value
	ids    []string // in their order
	tokens map[string]*token
}

type token struct {
	el        app.Value
	at, label string
}

// placeTokens lays the buttons over the titles and the keys of the picture at hand.
func (p *Page) placeTokens() {
	p.leaveRoom()
	if !p.observed && p.stage.Measure() {
		p.say(p.size())
	}
	var titles []player.Spot
	var names []string
	for _, t := range scene.Titles(p.stage.shapes) {
		titles = append(titles, player.Spot{ID: t.Zone, X0: t.N0, Y0: t.Y0, X1: t.N1, Y1: t.Y1})
		names = append(names, p.T("zone.explain", "zone", p.Teller().ZoneName(t.Zone)))
	}
	p.lay(&p.laidZones, zonesID, titles, names)
	keys := player.Spots(p.stage.shapes)
	p.lay(&p.laid, tokensID, keys, p.Cards(idsOf(keys)))
	p.aimSpot()
}

func idsOf(all []player.Spot) []string {
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.ID
	}
	return ids
}

// lay fills a box with buttons. They are kept while what they stand for is there, so that the
// focus stays on a key that moves.
func (p *Page) lay(l *laid, group string, all []player.Spot, labels []string) {
	box := element(group)
	if !box.Truthy() {
		return
	}
	if l.box == nil || !l.box.Equal(box) {
		*l = laid{box: box, tokens: map[string]*token{}}
	}
	scale, dx, dy := p.stage.Fit()
	ids := idsOf(all)
	had := l.tokens
	l.tokens = make(map[string]*token, len(all))
	for i, label := range labels {
		s, t := all[i], had[ids[i]]
		delete(had, s.ID)
		if t == nil {
			t = &token{el: window().Get("document").Call("createElement", "button")}
			t.el.Set("type", "button")
			t.el.Get("dataset").Set("token", s.ID)
		}
		l.tokens[s.ID] = t
		at := "left:" + px(dx+s.X0*scale) + ";top:" + px(dy+s.Y0*scale) + ";width:" + px((s.X1-s.X0)*scale) + ";height:" + px((s.Y1-s.Y0)*scale)
		if room := s.Gap*scale - outlined; group == tokensID && room < outlineAway { // its outline touches no neighbour
			at += ";outline-offset:" + px(max(room, -outlined))
		}
		if t.at != at {
			t.at = at
			t.el.Get("style").Set("cssText", at)
		}
		if t.label != label {
			t.label = label
			t.el.Call("setAttribute", "aria-label", label)
		}
	}
	for _, t := range had {
		t.el.Call("remove")
	}
	if !slices.Equal(l.ids, ids) {
		l.order(ids)
	}
}

// order puts the buttons of ids into this order.
func (l *laid) order(ids []string) {
	focused := window().Get("document").Get("activeElement")
	for i, id := range ids {
		el, here := l.tokens[id].el, l.box.Get("children").Index(i)
		if here.Truthy() && here.Equal(el) {
			continue
		}
		if !here.Truthy() {
			here = app.Null()
		}
		l.box.Call("insertBefore", el, here)
		if focused.Equal(el) {
			el.Call("focus") // moving an element takes its focus away
		}
	}
	l.ids = ids
}
