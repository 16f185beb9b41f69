package scene

import (
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// alarm is one line, at y from x0 to x1, about what has gone wrong: the panic that ended the
// program, or else the last broken promise; nothing while all is well.
func (c *canvas) alarm(x0, x1, y float64) {
	runs := []Run{{Text: "✕ ", Bold: true, Ink: Err}}
	switch {
	case c.s.Crash != "":
		runs = append(runs, c.say(Text2, 15, "stage.crash", "panic", plain.Replace(c.s.Crash))...)
	case len(c.s.Broken) > 0:
		sentence, now := c.brokenNow()
		if !now {
			runs = []Run{inkd(c.msg("broken.before")+"  "+sentence, Text2)}
			runs, size := fit(runs, 15, x1-x0-16)
			c.as("broken", func() { c.words(x0+8, y, size, Start, Text, runs...) })
			return
		}
		title := runs
		runs = append(runs, bold(c.msg("broken.title")), inkd("  "+sentence, Text2))
		if Width(runs, 15)*.9 > x1-x0-16 { // the mark and the dashes say that it is broken
			runs = append(title, inkd(sentence, Text2))
		}
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

// brokenNow is the promise that was broken last, in the reader's language; now is false when
// it is kept again.
func (c *canvas) brokenNow() (sentence string, now bool) {
	last := c.s.Broken[len(c.s.Broken)-1].Sentence
	breaches := Breaches(c.s)
	now = len(breaches) > 0 || !slices.Contains(QueuePromises, trace.Promise(last))
	if len(breaches) > 0 && !slices.ContainsFunc(breaches, func(b Breach) bool { return string(b.Promise) == last }) {
		last = string(breaches[len(breaches)-1].Promise)
	}
	if key := PromiseKey(last); key != "" {
		return c.msg(key), now
	}
	return plain.Replace(last), now
}

// touched is the style of a stored object that somebody has changed in place.
func touched(it state.Item, o obj) obj {
	if it.Touched {
		o.edge, o.dash = Err, true
	}
	return o
}
