package player

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// What is offered below a step is what was so after it, also while the line itself cannot be read yet;
// once something above it has changed, nothing is said until it was played.
func TestTheEditorOffersWhatIsSo(t *testing.T) {
	p := opened("#p=edit")
	const text = "id: x\nworkers: W1\n\nAdd a\n----\nq=[a]\n\nAdd b\n----\n"
	has := func(line int, before, want string) bool {
		_, options := p.Complete(line, before)
		return slices.ContainsFunc(options, func(o scenarios.Option) bool { return o.Text == want })
	}
	types := func(text string) {
		p.Update(noon, Typed{Text: text, Line: strings.Count(text, "\n") + 1})
		p.Update(noon, Rang{"edit"})
	}
	types(text)
	types(text + "q")
	if !has(10, "q", "q=[a b]") || !has(10, "W", "d={a b}") {
		t.Error("below Add b it does not offer q=[a b]")
	}
	if !has(4, "W", "W1") || !has(4, "W1 G", "Get") || !has(4, "Add ", "b") {
		t.Error("it does not offer the worker, his verbs, the keys")
	}
	types("id: x\nworkers: W1\n\nAdd c\n----\nq=[a]\n\nAdd b\n----\nq")
	if !has(10, "q", "q=") || has(10, "q", "q=[a b]") {
		t.Error("it offers what was so before something above has changed")
	}
}
