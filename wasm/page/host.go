package page

import (
	"strconv"
	"time"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// seenOrNot tells the player whether anybody sees the page.
func (p *Page) seenOrNot() {
	p.say(player.Hidden{On: p.unseen()})
	if p.framed && p.unseen() {
		p.stand()
	}
}

// maxEarly bounds what the host page says before the picture stands.
const maxEarly = 100

// maxWait is how long it waits for the picture.
const maxWait = 10 * time.Second

// hosted listens to the page that shows this one in a frame, and to nobody else.
func (p *Page) hosted() {
	parent := window().Get("parent")
	if !parent.Truthy() || parent.Equal(window()) {
		return
	}
	p.framed = true
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
			p.hears(text.String())
		}
	})
}

// hears passes on what the host page says, once the picture stands on the screen: that the frame is ready means that it
// is seen. Where nobody sees it there is nothing to wait for.
func (p *Page) hears(text string) {
	switch n := len(p.early); {
	case p.stands || p.unseen():
		p.stand()
		p.say(player.HostSays{Text: text})
	case n < maxEarly && (n == 0 || p.early[n-1] != text): // a greeting is said again and again
		p.early = append(p.early, text)
	}
}

// unseen reports whether the frame is hidden, or scrolled out of sight: the browser paints nothing then.
func (p *Page) unseen() bool { return p.away || window().Get("document").Get("hidden").Bool() }

// lookForPicture waits for the first picture to stand, once the program is up, or sees that there is none.
func (p *Page) lookForPicture() {
	switch {
	case p.stands || !p.framed || !p.mounted:
	case p.stage.waits != nil:
	case p.stage.shapes != nil && p.Hash.Stage():
		stand := func() { p.ctx.Dispatch(func(app.Context) { p.stand() }) }
		p.stage.painted(stand)
		time.AfterFunc(maxWait, stand) // of a browser that tells nothing
	case !p.Awaits():
		p.stand()
	}
}

// stand passes on what was said before.
func (p *Page) stand() {
	early := p.early
	p.stands, p.early = true, nil
	for _, text := range early {
		p.say(player.HostSays{Text: text})
	}
}

// tellSize tells pages around that know other protocols how large the frame would like to be: AMP's, and pym.js, which
// says in the address how it calls the frame.
func (p *Page) tellSize(e player.Size) {
	if !p.framed {
		return
	}
	parent := window().Get("parent")
	parent.Call("postMessage", map[string]any{"sentinel": "amp", "type": "embed-size", "width": e.W, "height": e.H}, "*")
	search := window().Get("URLSearchParams").New(window().Get("location").Get("search"))
	if id := search.Call("get", "childId"); id.Truthy() {
		parent.Call("postMessage", "xPYMx"+id.String()+"xPYMxheightxPYMx"+strconv.Itoa(e.H), "*")
	}
}
