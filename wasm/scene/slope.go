package scene

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Which version of one object does each place have? Places stand under each other in the
// order in which news travels, versions from left to right: where the line leans to the
// left, somebody works from the past. Staleness is a slope.

// Holder is a place on the way of an object, and the version of it that it has.
type Holder struct {
	Name    string // in the reader's language
	RV      int64  // 0: none
	Deleted bool   // what it has is that the object is gone
	Note    string // what it has instead of a version; "" with one
	Worker  bool
}

// maxVersions is how many versions have a column.
const maxVersions = 7

// Holders lists who has which version of the object under key, in the order of the way:
// API server, reflector, FIFO, store, handlers, and the workers that are on it.
func Holders(s *state.State, key trace.ID, text func(key string, args ...string) string) []Holder {
	c := newCanvas(s, &View{Text: text})
	var out []Holder
	add := func(h Holder, name, none string, args ...string) {
		h.Name = c.Msg(name, args...)
		if h.RV == 0 && h.Note == "" {
			h.Note = c.Msg(none)
		}
		out = append(out, h)
	}
	if s.Server.Known {
		add(c.written(key, math.MaxInt64), "slope.server", "slope.server.none")
		h := Holder{}
		if s.Refl.RV != "" {
			h = c.written(key, trace.Number(s.Refl.RV))
		}
		add(h, "slope.reflector", "slope.reflector.none")
	}
	add(c.inFIFO(key), "slope.fifo", "slope.fifo.none")
	h := Holder{}
	if it, ok := s.Store.Get(key); ok {
		h.RV = trace.Number(s.Recorder().Object(it.Object).RV)
	}
	add(h, "slope.store", "slope.store.none")
	for i, l := range c.live() {
		if i < 3 {
			add(c.heard(l.Name, key), "slope.handler", "slope.handler.none", "name", draw.Plain(l.Name))
		}
	}
	for _, w := range s.Workers {
		if !w.Busy || w.Key != key {
			continue
		}
		h := Holder{Worker: true}
		if w.ReadKey == key {
			h.RV = w.ReadRV
		}
		if w.Read && w.ReadKey == key && w.ReadRV == 0 {
			h.Note = c.Msg("slope.worker.nothing")
		}
		add(h, "slope.worker", "slope.worker.none", "worker", w.Name)
	}
	return out
}

// written is the newest version of an object that the API server wrote, up to rv.
func (c *canvas) written(key trace.ID, rv int64) (h Holder) {
	if it, ok := c.s.Server.Objects.Get(key); ok { // the log has the last writes only
		if at := trace.Number(c.s.Recorder().Object(it.Object).RV); at <= rv {
			h.RV = at
		}
	}
	for _, e := range c.s.Server.Log {
		if e.Key == key && e.RV <= rv {
			h = Holder{RV: e.RV, Deleted: e.Type == trace.WatchDeleted}
		}
	}
	return h
}

// inFIFO is the newest version of an object that waits to be popped or is being worked in.
func (c *canvas) inFIFO(key trace.ID) (h Holder) {
	for _, l := range slices.Backward(c.lots()) { // lots has the next to pop first
		for _, d := range slices.Backward(l.deltas) {
			if d.Key == key {
				return Holder{RV: trace.Number(d.RV), Deleted: d.Type == trace.DeltaDeleted}
			}
			for _, ref := range d.List {
				if ref.Key == key {
					return Holder{RV: trace.Number(c.s.Recorder().Object(ref.Object).RV)}
				}
			}
		}
	}
	return h
}

// heard is the last version of an object that a handler was called with.
func (c *canvas) heard(handler string, key trace.ID) (h Holder) {
	for _, call := range c.s.Calls {
		if call.Handler == handler && call.Note.Key == key {
			h = Holder{RV: call.Note.RV, Deleted: call.Note.Kind == trace.NoteDelete}
		}
	}
	return h
}

// Versions lists which versions of an object the API server ever wrote, oldest first.
func Versions(s *state.State, key trace.ID) (rvs []int64) {
	for _, e := range s.Server.Log {
		if e.Key == key {
			rvs = append(rvs, e.RV)
		}
	}
	return rvs
}

// columns are the versions that get one: those that somebody has, and of the others the
// newest ones there is room for.
func columns(holders []Holder, versions []int64) []int64 {
	var rvs []int64
	for _, p := range holders {
		if p.RV != 0 && !slices.Contains(rvs, p.RV) {
			rvs = append(rvs, p.RV)
		}
	}
	for _, rv := range slices.Backward(versions) {
		if len(rvs) < maxVersions && !slices.Contains(rvs, rv) {
			rvs = append(rvs, rv)
		}
	}
	slices.Sort(rvs)
	return rvs[max(0, len(rvs)-maxVersions):]
}

// Slope draws holders at a width, over columns for them and for other versions; h is the
// height it takes.
func Slope(holders []Holder, versions []int64, width float64) (shapes []draw.Shape, h float64) {
	c := &canvas{names: map[string]int{}}
	const row, top, z = 30.0, 28.0, 15.0
	h = top + row*float64(len(holders)) + 4
	rvs, label := columns(holders, versions), 0.0
	for _, p := range holders {
		label = math.Max(label, draw.TextWidth(p.Name, z, p.Worker, false))
	}
	x0 := math.Min(label, width*.5) + 22
	x := func(rv int64) float64 {
		i := max(slices.Index(rvs, rv), 0)
		if len(rvs) == 1 {
			return width - 20
		}
		return x0 + float64(i)*(width-20-x0)/float64(len(rvs)-1)
	}
	y := func(i int) float64 { return top + (float64(i)+.5)*row }
	last := -100.0
	for i, rv := range rvs {
		c.Line(x(rv), top-4, x(rv), h-4, draw.Line, 2)
		if text := draw.Tail(rv); x(rv)-last > draw.TextWidth(text, 13, false, true)+6 || i == 0 {
			c.Words(x(rv), 14, 13, draw.Middle, draw.Text2, draw.Run{Text: text, Mono: true, Bold: i == len(rvs)-1})
			last = x(rv)
		}
	}
	way := &draw.Pen{}
	for i, p := range holders {
		if p.RV == 0 {
			continue
		}
		s := draw.Seg{Op: 'L', X: x(p.RV), Y: y(i)}
		if len(way.Segs) == 0 {
			s.Op = 'M'
		}
		way.Push(s)
	}
	if len(way.Segs) > 1 {
		c.Path(way, draw.Neutral, 2.5)
	}
	before := width // x of the last place that has a version
	for i, p := range holders {
		c.Fitted(0, y(i)+5, z, x0-18, draw.Start, draw.Text, draw.Run{Text: p.Name, Bold: p.Worker})
		if p.RV == 0 {
			at, anchor := x0-4, draw.Start // beside the line, not over it
			if before < (x0+width)/2 {
				at, anchor = width-8, draw.End
			}
			c.Plate(at, y(i)+5, 14, width-x0, anchor, draw.Bg, draw.Inked(p.Note, draw.Text3))
			continue
		}
		before = x(p.RV)
		const d = 16.0
		fill := draw.Body
		if p.Worker {
			fill = draw.Text
		}
		b := c.Box(x(p.RV)-d/2, y(i)-d/2, d, d, 0, fill, draw.Text, 2)
		if p.Deleted {
			b.Stroke, b.Dash = draw.Err, [2]float64{4, 3}
			c.Words(x(p.RV), y(i)+5, 13, draw.Middle, draw.Text, draw.Run{Text: "✕", Bold: true, Ink: draw.Err})
		}
	}
	return c.Out, h
}
