package player

import (
	"strconv"
	"time"
)

// Controls are what the buttons below the picture say.
type Controls struct {
	First, Last bool // there is no way back, or on
	Playing     bool
	Play        string        // what the button of play and pause does
	Skip        time.Duration // that Step lets pass first
	Under       string        // where the playhead is
	Long        string        // the same at length, where there is no room for it
}

// manySteps is how many steps leave room for their numbers only, beside the other buttons.
const manySteps = 1000

// Controls returns what the buttons say; ok is false where there is nothing to be played.
func (p *Player) Controls() (c Controls, ok bool) {
	if !p.Playing() {
		return c, false
	}
	if p.Hash.Page == "live" {
		l := p.Live
		if l == nil {
			return c, false
		}
		c = Controls{Playing: !l.Frozen(), First: l.AtFirst(), Last: !l.Frozen(), Play: p.T("page.live.follow"), Under: p.T("live.following")}
		if l.Frozen() {
			c.Under = p.T("live.frozen", "ago", waits(time.Duration(l.clock()-l.moment())))
		} else {
			c.Play = p.T("page.live.freeze")
		}
		return c, true
	}
	h := p.Head
	if h == nil {
		return c, false
	}
	n, of := strconv.Itoa(h.Step), strconv.Itoa(h.Line.Last())
	c = Controls{Playing: h.Playing, First: h.First(), Last: h.Session == nil && h.Last(), Skip: p.Ahead(), Play: p.T("page.play.start"), Under: p.T("page.stepOf", "n", n, "of", of)}
	if h.Line.Last() >= manySteps {
		c.Under, c.Long = n+" / "+of, c.Under
	}
	if h.Playing {
		c.Play = p.T("page.pause")
	}
	return c, true
}

// Span is the first step there is, the last, and the one that is shown.
func (p *Player) Span() (first, last, at int) { return p.mode().span() }
