package player

import (
	"slices"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

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
		p.Hash.Token = c.token
		focus := p.Focus()
		if focus != c.want {
			t.Errorf("after %q with %q picked, focus() = %q, want %q", c.commands, c.token, focus, c.want)
		}
		if name := p.Called(focus); name != c.called {
			t.Errorf("after %q called(%q) = %q, want %q", c.commands, focus, name, c.called)
		}
		ringed := func(s draw.Shape) bool { return s.ID == focus && s.Piece == draw.Focus }
		if s := p.Shown(); !slices.ContainsFunc(scene.Build(s, p.view(s)), ringed) {
			t.Errorf("after %q with %q picked, the picture has no ring around %s", c.commands, c.token, focus)
		}
	}
}
