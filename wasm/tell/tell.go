package tell

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/model"
)

// Say looks a message up in the reader's language.
type Say func(key string, args ...string) string

// Teller tells one reader.
type Teller struct {
	Say    Say
	Lang   string // "en" or "zh"
	Narrow bool   // names are cut shorter: the reader has a phone
}

// Moment is what is told of: a step of a timeline, and the state that is shown there.
type Moment struct {
	Line  *model.Timeline
	Step  int
	State *state.State // nil is nothing yet
	Live  bool         // of a cluster that goes on by itself
}
