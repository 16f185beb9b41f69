package scene

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// A picture at rest shows where things are, not what was called: a Done, a Forget, a call that was
// ignored, a whole pass within one step leave nothing to see. So the calls of the step stand in one
// line under the picture, in their order, with the time that passed between them.

// call is one entry of that line.
type call struct {
	text string
	who  string // the worker that called, where there are several
	n    int    // how often, one after the other
	op   trace.Op
}

// calls are what the step called, oldest first; idle reports that it did nothing but wait.
func (c *canvas) calls() (list []call, idle bool) {
	if c.v.Prev == nil {
		return nil, false
	}
	at, idle := c.before(), true
	adds := trace.ID(0) // by the delay heap, which says so itself
	put := func(e trace.Event, text string) {
		if passed := e.At - at; passed >= 1e6 {
			list = append(list, call{text: c.Msg("stage.told.time", "t", draw.Exact(passed))})
		}
		at = e.At
		who := c.caller(e)
		if n := len(list); n > 0 && list[n-1].text == text && list[n-1].who == who {
			list[n-1].n++
			return
		}
		list = append(list, call{text, who, 1, e.Op})
	}
	var of entryCall
	add := func(e trace.Event, name string) { put(e, of.told(c, e, c.call(e, name))) }
	heard := map[int64]bool{} // the versions of the API server that came in this step
	for _, e := range between(c.v.Prev, c.s) {
		heard[e.RV()] = heard[e.RV()] || e.Op == trace.ReflEvent
	}
	link := c.v.Prev.Server.Link
	heardNow := c.s.Calls[max(0, len(c.s.Calls)-c.s.CallCount+c.v.Prev.CallCount):] // of handlers, in this step
	var limited trace.Event                                                         // a failure was counted, and the key is on no heap yet
	for _, e := range between(c.v.Prev, c.s) {
		if of.heard(c, e) {
			idle = false
			continue
		}
		name := callNames[e.Op]
		if n := len(list); e.Op == trace.ReflListed && e.Code() > 0 && n > 0 && list[n-1].op == trace.ReflList {
			last := list[n-1] // is refused
			if list = list[:n-1]; last.n > 1 {
				last.n--
				list = append(list, last)
			}
			add(e, "list.failed")
		}
		heap := e.Op.Group() == trace.GroupHeap
		if limited.Op != trace.None && heap && name != "" {
			name += ".limited"
		} else if limited.Op != trace.None {
			add(limited, "limited") // after ShutDown nobody puts it there
		}
		switch limited = (trace.Event{}); {
		case e.Op == trace.LimitWhen:
			limited = e
		case e.Op == trace.QueueShut && e.Drain() && !slices.ContainsFunc(c.v.Prev.Keys, inWork) && !slices.ContainsFunc(c.s.Keys, inWork):
			name = "drain.once"
		case e.Op == trace.QueueShut && e.Drain():
			name = "drain"
		case e.Op == trace.ServerLink:
			was := link
			if link = c.s.Text(e.Val); link == "partition" || was == "partition" && link == "up" { // what it will answer stands in its zone
				name = "link." + link
			}
		case e.Op == trace.HeapIgnored:
			name = of.ignored(c, e, name)
		case e.Op.Group() == trace.GroupServer && e.Key == 0: // what it did beside its objects
			name = e.Op.String()
		case e.Op == trace.ReflClosed && c.s.Text(e.Val) == "stop":
			name = "stopped"
		case e.Op == trace.NoteTake && c.sm && c.v.Plan == Store && len(heardNow) > 0: // nothing else there shows handlers
			put(e, words(noteRuns(heardNow[0].Note, c.name(e.Key))))
			heardNow = heardNow[1:]
		case e.Op == trace.FIFOPush && e.Type() == trace.DeltaSync, e.Op == trace.FIFOMark && e.Type() == trace.DeltaSyncAll:
			name = "resync"
		case (e.Op == trace.ServerPut || e.Op == trace.ServerDel) && !heard[e.RV()]:
			name = "write"
		case e.Op == trace.Step && registers(c.s.Text(e.Val)) != "":
			name = registers(c.s.Text(e.Val))
		case e.Op == trace.Step && c.v.Prev.Waits && !c.s.Waits && c.s.Recorder().ActorName(e.Actor) == "main":
			name = "returns"
		}
		idle = idle && e.Op == trace.Step
		if name != "" && (e.Op != trace.QueueAdd || e.Key != adds) {
			add(e, name)
		}
		if adds = 0; e.Op == trace.HeapDue {
			adds = e.Key
		}
	}
	if limited.Op != trace.None {
		add(limited, "limited")
	}
	return list, idle
}

