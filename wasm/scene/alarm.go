package scene

import "github.com/informerscope/informerscope/core/state"

// alarm is one line, at y from x0 to x1, about what has gone wrong: the panic that ended the
// program, or else the last broken promise; nothing while all is well.
func (c *canvas) alarm(x0, x1, y float64) {
	runs := []Run{{Text: "✕ ", Bold: true, Ink: Err}}
	switch {
	case c.s.Crash != "":
		runs = append(runs, c.say(Text2, 15, "stage.crash", "panic", plain.Replace(c.s.Crash))...)
	case len(c.s.Broken) > 0:
		runs = append(runs, bold(c.msg("broken.title")), inkd("  "+plain.Replace(c.s.Broken[len(c.s.Broken)-1].Sentence), Text2))
	default:
		return
	}
	runs, size := fit(runs, 15, x1-x0-16)
	c.as("broken", func() {
		c.box(x0, y-size*1.1, Width(runs, size)+16, size*1.6, 3, Plate, Err, 1.5).Dash = [2]float64{6, 4}
		c.words(x0+8, y, size, Start, Text, runs...)
	})
}

// alarming reports whether alarm has something to say.
func (c *canvas) alarming() bool { return c.s.Crash != "" || len(c.s.Broken) > 0 }

// touched is the style of a stored object that somebody has changed in place.
func touched(it state.Item, o obj) obj {
	if it.Touched {
		o.edge, o.dash = Err, true
	}
	return o
}
