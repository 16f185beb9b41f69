package scene

// rect4 is a zone: left, top, right, bottom.
type rect4 struct{ x0, y0, x1, y1 float64 }

func (r rect4) w() float64  { return r.x1 - r.x0 }
func (r rect4) h() float64  { return r.y1 - r.y0 }
func (r rect4) cx() float64 { return (r.x0 + r.x1) / 2 }
func (r rect4) cy() float64 { return (r.y0 + r.y1) / 2 }

// cross is the geometry of the crossing of dirty and processing, in px of its layout.
// Source: the look, section 4, and the scripts of its mock-ups.
type cross struct {
	dirty, proc, trough rect4
	ret                 float64 // y of the way back along the top of dirty
	rail                float64 // y of the line in the trough
	slot0, slotW        float64 // x of the head, distance of slots
	slots               int
	tok                 float64 // height of a large key token
	lanes               [2]float64
	up, low             float64 // y of the two floors of a lift
	base                float64 // y of the workers' discs
	ax                  float64 // x of Add
	door                float64 // x where the way to Get leaves the trough
	z, z2, z3           float64 // type: set names, zone names, captions
	ruler               rect4   // x0, x1: the time ruler; y1: its line; y0: top of its room
	name                string
}

var crossWide = cross{name: "wide", dirty: rect4{0, 44, 840, 284}, proc: rect4{456, 120, 880, 470},
	trough: rect4{40, 148, 432, 228}, ret: 104, rail: 188, slot0: 376, slotW: 112, slots: 3, tok: 64,
	lanes: [2]float64{576, 744}, up: 196, low: 350, base: 424, ax: 64, door: 372,
	z: 18, z2: 16, z3: 14, ruler: rect4{0, 344, 424, 416}}

var crossPipe = cross{name: "pipe", dirty: rect4{0, 220, 884, 352}, proc: rect4{648, 256, 920, 496},
	trough: rect4{24, 266, 624, 318}, ret: 238, rail: 292, slot0: 578, slotW: 92, slots: 6, tok: 44,
	lanes: [2]float64{720, 852}, up: 304, low: 392, base: 448, ax: 48, door: 580,
	z: 16, z2: 15, z3: 14, ruler: rect4{24, 396, 612, 448}}

var crossEmbed = cross{name: "embed", dirty: rect4{0, 26, 600, 150}, proc: rect4{320, 48, 624, 252},
	trough: rect4{20, 66, 306, 120}, ret: 52, rail: 93, slot0: 268, slotW: 76, slots: 3, tok: 42,
	lanes: [2]float64{396, 516}, up: 103, low: 178, base: 222, ax: 36, door: 264,
	z: 15, z2: 15, z3: 14, ruler: rect4{14, 176, 290, 218}}

var crossPhone = cross{name: "phone", dirty: rect4{0, 40, 346, 272}, proc: rect4{20, 176, 374, 440},
	trough: rect4{12, 76, 334, 136}, ret: 70, rail: 106, slot0: 286, slotW: 84, slots: 3, tok: 48,
	lanes: [2]float64{104, 252}, up: 228, low: 330, base: 408, ax: 28, door: 324,
	z: 16, z2: 16, z3: 15}

// crossMini and crossPhoneMini are the last part of the whole line, without lifts and ruler.
var crossMini = cross{name: "mini", dirty: rect4{0, 104, 590, 206}, proc: rect4{430, 130, 624, 252}, trough: rect4{16, 138, 414, 186},
	ret: 118, rail: 162, slot0: 372, slotW: 70, slots: 5, tok: 36, ax: 40}

var crossPhoneMini = cross{name: "mini", dirty: rect4{0, 222, 346, 318}, proc: rect4{220, 250, 374, 382}, trough: rect4{12, 252, 208, 300},
	ret: 236, rail: 276, slot0: 172, slotW: 64, slots: 2, tok: 36, ax: 36}

var crossLive = cross{name: "live", dirty: rect4{0, 40, 884, 284}, proc: rect4{560, 88, 920, 548},
	trough: rect4{24, 96, 536, 244}, ret: 62, rail: 170, slot0: 480, slotW: 112, slots: 4, tok: 64,
	lanes: [2]float64{660, 820}, up: 190, low: 384, base: 470, ax: 12, door: 500,
	z: 17, z2: 16, z3: 14, ruler: rect4{4, 360, 540, 500}}

