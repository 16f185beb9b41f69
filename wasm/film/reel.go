package film

import (
	"cmp"
	"time"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// MaxReel bounds the steps of a moving picture.
const MaxReel = 200

// Reel draws the steps from one to another, as a sheet does but each for itself and all of one size: with
// its number, its command and the latest thing that was said, which stays until the next is. They come one
// after the other, so that nobody has to keep them all.
type Reel struct {
	W, H float64 // of each picture
	// Stay is how long each step stays; 0 is as long as it takes to read.
	Stay time.Duration
	// Cut leaves out what moves from one step to the next.
	Cut bool

	f      *Film
	k      Look
	from   int
	said   [][]string // below each
	next   int
	moving []draw.Shape // the step that is moved to; nil is none
	moves  []scene.Move
	at     time.Duration // into them
}

// Reel is the film's from step from to step to.
func (f *Film) Reel(from, to int, k Look) *Reel {
	w, h := k.view(f.Lesson).Size()
	r := &Reel{f: f, k: k, from: from, next: from}
	lines := 1
	for n := from; n <= to; n++ {
		said := Wrap(Plain(f.Beat(n, k.Lang)), w, saidSize)
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
		r.moving, r.moves = r.f.moves(n, r.k)
		if r.at = 0; r.Cut || n == r.from {
			r.at = scene.MaxMs * time.Millisecond
		}
	}
	var shapes []draw.Shape
	if r.at += Tick; r.at.Seconds()*1000 < scene.Total(r.moves) {
		shapes, stays = scene.At(r.moving, r.moves, r.at.Seconds()*1000), Tick
	} else {
		shapes, stays = scene.Trail(r.moving, r.moves), cmp.Or(r.Stay, r.f.Dwell(n, r.k.Lang))
		r.moving = nil
		r.next++
	}
	panel := r.f.panel(n, r.k, shapes)
	p = Picture{W: r.W, H: r.H, Title: panel.Title, Desc: panel.Desc}
	p.told(r.f, panel, n, reelEdge, reelEdge, r.H-2*reelEdge, r.k, "", r.said[n-r.from])
	return p, stays, true
}

// Dwell is how long step n stays where the lesson plays by itself.
func (f *Film) Dwell(n int, lang string) time.Duration { return f.Run.Dwell(n, f.Beat(n, lang)) }
