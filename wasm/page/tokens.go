package page

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Over each key of the picture lies a button that is not seen: Tab goes through them in
// reading order, a screen reader hears where the key is, Enter inspects it. The table has
// the same keys, and more than fit the picture.

const (
	tokensID  = "tokens"
	tokensMax = 60 // more are squares, which the table lists
	lineOf    = 40 // px: tokens this close in height stand in one line
)

// spot is the place of a token, stage px.
type spot struct {
	id             string
	x0, y0, x1, y1 float64
}

// spots finds the keys among shapes, in reading order.
func spots(shapes []scene.Shape) []spot {
	at := map[string]int{}
	var all []spot
	for _, s := range shapes {
		if !strings.HasPrefix(s.ID, "key:") || s.Piece == scene.Stem || s.Piece == scene.Focus {
			continue
		}
		x0, y0, x1, y1 := s.Bounds()
		i, ok := at[s.ID]
		if !ok {
			at[s.ID] = len(all)
			all = append(all, spot{s.ID, x0, y0, x1, y1})
			continue
		}
		t := &all[i]
		t.x0, t.y0, t.x1, t.y1 = math.Min(t.x0, x0), math.Min(t.y0, y0), math.Max(t.x1, x1), math.Max(t.y1, y1)
	}
	if len(all) > tokensMax {
		return nil
	}
	line := func(s spot) int { return int((s.y0 + s.y1) / 2 / lineOf) }
	slices.SortStableFunc(all, func(a, b spot) int {
		return cmp.Or(cmp.Compare(line(a), line(b)), cmp.Compare(a.x0, b.x0))
	})
	return all
}

// tokens is the group the buttons stand in; placeTokens fills it.
func (p *Page) tokens() app.UI {
	return app.Div().ID(tokensID).Class("tokens").Role("group").Aria("label", p.t("tokens.label")).
		On("click", func(_ app.Context, e app.Event) { p.pick(p.called(tokenOf(e))) }).
		On("focusin", func(ctx app.Context, e app.Event) {
			ctx.PreventUpdate()
			box := e.Get("target").Call("getBoundingClientRect")
			p.card(tokenOf(e), box.Get("left").Float(), box.Get("bottom").Float()-6)
		}).
		On("focusout", func(ctx app.Context, _ app.Event) {
			ctx.PreventUpdate()
			p.noCard()
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
	if p.stage.Measure() { // the page has just been laid out anew
		p.draw()
	}
	var titles []spot
	var names []string
	for _, t := range scene.Titles(p.stage.shapes) {
		titles = append(titles, spot{t.Zone, t.N0, t.Y0, t.N1, t.Y1})
		names = append(names, p.t("zone.explain", "zone", p.zoneName(t.Zone)))
	}
	p.lay(&p.laidZones, zonesID, titles, names)
	keys := spots(p.stage.shapes)
	p.lay(&p.laid, tokensID, keys, p.cards(idsOf(keys)))
	p.aimSpot()
}

func idsOf(all []spot) []string {
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.id
	}
	return ids
}

// lay fills a box with buttons. They are kept while what they stand for is there, so that the
// focus stays on a key that moves.
func (p *Page) lay(l *laid, group string, all []spot, labels []string) {
	box, stage := element(group), element(stageID)
	if !box.Truthy() || !stage.Truthy() {
		return
	}
	if l.box == nil || !l.box.Equal(box) {
		*l = laid{box: box, tokens: map[string]*token{}}
	}
	style := box.Get("style")
	style.Set("left", px(stage.Get("offsetLeft").Float()))
	style.Set("top", px(stage.Get("offsetTop").Float()))
	scale, dx, dy := p.stage.Fit()
	ids := idsOf(all)
	had := l.tokens
	l.tokens = make(map[string]*token, len(all))
	for i, label := range labels {
		s, t := all[i], had[ids[i]]
		delete(had, s.id)
		if t == nil {
			t = &token{el: app.Window().Get("document").Call("createElement", "button")}
			t.el.Set("type", "button")
			t.el.Get("dataset").Set("token", s.id)
		}
		l.tokens[s.id] = t
		if at := "left:" + px(dx+s.x0*scale) + ";top:" + px(dy+s.y0*scale) + ";width:" + px((s.x1-s.x0)*scale) + ";height:" + px((s.y1-s.y0)*scale); t.at != at {
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
	focused := app.Window().Get("document").Get("activeElement")
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
