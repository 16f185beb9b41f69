package player

import "time"

// The projector shows the embed's composition scaled to the screen (three times at 1080p:
// the smallest type is 39 px, a key's letter 63), with what a room needs: the key that was
// pressed, written large, a blank screen, and the question before its step.

// Present is the projector's own state.
type Present struct {
	Blank bool   // the screen is black
	Key   string // what was pressed last
	Does  string // and the message that says what it does
	Spot  bool   // all but a round place is dim

	// Room says that an exercise was come to from the projector: it has its buttons, in large type, and
	// what comes next is presented again.
	Room bool

	full bool // this page asked for the full screen
}

// Presentable reports whether there is something for a projector: a picture that needs no more buttons
// than it has there, as an exercise does, or a quiz.
func (h Hash) Presentable() bool { return h.Stage() && h.Exercise == "" || h.Page == "quiz" }

// InRoom reports whether a room looks on: what is answered and reached is then the room's, and nothing of
// it is kept as the reader's own.
func (p *Player) InRoom() bool { return p.Hash.Present || p.Present.Room }

type (
	// TogglePresent turns the page into one for a projector, or back.
	TogglePresent struct{}
	// LeftFullscreen says that Escape took the full screen away.
	LeftFullscreen struct{}
	// Blank makes the screen black, or brings the picture back.
	Blank struct{}
	// Spotlight dims all but a round place: at the pointer, or where a room has none, at what the
	// step is about.
	Spotlight struct{}
)

// hudFor is how long a pressed key stays on the screen.
const hudFor = 1500 * time.Millisecond

func (TogglePresent) do(p *Player) {
	if !p.Hash.Presentable() {
		return
	}
	p.Hash.Present = !p.Hash.Present
	p.stop()
	p.Present = Present{full: p.Hash.Present}
	p.untimer("hud")
	p.emit(Fullscreen{p.Hash.Present})
	p.emit(Fit{})
}

func (LeftFullscreen) do(p *Player) {
	if p.Present.full && p.Hash.Present {
		TogglePresent{}.do(p)
	}
}

func (Blank) do(p *Player) { p.Present.Blank = !p.Present.Blank }

func (Spotlight) do(p *Player) {
	p.Present.Spot = !p.Present.Spot
	p.emit(Light{})
}

// hud shows a pressed key to the room.
func (p *Player) hud(k string, s Shortcut) {
	if !p.Hash.Present {
		return
	}
	p.Present.Key, p.Present.Does = k, "keys."+s.Group+"."+s.Name
	p.timer("hud", hudFor)
}
