package page

import (
	"strings"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// key hands on a key that was pressed, and keeps those from the browser that the page takes.
func (p *Page) key(e app.Event) {
	k := player.Key{Name: e.Get("key").String(), Shift: e.Get("shiftKey").Bool(), Alt: e.Get("altKey").Bool(), Ctrl: e.Get("ctrlKey").Bool(),
		Meta: e.Get("metaKey").Bool(), Composing: e.Get("isComposing").Bool(), On: target(e.Get("target"))}
	for _, id := range []string{player.ShareID, player.HelpID, player.CodeID} {
		if el := element(id); el.Truthy() && el.Get("open").Bool() {
			k.Dialog = id
		}
	}
	if p.Took(k) {
		e.PreventDefault()
		p.say(k)
	}
}

// target is the element that a key was pressed on.
func target(el app.Value) (t player.Target) {
	if el.IsUndefined() || el.IsNull() || !el.Get("tagName").Truthy() {
		return t
	}
	t.Tag, t.Editable = strings.ToLower(el.Get("tagName").String()), el.Get("isContentEditable").Truthy()
	if role := el.Get("role"); role.Truthy() {
		t.Role = role.String()
	}
	if t.Tag == "input" {
		t.Type = el.Get("type").String()
	}
	return t
}
