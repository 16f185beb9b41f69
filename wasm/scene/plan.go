package scene

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// A plan says which zones a picture shows, where, and in which order they are painted; each
// layout has its own. This is the only place that asks for layout and plan: Build paints the spots, Moves
// takes the ways of the crossing, a picture has the size of its row.
//
// The whole has three lines of text: objects left to right, notices right to left, keys left to
// right; what waits runs right to left under them. Embed and phone show a piece of it; the other
// zones are counters, 28 px high. Their plan is the same, only turned or cut.

// Names of the plans that a View can ask for.
const (
	All       = "all"
	Workqueue = "workqueue"
	FIFO      = "fifo"
	Store     = "store"
	Heap      = "heap"
	Tree      = "tree" // the delay heap as array and tree
)

// Plans lists the names, the whole first.
var Plans = []string{All, Workqueue, FIFO, Store, Heap, Tree}

// row is a plan in a layout.
type row struct {
	layout Layout
	name   string              // of the plan
	w, h   float64             // natural size, px
	plan   func(*canvas) *plan // of a state: a crowd may stand closer
}

// plan is what a picture shows.
type plan struct {
	spots []spot
	cross *cross    // the crossing that keys move through; nil where they go straight
	tree  *treeRoom // of the heap as array and tree; nil elsewhere
	tale  tale      // of a heap
	foot  float64   // how far under the rungs the longest wait is named
}

// spot is one thing to paint and its room. Some draw at places of their own, which are right
// for the one row that has them.
type spot struct {
	at   rect4
	draw func(*canvas, rect4)
}

// rect4 is a zone: left, top, right, bottom.
type rect4 struct{ x0, y0, x1, y1 float64 }

func (r rect4) w() float64  { return r.x1 - r.x0 }
func (r rect4) h() float64  { return r.y1 - r.y0 }
func (r rect4) cx() float64 { return (r.x0 + r.x1) / 2 }
func (r rect4) cy() float64 { return (r.y0 + r.y1) / 2 }

// tale is a text of a few lines: the first, the second and how far the others follow.
type tale struct {
	caption
	then, pitch float64
	most        int
}

func always(p plan) func(*canvas) *plan { return func(*canvas) *plan { return &p } }

