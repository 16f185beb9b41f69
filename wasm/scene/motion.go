package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/outline"
)

// MoveKind says what a move does to the shapes of its ID.
type MoveKind uint8

const (
	Slide  MoveKind = iota // along Path; Path ends where Build puts the shape
	Appear                 // fades in
	Leave                  // Shapes go along Path and fade out
	Drop                   // Shapes go along Path and dissolve: "+0"
	Drain                  // Shapes follow Path while they fade: a shoulder that empties
	Shake                  // once, to both sides: a promise is broken
)

// Durations in ms at 1×. Source: the look, section 9, and the page's list of motions.
const (
	slideMs  = 350.0
	fillMs   = 180.0
	dropMs   = 250.0
	tearMs   = 400.0
	shakeMs  = 250.0
	MaxMs    = 900.0 // of one step
	shakePx  = 5.0
	overlaps = .55 // the next motion of a step begins after this part of the one before
)

// Move is one motion within a step.
type Move struct {
	ID             string
	Kind           MoveKind
	Piece          draw.Piece // for Appear: only this piece; Whole is all of it
	Path           []draw.Seg // of the centre, absolute
	StartMs, DurMs float64
	// Shapes are drawn only while the move runs; they stand at the beginning of Path.
	Shapes []draw.Shape

	quiet bool         // a neighbour that closes up: it leaves no trail
	fresh bool         // it was not in the picture before: it leaves a way, but no ghost
	from  []draw.Shape // of a Slide: how it stood at the beginning of Path
}

// Total is how long moves take, ms.
func Total(moves []Move) float64 {
	t := 0.0
	for _, m := range moves {
		t = math.Max(t, m.StartMs+m.DurMs)
	}
	return t
}

// At returns the shapes at at ms into the moves that lead to them. From Total on they are
// shapes itself; before, what moves comes last, on top. A step back plays the moves of the step with at falling from Total, twice
// as fast.
func At(shapes []draw.Shape, moves []Move, at float64) []draw.Shape {
	if at >= Total(moves)-1e-6 {
		return shapes
	}
	byID := map[string][]Move{}
	for _, m := range moves {
		byID[m.ID] = append(byID[m.ID], m)
	}
	out := make([]draw.Shape, 0, len(shapes)+8)
	var top []draw.Shape // what moves passes over what stands
	for _, s := range shapes {
		if ms := byID[s.ID]; s.ID != "" && under(ms, at) {
			top = append(top, moved(s, ms, at))
		} else if s.ID != "" {
			out = append(out, moved(s, ms, at))
		} else {
			out = append(out, s)
		}
	}
	out = append(out, top...)
	for _, m := range moves {
		t := phase(m, at)
		if len(m.Shapes) == 0 || t >= 1 || t < 0 && m.Kind == Drop {
			continue
		}
		e := ease(math.Max(0, t))
		dx, dy := 0.0, 0.0
		if len(m.Path) > 0 {
			x, y := outline.Walk(m.Path, e)
			dx, dy = x-m.Path[0].X, y-m.Path[0].Y
		}
		for _, s := range m.Shapes {
			out = append(out, draw.Faded(s.Shifted(dx, dy), 1-fade(m.Kind, t)))
		}
	}
	return out
}

// fade is how much of a passing shape is gone at t.
func fade(k MoveKind, t float64) float64 {
	t = math.Max(0, t)
	if k == Leave || k == Drop {
		return math.Max(0, (t-.5)*2)
	}
	return t
}

// under reports whether one of moves carries its thing along at that time.
func under(moves []Move, at float64) bool {
	return slices.ContainsFunc(moves, func(m Move) bool { return m.Kind == Slide && phase(m, at) < 1 })
}

func moved(s draw.Shape, moves []Move, ms float64) draw.Shape {
	for _, m := range moves {
		t := phase(m, ms)
		switch m.Kind {
		case Slide:
			if t >= 1 || len(m.Path) == 0 {
				continue
			}
			x, y := outline.Walk(m.Path, ease(math.Max(0, t)))
			end := m.Path[len(m.Path)-1]
			dx, dy := x-end.X, y-end.Y
			if s.Piece == draw.Stem && len(s.Segs) > 0 {
				s.Segs = slices.Clone(s.Segs)
				s.Segs[0].X += dx
				s.Segs[0].Y += dy
				continue
			}
			s = s.Shifted(dx, dy)
		case Appear:
			if t < 1 && (m.Piece == draw.Whole || m.Piece == s.Piece) {
				s = draw.Faded(s, math.Max(0, t))
			}
		case Shake:
			if t > 0 && t < 1 {
				s = s.Shifted(shakePx*math.Sin(t*2*math.Pi)*(1-t), 0)
			}
		}
	}
	return s
}

// phase is the part of m that is over: below 0 before it begins.
func phase(m Move, ms float64) float64 {
	if m.DurMs <= 0 {
		return 1
	}
	return (ms - m.StartMs) / m.DurMs
}

// ease is an ease-out.
func ease(t float64) float64 { return 1 - math.Pow(1-t, 3) }

