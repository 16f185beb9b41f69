package state

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// Views are the names of the aspects that View prints, in the order of a full line. heap is
// what waits, soonest first; array is the same in the order of the binary heap.
var Views = []string{"q", "d", "p", "heap", "array", "rq", "F", "S", "I", "pend", "heard", "resync", "list", "wire", "rv", "synced", "calls", "api", "node", "panic"}

// View prints one aspect without its name: "[a b]", "{a:W1}", "10". Sets are sorted by
// text, lines keep their order. calls and api print what happened after the marks that a
// caller took from CallCount and APICount (0 for all that is kept).
func (s *State) View(name string, callMark, apiMark int) string {
	var out []string
	switch name {
	case "q", "d", "p", "heap", "array", "rq":
		return s.queueView(name)
	case "F", "S", "node", "I", "pend", "heard", "resync", "list", "wire":
		return s.informerView(name)
	case "rv":
		return s.Refl.RV
	case "synced":
		return strconv.FormatBool(s.FIFO.Synced)
	case "calls":
		for i, c := range s.Calls {
			if s.CallCount-len(s.Calls)+i >= callMark {
				out = append(out, s.CallText(c.Note))
			}
		}
		return list(out)
	case "api":
		for i, c := range s.API {
			if s.APICount-len(s.API)+i >= apiMark {
				out = append(out, c.String())
			}
		}
		return list(out)
	case "panic": // what the program died of
		if s.Crash != "" {
			out = append(out, s.Name(s.Crashed))
		}
		return list(out)
	}
	return "?"
}

// queueView prints an aspect of the work queue.
func (s *State) queueView(name string) string {
	var out []string
	switch name {
	case "q":
		for _, id := range s.Queue {
			out = append(out, s.entry(id))
		}
		return list(out)
	case "d", "p":
		bit := trace.Dirty
		if name == "p" {
			bit = trace.Processing
		}
		for _, k := range s.Keys {
			if k.Bits&bit == 0 {
				continue
			}
			text := s.word(k.ID)
			if name == "p" && k.Actor != 0 {
				text += ":" + s.rec.ActorName(k.Actor)
			}
			out = append(out, text)
		}
		return set(out)
	case "heap":
		for _, w := range s.Sorted() {
			out = append(out, s.entry(w.Key)+"@"+Duration(w.Due))
		}
		return list(out)
	case "array":
		for _, w := range s.Heap {
			out = append(out, s.word(w.Key)+"@"+Duration(w.Due))
		}
		return list(out)
	case "rq":
		for _, k := range s.Keys {
			if k.Failures != 0 {
				out = append(out, s.word(k.ID)+":"+strconv.FormatInt(k.Failures, 10))
			}
		}
		return set(out)
	}
	return "?"
}

// entry prints a key with the priority of its entry, as a:-100.
func (s *State) entry(id trace.ID) string {
	if !s.Priorities() {
		return s.Name(id)
	}
	k, _ := s.Key(id)
	return trace.Ranked(s.Name(id), k.Priority)
}

// word prints a key by itself, as it stands in an entry.
func (s *State) word(id trace.ID) string {
	if !s.Priorities() {
		return s.Name(id)
	}
	return trace.Ranked(s.Name(id), 0)
}