// callNames are the calls that are told, by what follows "stage.told." in their messages.
var callNames = map[trace.Op]string{
	trace.QueueAdd: "add", trace.QueueFetch: "add", trace.QueueGet: "get", trace.QueueDone: "done", trace.QueueStray: "done", trace.QueueBlocked: "blocked",
	trace.QueueOver: "over", trace.QueueDropped: "dropped", trace.QueueShut: "shut",
	trace.HeapAdd: "after", trace.HeapEarlier: "earlier", trace.HeapIgnored: "ignored", trace.HeapDue: "due", trace.LimitForget: "forget",
	trace.ReflList: "list", trace.ReflWatch: "watch", trace.ReflEvent: "event", trace.ReflClosed: "closed", trace.HandlerDel: "remove",
	trace.WorkerPanic: "panic", trace.Restart: "restart",
}

// words are what runs say, in one style.
func words(runs []draw.Run) (text string) {
	for _, r := range runs {
		text += r.Text
	}
	return text
}

// inWork reports whether a key is in processing.
func inWork(k state.Key) bool { return k.Bits&trace.Processing != 0 }

// registers is the call of a step that leaves no event of its own, or none that says who called: it is
// told by what the step was; "" of another step.
func registers(step string) string {
	switch verb, _, _ := strings.Cut(step, " "); verb {
	case "add-handler":
		return "handler"
	case "add-index":
		return "index"
	}
	return ""
}

// indexRefused reports whether an index of that name could not be added: it is there, or the informer has
// stopped.
func (c *canvas) indexRefused(index string) bool {
	return c.s.Refl.State == "Stopped" || slices.ContainsFunc(c.v.Prev.Index, func(p state.Posting) bool { return strings.HasPrefix(p.Name, index+"=") })
}

// call is the text of e.
func (c *canvas) call(e trace.Event, name string) string {
	key, rv, handler, rec := "", "", "", c.s.Recorder()
	if e.Key != 0 {
		key = c.name(e.Key)
	}
	switch {
	case e.Op.Group() == trace.GroupReflector:
		rv = draw.Plain(c.s.Text(e.Val))
	case e.Op.Group() == trace.GroupServer:
		rv = strconv.FormatInt(e.RV(), 10)
	}
	if parts := rec.Parts(); e.Op == trace.HandlerDel && int(e.Part) < len(parts) {
		handler = draw.Plain(parts[e.Part].Name)
	}
	switch {
	case name == "write":
		mark := map[trace.Op]string{trace.ServerPut: "", trace.ServerDel: "✕ "}[e.Op]
		return c.Msg("stage.told.write", "object", mark+key+"@"+strconv.FormatInt(e.RV(), 10))
	case name == "handler" || name == "index":
		_, spec, _ := strings.Cut(c.s.Text(e.Val), " ")
		spec, _, _ = strings.Cut(spec, "=")
		if handler = draw.Plain(spec); name == "index" && c.indexRefused(spec) {
			name = "index.refused"
		}
	case rv == "" && name == "watch":
		name = "stream"
	case e.Op == trace.ReflEvent:
		kind, _ := e.TypeName()
		if rv = strconv.FormatInt(e.RV(), 10); key != "" {
			return kind + " " + key + "@" + rv
		}
		return strings.TrimSuffix(kind+" rv "+rv, " rv 0")
	}
	text := c.Msg("stage.told."+name, "key", key, "t", draw.Exact(max(0, e.Due()-e.At)), "rv", rv, "name", handler, "code", strconv.Itoa(e.Code()))
	return text
}

// caller is the worker that e is a call of; "" where there is no other.
func (c *canvas) caller(e trace.Event) string {
	i := slices.IndexFunc(c.s.Workers, func(w state.Worker) bool { return w.Actor == e.Actor })
	if i < 0 || len(c.s.Workers) < 2 || e.Op == trace.HeapDue {
		return ""
	}
	return draw.Plain(c.s.Workers[i].Name)
}

