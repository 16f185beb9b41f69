package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// onBoth plays a script on each queue, which client-go's is asked without priorities.
func onBoth(t *testing.T, workers []string, script string) (queues []scene.Queue) {
	t.Helper()
	for _, queue := range sim.Queues() {
		var lines []string
		for line := range strings.SplitSeq(script, "; ") {
			l, err := sim.ParseLine(line)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, l.Command.On(queue).String())
		}
		s := simtest.Fold(simtest.Play(t, sim.Config{Queue: queue, Workers: workers}, strings.Join(lines, "; ")))
		queues = append(queues, scene.Queue{Name: queue, State: s, Now: s.At})
	}
	return queues
}

// What stands otherwise on the other queue is framed and bold, and what does not is neither; in every size
// and language all of it lies within the picture, in type that can be read.
func TestQueuesSideBySideMarkWhatDiffers(t *testing.T) {
	many := "Add a"
	for i := range 9 {
		many += fmt.Sprintf("; Add default/pod-with-a-long-name-%d prio=%d", i, i*100-400)
	}
	for name, c := range map[string]struct {
		workers     []string
		script      string
		bold, plain string // rows
	}{
		"fetched":    {[]string{"W1"}, "AddAfter a 5s; AddAfter b 9s; Add a", "no. 1 in line · waits 5.0 s", "waits 9.0 s"},
		"in the way": {[]string{"W1", "W2"}, "Add a; W1 Get; Add a; Add b", "no. 1 in line · with W1", ""},
		"no key":     {nil, "ShutDown", "", ""},
		"twelve":     {strings.Fields("W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W11 W12"), many + "; W12 Get; W7 Get", "", ""},
		"any number": {[]string{"W1"}, "Add a prio=9223372036854775807; Add b prio=-9223372036854775808; Add c", "", ""},
	} {
		queues := onBoth(t, c.workers, c.script)
		for _, layout := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
			for _, under := range []bool{false, true} {
				for _, lang := range text.Langs() {
					w, h := scene.QueuesSize(layout, len(queues), under)
					said := map[string]bool{} // what is said, and whether it is bold everywhere
					for _, s := range scene.Queues(queues, scene.View{Layout: layout, Text: text.For(lang).Text}, under) {
						x0, y0, x1, y1 := s.Bounds()
						if x0 < -scene.Margin || y0 < -scene.Margin || x1 > w+scene.Margin || y1 > h+scene.Margin {
							t.Errorf("%s, layout %d, under %t, %s: %s lies outside %v × %v", name, layout, under, lang, s, w, h)
						}
						if s.Kind != draw.Words {
							continue
						}
						if s.Size < 11 {
							t.Errorf("%s, layout %d, %s: %s is %.1f px", name, layout, lang, s, s.Size)
						}
						for _, r := range s.Runs {
							bold, met := said[r.Text]
							said[r.Text] = r.Bold && (bold || !met)
						}
					}
					if lang != "en" {
						continue
					}
					if bold, ok := said[c.bold]; c.bold != "" && (!ok || !bold) {
						t.Errorf("%s, layout %d: %q is said %t, bold %t: %v", name, layout, c.bold, ok, bold, said)
					}
					if bold, ok := said[c.plain]; c.plain != "" && (!ok || bold) {
						t.Errorf("%s, layout %d: %q is said %t, bold %t", name, layout, c.plain, ok, bold)
					}
				}
			}
		}
	}
}
