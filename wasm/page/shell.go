package page

import (
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The shell around the player: what happens in the browser becomes a message, and each effect is
// done here. Nothing is decided.

// on is the handler of a control that says m.
func (p *Page) on(m player.Msg) (app.EventHandler, app.EventOption) {
	return p.saying(func() player.Msg { return m }), scope(m)
}

// scope tells go-app handlers apart that say different things.
func scope(m player.Msg) app.EventOption {
	if t := reflect.TypeOf(m); t.Size() == 0 {
		return app.EventScope(t.Name())
	}
	return app.EventScope(fmt.Sprintf("%T%v", m, m))
}

// typed is the handler of a field: what its value says, nil is nothing. The name tells fields
// apart.
func (p *Page) typed(name string, says func(value string) player.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, _ app.Event) {
		if m := says(ctx.JSSrc().Get("value").String()); m == nil || !p.take(m) {
			ctx.PreventUpdate()
		}
	}, app.EventScope(name)
}

// number is that of a field whose value is a number.
func (p *Page) number(name string, says func(v float64) player.Msg) (app.EventHandler, app.EventOption) {
	return p.typed(name, func(value string) player.Msg {
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil
		}
		return says(v)
	})
}

// saying is the handler of an event that says something, or nil.
func (p *Page) saying(says func() player.Msg) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		if m := says(); m == nil || !p.take(m) {
			ctx.PreventUpdate()
		}
	}
}

// say gives the player a message from outside of go-app: a timer, an answer, a window's event.
func (p *Page) say(m player.Msg) {
	p.ctx.Dispatch(func(ctx app.Context) {
		if !p.take(m) {
			ctx.PreventUpdate()
		}
	})
}

// take gives a message to the player and does what comes of it. It reports whether the elements
// are to be rendered.
func (p *Page) take(m player.Msg) (render bool) {
	if p.heard != nil {
		p.heard(m)
		return false
	}
	for _, e := range p.Update(time.Now(), m) {
		if _, ok := e.(player.Render); ok {
			render = true
			continue
		}
		p.carry(e)
	}
	p.lookForPicture()
	return render
}

// carry does what the player wants done.
func (p *Page) carry(e player.Effect) {
	switch e := e.(type) {
	case player.Save:
		window().Get("history").Call("replaceState", nil, "", e.Hash)
	case player.Visit:
		p.visit(e.Hash)
	case player.Dress:
		dress(e)
		if area := element(editID); area.Truthy() {
			tellArea(area, "language", "")
		}
	case player.Show:
		p.motion.end()
		if pic, ok := p.Picture(); ok {
			p.stage.Show(pic.Shapes, p.Palette(), pic.W, pic.H, pic.Title)
			p.later(p.placeTokens)
		}
	case player.Move:
		pal := p.Palette()
		p.motion.run(e.Ms, func(ms float64) { p.stage.Show(e.Frame(ms), pal, e.W, e.H, e.Title) })
	case player.Still:
		p.motion.end()
	case player.Scrub:
		p.later(p.drawScrubber)
	case player.Timer:
		p.timers.set(e, func() { p.say(player.Rang{Name: e.Name}) })
	case player.Card:
		p.showCard(e.Text)
	case player.Focus:
		p.focus(e)
	case player.Blur:
		if at := window().Get("document").Get("activeElement"); at.Truthy() {
			at.Call("blur")
		}
	case player.Fit:
		p.later(func() { p.say(p.size()) })
	case player.Keep:
		keep(e)
	case player.Read:
		p.readChosen(e.N)
	case player.Dialog:
		p.later(func() { dialog(e) })
	case player.Fullscreen:
		fullscreen(e.On)
	case player.Light:
		p.later(p.aimSpot)
	case player.Download:
		p.download(e)
	case player.Shoot:
		p.shoot(e)
	case player.EndShoot:
		p.endShoot()
	case player.Copy:
		p.copyField(e.ID)
	case player.Select:
		p.later(func() { selectAll(e.ID) })
	case player.Post:
		window().Get("parent").Call("postMessage", window().Get("JSON").Call("parse", e.Text), "*")
	case player.Size:
		p.tellSize(e)
	case player.Fetch:
		p.fetchFile(e)
	case player.Beside:
		p.beside(e)
	case player.Unpack:
		p.unpack(e)
	case player.Put:
		p.later(func() { p.put(e.Text) })
	case player.PutProse:
		p.later(func() { put(proseID, e.Text) })
	case player.Caret:
		p.caret(e.Line)
	case player.Marked:
		p.later(func() { p.marked(e.Text) })
	case player.Pack:
		p.pack(e)
	case player.Paper:
		p.later(func() { window().Call("print") })
	case player.Clear:
		p.later(func() {
			if field := window().Get("document").Call("querySelector", "[data-act="+e.Act+"]"); field.Truthy() {
				field.Set("value", "")
			}
		})
	case player.ToCode:
		p.later(func() {
			el := element(codeID)
			focusOn(el)
			if el.Truthy() {
				el.Call("scrollIntoView", map[string]any{"block": "center"})
			}
		})
	case player.Attend:
		p.speak = p.calls.attend(e, p.host.Transport, p.say)
	case player.Send:
		p.speak(e.Text)
	case player.Get, player.Watch, player.Cancel:
		p.calls.carry(e, p.host.Transport, p.say)
	}
}

