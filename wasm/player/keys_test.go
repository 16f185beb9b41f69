package player

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/text"
)

// Every key of the map is told of in the help overlay, in every language, and no key means
// two things at once.
func TestEveryShortcutIsExplainedAndMeansOneThing(t *testing.T) {
	seen := map[string]string{}
	for _, s := range Keyboard {
		for _, lang := range text.Langs() {
			for _, key := range []string{"keys." + s.Group, "keys." + s.Group + "." + s.Name} {
				if !text.For(lang).Has(key) {
					t.Errorf("%s.json lacks %q", lang, key)
				}
			}
		}
		for _, k := range s.Keys {
			if was, ok := seen[k]; ok {
				t.Errorf("key %q means %s and %s.%s", k, was, s.Group, s.Name)
			}
			seen[k] = s.Group + "." + s.Name
		}
	}
}

// A key that an element wants for itself is not the page's.
func TestAnElementKeepsItsKeys(t *testing.T) {
	keys := []string{" ", "Enter", "ArrowRight", "PageDown", "Home", "End", "Escape", "x"}
	for _, c := range []struct {
		on   Target
		want string // of keys, a letter for each that is wanted
	}{
		{Target{}, "........"},
		{Target{Tag: "div"}, "........"},
		{Target{Tag: "div", Editable: true}, "********"},
		{Target{Tag: "textarea"}, "********"},
		{Target{Tag: "select"}, "********"},
		{Target{Tag: "input", Type: "text"}, "********"},
		{Target{Tag: "input", Type: "search"}, "********"},
		{Target{Tag: "input", Type: "range"}, "..****.."},
		{Target{Tag: "input", Type: "checkbox"}, "***....."},
		{Target{Tag: "input", Type: "radio"}, "***....."},
		{Target{Tag: "input", Type: "button"}, "***....."},
		{Target{Tag: "button"}, "**......"},
		{Target{Tag: "summary"}, "**......"},
		{Target{Tag: "a"}, ".*......"},
	} {
		got := ""
		for _, k := range keys {
			got += map[bool]string{true: "*", false: "."}[c.on.wants(k)]
		}
		if got != c.want {
			t.Errorf("of %q, %+v wants %s, want %s", keys, c.on, got, c.want)
		}
	}
}

// What the page does not take is the browser's.
func TestThePageTakesOnlyItsOwnKeys(t *testing.T) {
	lesson, play, home := "#s=dirty-and-processing&step=2&predict=0", "#p=play&z=Add+a", "#p=home"
	for _, c := range []struct {
		link string
		key  Key
		want bool
	}{
		{lesson, Key{Name: "ArrowRight"}, true},
		{lesson, Key{Name: "ArrowRight", Alt: true}, true},
		{lesson, Key{Name: "ArrowRight", Ctrl: true}, false},
		{lesson, Key{Name: "ArrowRight", Meta: true}, false},
		{lesson, Key{Name: "ArrowRight", Composing: true}, false},
		{lesson, Key{Name: "ArrowRight", On: Target{Tag: "input", Type: "range"}}, false},
		{lesson, Key{Name: "ArrowRight", Dialog: "help"}, false},
		{lesson, Key{Name: "?", Dialog: "help"}, true},
		{lesson, Key{Name: "?", Dialog: "share"}, false},
		{lesson, Key{Name: "t", Alt: true}, false},
		{lesson, Key{Name: "T", Shift: true}, true},
		{lesson, Key{Name: "b"}, false}, // only the projector has it
		{lesson + "&present=1", Key{Name: "b"}, true},
		{lesson, Key{Name: "h"}, false}, // there is no heap
		{lesson, Key{Name: "Tab"}, false},
		{lesson, Key{Name: "z", Ctrl: true}, false},
		{play, Key{Name: "z", Ctrl: true}, true},
		{play, Key{Name: "Z", Meta: true, Shift: true}, true},
		{play, Key{Name: "y", Ctrl: true}, true},
		{play, Key{Name: "z", Ctrl: true, Alt: true}, false},
		{home, Key{Name: "ArrowRight"}, false},
		{home, Key{Name: "p"}, false},
		{home, Key{Name: "t"}, true},
	} {
		if got := opened(c.link).Took(c.key); got != c.want {
			t.Errorf("at %s, Took(%+v) = %v, want %v", c.link, c.key, got, c.want)
		}
	}
}