// WayDash are the dots of a way that something came, railDash those of one that things may go.
var WayDash, railDash = [2]float64{1, 7}, [2]float64{2, 6}

// Trail returns shapes with what a reader needs who sees no motion: where each thing of
// the step came from, as a ghost, and its way, dotted. Stills and reduced motion show this.
func Trail(shapes []draw.Shape, moves []Move) []draw.Shape {
	under := map[int][]draw.Shape{} // by place in shapes, of what comes before it
	var words, ghosts, things []rect4
	for _, s := range shapes {
		switch {
		case s.Kind == draw.Words:
			words = append(words, around(s, 2))
		case s.Kind == draw.Rect && s.Piece == draw.Whole && s.Fill != draw.None && movable(s.ID):
			things = append(things, around(s, 0))
		}
	}
	for _, m := range moves {
		if m.quiet || m.Kind != Slide && m.Kind != Leave || len(m.Path) < 2 || strings.HasPrefix(m.ID, "lift:") {
			continue
		}
		start, end := m.Path[0], m.Path[len(m.Path)-1]
		if math.Hypot(start.X-end.X, start.Y-end.Y) < 30 {
			continue
		}
		at := aboveZones(shapes, m.Path)
		own := m.Shapes
		if m.Kind == Slide {
			own = m.from
		}
		hidden, left := words, []draw.Shape(nil)
		if left = ghost(own); !m.fresh && len(left) > 0 {
			hidden = append(slices.Clip(words), around(left[0], 2))
		}
		way := behind(m.Path, hidden)
		if n := len(way); m.Kind == Leave && n > 3 && way[n-2].Op == 'M' && math.Hypot(way[n-1].X-way[n-2].X, way[n-1].Y-way[n-2].Y) < 20 {
			way = way[:n-2] // it ends at the last words, of which it would only show a stump
		}
		if len(way) > 0 && seen(way, things) >= leastWay {
			under[at] = append(under[at], draw.Shape{Kind: draw.Path, Segs: way, Stroke: draw.Neutral, StrokeWidth: 2, Dash: WayDash, RoundCap: true})
		}
		if !m.fresh && !drawnAlready(shapes, left) && !taken(words, left) {
			left = besideStem(left, shapes)
			under[at] = append(under[at], left...)
			if len(left) > 0 {
				ghosts = append(ghosts, around(left[0], 2))
			}
		}
	}
	if len(under) == 0 {
		return shapes
	}
	var out []draw.Shape
	for i := range len(shapes) + 1 {
		out = append(out, under[i]...)
		if i == len(shapes) {
			break
		}
		s := shapes[i]
		if s.Kind == draw.Path && (s.Dash == WayDash || s.Dash == railDash) && s.RoundCap { // dots do not run through a ghost
			s.Segs = behind(s.Segs, ghosts)
		}
		if head(s) && slices.ContainsFunc(ghosts, func(g rect4) bool { return g.holds(around(s, 0)) }) {
			continue // what it pointed at has gone, and its outline would be read as another name
		}
		out = append(out, s)
	}
	return out
}

// leastWay is how much of a way has to be seen, px: two dots between keys that stand side by side tell nothing.
const leastWay = 20.0

// seen is how long the parts of a way are that lie under none of things.
func seen(way []draw.Seg, things []rect4) (px float64) {
	for _, line := range (outline.To{Scale: 1, Stray: 0.3}).Path(behind(way, things)) {
		for i := 1; i < len(line.Points); i++ {
			a, b := line.Points[i-1], line.Points[i]
			px += math.Hypot(a.X-b.X, a.Y-b.Y)
		}
	}
	return px
}

// head reports whether s is the head of a way.
func head(s draw.Shape) bool {
	return s.Kind == draw.Path && s.ID == "" && s.Fill == draw.None && s.RoundCap && s.Dash == [2]float64{} && len(s.Segs) == 3
}

// holds reports whether o lies in r.
func (r rect4) holds(o rect4) bool {
	return r.x0 <= o.x0 && o.x1 <= r.x1 && r.y0 <= o.y0 && o.y1 <= r.y1
}

// besideStem moves the name of a ghost beside the stem of the lift that passes before it, or leaves it out
// where it is too long: the lift holds the key itself up.
func besideStem(ghost, shapes []draw.Shape) []draw.Shape {
	if len(ghost) < 2 {
		return ghost
	}
	box, name := around(ghost[0], 0), around(ghost[1], 2)
	for _, s := range shapes {
		if stem := around(s, 0); s.Piece != draw.Stem || stem.x1 < name.x0 || name.x1 < stem.x0 || stem.y1 < name.y0 || name.y1 < stem.y0 {
			continue
		} else if room := stem.x0 - box.x0 - 8; room < name.w()-4 {
			return ghost[:1]
		} else {
			ghost[1].X, ghost[1].Anchor = (box.x0+stem.x0)/2, draw.Middle
			return ghost
		}
	}
	return ghost
}

