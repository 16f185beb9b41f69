package player

import (
	"image/color"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Window is what there is room for, and what can be shown in it.
type Window struct {
	W, H       float64 // of the window, CSS px
	BoxW, BoxH float64 // of the stage's element
	Painter    bool    // it has started, so that things can move
	Reduced    bool    // nothing is to move
	Hidden     bool    // nobody sees it
}

// Prefs is what the reader's system prefers.
type Prefs struct {
	Dark, Contrast bool
	Forced         bool // the system's own colours, Fg on Bg
	Fg, Bg         color.RGBA
	Lang           string // one of text.Langs
}

type (
	// Resized says how large window and stage are now.
	Resized struct{ W, H, BoxW, BoxH float64 }
	// Preferred says what the reader's system prefers.
	Preferred struct {
		Prefs   Prefs
		Reduced bool
	}
	// Started says that the page is up: from now on things may move.
	Started struct{}
)

func (m Resized) do(p *Player) {
	p.Window.W, p.Window.H, p.Window.BoxW, p.Window.BoxH = m.W, m.H, m.BoxW, m.BoxH
}

func (m Preferred) do(p *Player) { p.Prefs, p.Window.Reduced = m.Prefs, m.Reduced }

func (Started) do(p *Player) {
	p.Window.Painter = true
	p.autoplay()
}

// Layout is the chrome: wide, embed or phone.
func (p *Player) Layout() string {
	switch {
	case p.Hash.Embed, p.Hash.Present && p.Hash.Stage():
		return "embed"
	case p.Window.W < 760:
		return "phone"
	}
	return "wide"
}

// stackedBelow is how wide a window has to be for a column beside the picture: in a narrower
// one the type of the picture would be hard to read, so the column stands beneath it.
const stackedBelow = 1100

// Stacked reports whether the side column stands beneath the picture.
func (p *Player) Stacked() bool {
	return p.Layout() == "wide" && p.Hash.Stage() && p.Window.W < stackedBelow && (p.Compared() == nil || p.Hash.Page == "play")
}

// Narrow gives the pipeline of a lesson its width: the side column has less.
func (p *Player) Narrow() bool {
	return p.Layout() == "embed" || p.Layout() == "wide" && p.Hash.Page == "lesson" && p.Plan() == scene.All
}

// Unit is the factor by which the embed's chrome is scaled, as --u in access.css.
func (p *Player) Unit() float64 {
	if p.Layout() != "embed" {
		return 1
	}
	return max(1, min(p.Window.W/640, p.Window.H/360))
}

// chosen is the theme of the link, or high contrast where the system asks for it.
func (p *Player) chosen() string {
	if p.Hash.Theme == "" && p.Prefs.Contrast {
		return "hc"
	}
	return p.Hash.Theme
}

// Palette is the colours that are chosen.
func (p *Player) Palette() draw.Palette {
	if p.Prefs.Forced && p.Prefs.Fg != p.Prefs.Bg {
		return draw.TwoColours(p.Prefs.Fg, p.Prefs.Bg)
	}
	switch t := p.chosen(); {
	case t == "hc":
		return draw.HighContrast(p.Prefs.Dark)
	case t == "dark", t == "" && p.Prefs.Dark:
		return draw.Dark()
	}
	return draw.Light()
}

type (
	// Language turns to a language.
	Language struct{ To string }
	// NextTheme goes round: what the system says, the other one, high contrast, and back.
	NextTheme struct{}
)

func (m Language) do(p *Player) {
	p.Hash.Lang = m.To
	p.redraft()
	p.besideIt()
}

func (NextTheme) do(p *Player) {
	switch {
	case p.Hash.Theme == "hc":
		p.Hash.Theme = ""
	case p.Hash.Theme != "":
		p.Hash.Theme = "hc"
	case p.Prefs.Dark:
		p.Hash.Theme = "light"
	default:
		p.Hash.Theme = "dark"
	}
}
