package scene

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// The store: a shelf of objects by key, racks of keys by index value, and under both the
// lane on which handlers hear of a change.

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// shelf is the store in a small box.
func (c *canvas) shelf(r rect4) {
	c.panel(r, "store", "zone.store")
	items := c.s.Store.Items
	room := rect4{r.x0 + 12, r.y0 + 40, r.x1 - 12, r.y1 - 12}
	switch {
	case len(items) == 0:
		c.quiet(r, "stage.store.empty")
	case len(items) == 1 && r.w() > 240 && r.h() > 100:
		it := items[0]
		o := c.s.Recorder().Object(it.Object)
		id := "obj:store:" + c.s.Text(it.Key)
		c.as("tag:store:"+c.s.Text(it.Key), func() { c.token(r.x0+40, r.y0+68, 28, c.name(it.Key), tok{w: 52, size: 14}) })
		c.as(id, func() {
			c.object(r.x0+76, r.y0+40, r.w()-88, 56, c.name(it.Key), o.RV, touched(it, obj{sub: where(o), focus: c.v.Focus == id}))
		})
	default:
		c.items(room, "store", items, 76, 30, 128, 40)
	}
	c.halfBox(rect4{r.x0 + 6, r.y0 + 34, r.x1 - 6, r.y1 - 6})
}

// where prints what an object's second line says.
func where(o trace.Object) string {
	s := o.Key
	if o.Node != "" {
		s += ", node " + o.Node
	}
	return plain.Replace(s)
}

// halfBox marks a store that holds half of a list while handlers run.
func (c *canvas) halfBox(r rect4) {
	if !c.halfReplaced() {
		return
	}
	b := c.box(r.x0, r.y0, r.w(), r.h(), 4, None, Err, 2)
	b.Dash = [2]float64{6, 4}
}

// storeFrame holds store and index at full size.
func (c *canvas) storeFrame(r rect4) {
	c.as("zone:store", func() { c.box(r.x0, r.y0, r.w(), r.h(), 6, Panel, Line, 1.5) })
	c.title("store").fitted(20, 32, 18, 440, Start, Text, c.say(Text2, 18, "zone.store.key")...)
	c.as("zone:index", func() { c.line(480, r.y0, 480, r.y1, Line, 1.5) })
}

// storeNews is what is broken, or else what comes in.
func (c *canvas) storeNews(r rect4) {
	if !c.alarming() {
		c.incoming()
	}
	c.alarm(r.x0, r.x1, r.y1)
}

// incoming says which event of the watch arrived in this step or, when none did, which
// writes at the API server are still to arrive.
func (c *canvas) incoming() {
	f := &c.s.Refl
	if f.Events == 0 || c.v.Prev != nil && f.Events <= c.v.Prev.Refl.Events || f.LastType <= 0 || int(f.LastType) >= len(trace.WatchNames) {
		c.ahead()
		return
	}
	key, args := "stage.incoming", []string{"type", trace.WatchNames[f.LastType], "rv", f.LastRV, "from", plain.Replace(f.From)}
	if f.From == "" {
		key, args = "stage.incoming.only", args[:4]
	}
	c.fitted(0, 482, 14, 860, Start, Text3, norm(c.msg(key, args...)))
}

// ahead names the writes that the reflector has not read.
func (c *canvas) ahead() {
	seen, err := strconv.ParseInt(c.s.Refl.RV, 10, 64)
	if err != nil {
		return
	}
	runs := []Run{norm(c.msg("stage.ahead"))}
	for _, e := range c.s.Server.Log {
		if e.RV > seen {
			runs = append(runs, norm("   "))
			runs = append(runs, c.write(e)...)
		}
	}
	if len(runs) > 1 {
		c.fitted(0, 482, 14, 860, Start, Text3, runs...)
	}
}

// old is the object under key before this step.
func (c *canvas) old(key trace.ID) (trace.Object, bool) {
	if c.v.Prev == nil {
		return trace.Object{}, false
	}
	it, ok := c.v.Prev.Store.Get(key)
	return c.s.Recorder().Object(it.Object), ok
}

