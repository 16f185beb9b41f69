package scene

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Queues side by side: the same calls at the same step, a column a queue. Above stands the crossing as
// that queue has it; beneath, where each key stands and in which order keys were handed out. What reads
// otherwise in another column is framed. On a phone, and beside the playground's controls, the columns
// stand under each other; there is room then for what is beneath at the right.

// Queue is one column: what the same calls did to it.
type Queue struct {
	Name        string
	State, Prev *state.State
	Now         int64  // ns
	Refused     string // why the step's call was not made, for the reader; "" where it was
}

// Of a comparison of queues: its size where columns stand beside each other, and that of a column where they
// stand under each other, on a phone and elsewhere.
const (
	queuesW, queuesH   = 1280.0, 528.0
	queuesPhoneH       = 262.0
	queuesRowW, queueH = 920.0, 282.0
)

// QueuesSize is the natural size of n queues side by side, or under each other.
func QueuesSize(l Layout, n int, under bool) (w, h float64) {
	rows := func(h float64) float64 { return float64(n)*(h+compareGap) - compareGap }
	switch {
	case l == Embed:
		return View{Layout: Embed}.Size()
	case l == Phone:
		w, _ = View{Layout: Phone}.Size()
		return w, rows(queuesPhoneH)
	case under:
		return queuesRowW, rows(queueH)
	}
	return queuesW, queuesH
}

// crossColumn is a crossing without lifts and ruler, for half an article's width.
var crossColumn = cross{dirty: rect4{0, 0, 290, 84}, proc: rect4{196, 16, 306, 116}, trough: rect4{10, 30, 188, 74},
	rail: 52, slot0: 156, slotW: 58, slots: 3, tok: 34, tall: [2]float64{26, 80}, most: 3}

// stands is a key as a row of the comparison says it.
type stands struct{ where, passes string }

// Queues draws them. Of the view it reads Layout and Text.
func Queues(queues []Queue, v View, under bool) []draw.Shape {
	w, h := QueuesSize(v.Layout, len(queues), under)
	wide, under := v.Layout == Wide, under && v.Layout == Wide || v.Layout == Phone
	layout := v.Layout
	if v.Plan = Workqueue; wide {
		v.Layout = Embed
	}
	columns := make([]*canvas, len(queues))
	at := make([]map[string]stands, len(queues))
	handed := make([][]string, len(queues))
	for i, q := range queues {
		v := v
		v.Prev, v.Focus, v.Now, v.Trails = q.Prev, "", q.Now, false
		c := newCanvas(q.State, &v)
		c.col = true
		columns[i], at[i], handed[i] = c, c.standing(), c.handed()
	}
	return abreast(len(queues), w, h, layout, under, func(i int, r rect4) (string, []draw.Shape) {
		q, c := queues[i], columns[i]
		rest, t := rect4{r.x0, c.queueColumn(r, q, wide), r.x1, r.y1}, narrow
		if wide {
			if t = roomy; under {
				rest, t = rect4{r.x0 + 644, r.y0 + 26, r.x1, r.y1}, aside
			}
		}
		c.rows(rest, t, q, i, at, handed)
		return q.Name, c.Out
	})
}

// queueColumn is the upper part of a column: its name and its crossing. It returns where the rest begins.
func (c *canvas) queueColumn(r rect4, q Queue, wide bool) float64 {
	version, z, top := c.Msg("compare.queue."+q.Name), 16.0, 26.0
	if wide {
		z, top = 20, 34
	}
	name := draw.Bold(q.Name)
	if draw.Width([]draw.Run{name}, z)+draw.TextWidth(version, 14, false, false)+16 <= r.w() {
		c.Words(r.x1-2, r.y0+18, 14, draw.End, draw.Text2, draw.Regular(version))
	}
	c.Words(r.x0+2, r.y0+18, z, draw.Start, draw.Text, name)
	from := len(c.Out)
	if wide {
		c.stage()
	} else {
		g := crossColumn
		by := r.w() - g.proc.x1 // the sets reach as far as there is room
		g.dirty.x1, g.proc.x1, g.proc.x0 = g.dirty.x1+by, g.proc.x1+by, g.proc.x0+by/2
		g.trough.x1, g.slot0 = g.trough.x1+by/2, g.slot0+by/2
		c.plan = &plan{cross: c.classed(&g)}
		c.miniCross(r)
	}
	for i := range c.Out[from:] {
		c.Out[from+i] = c.Out[from+i].Shifted(r.x0, r.y0+top)
	}
	_, h := View{Layout: Embed, Plan: Workqueue}.Size()
	if !wide {
		h = crossColumn.proc.y1
	}
	return r.y0 + top + h
}

// rowType is how the rows of a column are written: size, distance, how many, whether a title stands over them,
// and whether a key has a second line for where it stands.
type rowType struct {
	z, pitch         float64
	most             int
	titled, twoLines bool
}

var (
	narrow = rowType{13, 20, 4, false, false}
	roomy  = rowType{15, 26, 5, true, false}
	aside  = rowType{14, 22, 4, true, true}
)

