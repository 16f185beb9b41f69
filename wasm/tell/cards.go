package tell

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/text"
)

// Cards are one-line cards of tokens of the picture, "key:a": where each is and since when, when
// the clock shows at, ns. What is no key has no card.
func (t Teller) Cards(l *Listing, s *state.State, at int64, tokens []string) []string {
	out := make([]string, len(tokens))
	var keys []trace.ID
	var of []int
	for i, token := range tokens {
		name, ok := strings.CutPrefix(token, "key:")
		if !ok || s == nil {
			continue
		}
		if key, ok := l.drawn(s, name); ok {
			keys, of = append(keys, key), append(of, i)
		} else {
			out[i] = text.Visible(name)
		}
	}
	for i, r := range l.Rows(keys) {
		out[of[i]] = t.card(s, r, at)
	}
	return out
}

func (t Teller) card(s *state.State, r Row, at int64) string {
	parts := []string{text.Visible(s.Text(r.ID))}
	if r.Queue > 0 {
		parts = append(parts, t.Say("card.queue", "n", strconv.Itoa(r.Queue)))
	}
	switch r.Key.Bits & (trace.Dirty | trace.Processing) {
	case trace.Dirty | trace.Processing:
		parts = append(parts, t.Say("card.both", "worker", r.Worker))
	case trace.Processing:
		parts = append(parts, t.Say("card.processing", "worker", r.Worker))
	case 0:
		if !r.Waits {
			parts = append(parts, t.Say("card.outside"))
		}
	}
	if r.Waits {
		parts = append(parts, t.dueIn(r, at))
	}
	if r.Key.Failures > 0 {
		parts = append(parts, t.Say("card.failures", "n", strconv.FormatInt(r.Key.Failures, 10)))
	}
	if r.Stored {
		parts = append(parts, t.Say("card.store", "rv", r.Store.RV))
	}
	return strings.Join(parts, " · ")
}

func (t Teller) dueIn(r Row, at int64) string {
	return t.Say("inspect.dueIn", "t", Wait(max(time.Duration(r.Due-at), 0)))
}