func (c *canvas) shelfRows(rect4) {
	items := c.s.Store.Items
	if len(items) == 0 {
		c.fitted(20, 110, 15, 440, Start, Text3, norm(c.msg("stage.store.empty")))
		return
	}
	pitch, h := 132.0, 80.0
	switch {
	case len(items) > 4:
		c.halfBox(rect4{8, 48, 472, 316})
		c.items(rect4{20, 60, 460, 310}, "store", items, 84, 28, 140, 44)
		return
	case len(items) > 2:
		pitch, h = 66, 46
	}
	for i, it := range items {
		y := 64 + float64(i)*pitch
		o := c.s.Recorder().Object(it.Object)
		key, id := c.s.Text(it.Key), "obj:store:"+c.s.Text(it.Key)
		c.as("tag:store:"+key, func() { c.token(72, y+h/2, min(40, h-6), c.name(it.Key), tok{w: 72}) })
		c.line(108, y+h/2, 151, y+h/2, Neutral, 2)
		c.arrow(151, y+h/2, right, Neutral, 6)
		c.as(id, func() { c.bigObject(160, y, 292, h, it, o, id) })
		c.line(16, y+h+12, 460, y+h+12, Neutral, 3)
	}
	c.halfBox(rect4{8, 48, 472, 316})
	key, args := c.storeCaption()
	if c.halfReplaced() {
		key, args = "stage.store.half", nil
	}
	if key != "" {
		c.fitted(20, 342, 15, 440, Start, Text2, c.say(Text2, 15, key, args...)...)
	}
}

func (c *canvas) bigObject(x, y, w, h float64, it state.Item, o trace.Object, id string) {
	c.object(x, y, w, h, "", "", touched(it, obj{focus: c.v.Focus == id}))
	old, had := c.old(it.Key)
	runs := []Run{bold(c.name(it.Key)), code("@"+o.RV, 17)}
	if h < 60 {
		if o.Node != "" {
			runs = append(runs, Run{Text: "   nodeName: ", Ink: Text2, Size: 15}, Run{Text: o.Node, Ink: Text2, Size: 15, Bold: had && old.Node != o.Node})
		}
		c.fitted(x+14, y+h/2+5, 18, w-24, Start, Text, runs...)
		return
	}
	c.fitted(x+14, y+28, 20, w-28, Start, Text, runs...)
	if o.Node == "" {
		return
	}
	moved := had && old.Node != o.Node
	line := []Run{inkd("nodeName: ", Text2), {Text: plain.Replace(o.Node), Bold: moved, Ink: Text2}}
	if moved {
		line[1].Ink = Text
		line = append(line, inkd("   "+c.msg("stage.was", "v", plain.Replace(old.Node)), Text3))
	}
	c.fitted(x+14, y+52, 16, w-28, Start, Text2, line...)
}

// storeCaption says what this step did to the shelf.
func (c *canvas) storeCaption() (key string, args []string) {
	if c.v.Prev == nil {
		return "", nil
	}
	for _, it := range c.s.Store.Items {
		o := c.s.Recorder().Object(it.Object)
		old, had := c.old(it.Key)
		switch {
		case it.Touched:
			return "stage.store.touched", []string{"obj", c.name(it.Key) + "@" + o.RV}
		case !had:
			key, args = "stage.store.new", []string{"new", c.name(it.Key) + "@" + o.RV}
		case old.RV != o.RV:
			return "stage.store.took", []string{"new", c.name(it.Key) + "@" + o.RV, "old", c.name(it.Key) + "@" + old.RV}
		}
	}
	for _, it := range c.v.Prev.Store.Items {
		if _, still := c.s.Store.Get(it.Key); !still {
			return "stage.store.gone", []string{"old", c.name(it.Key) + "@" + c.s.Recorder().Object(it.Object).RV}
		}
	}
	return key, args
}

// rack is one value of an index, now and before.
type rack struct {
	name, value string
	keys, was   []trace.ID
}

// allRacks are the postings of the first index, sorted by value so that none moves when
// another goes; an emptied one stays as a ghost for its step.
func (c *canvas) allRacks() (index string, racks []rack) {
	get := func(name string) *rack {
		for i := range racks {
			if racks[i].name == name {
				return &racks[i]
			}
		}
		in, value, _ := strings.Cut(name, "=")
		if index == "" {
			index = in
		}
		if in != index {
			return nil
		}
		racks = append(racks, rack{name: name, value: value})
		return &racks[len(racks)-1]
	}
	for _, p := range c.s.Index {
		if r := get(p.Name); r != nil {
			r.keys = p.Keys
		}
	}
	if c.v.Prev != nil {
		for _, p := range c.v.Prev.Index {
			if r := get(p.Name); r != nil {
				r.was = p.Keys
			}
		}
	}
	slices.SortFunc(racks, func(a, b rack) int { return strings.Compare(a.value, b.value) })
	return index, racks
}

