package page

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
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

// A key that an input method makes a character of is nobody else's, in every field and on every page: it is
// given to no form, taken by no shortcut, and not kept from the browser. The same keys without one do
// what they do, so that the silence means something.
func TestAKeyOfAnInputMethodIsNobodyElses(t *testing.T) {
	all := maps.Clone(pages)
	maps.Copy(all, moments)
	for _, v := range sim.Verbs() {
		all["form of "+v.Name] = kind{link: "#p=play", messages: []player.Msg{player.Fold{What: "commands"}, player.OpenForm{Verb: v.Name}}}
	}
	for _, h := range scenarios.Headers() {
		all["form of "+h.Key] = kind{link: "#p=play&lang=zh", messages: []player.Msg{player.Fold{What: "settings"}, player.OpenHeader{Key: h.Key}}}
	}
	keys := []string{"Enter", "Escape", " ", "a", "1", "z", "?", "Tab", "Process", "ArrowLeft", "ArrowRight", "ArrowDown", "Home", "End", "PageDown", "Backspace"}
	// How browsers say that a key is an input method's; the last one is Safari, at the end of a word.
	ways := []map[string]any{{"isComposing": true, "keyCode": 229.}, {"isComposing": true, "keyCode": 0.}, {"isComposing": false, "keyCode": 229.}}
	plain := map[string]any{"isComposing": false, "keyCode": 13.}
	fields, taken := map[string]int{}, 0
	for name, c := range all {
		p := shownAt(1400, c.link, c.messages...)
		p.ctx = contextOf(app.Div(), noBrowser)
		heard := ""
		p.heard = func(m player.Msg) { heard = saidAs(m) }
		press := func(how map[string]any, key string, target map[string]any, on func(app.Event)) (says string, kept bool) {
			has := map[string]any{"key": key, "shiftKey": false, "altKey": false, "ctrlKey": false, "metaKey": false, "target.isContentEditable": false, "target.role": nil}
			maps.Copy(has, target)
			maps.Copy(has, how)
			var done []string
			heard = ""
			on(app.Event{Value: thing{Value: noBrowser, has: has, done: &done}})
			return heard, slices.Contains(done, "preventDefault()")
		}
		for _, key := range keys {
			for _, tag := range []string{"", "BUTTON"} {
				target := map[string]any{"target.tagName": tag}
				for _, how := range ways[:2] {
					if says, kept := press(how, key, target, p.key); says != "" || kept {
						t.Errorf("%s: %q with %v says %q; kept from the browser: %v", name, key, how, says, kept)
					}
				}
				if says, _ := press(plain, key, target, p.key); says != "" {
					taken++
				}
			}
		}
		walk(p.Render(), func(el app.HTML) {
			handlers := inside(&el, "eventHandlers")
			for _, event := range []string{"keydown", "keyup", "keypress"} {
				h := handlers.MapIndex(reflect.ValueOf(event))
				if !h.IsValid() {
					continue
				}
				handler := reflect.New(h.Type())
				handler.Elem().Set(h)
				use := func(e app.Event) {
					inside(handler.Interface(), "goHandler").Interface().(app.EventHandler)(contextOf(el, thing{Value: noBrowser}), e)
				}
				what := called(el, attrsOf(el))
				acts := func(how map[string]any, key string) (string, bool) {
					says, kept := press(how, key, nil, use)
					if strings.HasPrefix(says, "Cursor{") { // where the cursor is, after any key
						says = ""
					}
					return says, kept
				}
				for _, key := range keys {
					for _, how := range ways {
						if says, kept := acts(how, key); says != "" || kept {
							t.Errorf("%s: %s takes %q with %v: it says %q; kept from the browser: %v", name, what, key, how, says, kept)
						}
					}
					says, _ := acts(plain, key)
					if enters := key == "Enter" && el.Tag() == "input" && p.Misread() == ""; (says != "") != enters {
						t.Errorf("%s: %s says %q at %q", name, what, says, key)
					}
					if says != "" {
						fields[what]++
					}
				}
			}
		})
	}
	if len(fields) < 20 || taken < 100 {
		t.Errorf("only %d kinds of fields and %d shortcuts were tried", len(fields), taken)
	}
}
