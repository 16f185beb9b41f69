package scene

import (
	"math"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// tok says how a key token looks. Source: the look, section 5.
type tok struct {
	bits    uint8   // trace.Dirty hatches the left shoulder, trace.Processing fills the right
	w       float64 // 0: from the name
	size    float64 // of the letter; 0: from the height
	focus   bool
	gap     float64 // to its neighbours, px; 0 is enough for the ring of a focus
	ghost   bool
	broken  bool // dashed in the error role
	ring    float64
	hasRing bool
}

// KeyID returns the ID of the key's token in a picture of s, and what Focus of a View is for it:
// "key:" and its whole text, with a number where others print alike.
func KeyID(s *state.State, id trace.ID) string {
	c := &canvas{s: s, names: map[string]int{}}
	text := s.Text(id)
	for _, k := range s.Keys {
		if s.Text(k.ID) == text {
			c.names[text]++
		}
	}
	return c.keyID(id)
}

// keyID is the ID of a key's token.
func (c *canvas) keyID(id trace.ID) string { return "key:" + c.unique(id) }

// unique is the text of a key, with a number where another key prints alike.
func (c *canvas) unique(id trace.ID) string {
	text := c.s.Text(id)
	if c.names[text] < 2 {
		return text
	}
	n := 0
	for _, k := range c.s.Keys {
		if c.s.Text(k.ID) == text {
			n++
		}
		if k.ID == id {
			break
		}
	}
	return text + "#" + strconv.Itoa(n)
}

// name is the key as the stage prints it.
func (c *canvas) name(id trace.ID) string { return draw.Plain(c.s.Name(id)) }

// Of a token's height, px: a smaller one has thinner lines and less room, and one without room for a
// ring has a bar in its place.
const largeToken, ringToken = 40.0, 28.0

// edgeWidth is how wide the edge of a smaller token is, and tightRing that of one which has the focus and stands
// too close to others for a ring around it, px.
const edgeWidth, tightRing = 1.5, 3.0

// shoulder is the width of a token's shoulder at height h.
func shoulder(h float64) float64 { return math.Max(5, math.Round(h*.28)) }

// token draws the key token centred on x, y.
func (c *canvas) token(x, y, h float64, name string, o tok) {
	sh := shoulder(h)
	z := o.size
	if z == 0 {
		z = math.Round(h * .5)
	}
	w := o.w
	if w == 0 {
		w = h * 1.5
	}
	x0, y0, r, sw := x-w/2, y-h/2, math.Max(3, math.Round(h*.14)), 2.0
	if h < largeToken {
		sw = edgeWidth
	}
	room := w - 2*sh - 4
	if o.bits == 0 {
		room = w - 10
	}
	tx := x
	if one := o.bits & (trace.Dirty | trace.Processing); h < largeToken && (one == trace.Dirty || one == trace.Processing) {
		room, tx = w-sh-8, x+sh/2
		if one == trace.Processing {
			tx = x - sh/2
		}
	}
	if o.hasRing {
		room = ringRoom(w, h)
		tx = x + h*.3
	}
	name, z = fitName(name, z, room)
	runs := []draw.Run{draw.Bold(name)}
	if o.ghost {
		c.Box(x0, y0, w, h, r, draw.None, draw.Neutral, 1.5).Dash = [2]float64{4, 4}
		c.Words(x, y+z*.35, z, draw.Middle, draw.Neutral, runs...)
		return
	}
	out := 7.0
	if h < largeToken {
		out = 5
	}
	tight := o.gap > 0 && o.gap < out+2
	if o.focus && !tight {
		c.Box(x0-out, y0-out, w+2*out, h+2*out, r+out-1, draw.None, draw.Text, 2).Piece = draw.Focus
	}
	c.Box(x0, y0, w, h, r, draw.Plate, draw.None, 0)
	clip := func(s *draw.Shape) *draw.Shape {
		s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR = x0, y0, w, h, r
		return s
	}
	if o.bits&trace.Dirty != 0 {
		s := clip(c.Box(x0, y0, sh, h, 0, draw.Plate, draw.None, 0))
		s.Piece, s.Hatch, s.HatchPitch, s.HatchWidth = draw.LeftShoulder, draw.Dirty, 7, 3.6
		if h < largeToken {
			s.HatchPitch, s.HatchWidth = 5, 2.6
		}
		c.Line(x0+sh, y0, x0+sh, y0+h, draw.Dirty, sw).Piece = draw.LeftShoulder
	}
	if o.bits&trace.Processing != 0 {
		clip(c.Box(x0+w-sh, y0, sh, h, 0, draw.Proc, draw.None, 0)).Piece = draw.RightShoulder
	}
	edge := c.Box(x0, y0, w, h, r, draw.None, draw.Text, sw)
	if o.broken {
		edge.Stroke, edge.Dash = draw.Err, [2]float64{6, 4}
	}
	if o.focus && tight { // its edge is thicker, and touches no neighbour's
		out = math.Min(o.gap-edgeWidth, 1.75) - tightRing/2
		c.Box(x0-out, y0-out, w+2*out, h+2*out, r, draw.None, draw.Text, tightRing).Piece = draw.Focus
	}
	if o.hasRing {
		width := 2.5
		if h >= largeToken {
			width = 4
		}
		c.Ring(x0+h*.42+2, y, h*.22, o.ring, draw.Wait, width, draw.Line)
	}
	c.Words(tx, y+z*.35, z, draw.Middle, draw.Text, runs...)
}

// ringRoom is the room for the name in a token of w×h that has a ring.
func ringRoom(w, h float64) float64 { return w - h*.68 - 10 }

// fitName makes a bold name smaller, down to 13 px, before it takes letters away.
func fitName(name string, z, room float64) (string, float64) {
	if w := draw.TextWidth(name, z, true, false); w > room {
		z = math.Max(math.Min(z, 13), z*room/w)
	}
	if draw.TextWidth(name, z, true, false) > room && z > 12 {
		z = 12
	}
	return draw.Ellipsis(name, room, z, true, false), z
}

// brief is a key's name at most width px wide, for captions.
func (c *canvas) brief(id trace.ID, width, size float64) string {
	return draw.Ellipsis(c.name(id), width, size, false, false)
}

// obj says how an object looks.
type obj struct {
	size  float64 // 0: 16
	ghost bool
	focus bool
	sub   string
	edge  draw.Ink // None: BodyEdge
	dash  bool
}

// object draws a filled block with a foot: name bold, @rv in mono.
func (c *canvas) object(x, y, w, h float64, name, rv string, o obj) {
	z := o.size
	if z == 0 {
		z = 16
	}
	ink, edge := draw.Text, o.edge
	if edge == draw.None {
		edge = draw.BodyEdge
	}
	if o.focus {
		c.Box(x-7, y-7, w+14, h+14, 6, draw.None, draw.Text, 2).Piece = draw.Focus
	}
	if o.ghost {
		c.Box(x, y, w, h, 0, draw.None, draw.Neutral, 1.5).Dash = [2]float64{4, 4}
		ink = draw.Text3
	} else {
		b := c.Box(x, y, w, h, 0, draw.Body, edge, 1.5)
		if o.dash {
			b.Dash = [2]float64{4, 3}
		} else {
			foot := 4.0
			if h < 24 {
				foot = 2.5
			}
			c.Box(x, y+h-foot, w, foot, 0, edge, draw.None, 0)
		}
	}
	runs := []draw.Run{draw.Bold(name)}
	if rv != "" {
		runs = append(runs, draw.Mono("@"+rv, z-1))
	}
	ty := y + h/2 + z*.3 - 1
	if o.sub != "" {
		ty = y + z + 6
	}
	c.Fitted(x+10, ty, z, w-16, draw.Start, ink, runs...)
	if o.sub != "" {
		sub := draw.Text2
		if o.ghost {
			sub = draw.Text3
		}
		c.Fitted(x+10, y+2*z+8, z-2, w-16, draw.Start, sub, draw.Regular(o.sub))
	}
}

// glyphs of delta types and of watch events.
var glyphs = [...]string{"", "＋", "Δ", "✕", "⇄", "⟳", "▤", "⟳", "⚑"}

// deltaCard draws one delta: a block with a cut corner; a DeletedFinalStateUnknown is dashed.
func (c *canvas) deltaCard(x, y, w, h float64, d state.Delta, out bool) {
	kind := trace.DeltaNames[min(int(d.Type), len(trace.DeltaNames)-1)]
	edge := draw.BodyEdge
	if d.Type == trace.DeltaDeleted {
		edge = draw.Err
	}
	p := c.Path(draw.From(x, y).H(x+w-10).To(x+w, y+10).V(y+h).H(x).Close(), edge, 1.5)
	p.Fill = draw.Body
	if d.Unknown {
		p.Dash = [2]float64{4, 3}
	}
	room := w - 14
	first := []draw.Run{draw.Bold(glyphs[min(int(d.Type), len(glyphs)-1)] + " "), draw.Regular(kind)}
	var second []draw.Run
	switch {
	case d.Type == trace.DeltaBookmark || d.Type == trace.DeltaReplacedAll:
		second = []draw.Run{draw.Mono("rv "+d.RV, 14)}
	case d.Key != 0:
		second = []draw.Run{draw.Bold(c.name(d.Key)), draw.Mono("@"+d.RV, 14)}
		if d.Unknown {
			first = []draw.Run{draw.Bold("✕ "), draw.Regular("DFSU")}
		}
	}
	switch {
	case h < 32: // one line: the glyph says what it is where the word has no room
		line := append(append(first[:len(first):len(first)], draw.Regular(" ")), second...)
		if draw.Width(line, 12) > room {
			line = append([]draw.Run{first[0]}, second...)
		}
		c.Fitted(x+7, y+h/2+5, 13-b2f(draw.Width(line, 13) > room), room, draw.Start, draw.Text, line...)
	case w < 84 || h < 40: // smaller type before a word is cut
		c.Fitted(x+6, y+min(20, h/2-4), 12, w-10, draw.Start, draw.Text, first...)
		c.Fitted(x+6, y+h-min(11, h/4-1), 14-b2f(h < 40), w-10, draw.Start, draw.Text, second...)
	default:
		up, low := 20.0, 11.0
		if h < 46 { // both lines nearer to the edges
			up, low = h/2-3, h*.2
		}
		c.Fitted(x+8, y+up, 14, room-8, draw.Start, draw.Text, first...)
		c.Fitted(x+8, y+h-low, 15, room, draw.Start, draw.Text, second...)
	}
}

// lift draws a worker: base disc with name and ring, stem, and the bracket that holds.
func (c *canvas) lift(x, base, hold, tokW, room float64, name string, busy bool, frac float64) {
	ink := draw.Neutral
	if busy {
		ink = draw.Proc
	}
	bw, dy := tokW+20, 4.0
	if tokW > 80 {
		bw, dy = tokW+32, 6
	}
	bw = min(bw, room) // apart from its neighbours
	hold += dy
	stem := c.Line(x, hold+8, x, base-14, ink, 3)
	stem.Piece = draw.Stem
	l, r := x-bw/2, x+bw/2
	p := draw.From(l, hold-14-dy).V(hold+2).Q(l, hold+8, l+6, hold+8).H(r-6).Q(r, hold+8, r, hold+2).V(hold - 14 - dy)
	c.Path(p, ink, 3).RoundCap = true
	c.ID = "base:" + name
	c.Disc(x, base, 15, draw.Plate, draw.Line, 3)
	if busy {
		c.Ring(x, base, 15, frac, draw.Proc, 3.5, draw.None)
	}
	runs, z := draw.Fit([]draw.Run{draw.Bold(name)}, 13, 24)
	c.Words(x, base+4.5, z, draw.Middle, draw.Text, runs...)
}
