package chrome

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// ErrCut is returned by Write when the beginning of the trace is gone: there is nothing to fold
// the rest onto.
var ErrCut = errors.New("chrome: the beginning of the trace is gone")

// entry is one event of the format.
type entry struct {
	Name  string `json:"name"`
	Phase string `json:"ph"`          // B and E of a slice, i an instant, C counters, M a name
	At    int64  `json:"ts"`          // µs
	PID   int    `json:"pid"`         // always 1: one program
	TID   int    `json:"tid"`         // the track
	Scope string `json:"s,omitempty"` // of an instant: t is its track
	Args  any    `json:"args,omitempty"`
}

// said are the arguments of an instant.
type said struct {
	Seq  uint64 `json:"seq"`
	Line string `json:"line"` // as the text form of the trace has it
}

// slice is what is going on at a moment, and never twice on one track.
type slice struct {
	name  string
	round int // tells it from the one before of the same name
}

// Write writes all of rec; title is what the program is called there.
func Write(w io.Writer, rec *trace.Recorder, title string) error {
	if rec.Oldest() > 1 {
		return ErrCut
	}
	b := bufio.NewWriter(w)
	p := printer{w: b, tracks: map[string]int{}, open: map[string]slice{}, counts: map[string]map[string]int{}}
	fmt.Fprint(b, `{"displayTimeUnit":"ms","traceEvents":[`)
	p.put(entry{Name: "process_name", Phase: "M", Args: map[string]string{"name": title}})
	s := state.New(rec)
	for seq := uint64(1); seq <= rec.Len(); seq++ {
		e := rec.Event(seq)
		p.now = max(p.now+1, e.At/1000)
		name, track := instant(s, e), track(rec, e)
		s.Apply(e)
		going := goingOn(s)
		// The event stands inside what it begins, and inside what it ends.
		p.begin(going)
		p.put(entry{Name: name, Phase: "i", Scope: "t", TID: p.track(track), Args: said{seq, rec.Line(e)}})
		p.end(func(track string, was slice) bool { return going[track] != was })
		p.begin(going)
		p.count(s)
	}
	p.now++
	p.end(func(string, slice) bool { return true })
	fmt.Fprint(b, "\n]}\n")
	if p.err != nil {
		return p.err
	}
	return b.Flush()
}

// instant is what an event is called: op, key and how it ended; of a step, what it is.
func instant(s *state.State, e trace.Event) string {
	if e.Op == trace.Step {
		return s.Text(e.Val)
	}
	name := e.Op.String()
	if e.Key != 0 {
		name += " " + s.Name(e.Key)
	}
	if c := s.Case(e); c != "" {
		name += " (" + string(c) + ")"
	}
	return name
}

// Tracks that are not called after somebody who acts.
const (
	steps     = "steps"
	server    = "API server"
	reflector = "reflector"
	watch     = "watch"
	fifo      = "controller"
	caller    = "main"
)

// order is the order of the tracks; handlers, workers and the rest follow in that in which they act.
var order = []string{steps, server, reflector, watch, fifo}

// track is where an event stands: with who acts.
func track(rec *trace.Recorder, e trace.Event) string {
	switch group := e.Op.Group(); {
	case e.Op == trace.Step:
		return steps
	case group == trace.GroupServer:
		return server
	case group == trace.GroupReflector:
		return reflector
	case e.Actor != 0:
		return rec.ActorName(e.Actor)
	}
	return caller
}