// informerView prints an aspect of what stands between the API server and the queue.
func (s *State) informerView(name string) string {
	var out []string
	switch name {
	case "F":
		for _, t := range s.FIFO.Trays {
			var ds []string
			for _, d := range t.Deltas {
				ds = append(ds, s.deltaText(d, false))
			}
			out = append(out, s.Name(t.Key)+":"+list(ds))
		}
		for _, d := range s.FIFO.Tape {
			out = append(out, s.deltaText(d, true))
		}
		return list(out)
	case "S":
		for _, it := range s.Store.Items {
			out = append(out, s.Name(it.Key)+"@"+s.rec.Object(it.Object).RV)
		}
		return set(out)
	case "list": // what the reflector has of a list that is not whole yet
		for _, it := range s.Refl.Collected.Items {
			out = append(out, s.Name(it.Key)+"@"+strconv.FormatInt(it.RV, 10))
		}
		return set(out)
	case "wire": // what this program has asked for, and the largest piece of an answer
		return set([]string{"requests:" + strconv.Itoa(s.Refl.Lists+s.Refl.Watches), "most:" + strconv.Itoa(s.Refl.Most)})
	case "node": // what the stored objects say of their node
		for _, it := range s.Store.Items {
			if node := s.rec.Object(it.Object).Node; node != "" {
				out = append(out, s.Name(it.Key)+":"+node)
			}
		}
		return set(out)
	case "I":
		for _, p := range s.Index {
			var keys []string
			for _, k := range p.Keys {
				keys = append(keys, s.Name(k))
			}
			_, value, _ := strings.Cut(p.Name, "=")
			out = append(out, value+":"+list(keys))
		}
		return set(out)
	case "pend":
		for _, l := range s.Listeners {
			if !l.Gone && len(l.Pending) > 0 {
				out = append(out, l.Name+":"+strconv.Itoa(len(l.Pending)))
			}
		}
		return set(out)
	case "heard": // registrations that have synced
		for _, l := range s.Listeners {
			if !l.Gone && l.Synced {
				out = append(out, l.Name)
			}
		}
		return set(out)
	case "resync": // the period each handler got, and when the next one is due
		for _, l := range s.Listeners {
			if !l.Gone && l.Period != 0 {
				out = append(out, l.Name+":"+Duration(l.Period)+"@"+Duration(l.Due))
			}
		}
		return set(out)
	}
	return "?"
}

// Line prints the named views with two blanks between them.
func (s *State) Line(views ...string) string {
	parts := make([]string, len(views))
	for i, v := range views {
		parts[i] = v + "=" + s.View(v, 0, 0)
	}
	return strings.Join(parts, "  ")
}

func (s *State) deltaText(d Delta, withKey bool) string {
	name := trace.DeltaNames[min(int(d.Type), len(trace.DeltaNames)-1)]
	switch d.Type {
	case trace.DeltaReplacedAll:
		items := []string{d.RV}
		for _, r := range d.List {
			items = append(items, s.Name(r.Key)+"@"+s.rec.Object(r.Object).RV)
		}
		return name + "(" + strings.Join(items, " ") + ")"
	case trace.DeltaSyncAll:
		return name
	case trace.DeltaBookmark:
		return name + "(" + d.RV + ")"
	}
	if d.Unknown {
		name += "(DFSU)"
	}
	name += "@" + d.RV
	if withKey {
		return s.Name(d.Key) + ":" + name
	}
	return name
}

// CallText prints a handler call: OnUpdate(p1@5 p1@11), OnAdd(p1@5 initial), OnDelete(DFSU p2@7).
func (s *State) CallText(n Note) string {
	name, rv, old := s.Name(n.Key), strconv.FormatInt(n.RV, 10), strconv.FormatInt(n.Old, 10)
	switch n.Kind {
	case trace.NoteAdd:
		if n.Flags&trace.NoteInitial != 0 {
			return "OnAdd(" + name + "@" + rv + " initial)"
		}
		return "OnAdd(" + name + "@" + rv + ")"
	case trace.NoteUpdate:
		return "OnUpdate(" + name + "@" + old + " " + name + "@" + rv + ")"
	case trace.NoteDelete:
		if n.Flags&trace.NoteUnknown != 0 {
			return "OnDelete(DFSU " + name + "@" + rv + ")"
		}
		return "OnDelete(" + name + "@" + rv + ")"
	}
	return "?"
}

// String prints LIST(10)->60, LIST(0 page 1)->10, LIST(page 2)->10, WATCH(60), WATCH(initial) or
// WATCH(10)->410.
func (c APICall) String() string {
	arg := c.RV
	switch {
	case c.Initial:
		arg = strings.TrimSpace("initial " + c.RV)
	case c.Page > 0:
		arg = strings.TrimSpace(c.RV + " page " + strconv.FormatInt(c.Page, 10))
	}
	text := c.Verb + "(" + arg + ")"
	if c.Answer != "" && c.Answer != "ok" {
		text += "->" + c.Answer
	}
	return text
}

// Duration prints ns as people say it: 5ms, 1.28s, 16m40s.
func Duration(ns int64) string { return time.Duration(ns).String() }

func list(items []string) string { return "[" + strings.Join(items, " ") + "]" }

func set(items []string) string {
	slices.Sort(items)
	return "{" + strings.Join(items, " ") + "}"
}
