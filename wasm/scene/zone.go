package scene

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// counter is a zone that is not shown: its name and how many things are in it.
type counter struct {
	id, key string
	n       int
}

func (c *canvas) count(id string) counter {
	n := 0
	switch id {
	case "queue":
		return counter{id, "page.queue", len(c.s.Queue)}
	case "heap":
		return counter{id, "page.heap", len(c.s.Heap)}
	case "store":
		return counter{id, "page.store", len(c.s.Store.Items)}
	case "fifo":
		return counter{id, "page.view.fifo", len(c.lots())}
	case "handlers":
		for _, l := range c.live() {
			n += len(l.Pending) + int(b2f(l.Busy))
		}
		return counter{id, "page.pending", n}
	}
	bit := trace.Dirty
	if id == "processing" {
		bit = trace.Processing
	}
	for _, k := range c.s.Keys {
		if k.Bits&bit != 0 {
			n++
		}
	}
	key := "page.processing"
	if id == "dirty" {
		key = "page.dirty"
	}
	return counter{id, key, n}
}

// counters draws a row of counters.
func (c *canvas) counters(r rect4, ids ...string) {
	w := (r.w() - 8*float64(len(ids)-1)) / float64(len(ids))
	for i, id := range ids {
		n := c.count(id)
		x, y := r.x0+float64(i)*(w+8), r.y0
		c.as("zone:"+id, func() {
			c.box(x, y, w, 28, 4, Panel, Line, 1.5)
			num := []Run{bold(number(n.n))}
			c.words(x+w-10, y+19, 14, End, Text, num...)
			c.title(id).fitted(x+10, y+19, 14, w-28-Width(num, 14), Start, Text2, norm(c.msg(n.key)))
		})
	}
}

// panel draws the frame of a zone of objects with its title.
func (c *canvas) panel(r rect4, id, title string, args ...string) {
	c.as("zone:"+id, func() {
		c.box(r.x0, r.y0, r.w(), r.h(), 4, Panel, Line, 1.5)
		c.title(id).fitted(r.x0+12, r.y0+24, 16, r.w()-24, Start, Text, c.say(Text2, 16, title, args...)...)
	})
}

// quiet is a zone in which nothing is: it stays, with one caption.
func (c *canvas) quiet(r rect4, key string) {
	c.fitted(r.x0+12, r.y0+56, 14, r.w()-24, Start, Text3, c.say(Text3, 14, key)...)
}

// grid divides room into at most max cells for n things: columns of at least minW, rows of
// at least minH. shown may be less than n; the last cell then says "+n".
func grid(room rect4, n int, minW, minH, maxW, maxH, gap float64) (cells []rect4, shown int) {
	if n == 0 {
		return nil, 0
	}
	cols := max(1, int((room.w()+gap)/(minW+gap)))
	rows := max(1, int((room.h()+gap)/(minH+gap)))
	useRows := min(rows, n)
	for useRows > 1 && (n+useRows-2)/(useRows-1) <= max(1, int((room.w()+gap)/(maxW*.8+gap))) {
		useRows--
	}
	useCols := min(cols, (n+useRows-1)/useRows)
	w := min(maxW, (room.w()-gap*float64(useCols-1))/float64(useCols))
	h := min(maxH, (room.h()-gap*float64(useRows-1))/float64(useRows))
	shown = min(n, useRows*useCols)
	for i := range shown {
		x := room.x0 + float64(i%useCols)*(w+gap)
		y := room.y0 + float64(i/useCols)*(h+gap)
		cells = append(cells, rect4{x, y, x + w, y + h})
	}
	return cells, shown
}

// items draws objects of a shelf into room, newest put first to go into "+n".
func (c *canvas) items(room rect4, prefix string, items []state.Item, minW, minH, maxW, maxH float64) {
	cells, shown := grid(room, len(items), minW, minH, maxW, maxH, 6)
	for i, cell := range cells {
		it := items[i]
		if i == shown-1 && shown < len(items) {
			c.words(cell.x0+8, cell.cy()+5, 14, Start, Text2, norm(c.msg("stage.more.items", "n", number(len(items)-shown+1))))
			return
		}
		o := c.s.Recorder().Object(it.Object)
		id := "obj:" + prefix + ":" + c.s.Text(it.Key)
		c.as(id, func() {
			style := touched(it, obj{size: 16, focus: c.v.Focus == id})
			if cell.h() < 34 || cell.w() < 84 {
				style.size = 14
			}
			c.object(cell.x0, cell.y0, cell.w(), cell.h(), c.name(it.Key), o.RV, style)
		})
	}
}

// shortItems are the objects of a low zone: side by side, of more than two in two lines.
func (c *canvas) shortItems(r rect4, prefix string, items []state.Item) {
	room, least := rect4{r.x0 + 12, r.y0 + 40, r.x1 - 12, r.y1 - 10}, 24.0
	if len(items) > 2 {
		room.y0, room.y1, least = r.y0+34, r.y1-8, 20
	}
	c.items(room, prefix, items, 56, least, 160, 36)
}
