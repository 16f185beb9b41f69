package scene

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// A queue with priorities has a lane for each of them in its trough, the highest next to the way of
// Get. While all that is in the line has one priority, it is the line that people know.
//
// A key that a worker holds may stand in the line, too. It has the workers' colour at its edge and a
// bar before it: Get passes over it until Done.

// class is a lane of the line: the keys of one priority, or in the last one all that go behind.
type class struct {
	at       rect4
	priority int64
	from, n  int // of the line
	rest     bool
	named    int // how many have their names: of more the others are squares
}

// classForms are the sizes of tokens in a lane, the largest first: height, width and how far rows are
// apart.
var classForms = [][3]float64{{48, 78, 54}, {40, 72, 45}, {34, 72, 39}, {28, 68, 33}, {24, 60, 28}, {20, 52, 23}, {17, 48, 19}, {15, 44, 17}}

// classed is g with a trough of as many lanes as the line has priorities: g itself where it has one.
func (c *canvas) classed(g *cross) *cross {
	all := c.classes(g.most)
	if len(all) < 2 {
		return g
	}
	l := *g
	l.trough.y0, l.trough.y1 = g.tall[0], g.tall[1]
	pitch := (l.trough.h() - 4) / float64(len(all))
	for i := range all {
		y := l.trough.y1 - 2 - pitch*float64(i)
		all[i].at = rect4{l.trough.x0, y - pitch, l.trough.x1, y}
	}
	l.classes, l.slots = all, 0
	if l.add.path != nil && l.add.dir == draw.Down {
		top := l.add.path.Segs[0]
		l.add = way{draw.From(top.X, top.Y).To(l.add.x, l.trough.y0-2), l.add.x, l.trough.y0 - 2, draw.Down}
	}
	l.form = classForms[len(classForms)-1]
	most := l.nameAll()
	if word := c.Msg("form.priority"); len(g.notes) > 0 { // elsewhere the title has it
		if l.word = word; l.nameAll() < most { // rather the names of keys
			l.word = ""
			l.nameAll()
		}
	}
	for i := 0; i < len(classForms); i++ {
		if l.form = classForms[i]; l.suits() {
			break
		}
	}
	c.widen(&l)
	for i := range all { // the next ones to go have names, even so
		if k := &all[i]; k.named < k.n {
			k.named = min(k.n, int((l.room(k).w()*.5+chipGap)/(l.form[1]+chipGap)))
		}
	}
	return &l
}

// nameAll finds how far what is said of the lanes reaches, and gives the keys their names: of how many, that is
// how many are named.
func (g *cross) nameAll() (named int) {
	for i := range g.classes {
		g.classes[i].named = g.classes[i].n
	}
	for more := true; more; { // what is said of a lane takes room from its keys
		more, named, g.gutter = false, 0, 0
		for i := range g.classes {
			g.gutter = max(g.gutter, g.numbers()+draw.Width(g.classes[i].label(), classType)+8)
		}
		for i := range g.classes {
			k := &g.classes[i]
			if k.named == k.n && k.n > g.fit(k, g.form) {
				k.named, more = 0, true
			}
			named += k.named
		}
	}
	return named
}

// numbers is where in the trough the priorities stand: at its left edge, or behind the word.
func (g *cross) numbers() float64 {
	if g.word == "" {
		return 8
	}
	return 8 + draw.TextWidth(g.word, classType, false, false) + 8
}

// classes are the priorities in the line, the highest first, and most of them at most.
func (c *canvas) classes(most int) (all []class) {
	if !c.s.Priorities() {
		return nil
	}
	for i, id := range c.s.Queue {
		priority, last := c.priority(id), len(all)-1
		if last < 0 || !all[last].rest && all[last].priority != priority && len(all) < most {
			all = append(all, class{priority: priority, from: i})
			last++
		}
		all[last].rest = all[last].rest || all[last].priority != priority
		all[last].n++
		all[last].named++
	}
	return all
}

