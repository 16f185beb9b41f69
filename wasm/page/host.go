package page

import (
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// seenOrNot tells the player whether anybody sees the page.
func (p *Page) seenOrNot() {
	p.say(player.Hidden{On: p.away || window().Get("document").Get("hidden").Bool()})
}

// hosted listens to the page that shows this one in a frame, and to nobody else.
func (p *Page) hosted() {
	parent := window().Get("parent")
	if !parent.Truthy() || parent.Equal(window()) {
		return
	}
	if window().Get("IntersectionObserver").Truthy() { // a frame that is scrolled out of sight is not hidden
		window().Get("IntersectionObserver").New(app.FuncOf(func(_ app.Value, args []app.Value) any {
			if away := !args[0].Index(args[0].Length() - 1).Get("isIntersecting").Bool(); away != p.away {
				p.away = away
				p.seenOrNot()
			}
			return nil
		})).Call("observe", window().Get("document").Get("documentElement"))
	}
	p.listen("message", func(e app.Event) {
		if !e.Get("source").Equal(parent) {
			return
		}
		// Text of an object: what the host holds cannot change under our eyes.
		if text := window().Get("JSON").Call("stringify", e.Get("data")); text.Type() == app.TypeString {
			p.say(player.HostSays{Text: text.String()})
		}
	})
}
