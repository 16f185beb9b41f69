package scene_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// The sign of a 410 stands for its code, whatever the words are and whichever call it ended.
func TestTheReflectorShowsA410ByItsCode(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault func(p *script)
		sign  bool
	}{
		{"an ERROR of 410", func(p *script) { p.refl.Fault(trace.ReflEvent, "history is compacted", 410, trace.WatchError) }, true},
		{"a watch that ended with 410", func(p *script) { p.refl.Fault(trace.ReflClosed, "history is compacted", 410, 0) }, true},
		{"a WATCH refused with 410", func(p *script) { p.text(p.refl, trace.ReflWatchUp, "history is compacted", 0, 410) }, true},
		{"a LIST refused with 410", func(p *script) { p.text(p.refl, trace.ReflListed, "history is compacted", 0, 410) }, true},
		{"an ERROR of 500 that speaks of 410", func(p *script) { p.refl.Fault(trace.ReflEvent, "410 Gone", 500, trace.WatchError) }, false},
	} {
		p := newScript("atomic")
		p.text(p.refl, trace.ReflState, "BackingOff", 0, 0)
		c.fault(p)
		p.step("fault")
		lines := draw.Lines(scene.Build(p.s, scene.View{Plan: scene.FIFO, Text: text.For("en").Text}))
		if sign := strings.Contains(lines, "✕ 410 Gone"); sign != c.sign || !sign && !strings.Contains(lines, p.s.Refl.Trouble) {
			t.Errorf("%s: the sign is there: %v, want %v, of\n%s", c.name, sign, c.sign, lines)
		}
	}
}
