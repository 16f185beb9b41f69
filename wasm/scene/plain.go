package scene

import (
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/text"
)

// plain makes a name fit to stand in a message: what would be a mark there is replaced, and
// what it hides is shown, so that two keys that differ in a zero-width character do not look
// alike and none turns the line around.
var plain = plainly{strings.NewReplacer("*", "∗", "`", "'", "|", "¦")}

type plainly struct{ marks *strings.Replacer }

// Replace returns the name as it is drawn.
func (p plainly) Replace(name string) string { return p.marks.Replace(text.Visible(name)) }

// printed is the name of a key or an object as pictures have it.
func printed(s *state.State, id trace.ID) string { return plain.Replace(s.Name(id)) }