func (c *canvas) racks(rect4) {
	index, racks := c.allRacks()
	if index == "" {
		c.title("index").fitted(500, 32, 18, 366, Start, Text, c.say(Text2, 18, "zone.index.none")...)
		return
	}
	c.title("index").fitted(500, 32, 18, 366, Start, Text, c.say(Text2, 18, "zone.index", "name", plain.Replace(index))...)
	pitch, h := 132.0, 80.0
	switch {
	case len(racks) > 4:
		pitch, h = 42, 34
	case len(racks) > 2:
		pitch, h = 66, 52
	}
	most := int(264 / pitch)
	for i, r := range racks {
		y := 64 + float64(i)*pitch
		if i == most-1 && len(racks) > most {
			c.words(516, y+h/2+5, 15, Start, Text2, norm(c.msg("stage.more.items", "n", number(len(racks)-i))))
			break
		}
		c.rack(r, y, h)
	}
	if len(racks) <= 2 {
		c.moves(racks)
	}
	for _, r := range racks {
		grown := c.v.Prev != nil && len(r.keys) > len(r.was)
		if grown || len(r.keys) > 0 && (len(racks) == 1 || c.v.Prev != nil && len(r.keys) < len(r.was)) {
			c.fitted(500, 342, 15, 366, Start, Text2, append([]Run{code(`ByIndex("`+plain.Replace(index)+`", "`+plain.Replace(r.value)+`")`, 14)},
				inkd(" "+c.msg("stage.index.find", "n", number(len(r.keys))), Text2))...)
			break // one example is enough
		}
	}
}

// rackAt is a rack in a small box, without its story.
func (c *canvas) rackAt(r rack, at rect4) {
	ghost := len(r.keys) == 0
	ink, dash := Text, [2]float64{}
	fill := Bg
	if ghost {
		ink, dash, fill = Text3, [2]float64{5, 4}, None
	}
	c.as("rack:"+r.name, func() {
		c.box(at.x0, at.y0, at.w(), at.h(), 4, fill, Neutral, 1.5).Dash = dash
		c.line(at.x0+56, at.y0, at.x0+56, at.y1, Neutral, 1.5).Dash = dash
		c.fitted(at.x0+28, at.cy()+5, 15, 48, Middle, ink, bold(plain.Replace(r.value)))
	})
	h, x := min(28, at.h()-8), at.x0+66
	for i, k := range r.keys {
		if x+48 > at.x1-30 && i < len(r.keys)-1 {
			c.words(x, at.cy()+5, 14, Start, Text2, bold(c.msg("stage.more.items", "n", number(len(r.keys)-i))))
			return
		}
		id := "tag:" + r.name + ":" + c.s.Text(k)
		c.as(id, func() {
			c.token(x+24, at.cy(), h, c.name(k), tok{w: 48, size: 13, focus: c.v.Focus == id})
		})
		x += 60
	}
	if ghost && len(r.was) > 0 {
		c.token(x+24, at.cy(), h, c.name(r.was[0]), tok{w: 48, size: 13, ghost: true})
	}
}

func (c *canvas) rack(r rack, y, h float64) {
	ghost := len(r.keys) == 0
	c.as("rack:"+r.name, func() {
		c.box(500, y, 356, h, 4, Bg, Neutral, 1.5)
		line := c.line(572, y, 572, y+h, Neutral, 1.5)
		b := &c.out[len(c.out)-2]
		ink := Text
		if ghost {
			b.Fill, b.Dash, line.Dash, ink = None, [2]float64{5, 4}, [2]float64{5, 4}, Text3
		}
		z := min(20, h*.4)
		runs, z := fit([]Run{bold(plain.Replace(r.value))}, z, 56)
		c.words(536, y+h/2+z*.35, z, Middle, ink, runs...)
	})
	th := min(40, h-10)
	tw := max(48, min(72, th*1.8))
	x := 584 + tw/2
	for i, k := range r.keys {
		if more := i < len(r.keys)-1; more && x+tw*1.5+24 > 850 || i == 3 && len(r.keys) > 4 && tw > 60 {
			c.words(x-tw/2+4, y+h/2+5, 14, Start, Text2, bold(c.msg("stage.more.items", "n", number(len(r.keys)-i))))
			return
		}
		id := "tag:" + r.name + ":" + c.s.Text(k)
		c.as(id, func() {
			fresh := c.v.Prev != nil && r.was != nil && !slices.Contains(r.was, k)
			c.token(x, y+h/2, th, c.name(k), tok{w: tw, focus: c.v.Focus == id || fresh && c.v.Focus == ""})
		})
		x += tw + 24
	}
	if !ghost || len(r.was) == 0 {
		return
	}
	c.token(584+tw/2, y+h/2, th, c.name(r.was[0]), tok{w: tw, ghost: true})
	for j, runs := range c.lines(Text2, 15, "stage.index.gone", "v", plain.Replace(r.value)) {
		if h > 60 || j == 0 {
			c.fitted(680, y+h/2-6+float64(j)*20+b2f(h <= 60)*10, 15, 172, Start, Text2, runs...)
		}
	}
}

