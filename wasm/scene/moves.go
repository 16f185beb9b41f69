package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Moves says how the picture of before becomes that of after. events are those of the
// step; they choose the ways: the same key gets from one place to another by Add, by Get
// or by Done, and each crosses other borders. The moves take MaxMs at most.
func Moves(before, after *state.State, events []trace.Event, v View) []Move {
	w := v
	w.Prev = nil
	from := newCanvas(before, &w)
	from.v.Now = before.At
	from.stage()
	v.Prev = before
	to := newCanvas(after, &v)
	to.stage()
	m := &mover{from: from, to: to, a: anchors(from.Out), b: anchors(to.Out), g: to.plan.cross, done: map[string]bool{}}
	m.events(events)
	m.rest()
	return m.finish(v.Scale())
}

// anchor is where a thing stands, with its shapes.
type anchor struct {
	x, y   float64
	pieces [draw.Focus + 1]bool
	shapes []draw.Shape
}

// to is the straight way from a to b.
func (a *anchor) to(b *anchor) *draw.Pen { return draw.From(a.x, a.y).To(b.x, b.y) }

// anchors finds the things of a picture that can move.
func anchors(shapes []draw.Shape) map[string]*anchor {
	out := map[string]*anchor{}
	for _, s := range shapes {
		if !movable(s.ID) {
			continue
		}
		kind, _, _ := strings.Cut(s.ID, ":")
		a := out[s.ID]
		if a == nil {
			a = &anchor{x: math.NaN()}
			out[s.ID] = a
		}
		a.shapes = append(a.shapes, s)
		a.pieces[s.Piece] = true
		if math.IsNaN(a.x) && s.Piece == draw.Whole && (s.Kind != draw.Words || kind == "note") {
			x0, y0, x1, y1 := s.Bounds()
			a.x, a.y = (x0+x1)/2, (y0+y1)/2
		}
	}
	for id, a := range out {
		if math.IsNaN(a.x) {
			delete(out, id)
		}
	}
	return out
}

type mover struct {
	from, to *canvas
	a, b     map[string]*anchor
	g        *cross
	moves    []Move
	done     map[string]bool
	cursor   float64
}

func (m *mover) add(mv Move) { m.moves = append(m.moves, mv) }

// slide moves id along p and hands time on.
func (m *mover) slide(id string, p *draw.Pen, ms float64) {
	m.done[id] = true
	a := m.a[id]
	mv := Move{ID: id, Kind: Slide, Path: p.Segs, StartMs: m.cursor, DurMs: ms, fresh: a == nil, quiet: a != nil && m.laneGone(a)}
	if a != nil {
		mv.from = slices.Clone(a.shapes)
	}
	m.add(mv)
	m.shoulders(id, p, ms)
}

// shoulders fills the ones that are new and drains the ones that go.
func (m *mover) shoulders(id string, p *draw.Pen, ms float64) {
	a, b := m.a[id], m.b[id]
	if b == nil {
		return
	}
	for _, piece := range []draw.Piece{draw.LeftShoulder, draw.RightShoulder} {
		had := a != nil && a.pieces[piece]
		switch {
		case b.pieces[piece] && !had && a != nil:
			m.add(Move{ID: id, Kind: Appear, Piece: piece, StartMs: m.cursor + math.Max(0, ms-fillMs), DurMs: fillMs})
		case had && !b.pieces[piece]:
			mv := Move{ID: id, Kind: Drain, Path: p.Segs, StartMs: m.cursor, DurMs: math.Max(fillMs, ms)}
			for _, s := range a.shapes {
				if s.Piece == piece {
					s.ID = ""
					mv.Shapes = append(mv.Shapes, s)
				}
			}
			m.add(mv)
		}
	}
}

// leave lets the shapes of id go along p and fade.
func (m *mover) leave(id string, p *draw.Pen, ms float64) {
	m.done[id] = true
	mv := Move{ID: id, Kind: Leave, Path: p.Segs, StartMs: m.cursor, DurMs: ms}
	for _, s := range m.a[id].shapes {
		if s.Piece != draw.Focus {
			s.ID = ""
			mv.Shapes = append(mv.Shapes, s)
		}
	}
	m.add(mv)
}

