package player

import "strings"

// Shortcut is a row of the keyboard map. The help overlay prints the rows, so that a key
// which does something is also told of.
type Shortcut struct {
	Group string   // message "keys.<group>"
	Name  string   // message "keys.<group>.<name>"
	Keys  []string // as KeyboardEvent.key has them, letters small, "Shift+" before a key that prints nothing
	when  func(p *Player) bool
	does  Msg // nil: the browser or another part of the page does it
}

// Keyboard is the keyboard map. Source: the design of the page, section 7.
var Keyboard = []Shortcut{
	{"time", "play", []string{" ", "k"}, (*Player).Playing, Toggle{}},
	{"time", "step", []string{"ArrowRight"}, (*Player).Playing, Next{}},
	{"time", "back", []string{"ArrowLeft"}, (*Player).Playing, Back{}},
	{"time", "part", []string{"Alt+ArrowRight"}, (*Player).Detailed, OnPart{}},
	{"time", "unpart", []string{"Alt+ArrowLeft"}, (*Player).Detailed, BackPart{}},
	{"time", "next", []string{"Shift+ArrowRight"}, (*Player).Playing, Marker{+1}},
	{"time", "last", []string{"Shift+ArrowLeft"}, (*Player).Playing, Marker{-1}},
	{"time", "home", []string{"Home"}, (*Player).Playing, End{}},
	{"time", "end", []string{"End"}, (*Player).Playing, End{Last: true}},
	{"time", "slower", []string{"["}, (*Player).Playing, Faster{}},
	{"time", "faster", []string{"]"}, (*Player).Playing, Faster{Up: true}},
	{"time", "answer", []string{"1…4"}, nil, nil},
	{"time", "whatif", []string{"f"}, (*Player).Playing, WhatIf{}},
	{"time", "undo", []string{"Ctrl+Z", "Ctrl+Y"}, nil, nil},

	{"picture", "tab", []string{"Tab", "Shift+Tab"}, nil, nil},
	{"picture", "inspect", []string{"Enter"}, nil, nil},
	{"picture", "zone", []string{"1…6"}, nil, nil},
	{"picture", "heap", []string{"h"}, (*Player).HasHeap, Tree{}},

	{"page", "theme", []string{"t"}, nil, NextTheme{}},
	{"page", "help", []string{"?"}, nil, Help{}},
	{"page", "present", []string{"p"}, func(p *Player) bool { return p.Hash.Presentable() }, TogglePresent{}},
	{"page", "leave", []string{"Escape"}, nil, Escape{}},

	{"class", "return", []string{"r"}, astray, Return{}},
	{"class", "lost", []string{"l"}, follower, Lost{}},
	{"class", "code", []string{"c"}, inClass, ClassCode{}},
	{"class", "reveal", []string{"v"}, (*Player).Revealable, Reveal{}},

	{"remote", "step", []string{"PageDown"}, (*Player).Playing, Next{}},
	{"remote", "back", []string{"PageUp"}, (*Player).Playing, Back{}},
	{"remote", "blank", []string{"b", "."}, presenting, Blank{}},
	{"remote", "spot", []string{"s"}, presenting, Spotlight{}},
}

func presenting(p *Player) bool { return p.Hash.Present }

// Key is a key that was pressed, with what it was pressed on.
type Key struct {
	Name                   string // as KeyboardEvent.key has it
	Shift, Alt, Ctrl, Meta bool
	Composing              bool   // it belongs to a character that is being made of several
	On                     Target // the element that has the focus
	Dialog                 string // the dialog that is open over the page: "share", "help"
}

// Target is an element that may want a key for itself.
type Target struct {
	Tag, Type string // small letters
	Role      string
	Editable  bool
}

// Took reports whether the page takes a key; the browser keeps those it does not.
func (p *Player) Took(k Key) bool { return p.meaning(k) != nil }

func (k Key) do(p *Player) {
	m := p.meaning(k)
	if m == nil {
		p.quiet = true
		return
	}
	m.do(p)
}