// moves draws the way of a key from rack to rack.
func (c *canvas) moves(racks []rack) {
	for i, from := range racks {
		for _, k := range from.was {
			if slices.Contains(from.keys, k) {
				continue
			}
			for j, to := range racks {
				if i == j || !slices.Contains(to.keys, k) || slices.Contains(to.was, k) {
					continue
				}
				n := float64(slices.Index(to.keys, k))
				x, y0, y1 := 620+n*96, 64+float64(i)*132+62, 64+float64(j)*132+8
				dir, tip := down, y1
				if j < i {
					y0, y1, dir = 64+float64(i)*132+18, 64+float64(j)*132+72, up
					tip = y1
				}
				c.dotted(pen(620, y0).to(x, y1), Text, 2.5)
				c.arrow(x, tip, dir, Text, 6)
				index, _, _ := strings.Cut(from.name, "=")
				old, _ := c.old(k)
				it, _ := c.s.Store.Get(k)
				o := c.s.Recorder().Object(it.Object)
				mid := 64 + float64(min(i, j))*132 + 106
				for l, e := range [][2]string{{old.RV, from.value}, {o.RV, to.value}} {
					runs := []Run{code(index+"("+c.name(k)+"@"+e[0]+")", 13), norm(" = " + plain.Replace(e[1]))}
					at, anchor := x+16, Start
					if at+Width(runs, 14) > 850 {
						at, anchor = 850, End
					}
					c.plate(at, mid+float64(l)*18, 14, 220, anchor, Panel, runs...)
				}
			}
		}
	}
}

// storeLane carries the notice from the store to the handler.
func (c *canvas) storeLane(box rect4) {
	hs := c.live()
	if len(hs) == 0 {
		box.x1 = 232
		c.handler(box, nil)
		return
	}
	l := &hs[0]
	c.as("zone:handler:"+l.Name, func() {
		c.box(box.x0, box.y0, box.w(), box.h(), 4, Panel, Line, 1.5)
		c.title("handlers").fitted(14, 416, 16, 156, Start, Text, append(c.say(Text2, 16, "zone.handler.name"), inkd("  "+plain.Replace(l.Name), Text2))...)
		c.fitted(14, 437, 14, 160, Start, Text2, c.say(Text2, 14, "stage.handler.short", "n", number(len(l.Pending)), "k", number(l.Handled))...)
	})
	n, _, ok := c.lastNote(l)
	if !ok {
		return
	}
	c.path(pen(540, 368).bend(540, 420, 196, 420, 8), Neutral, 2)
	c.arrow(192, 420, left, Neutral, 6)
	name := noteName(n)
	c.plate(212, 425, 14, 0, Start, Bg, code(name, 14))
	objName := c.name(n.Key)
	c.box(306, 400, 220, 40, 0, Bg, None, 0)
	id := "note:" + c.s.Text(n.Key)
	caption, args := "stage.note.add", []string{}
	switch n.Kind {
	case trace.NoteUpdate:
		caption, args = "stage.note.both", []string{"old", objName + "@" + itoa(n.Old)}
		c.as("ghost:"+id, func() { c.object(312, 402, 96, 36, objName, itoa(n.Old), obj{ghost: true}) })
		c.as(id, func() { c.object(420, 402, 96, 36, objName, itoa(n.RV), obj{}) })
	case trace.NoteDelete:
		if n.Flags&trace.NoteUnknown != 0 {
			caption, args = "stage.note.delete", []string{"old", objName + "@" + itoa(n.RV)}
		}
		c.as(id, func() { c.object(366, 402, 96, 36, objName, itoa(n.RV), obj{edge: Err, dash: true}) })
	default:
		c.as(id, func() { c.object(366, 402, 96, 36, objName, itoa(n.RV), obj{}) })
	}
	for j, runs := range c.lines(Text2, 15, caption, args...) {
		c.fitted(560, 416+float64(j)*20, 15, 316, Start, Text2, runs...)
	}
}