// listen calls f for the window's events; at once, so that it can prevent the default.
func (p *Page) listen(name string, f func(app.Event)) {
	window().Call("addEventListener", name, app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(app.Event{Value: args[0]})
		return nil
	}))
}

// document calls f for an event of the document.
func (p *Page) document(name string, f func()) {
	window().Get("document").Call("addEventListener", name, app.FuncOf(func(app.Value, []app.Value) any {
		f()
		return nil
	}))
}

// later runs f after the page's document is up to date.
func (p *Page) later(f func()) {
	if p.ctx.Context != nil {
		p.ctx.Defer(func(app.Context) { f() })
	}
}

// address is the hash in the address bar, and base the address without it.
func address() string { return window().Get("location").Get("hash").String() }

// visit goes to another place with an entry in the history, through go-app: it ignores a link
// to where it thinks the page is. So where it thinks just that, it is not asked.
func (p *Page) visit(hash string) {
	here := window().URL()
	here.Fragment, here.RawFragment = "", ""
	there, err := url.Parse(here.String() + hash)
	if err == nil && there.String() != p.visited {
		p.ctx.NavigateTo(there)
		return
	}
	window().Get("history").Call("pushState", nil, "", hash)
	p.say(player.Opened{Hash: address()})
}

// focus gives an element the focus once it is there; "" gives it back.
func (p *Page) focus(e player.Focus) {
	id := e.ID
	if id != "" && !e.Stay && (p.opener == nil || !p.opener.Get("isConnected").Bool()) {
		p.opener = window().Get("document").Get("activeElement")
	}
	p.later(func() {
		if id != "" {
			focusOn(element(id))
		} else if p.opener != nil {
			focusOn(p.opener)
			p.opener = nil
		}
	})
}

func focusOn(el app.Value) {
	if el.Truthy() && el.Get("isConnected").Bool() {
		el.Call("focus", map[string]any{"preventScroll": true})
	}
}

// dialog opens a dialog of the browser's own, or closes it; opened twice it closes, as the help's
// key does.
func dialog(e player.Dialog) {
	el := element(e.ID)
	switch {
	case !el.Truthy():
	case el.Get("open").Bool() && (!e.Open || e.ID == player.HelpID):
		el.Call("close")
	case e.Open && !el.Get("open").Bool():
		el.Call("showModal")
	}
}

func fullscreen(on bool) {
	doc := window().Get("document")
	root := doc.Get("documentElement")
	switch {
	case on && root.Get("requestFullscreen").Truthy():
		quiet(root.Call("requestFullscreen")) // refused in some frames: then the window is the screen
	case !on && doc.Get("fullscreenElement").Truthy():
		quiet(doc.Call("exitFullscreen"))
	}
}

// quiet says nothing when a promise is refused.
func quiet(promise app.Value) {
	if promise.Truthy() {
		promise.Call("catch", app.FuncOf(func(app.Value, []app.Value) any { return nil }))
	}
}

// timers stop those that run, by name.
type timers map[string]func()

func (t *timers) set(e player.Timer, rang func()) {
	if *t == nil {
		*t = timers{}
	}
	if stop := (*t)[e.Name]; stop != nil {
		stop()
	}
	delete(*t, e.Name)
	switch {
	case e.After == 0 && app.IsClient: // a timer of Go's that rings while Go is at work waits for no input and no frame
		stopped := false
		(*t)[e.Name] = func() { stopped = true }
		soon(func() {
			if !stopped {
				rang()
			}
		}, 0)
	case e.After >= 0:
		timer := time.AfterFunc(e.After, rang)
		(*t)[e.Name] = func() { timer.Stop() }
	}
}

// kept is what the browser keeps under a name, in this tab or for good.
func kept(name string) (text string) {
	guarded(func() {
		for _, store := range []string{"localStorage", "sessionStorage"} {
			if v := window().Get(store).Call("getItem", name); v.Truthy() && text == "" {
				text = v.String()
			}
		}
	})
	return text
}

func keep(e player.Keep) {
	guarded(func() {
		store := window().Get("localStorage")
		if e.Tab {
			store = window().Get("sessionStorage")
		}
		store.Call("removeItem", e.Name) // a full store keeps nothing old, either
		if e.Text != "" {
			store.Call("setItem", e.Name, e.Text)
		}
	})
}

// guarded calls f, which may ask for what a browser refuses: a full store, a sandbox.
func guarded(f func()) {
	defer func() { _ = recover() }()
	f()
}
