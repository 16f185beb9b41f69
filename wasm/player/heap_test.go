package player

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
)

// The heap is offered as array and tree where there is one: a queue with priorities sorts what waits by its
// time, and a comparison has its own picture.
func TestTheHeapAsArrayIsOfferedWhereThereIsOne(t *testing.T) {
	for _, c := range []struct {
		link          string
		array, sorted bool
		plan          string
	}{
		{"#p=play&z=Add+a", false, false, scene.All},
		{"#p=play&z=AddAfter+a+5s", true, false, scene.All},
		{"#p=play&z=AddAfter+a+5s&view=tree", true, false, scene.Tree},
		{"#p=play&set=queue:priority&z=Add+a", false, false, scene.All},
		{"#p=play&set=queue:priority&z=AddAfter+a+5s", false, true, scene.All},
		{"#p=play&set=queue:priority&z=AddAfter+a+5s&view=tree", false, true, scene.Heap},
		{"#p=play&z=AddAfter+a+5s&compare=client-go,priority", false, false, scene.All},
	} {
		p := opened(c.link)
		if p.HasHeap() != c.array || p.SortsWaits() != c.sorted || p.Plan() != c.plan {
			t.Errorf("%s: array %t, sorted %t, plan %s, want %t, %t, %s", c.link, p.HasHeap(), p.SortsWaits(), p.Plan(), c.array, c.sorted, c.plan)
		}
		before := p.Hash.View
		p.Update(noon, Key{Name: "h"})
		if changed := p.Hash.View != before; changed != c.array {
			t.Errorf("%s: h changes the view from %q to %q", c.link, before, p.Hash.View)
		}
	}
}
