package scene

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// The reflector: what its loop is doing, and the last version it knows.

var reflectorZone = Zone{
	Name: "reflector", Title: "zone.reflector", code: "Reflector.event",
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
	state := c.msg("refl." + f.State)
	tall := r.h() > 140
	trouble := c.trouble(room, tall)
	up := 9 * b2f(len(trouble) > 1 && !tall) // its second line needs the room
	c.as("reflector:state", func() {
		c.fitted(x, r.y0+56-up, 14, room, Start, Text, Run{Text: state, Mono: strings.ToUpper(f.State[:1]) == f.State[:1] && isASCII(state) && len(state) <= 6, Bold: true})
	})
	second := ""
	switch {
	case f.State == "BackingOff":
		leftNs := max(0, f.ArmedAt+f.ArmedFor-c.v.Now)
		c.ring(r.x1-24, r.y0+52-up, 9, 1-float64(leftNs)/float64(max(1, f.ArmedFor)), Wait, 3, Line)
		second = c.msg("stage.refl.backoff", "t", due(leftNs))
	case f.Open && f.State != "WatchListing": // that state says itself what streams
		if f.From != "" {
			second = c.msg("stage.refl.from", "rv", plain(f.From))
		}
		c.wave(r.x1-52, r.y0+51-up)
	}
	if second != "" {
		c.fitted(x, r.y0+75-up*1.3, 14, room, Start, Text2, norm(second))
	}
	switch {
	case c.gone():
		c.fitted(x, r.y0+92, 15, room, Start, Err, Run{Text: "✕ 410 Gone", Bold: true, Ink: Err})
	case len(trouble) > 0:
		y := r.y0 + 92 - up*1.4
		if len(trouble) > 1 && tall {
			y = r.y0 + 150
		}
		c.words(x, y, 13, Start, Text, Run{Text: "✕ ", Bold: true, Ink: Err})
		for i, line := range trouble {
			c.fitted(x+troubleMark, y+float64(i)*16, 13, room-troubleMark, Start, Text, bold(line))
		}
	}
	if f.RV != "" {
		runs := c.say(Text2, 15, "stage.refl.last", "rv", plain(f.RV))
		if p := c.v.Prev; p != nil && p.Refl.RV != "" && p.Refl.RV != f.RV && r.h() > 140 {
			c.fitted(x, r.y0+132, 14, room, Start, Text3, norm(c.msg("stage.refl.was", "rv", plain(p.Refl.RV))))
		}
		c.fitted(x, r.y0+112, 15, room, Start, Text, runs...)
	}
}

// troubleMark is the width of the mark before a trouble, px.
const troubleMark = 15.0

// trouble is what the reflector's last call came back with, in a few lines.
func (c *canvas) trouble(room float64, tall bool) []string {
	if c.s.Refl.Trouble == "" || c.gone() {
		return nil
	}
	most := 2
	if tall {
		most = 4
	}
	return wrap(plain(c.s.Refl.Trouble), room-troubleMark, room-troubleMark, 13, true, most)
}

// gone reports whether the API server answered 410: what was asked for is compacted.
func (c *canvas) gone() bool { return c.s.Refl.Code == trace.CodeExpired }

// wave says that a stream is open.
func (c *canvas) wave(x, y float64) {
	p := pen(x, y)
	for i := range 4 {
		d := 5.0
		if i%2 == 1 {
			d = -5
		}
		p.q(x+float64(i)*10+5, y-d, x+float64(i+1)*10, y)
	}
	c.path(p, Neutral, 2)
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
	c.fitted(r.x0+12, r.y0+54, 14, r.w()-24, Start, Text, bold(c.msg("refl."+f.State)))
	c.fitted(r.x0+12, r.y0+78, 14, r.w()-24, Start, Text, c.say(Text2, 14, "stage.refl.last", "rv", plain(f.RV))...)
}
