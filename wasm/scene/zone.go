package scene

import (
	"math"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Zone is a zone of the picture. Its file, zone_NAME.go, holds its row and all that draws it;
// the plan says where it stands.
type Zone struct {
	Name  string // in IDs and links; what it is for is "explain." and this
	Title string // a message whose first bold words are what it is called

	Groups []trace.Group // of the ops that it shows

	code    string                                 // see Code
	engine  func(*state.State) (name, code string) // where each engine has its own; else nil
	behind  []Struct
	counter string // message of its counter
	count   func(*canvas) int
}

// Zones are all there are, in the order of their numbers: the way of an object, then that of a
// key. An index stands last, since its store comes before it.
var Zones = []*Zone{&serverZone, &reflectorZone, &fifoZone, &storeZone, &handlersZone, &queueZone, &dirtyZone, &processingZone, &heapZone, &indexZone}

// ZoneNames are the names of Zones.
func ZoneNames() (names []string) {
	for _, z := range Zones {
		names = append(names, z.Name)
	}
	return names
}

// ZoneOf is the zone of a name; a row with nothing but its name when there is none.
func ZoneOf(name string) *Zone {
	for _, z := range Zones {
		if z.Name == name {
			return z
		}
	}
	return &Zone{Name: name}
}

// Explain is the message that says what the zone is for.
func (z *Zone) Explain(s *state.State) string {
	if z.engine == nil {
		return "explain." + z.Name
	}
	name, _ := z.engine(s)
	return "explain." + z.Name + "." + name
}

// Code is the function of our own machines that does what the zone is about.
func (z *Zone) Code(s *state.State) string {
	if own := priorityCode[z.Name]; own != "" && s.Priorities() {
		return own
	}
	if z.engine == nil {
		return z.code
	}
	_, code := z.engine(s)
	return code
}

// Struct is a struct of client-go or controller-runtime, or what a function of it begins with.
type Struct struct {
	File   string // "util/workqueue/queue.go"; "" is our own cluster, which plays the API server
	Line   int    // where it begins
	Name   string
	Fields []Field
	when   func(*state.State) bool // nil is always
}

// Field is one field of a Struct, with what it holds.
type Field struct {
	Name, Type, Value string
	of                func(*state.State, Detail) string
}

// Behind are the fields behind a zone with their values in s; what Detail does not know is left
// out.
func (z *Zone) Behind(s *state.State, d Detail) (all []Struct) {
	for _, b := range z.behind {
		if b.when != nil && !b.when(s) {
			continue
		}
		fields := b.Fields
		b.Fields = nil
		for _, f := range fields {
			if f.Value = f.of(s, d); f.Value != "" {
				b.Fields = append(b.Fields, f)
			}
		}
		all = append(all, b)
	}
	return all
}

// noted is a value as the notation of states has it.
func noted(of string) func(*state.State, Detail) string {
	return func(s *state.State, _ Detail) string { return s.View(of, 0, 0) }
}

// valued is a value that needs only the state.
func valued(of func(*state.State) string) func(*state.State, Detail) string {
	return func(s *state.State, _ Detail) string { return of(s) }
}

// listed is a list of names in brackets.
func listed(brackets string, of func(*state.State, func(string))) func(*state.State, Detail) string {
	return func(s *state.State, _ Detail) string {
		var list []string
		of(s, func(name string) { list = append(list, name) })
		return strings.TrimSpace(brackets[:1] + strings.Join(list, " ") + brackets[1:])
	}
}

// counters draws a row of counters.
func (c *canvas) counters(r rect4, ids ...string) {
	w := (r.w() - 8*float64(len(ids)-1)) / float64(len(ids))
	for i, id := range ids {
		z := ZoneOf(id)
		x, y := r.x0+float64(i)*(w+8), r.y0
		c.As("zone:"+id, func() {
			c.Box(x, y, w, 28, 4, draw.Panel, draw.Line, 1.5)
			num := []draw.Run{draw.Bold(draw.Number(z.count(c)))}
			c.Words(x+w-10, y+19, 14, draw.End, draw.Text, num...)
			c.title(id).Fitted(x+10, y+19, 14, w-28-draw.Width(num, 14), draw.Start, draw.Text2, draw.Regular(c.Msg(z.counter)))
		})
	}
}

// panel draws the frame of a zone of objects with its title.
func (c *canvas) panel(r rect4, id, title string, args ...string) {
	c.As("zone:"+id, func() {
		c.Box(r.x0, r.y0, r.w(), r.h(), 4, draw.Panel, draw.Line, 1.5)
		c.title(id).Fitted(r.x0+12, r.y0+24, 16, r.w()-24, draw.Start, draw.Text, c.Say(draw.Text2, 16, title, args...)...)
	})
}

// quiet is a zone in which nothing is: it stays, with one caption.
func (c *canvas) quiet(r rect4, key string) {
	c.Fitted(r.x0+12, r.y0+56, 14, r.w()-24, draw.Start, draw.Text3, c.Say(draw.Text3, 14, key)...)
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
	var names []string
	for _, it := range items[:min(len(items), 1000)] { // of a store that large a name is told from the first ones
		names = append(names, c.name(it.Key))
	}
	for i, cell := range cells {
		it := items[i]
		if i == shown-1 && shown < len(items) {
			c.Words(cell.x0+8, cell.cy()+5, 14, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(items)-shown+1))))
			return
		}
		o := c.s.Recorder().Object(it.Object)
		id := "obj:" + prefix + ":" + c.s.Text(it.Key)
		c.As(id, func() {
			style := touched(it, obj{size: 16, focus: c.v.Focus == id})
			if cell.h() < 34 || cell.w() < 84 {
				style.size = 14
			}
			name, rv := names[i], o.RV
			if !fitted(cell.w()-16, style.size, draw.Bold(name), draw.Mono("@"+rv, style.size-1)) {
				rv = ""
				name = Apart(name, names, func(s string) bool { return fitted(cell.w()-16, style.size, draw.Bold(s)) })
			}
			c.object(cell.x0, cell.y0, cell.w(), cell.h(), name, rv, style)
		})
	}
}