// rows are where each key stands, and the order in which keys were handed out. Where there are more keys
// than rows, those that stand otherwise elsewhere come first.
func (c *canvas) rows(r rect4, t rowType, q Queue, own int, all []map[string]stands, handedOut [][]string) {
	at, handed := all[own], handedOut[own]
	z, pitch, most := t.z, t.pitch, t.most
	y := r.y0 + pitch + 2
	if t.titled {
		c.Fitted(r.x0+2, y, z, r.w()-4, draw.Start, draw.Text, c.Say(draw.Text2, z, "compare.queue.title")...)
		y += 8 + pitch
	}
	differs := func(key string) bool {
		return slices.ContainsFunc(all, func(o map[string]stands) bool { return o[key] != at[key] })
	}
	var keys []string
	for _, o := range all {
		for key := range o {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if len(keys) > most {
		slices.SortStableFunc(keys, func(a, b string) int { return int(b2f(differs(b)) - b2f(differs(a))) })
	}
	name, line := r.w()*.16, 0.0
	if t.twoLines {
		name, line = r.w()*.6, 18
	}
	for i, key := range keys[:min(len(keys), most)] {
		if i == most-1 && len(keys) > most {
			c.Fitted(r.x0+8, y, z, r.w()-16, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(keys)-i))))
			y += pitch
			break
		}
		is, ok := at[key]
		if !ok {
			is = stands{c.Msg("compare.queue.nowhere"), c.Msg("compare.queue.passes", "n", "0")}
		}
		bold := differs(key)
		if bold {
			c.Box(r.x0+1, y-z*.35-(pitch-3)/2, r.w()-2, pitch-3+line, 3, draw.None, draw.Text, 1.5)
		}
		c.Fitted(r.x0+8, y, z, name-8, draw.Start, draw.Text, draw.Bold(draw.Plain(key)))
		passes := draw.TextWidth(is.passes, z, bold, false)
		c.Words(r.x1-8, y, z, draw.End, draw.Text, draw.Run{Text: is.passes, Bold: bold})
		x, room := r.x0+name+4, r.w()-name-passes-24
		if t.twoLines {
			x, room = r.x0+8, r.w()-16
		}
		c.Fitted(x, y+line, z, room, draw.Start, draw.Text, draw.Run{Text: is.where, Bold: bold})
		y += pitch + line
	}
	if len(keys) == 0 {
		c.Fitted(r.x0+8, y, z, r.w()-16, draw.Start, draw.Text2, draw.Regular(c.Msg("compare.queue.none")))
		y += pitch
	}
	runs := c.Say(draw.Text2, z, "compare.queue.handed")
	if len(handed) == 0 {
		runs = append(runs, draw.Inked(c.Msg("compare.queue.nothing"), draw.Text2))
	}
	alike := len(handed) // as elsewhere; of the last of many nobody knows
	for _, o := range handedOut {
		for i := range min(alike, mostHanded-1) {
			if i >= len(o) || o[i] != handed[i] {
				alike = i
				break
			}
		}
	}
	for i, key := range handed {
		ink := draw.Text2
		if i >= alike {
			ink = draw.Text
		}
		runs = append(runs, draw.Run{Text: "  " + draw.Plain(key), Bold: i >= alike, Ink: ink})
	}
	if t.titled {
		y += 6
	}
	c.Fitted(r.x0+2, y, z, r.w()-4, draw.Start, draw.Text, runs...)
	if q.Refused == "" {
		return
	}
	y += pitch
	for _, line := range draw.Wrap(q.Refused, r.w()-4, r.w()-4, z, false, max(1, min(3, 1+int((r.y1-y)/(z+4))))) {
		c.Fitted(r.x0+2, y, z, r.w()-4, draw.Start, draw.Err, draw.Inked(line, draw.Err))
		y += z + 4
	}
}

// standing says of each key where it stands, by name.
func (c *canvas) standing() map[string]stands {
	place, due := map[trace.ID]int{}, map[trace.ID]int64{}
	for i, id := range slices.Backward(c.s.Queue) {
		place[id] = i + 1
	}
	for _, w := range c.s.Heap {
		due[w.Key] = w.Due
	}
	all := map[string]stands{}
	for _, k := range c.s.Keys {
		var parts []string
		say := func(key string, args ...string) { parts = append(parts, c.Msg(key, args...)) }
		if n := place[k.ID]; n > 0 {
			say("compare.queue.line", "n", draw.Number(n))
			if k.Priority != 0 {
				say("compare.queue.priority.of", "n", draw.Int(k.Priority))
			}
		}
		if k.Bits&trace.Processing != 0 {
			who := c.s.Recorder().ActorName(k.Actor)
			say("compare.queue.held", "who", who)
			if k.Bits&trace.Dirty != 0 && place[k.ID] == 0 {
				say("compare.queue.owed")
			}
		}
		if at, ok := due[k.ID]; ok {
			say("compare.queue.waits", "t", draw.Due(at-c.v.Now))
		}
		if len(parts) == 0 {
			say("compare.queue.nowhere")
		}
		all[c.s.Name(k.ID)] = stands{strings.Join(parts, " · "), c.Msg("compare.queue.passes", "n", draw.Number(k.Passes))}
	}
	return all
}

// Bounds of what is told of the keys that were handed out: how many, and how far back it is looked for.
const (
	mostHanded = 10
	handedBack = 5000 // events
)

// handed are the keys that were handed out, the last ones, oldest first.
func (c *canvas) handed() (keys []string) {
	rec := c.s.Recorder()
	for seq := c.s.Seq; seq >= max(rec.Oldest(), 1) && seq+handedBack > c.s.Seq && len(keys) < mostHanded; seq-- {
		if e := rec.Event(seq); e.Op == trace.QueueGet {
			keys = append(keys, c.s.Name(e.Key))
		}
	}
	slices.Reverse(keys)
	return keys
}
