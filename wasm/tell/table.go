package tell

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Columns are those of the state table by the part of the plan that is shown. A real API server
// shows itself in what it sends only, and has no column.
func Columns(part string, server bool) []string {
	switch {
	case part == scene.Store && server:
		return []string{"key", "server", "store", "index", "pending"}
	case part == scene.Store:
		return []string{"key", "store", "index", "pending"}
	case part == scene.FIFO && server:
		return []string{"key", "server", "fifo", "store", "pending"}
	case part == scene.FIFO:
		return []string{"key", "fifo", "store", "pending"}
	case part == scene.Heap:
		return []string{"key", "queue", "sets", "heap", "failures"}
	case part == scene.Tree:
		return []string{"key", "array", "heap", "queue", "sets"}
	case part == scene.All:
		return []string{"key", "store", "queue", "sets", "heap"}
	}
	return []string{"key", "queue", "dirty", "processing", "heap"}
}

// Piece is a part of what a cell says: a text, or a pip of a kind ("no", "dirty", "proc", "wait")
// with what it is called.
type Piece struct {
	Pip, Label string
	Text       string
	Unheard    bool // a pip beside it says so already
}

// Cell is what a cell of the state table says. Where room is little, a due moment stands without
// a sentence around it.
func (t Teller) Cell(r Row, column string, little bool) []Piece {
	pip := func(kind, key string) Piece { return Piece{Pip: kind, Label: t.Say(key)} }
	none := []Piece{pip("no", "table.no")}
	text := func(s string) []Piece {
		if s == "" {
			return none
		}
		return []Piece{{Text: s}}
	}
	var out []Piece
	switch column {
	case "queue":
		if r.Queue == 0 {
			return none
		}
		if r.Twice {
			return text(t.Ordinal(r.Queue) + " ×2")
		}
		return text(t.Ordinal(r.Queue) + r.priority())
	case "dirty":
		if r.Key.Bits&trace.Dirty != 0 {
			out = []Piece{pip("dirty", "table.yes")}
		}
	case "processing":
		if r.Key.Bits&trace.Processing != 0 {
			out = []Piece{pip("proc", "table.yes"), {Text: r.Worker}}
		}
	case "sets":
		if r.Key.Bits&trace.Dirty != 0 {
			out = append(out, pip("dirty", "table.dirty"))
		}
		if r.Key.Bits&trace.Processing != 0 {
			out = append(out, pip("proc", "table.processing"), Piece{Text: r.Worker})
		}
	case "heap":
		due := t.Say("table.dueAt", "t", Clock(r.Due))
		switch {
		case !r.Waits:
		case little:
			out = []Piece{{Pip: "wait", Label: due + r.priority()}, {Text: Clock(r.Due) + r.priority(), Unheard: true}}
		default:
			out = []Piece{pip("wait", "table.yes"), {Text: due + r.priority()}}
		}
	case "array":
		if r.Waits {
			return text("[" + strconv.Itoa(r.Array) + "]")
		}
	case "failures":
		return text(strconv.FormatInt(r.Key.Failures, 10))
	case "fifo":
		if r.FIFO > 0 {
			return text(strconv.Itoa(r.FIFO) + "Δ")
		}
	case "store":
		if r.Stored {
			return text("@" + Middle(r.Store.RV, 10))
		}
	case "server":
		if r.Served {
			return text("@" + Middle(r.Server.RV, 10))
		}
	case "index":
		return text(Middle(strings.Join(r.Postings, ", "), 16))
	case "pending":
		n := ""
		if r.Pending > 0 {
			n = strconv.Itoa(r.Pending)
		}
		if r.InHand {
			n = strings.TrimSpace(t.Say("table.inHand") + " " + n)
		}
		return text(n)
	}
	if out == nil {
		return none
	}
	return out
}

// priority is what the key's entry has, where that is not 0: a wait shows its own nowhere else, and the line
// only where it has lanes.
func (r Row) priority() string {
	if r.Key.Priority == 0 {
		return ""
	}
	return " · " + Middle(draw.Int(r.Key.Priority), 8)
}

// Ordinal prints a number of the queue: 1st, 22nd, 第 3.
func (t Teller) Ordinal(n int) string {
	text := strconv.Itoa(n)
	if t.Lang == "en" {
		switch {
		case n%100 >= 11 && n%100 <= 13:
			text += "th"
		case n%10 >= 1 && n%10 <= 3:
			text += []string{"st", "nd", "rd"}[n%10-1]
		default:
			text += "th"
		}
	}
	return t.Say("table.place", "n", text)
}

// Standing is what stands over the table: how the reflector does, where there is one, and what it
// has collected of a list that is not stored yet; else the moment, ns.
func (t Teller) Standing(s *state.State, at int64) string {
	if s != nil && s.Refl.State != "" {
		state := "refl." + s.Refl.State
		if s.Crash != "" {
			state = "refl.Ended"
		}
		stands := []string{t.Say(state), "rv " + OrDash(s.Refl.RV)}
		if n := s.Refl.Lists + s.Refl.Watches; n > 0 && s.Server.Known {
			stands = append(stands, t.Say("table.wire", "n", strconv.Itoa(n), "most", strconv.Itoa(s.Refl.Most)))
		}
		if n := s.Refl.InHand; n > 0 && s.Crash == "" {
			stands = append(stands, t.Say("table.collected", "n", strconv.Itoa(n)))
		}
		for i, part := range stands { // the line breaks between two of them
			stands[i] = strings.ReplaceAll(part, " ", "\u00a0")
		}
		return strings.Join(stands, dot)
	}
	return t.Say("page.time", "t", Clock(at))
}