func (m *mover) pass(ms float64) { m.cursor += ms * overlaps }

// events goes through the step in its order. A key that several events of the step move
// goes one way, that of the last.
func (m *mover) events(events []trace.Event) {
	last := map[string]int{} // by token
	due := map[trace.ID]bool{}
	got := map[trace.ID]int{} // the worker that took a key
	for i, e := range events {
		if e.Op == trace.QueueGet {
			got[e.Key] = slices.IndexFunc(m.to.s.Workers, func(w state.Worker) bool { return w.Actor == e.Actor }) + 1
		}
		switch e.Op {
		case trace.HeapDue:
			due[e.Key] = true
		case trace.QueueAdd, trace.QueueFetch, trace.QueueGet, trace.QueueDone, trace.QueueStray:
			last[m.token(e)] = i
		}
	}
	if m.to.plan.tree != nil {
		m.heapSwaps()
	}
	zero := map[trace.ID]bool{}
	for i, e := range events {
		switch e.Op {
		case trace.QueueAdd, trace.QueueFetch, trace.QueueGet, trace.QueueDone, trace.QueueStray:
			if e.Op == trace.QueueAdd && e.Case() == trace.CaseMerged && !zero[e.Key] {
				zero[e.Key] = true
				m.merged(e.Key)
			}
			if last[m.token(e)] == i {
				m.key(e, due[e.Key], got[e.Key])
			}
		case trace.QueueRaise:
			zero[e.Key] = true // it does change something
		case trace.QueueSkip:
			m.nod(e.Key)
		case trace.HeapAdd:
			m.ticket(e.Key)
		case trace.IndexAdd:
			m.tag(e.Key, m.to.s.Text(e.Val))
		case trace.Broken:
			id := m.to.keyID(e.Key)
			m.add(Move{ID: id, Kind: Shake, StartMs: m.cursor, DurMs: shakeMs})
			m.add(Move{ID: id + "+", Kind: Shake, StartMs: m.cursor, DurMs: shakeMs})
		}
	}
}

// merged shows an Add that crosses nothing: a tag touches the token and dissolves, "+0".
func (m *mover) merged(k trace.ID) {
	id := m.to.keyID(k)
	if m.b[id+"+"] != nil { // the one in the line
		id += "+"
	}
	b := m.b[id]
	if b == nil {
		return
	}
	c := &draw.Canvas{}
	c.Box(b.x-20, b.y-70, 40, 24, 4, draw.Plate, draw.Neutral, 1.5).Dash = [2]float64{4, 4}
	c.Words(b.x+34, b.y-52, 16, draw.Start, draw.Text, draw.Bold("+0"))
	m.add(Move{ID: id, Kind: Drop, Path: draw.From(b.x, b.y-58).To(b.x, b.y-34).Segs, StartMs: m.cursor, DurMs: dropMs, Shapes: c.Out})
	m.pass(dropMs)
}

// key moves a key as the call e did; worker taker-1 took it in the same step, none where that is 0.
func (m *mover) key(e trace.Event, due bool, taker int) {
	id := m.token(e)
	if m.g != nil && m.to.s.Priorities() && m.entry(id, e) {
		return
	}
	a, b, g := m.a[id], m.b[id], m.g
	if g == nil {
		return // rest() slides it straight
	}
	done := e.Op == trace.QueueDone || e.Op == trace.QueueStray
	switch {
	case a == nil && b != nil && due && g.ruler.w() == 0:
		return // it appears: the heap it comes from is a counter
	case a == nil && b != nil && due:
		m.slide(id, m.dueWay(e.Key, b), slideMs)
	case a == nil && b != nil && e.Op == trace.QueueAdd:
		m.slide(id, m.addWay(b), slideMs)
	case b != nil && e.Op == trace.QueueAdd && e.Pushed():
		m.done[id] = true // what came in is not what is at work
		m.add(Move{ID: id, Kind: Appear, StartMs: m.cursor, DurMs: fillMs})
	case a != nil && b != nil && e.Op == trace.QueueGet:
		m.slide(id, m.getWay(a, b.x, b.y), slideMs)
	case a != nil && b != nil && e.Pushed():
		back := g.backX()
		m.slide(id, draw.From(a.x, a.y).Bend(a.x, g.ret, back, g.ret, 10).Bend(back, b.y, b.x, b.y, 10), slideMs*1.2)
	case a != nil && b != nil && done:
		m.done[id] = true // another worker is on it still
		return
	case a != nil && b == nil && taker > 0 && slices.Contains(m.from.s.Queue, e.Key): // a whole pass
		x, y := g.proc.x0+36, g.dirty.y1+22
		if lanes := m.to.lanes(g); g.base > 0 && taker <= len(lanes) {
			x, y = lanes[taker-1].x, g.low
		}
		m.leave(id, m.getWay(a, x, y).To(x, g.out()), slideMs)
	case a != nil && b == nil:
		m.leave(id, draw.From(a.x, a.y).To(a.x, math.Max(g.out(), a.y+40)), slideMs)
	case a != nil && b != nil && math.Hypot(a.x-b.x, a.y-b.y) > .5:
		m.slide(id, a.to(b), slideMs)
	case a != nil && b != nil:
		m.done[id] = true
		m.shoulders(id, a.to(b), fillMs)
		return
	default:
		return
	}
	m.follow(e.Key, a, b)
	m.pass(slideMs)
}

