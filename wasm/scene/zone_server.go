package scene

import (
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// The API server: what is stored now, and the ruler of resource versions whose head feeds
// the watch. The compacted part is hatched; a client inside it hears 410 Gone.

var serverZone = Zone{
	Name: "server", Title: "zone.server", code: "Cluster.Create",
	behind: []Struct{{Name: "cluster.Cluster", when: func(s *state.State) bool { return s.Server.Known }, Fields: []Field{ // of a real one only what it sends is known
		{Name: "resources", Type: "map[string]*resource", of: listed("{}", func(s *state.State, add func(string)) {
			for _, it := range s.Server.Objects.Items {
				add(s.Name(it.Key) + "@" + s.Recorder().Object(it.Object).RV)
			}
		})},
		{Name: "rv", Type: "int64", of: valued(func(s *state.State) string { return itoa(s.Server.RV) })},
		{Name: "compacted", Type: "int64", of: valued(func(s *state.State) string { return itoa(s.Server.Compacted) })},
	}}},
}

func (c *canvas) server(r rect4) {
	c.panel(r, "server", "zone.server")
	v := &c.s.Server
	if !v.Known && c.s.Refl.Events > 0 {
		c.seen(r)
		return
	}
	if !v.Known {
		c.quiet(r, "stage.server.none")
		return
	}
	room := rect4{r.x0 + 12, r.y0 + 36, r.x1 - 12, r.y1 - 38}
	if c.link(r) {
		room.y0 += 20
	}
	if len(v.Objects.Items) == 0 {
		c.quiet(r, "stage.server.empty")
	}
	if r.h() > 200 {
		room.y1 = c.serverLog(rect4{room.x0, room.y0 + 44*min(float64(len(v.Objects.Items)), 3) + 8, room.x1, room.y1}) - 8
	}
	c.items(room, "server", v.Objects.Items, 72, 22, room.w(), 40)
	c.rvRuler(rect4{r.x0 + 12, r.y1 - 26, r.x1 - 12, r.y1 - 20})
}

// link says that nothing comes from the API server: beside its name, or, and then below is
// true, under it where that is too narrow.
func (c *canvas) link(r rect4) (below bool) {
	link := c.s.Server.Link
	if link == "up" || link == "" {
		return false
	}
	runs := []Run{{Text: "✕ ", Bold: true, Ink: Err}, bold(c.linkText("stage.server.link.partition", link))}
	if Width(runs, 13) <= r.w()-112 {
		c.words(r.x1-12, r.y0+24, 13, End, Text, runs...)
		return false
	}
	c.fitted(r.x0+12, r.y0+43, 13, r.w()-24, Start, Text, runs...)
	return true
}

// serverLog lists the last writes above the ruler, newest last, and returns where it begins.
func (c *canvas) serverLog(r rect4) float64 {
	log := c.s.Server.Log
	if n := min(int(r.h()/22), 5); len(log) > n {
		log = log[len(log)-max(n, 0):]
	}
	y := r.y1 - 22*float64(len(log))
	for i, e := range log {
		c.fitted(r.x0, y+22*float64(i)+15, 14, r.w(), Start, Text2, c.write(e)...)
	}
	return y
}

// write is a write at the API server in a line of text. The mark is doubled by its shape;
// the words are ink, as everywhere.
func (c *canvas) write(e state.ServerEvent) []Run {
	mark, ink := "Δ", Text
	switch e.Type {
	case trace.WatchAdded:
		mark, ink = "+", OK
	case trace.WatchDeleted:
		mark, ink = "✕", Err
	}
	return []Run{{Text: mark + "  ", Bold: true, Ink: ink}, {Text: c.name(e.Key), Bold: true, Ink: Text},
		code("@"+strconv.FormatInt(e.RV, 10), 13)}
}

// seen is all that a page knows of a real API server: the last event that came from it.
func (c *canvas) seen(r rect4) {
	f := &c.s.Refl
	c.fitted(r.x0+12, r.y0+50, 14, r.w()-24, Start, Text2, norm(c.msg("stage.server.live")))
	name := trace.WatchNames[min(max(f.LastType, 0), int64(len(trace.WatchNames)-1))]
	c.fitted(r.x0+12, r.y0+74, 14, r.w()-24, Start, Text, Run{Text: name, Mono: true, Size: 13}, norm("  rv "), bold(f.LastRV))
	c.fitted(r.x0+12, r.y0+98, 14, r.w()-24, Start, Text3, norm(c.msg("stage.server.events", "n", number(f.Events))))
}

func (c *canvas) linkText(key, link string) string {
	if link == "partition" {
		return c.msg(key)
	}
	return plain(link)
}

// rvRuler is the line of the last versions, head at the right.
func (c *canvas) rvRuler(r rect4) {
	v := &c.s.Server
	log := v.Log
	head := v.RV
	if rv, err := strconv.ParseInt(c.s.Refl.RV, 10, 64); err == nil {
		head = max(head, rv) // a list may tell of a version that no write here had
	}
	if n := len(log); n > 0 && head > log[n-1].RV {
		log = append(log[:n:n], state.ServerEvent{RV: head})
	}
	most := max(2, int(r.w()/32))
	if len(log) > most {
		log = log[len(log)-most:]
	}
	c.line(r.x0, r.y1, r.x1, r.y1, Neutral, 2)
	pitch := r.w() / float64(most)
	cut := -1.0
	for i, e := range log {
		x := r.x1 - 12 - float64(len(log)-1-i)*pitch
		head := i == len(log)-1
		tick, ink := Neutral, Text3
		if head {
			tick, ink = Text, Text
		}
		if e.RV <= v.Compacted {
			cut = x
		}
		c.as("rv:"+strconv.FormatInt(e.RV, 10), func() {
			s := c.line(x, r.y0, x, r.y1, tick, 2)
			if e.Type == trace.WatchDeleted {
				s.Stroke = Err
			}
			c.words(x, r.y1+14, 12, Middle, ink, Run{Text: strconv.FormatInt(e.RV, 10), Mono: true, Bold: head})
		})
	}
	if v.Compacted > 0 {
		x := r.x0 + 4
		if cut > 0 {
			x = cut + pitch/2
		}
		h := c.box(r.x0, r.y0-4, x-r.x0, r.y1-r.y0+4, 0, None, None, 0)
		h.Hatch, h.HatchPitch, h.HatchWidth, h.HatchAlpha = Err, 6, 1.5, .6
		c.line(x, r.y0-8, x, r.y1+4, Err, 2)
	}
}

func (c *canvas) shortServer(r rect4) {
	c.panel(r, "server", "zone.server")
	if !c.s.Server.Known && c.s.Refl.Events > 0 { // a real one: seen in what it sends only
		name := trace.WatchNames[min(max(c.s.Refl.LastType, 0), int64(len(trace.WatchNames)-1))]
		c.fitted(r.x0+12, r.y0+54, 14, r.w()-24, Start, Text, Run{Text: name, Mono: true, Size: 13})
		c.fitted(r.x0+12, r.y0+78, 14, r.w()-24, Start, Text2, norm("rv "), bold(plain(c.s.Refl.LastRV)))
		return
	}
	if !c.s.Server.Known {
		c.quiet(r, "stage.server.none")
		return
	}
	if len(c.s.Server.Objects.Items) == 0 {
		c.quiet(r, "stage.server.empty")
	}
	c.shortItems(r, "server", c.s.Server.Objects.Items)
}
