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

const slopeID = "slope"

// followed is the object whose versions are compared: the one that was picked, else what
// the step is about, else the first there is. 0 is none.
func (p *Page) followed(s *state.State) trace.ID {
	if s == nil || p.part() != scene.All {
		return 0
	}
	about, _ := strings.CutPrefix(p.focus(), "key:")
	if id, ok := s.Find(about); ok && isObject(s, id) {
		return id
	}
	if p.hash.Page == "live" { // of thousands nobody means the first
		return 0
	}
	for _, items := range [][]state.Item{s.Server.Objects.Items, s.Store.Items} {
		if len(items) > 0 {
			return items[0].Key
		}
	}
	if len(s.Server.Log) > 0 {
		return s.Server.Log[0].Key
	}
	return 0
}

// isObject reports whether the API server or the store has the object, or had it of late.
func isObject(s *state.State, id trace.ID) bool {
	_, served := s.Server.Objects.Get(id)
	_, stored := s.Store.Get(id)
	return served || stored || slices.ContainsFunc(s.Server.Log, func(e state.ServerEvent) bool { return e.Key == id })
}

// slope is the picture "which version does each one have?" with its sentence.
func (p *Page) slope() app.UI {
	s := p.shown()
	id := p.followed(s)
	if id == 0 {
		return app.Figure().Hidden(true)
	}
	p.later(p.drawSlope)
	var said []string
	for _, h := range scene.Holders(s, id, p.t) {
		what := h.Note
		if h.RV != 0 {
			what = "@" + strconv.FormatInt(h.RV, 10)
		}
		if h.Deleted {
			what = p.t("slope.deleted", "rv", what)
		}
		said = append(said, h.Name+": "+what)
	}
	// An element kind that nothing else here has: what is drawn into it by hand would stay when
	// another page's section took its place.
	return app.Figure().Class("slope").Body(
		app.H2().Text(p.t("slope.title", "key", shown(s.Name(id)))),
		app.Div().ID(slopeID).Role("img").Aria("label", strings.Join(said, "; ")),
		app.P().Text(p.t("slope.caption")),
	)
}

func (p *Page) drawSlope() {
	el, s := element(slopeID), p.shown()
	id := p.followed(s)
	if !el.Truthy() || id == 0 {
		return
	}
	width := el.Get("clientWidth").Float()
	if width <= 0 {
		return
	}
	shapes, h := scene.Slope(scene.Holders(s, id, p.t), scene.Versions(s, id), width)
	p.drawInto(el, shapes, width, h, "slope")
}
