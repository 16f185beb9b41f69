package scene_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// A program that has ended says so in every view of an informer, at every size.
func TestAPanicIsSaidInEveryView(t *testing.T) {
	run, err := scenarios.Find("touching-the-cache").Run("atomic")
	if err != nil {
		t.Fatal(err)
	}
	s := state.New(run.Recorder)
	for _, e := range run.Recorder.Since(1) {
		s.Apply(e)
	}
	for _, lang := range text.Langs() {
		for layout, parts := range map[scene.Layout][]string{
			scene.Wide:  {scene.FIFO, scene.Store, scene.All},
			scene.Embed: {scene.All, scene.FIFO, scene.Store}, scene.Phone: {scene.All, scene.FIFO, scene.Store},
		} {
			for _, part := range parts {
				said := ""
				for _, shape := range scene.Build(s, scene.View{Layout: layout, Plan: part, Text: text.For(lang).Text, Now: s.At}) {
					for _, r := range shape.Runs {
						said += r.Text
					}
				}
				if !strings.Contains(said, "v1.Pod modified") {
					t.Errorf("layout %d, %s, %s: the picture does not say that the program has ended", layout, part, lang)
				}
			}
		}
	}
}
