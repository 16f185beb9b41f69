package player

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Every step of every lesson says something new to who listens, in both languages.
func TestEachStepIsHeardOnce(t *testing.T) {
	for _, l := range scenarios.List() {
		player, err := NewLesson(l, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []string{"en", "zh"} {
			p := pageOf(Hash{Page: "lesson", Lesson: l.ID, Lang: lang}, player)
			was := ""
			for n := 1; n <= player.Line.Last(); n++ {
				player.Seek(n)
				now := p.Heard()
				if now == "" || now == was {
					t.Errorf("%s, %s, step %d says %q after %q, want something new", l.ID, lang, n, now, was)
				}
				was = now
			}
		}
	}
}

// Whatever key the picture shows at any step of any lesson has a row in the table, and the
// row says in words where the picture has it.
func TestTheTableHasEveryKeyOfThePicture(t *testing.T) {
	for _, l := range scenarios.List() {
		player, err := NewLesson(l, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n <= player.Line.Last(); n++ {
			player.Seek(n)
			s := player.Now
			names := map[string]tell.Row{}
			for _, r := range tell.Rows(s) {
				names["key:"+s.Text(r.ID)] = r
			}
			for _, part := range []string{l.View, scene.All, scene.Workqueue} {
				v := scene.View{Plan: part, Now: player.At(), Prev: player.Before, Text: func(k string, a ...string) string { return words("en", k, a...) }}
				for _, spot := range Spots(scene.Build(s, v)) {
					_, ok := names[spot.ID]
					if second, is := strings.CutSuffix(spot.ID, "+"); is && !ok { // pushed a second time, or in the line while a worker holds it
						r := names[second]
						ok = r.Twice || r.Queue > 0 && r.Key.Bits&trace.Processing != 0
					}
					if !ok && !strings.Contains(spot.ID, "#") { // # numbers keys that print alike
						t.Errorf("%s, step %d: the picture shows %s, the table has no row for it", l.ID, n, spot.ID)
					}
				}
			}
			for i, id := range s.Queue {
				if r := names["key:"+s.Text(id)]; r.Queue == 0 || r.Queue > i+1 {
					t.Errorf("%s, step %d: %s is no. %d in the queue, its row says %d", l.ID, n, s.Text(id), i+1, r.Queue)
				}
			}
			for _, w := range s.Heap {
				if r := names["key:"+s.Text(w.Key)]; !r.Waits || r.Due != w.Due {
					t.Errorf("%s, step %d: %s is due at %d, its row says %d", l.ID, n, s.Text(w.Key), w.Due, r.Due)
				}
			}
			for _, it := range s.Store.Items {
				if r := names["key:"+s.Text(it.Key)]; !r.Stored {
					t.Errorf("%s, step %d: %s is stored, its row does not say so", l.ID, n, s.Text(it.Key))
				}
			}
		}
	}
}
