package page

import (
	"reflect"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// A row says the same whether it is asked for alone or with all others, whatever state was
// listed before; and a key is found by its name and by its whole text.
func TestARowIsTheSameAloneAndAmongAll(t *testing.T) {
	var one listing
	for _, l := range scenarios.List() {
		player, err := NewLesson(l, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n <= player.Steps(); n++ {
			player.Seek(n)
			for i, want := range rows(player.now) {
				ids := one.list(player.now)
				if got := one.rows([]trace.ID{ids[i]})[0]; !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, step %d: alone the row is\n%+v, among all\n%+v", l.ID, n, got, want)
				}
				if _, met := player.now.Key(want.id); !met {
					continue
				}
				for _, name := range []string{want.name, player.now.Text(want.id)} {
					if id, ok := player.now.Find(name); !ok || id != want.id {
						t.Errorf("%s, step %d: Find(%q) = %d %v, want %d", l.ID, n, name, id, ok, want.id)
					}
				}
			}
		}
		player.Seek(0)
		for _, id := range one.list(player.now) {
			if !one.has(id) {
				t.Errorf("%s: key %d is listed and is not there", l.ID, id)
			}
		}
	}
}
