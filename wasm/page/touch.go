package page

import (
	"time"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// One finger that goes sideways over the stage steps; one that rests inspects. A finger
// that goes up or down scrolls the page, and two zoom it: the browser takes those itself
// (touch-action in access.css) and cancels the pointer here.
type touch struct {
	on    bool
	x, y  float64
	at    time.Time
	used  bool // swiped or held: the click that follows means nothing
	timer *time.Timer
}

func (p *Page) touchDown(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	t := &p.touch
	t.stop()
	t.used = false
	if e.Get("pointerType").String() != "touch" || !e.Get("isPrimary").Bool() {
		return // a second finger ends what the first began
	}
	t.on, t.x, t.y, t.at = true, e.Get("clientX").Float(), e.Get("clientY").Float(), time.Now()
	id := p.hit(e)
	t.timer = time.AfterFunc(player.HoldFor, func() {
		p.ctx.Dispatch(func(app.Context) {
			if t.on {
				t.on, t.used = false, true
				p.cardAt(t.x, t.y)
				p.take(player.Held{ID: id})
			}
		})
	})
}

func (t *touch) stop() {
	t.on = false
	if t.timer != nil {
		t.timer.Stop()
	}
}

// touchMove forgets a finger that goes elsewhere.
func (p *Page) touchMove(e app.Event) {
	if dx, dy := p.way(e); p.touch.on && dx*dx+dy*dy > player.HoldPx*player.HoldPx && p.touch.timer != nil {
		p.touch.timer.Stop()
	}
}

func (p *Page) way(e app.Event) (dx, dy float64) {
	return e.Get("clientX").Float() - p.touch.x, e.Get("clientY").Float() - p.touch.y
}

func (p *Page) touchUp(ctx app.Context, e app.Event) {
	t := &p.touch
	dx, dy := p.way(e)
	on := t.on
	t.stop()
	m := player.Swiped(dx, dy, time.Since(t.at))
	if !on || m == nil {
		ctx.PreventUpdate()
		return
	}
	t.used = true
	p.take(m)
}

func (p *Page) touchCancel(ctx app.Context, _ app.Event) {
	p.touch.stop()
	ctx.PreventUpdate()
}

// noMenu keeps the system's menu away from a finger that rests on the picture.
func (p *Page) noMenu(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if p.touch.on || p.touch.used {
		e.PreventDefault()
	}
}