// Of what is said of a lane: its type, and how wide a priority may be, px.
const classType, classWide = 13.0, 64.0

// label is a lane's priority, and how many keys it has where they cannot be counted.
func (k *class) label() []draw.Run {
	text := draw.Ellipsis(draw.Int(k.priority), classWide, classType, true, false)
	if k.rest {
		text = "≤ " + text
	}
	runs := []draw.Run{{Text: text, Bold: true, Ink: draw.Text2}}
	if k.named < k.n || k.rest {
		runs = append(runs, draw.Inked(" ×"+draw.Number(k.n), draw.Text2))
	}
	return runs
}

// room is where the keys of a lane stand.
func (g *cross) room(k *class) rect4 {
	return rect4{k.at.x0 + g.gutter, k.at.y0, k.at.x1 - 9, k.at.y1}
}

// widen makes the tokens of g as wide as the names of those next to go want, where its lanes have room.
func (c *canvas) widen(g *cross) {
	const most, looked = 128.0, 8
	want, cols, room := 0.0, 1, 0.0
	for i := range g.classes {
		k := &g.classes[i]
		r := g.room(k)
		room = r.w()
		if rows := int(r.h() / g.form[2]); k.named == k.n {
			cols = max(cols, (k.n+rows-1)/rows)
		}
		for _, id := range c.s.Queue[k.from : k.from+min(k.n, looked)] {
			want = max(want, draw.TextWidth(c.name(id), chipType(g.form[0]), true, false))
		}
	}
	want = min(want+2*shoulder(g.form[0])+barRoom(g.form[0])+8, most, math.Floor((room+chipGap)/float64(cols))-chipGap)
	g.form[1] = max(g.form[1], want)
}

// suits reports whether the lanes have room for tokens of the form.
func (g *cross) suits() bool {
	for i := range g.classes {
		if k, n := &g.classes[i], g.fit(&g.classes[i], g.form); n == 0 || k.named == k.n && k.n > n {
			return false
		}
	}
	return true
}

// fit is how many tokens of a form have room in a lane.
func (g *cross) fit(k *class, form [3]float64) int {
	r := g.room(k)
	return int(r.h()/form[2]) * int((r.w()+chipGap)/(form[1]+chipGap))
}

// classPlaces are the places of the line in its lanes; one square stands for per keys.
func (g *cross) classPlaces() (places []place, per int) {
	per = 1
	pitch := 6.0
	crowd := func(k *class) rect4 { // where the squares stand: behind those with names
		r := g.room(k)
		r.x1 -= float64(k.named)*(g.form[1]+chipGap) + 2
		return r
	}
	fit := func(k *class) int { r := crowd(k); return max(1, int((r.h()-4)/pitch)*int(r.w()/pitch)) }
	for i := range g.classes {
		k := &g.classes[i]
		for pitch > 4 && fit(k) < k.n-k.named {
			pitch--
		}
		for fit(k)*per < k.n-k.named {
			per *= 10
			pitch = 6
		}
	}
	for i := range g.classes {
		k := &g.classes[i]
		r, h, w := g.room(k), g.form[0], g.form[1]
		cols := int((r.w() + chipGap) / (w + chipGap))
		rows := (k.named + cols - 1) / cols
		top := r.cy() - float64(rows-1)*g.form[2]/2
		for i := range k.named {
			places = append(places, place{r.x1 - w/2 - float64(i%cols)*(w+chipGap), top + float64(rows-1-i/cols)*g.form[2], w, h, chip, k.from + i, 1})
		}
		r = crowd(k)
		rows, side := int((r.h()-4)/pitch), pitch-1
		top = r.cy() - (float64(rows)*pitch-1)/2
		for i := k.named; i < k.n; i += per {
			n := (i - k.named) / per
			places = append(places, place{r.x1 - float64(n/rows)*pitch - side/2, top + float64(n%rows)*pitch + side/2, side, side, square, k.from + i, min(per, k.n-i)})
		}
	}
	return places, per
}

