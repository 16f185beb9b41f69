package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// animation paints the frames of what moves. It asks for a frame only while something does.
type animation struct {
	frame  app.Func
	begin  float64
	length float64 // ms
	paint  func(ms float64)
	done   func()
}

// init prepares it; done is called when what moved has come to its end by itself.
func (a *animation) init(done func()) {
	a.done = done
	a.frame = app.FuncOf(func(_ app.Value, args []app.Value) any {
		a.at(args[0].Float())
		return nil
	})
}

// at paints the frame of a moment, ms, and asks for the next one.
func (a *animation) at(now float64) {
	if a.paint == nil {
		return
	}
	if a.begin < 0 {
		a.begin = now
	}
	if ms := now - a.begin; ms < a.length {
		a.paint(ms)
		window().Call("requestAnimationFrame", a.frame)
		return
	}
	a.paint = nil
	a.done()
}

func (a *animation) run(length float64, paint func(ms float64)) {
	busy := a.paint != nil
	a.begin, a.length, a.paint = -1, length, paint
	if !busy {
		window().Call("requestAnimationFrame", a.frame)
	}
}

// end stops what moves; what was painted last stays.
func (a *animation) end() { a.paint = nil }

// moving reports whether something moves.
func (a *animation) moving() bool { return a.paint != nil }
