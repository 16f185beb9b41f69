package scene

import "github.com/informerscope/informerscope/wasm/draw"

// cross is the geometry of the crossing of dirty and processing, in px of its layout, with all
// that differs from layout to layout. Source: the look, section 4, and the scripts of its
// mock-ups.
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
	small               float64 // type of captions
	ruler               rect4   // x0, x1: the time ruler; y1: its line; y0: top of its room

	notes []note // what is written, in the order painted
	add   way    // where Add comes in; none is drawn where a handler stands above
	back  bool   // dots in the trough lead on to the back of the line
	get   getWay
	due   way // from the ruler into the back of the queue
	idle  way // the same from a ruler without "now", where it differs

	ages   bool    // a unit chart has room for an axis under it
	beside int     // how many workers have what they do beside their discs; of more it stands beneath
	sink   float64 // how much higher the discs are then
	wordy  bool    // a worker says it in a sentence
	rings  bool    // of three and more only the rings say it

	minute  bool    // the ruler names a minute
	empty   caption // under a ruler on which nothing waits; at its foot when there is none
	waits   caption // over what waits
	ticket  float64 // height of the first few that wait
	alarm   rect4   // x0, x1 and y1, its baseline
	lower   float64 // baseline of the alarm under what waits, where it differs
	stray   rect4   // x0, y0: centre of a key nobody holds; x1: its width; y1: room for words beside
	tearPad float64 // what a tear leaves free over and under a copy at work
	told    told    // what the step called
	tieFrom float64 // left end of the sentence on a tie in dirty

	tall    [2]float64 // top and bottom of a trough with lanes
	most    int        // how many it has at most
	classes []class    // those it has, see classed
	word    string     // what stands beside the first of their priorities; "" where there is no room
	gutter  float64    // how far their priorities reach
	form    [3]float64 // of the tokens in them, see classForms
}

// caption is a line of text: its place, type and message.
type caption struct {
	x, y, size, w float64
	key           string
}

// note is a caption of the crossing, and how it is drawn.
type note struct {
	say func(*canvas, *cross, caption)
	caption
}

// way is a line that things go, with the tip and the direction of its head.
type way struct {
	path      *draw.Pen
	x, y, dir float64
}

// getWay leads from the trough through the corner into processing: c1y is how far down it
// leaves the trough, in and out are how flat it passes the corner, and it comes to its end
// from back px before, up px over the lower floor.
type getWay struct {
	c1y, in, out, back, up float64
	width                  float64
	knot                   float64 // radius of the disc on the corner
	most                   float64 // x at which it ends at the latest; 0 is none
	stem                   float64 // how far before the stem of a raised lift it ends; 0 is before its bracket
	on                     bool    // dots lead on to the first free worker
	fixed                  way     // one way whoever works, with its disc at at
	many                   way     // the same beside more than two lifts
	at                     [2]float64
}