// rows are all there are. A plan that a layout has no row for is shown as Workqueue.
var rows = []row{
	{Wide, Workqueue, 880, 496, always(plan{cross: &crossWide, spots: []spot{{draw: (*canvas).keys}}})},
	{Wide, All, 920, 504, always(plan{cross: &crossPipe, spots: []spot{
		{rect4{0, 0, 188, 128}, (*canvas).server},
		{rect4{204, 0, 352, 128}, (*canvas).reflector},
		{rect4{368, 0, 624, 128}, (*canvas).fifo},
		{rect4{640, 0, 920, 128}, (*canvas).shelf},
		{rect4{188, 60, 204, 60}, (*canvas).arrived},
		{rect4{352, 60, 368, 60}, (*canvas).pushed},
		{rect4{624, 60, 640, 60}, (*canvas).popped},
		{rect4{0, 148, 232, 196}, (*canvas).noticeLane},
		{draw: (*canvas).keys},
		{rect4{48, 196, 48, 264}, (*canvas).addLane},
		{draw: func(c *canvas, _ rect4) { c.gate(c.plan.cross) }},
		{draw: func(c *canvas, _ rect4) { c.drainer(c.plan.cross) }},
		{draw: func(c *canvas, _ rect4) { c.listerReads(c.plan.cross) }},
	}})},
	{Wide, FIFO, 880, 496, func(c *canvas) *plan {
		if len(c.live()) < 2 { // one handler leaves the objects more room than several do
			return fifoWide(352, 2)
		} else if len(c.live()) == 2 {
			return fifoWide(300, 2)
		}
		if len(c.live()) == mostHandlers {
			return fifoWide(288, 2)
		}
		return fifoWide(288, 340) // how many more there are stands before it
	}},
	{Wide, Store, 880, 496, always(plan{spots: []spot{
		{rect4{0, 0, 880, 368}, (*canvas).storeFrame},
		{rect4{0, 0, 480, 368}, (*canvas).shelfRows},
		{rect4{480, 0, 880, 368}, (*canvas).racks},
		{rect4{0, 392, 184, 448}, (*canvas).storeLane},
		{rect4{0, 482, 880, 482}, (*canvas).storeNews},
		{draw: tells(0, 465, 14, 876, false)},
	}})},
	{Wide, Heap, 880, 496, always(plan{
		tale: tale{caption{x: 504, y: 24, size: 16, w: 372}, 46, 20, 3}, foot: 76,
		spots: []spot{{rect4{32, 212, 864, 300}, (*canvas).heapView}, {draw: tells(504, 128, 14, 372, true)}},
	})},
	{Wide, Tree, 880, 496, always(plan{
		tale: tale{caption{x: 504, y: 24, size: 16, w: 372}, 45, 21, 3}, tree: &treeWide,
		spots: []spot{{draw: (*canvas).treeView}},
	})},

	{Embed, Workqueue, 624, 252, func(c *canvas) *plan {
		if len(c.s.Workers) > spokenOf {
			return &plan{cross: &crossEmbedMany, spots: []spot{{draw: (*canvas).keys}}}
		}
		return &plan{cross: &crossEmbed, spots: []spot{{draw: (*canvas).keys}}}
	}},
	{Embed, All, 624, 252, always(plan{cross: &crossMini, spots: []spot{
		{rect4{0, 0, 144, 92}, (*canvas).shortServer},
		{rect4{160, 0, 304, 92}, (*canvas).shortReflector},
		{rect4{320, 0, 464, 92}, (*canvas).shortFIFO},
		{rect4{480, 0, 624, 92}, (*canvas).shortStore},
		{rect4{144, 58, 160, 58}, (*canvas).arrived},
		{rect4{304, 58, 320, 58}, (*canvas).pushed},
		{rect4{464, 58, 480, 58}, (*canvas).popped},
		{draw: (*canvas).miniCross},
		{rect4{0, 222, 420, 250}, foot("handlers", "heap")},
	}})},
	{Embed, FIFO, 624, 252, fifoEmbed},
	{Embed, Store, 624, 252, always(plan{spots: []spot{
		{rect4{0, 0, 300, 206}, (*canvas).smallShelf},
		{rect4{312, 0, 624, 206}, (*canvas).smallRacks},
		{draw: tells(2, 218, 13, 620, false)},
		{rect4{0, 222, 624, 250}, counters("handlers", "fifo", "queue", "processing")},
	}})},
	{Embed, Heap, 624, 252, always(plan{
		tale: tale{caption{x: 6, y: 18, size: 16, w: 336}, 40, 22, 2}, foot: 58,
		spots: []spot{
			{draw: tells(346, 40, 13, 272, true)},
			{rect4{24, 62, 600, 150}, (*canvas).heapView},
			{rect4{6, 222, 618, 250}, heapCounters("queue", "dirty", "processing", "heap")},
		},
	})},
	{Embed, Tree, 624, 252, always(plan{
		tale: tale{caption{x: 6, y: 18, size: 16, w: 612}, 38, 20, 2}, tree: &treeEmbed, // the first cell says the third
		spots: []spot{
			{draw: (*canvas).treeView},
			{rect4{6, 222, 618, 250}, counters("queue", "dirty", "processing", "heap")},
		},
	})},

	{Phone, Workqueue, 374, 448, always(plan{cross: &crossPhone, spots: []spot{{draw: (*canvas).keys}}})},
	{Phone, All, 374, 448, always(plan{cross: &crossPhoneMini, spots: []spot{
		{rect4{0, 0, 181, 84}, (*canvas).shortServer},
		{rect4{193, 0, 374, 84}, (*canvas).shortReflector},
		{rect4{0, 92, 181, 176}, (*canvas).shortFIFO},
		{rect4{193, 92, 374, 176}, (*canvas).shortStore},
		{rect4{0, 184, 374, 218}, foot("handlers", "heap")},
		{draw: (*canvas).miniCross},
	}})},
	{Phone, FIFO, 374, 448, fifoPhone},
	{Phone, Store, 374, 448, always(plan{spots: []spot{
		{rect4{0, 0, 374, 188}, (*canvas).smallShelf},
		{rect4{0, 200, 374, 388}, (*canvas).smallRacks},
		{draw: tells(2, 403, 13, 370, false)},
		{rect4{0, 408, 374, 436}, counters("handlers", "fifo", "queue")},
	}})},
	{Phone, Heap, 374, 448, always(plan{
		tale: tale{caption{x: 6, y: 24, size: 16, w: 362}, 46, 22, 3}, foot: 76,
		spots: []spot{
			{rect4{24, 170, 350, 270}, (*canvas).heapView},
			{draw: tells(6, 128, 14, 362, true)},
			{rect4{0, 372, 374, 400}, heapCounters("queue", "dirty")},
			{rect4{0, 408, 374, 436}, counters("processing", "heap")},
		},
	})},
	{Phone, Tree, 374, 448, always(plan{
		tale: tale{caption{x: 6, y: 24, size: 16, w: 362}, 46, 22, 3}, tree: &treePhone,
		spots: []spot{
			{draw: (*canvas).treeView},
			{rect4{0, 372, 374, 400}, counters("queue", "dirty")},
			{rect4{0, 408, 374, 436}, counters("processing", "heap")},
		},
	})},

	{Live, Workqueue, 920, 560, func(c *canvas) *plan {
		if len(c.s.Queue) > MostNamed {
			return &plan{cross: &crossLiveMany, spots: []spot{{draw: (*canvas).keys}}}
		}
		return &plan{cross: &crossLive, spots: []spot{{draw: (*canvas).keys}}}
	}},
}

