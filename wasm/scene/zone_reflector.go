package scene

import (
	"math"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The reflector: what its loop is doing, and the last version it knows.

var reflectorZone = Zone{
	Name: "reflector", Title: "zone.reflector", Groups: []trace.Group{trace.GroupReflector}, code: "Reflector.event",
	behind: []Struct{{"tools/cache/reflector.go", 106, "cache.Reflector", []Field{
		{Name: "lastSyncResourceVersion", Type: "string", of: valued(func(s *state.State) string { return strconv.Quote(s.Refl.RV) })},
		{Name: "listerWatcher", Type: "ListerWatcherWithContext", of: valued(func(s *state.State) string {
			return "LIST ×" + strconv.Itoa(s.Refl.Lists) + ", WATCH ×" + strconv.Itoa(s.Refl.Watches)
		})},
	}, nil}},
}

func (c *canvas) reflector(r rect4) {
	c.panel(r, "reflector", "zone.reflector")
	f := &c.s.Refl
	x, room := r.x0+12, r.w()-24
	if f.State == "" {
		c.quiet(r, "refl.none")
		return
	}
	state := c.Msg(c.reflState())
	tall := r.h() > 140
	trouble := c.trouble(room, r.h())
	up := 9 * b2f(len(trouble) > 1 && !tall) // its second line needs the room
	c.As("reflector:state", func() {
		c.Fitted(x, r.y0+56-up, 14, room, draw.Start, draw.Text, draw.Run{Text: state, Mono: strings.ToUpper(f.State[:1]) == f.State[:1] && isASCII(state) && len(state) <= 6, Bold: true})
	})
	second := ""
	switch {
	case c.ended():
	case f.State == "BackingOff":
		leftNs := max(0, f.ArmedAt+f.ArmedFor-c.v.Now)
		c.Ring(r.x1-24, r.y0+52-up, 9, 1-float64(leftNs)/float64(max(1, f.ArmedFor)), draw.Wait, 3, draw.Line)
		second = c.Msg("stage.refl.backoff", "t", draw.Due(leftNs))
	case f.Open && f.State != "WatchListing": // that state says itself what streams
		if f.From != "" {
			second = c.Msg("stage.refl.from", "rv", draw.Plain(f.From))
		}
		if c.sm && f.CheckEvery > 0 { // the rows of the handlers have no room for a clock
			second = c.Msg("stage.refl.now", "t", draw.Exact(c.v.Now))
		}
		c.wave(r.x1-52, r.y0+51-up)
	}
	if second != "" {
		c.Fitted(x, r.y0+75-up*1.3, 14, room, draw.Start, draw.Text2, draw.Regular(second))
	}
	switch {
	case c.gone():
		c.Fitted(x, r.y0+92, 15, room, draw.Start, draw.Err, draw.Run{Text: "✕ 410 Gone", Bold: true, Ink: draw.Err})
	case len(trouble) > 0:
		y := r.y0 + 92 - up*1.4
		if len(trouble) > 1 && tall {
			y = math.Min(r.y0+150, r.y1-8-16*float64(len(trouble)-1))
		}
		c.Words(x, y, 13, draw.Start, draw.Text, draw.Run{Text: "✕ ", Bold: true, Ink: draw.Err})
		for i, line := range trouble {
			c.Fitted(x+troubleMark, y+float64(i)*16, 13, room-troubleMark, draw.Start, draw.Text, draw.Bold(line))
		}
	}
	c.collected(r, tall)
	if runs := c.transformer(); tall && len(trouble) == 0 && runs != nil {
		c.Words(x, r.y1-28, 13, draw.Start, draw.Text, runs[:len(runs)-1]...)
		c.Fitted(x, r.y1-11, 13, room, draw.Start, draw.Text2, runs[len(runs)-1])
	}
	if f.RV != "" {
		runs := c.Say(draw.Text2, 15, "stage.refl.last", "rv", draw.Plain(f.RV))
		if p := c.v.Prev; p != nil && p.Refl.RV != "" && p.Refl.RV != f.RV && r.h() > 140 {
			c.Fitted(x, r.y0+132, 14, room, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.refl.was", "rv", draw.Plain(p.Refl.RV))))
		}
		c.Fitted(x, r.y0+112, 15, room, draw.Start, draw.Text, runs...)
	}
}

// reflState is what the loop is doing.
func (c *canvas) reflState() string {
	if c.ended() {
		return "refl.Ended"
	}
	return "refl." + c.s.Refl.State
}

// collected is what has come of a list that is not whole yet: beside the store, and so dashed.
func (c *canvas) collected(r rect4, tall bool) {
	f := &c.s.Refl
	streams := f.State == "WatchListing" && f.Open
	if c.ended() || !streams && (f.State != "Listing" || f.InHand == 0) {
		return
	}
	end := "stage.refl.endless"
	switch {
	case !streams && f.Whole:
		end = "stage.refl.all"
	case !streams:
		end = "stage.refl.pages"
	case f.Whole:
		end = "stage.refl.whole"
	case f.LastType == trace.WatchBookmark:
		end = "stage.refl.unmarked"
	}
	y := r.y0 + 76
	c.Fitted(r.x0+12, y, 14, r.w()-24, draw.Start, draw.Text2, c.Say(draw.Text2, 14, "stage.refl.collected", "n", draw.Number(f.InHand))...)
	if !tall {
		return
	}
	c.Fitted(r.x0+12, y+18, 14, r.w()-24, draw.Start, draw.Text2, c.Say(draw.Text2, 14, end)...)
	if y += 28; f.RV != "" {
		y = r.y0 + 140
	}
	room := rect4{r.x0 + 12, y, r.x1 - 12, r.y1 - 12}
	cells, shown := grid(room, len(f.Collected.Items), 72, 24, room.w(), 30, 6)
	for i, cell := range cells {
		it := f.Collected.Items[i]
		if i == shown-1 && shown < len(f.Collected.Items) {
			c.Words(cell.x0+8, cell.cy()+5, 14, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(f.Collected.Items)-shown+1))))
			return
		}
		id := "obj:list:" + c.s.Text(it.Key)
		c.As(id, func() {
			c.object(cell.x0, cell.y0, cell.w(), cell.h(), c.name(it.Key), draw.Int(it.RV), obj{size: 14, dash: true, focus: c.v.Focus == id})
		})
	}
}