var crossWide = cross{dirty: rect4{0, 44, 840, 284}, proc: rect4{456, 120, 880, 470},
	trough: rect4{40, 148, 432, 228}, ret: 104, rail: 188, slot0: 376, slotW: 112, slots: 3, tok: 64,
	lanes: [2]float64{576, 744}, up: 196, low: 350, base: 424, ax: 64, door: 372,
	small: 14, ruler: rect4{0, 344, 424, 416},
	notes: []note{
		{(*canvas).noteCalled, caption{x: 40, y: 26, size: 16, w: 800}},
		{(*canvas).noteDirty, caption{88, 82, 18, 340, "stage.dirty"}},
		{(*canvas).noteQueue, caption{x: 52, y: 258, size: 16, w: 380}},
		{(*canvas).noteProcessing, caption{864, 462, 18, 392, "stage.processing"}},
		{(*canvas).noteBoth, caption{476, 150, 16, 330, "stage.both"}},
		{(*canvas).noteGet, caption{444, 312, 14, 300, "stage.get"}},
		{(*canvas).noteRaised, caption{}},
		{(*canvas).noteOutside, caption{0, 376, 16, 436, "stage.outside"}},
	},
	add: way{draw.From(64, 36).To(64, 146), 64, 146, draw.Down}, back: true,
	get:    getWay{c1y: 268, in: 24, out: 28, back: 28, up: 10, width: 2, knot: 7, on: true},
	due:    way{draw.From(1, 344).V(312).Bend(1, 300, 20, 300, 8).Bend(20, 300, 20, 200, 0.1).Bend(20, 188, 38, 188, 8), 38, 188, draw.Right},
	beside: 2, sink: 14, wordy: true,
	waits: caption{0, 460, 15, 424, ""}, ticket: 36,
	alarm: rect4{x0: 0, x1: 448, y1: 468}, lower: 484, told: told{caption: caption{x: 0, y: 491, size: 14, w: 876}, apart: true}, stray: rect4{500, 450, 64, 110}, tearPad: 9, tieFrom: 2, tall: [2]float64{98, 236}, most: 4}

var crossPipe = cross{dirty: rect4{0, 220, 884, 352}, proc: rect4{648, 256, 920, 496},
	trough: rect4{24, 266, 624, 318}, ret: 238, rail: 292, slot0: 578, slotW: 92, slots: 6, tok: 44,
	lanes: [2]float64{720, 852}, up: 304, low: 392, base: 448, ax: 48, door: 580,
	small: 14, ruler: rect4{24, 396, 612, 448},
	notes: []note{
		{(*canvas).noteDirty, caption{80, 249, 16, 400, "stage.dirty"}},
		{(*canvas).noteQueue, caption{x: 72, y: 339, size: 15, w: 480}},
		{(*canvas).noteGet, caption{636, 374, 13, 120, "stage.get.name"}},
		{(*canvas).noteProcessing, caption{908, 485, 16, 240, "stage.processing.short"}},
		{(*canvas).noteWorks, caption{662, 274, 14, 110, "stage.both.name"}},
	},
	get:    getWay{c1y: 344, in: 28, out: 14, back: 18, up: 8, width: 2, knot: 6, most: 706},
	due:    way{draw.From(36, 396).V(320), 36, 320, draw.Up},
	beside: 1, sink: 14,
	empty: caption{24, 424, 15, 508, ""}, waits: caption{40, 380, 15, 380, ""}, ticket: 30,
	alarm: rect4{x0: 24, x1: 640, y1: 492}, told: told{caption: caption{x: 24, y: 492, size: 14, w: 612}}, stray: rect4{684, 481, 48, 100}, tearPad: 9, tieFrom: 2, tall: [2]float64{258, 318}, most: 3}

var crossEmbed = cross{dirty: rect4{0, 26, 600, 150}, proc: rect4{320, 48, 624, 252},
	trough: rect4{20, 66, 306, 120}, ret: 57, rail: 93, slot0: 268, slotW: 76, slots: 3, tok: 42,
	lanes: [2]float64{396, 516}, up: 103, low: 178, base: 222, ax: 36, door: 264,
	small: 14, ruler: rect4{14, 176, 290, 218},
	notes: []note{
		{(*canvas).noteCalled, caption{x: 14, y: 16, size: 15, w: 600}},
		{(*canvas).noteDirty, caption{56, 47, 15, 240, "stage.dirty.short"}},
		{(*canvas).noteQueue, caption{x: 28, y: 139, size: 15, w: 250}},
		{(*canvas).noteBoth, caption{332, 67, 15, 250, "stage.both.short"}},
		{(*canvas).noteProcessing, caption{612, 244, 15, 140, "stage.processing.short"}},
		{(*canvas).noteGet, caption{308, 174, 14, 200, "stage.get.short"}},
		{(*canvas).noteChanged, caption{460, 100, 15, 130, "stage.changed.short"}},
	},
	add: way{draw.From(36, 22).To(36, 64), 36, 64, draw.Down}, back: true,
	get:    getWay{c1y: 144, in: 24, out: 20, back: 28, up: 8, width: 1.5, knot: 6, on: true},
	due:    way{draw.From(14, 176).V(160).Bend(8, 150, 8, 103, 4).Bend(8, 93, 18, 93, 6), 18, 93, draw.Right},
	beside: 2, rings: true, ticket: 28,
	alarm: rect4{x0: 14, x1: 312, y1: 200}, told: told{caption: caption{x: 22, y: 170, size: 13, w: 236}, apart: true}, stray: rect4{x0: 352, y0: 234, x1: 44}, tearPad: 9, tieFrom: 160, tall: [2]float64{56, 121}, most: 3}

