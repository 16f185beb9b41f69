package scene

import (
	"strings"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// entryCall is what a queue with priorities says before the call that it belongs to.
type entryCall struct {
	key      trace.ID // whose priority it is; 0 is none
	priority int64
	raised   bool
	over     []trace.ID // whom Get passed over
}

// heard takes such an event; false is any other.
func (o *entryCall) heard(c *canvas, e trace.Event) bool {
	switch e.Op {
	case trace.QueuePriority, trace.QueueRaise:
		o.key, o.priority, o.raised = e.Key, e.Priority(), e.Op == trace.QueueRaise
	case trace.QueueSkip:
		o.over = append(o.over, e.Key)
	default:
		return false
	}
	return true
}

// ignored names a wait that changes nothing: the key is ready, or will be sooner; else its priority has risen.
func (o *entryCall) ignored(c *canvas, e trace.Event, name string) string {
	limited := strings.TrimPrefix(name, "ignored")
	_, waits := c.s.Waiting(e.Key)
	switch {
	case o.raised && o.key == e.Key:
		return "after" + limited
	case c.s.Priorities() && !waits:
		return "ignored.ready" + limited
	}
	return name
}

// told adds what was heard to the text of the call.
func (o *entryCall) told(c *canvas, e trace.Event, text string) string {
	if i := strings.IndexByte(text, ')'); o.key == e.Key && e.Key != 0 && i > 0 {
		text = text[:i] + ", " + c.Msg("form.priority") + " " + draw.Int(o.priority) + text[i:]
	}
	for i, id := range o.over {
		if i == 2 { // of a few keys the names, of more their number
			text += " +" + draw.Number(len(o.over)-i)
			break
		}
		name := c.name(id)
		if i == 0 {
			name = c.Msg("stage.told.skip", "key", name)
		}
		text += ", " + name
	}
	*o = entryCall{}
	return text
}
