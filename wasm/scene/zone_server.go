package scene

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The API server: what is stored now, and the ruler of resource versions whose head feeds
// the watch. The compacted part is hatched; a client inside it hears 410 Gone.

var serverZone = Zone{
	Name: "server", Title: "zone.server", Groups: []trace.Group{trace.GroupServer}, code: "Cluster.Create",
	behind: []Struct{{Name: "cluster.Cluster", when: func(s *state.State) bool { return s.Server.Known }, Fields: []Field{ // of a real one only what it sends is known
		{Name: "resources", Type: "map[string]*resource", of: listed("{}", func(s *state.State, add func(string)) {
			for _, it := range s.Server.Objects.Items {
				add(s.Name(it.Key) + "@" + s.Recorder().Object(it.Object).RV)
			}
		})},
		{Name: "rv", Type: "int64", of: valued(func(s *state.State) string { return draw.Int(s.Server.RV) })},
		{Name: "compacted", Type: "int64", of: valued(func(s *state.State) string { return draw.Int(s.Server.Compacted) })},
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
	if r.h() > 200 {
		room.y1 = c.asked(room)
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

// asked says above the ruler how often the informer has asked, and how many objects the largest
// piece of an answer had: what the API server had to have in hand at once. It returns where it
// begins.
func (c *canvas) asked(r rect4) float64 {
	f := &c.s.Refl
	if f.Lists+f.Watches == 0 {
		return r.y1
	}
	c.As("server:asked", func() {
		c.Fitted(r.x0, r.y1-22, 14, r.w(), draw.Start, draw.Text2, c.Say(draw.Text2, 14, "stage.server.asked", "n", draw.Number(f.Lists+f.Watches))...)
		c.Fitted(r.x0, r.y1-4, 14, r.w(), draw.Start, draw.Text2, c.Say(draw.Text2, 14, "stage.server.most", "n", draw.Number(f.Most))...)
	})
	return r.y1 - 42
}

// link says that nothing comes from the API server: beside its name, or, and then below is
// true, under it where that is too narrow.
func (c *canvas) link(r rect4) (below bool) {
	link := c.s.Server.Link
	if link == "up" || link == "" {
		return false
	}
	runs := []draw.Run{{Text: "✕ ", Bold: true, Ink: draw.Err}, draw.Bold(c.linkText(link))}
	if draw.Width(runs, 13) <= r.w()-112 {
		c.Words(r.x1-12, r.y0+24, 13, draw.End, draw.Text, runs...)
		return false
	}
	c.Fitted(r.x0+12, r.y0+43, 13, r.w()-24, draw.Start, draw.Text, runs...)
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
		c.Fitted(r.x0, y+22*float64(i)+15, 14, r.w(), draw.Start, draw.Text2, c.write(e)...)
	}
	return y
}

// write is a write at the API server in a line of text. The mark is doubled by its shape;
// the words are ink, as everywhere.
func (c *canvas) write(e state.ServerEvent) []draw.Run {
	mark, ink := "Δ", draw.Text
	switch e.Type {
	case trace.WatchAdded:
		mark, ink = "+", draw.OK
	case trace.WatchDeleted:
		mark, ink = "✕", draw.Err
	}
	return []draw.Run{{Text: mark + "  ", Bold: true, Ink: ink}, {Text: c.name(e.Key), Bold: true, Ink: draw.Text},
		draw.Mono("@"+strconv.FormatInt(e.RV, 10), 13)}
}

// seen is all that a page knows of a real API server: the last event that came from it.
func (c *canvas) seen(r rect4) {
	f := &c.s.Refl
	c.Fitted(r.x0+12, r.y0+50, 14, r.w()-24, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.server.live")))
	name := trace.WatchNames[min(max(f.LastType, 0), int64(len(trace.WatchNames)-1))]
	c.Fitted(r.x0+12, r.y0+74, 14, r.w()-24, draw.Start, draw.Text, draw.Run{Text: name, Mono: true, Size: 13}, draw.Regular("  rv "), draw.Bold(f.LastRV))
	c.Fitted(r.x0+12, r.y0+98, 14, r.w()-24, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.server.events", "n", draw.Number(f.Events))))
}

func (c *canvas) linkText(link string) string {
	switch link {
	case "partition", "endless", "unmarked":
		return c.Msg("stage.server.link." + link)
	}
	if code, ok := strings.CutPrefix(link, "fault "); ok {
		return c.Msg("stage.server.link.fault", "code", draw.Plain(code))
	}
	return draw.Plain(link)
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
	c.Line(r.x0, r.y1, r.x1, r.y1, draw.Neutral, 2)
	pitch := r.w() / float64(most)
	cut := -1.0
	for i, e := range log {
		x := r.x1 - 12 - float64(len(log)-1-i)*pitch
		head := i == len(log)-1
		tick, ink := draw.Neutral, draw.Text3
		if head {
			tick, ink = draw.Text, draw.Text
		}
		if e.RV <= v.Compacted {
			cut = x
		}
		c.As("rv:"+strconv.FormatInt(e.RV, 10), func() {
			s := c.Line(x, r.y0, x, r.y1, tick, 2)
			if e.Type == trace.WatchDeleted {
				s.Stroke = draw.Err
			}
			c.Words(x, r.y1+14, 12, draw.Middle, ink, draw.Run{Text: strconv.FormatInt(e.RV, 10), Mono: true, Bold: head})
		})
	}
	if v.Compacted > 0 {
		x := r.x0 + 4
		if cut > 0 {
			x = cut + pitch/2
		}
		h := c.Box(r.x0, r.y0-4, x-r.x0, r.y1-r.y0+4, 0, draw.None, draw.None, 0)
		h.Hatch, h.HatchPitch, h.HatchWidth, h.HatchAlpha = draw.Err, 6, 1.5, .6
		c.Line(x, r.y0-8, x, r.y1+4, draw.Err, 2)
	}
}

func (c *canvas) shortServer(r rect4) {
	c.panel(r, "server", "zone.server")
	if !c.s.Server.Known && c.s.Refl.Events > 0 { // a real one: seen in what it sends only
		name := trace.WatchNames[min(max(c.s.Refl.LastType, 0), int64(len(trace.WatchNames)-1))]
		c.Fitted(r.x0+12, r.y0+54, 14, r.w()-24, draw.Start, draw.Text, draw.Run{Text: name, Mono: true, Size: 13})
		c.Fitted(r.x0+12, r.y0+78, 14, r.w()-24, draw.Start, draw.Text2, draw.Regular("rv "), draw.Bold(draw.Plain(c.s.Refl.LastRV)))
		return
	}
	if !c.s.Server.Known {
		c.quiet(r, "stage.server.none")
		return
	}
	if c.link(r) {
		r.y0 += 14
	}
	if len(c.s.Server.Objects.Items) == 0 {
		c.quiet(r, "stage.server.empty")
	}
	c.shortItems(r, "server", c.s.Server.Objects.Items)
}
