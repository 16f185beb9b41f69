package page

import (
	"time"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The projector shows the embed's composition scaled to the screen (three times at 1080p:
// the smallest type is 39 px, a key's letter 63), with what a room needs: the key that was
// pressed, written large, a blank screen, and the question before its step.

// present is the projector's own state.
type present struct {
	full  bool   // this page asked for the full screen
	blank bool   // the screen is black
	key   string // what was pressed last, and what it does
	does  string
	until *time.Timer

	spot  bool // all but a round place is dim
	moved bool // the pointer was seen: the place follows it, not what the step is about
	x, y  float64
}

// hudFor is how long a pressed key stays on the screen.
const hudFor = 1500 * time.Millisecond

// unit is the factor by which the embed's chrome is scaled, as --u in access.css.
func (p *Page) unit() float64 {
	if p.layout() != "embed" {
		return 1
	}
	return max(1, min(p.width/640, p.height/360))
}

func (p *Page) togglePresent() {
	if !p.hash.Stage() {
		return
	}
	doc := app.Window().Get("document")
	p.hash.Present = !p.hash.Present
	p.motion.stop()
	switch root := doc.Get("documentElement"); {
	case p.hash.Present && root.Get("requestFullscreen").Truthy():
		p.present = present{full: true}
		quiet(root.Call("requestFullscreen")) // refused in some frames: then the window is the screen
	case !p.hash.Present:
		p.present = present{}
		if doc.Get("fullscreenElement").Truthy() {
			quiet(doc.Call("exitFullscreen"))
		}
	}
	p.save()
	p.later(func() { p.resized() })
}

// quiet says nothing when a promise is refused.
func quiet(promise app.Value) {
	if promise.Truthy() {
		promise.Call("catch", app.FuncOf(func(app.Value, []app.Value) any { return nil }))
	}
}

// leftFullscreen ends the presentation when Escape took the full screen away.
func (p *Page) leftFullscreen(app.Event) {
	if p.present.full && p.hash.Present && !app.Window().Get("document").Get("fullscreenElement").Truthy() {
		p.ctx.Dispatch(func(app.Context) { p.togglePresent() })
	}
}

func (p *Page) toggleBlank() { p.present.blank = !p.present.blank }

const spotID = "spotlight"

// toggleSpot dims all but a round place: at the pointer, or where a room has none, at what the
// step is about.
func (p *Page) toggleSpot() {
	p.present.spot = !p.present.spot
	p.later(p.aimSpot)
}

// pointed follows the pointer.
func (p *Page) pointed(e app.Event) {
	if p.hash.Present {
		p.present.moved, p.present.x, p.present.y = true, e.Get("clientX").Float(), e.Get("clientY").Float()
		p.aimSpot()
	}
}

// aimSpot puts the light where it belongs.
func (p *Page) aimSpot() {
	el := element(spotID)
	if !p.present.spot || !el.Truthy() {
		return
	}
	x, y := p.present.x, p.present.y
	if !p.present.moved {
		box := element(stageID).Call("getBoundingClientRect")
		scale, dx, dy := p.stage.Fit()
		sx, sy, ok := scene.Centre(p.stage.shapes, p.focus())
		if !ok {
			sx, sy = p.stage.w/2, p.stage.h/2
		}
		x, y = box.Get("left").Float()+dx+sx*scale, box.Get("top").Float()+dy+sy*scale
	}
	el.Get("style").Call("setProperty", "--x", px(x))
	el.Get("style").Call("setProperty", "--y", px(y))
}

// hud shows a pressed key to the room.
func (p *Page) hud(k string, s shortcut) {
	if !p.hash.Present {
		return
	}
	if p.present.until != nil {
		p.present.until.Stop()
	}
	p.present.key, p.present.does = p.keyLabel(k), p.t("keys."+s.group+"."+s.name)
	p.present.until = time.AfterFunc(hudFor, func() {
		p.ctx.Dispatch(func(app.Context) { p.present.key = "" })
	})
}

// presenting is what lies over the picture on a projector.
func (p *Page) presenting() app.UI {
	on := p.hash.Present && p.hash.Stage()
	return app.Div().Class("projector").Hidden(!on).Body(
		app.Div().ID(spotID).Class(spotID).Aria("hidden", true).Hidden(!p.present.spot),
		app.Div().Class("hud").Aria("hidden", true).Hidden(p.present.key == "").Body(app.Kbd().Text(p.present.key), app.Span().Text(p.present.does)),
		app.Button().Type("button").DataSet("act", "leave").Aria("label", p.t("present.leave")).Title(p.t("present.leave")+" (Esc)").Text("×").
			OnClick(func(app.Context, app.Event) { p.togglePresent() }),
		app.Button().Type("button").Class("blank").DataSet("act", "blank").Hidden(!p.present.blank).Aria("label", p.t("present.back")).
			OnClick(func(app.Context, app.Event) { p.toggleBlank() }),
	)
}

func (p *Page) presentButton() app.UI {
	return app.Button().Type("button").DataSet("act", "present").Hidden(!p.hash.Stage()).Title(p.t("present.title")).Text(p.t("page.present")).
		OnClick(func(app.Context, app.Event) { p.togglePresent() })
}