// crossEmbedMany leaves room for more than two lifts over the name of processing.
var crossEmbedMany = func() cross {
	g := crossEmbed
	g.low, g.base = 168, 214
	return g
}()

// crossLiveMany leaves room for the axis under a unit chart.
var crossLiveMany = func() cross {
	g := crossLive
	g.trough.y1, g.rail = 232, 164
	return g
}()

// place is where one thing of many stands.
type place struct {
	x, y, w, h float64
	style      style
}

// style is how large a key can be drawn; it falls with the number of keys.
type style uint8

const (
	large  style = iota // a token
	chip                // a token with small type
	square              // one flat square a key
)

// queuePlaces gives n keys of the line their places, head first. At most max of them are
// given; more is the number a single square then stands for.
func (g *cross) queuePlaces(n int) (places []place, per int) {
	if n <= g.slots {
		for i := range n {
			places = append(places, place{g.slot0 - float64(i)*g.slotW, g.rail, g.tok * 1.5, g.tok, large})
		}
		return places, 1
	}
	t := g.trough
	x1, room := t.x1-10, t.w()-26
	for _, t3 := range [][3]float64{{32, 77, 40}, {28, 76, 36}, {28, 68, 36}, {24, 60, 29}, {19, 50, 20.8}, {20, 46, 21.5}} {
		h, w, pitch := t3[0], t3[1], t3[2]
		rows, cols := int((t.h()-2)/pitch), int((room+4)/(w+4))
		if rows < 1 || cols < 1 || n > rows*cols || n > 60 {
			continue
		}
		top := t.cy() - float64(rows-1)*pitch/2
		for i := range n {
			// Reads like text, newest first: the last word, bottom right, is next to go.
			r, c := rows-1-i/cols, i%cols
			places = append(places, place{x1 - w/2 - float64(c)*(w+4), top + float64(r)*pitch, w, h, chip})
		}
		return places, 1
	}
	// Smaller squares before one square stands for several keys.
	pitch, per := 6, 1
	fit := func() int { return int((t.h()-10)/float64(pitch)) * int(room/float64(pitch)) }
	for pitch > 4 && fit() < n {
		pitch--
	}
	for fit()*per < n {
		per *= 10
		pitch = 6
	}
	rows, side := int((t.h()-10)/float64(pitch)), float64(pitch-1)
	top := t.cy() - float64(rows*pitch-1)/2
	for i := 0; i < n; i += per {
		k := i / per
		places = append(places, place{x1 - float64((k/rows+1)*pitch) + side/2 + 5, top + float64(k%rows*pitch) + side/2, side, side, square})
	}
	return places, per
}

// held is how workers stand: centre of lane i of n, and the size of what they hold.
type held struct {
	x, w, h float64
	half    bool // too narrow for a name
}

// lanesFor gives the n workers their lanes.
func (g *cross) lanesFor(n int) []held {
	var out []held
	if n <= 2 && (n < 2 || g.lanes[1]+g.tok*.75 <= g.proc.x1-12) {
		for i := range n {
			out = append(out, held{x: g.lanes[i], w: g.tok * 1.5, h: g.tok})
		}
		return out
	}
	x0, x1 := g.proc.x0+12, min(g.proc.x1-12, g.dirty.x1-4) // a raised key stays inside dirty
	pitch := (x1 - x0) / float64(n)
	h := held{}
	switch {
	case pitch >= 120:
		h.h, h.w = min(g.tok, 52), min(g.tok, 52)*1.5
	case pitch >= 72:
		h.h, h.w = 28, pitch-20
	case pitch >= 52:
		h.h, h.w = 28, pitch-10
		h.half = false
	default:
		h.h, h.w, h.half = 28, 24, true
	}
	for i := range n {
		h.x = x0 + pitch*(float64(i)+.5)
		out = append(out, h)
	}
	return out
}

// MaxLanes is how many workers get a lane of their own; more are counted per floor.
const MaxLanes = 12
