package scene

import "github.com/informerscope/informerscope/core/state"

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
