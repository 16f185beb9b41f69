package scene_test

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// A worker that waits inside Get is told from one that has not called it, with three of them, too.
func TestAWorkerThatWaitsInsideGetIsNotIdle(t *testing.T) {
	p := newScript("atomic")
	for _, w := range []string{"W1", "W2", "W3"} {
		p.s.AddWorker(w)
	}
	p.add("a").get("W1").get("W2").step("W2 Get: blocked")
	said := map[string]int{}
	for _, shape := range scene.Build(p.s, scene.View{Layout: scene.Wide, Plan: scene.Workqueue, Text: text.For("en").Text, Now: p.s.At}) {
		for _, r := range shape.Runs {
			said[r.Text]++
		}
	}
	if said["waits"] != 1 || said["idle"] != 1 {
		t.Errorf("W1 works, W2 waits, W3 is idle; the picture says waits %d times, idle %d times", said["waits"], said["idle"])
	}
}
