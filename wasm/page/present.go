package page

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The projector shows the embed's composition scaled to the screen (three times at 1080p:
// the smallest type is 39 px, a key's letter 63), with what a room needs: the key that was
// pressed, written large, a blank screen, and the question before its step.

const spotID = "spotlight"

// pointed follows the pointer.
func (p *Page) pointed(e app.Event) {
	if p.Hash.Present {
		p.pointer.moved, p.pointer.atX, p.pointer.atY = true, e.Get("clientX").Float(), e.Get("clientY").Float()
		p.aimSpot()
	}
}

// aimSpot puts the light where it belongs: at the pointer, or where a room has none, at what the
// step is about.
func (p *Page) aimSpot() {
	el := element(spotID)
	if !p.Present.Spot || !el.Truthy() {
		return
	}
	x, y := p.pointer.atX, p.pointer.atY
	if !p.pointer.moved {
		box := element(stageID).Call("getBoundingClientRect")
		scale, dx, dy := p.stage.Fit()
		sx, sy, ok := draw.Centre(p.stage.shapes, p.Focus())
		if !ok {
			sx, sy = p.stage.w/2, p.stage.h/2
		}
		x, y = box.Get("left").Float()+dx+sx*scale, box.Get("top").Float()+dy+sy*scale
	}
	el.Get("style").Call("setProperty", "--x", px(x))
	el.Get("style").Call("setProperty", "--y", px(y))
}

// presenting is what lies over the picture on a projector.
func (p *Page) presenting() app.UI {
	on := p.Hash.Present && p.Hash.Stage()
	return app.Div().Class("projector").Hidden(!on).Body(
		app.Div().ID(spotID).Class(spotID).Aria("hidden", true).Hidden(!p.Present.Spot),
		app.Div().Class("hud").Aria("hidden", true).Hidden(p.Present.Key == "").Body(app.Kbd().Text(p.KeyLabel(p.Present.Key)), app.Span().Text(p.T(p.Present.Does))),
		app.Button().Type("button").DataSet("act", "leave").Aria("label", p.T("present.leave")).Title(p.T("present.leave")+" (Esc)").Text("×").
			OnClick(p.on(player.TogglePresent{})),
		app.Button().Type("button").Class("blank").DataSet("act", "blank").Hidden(!p.Present.Blank).Aria("label", p.T("present.back")).
			OnClick(p.on(player.Blank{})),
	)
}

func (p *Page) presentButton() app.UI {
	return app.Button().Type("button").DataSet("act", "present").Hidden(!p.Hash.Presentable()).Title(p.T("present.title")).Text(p.T("page.present")).
		OnClick(p.on(player.TogglePresent{}))
}
