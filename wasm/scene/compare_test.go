package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Of more objects than a small comparison has rows for, those that change are shown, in type
// that is 42 px on a projector.
func TestASmallComparisonShowsTheObjectsThatChange(t *testing.T) {
	const last = "default/p6"
	var engines []scene.Engine
	for _, kind := range []string{"classic", "atomic"} {
		p := newScript(kind)
		for i := range 6 {
			k := fmt.Sprintf("default/p%d", i+1)
			p.emit(p.store, trace.StorePut, k, 1, 0, p.object(k, 1, "n1"), 0, 0)
		}
		p.step("list")
		p.emit(p.store, trace.StorePut, last, 2, 1, p.object(last, 2, "n1"), 0, 0)
		p.emit(p.h1, trace.NotePush, last, 2, 1, p.object(last, 2, "n1"), trace.NoteUpdate, 0)
		p.step("pop")
		engines = append(engines, scene.Engine{Name: kind, State: p.s, Prev: p.prev, Before: p.steps[1],
			Pops: []scene.Pop{{State: p.s, Notes: []state.Note{{Kind: trace.NoteUpdate, Key: p.id(last)}}}}})
	}
	said := map[string]int{}
	for _, s := range scene.Compare(engines, scene.View{Layout: scene.Embed, Text: func(key string, args ...string) string { return key + strings.Join(args, " ") }}) {
		if s.Kind != draw.Words {
			continue
		}
		text := ""
		for _, r := range s.Runs {
			text += r.Text
		}
		said[text]++
		if strings.Contains(text, "@") && s.Size < 14 {
			t.Errorf("%q is written in %.1f px, want 14", text, s.Size)
		}
	}
	if said["p6@1"] != 2 || said["p6@2"] != 2 {
		t.Errorf("p6 changes from @1 to @2: shown %d and %d times, want each once an engine", said["p6@1"], said["p6@2"])
	}
	if said["p1@1"] != 4 || said["p4@1"] != 0 || said["stage.more.itemsn 3"] != 4 {
		t.Errorf("want p1 to stand in all four frames, p4 in none, and three more counted in each: %v", said)
	}
}
