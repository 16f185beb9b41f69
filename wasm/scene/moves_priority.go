package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// In a queue with priorities a key can be drawn twice: as what a worker holds, and as its entry in the
// line, whose token has a "+" behind its ID while it is barred.

// nodMs and nodPx are how long, and how far, a key of the line lifts its head when Get passes over it.
const nodMs, nodPx = 240.0, 8.0

// token is the ID of the token that the call e moves.
func (m *mover) token(e trace.Event) string {
	id := m.to.keyID(e.Key)
	if both := trace.Queued | trace.Processing; m.to.s.Priorities() && e.After&both == both {
		id += "+"
	}
	return id
}

// laneGone reports whether a stood in a lane that is no place of the line any more: a ghost or a way from there would stand across
// the edge of the trough, and in the next key.
func (m *mover) laneGone(a *anchor) bool {
	was := m.from.plan.cross
	if was == nil || m.g == nil || len(was.classes) == 0 {
		return false
	}
	at := around(a.shapes[0], 0)
	return was.trough.holds(at) && !m.g.trough.holds(at)
}

// entry moves what has two tokens, or had them; false is everything else.
func (m *mover) entry(id string, e trace.Event) bool {
	line := m.a[id+"+"]
	switch e.Op {
	case trace.QueueFetch:
		if m.a[id] == nil && m.b[id] != nil && m.g.ruler.w() > 0 {
			m.slide(id, m.fetchWay(e.Key, m.b[id]), slideMs)
			m.pass(slideMs)
			return true
		}
	case trace.QueueAdd:
		held := strings.TrimSuffix(id, "+")
		if a, b := m.a[held], m.b[held]; held != id && a != nil && b != nil && !m.done[held] && math.Hypot(a.x-b.x, a.y-b.y) > .5 { // its worker's goes up
			m.slide(held, a.to(b), slideMs)
			m.follow(e.Key, a, b)
		}
	case trace.QueueGet: // it takes the one in the line; whoever held it before is done
		if line != nil {
			m.handBack(id, e.Key)
			m.a[id] = line
			delete(m.a, id+"+")
		}
	case trace.QueueDone:
		b := m.b[id]
		if e.After&trace.Queued == 0 || b == nil {
			return false
		}
		m.handBack(id, e.Key)
		m.a[id] = line
		delete(m.a, id+"+")
		switch {
		case line == nil: // it came in the same step
			delete(m.a, id)
			m.slide(id, m.addWay(b), slideMs)
		case math.Hypot(line.x-b.x, line.y-b.y) > .5:
			m.slide(id, line.to(b), slideMs)
		default:
			m.done[id] = true
			m.shoulders(id, b.to(b), slideMs)
		}
		m.pass(slideMs)
		return true
	}
	return false
}

// handBack lets what a worker holds leave, with its lift.
func (m *mover) handBack(id string, key trace.ID) {
	a := m.a[id]
	if a == nil {
		return
	}
	was := m.done[id]
	m.leave(id, draw.From(a.x, a.y).To(a.x, math.Max(m.g.out(), a.y+40)), slideMs)
	m.moves[len(m.moves)-1].ID = id + "-" // the one in the line keeps the name
	m.done[id] = was
	for _, w := range m.from.s.Workers {
		if i := slices.IndexFunc(m.to.s.Workers, func(o state.Worker) bool { return o.Actor == w.Actor }); w.Key == key && w.Busy && i >= 0 && m.to.s.Workers[i].Busy {
			return // its lift goes with what it takes next
		}
	}
	m.follow(key, a, nil)
}

// fetchWay leads from the ticket of k, wherever that is on the ruler, up to b in the line.
func (m *mover) fetchWay(k trace.ID, b *anchor) *draw.Pen {
	ticket := "ticket:" + m.to.unique(k)
	x, y := m.g.ruler.x0, m.g.ruler.y1
	if t := m.a[ticket]; t != nil {
		x, y = t.x, t.y
		m.done[ticket] = true
	}
	half := (y - b.y) / 2
	way := draw.From(x, y).C(x, y-half, b.x, b.y+half, b.x, b.y)
	var words []rect4
	for _, s := range m.to.Out {
		if s.Kind == draw.Words && s.Y < y && s.Y > m.g.trough.y1 { // between the ruler and the line
			words = append(words, around(s, 4))
		}
	}
	open := func(p *draw.Pen) bool { return slices.Equal(behind(p.Segs, words), p.Segs) }
	if open(way) {
		return way
	}
	low := m.g.trough.y1 + fetchTurn
	for col := x + fetchStep; col < m.g.proc.x0-fetchTurn; col += fetchStep { // beside what is written there
		round := draw.From(x, y).Bend(col, y, col, low, fetchTurn).C(col, low-fetchTurn, b.x, low+fetchTurn, b.x, b.y)
		if open(round) {
			return round
		}
	}
	return way
}

// fetchStep is how far apart the ways are that are tried beside captions, and fetchTurn how they turn, px.
const fetchStep, fetchTurn = 8.0, 12.0

// nod lets a key of the line that Get passes over lift its head.
func (m *mover) nod(k trace.ID) {
	id := m.to.keyID(k) + "+"
	a, b := m.a[id], m.b[id]
	if a == nil || b == nil || m.done[id] {
		return
	}
	m.slide(id, draw.From(a.x, a.y).To((a.x+b.x)/2, min(a.y, b.y)-nodPx).To(b.x, b.y), nodMs)
	m.moves[len(m.moves)-1].quiet = true // it has not gone anywhere
	m.cursor += nodMs / 2
}