// troubleMark is the width of the mark before a trouble, px.
const troubleMark = 15.0

// trouble is what the reflector's last call came back with, in a few lines.
func (c *canvas) trouble(room, high float64) []string {
	if c.s.Refl.Trouble == "" || c.gone() || c.s.Refl.State == "Stopped" { // who was stopped has no trouble
		return nil
	}
	most := 2
	if high > 140 {
		most = 4
	}
	lines := func(why string, most int) []string {
		return draw.Wrap(draw.Plain(why), room-troubleMark, room-troubleMark, 13, true, most)
	}
	if c.s.Refl.Code > 0 { // where there is room for it
		if said := lines(strconv.Itoa(c.s.Refl.Code)+" "+c.s.Refl.Trouble, most+1); len(said) <= most {
			return said
		}
	}
	return lines(c.s.Refl.Trouble, most)
}

// gone reports whether the API server answered 410: what was asked for is compacted.
func (c *canvas) gone() bool { return c.s.Refl.Code == trace.CodeExpired }

// wave says that a stream is open.
func (c *canvas) wave(x, y float64) {
	p := draw.From(x, y)
	for i := range 4 {
		d := 5.0
		if i%2 == 1 {
			d = -5
		}
		p.Q(x+float64(i)*10+5, y-d, x+float64(i+1)*10, y)
	}
	c.Path(p, draw.Neutral, 2)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] > 126 {
			return false
		}
	}
	return true
}

func (c *canvas) shortReflector(r rect4) {
	c.panel(r, "reflector", "zone.reflector")
	f := &c.s.Refl
	if f.State == "" {
		c.quiet(r, "refl.none")
		return
	}
	c.Fitted(r.x0+12, r.y0+54, 14, r.w()-24, draw.Start, draw.Text, draw.Bold(c.Msg(c.reflState())))
	if f.RV != "" {
		c.Fitted(r.x0+12, r.y0+78, 14, r.w()-24, draw.Start, draw.Text, c.Say(draw.Text2, 14, "stage.refl.last", "rv", draw.Plain(f.RV))...)
	}
}