// classLanes draws the lanes with their priorities, and once the word that says what these are.
func (c *canvas) classLanes(g *cross) {
	for i := range g.classes {
		k := &g.classes[i]
		if i > 0 {
			c.Line(k.at.x0+1, k.at.y1, k.at.x1-1, k.at.y1, draw.Line2, 1)
		}
		y := k.at.cy() + classType*.35
		if i == len(g.classes)-1 && g.word != "" { // once, over the others
			c.Words(k.at.x0+8, y, classType, draw.Start, draw.Text2, draw.Inked(g.word, draw.Text2))
		}
		c.Words(k.at.x0+g.numbers(), y, classType, draw.Start, draw.Text2, k.label()...)
	}
}

// Wording is say with the words of the queue that s has: a message of the one with priorities stands
// under "prio." and the key, where it is another.
func Wording(s *state.State, say func(key string, args ...string) string) func(key string, args ...string) string {
	if s == nil || say == nil || !s.Priorities() {
		return say
	}
	return func(key string, args ...string) string {
		own := "prio." + key
		if said := say(own, args...); said != own {
			return said
		}
		return say(key, args...)
	}
}

// takable is the key of the line that Get takes after n others; 0 is none.
func (c *canvas) takable(n int) trace.ID {
	for _, id := range c.s.Queue {
		if c.barred(id) {
			continue
		}
		if n == 0 {
			return id
		}
		n--
	}
	return 0
}

// lineKey is the message of a line in which something stands.
func (c *canvas) lineKey() (key string, args []string) {
	key = "stage.queue"
	switch {
	case !c.s.Priorities():
	case slices.ContainsFunc(c.s.Queue, c.barred):
		key += ".barred"
	case len(c.classes(2)) > 1:
		key += ".lanes"
	default:
		args = []string{"n", draw.Int(c.priority(c.s.Queue[0]))}
	}
	return c.pick(key), args
}

// priority is that of a key's entry.
func (c *canvas) priority(id trace.ID) int64 {
	if k := c.s.Look(id); k != nil {
		return k.Priority
	}
	return 0
}

// barred reports whether Get passes over a key of the line, since a worker holds it.
func (c *canvas) barred(id trace.ID) bool {
	k := c.s.Look(id)
	return k != nil && k.Bits&trace.Processing != 0 && c.s.Priorities()
}

// barRoom is what a bar takes from the right of a token of height h, px: twice its width.
func barRoom(h float64) float64 {
	if h < largeToken {
		return 6
	}
	return 8
}

// bar stands at the right of a token of the line that is barred.
func (c *canvas) bar(x, y, h, width float64) {
	s := c.Line(x-width/2, y-h/2, x-width/2, y+h/2, draw.Proc, width)
	s.RoundCap, s.Piece = true, draw.RightShoulder
}

// priorityqueue is the struct that a queue with priorities is, which controller-runtime has in place of all
// that client-go has.
var priorityqueue = Struct{"pkg/controller/priorityqueue/priorityqueue.go", 125, "priorityqueue", []Field{
	{Name: "addBuffer", Type: "[]bufferItem[T]", of: valued(func(*state.State) string { return "[]" })}, // flushed before anybody looks
	{Name: "items", Type: "map[T]*item[T]", of: listed("{}", func(s *state.State, add func(string)) {
		for _, id := range s.Queue {
			add(s.Name(id))
		}
		for _, w := range s.Heap {
			add(s.Name(w.Key))
		}
	})},
	{Name: "ready", Type: "bTree[*item[T]]", of: noted("q")},
	{Name: "waiting", Type: "bTree[*item[T]]", of: noted("heap")},
	{Name: "locked", Type: "sets.Set[T]", of: atWork},
	{Name: "shutdown", Type: "atomic.Bool", of: whetherShut},
}, (*state.State).Priorities}

// priorityCode are the functions of our machine that do what a zone of the queue is about.
var priorityCode = map[string]string{"queue": "Priority.TryGet", "dirty": "Priority.enter", "processing": "Priority.Done", "heap": "Priority.again"}