var crossPhone = cross{dirty: rect4{0, 40, 346, 272}, proc: rect4{20, 176, 374, 440},
	trough: rect4{12, 76, 334, 136}, ret: 70, rail: 106, slot0: 286, slotW: 84, slots: 3, tok: 48,
	lanes: [2]float64{104, 252}, up: 228, low: 330, base: 402, ax: 28, door: 324,
	small: 15,
	notes: []note{
		{(*canvas).noteCalledIfWell, caption{x: 12, y: 17, size: 16, w: 354}},
		{(*canvas).noteDirty, caption{44, 64, 16, 280, "stage.dirty.short"}},
		{(*canvas).noteQueue, caption{x: 20, y: 162, size: 16, w: 270}},
		{(*canvas).noteGetAlways, caption{300, 202, 14, 0, "stage.get.name"}},
		{(*canvas).noteTurns, caption{172, 226, 16, 150, "stage.both.owed"}},
		{(*canvas).noteProcessingAside, caption{340, 298, 16, 90, "stage.processing.short"}},
	},
	add: way{draw.From(28, 36).To(28, 74), 28, 74, draw.Down}, back: true,
	get: getWay{width: 2, knot: 6, at: [2]float64{346, 176},
		fixed: way{draw.From(324, 136).C(340, 144, 346, 160, 346, 176).C(352, 196, 360, 240, 360, 300).C(360, 330, 350, 336, 322, 336), 320, 336, draw.Left},
		many:  way{draw.From(324, 136).C(340, 144, 346, 160, 346, 176).C(352, 196, 360, 240, 360, 300).V(322), 360, 324, draw.Down}},
	beside: 2, sink: 14,
	alarm: rect4{x0: 6, x1: 372, y1: 13}, told: told{caption: caption{x: 44, y: 35, size: 13, w: 326}, apart: true}, stray: rect4{60, 426, 64, 120}, tearPad: 2, tieFrom: 2, tall: [2]float64{73, 136}, most: 3}

// crossMini and crossPhoneMini are the last part of the whole line, without lifts and ruler.
var crossMini = cross{dirty: rect4{0, 104, 590, 206}, proc: rect4{430, 124, 624, 252}, trough: rect4{16, 138, 414, 186},
	ret: 133, rail: 162, slot0: 372, slotW: 70, slots: 5, tok: 36, ax: 40, told: told{caption: caption{x: 2, y: 218, size: 13, w: 420}, apart: true}, tall: [2]float64{132, 200}, most: 3}

var crossPhoneMini = cross{dirty: rect4{0, 222, 346, 318}, proc: rect4{220, 240, 374, 382}, trough: rect4{12, 254, 208, 302},
	ret: 249, rail: 278, slot0: 172, slotW: 64, slots: 2, tok: 36, ax: 36, told: told{caption{x: 2, y: 424, size: 14, w: 370}, true, true}, tall: [2]float64{250, 313}, most: 3}

// crossQuarter stands over a heap, at a quarter of its height.
var crossQuarter = cross{dirty: rect4{0, 0, 424, 112}, proc: rect4{296, 36, 480, 152}, trough: rect4{24, 48, 280, 96},
	rail: 72, slot0: 244, slotW: 66, slots: 3, tok: 36, tall: [2]float64{37, 97}, most: 3}

