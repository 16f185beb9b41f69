package player

import (
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The way to the source ends at a function that the page has.
func TestZonesLeadToAFunctionOfTheMachines(t *testing.T) {
	head, err := NewLesson(scenarios.Find("first-light"), "classic", 1)
	if err != nil {
		t.Fatal(err)
	}
	p := pageOf(Hash{Page: "lesson", Lesson: "first-light"}, head)
	p.Code()
	for _, zone := range scene.Zones {
		for _, kind := range []string{"classic", "atomic"} {
			head.Now.FIFO.Kind = kind
			name := zone.Code(head.Now)
			p.code.pinned = pinned{name: name, step: 1}
			if p.pin() == nil {
				t.Errorf("%s: there is no function %q with an anchor", zone.Name, name)
			}
			p.code.pinned.step = 0
			if p.pin() != nil {
				t.Errorf("%s: the function asked for at one step is still shown at the next", zone.Name)
			}
		}
	}
}