// row is the row of the view.
func (v View) row() *row {
	var queue *row
	for i := range rows {
		if r := &rows[i]; r.layout == v.Layout && r.name == v.Plan {
			return r
		} else if r.layout == v.Layout && r.name == Workqueue {
			queue = r
		}
	}
	return queue
}

// Size returns the natural width and height of the view in px.
func (v View) Size() (w, h float64) {
	r := v.row()
	return r.w, r.h
}

// arrived, pushed and popped are the ways from API server to store, see hop.
func (c *canvas) arrived(r rect4) {
	if c.ended() {
		return
	}
	if c.s.Server.Link == "partition" { // the reflector does not know it
		x, y := r.x0+r.w()/2, r.y0
		c.Line(x-4, y-4, x+4, y+4, draw.Err, 2.5)
		c.Line(x-4, y+4, x+4, y-4, draw.Err, 2.5)
		return
	}
	c.hop(r, c.s.Walked(trace.ReflEvent) || c.s.Walked(trace.ReflListed) || c.s.Walked(trace.ReflPage), c.s.Refl.Open)
}

func (c *canvas) pushed(r rect4) {
	c.hop(r, c.s.Walked(trace.FIFOPush) || c.s.Walked(trace.FIFOReplace), false)
}

func (c *canvas) popped(r rect4) {
	c.hop(r, c.s.Walked(trace.StorePut) || c.s.Walked(trace.StoreDel), false)
}

// tells is a line, or two, of what the step called.
func tells(x, y, size, w float64, two bool) func(*canvas, rect4) {
	return func(c *canvas, _ rect4) { c.tellOver(told{caption{x: x, y: y, size: size, w: w}, two, c.sm}) }
}

// counters is a row of zones that are not shown: their names and how many things are in them.
func counters(zones ...string) func(*canvas, rect4) {
	return func(c *canvas, r rect4) { c.counters(r, zones...) }
}