// goingOn is what lasts at the moment, by track. When the program has ended, nothing does.
func goingOn(s *state.State) map[string]slice {
	going := map[string]slice{}
	if s.Crash != "" {
		return going
	}
	for _, w := range s.Workers {
		if w.Busy {
			going[w.Name] = slice{"pass over " + s.Name(w.Key), w.Passes}
		}
	}
	for _, l := range s.Listeners {
		if l.Busy {
			going[l.Name] = slice{s.CallText(l.Hand), l.Handled}
		}
	}
	if s.FIFO.Busy {
		name := "process"
		for _, d := range s.FIFO.Out {
			if d.Key != 0 {
				name = "process " + s.Name(d.Key)
			}
		}
		going[fifo] = slice{name, 0}
	}
	if n := len(s.API); n > 0 && s.API[n-1].Answer == "" && s.Refl.State != "" { // of a program that began anew, none is open
		going[reflector] = slice{s.API[n-1].String(), s.APICount}
	}
	if s.Refl.Open {
		going[watch] = slice{"watch from " + s.Refl.From, s.Refl.Watches}
	}
	return going
}

// printer writes entries; what it writes about time is at now.
type printer struct {
	w      *bufio.Writer
	err    error
	now    int64
	some   bool
	tracks map[string]int
	names  []string // of the tracks, by number from 1
	open   map[string]slice
	counts map[string]map[string]int
}

func (p *printer) put(e entry) {
	e.PID = 1
	if e.Phase != "M" {
		e.At = p.now
	}
	line, err := json.Marshal(e)
	if p.err = errors.Join(p.err, err); p.some {
		_ = p.w.WriteByte(',') // the writer keeps its error for Flush
	}
	p.some = true
	_ = p.w.WriteByte('\n')
	_, _ = p.w.Write(line)
}

// track is the number of a track, with its name and place said when it is first used.
func (p *printer) track(name string) int {
	if n, ok := p.tracks[name]; ok {
		return n
	}
	p.names = append(p.names, name)
	n, place := len(p.names), len(order)+len(p.names)
	p.tracks[name] = n
	for i, known := range order {
		if known == name {
			place = i
		}
	}
	p.put(entry{Name: "thread_name", Phase: "M", TID: n, Args: map[string]string{"name": name}})
	p.put(entry{Name: "thread_sort_index", Phase: "M", TID: n, Args: map[string]int{"sort_index": place}})
	return n
}

// end ends the open slices that over picks.
func (p *printer) end(over func(track string, was slice) bool) {
	for n, name := range p.names {
		if was, ok := p.open[name]; ok && over(name, was) {
			p.put(entry{Name: was.name, Phase: "E", TID: n + 1})
			delete(p.open, name)
		}
	}
}

// begin begins those that are not open yet.
func (p *printer) begin(going map[string]slice) {
	for _, name := range slices.Sorted(maps.Keys(going)) {
		if _, ok := p.open[name]; !ok {
			p.open[name] = going[name]
			p.put(entry{Name: going[name].name, Phase: "B", TID: p.track(name)})
		}
	}
}

// count says how much waits where, when that has changed.
func (p *printer) count(s *state.State) {
	processing := 0
	for _, k := range s.Keys {
		if k.Bits&trace.Processing != 0 {
			processing++
		}
	}
	deltas := len(s.FIFO.Tape)
	for _, tray := range s.FIFO.Trays {
		deltas += len(tray.Deltas)
	}
	pending := map[string]int{}
	for _, l := range s.Listeners {
		pending[l.Name] = len(l.Pending)
	}
	for _, c := range []struct {
		name   string
		counts map[string]int
	}{
		{"work queue", map[string]int{"queued": len(s.Queue), "processing": processing}},
		{"delay heap", map[string]int{"waiting": len(s.Heap)}},
		{"FIFO", map[string]int{"deltas": deltas}},
		{"handlers", pending},
	} {
		was, told := p.counts[c.name]
		for name := range was { // of a handler that a new program does not have yet
			c.counts[name] += 0
		}
		something := slices.ContainsFunc(slices.Collect(maps.Values(c.counts)), func(n int) bool { return n > 0 })
		if !maps.Equal(was, c.counts) && (told || something) {
			p.counts[c.name] = c.counts
			p.put(entry{Name: c.name, Phase: "C", Args: c.counts})
		}
	}
}
