package page

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// prefs is what the reader's system prefers.
type prefs struct {
	dark, contrast bool
	forced         bool // the system's own colours, fg on bg
	fg, bg         color.RGBA
	lang           string // "en" or "zh"; "" is not read yet
}

// language reads it once: every text of the page asks for it.
func (r *prefs) language() string {
	if r.lang == "" {
		r.lang = "en"
		if nav := app.Window().Get("navigator").Get("language"); nav.Truthy() && strings.HasPrefix(strings.ToLower(nav.String()), "zh") {
			r.lang = "zh"
		}
	}
	return r.lang
}

// preferences are the media queries that the page follows.
var preferences = []string{"(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(prefers-contrast: more)", "(forced-colors: active)"}

// media reads what the reader's system prefers.
func (p *Page) media() {
	match := func(i int) bool { return app.Window().Call("matchMedia", preferences[i]).Get("matches").Bool() }
	p.prefs = prefs{dark: match(0), contrast: match(2), forced: match(3)}
	p.reduced = match(1)
	if p.prefs.forced {
		style := app.Window().Call("getComputedStyle", app.Window().Get("document").Get("body"))
		p.prefs.fg, p.prefs.bg = rgbOf(style.Get("color").String()), rgbOf(style.Get("backgroundColor").String())
	}
}

// rgbOf reads a computed colour, "rgb(1, 2, 3)"; black when it is something else.
func rgbOf(s string) color.RGBA {
	c := color.RGBA{A: 255}
	if n, _ := fmt.Sscanf(s, "rgb(%d, %d, %d)", &c.R, &c.G, &c.B); n != 3 {
		return color.RGBA{A: 255}
	}
	return c
}

// chosen is the theme of the link, or high contrast where the system asks for it.
func (p *Page) chosen() string {
	if p.hash.Theme == "" && p.prefs.contrast {
		return "hc"
	}
	return p.hash.Theme
}

// theme tells the style sheet which theme and language are chosen.
func (p *Page) theme() {
	root := app.Window().Get("document").Get("documentElement")
	if t := p.chosen(); t == "" {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Call("setAttribute", "data-theme", t)
	}
	root.Set("lang", map[string]string{"zh": "zh-Hans", "en": "en"}[p.lang()])
}

func (p *Page) palette() scene.Palette {
	if p.prefs.forced && p.prefs.fg != p.prefs.bg {
		return scene.TwoColours(p.prefs.fg, p.prefs.bg)
	}
	switch t := p.chosen(); {
	case t == "hc":
		return scene.HighContrast(p.prefs.dark)
	case t == "dark", t == "" && p.prefs.dark:
		return scene.Dark()
	}
	return scene.Light()
}

func orAuto(theme string) string {
	if theme == "" {
		return "auto"
	}
	return theme
}

// nextTheme goes round: what the system says, the other one, high contrast, and back.
func (p *Page) nextTheme() {
	switch {
	case p.hash.Theme == "hc":
		p.hash.Theme = ""
	case p.hash.Theme != "":
		p.hash.Theme = "hc"
	case p.prefs.dark:
		p.hash.Theme = "light"
	default:
		p.hash.Theme = "dark"
	}
	p.theme()
	p.save()
	p.draw()
	p.drawScrubber()
}
