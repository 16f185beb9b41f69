package page

import (
	"strings"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// pointer is what the mouse or finger is at. Hover never hides anything that is needed:
// the same is in table and inspector.
type pointer struct {
	id   string
	text string
	x, y float64
}

func (p *Page) hit(e app.Event) string {
	x, y := p.stage.At(e.Get("clientX").Float(), e.Get("clientY").Float())
	return scene.Hit(p.stage.shapes, x, y)
}

// title is the zone whose title the pointer is at.
func (p *Page) title(e app.Event) string {
	x, y := p.stage.At(e.Get("clientX").Float(), e.Get("clientY").Float())
	return scene.TitleAt(p.stage.shapes, x, y)
}

func (p *Page) hover(ctx app.Context, e app.Event) {
	if e.Get("pointerType").String() == "touch" {
		p.touchMove(e)
		ctx.PreventUpdate()
		return
	}
	ctx.PreventUpdate() // the card is all that changes
	if p.motion.draw != nil {
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
	p.card(id, e.Get("clientX").Float(), e.Get("clientY").Float())
}

// card shows the one-line card of what has the ID, beside a point of the window.
func (p *Page) card(id string, x, y float64) {
	p.pointer.text = p.describe(id)
	p.pointer.x = max(8, min(x+14, p.width-290))
	p.pointer.y = y + 18 + app.Window().Get("scrollY").Float()
	p.showCard()
}

func (p *Page) noCard() {
	p.pointer.text = ""
	p.showCard()
}

const cardID = "card"

// showCard writes into the card what pointer says. Render leaves the element to it: a mouse over
// the picture changes nothing else of the page.
func (p *Page) showCard() {
	el := element(cardID)
	if !el.Truthy() {
		return
	}
	style := el.Get("style")
	style.Set("left", px(p.pointer.x))
	style.Set("top", px(p.pointer.y))
	el.Set("textContent", p.pointer.text)
}

func (p *Page) unhover(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	p.pointer.id = ""
	p.noCard()
}

// describe is the one-line card of a token: where it is and since when.
func (p *Page) describe(id string) string { return p.cards([]string{id})[0] }

// cards are those of several tokens.
func (p *Page) cards(ids []string) []string {
	return p.teller().Cards(&p.listed, p.shown(), p.viewTime(), ids)
}

func (p *Page) click(ctx app.Context, e app.Event) {
	if p.touch.used {
		p.touch.used = false
		return
	}
	if id := p.hit(e); strings.HasPrefix(id, "key:") {
		p.pick(p.called(id))
		return
	}
	if zone := p.title(e); zone != "" {
		p.explain(zone)
		return
	}
	if p.hit(e) == "zone:heap" && p.hasHeap() {
		p.toggleTree()
		return
	}
	if p.hash.Token != "" {
		p.pick("")
		return
	}
	ctx.PreventUpdate()
}
