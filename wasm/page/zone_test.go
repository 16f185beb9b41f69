package page

import (
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The way to the source ends at a function that the page has.
func TestZonesLeadToAFunctionOfTheMachines(t *testing.T) {
	p, err := NewLesson(scenarios.Find("first-light"), "classic", 1)
	if err != nil {
		t.Fatal(err)
	}
	page := &Page{player: p}
	for _, zone := range scene.Zones {
		for _, kind := range []string{"classic", "atomic"} {
			p.now.FIFO.Kind = kind
			name := zone.Code(p.now)
			page.code.pinned = pinned{name: name, step: 1}
			if page.pin() == nil {
				t.Errorf("%s: there is no function %q with an anchor", zone.Name, name)
			}
			page.code.pinned.step = 0
			if page.pin() != nil {
				t.Errorf("%s: the function asked for at one step is still shown at the next", zone.Name)
			}
		}
	}
}
