package page

import (
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
)

// maxBiography is how many steps the scrubber of a playground shows, the newest ones.
const maxBiography = 60

// biography describes the scrubber of a width.
func (p *Page) biography(width float64) scene.Bio {
	pl := p.player
	b := scene.Bio{W: width, H: p.scrubHeight(), Text: p.t}
	first, last := pl.line.First(), pl.line.Last()
	if pl.session != nil {
		first = max(first, min(pl.step, last-maxBiography))
	}
	p.scrubFrom = first
	b.Total, b.Now = last-first, pl.step-first
	switch p.part() {
	case scene.Heap:
		b.Rows = scene.RowsBars
	case scene.Store:
		b.Rows = scene.RowsIndex
	case scene.FIFO:
		b.Rows = scene.RowsObjects
	case scene.All:
		b.Rows = scene.RowsAll
		if pl.run != nil && !b.Long() {
			b.Rows = scene.RowsSeconds
			b.Times, b.Writes = tell.Writes(pl.line)
		}
	}
	if p.compared() != nil { // their stores differ
		b.Rows, b.H = scene.RowsNone, min(b.H, bareScrub)
	}
	switch {
	case b.Long():
		b.States = []*state.State{pl.whole}
	case b.Rowless(pl.whole): // sixty states of 10,000 keys each would take a second
		b.States = slices.Repeat([]*state.State{pl.whole}, b.Now+1)
	default:
		for n := first; n < pl.step; n++ {
			b.States = append(b.States, pl.line.At(n))
		}
		b.States = append(b.States, pl.whole)
	}
	if pl.session != nil {
		p.addPartings(&b, first)
	}
	if b.Long() {
		p.long.tell(&b, pl, first, last)
		if b.Now > 0 {
			b.Labels[b.Now-1] = p.stepName(pl.label(pl.step, p.lang()))
		}
		return b
	}
	for n := first + 1; n <= last; n++ {
		b.Labels = append(b.Labels, p.stepName(pl.label(n, p.lang())))
		b.Gates = append(b.Gates, pl.run != nil && pl.run.Steps[n].Gate != nil)
	}
	return b
}

// longStory is what a story of many steps is drawn from. It is the same at each of them.
type longStory struct {
	line        *model.Timeline
	first, last int
	lengths     []int
	labels      []string // of the steps that were shown
	gates       []bool
}

// tell describes a story of more steps than there is room for.
func (l *longStory) tell(b *scene.Bio, pl *Player, first, last int) {
	if l.line != pl.line || l.first != first || l.last != last {
		*l = longStory{line: pl.line, first: first, last: last, labels: make([]string, last-first)}
		for n := first; n <= last; n++ {
			l.lengths = append(l.lengths, pl.line.Step(n).Queue)
		}
		if pl.run != nil {
			for n := first + 1; n <= last; n++ {
				l.gates = append(l.gates, pl.run.Steps[n].Gate != nil)
			}
		}
	}
	b.Lengths, b.Labels, b.Gates = l.lengths, l.labels, l.gates
}

// bareScrub is the height of a scrubber without rows: markers and what they are called.
const bareScrub = 56

// mini reports whether the scrubber is the one of markers alone: in an embed, and where a phone
// needs the room for a playground's commands.
func (p *Page) mini() bool {
	return p.layout() == "embed" || p.layout() == "phone" && p.hash.Page == "play"
}

func (p *Page) scrubHeight() float64 {
	switch {
	case p.mini():
		return 44
	case p.layout() == "phone":
		return 84
	}
	return 104
}

func (p *Page) drawScrubber() {
	el := element(scrubID)
	if !el.Truthy() || !p.hash.Stage() {
		return
	}
	width := el.Get("clientWidth").Float() / p.unit()
	if width <= 0 {
		return
	}
	var shapes []scene.Shape
	var h float64
	if p.hash.Page == "live" {
		if p.live == nil {
			return
		}
		shapes, h = p.live.area(p, width)
	} else if p.player != nil {
		b := p.biography(width)
		if h = b.H; p.mini() {
			shapes = scene.Mini(b)
		} else {
			shapes = scene.Biography(b)
		}
	} else {
		return
	}
	p.scrubShapes = shapes
	p.drawInto(el, shapes, width, h, "bio")
}