var crossLive = cross{dirty: rect4{0, 40, 884, 284}, proc: rect4{560, 88, 920, 548},
	trough: rect4{24, 96, 536, 244}, ret: 62, rail: 170, slot0: 480, slotW: 112, slots: 4, tok: 64,
	lanes: [2]float64{660, 820}, up: 190, low: 384, base: 470, ax: 12, door: 500,
	small: 14, ruler: rect4{4, 360, 540, 500},
	notes: []note{
		{(*canvas).noteRates, caption{32, 24, 16, 500, "stage.live.handlers"}},
		{(*canvas).noteCounts, caption{}},
		{(*canvas).noteHeld, caption{}},
	},
	add:    way{draw.From(12, 34).Bend(12, 120, 20, 120, 8), 23, 120, draw.Right},
	get:    getWay{c1y: 268, in: 20, out: 22, back: 16, width: 2, knot: 6, stem: 18},
	due:    way{draw.From(4, 360).Bend(12, 320, 12, 210, 4).Bend(12, 200, 22, 200, 8), 22, 200, draw.Right},
	idle:   way{draw.From(12, 500).Bend(12, 200, 22, 200, 8), 22, 200, draw.Right},
	ages:   true,
	beside: 2, minute: true,
	waits: caption{4, 344, 16, 536, "stage.heap.live"}, ticket: 36,
	alarm: rect4{x0: 0, x1: 552, y1: 552}, stray: rect4{604, 514, 64, 110}, tearPad: 9, tieFrom: 2, tall: [2]float64{96, 244}, most: 4}

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
	g.tall[1] = 232
	return g
}()

// place is where one thing of many stands.
type place struct {
	x, y, w, h float64
	style      style
	at, n      int // which of the line: a square may stand for several
}

// style is how large a key can be drawn; it falls with the number of keys.
type style uint8

const (
	large  style = iota // a token
	chip                // a token with small type
	square              // one flat square a key
)

// chipGap is how far chips stand apart side by side, px.
const chipGap = 4.0

// MostNamed is how many keys are drawn with their names at most: more are squares.
const MostNamed = 60

// queuePlaces gives n keys of the line their places, head first. At most max of them are
// given; more is the number a single square then stands for.
func (g *cross) queuePlaces(n int) (places []place, per int) {
	if len(g.classes) > 0 {
		return g.classPlaces()
	}
	if n <= g.slots {
		for i := range n {
			places = append(places, place{g.slot0 - float64(i)*g.slotW, g.rail, g.tok * 1.5, g.tok, large, i, 1})
		}
		return places, 1
	}
	t := g.trough
	x1, room := t.x1-10, t.w()-26
	for _, t3 := range [][3]float64{{32, 77, 40}, {28, 76, 36}, {28, 68, 36}, {24, 60, 29}, {19, 50, 20.8}, {20, 46, 21.5}} {
		h, w, pitch := t3[0], t3[1], t3[2]
		rows, cols := int((t.h()-2)/pitch), int((room+chipGap)/(w+chipGap))
		if rows < 1 || cols < 1 || n > rows*cols || n > MostNamed {
			continue
		}
		rows = (n + cols - 1) / cols // as many as it takes, in the middle
		top := t.cy() - float64(rows-1)*pitch/2
		for i := range n {
			// Reads like text, newest first: the last word, bottom right, is next to go.
			r, c := rows-1-i/cols, i%cols
			places = append(places, place{x1 - w/2 - float64(c)*(w+chipGap), top + float64(r)*pitch, w, h, chip, i, 1})
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
		places = append(places, place{x1 - float64((k/rows+1)*pitch) + side/2 + 5, top + float64(k%rows*pitch) + side/2, side, side, square, i, min(per, n-i)})
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