// meaning is what a key says here and now; nil is nothing to us. Nothing is taken from a field,
// from a browser's own combination, or from a button that the key presses.
func (p *Player) meaning(k Key) Msg {
	if k.Dialog == "share" {
		return nil
	}
	if m := p.undoKey(k); m != nil {
		return m
	}
	name, alt := k.Name, k.Alt
	if alt && (name == "ArrowRight" || name == "ArrowLeft") {
		name, alt = "Alt+"+name, false
	}
	if k.Ctrl || alt || k.Meta || k.Composing || k.On.wants(name) {
		return nil
	}
	if k.Dialog == HelpID && name != "?" || k.Dialog == CodeID && name != "c" { // a dialog has its own keys
		return nil
	}
	if p.Present.Blank { // any key brings the picture back
		return Blank{}
	}
	if m := p.tabKey(k); m != nil {
		return m
	}
	if m := p.askKey(name); m != nil {
		return m
	}
	if m := p.quizKey(name); m != nil {
		return m
	}
	if m := p.zoneKey(name); m != nil {
		return m
	}
	if s, ok := p.shortcut(name, k.Shift); ok {
		return pressed{name, s}
	}
	return nil
}

// pressed is a shortcut, told to the room.
type pressed struct {
	key string
	Shortcut
}

func (m pressed) do(p *Player) {
	p.hud(m.key, m.Shortcut)
	m.does.do(p)
}

// undoKey is Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y in the playground, with Cmd on a Mac.
func (p *Player) undoKey(k Key) Msg {
	if p.Hash.Page != "play" || p.Head == nil || p.Head.Session == nil || k.Alt || !k.Ctrl && !k.Meta {
		return nil
	}
	switch name := strings.ToLower(k.Name); {
	case name == "z" && !k.Shift:
		return Undo{}
	case name == "z", name == "y":
		return Redo{}
	}
	return nil
}

// Playing reports whether there is a picture with a playhead.
func (p *Player) Playing() bool { return p.Hash.Stage() && (p.Head != nil || p.Live != nil) }

// shortcut finds the row of a key that does something here and now.
func (p *Player) shortcut(k string, shift bool) (Shortcut, bool) {
	switch {
	case len(k) == 1:
		k = strings.ToLower(k)
	case shift:
		k = "Shift+" + k
	}
	for _, s := range Keyboard {
		for _, name := range s.Keys {
			if name == k && s.does != nil && (s.when == nil || s.when(p)) {
				return s, true
			}
		}
	}
	return Shortcut{}, false
}

// wants reports whether the key k belongs to the element: a field takes all of them, a slider
// those that move it, a button and a link those that press them.
func (t Target) wants(k string) bool {
	if t.Editable {
		return true
	}
	press := k == " " || k == "Enter"
	switch t.Tag {
	case "textarea", "select":
		return true
	case "input":
		switch t.Type {
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

// keyNames are keys that a reader knows by a sign.
var keyNames = map[string]string{
	"ArrowRight": "→", "ArrowLeft": "←", "Shift+ArrowRight": "Shift →", "Shift+ArrowLeft": "Shift ←",
	"Alt+ArrowRight": "Alt →", "Alt+ArrowLeft": "Alt ←",
	"Shift+Tab": "Shift Tab", "PageDown": "PgDn", "PageUp": "PgUp", "Escape": "Esc", "Ctrl+Z": "Ctrl Z", "Ctrl+Y": "Ctrl Y",
}

// KeyLabel is what is printed on a key.
func (p *Player) KeyLabel(k string) string {
	if k == " " {
		return p.T("keys.space")
	}
	if s := keyNames[k]; s != "" {
		return s
	}
	if len(k) == 1 {
		return strings.ToUpper(k)
	}
	return k
}

// Help opens the keyboard map, or closes it.
type Help struct{}

// HelpID is the id of the dialog.
const HelpID = "help"

func (Help) do(p *Player) { p.emit(Dialog{HelpID, true}) }

// Escape closes what is open, the innermost first.
type Escape struct{}

func (Escape) do(p *Player) {
	switch {
	case p.Term != "":
		Term{}.do(p)
	case p.Hash.Zone != "":
		p.explain("")
	case p.Present.Spot:
		Spotlight{}.do(p)
	case p.Card != "" || p.Hash.Token != "":
		p.noCard()
		p.Hash.Token = ""
	case p.Hash.Present:
		TogglePresent{}.do(p)
	default:
		p.emit(Blur{}) // the keys are the host page's again
	}
}
