package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const slopeID = "slope"

// slope is the picture "which version does each one have?" with its sentence.
func (p *Page) slope() app.UI {
	s := p.Shown()
	id := p.Followed()
	if id == 0 {
		return app.Figure().Hidden(true)
	}
	p.later(p.drawSlope)
	var said []string
	for _, h := range scene.Holders(s, id, p.T) {
		what := h.Note
		if h.RV != 0 {
			what = "@" + strconv.FormatInt(h.RV, 10)
		}
		if h.Deleted {
			what = p.T("slope.deleted", "rv", what)
		}
		said = append(said, h.Name+p.T("join.colon")+what)
	}
	// An element kind that nothing else here has: what is drawn into it by hand would stay when
	// another page's section took its place.
	return app.Figure().Class("slope").Body(
		app.H2().Text(p.T("slope.title", "key", visible(s.Name(id)))),
		app.Div().ID(slopeID).Role("img").Aria("label", strings.Join(said, p.T("join.parts"))),
		app.P().Text(p.T("slope.caption")),
	)
}

func (p *Page) drawSlope() {
	el, s := element(slopeID), p.Shown()
	id := p.Followed()
	if !el.Truthy() || id == 0 {
		return
	}
	width := el.Get("clientWidth").Float()
	if width <= 0 {
		return
	}
	shapes, h := scene.Slope(scene.Holders(s, id, p.T), scene.Versions(s, id), width)
	p.drawInto(el, shapes, width, h, "slope")
}
