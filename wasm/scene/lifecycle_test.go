package scene_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// After each call the key is in the state that the machine left it in, and one way is strong.
func TestLifeCycleLightsTheStateOfTheKey(t *testing.T) {
	p := newScript("atomic")
	id := p.id("a")
	check := func(call, want string, strong ...string) {
		t.Helper()
		p.step(call)
		l := scene.Life{State: p.s, Key: id, Last: scene.LastCall(p.rec.Since(1), id), Text: text.For("en").Text}
		if got := strings.Join(scene.LifeStates(l), ", "); got != want {
			t.Errorf("after %s: the key is %q, want %q", call, got, want)
		}
		var bold []string
		for _, s := range scene.Lifecycle(l, 288) {
			for _, r := range s.Runs {
				if r.Bold && (r.Mono || r.Text == "due") {
					bold = append(bold, r.Text)
				}
			}
		}
		if !slices.Equal(bold, strong) {
			t.Errorf("after %s: strong are %q, want %q", call, bold, strong)
		}
	}
	check("nothing", "outside")
	p.add("a")
	check("Add", "queued", "Add")
	p.add("a")
	check("Add again", "queued", "Add")
	p.get("W1")
	check("Get", "processing", "Get")
	p.add("a")
	check("Add while worked on", "both", "Add")
	p.wait("a", 1e9)
	check("AddAfter", "both, waiting", "AddAfter", "AddRateLimited")
	p.done("a")
	check("Done", "queued, waiting", "Done")
	p.get("W1").done("a")
	check("Get, Done", "outside, waiting", "Done")
	p.at(1e9).due("a")
	check("due", "queued", "Add", "Add", "due")
	p.add("b")
	check("a call about another key", "queued", "Add", "Add", "due")
}

// What only tells the story, and what another key did, is no call about this one.
func TestLastCallIsAboutTheKey(t *testing.T) {
	p := newScript("atomic")
	p.as("W1").text(p.queue, trace.QueueBlocked, "", 0, 0)
	p.add("b")
	if got := scene.LastCall(p.rec.Since(1), p.id("a")); got != nil {
		t.Errorf("got %v, want none", got)
	}
}
