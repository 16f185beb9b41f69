package scene

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The store: a shelf of objects by key.

var storeZone = Zone{
	Name: "store", Title: "zone.store.name", Groups: []trace.Group{trace.GroupStore, trace.GroupWorker}, code: "Index.put",
	counter: "page.store", count: func(c *canvas) int { return len(c.s.Store.Items) },
	behind: []Struct{{"tools/cache/thread_safe_store.go", 256, "cache.threadSafeMap", []Field{
		{Name: "items", Type: "map[string]interface{}", of: noted("S")},
		{Name: "rv", Type: "string", of: valued(func(s *state.State) string { return strconv.Quote(s.StoreRV) })},
	}, nil}},
}

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
		c.As("tag:store:"+c.s.Text(it.Key), func() { c.token(r.x0+40, r.y0+68, 28, c.name(it.Key), tok{w: 52, size: 14}) })
		c.As(id, func() {
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
	return draw.Plain(s)
}

// halfBox marks a store that holds half of a list while handlers run.
func (c *canvas) halfBox(r rect4) {
	if !c.halfReplaced() {
		return
	}
	b := c.Box(r.x0, r.y0, r.w(), r.h(), 4, draw.None, draw.Err, 2)
	b.Dash = [2]float64{6, 4}
}

// storeFrame holds store and index at full size.
func (c *canvas) storeFrame(r rect4) {
	c.As("zone:store", func() { c.Box(r.x0, r.y0, r.w(), r.h(), 6, draw.Panel, draw.Line, 1.5) })
	c.title("store").Fitted(20, 32, 18, 440, draw.Start, draw.Text, c.Say(draw.Text2, 18, "zone.store.key")...)
	c.As("zone:index", func() { c.Line(480, r.y0, 480, r.y1, draw.Line, 1.5) })
}

// storeNews is what is broken, or else what comes in.
func (c *canvas) storeNews(r rect4) {
	if !c.alarming() {
		c.incoming()
		c.Fitted(880, 482, 14, 320, draw.End, draw.Text2, c.transformer()...)
	}
	c.alarm(r.x0, r.x1, r.y1)
}

// incoming says which event of the watch arrived in this step or, when none did, which
// writes at the API server are still to arrive.
func (c *canvas) incoming() {
	f := &c.s.Refl
	if f.Events == 0 || c.v.Prev != nil && f.Events <= c.v.Prev.Refl.Events || f.LastType <= 0 || int(f.LastType) >= len(trace.WatchNames) {
		if !c.onTheWay() {
			c.ahead()
		}
		return
	}
	key, args := "stage.incoming", []string{"type", trace.WatchNames[f.LastType], "rv", f.LastRV, "from", draw.Plain(f.From)}
	if f.LastType == trace.WatchError { // it has no version
		return
	}
	if f.From == "" {
		key, args = "stage.incoming.only", args[:4]
	}
	c.Fitted(0, 482, 14, 860, draw.Start, draw.Text3, draw.Regular(c.Msg(key, args...)))
}

// onTheWay says what has come from the API server and is not stored: with the reflector, or in the FIFO.
func (c *canvas) onTheWay() bool {
	var names []string
	for _, l := range c.lots() {
		for _, d := range l.deltas {
			if d.Type != trace.DeltaReplacedAll {
				names = append(names, c.name(d.Key)+"@"+d.RV)
				continue
			}
			for _, it := range d.List {
				names = append(names, c.name(it.Key)+"@"+c.s.Recorder().Object(it.Object).RV)
			}
		}
	}
	runs := c.Say(draw.Text3, 14, "stage.store.fifo", "list", strings.Join(names, c.Msg("join.list")))
	if f := &c.s.Refl; len(names) == 0 && f.InHand > 0 && !c.ended() {
		runs = c.Say(draw.Text3, 14, "stage.store.reflector", "n", draw.Number(f.InHand))
	} else if len(names) == 0 {
		return false
	}
	c.Fitted(0, 482, 14, 860, draw.Start, draw.Text3, runs...)
	return true
}

// ahead names the writes that the reflector has not read.
func (c *canvas) ahead() {
	seen, err := strconv.ParseInt(c.s.Refl.RV, 10, 64)
	if err != nil {
		return
	}
	runs := []draw.Run{draw.Regular(c.Msg("stage.ahead"))}
	for _, e := range c.s.Server.Log {
		if e.RV > seen {
			runs = append(runs, draw.Regular("   "))
			runs = append(runs, c.write(e)...)
		}
	}
	if len(runs) > 1 {
		c.Fitted(0, 482, 14, 860, draw.Start, draw.Text3, runs...)
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
		c.Fitted(20, 110, 15, 440, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.store.empty")))
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
		c.As("tag:store:"+key, func() { c.token(72, y+h/2, min(40, h-6), c.name(it.Key), tok{w: 72}) })
		c.Line(108, y+h/2, 151, y+h/2, draw.Neutral, 2)
		c.Arrow(151, y+h/2, draw.Right, draw.Neutral, 6)
		c.As(id, func() { c.bigObject(160, y, 292, h, it, o, id) })
		c.Line(16, y+h+12, 460, y+h+12, draw.Neutral, 3)
	}
	c.halfBox(rect4{8, 48, 472, 316})
	key, args := c.storeCaption()
	if c.halfReplaced() {
		key, args = "stage.store.half", nil
	}
	if key != "" {
		c.Fitted(20, 342, 15, 440, draw.Start, draw.Text2, c.Say(draw.Text2, 15, key, args...)...)
	}
}

func (c *canvas) bigObject(x, y, w, h float64, it state.Item, o trace.Object, id string) {
	c.object(x, y, w, h, "", "", touched(it, obj{focus: c.v.Focus == id}))
	old, had := c.old(it.Key)
	runs := []draw.Run{draw.Bold(c.name(it.Key)), draw.Mono("@"+o.RV, 17)}
	if h < 60 {
		if o.Node != "" {
			runs = append(runs, draw.Run{Text: "   nodeName: ", Ink: draw.Text2, Size: 15}, draw.Run{Text: o.Node, Ink: draw.Text2, Size: 15, Bold: had && old.Node != o.Node})
		}
		c.Fitted(x+14, y+h/2+5, 18, w-24, draw.Start, draw.Text, runs...)
		return
	}
	c.Fitted(x+14, y+28, 20, w-28, draw.Start, draw.Text, runs...)
	if o.Node == "" {
		if strings.Contains(c.s.FIFO.Transform, "drop=.spec.nodeName") {
			line := c.Say(draw.Text3, 15, "stage.dropped")
			if it, ok := c.s.Server.Objects.Get(it.Key); ok && c.s.Recorder().Object(it.Object).Node != "" {
				line = append(line, c.Say(draw.Text3, 15, "stage.dropped.was", "v", draw.Plain(c.s.Recorder().Object(it.Object).Node))...)
			}
			c.Fitted(x+14, y+52, 15, w-28, draw.Start, draw.Text3, line...)
		}
		return
	}
	moved := had && old.Node != o.Node
	line := []draw.Run{draw.Inked("nodeName: ", draw.Text2), {Text: draw.Plain(o.Node), Bold: moved, Ink: draw.Text2}}
	if moved {
		line[1].Ink = draw.Text
		line = append(line, draw.Inked("   "+c.Msg("stage.was", "v", draw.Plain(old.Node)), draw.Text3))
	}
	c.Fitted(x+14, y+52, 16, w-28, draw.Start, draw.Text2, line...)
}

// storeCaption says what this step did to the shelf.
func (c *canvas) storeCaption() (key string, args []string) {
	if c.v.Prev == nil {
		return "", nil
	}
	var fresh []string
	for _, it := range c.s.Store.Items {
		o := c.s.Recorder().Object(it.Object)
		old, had := c.old(it.Key)
		switch {
		case it.Touched:
			return "stage.store.touched", []string{"obj", c.name(it.Key) + "@" + o.RV}
		case !had:
			fresh = append(fresh, c.name(it.Key)+"@"+o.RV)
		case old.RV != o.RV:
			return "stage.store.took", []string{"new", c.name(it.Key) + "@" + o.RV, "old", c.name(it.Key) + "@" + old.RV}
		}
	}
	for _, it := range c.v.Prev.Store.Items {
		if _, still := c.s.Store.Get(it.Key); !still {
			return "stage.store.gone", []string{"old", c.name(it.Key) + "@" + c.s.Recorder().Object(it.Object).RV}
		}
	}
	switch len(fresh) {
	case 0:
		return "", nil
	case 1:
		return "stage.store.new", []string{"new", fresh[0]}
	}
	return "stage.store.news", []string{"new", strings.Join(fresh, c.Msg("join.list"))}
}

func (c *canvas) shortStore(r rect4) {
	c.panel(r, "store", "zone.store.name")
	if len(c.s.Store.Items) == 0 {
		c.quiet(r, "stage.store.empty")
	}
	c.shortItems(r, "store", c.s.Store.Items)
	c.halfBox(rect4{r.x0 + 6, r.y0 + 34, r.x1 - 6, r.y1 - 4})
}

func (c *canvas) smallShelf(shelf rect4) {
	c.panel(shelf, "store", "zone.store.key")
	if len(c.s.Store.Items) == 0 {
		c.quiet(shelf, "stage.store.empty")
	}
	room := rect4{shelf.x0 + 12, shelf.y0 + 40, shelf.x1 - 12, shelf.y1 - 12}
	if runs := c.transformer(); runs != nil {
		room.y1 -= 18
		c.Fitted(shelf.x0+12, shelf.y1-10, 13, shelf.w()-24, draw.Start, draw.Text2, runs...)
	}
	if c.alarming() {
		room.y1 = shelf.y1 - 64 // above three lines of it
	}
	c.items(room, "store", c.s.Store.Items, 76, 28, 180, 44)
	c.halfBox(rect4{shelf.x0 + 6, shelf.y0 + 34, shelf.x1 - 6, shelf.y1 - 6})
	c.alarm(shelf.x0+8, shelf.x1-8, shelf.y1-14)
}

// shelfColumn is the store as one narrow column: what is the same, new, or gone.
func (c *canvas) shelfColumn(r rect4) {
	c.panel(r, "store", "zone.store.name")
	items := c.s.Store.Items
	if len(items) == 0 && (c.v.Prev == nil || len(c.v.Prev.Store.Items) == 0) { // else what was there says it
		c.quiet(r, "stage.store.empty")
	}
	y, pitch, high := r.y0+40, 66.0, 36.0
	if float64(len(items))*pitch > r.h()-40 { // closer, but all of them
		pitch, high = 48, 26
	}
	most := int((r.h() - 40) / pitch)
	changed := c.storeChanged()
	for i, it := range items {
		if i == most-1 && len(items) > most {
			c.Words(r.x0+14, y+20, 14, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(items)-i))))
			break
		}
		o := c.s.Recorder().Object(it.Object)
		id := "obj:store:" + c.s.Text(it.Key)
		c.As(id, func() {
			c.object(r.x0+12, y, r.w()-24, high, c.name(it.Key), o.RV, obj{focus: c.v.Focus == id})
		})
		old, had := c.old(it.Key)
		key := "stage.same"
		switch {
		case !had:
			key = "stage.new"
		case old.UID != o.UID:
			key = "stage.uid"
		case old.RV != o.RV:
			key = "stage.replaced"
		}
		if changed {
			c.Fitted(r.x0+12, y+high+15, 13, r.w()-20, draw.Start, draw.Text2, draw.Regular(c.Msg(key, "old", draw.Plain(old.UID), "new", draw.Plain(o.UID))))
		}
		y += pitch
	}
	if c.v.Prev != nil && len(items) < most {
		for _, it := range c.v.Prev.Store.Items {
			if _, still := c.s.Store.Get(it.Key); !still && y < r.y1-60 {
				c.object(r.x0+12, y, r.w()-24, 36, c.name(it.Key), c.s.Recorder().Object(it.Object).RV, obj{ghost: true})
				c.Words(r.x0+12, y+52, 13, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.removed")))
				y += 66
			}
		}
	}
	c.halfBox(rect4{r.x0 + 6, r.y0 + 34, r.x1 - 6, r.y1 - 6})
}

// storeChanged reports whether this step wrote to the store.
func (c *canvas) storeChanged() bool {
	if c.v.Prev == nil {
		return false
	}
	before := c.v.Prev.Store.Items
	if len(before) != len(c.s.Store.Items) {
		return true
	}
	for _, it := range before {
		if now, ok := c.s.Store.Get(it.Key); !ok || now.Object != it.Object {
			return true
		}
	}
	return false
}
