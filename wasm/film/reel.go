package film

import "time"

// MaxReel bounds the steps of a moving picture.
const MaxReel = 200

// Reel draws the steps from one to another, as a sheet does but each for itself and all of one size: with
// its number, its command and the latest thing that was said, which stays until the next is. They come one
// after the other, so that nobody has to keep them all.
type Reel struct {
	W, H float64 // of each picture
	f    *Film
	k    Look
	from int
	said [][]string // below each
	next int
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

// Len is how many steps the reel has.
func (r *Reel) Len() int { return len(r.said) }

// Drawn is how many steps of it were drawn.
func (r *Reel) Drawn() int { return r.next - r.from }

// Next is the next picture and how long it stays; false after the last.
func (r *Reel) Next() (p Picture, stays time.Duration, ok bool) {
	n := r.next
	if n-r.from >= len(r.said) {
		return Picture{}, 0, false
	}
	r.next++
	p = Picture{W: r.W, H: r.H, Title: r.f.title(r.k.Lang), Desc: Plain(r.f.Beat(n, r.k.Lang))}
	p.told(r.f, n, reelEdge, reelEdge, r.H-2*reelEdge, r.k, "", r.said[n-r.from])
	return p, r.f.Dwell(n, r.k.Lang), true
}

// Dwell is how long step n stays where the lesson plays by itself.
func (f *Film) Dwell(n int, lang string) time.Duration { return f.Run.Dwell(n, f.Beat(n, lang)) }
