package tell

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// Say looks a message up in the reader's language.
type Say func(key string, args ...string) string

// Teller tells one reader.
type Teller struct {
	Say    Say
	Lang   string // one of text.Langs
	Narrow bool   // names are cut shorter: the reader has a phone
}

// Moment is what is told of: a step of a timeline, and the state that is shown there.
type Moment struct {
	Line   *model.Timeline // nil is nothing yet
	Step   int
	Part   int            // of the step, from 1; 0 is the whole step
	State  *state.State   // nil is nothing yet
	Run    *scenarios.Run // of the lesson, or of the one that a playground left; else nil
	Left   bool           // the lesson was left: what follows may not be its own
	Beside bool           // engines are shown side by side
	Live   bool           // of a cluster that goes on by itself
}

// newest is the last step that may be told of: live, a reader who looks back knows what came since.
func (m Moment) newest() int {
	if m.Live {
		return m.Line.Last()
	}
	return m.Step
}
