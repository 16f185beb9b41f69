package page

import (
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// hand hands a file to the browser.
func hand(name string, blob app.Value) {
	url := window().Get("URL").Call("createObjectURL", blob)
	doc := window().Get("document")
	a := doc.Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	doc.Get("body").Call("appendChild", a)
	a.Call("click")
	a.Call("remove")
	// The browser has taken the file by then.
	soon(func() { window().Get("URL").Call("revokeObjectURL", url) }, 10_000)
}

func blob(text, mime string) app.Value {
	return window().Get("Blob").New([]any{text}, map[string]any{"type": mime})
}

// soon calls f once after so many ms.
func soon(f func(), ms int) { window().Call("setTimeout", once(func([]app.Value) { f() }), ms) }

// settled calls one of the two when the promise is, with its value or its error.
func settled(promise app.Value, good, bad func(app.Value)) {
	var yes, no app.Func
	end := func(f func(app.Value)) func(app.Value, []app.Value) any {
		return func(_ app.Value, args []app.Value) any {
			yes.Release()
			no.Release()
			if len(args) > 0 {
				f(args[0])
			} else {
				f(app.Undefined())
			}
			return nil
		}
	}
	yes, no = app.FuncOf(end(good)), app.FuncOf(end(bad))
	promise.Call("then", yes, no)
}

// download hands out a file of the player's; a PNG is painted first.
func (p *Page) download(e player.Download) {
	if !e.PNG {
		hand(e.File, blob(e.Text, e.Mime))
		return
	}
	paint(p.Web(), e.Text, e.W, e.H, func(png app.Value) {
		ok := png != nil && png.Truthy() && !boxed()
		if ok {
			hand(e.File, png)
		}
		p.say(player.Painted{OK: ok})
	})
}

// selectAll selects the text of a field.
func selectAll(id string) {
	if f := element(id); f.Truthy() {
		f.Call("focus")
		f.Call("select")
	}
}

// copyField copies the text of a field and says how that went: where the browser does not
// let us, the text stays selected, so that one key is left to press.
func (p *Page) copyField(id string) {
	field := element(id)
	if !field.Truthy() {
		return
	}
	field.Call("focus")
	field.Call("select")
	done := func(ok bool) {
		p.say(player.Copied{OK: ok})
	}
	byHand := func(app.Value) { // a frame without the permission may still do it this way
		done(window().Get("document").Call("execCommand", "copy").Truthy())
	}
	clip := window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		byHand(nil)
		return
	}
	settled(clip.Call("writeText", field.Get("value")), func(app.Value) { done(true) }, byHand)
}
