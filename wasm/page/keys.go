package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// shortcut is a row of the keyboard map. The help overlay prints the rows, so that a key
// which does something is also told of.
type shortcut struct {
	group string   // message "keys.<group>"
	name  string   // message "keys.<group>.<name>"
	keys  []string // as KeyboardEvent.key has them, letters small, "Shift+" before a key that prints nothing
	when  func(p *Page) bool
	do    func(p *Page) // nil: the browser or another part of the page does it
}

// keyboard is the keyboard map. Source: the design of the page, section 7.
var keyboard = []shortcut{
	{"time", "play", []string{" ", "k"}, (*Page).playing, (*Page).toggle},
	{"time", "step", []string{"ArrowRight"}, (*Page).playing, (*Page).next},
	{"time", "back", []string{"ArrowLeft"}, (*Page).playing, (*Page).back},
	{"time", "part", []string{"Alt+ArrowRight"}, (*Page).detailed, (*Page).onPart},
	{"time", "unpart", []string{"Alt+ArrowLeft"}, (*Page).detailed, (*Page).backPart},
	{"time", "next", []string{"Shift+ArrowRight"}, (*Page).playing, func(p *Page) { p.marker(+1) }},
	{"time", "last", []string{"Shift+ArrowLeft"}, (*Page).playing, func(p *Page) { p.marker(-1) }},
	{"time", "home", []string{"Home"}, (*Page).playing, func(p *Page) { p.seekEnd(false) }},
	{"time", "end", []string{"End"}, (*Page).playing, func(p *Page) { p.seekEnd(true) }},
	{"time", "slower", []string{"["}, (*Page).playing, func(p *Page) { p.faster(false) }},
	{"time", "faster", []string{"]"}, (*Page).playing, func(p *Page) { p.faster(true) }},
	{"time", "answer", []string{"1…4"}, nil, nil},
	{"time", "whatif", []string{"f"}, (*Page).playing, (*Page).whatIf},
	{"time", "undo", []string{"Ctrl+Z", "Ctrl+Y"}, nil, nil},

	{"picture", "tab", []string{"Tab", "Shift+Tab"}, nil, nil},
	{"picture", "inspect", []string{"Enter"}, nil, nil},
	{"picture", "zone", []string{"1…6"}, nil, nil},
	{"picture", "heap", []string{"h"}, (*Page).hasHeap, (*Page).toggleTree},

	{"page", "theme", []string{"t"}, nil, (*Page).nextTheme},
	{"page", "help", []string{"?"}, nil, (*Page).toggleHelp},
	{"page", "present", []string{"p"}, func(p *Page) bool { return p.hash.Stage() }, (*Page).togglePresent},
	{"page", "leave", []string{"Escape"}, nil, (*Page).escape},

	{"remote", "step", []string{"PageDown"}, (*Page).playing, (*Page).next},
	{"remote", "back", []string{"PageUp"}, (*Page).playing, (*Page).back},
	{"remote", "blank", []string{"b", "."}, func(p *Page) bool { return p.hash.Present }, (*Page).toggleBlank},
	{"remote", "spot", []string{"s"}, func(p *Page) bool { return p.hash.Present }, (*Page).toggleSpot},
}

// playing reports whether there is a picture with a playhead.
func (p *Page) playing() bool { return p.hash.Stage() && (p.player != nil || p.live != nil) }

// key looks a key up in the map. Nothing is taken from a field, from a browser's own
// combination, or from a button that the key presses.
func (p *Page) key(e app.Event) {
	if p.sharing() || p.undoKey(e) {
		return
	}
	k := e.Get("key").String()
	alt := e.Get("altKey").Bool()
	if alt && (k == "ArrowRight" || k == "ArrowLeft") {
		k, alt = "Alt+"+k, false
	}
	if e.Get("ctrlKey").Bool() || alt || e.Get("metaKey").Bool() || e.Get("isComposing").Bool() || typed(e.Get("target"), k) {
		return
	}
	if p.helpOpen() && k != "?" { // a dialog has its own keys
		return
	}
	if p.present.blank { // any key brings the picture back
		p.toggleBlank()
		p.took(e)
		return
	}
	if p.askKey(k) || p.zoneKey(k) {
		p.took(e)
		return
	}
	s, ok := p.shortcut(k, e.Get("shiftKey").Bool())
	if !ok {
		return
	}
	p.hud(k, s)
	s.do(p)
	p.took(e)
}

func (p *Page) took(e app.Event) {
	e.PreventDefault()
	p.ctx.Dispatch(func(app.Context) {})
}

// shortcut finds the row of a key that does something here and now.
func (p *Page) shortcut(k string, shift bool) (shortcut, bool) {
	switch {
	case len(k) == 1:
		k = strings.ToLower(k)
	case shift:
		k = "Shift+" + k
	}
	for _, s := range keyboard {
		for _, name := range s.keys {
			if name == k && s.do != nil && (s.when == nil || s.when(p)) {
				return s, true
			}
		}
	}
	return shortcut{}, false
}

// typed reports whether the key k belongs to the element that has the focus: a field takes
// all of them, a slider those that move it, a button and a link those that press them.
func typed(target app.Value, k string) bool {
	if target.IsUndefined() || target.IsNull() || !target.Get("tagName").Truthy() {
		return false
	}
	if target.Get("isContentEditable").Truthy() {
		return true
	}
	press := k == " " || k == "Enter"
	switch strings.ToLower(target.Get("tagName").String()) {
	case "textarea", "select":
		return true
	case "input":
		switch target.Get("type").String() {
		case "range":
			return strings.HasPrefix(k, "Arrow") || strings.HasPrefix(k, "Page") || k == "Home" || k == "End"
		case "checkbox", "radio", "button":
			return press || strings.HasPrefix(k, "Arrow")
		}
		return true
	case "button", "summary":
		return press
	case "a":
		return k == "Enter"
	}
	return false
}

// escape closes what is open, the innermost first.
func (p *Page) escape() {
	if p.hash.Zone != "" {
		p.explain("")
		return
	}
	if p.present.spot {
		p.toggleSpot()
		return
	}
	if p.hash.Present && p.pointer.text == "" && p.hash.Token == "" {
		p.togglePresent()
		return
	}
	if p.pointer.text == "" && p.hash.Token == "" {
		if at := app.Window().Get("document").Get("activeElement"); at.Truthy() {
			at.Call("blur") // the keys are the host page's again
		}
		return
	}
	p.noCard()
	p.hash.Token = ""
	p.save()
	p.draw()
}

// marker goes to the next or the last step where the lesson pauses.
func (p *Page) marker(dir int) {
	if p.player == nil || p.player.run == nil {
		return
	}
	n := p.player.step + dir
	for n > 0 && n < p.player.line.Last() && !p.player.run.Steps[n].Marker {
		n += dir
	}
	p.seek(n)
}

// seekEnd goes to the first step or to the last.
func (p *Page) seekEnd(last bool) {
	from, to := 0, 0
	switch {
	case p.hash.Page == "live" && p.live != nil:
		from, to, _ = p.live.span()
	case p.player != nil:
		from, to = p.player.line.First(), p.player.line.Last()
	}
	if last {
		from = to
	}
	p.seek(from)
}

func (p *Page) faster(up bool) {
	if p.player == nil {
		return
	}
	for i, v := range Speeds {
		if v == p.player.speed {
			j := i - 1
			if up {
				j = i + 1
			}
			p.setSpeed(Speeds[min(max(j, 0), len(Speeds)-1)])
			return
		}
	}
}