// drawnAlready reports whether the picture has the ghost by itself, as of a key that was done.
func drawnAlready(shapes, ghost []draw.Shape) bool {
	return len(ghost) > 0 && slices.ContainsFunc(shapes, func(s draw.Shape) bool {
		g := ghost[0]
		return s.Kind == draw.Rect && s.Dash == g.Dash && math.Abs(s.X-g.X) < 2 && math.Abs(s.Y-g.Y) < 2
	})
}

// taken reports whether something that has a name, or words, stand where the ghost would.
func taken(words []rect4, ghost []draw.Shape) bool {
	return len(ghost) > 0 && slices.ContainsFunc(words, func(w rect4) bool {
		g := around(ghost[0], 0)
		return min(w.x1, g.x1)-max(w.x0, g.x0) > 4 && min(w.y1, g.y1)-max(w.y0, g.y0) > 4
	})
}

// aboveZones is the place of the first thing that is painted after all zones that a way crosses: put
// there, the way is seen on each of them, and covers none of the things in the last.
func aboveZones(shapes []draw.Shape, way []draw.Seg) int {
	x0, y0, x1, y1 := way[0].X, way[0].Y, way[0].X, way[0].Y
	for _, s := range way {
		x0, y0, x1, y1 = min(x0, s.X), min(y0, s.Y), max(x1, s.X), max(y1, s.Y)
	}
	at := 0
	for i, s := range shapes {
		if strings.HasPrefix(s.ID, "zone:") && s.Kind == draw.Rect && s.Fill != draw.None && s.X < x1 && x0 < s.X+s.W && s.Y < y1 && y0 < s.Y+s.H {
			at = i
		}
	}
	for at < len(shapes) && !movable(shapes[at].ID) {
		at++
	}
	return at
}

func movable(id string) bool {
	kind, _, _ := strings.Cut(id, ":")
	return slices.Contains([]string{"key", "ticket", "stick", "slot", "obj", "delta", "note", "tag", "lift"}, kind)
}

// around is the box of s and by px more.
func around(s draw.Shape, by float64) rect4 {
	x0, y0, x1, y1 := s.Bounds()
	return rect4{x0 - by, y0 - by, x1 + by, y1 + by}
}

// behind leaves out of a way what lies in boxes: it passes behind words, and begins where the ghost of
// what went it ends. A way that meets none stays as it is, with its curves.
func behind(way []draw.Seg, boxes []rect4) []draw.Seg {
	out, met := []draw.Seg(nil), false
	for _, line := range (outline.To{Scale: 1, Stray: 0.3}).Path(way) {
		on := false // the piece before went on to here
		for i := 1; i < len(line.Points); i++ {
			a, b := line.Points[i-1], line.Points[i]
			parts := outside(a, b, boxes)
			for _, part := range parts {
				if p := a.Lerp(b, part[0]); !on || part[0] > 0 {
					out = append(out, draw.Seg{Op: 'M', X: p.X, Y: p.Y})
				}
				q := a.Lerp(b, part[1])
				out = append(out, draw.Seg{Op: 'L', X: q.X, Y: q.Y})
			}
			on = len(parts) > 0 && parts[len(parts)-1][1] == 1
			met = met || len(parts) != 1 || parts[0] != [2]float64{0, 1}
		}
	}
	if !met {
		return way
	}
	return out
}

// outside are the parts of the line from a to b, from 0 to 1, that lie in no box.
func outside(a, b outline.Point, boxes []rect4) [][2]float64 {
	parts := [][2]float64{{0, 1}}
	for _, box := range boxes {
		from, to := 0.0, 1.0
		for _, side := range [4][2]float64{{a.X - b.X, a.X - box.x0}, {b.X - a.X, box.x1 - a.X}, {a.Y - b.Y, a.Y - box.y0}, {b.Y - a.Y, box.y1 - a.Y}} {
			switch t := side[1] / side[0]; {
			case side[0] == 0 && side[1] < 0:
				to = -1
			case side[0] < 0:
				from = max(from, t)
			case side[0] > 0:
				to = min(to, t)
			}
		}
		if from >= to {
			continue
		}
		var left [][2]float64
		for _, p := range parts {
			if p[0] < from {
				left = append(left, [2]float64{p[0], min(p[1], from)})
			}
			if p[1] > to {
				left = append(left, [2]float64{max(p[0], to), p[1]})
			}
		}
		parts = left
	}
	return parts
}

// ghost is the dashed outline of a thing with its name.
func ghost(own []draw.Shape) (out []draw.Shape) {
	for _, s := range own {
		switch {
		case s.Kind == draw.Rect && s.Piece == draw.Whole && len(out) == 0:
			out = append(out, draw.Shape{Kind: draw.Rect, X: s.X, Y: s.Y, W: s.W, H: s.H, R: s.R, Stroke: draw.Neutral, StrokeWidth: 1.5, Dash: [2]float64{4, 4}})
		case s.Kind == draw.Words && len(out) == 1:
			w := draw.Shape{Kind: draw.Words, X: s.X, Y: s.Y, Size: s.Size, Anchor: s.Anchor, Fill: draw.Text3}
			for _, r := range s.Runs {
				r.Ink = draw.None
				w.Runs = append(w.Runs, r)
			}
			return append(out, w)
		}
	}
	return out
}