// addWay leads from over dirty to b in the line; in a small picture other zones come close.
func (m *mover) addWay(b *anchor) *draw.Pen {
	over := 24.0
	if m.to.sm {
		over = 4
	}
	p := draw.From(m.g.ax, m.g.dirty.y0-over)
	if x := m.g.trough.x0 + m.g.gutter - 4; len(m.g.classes) > 0 && x > m.g.ax { // along the top of the lanes and behind their numbers, not over them
		top := m.g.trough.y0 + 3
		return p.Bend(m.g.ax, top, x, top, 4).Bend(x, b.y, b.x, b.y, 4)
	}
	return p.Bend(m.g.ax, b.y, b.x, b.y, 8)
}

// getWay leads from a in the line, past those that Get passes over, through the corner of both sets to x, y.
func (m *mover) getWay(a *anchor, x, y float64) *draw.Pen {
	g, p, from := m.g, draw.From(a.x, a.y), a.x
	if a.x < g.slot0-1 {
		p, from = p.To(g.slot0, a.y), g.slot0
	}
	if g.above() {
		right := g.proc.x1 - 28
		return p.C(right, a.y, right, g.proc.y0, right, g.proc.y0).C(right, y, x+60, y, x, y)
	}
	px, dY := g.proc.x0, g.dirty.y1
	return p.C(from, a.y+(dY-a.y)*.6, px-24, dY, px, dY).C(px+28, dY, x-60, y, x, y)
}

// out is where a key that leaves is gone: under processing, and over two lines of what the step called.
func (g *cross) out() float64 {
	if at := g.told.y - 30; g.told.two && at > g.proc.y1 {
		return at
	}
	return g.proc.y1 + 40
}

// dueWay leads from the ticket of k along the ruler to b in the line.
func (m *mover) dueWay(k trace.ID, b *anchor) *draw.Pen {
	g, ticket := m.g, "ticket:"+m.to.unique(k)
	p := draw.From(g.ruler.x0, g.ruler.y1)
	if t := m.a[ticket]; t != nil {
		p = draw.From(t.x, t.y).To(g.ruler.x0, t.y)
		m.done[ticket] = true
	}
	if at := g.trough.x0 / 2; g.ruler.x0 != g.trough.x0 { // beside the line, not through its corner
		return p.Bend(g.ruler.x0, g.dirty.y1+16, at, g.dirty.y1+16, 8).Bend(at, b.y, b.x, b.y, 8)
	}
	return p.To(g.ruler.x0, g.trough.y1).Bend(g.trough.x0, b.y, b.x, b.y, 8)
}

// follow moves the lift that holds, or held, the key.
func (m *mover) follow(k trace.ID, a, b *anchor) {
	for _, w := range slices.Concat(m.from.s.Workers, m.to.s.Workers) {
		id := "lift:" + w.Name
		x, y := m.a[id], m.b[id]
		if w.Key != k || m.done[id] || x == nil || y == nil || math.Hypot(x.x-y.x, x.y-y.y) < .5 {
			continue
		}
		m.slide(id, x.to(y), slideMs)
	}
}

