package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/tell"
)

// biography describes the scrubber of a width.
func (p *Player) biography(width float64) scrubber.Bio {
	h := p.Head
	b := scrubber.Bio{W: width, H: p.ScrubHeight(), Text: p.T}
	first, last := h.Line.First(), h.Line.Last()
	if h.Session != nil {
		first = max(first, min(h.Step, last-maxBiography))
	}
	p.scrub0 = first
	b.Total, b.Now = last-first, h.Step-first
	switch p.Plan() {
	case scene.Heap:
		b.Rows = scrubber.RowsBars
	case scene.Store:
		b.Rows = scrubber.RowsIndex
	case scene.FIFO:
		b.Rows = scrubber.RowsObjects
	case scene.All:
		b.Rows = scrubber.RowsAll
		if h.Run != nil && !b.Long() {
			b.Rows = scrubber.RowsSeconds
			b.Times, b.Writes = tell.Writes(h.Line)
		}
	}
	if p.Compared() != nil { // their stores differ
		b.Rows, b.H = scrubber.RowsNone, min(b.H, bareScrub)
	}
	switch {
	case b.Long():
		b.States = []*state.State{h.Whole}
	case b.Rowless(h.Whole): // sixty states of 10,000 keys each would take a second
		b.States = slices.Repeat([]*state.State{h.Whole}, b.Now+1)
	default:
		for n := first; n < h.Step; n++ {
			b.States = append(b.States, h.Line.At(n))
		}
		b.States = append(b.States, h.Whole)
	}
	if h.Session != nil {
		p.addPartings(&b, first)
	}
	if b.Crowded(h.Whole) {
		for n := first; n <= last; n++ {
			b.Lengths = append(b.Lengths, h.Line.Step(n).Queue)
		}
	}
	if b.Long() {
		p.long.tell(&b, h, p.Lang(), first, last)
		if b.Now > 0 {
			b.Labels[b.Now-1] = p.Teller().Step(p.Here(), h.Step)
		}
		return b
	}
	for n := first + 1; n <= last; n++ {
		b.Labels = append(b.Labels, p.Teller().Step(p.Here(), n))
		b.Gates = append(b.Gates, h.Run != nil && h.Run.Steps[n].Gate != nil)
	}
	return b
}

// maxBiography is how many steps the scrubber of a playground shows, the newest ones.
const maxBiography = 60

// longStory is what a story of many steps is drawn from. It is the same at each of them.
type longStory struct {
	line        *model.Timeline
	lang        string
	first, last int
	lengths     []int
	labels      []string // of the steps that were shown
	gates       []bool
}

// tell describes a story of more steps than there is room for.
func (l *longStory) tell(b *scrubber.Bio, h *Playhead, lang string, first, last int) {
	if l.line != h.Line || l.lang != lang || l.first != first || l.last != last {
		*l = longStory{line: h.Line, lang: lang, first: first, last: last, labels: make([]string, last-first)}
		for n := first; n <= last; n++ {
			l.lengths = append(l.lengths, h.Line.Step(n).Queue)
		}
		if h.Run != nil {
			for n := first + 1; n <= last; n++ {
				l.gates = append(l.gates, h.Run.Steps[n].Gate != nil)
			}
		}
	}
	b.Lengths, b.Labels, b.Gates = l.lengths, l.labels, l.gates
}

// bareScrub is the height of a scrubber without rows: markers and what they are called.
const bareScrub = 56

// mini reports whether the scrubber is the one of markers alone: in an embed, and where a phone
// needs the room for a playground's commands.
func (p *Player) mini() bool {
	return p.Layout() == "embed" || p.Layout() == "phone" && p.Hash.Page == "play"
}

// ScrubHeight is how high the scrubber is, px.
func (p *Player) ScrubHeight() float64 {
	switch {
	case p.mini():
		return 44
	case p.Layout() == "phone":
		return 84
	}
	return 104
}

// scrubKey is all that the scrubber follows from.
type scrubKey struct {
	page, layout, plan, dress string
	line                      *model.Timeline
	first, last, step         int
	futures, branch           int
	engines                   bool
	width, height             float64
	samples, length, frozen   int // live
	second                    int64
}

func (p *Player) scrubKey() scrubKey {
	if !p.Hash.Stage() || p.Head == nil && p.Live == nil {
		return scrubKey{}
	}
	k := scrubKey{page: p.Hash.Page, layout: p.Layout(), plan: p.Plan(), dress: p.chosen() + " " + p.Lang(), width: p.Window.W, height: p.Window.H, engines: p.Compared() != nil}
	if p.Hash.Page == "live" {
		if p.Live != nil {
			p.Live.scrubKey(&k)
		}
		return k
	}
	h := p.Head
	k.line, k.first, k.last, k.step = h.Line, h.Line.First(), h.Line.Last(), h.Step
	if h.Session != nil {
		k.futures, k.branch = len(h.Session.Branches()), h.Session.Shown()
	}
	return k
}

// Scrubber is the picture of the steps, for a place of that width, px.
func (p *Player) Scrubber(width float64) (shapes []draw.Shape, height float64) {
	switch {
	case !p.Hash.Stage() || width <= 0:
		return nil, 0
	case p.Hash.Page == "live":
		if p.Live == nil {
			return nil, 0
		}
		return p.Live.area(width)
	case p.Head == nil:
		return nil, 0
	}
	b := p.biography(width)
	if p.mini() {
		return scrubber.Mini(b), b.H
	}
	return scrubber.Biography(b), b.H
}

// ScrubHit says that the scrubber was hit, at x of its width: at a shape, or beside all.
type ScrubHit struct {
	ID       string
	X, Width float64
}

func (m ScrubHit) do(p *Player) {
	if p.Hash.Page == "live" {
		if p.Live != nil {
			p.Live.seekAt(m.X, m.Width)
		}
		return
	}
	if p.Head == nil || p.seekFuture(m.ID) {
		return
	}
	if n, ok := strings.CutPrefix(m.ID, "step:"); ok {
		if i, err := strconv.Atoi(n); err == nil {
			p.mode().seek(p.scrub0 + i)
		}
		return
	}
	if m.X < 40 {
		p.mode().seek(p.Head.Line.First())
	}
}
