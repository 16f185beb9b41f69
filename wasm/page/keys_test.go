package page

import (
	"maps"
	"slices"
	"testing"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A key is handed on with all that was held and with what it was pressed on; the browser does
// nothing with one that the page takes, and all with one that it does not.
func TestAKeyIsHandedOnAsItWasPressed(t *testing.T) {
	slider := map[string]any{"target.tagName": "INPUT", "target.type": "range"}
	for _, c := range []struct {
		key  string
		with map[string]any
		want player.Msg // nil is the browser's
	}{
		{"ArrowRight", nil, player.Key{Name: "ArrowRight"}},
		{"ArrowRight", map[string]any{"shiftKey": true}, player.Key{Name: "ArrowRight", Shift: true}},
		{"ArrowRight", map[string]any{"altKey": true}, player.Key{Name: "ArrowRight", Alt: true}},
		{"z", map[string]any{"ctrlKey": true}, player.Key{Name: "z", Ctrl: true}},
		{"z", map[string]any{"metaKey": true}, player.Key{Name: "z", Meta: true}},
		{"t", map[string]any{"ctrlKey": true}, nil},
		{"t", map[string]any{"isComposing": true}, nil},
		{"t", slider, player.Key{Name: "t", On: player.Target{Tag: "input", Type: "range"}}},
		{"ArrowRight", slider, nil},
		{"End", map[string]any{"target.tagName": "BUTTON", "target.role": "tab"}, player.Key{Name: "End", On: player.Target{Tag: "button", Role: "tab"}}},
		{"t", map[string]any{"target.tagName": "DIV", "target.isContentEditable": true}, nil},
		{"t", map[string]any{"target.tagName": "INPUT", "target.type": "text"}, nil},
	} {
		p := shownAt(1400, "#p=play&z=Add+a")
		p.ctx = contextOf(app.Div(), noBrowser)
		var heard player.Msg
		p.heard = func(m player.Msg) { heard = m }
		var done []string
		has := map[string]any{"key": c.key, "target.tagName": "", "target.isContentEditable": false, "target.role": nil}
		maps.Copy(has, c.with)
		p.key(app.Event{Value: thing{Value: noBrowser, has: has, done: &done}})
		if heard != c.want {
			t.Errorf("%s with %v says %+v, want %+v", c.key, c.with, heard, c.want)
		}
		if kept := slices.Contains(done, "preventDefault()"); kept != (c.want != nil) {
			t.Errorf("%s with %v is kept from the browser: %v", c.key, c.with, kept)
		}
	}
}