// ticket goes from where the key is to its rung.
func (m *mover) ticket(k trace.ID) {
	id := "ticket:" + m.to.unique(k)
	b := m.b[id]
	if b == nil || m.done[id] {
		return
	}
	a := m.a[m.to.keyID(k)]
	if a == nil {
		m.done[id] = true
		m.add(Move{ID: id, Kind: Appear, StartMs: m.cursor, DurMs: fillMs})
		return
	}
	m.slide(id, draw.From(a.x, a.y).C(a.x-80, a.y+40, b.x+60, b.y-30, b.x, b.y), slideMs)
	m.add(Move{ID: "stick:" + m.to.unique(k), Kind: Appear, StartMs: m.cursor + slideMs - fillMs, DurMs: fillMs})
	m.pass(slideMs)
}

// tag goes from rack to rack.
func (m *mover) tag(k trace.ID, posting string) {
	key := m.to.s.Text(k)
	id := "tag:" + posting + ":" + key
	b := m.b[id]
	if b == nil || m.a[id] != nil {
		return
	}
	index, _, _ := strings.Cut(posting, "=")
	for old, a := range m.a {
		if strings.HasPrefix(old, "tag:"+index+"=") && strings.HasSuffix(old, ":"+key) && m.b[old] == nil {
			m.done[old] = true
			m.slide(id, a.to(b), slideMs)
			m.moves[len(m.moves)-1].quiet = true // racks show themselves what came and went
			m.pass(slideMs)
			return
		}
	}
}

// rest moves what no event named: neighbours that close up, things that come and go.
func (m *mover) rest() {
	ids := make([]string, 0, len(m.a)+len(m.b))
	for id := range m.a {
		ids = append(ids, id)
	}
	for id := range m.b {
		if m.a[id] == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	end := Total(m.moves)
	first := len(m.moves)
	defer func() {
		for i := range m.moves[first:] {
			m.moves[first+i].quiet = true
		}
	}()
	m.cursor = 0
	for _, id := range ids {
		a, b := m.a[id], m.b[id]
		if m.done[id] {
			continue
		}
		switch {
		case a != nil && b != nil:
			if math.Hypot(a.x-b.x, a.y-b.y) > .5 {
				m.slide(id, a.to(b), slideMs)
			}
		case a == nil:
			m.come(id, b, end)
		case a.gone(id):
			m.leave(id, draw.From(a.x, a.y).To(a.x+24, a.y), slideMs*.7)
		}
	}
}

// gone reports whether a thing that vanished fades: the ones that were only redrawn do not.
func (a *anchor) gone(id string) bool { return !strings.HasPrefix(id, "stick:") }

// come lets a new thing in from where things of its kind come from.
func (m *mover) come(id string, b *anchor, end float64) {
	kind, _, _ := strings.Cut(id, ":")
	switch {
	case kind == "note":
		m.slide(id, draw.From(b.x+120, b.y).To(b.x, b.y), tearMs)
	case kind == "delta", strings.HasPrefix(id, "obj:store:"):
		m.slide(id, draw.From(b.x-60, b.y).To(b.x, b.y), slideMs)
	default:
		m.add(Move{ID: id, Kind: Appear, StartMs: math.Min(end, slideMs), DurMs: fillMs})
		return
	}
	m.add(Move{ID: id, Kind: Appear, DurMs: fillMs})
}

// finish fits the moves into a step and into the size of the view.
func (m *mover) finish(k float64) []Move {
	squeeze := 1.0
	if t := Total(m.moves); t > MaxMs {
		squeeze = MaxMs / t
	}
	for i := range m.moves {
		mv := &m.moves[i]
		mv.StartMs *= squeeze
		mv.DurMs *= squeeze
		if k == 1 {
			continue
		}
		mv.Path = draw.Shape{Kind: draw.Path, Segs: mv.Path}.Scaled(k).Segs
		for j := range mv.Shapes {
			mv.Shapes[j] = mv.Shapes[j].Scaled(k)
		}
		for j := range mv.from {
			mv.from[j] = mv.from[j].Scaled(k)
		}
	}
	return m.moves
}
