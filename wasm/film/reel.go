package film

import (
	"cmp"
	"time"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
)

// MaxReel bounds the steps of a moving picture.
const MaxReel = 200

// Story is what a reel shows: the steps of a run, what each is called, and what is said of it.
type Story struct {
	Title string
	Line  *model.Timeline
	View  func(n int) scene.View // how step n is drawn
	Name  func(n int) string
	Said  func(n int) string // with its marks
	Dwell func(n int) time.Duration
}

// Story is the film as it looks in a reel.
func (f *Film) Story(k Look) Story {
	return Story{
		Title: f.title(k.Lang),
		Line:  f.Line,
		View:  func(n int) scene.View { return f.view(n, k) },
		Name:  func(n int) string { return f.Name(n, k.Lang) },
		Said:  func(n int) string { return f.Beat(n, k.Lang) },
		Dwell: func(n int) time.Duration { return f.Dwell(n, k.Lang) },
	}
}

// Reel draws the steps of a story from one to another, as a sheet does but each for itself and all of one size: with
// its number, its command and what is said of it. They come one after the other, so that nobody has to keep them all.
type Reel struct {
	W, H float64 // of each picture
	// Stay is how long each step stays; 0 is as long as it takes to read.
	Stay time.Duration
	// Cut leaves out what moves from one step to the next.
	Cut bool

	of     Story
	w, h   float64 // of a step
	from   int
	said   [][]string // below each
	next   int
	moving []draw.Shape // the step that is moved to; nil is none
	moves  []scene.Move
	at     time.Duration // into them
}

// Reel is the film's from step from to step to.
func (f *Film) Reel(from, to int, k Look) *Reel { return NewReel(f.Story(k), from, to) }

// NewReel is that of a story from step from to step to.
func NewReel(of Story, from, to int) *Reel {
	v := of.View(from)
	w, h := v.Size()
	r := &Reel{of: of, w: w, h: h, from: from, next: from}
	lines := 1
	for n := from; n <= to; n++ {
		said := Wrap(Plain(of.Said(n)), w, saidSize)
		r.said = append(r.said, said)
		lines = max(lines, len(said))
	}
	r.W = w + 2*pad + 2*reelEdge
	r.H = h + 2*pad + 36 + float64(lines)*saidLead + 2*reelEdge
	return r
}

// reelEdge is the room around a picture of a reel.
const reelEdge = 8.

// Tick is how long each picture stays in which something moves: a GIF counts hundredths of a second, and many
// programs show none for less than two.
const Tick = 80 * time.Millisecond

// MoveTakes is about how long things move from one step to the next.
const MoveTakes = 400 * time.Millisecond

// Len is how many steps the reel has.
func (r *Reel) Len() int { return len(r.said) }

// Drawn is how many steps of it were drawn.
func (r *Reel) Drawn() int { return r.next - r.from }

// Next is the next picture and how long it stays; false after the last. Before a step rests, what moves to it is
// drawn, but not to the first.
func (r *Reel) Next() (p Picture, stays time.Duration, ok bool) {
	n := r.next
	if n-r.from >= len(r.said) {
		return Picture{}, 0, false
	}
	if r.moving == nil {
		r.moving, r.moves = moves(r.of.Line, n, r.of.View(n))
		if r.at = 0; r.Cut || n == r.from {
			r.at = scene.MaxMs * time.Millisecond
		}
	}
	var shapes []draw.Shape
	if r.at += Tick; r.at.Seconds()*1000 < scene.Total(r.moves) {
		shapes, stays = scene.At(r.moving, r.moves, r.at.Seconds()*1000), Tick
	} else {
		shapes, stays = scene.Trail(r.moving, r.moves), cmp.Or(r.Stay, r.of.Dwell(n))
		r.moving = nil
		r.next++
	}
	p = Picture{W: r.W, H: r.H, Title: r.of.Title, Desc: Plain(r.of.Said(n))}
	panel := Picture{Shapes: shapes, W: r.w, H: r.h}
	p.told(panel, n, r.of.Name(n), reelEdge, reelEdge, r.H-2*reelEdge, "", r.said[n-r.from])
	return p, stays, true
}

// Dwell is how long step n stays where the lesson plays by itself.
func (f *Film) Dwell(n int, lang string) time.Duration { return f.Run.Dwell(n, f.Beat(n, lang)) }
