package tell

import (
	"strconv"

	"github.com/informerscope/informerscope/wasm/text"
)

// Heard is what the live region says when a step is reached: its beat, or which step it is and its
// headline; before the first step that is said only where it is news.
func (t Teller) Heard(m Moment, headline string, news bool) string {
	lesson := m.Run != nil && !m.Left
	if lesson && m.beat() {
		return text.Plain(t.Tale(m))
	}
	said := text.Plain(headline)
	if m.Step == m.Line.First() {
		if !news {
			return ""
		}
		return said
	}
	return t.Say("page.stepOf", "n", strconv.Itoa(m.Step), "of", strconv.Itoa(m.Line.Last())) + t.Say("join.colon") + said
}

// HeardPart is that of a part of a step, which "part 2 of 3" says which it is.
func (t Teller) HeardPart(m Moment, part string) string {
	return part + t.Say("join.colon") + text.Plain(t.Caption(m))
}
