package page

import (
	"strings"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// pointer is what the mouse or finger is at. Hover never hides anything that is needed:
// the same is in table and inspector.
type pointer struct {
	id       string
	x, y     float64 // of the card
	moved    bool    // it was seen
	atX, atY float64
}

func (p *Page) hit(e app.Event) string {
	x, y := p.stage.At(e.Get("clientX").Float(), e.Get("clientY").Float())
	return draw.Hit(p.stage.shapes, x, y)
}

// title is the zone whose title the pointer is at.
func (p *Page) title(e app.Event) string {
	x, y := p.stage.At(e.Get("clientX").Float(), e.Get("clientY").Float())
	return scene.TitleAt(p.stage.shapes, x, y)
}

func (p *Page) hover(ctx app.Context, e app.Event) {
	ctx.PreventUpdate() // the card is all that changes
	if e.Get("pointerType").String() == "touch" {
		p.touchMove(e)
		return
	}
	if p.motion.moving() {
		return
	}
	id := p.hit(e)
	if zone := p.title(e); zone != "" && !strings.HasPrefix(id, "key:") {
		id = "title:" + zone
	}
	cursor := ""
	if strings.HasPrefix(id, "key:") || strings.HasPrefix(id, "title:") {
		cursor = "pointer"
	}
	element(stageID).Get("style").Set("cursor", cursor)
	if id == p.pointer.id {
		return
	}
	p.pointer.id = id
	p.cardAt(e.Get("clientX").Float(), e.Get("clientY").Float())
	p.take(player.Hover{ID: id})
}

// cardAt is the point of the window beside which the next card stands.
func (p *Page) cardAt(x, y float64) {
	p.pointer.x = max(8, min(x+14, p.Window.W-290))
	p.pointer.y = y + 18 + window().Get("scrollY").Float()
}

const cardID = "card"

// showCard writes the card. Render leaves the element to it: a mouse over the picture changes
// nothing else of the page.
func (p *Page) showCard(text string) {
	el := element(cardID)
	if !el.Truthy() {
		return
	}
	style := el.Get("style")
	style.Set("left", px(p.pointer.x))
	style.Set("top", px(p.pointer.y))
	el.Set("textContent", text)
}

func (p *Page) unhover(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	p.pointer.id = ""
	p.take(player.Hover{})
}

func (p *Page) click(ctx app.Context, e app.Event) {
	if p.touch.used {
		p.touch.used = false
		return
	}
	if !p.take(player.Click{Hit: p.hit(e), Title: p.title(e)}) {
		ctx.PreventUpdate()
	}
}