// told is where the line stands, or two of them.
type told struct {
	caption
	two   bool
	apart bool // from the alarm, which else takes its place
}

// tellOver is tellStep over an alarm, which reaches up where it takes two lines.
func (c *canvas) tellOver(at told) {
	if runs, _ := c.alarmRuns(at.w - 16); at.two || draw.Width(runs, 15)*.88 <= at.w-16 {
		c.tellStep(at)
	}
}

// tellStep says what the step did, where there is something to say and room.
func (c *canvas) tellStep(at told) {
	if at.size == 0 || c.alarming() && !at.apart {
		return
	}
	list, idle := c.calls()
	if len(list) == 0 {
		if passed := c.v.Now - c.before(); idle && passed >= 1e6 {
			c.Fitted(at.x, at.y, at.size, at.w, draw.Start, draw.Text2, c.Say(draw.Text2, at.size, "stage.told.nothing", "t", draw.Exact(passed))...)
		}
		return
	}
	var parts []string
	who := ""
	for i := 0; i < len(list); i++ {
		last := i // of a row of the same calls with other keys
		for last+1 < len(list) && list[last+1].op == list[i].op && list[last+1].who == list[i].who && list[i].op != trace.None {
			last++
		}
		part := list[i].text
		if list[i].who != who && list[i].op != trace.None {
			if who = list[i].who; who != "" {
				part = who + " " + part
			}
		}
		switch {
		case last-i > 2:
			part += " – " + list[last].text[shared(list[i].text, list[last].text):]
			i = last
		case list[i].n > 1:
			part += c.Msg("stage.times", "n", draw.Number(list[i].n))
		}
		parts = append(parts, part)
	}
	title := append(c.Say(draw.Text2, at.size, "stage.told"), draw.Inked("  ", draw.Text2))
	for most := len(parts); most > 0; most-- { // of too many the middle goes
		shown := parts
		if most < len(parts) {
			shown = slices.Concat(parts[:(most+1)/2], []string{c.Msg("stage.told.more", "n", draw.Number(len(parts)-most))}, parts[len(parts)-most/2:])
		}
		rows := c.toldRows(title, shown, at)
		if most == 1 && len(parts) > 1 { // rather what it ended with than what it began with
			if last := c.toldRows(title, []string{shown[1], parts[len(parts)-1]}, at); at.fits(last) {
				rows = last
			}
		}
		if most == 1 && !at.fits(rows) { // a narrow one
			short := parts[0]
			if len(parts) > 1 {
				short += " " + c.Msg("stage.more.items", "n", draw.Number(len(parts)-1))
			}
			rows = c.toldRows(nil, []string{short}, at)
		}
		if most > 1 && !at.fits(rows) {
			continue
		}
		for i, row := range rows {
			c.Fitted(at.x, at.y-16*float64(len(rows)-1-i), at.size, at.w, draw.Start, draw.Text, row...)
		}
		return
	}
}

// fits reports whether rows have room.
func (at told) fits(rows [][]draw.Run) bool {
	return (len(rows) == 1 || len(rows) == 2 && at.two) && !slices.ContainsFunc(rows, func(row []draw.Run) bool { return draw.Width(row, at.size) > at.w })
}

// shared is how much of a call's text another repeats before its key.
func shared(a, b string) int {
	if i := strings.IndexByte(a, '('); i > 0 && strings.HasPrefix(b, a[:i]) {
		return i
	}
	return 0
}

// toldRows breaks the line between two calls.
func (c *canvas) toldRows(title []draw.Run, parts []string, at told) (rows [][]draw.Run) {
	line := slices.Clone(title)
	fresh := true
	for i, part := range parts {
		dot := ""
		if i > 0 {
			dot = "· "
		}
		next := append(slices.Clone(line), draw.Inked(dot+part+" ", draw.Text2))
		if !fresh && draw.Width(next, at.size) > at.w {
			rows = append(rows, line)
			next = []draw.Run{draw.Inked(part+" ", draw.Text2)}
		}
		line, fresh = next, false
	}
	return append(rows, line)
}

// before is when the step before ended.
func (c *canvas) before() int64 {
	if c.v.Prev == nil {
		return c.v.Now
	}
	return max(c.v.Prev.At, c.v.Began)
}
