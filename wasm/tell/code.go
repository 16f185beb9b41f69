package tell

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/text"
)

// Of the margin of one line: how many steps it names, and how many keys of a step.
const (
	marksMost    = 2
	markKeysMost = 3
)

// Margin says whose calls ended at a line of the code: "a, step 4 ×10"; "p1 p2, step 3".
func (t Teller) Margin(m Moment, c model.Code, line int) string {
	var said []string
	for i := 0; i < len(c.Marks); {
		at := c.Marks[i]
		var keys []string
		for ; i < len(c.Marks) && c.Marks[i].Line == at.Line && c.Marks[i].Step == at.Step && c.Marks[i].Times == at.Times; i++ {
			keys = append(keys, Middle(text.Visible(m.Line.Head().Name(c.Marks[i].Key)), 14))
		}
		if at.Line != line || len(said) == marksMost {
			continue
		}
		if more := len(keys) - markKeysMost; more > 0 {
			keys = append(keys[:markKeysMost], t.Say("code.more", "n", strconv.Itoa(more)))
		}
		key := "code.mark"
		if at.Times > 1 {
			key = "code.marks"
		}
		said = append(said, t.Say(key, "key", strings.Join(keys, " "), "n", strconv.Itoa(at.Step), "times", strconv.Itoa(at.Times)))
	}
	return strings.Join(said, t.Say("join.parts"))
}

// Role is the colour of the lit line: that of the set the key comes into by it.
func Role(e trace.Event) string {
	switch e.Op {
	case trace.QueueAdd:
		return "dirty"
	case trace.QueueDone:
		if e.Case() == trace.CaseAgain {
			return "dirty"
		}
	case trace.QueueGet:
		return "proc"
	case trace.HeapAdd, trace.HeapEarlier, trace.HeapIgnored, trace.LimitWhen:
		return "wait"
	case trace.HeapDue:
		return "dirty"
	case trace.QueueStray, trace.QueueDropped, trace.Broken, trace.Crash, trace.StoreTouch:
		return "err"
	}
	return "plain"
}
