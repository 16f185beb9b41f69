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
