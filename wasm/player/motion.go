package player

import (
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// walk is how the playhead came to where it is, when the way there is to be seen: by a step, back
// by one, or by a part of a step. The zero value is a jump.
type walk struct {
	what   string // "step", "back", "part", "unpart"
	from   *state.State
	events []trace.Event
	wait   time.Duration // before the events, for which nothing happens
}

// motion is what is on its way to the stage. It runs only while something moves.
type motion struct {
	what string // as in Move; "" is nothing
	then *Move  // what moves after time has passed
}

// timeMs is how long passing time is shown, whatever its length: time is compressed, and the
// button said how much passes.
const timeMs = 450

// stop ends what moves, and the wait for the next step.
func (p *Player) stop() {
	if p.motion.what != "" {
		p.motion = motion{}
		p.emit(Still{})
	}
	p.untimer("play")
}

// show lets the stage follow the playhead: along the way, where it walked, or at once. While
// something moves, what else has changed waits for its end.
func (p *Player) show(was, is look) {
	switch {
	case is.picture.page == "":
		p.stop()
		p.painted = pictureKey{}
	case p.walked.what != "" && !p.calm():
		p.emit(p.way(is.picture))
	case p.motion.what == "" && is.picture != p.painted:
		p.paint(is.picture)
	}
}

// paint shows the picture at hand.
func (p *Player) paint(k pictureKey) {
	p.painted = k
	p.emit(Show{})
}

// calm reports whether nothing is to move.
func (p *Player) calm() bool { return p.still() || !p.Window.Painter || p.Head == nil }

// way is the motion along which the playhead came: first time passes, then things move.
// Backwards the same moves are seen reversed, at twice the speed.
func (p *Player) way(k pictureKey) Move {
	m := p.moves(k)
	if w := p.walked; m.What == "step" && w.wait > 0 && !p.Hash.Frame.SkipIdle {
		p.motion = motion{"time", &m}
		return p.passing(w)
	}
	p.motion = motion{what: m.What}
	return m
}

// passing shows that time passes in the state before the step.
func (p *Player) passing(w walk) Move {
	h, speed := p.Head, p.Head.Speed
	v := p.view(w.from)
	width, height := v.Size()
	at := h.Line.Step(h.Step - 1).At
	return Move{What: "time", Ms: timeMs / speed, W: width, H: height, Title: p.Spoken(), Frame: func(ms float64) []draw.Shape {
		v.Now = at + int64(min(ms*speed/timeMs, 1)*float64(w.wait))
		return scene.Build(w.from, v)
	}}
}

// moves is what moves between the two states of the walk.
func (p *Player) moves(k pictureKey) Move {
	w, speed := p.walked, p.Head.Speed
	if p.Compared() != nil {
		before := p.drawn[0].Shapes
		pic := p.draw(k)
		moves := scene.CompareMoves(before, pic.Shapes)
		return Move{What: "engines", Ms: scene.Total(moves) / speed, W: pic.W, H: pic.H, Title: pic.Title,
			Frame: func(ms float64) []draw.Shape { return scene.At(pic.Shapes, moves, ms*speed) }}
	}
	if w.what == "back" || w.what == "unpart" {
		before := p.Head.Now
		v := p.view(w.from)
		v.Prev = before
		moves, shapes := scene.Moves(before, w.from, w.events, v), scene.Build(w.from, v)
		length := scene.Total(moves)
		width, height := v.Size()
		return Move{What: w.what, Ms: length / 2, W: width, H: height, Title: p.Spoken(),
			Frame: func(ms float64) []draw.Shape { return scene.At(shapes, moves, length-2*ms) }}
	}
	v := p.view(p.Head.Now)
	v.Prev = w.from
	pic := p.draw(k) // the picture at the end, which is shown when it is reached
	moves := scene.Moves(w.from, p.Head.Now, w.events, v)
	return Move{What: w.what, Ms: scene.Total(moves) / speed, W: pic.W, H: pic.H, Title: pic.Title,
		Frame: func(ms float64) []draw.Shape { return scene.At(pic.bare, moves, ms*speed) }}
}

// Arrived says that what moved has come to its end.
type Arrived struct{}

func (Arrived) do(p *Player) {
	m := p.motion
	p.motion = motion{}
	switch {
	case m.then != nil:
		p.motion.what = m.then.What
		p.emit(*m.then)
	case m.what != "":
		p.painted = pictureKey{} // the end is painted whole
	}
}
