package scene_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// However small the picture, it says what each handler hears: a lesson about handlers is
// not drawn without them.
func TestEverySizeSaysWhatAHandlerHears(t *testing.T) {
	for _, kind := range []string{"classic", "atomic"} {
		p := relist(kind)
		for _, l := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
			lines := draw.Lines(scene.Build(p.s, scene.View{Layout: l, Plan: scene.FIFO, Prev: p.prev, Text: text.For("en").Text}))
			for _, h := range p.s.Listeners {
				if !strings.Contains(lines, "zone:handler:"+h.Name) {
					t.Errorf("%s, layout %v: no handler %s in the picture", kind, l, h.Name)
				}
				if n := len(h.Pending); n > 0 && !strings.Contains(lines, "#note:") {
					t.Errorf("%s, layout %v: %d notices wait for %s, and none is named", kind, l, n, h.Name)
				}
			}
		}
	}
}

// Two handlers that hear the same notice are two things: a move of one is not one of the other.
func TestEachHandlerHasItsOwnNotices(t *testing.T) {
	p := relist("classic")
	twin := p.s.Listeners[0]
	twin.Name = "twin"
	p.s.Listeners = append(p.s.Listeners, twin)
	for _, l := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
		owner := map[string]float64{}
		for _, s := range scene.Build(p.s, scene.View{Layout: l, Plan: scene.FIFO, Prev: p.prev, Text: text.For("en").Text}) {
			if !strings.HasPrefix(s.ID, "note:") {
				continue
			}
			if y, seen := owner[s.ID]; seen && s.Y-y > 20 {
				t.Errorf("layout %v: %s stands in two rows", l, s.ID)
			}
			owner[s.ID] = s.Y
		}
		if len(owner) < 2 {
			t.Errorf("layout %v: %d notices, want some of each handler", l, len(owner))
		}
	}
}
