package tell

import (
	"reflect"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// A row says the same whether it is asked for alone or with all others, whatever state was
// listed before; and a key is found by its name and by its whole text.
func TestARowIsTheSameAloneAndAmongAll(t *testing.T) {
	var one Listing
	for _, l := range scenarios.List() {
		_, line := lesson(t, l, "")
		for n := 0; n <= line.Last(); n++ {
			now := line.At(n)
			for i, want := range Rows(now) {
				ids := one.List(now)
				if got := one.Rows([]trace.ID{ids[i]})[0]; !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, step %d: alone the row is\n%+v, among all\n%+v", l.ID, n, got, want)
				}
				if _, met := now.Key(want.ID); !met {
					continue
				}
				for _, name := range []string{want.Name, now.Text(want.ID)} {
					if id, ok := now.Find(name); !ok || id != want.ID {
						t.Errorf("%s, step %d: Find(%q) = %d %v, want %d", l.ID, n, name, id, ok, want.ID)
					}
				}
			}
		}
		now := line.At(0)
		for _, id := range one.List(now) {
			if !one.Has(id) {
				t.Errorf("%s: key %d is listed and is not there", l.ID, id)
			}
		}
	}
}
