package page

import (
	"reflect"
	"slices"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
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

// A key with a namespace has its ring in the picture, too: when the step is about it, when it is
// picked in the table, by its short name, and when it is picked in the picture, by its whole one.
func TestAKeyWithANamespaceIsInFocus(t *testing.T) {
	for _, c := range []struct{ commands, token, want, called string }{
		{"Add ns/p1", "", "key:ns/p1", "p1"},
		{"Add ns/p1; Add b", "p1", "key:ns/p1", "p1"},
		{"Add ns/p1; Add b", "ns/p1", "key:ns/p1", "p1"},
		{"Add ns/p1; Add other/p1", "ns/p1", "key:ns/p1", "ns/p1"},
		{"Add ns/p1; Add b", "b", "key:b", "b"},
	} {
		p := playPage(t, "en", "", c.commands)
		p.hash.Token = c.token
		focus := p.focus()
		if focus != c.want {
			t.Errorf("after %q with %q picked, focus() = %q, want %q", c.commands, c.token, focus, c.want)
		}
		if name := p.called(focus); name != c.called {
			t.Errorf("after %q called(%q) = %q, want %q", c.commands, focus, name, c.called)
		}
		ringed := func(s scene.Shape) bool { return s.ID == focus && s.Piece == scene.Focus }
		if s := p.shown(); !slices.ContainsFunc(scene.Build(s, p.view(s)), ringed) {
			t.Errorf("after %q with %q picked, the picture has no ring around %s", c.commands, c.token, focus)
		}
	}
}
