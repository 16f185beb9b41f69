package film

import "time"

// Reel draws the steps from one to another, as a sheet does but each for itself and all of one size: with
// its number, its command and the latest thing that was said, which stays until the next is.
func (f *Film) Reel(from, to int, k Look) []Picture {
	w, h := k.view(f.Lesson).Size()
	cell := w + 2*pad
	var said [][]string
	lines := 1
	for n := from; n <= to; n++ {
		said = append(said, Wrap(Plain(f.Beat(n, k.Lang)), cell-2*pad, saidSize))
		lines = max(lines, len(said[n-from]))
	}
	tall := h + 2*pad + 36 + float64(lines)*saidLead
	reel := make([]Picture, 0, len(said))
	for i, beat := range said {
		p := Picture{W: cell + 2*reelEdge, H: tall + 2*reelEdge, Title: f.title(k.Lang), Desc: Plain(f.Beat(from+i, k.Lang))}
		p.told(f, from+i, reelEdge, reelEdge, tall, k, "", beat)
		reel = append(reel, p)
	}
	return reel
}

// reelEdge is the room around a picture of a reel.
const reelEdge = 8.

// Dwell is how long step n stays where the lesson plays by itself.
func (f *Film) Dwell(n int, lang string) time.Duration { return f.Run.Dwell(n, f.Beat(n, lang)) }
