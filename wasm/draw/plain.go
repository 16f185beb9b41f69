package draw

import (
	"strings"

	"github.com/informerscope/informerscope/wasm/text"
)

// Plain makes a name fit to stand in a message: what would be a mark there is replaced, and
// what it hides is shown, so that two keys that differ in a zero-width character do not look
// alike and none turns the line around.
func Plain(name string) string { return unmark.Replace(text.Visible(name)) }

var unmark = strings.NewReplacer("*", "∗", "`", "'", "|", "¦")