// foot is counters, or what is broken in their place.
func foot(zones ...string) func(*canvas, rect4) {
	return func(c *canvas, r rect4) {
		if c.alarming() {
			c.alarm(r.x0+2, r.x1-2, r.y1-10)
			return
		}
		c.counters(r, zones...)
	}
}

// fifoWide is the first half of the first line at full size, down to low, and the notices
// under it; what the step called begins at told.
func fifoWide(low, told float64) *plan {
	return &plan{spots: []spot{
		{rect4{0, 0, 176, low}, (*canvas).server},
		{rect4{192, 0, 344, low}, (*canvas).reflector},
		{rect4{360, 0, 728, low}, (*canvas).fifo},
		{rect4{744, 0, 880, low}, (*canvas).shelfColumn},
		{rect4{176, 100, 192, 100}, (*canvas).arrived},
		{rect4{344, 100, 360, 100}, (*canvas).pushed},
		{rect4{728, 100, 744, 100}, (*canvas).popped},
		{rect4{0, low + 20, 880, 484}, (*canvas).handlerRows},
		{draw: tells(told, 492, 14, 878-told, false)},
	}}
}

// fifoPhone is the line up to the store, and under it what each handler hears.
func fifoPhone(c *canvas) *plan {
	n := c.handlerLanes()
	low := 362 - 36*float64(n) // where the rows begin, the counters last
	p := &plan{spots: []spot{
		{rect4{0, 0, 181, 126}, (*canvas).server},
		{rect4{193, 0, 374, 126}, (*canvas).reflector},
		{rect4{181, 60, 193, 60}, (*canvas).arrived},
		{rect4{0, 136, 374, low - 12}, (*canvas).fifo},
	}}
	for i := range n {
		p.spots = append(p.spots, spot{rect4{0, low + 36*float64(i), 374, low + 36*float64(i) + 28}, lane(i)})
	}
	p.spots = append(p.spots, spot{rect4{0, 362, 374, 396}, foot("store", "queue", "processing")}, spot{draw: tells(2, 434, 14, 370, true)})
	return p
}

func fifoEmbed(c *canvas) *plan {
	n, last := c.handlerLanes(), 0 // the last row is for counters, or for what is broken
	if len(c.s.Workers) > 0 || c.alarming() || n == 0 {
		last = 1
	}
	low := 256 - 36*float64(n+last)
	floor := low - 12
	if n+last <= 2 { // of more lines under it, the zones need all the room there is
		floor = low - 24
	}
	p := &plan{spots: []spot{
		{rect4{0, 0, 132, floor}, (*canvas).server},
		{rect4{144, 0, 276, floor}, (*canvas).reflector},
		{rect4{288, 0, 624, floor}, (*canvas).fifo},
		{rect4{132, 60, 144, 60}, (*canvas).arrived},
		{rect4{276, 60, 288, 60}, (*canvas).pushed},
	}}
	for i := range n {
		y, x := low+36*float64(i), 0.0
		if i == 0 && last == 0 {
			x = 100
			p.spots = append(p.spots, spot{rect4{0, y, 92, y + 28}, counters("store")})
		}
		p.spots = append(p.spots, spot{rect4{x, y, 624, y + 28}, lane(i)})
	}
	if floor < low-12 {
		p.spots = append(p.spots, spot{draw: tells(2, low-8, 13, 620, false)})
	}
	if last > 0 {
		p.spots = append(p.spots, spot{rect4{0, 220, 624, 248}, foot("store", "handlers", "queue", "processing")})
	}
	return p
}

// hop is the short way between two zones of the first line, drawn once it was walked.
func (c *canvas) hop(r rect4, walked, open bool) {
	if !walked && !open {
		return
	}
	ink, w := draw.Neutral, 2.0
	if open {
		ink, w = draw.Text, 2.5
	}
	c.Line(r.x0, r.y0, r.x1-1, r.y0, ink, w)
	c.Arrow(r.x1-1, r.y0, draw.Right, ink, 6)
}