// fitted reports whether runs have room when they are set as small as Fitted sets them.
func fitted(room, size float64, runs ...draw.Run) bool {
	return draw.Width(runs, size)*math.Max(.88, 12/size) <= room
}

// Apart shortens a name so that it can be told from the others: what it shares with the one most
// like it goes, but for its first letters, and what is left ends where there is no more room.
func Apart(name string, others []string, fits func(string) bool) string {
	if fits(name) {
		return name
	}
	r, same := []rune(name), 0
	for _, o := range others {
		n, other := 0, []rune(o)
		for n < len(r) && n < len(other) && r[n] == other[n] {
			n++
		}
		if o != name {
			same = max(same, n)
		}
	}
	from := same
	for from > 0 && !strings.ContainsRune("-./_:", r[from-1]) {
		from-- // whole words of it
	}
	for _, at := range []int{from, same} {
		for head := min(2, at); head > 0; head-- {
			for end := len(r); end > same; end-- { // as much as there is room for, with what differs
				s := string(r[:head]) + "…" + string(r[at:end])
				if at <= head {
					s = string(r[:end])
				}
				if end < len(r) {
					s += "…"
				}
				if fits(s) {
					return s
				}
			}
		}
	}
	for end := len(r) - 1; end > 0; end-- {
		if s := string(r[:end]) + "…"; fits(s) {
			return s
		}
	}
	return "…"
}

// shortItems are the objects of a low zone: side by side, of more than two in two lines.
func (c *canvas) shortItems(r rect4, prefix string, items []state.Item) {
	room, least := rect4{r.x0 + 12, r.y0 + 40, r.x1 - 12, r.y1 - 10}, 24.0
	if len(items) > 2 {
		room.y0, room.y1, least = r.y0+34, r.y1-8, 18
	}
	c.items(room, prefix, items, 56, least, 160, 36)
}
