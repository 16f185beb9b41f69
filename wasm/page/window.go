package page

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/text"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// What the page can know of the window, of the reader's system and of where it stands.

// window is the browser's; tests put one in its place that writes down what is done to it.
var window = app.Window

// base is the address of the page without its hash.
func base() string {
	address, _, _ := strings.Cut(window().Get("location").Get("href").String(), "#")
	return address
}

// web is where the page's files lie, as boot.js knows it.
func web() string {
	if at := window().Get("informerscope").Get("web"); at.Truthy() {
		return at.String()
	}
	return player.Web
}

// boxed reports whether the page stands in a frame without an origin, where a browser refuses
// downloads and often the clipboard: text is shown and selected there instead.
func boxed() bool { return window().Get("origin").String() == "null" }

// measure tells the player the sizes before anything is opened, so that the first picture has
// its layout.
func (p *Page) measure() { p.take(p.size()) }

// size is how large window and stage are.
func (p *Page) size() player.Msg {
	p.stage.Measure()
	return player.Resized{W: window().Get("innerWidth").Float(), H: window().Get("innerHeight").Float(), BoxW: p.stage.boxW, BoxH: p.stage.boxH}
}

// watchStage measures anew when the element changes its size for whatever reason: the browser says
// so once it has laid the page out, and to ask it earlier would have it do that twice.
func (p *Page) watchStage() {
	el := element(stageID)
	if !el.Truthy() || !window().Get("ResizeObserver").Truthy() {
		return
	}
	window().Get("ResizeObserver").New(app.FuncOf(func(app.Value, []app.Value) any {
		if p.stage.Measure() {
			p.say(p.size())
		}
		return nil
	})).Call("observe", el)
	p.observed = true
}

// preferences are the media queries that the page follows.
var preferences = []string{"(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(prefers-contrast: more)", "(forced-colors: active)"}

// preferred is what the reader's system prefers.
func preferred() player.Msg {
	match := func(i int) bool { return window().Call("matchMedia", preferences[i]).Get("matches").Bool() }
	m := player.Preferred{Prefs: player.Prefs{Dark: match(0), Contrast: match(2), Forced: match(3), Lang: "en"}, Reduced: match(1)}
	if m.Prefs.Forced {
		style := window().Call("getComputedStyle", window().Get("document").Get("body"))
		m.Prefs.Fg, m.Prefs.Bg = rgbOf(style.Get("color").String()), rgbOf(style.Get("backgroundColor").String())
	}
	if nav := window().Get("navigator").Get("language"); nav.Truthy() {
		for _, lang := range text.Langs() {
			if strings.HasPrefix(strings.ToLower(nav.String()), lang) {
				m.Prefs.Lang = lang
			}
		}
	}
	return m
}

// rgbOf reads a computed colour, "rgb(1, 2, 3)"; black when it is something else.
func rgbOf(s string) color.RGBA {
	c := color.RGBA{A: 255}
	if n, _ := fmt.Sscanf(s, "rgb(%d, %d, %d)", &c.R, &c.G, &c.B); n != 3 {
		return color.RGBA{A: 255}
	}
	return c
}

// dress tells the style sheet which theme and language are chosen.
func dress(e player.Dress) {
	root := window().Get("document").Get("documentElement")
	if e.Theme == "" {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Call("setAttribute", "data-theme", e.Theme)
	}
	root.Set("lang", map[string]string{"zh": "zh-Hans", "en": "en"}[e.Lang])
}

func orAuto(theme string) string {
	if theme == "" {
		return "auto"
	}
	return theme
}
