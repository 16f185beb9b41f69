package player

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// A page that was open for long has forgotten the keys that are gone, and not what they did: what is counted
// in the picture, from second to second and in the metrics is as many as there were events.
func TestWhatIsCountedIsNotForgotten(t *testing.T) {
	p, now := livePage(t), start
	p.Update(now, WatchOpened{Run: 2, Gen: 1})
	p.Update(now, LiveKnob{"duration", .1})
	p.Update(now, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1","annotations":{"k8s.io/initial-events-end":"true"}}}}`)})
	adds, unmerged, gets, seen := 0, int64(0), 0, uint64(0)
	for s := range 12 * 60 {
		p.Update(now, liveFrame("ADDED", fmt.Sprintf("q%d", s), 2+s))
		if s > 20 {
			p.Update(now, liveFrame("DELETED", fmt.Sprintf("q%d", s-20), 2+s))
		}
		now = now.Add(time.Second)
		p.Update(now, Rang{"live.tick"})
		state := p.Shown()
		for _, e := range state.Recorder().Since(seen + 1) {
			seen = e.Seq
			switch {
			case e.Op == trace.QueueAdd:
				if adds++; e.Case() != trace.CaseMerged {
					unmerged++
				}
			case e.Op == trace.QueueGet:
				gets++
			}
		}
		drawn := ""
		for _, shape := range scene.Build(state, scene.View{Layout: scene.Live, Text: p.T}) {
			for _, r := range shape.Runs {
				drawn += r.Text
			}
		}
		total := text.Plain(p.T("stage.live.total", "n", draw.Number(adds), "m", draw.Number(len(state.Keys))))
		if !strings.Contains(drawn, total) {
			t.Fatalf("after %d s the picture does not say %q: %s", s, total, drawn)
		}
		if last := p.Live.samples[len(p.Live.samples)-1]; last.adds != adds || last.gets != gets {
			t.Fatalf("after %d s %d Adds and %d Gets are noted, there were %d and %d", s, last.adds, last.gets, adds, gets)
		}
		if m := p.Live.meter.Now(); m.Adds != unmerged {
			t.Fatalf("after %d s the metrics count %d Adds, there were %d", s, m.Adds, unmerged)
		}
	}
	if s := p.Shown(); s.Past.Adds == 0 {
		t.Errorf("all %d keys are remembered: want some to be forgotten", len(s.Keys))
	}
}
