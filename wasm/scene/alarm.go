package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// alarm says around y, from x0 to x1, what has gone wrong: the panic that ended the program,
// or else the last broken promise; nothing while all is well. It is one line, or two where
// the sentence is long.
func (c *canvas) alarm(x0, x1, y float64) {
	runs, framed := c.alarmRuns(x1 - x0 - 16)
	if runs == nil {
		return
	}
	room, size := x1-x0-16, 15.0
	rows := [][]Run{runs}
	if last := len(runs) - 1; Width(runs, size)*.88 > room {
		size = 14
		said := runs[last]
		text := wrap(strings.TrimLeft(said.Text, " "), room-Width(runs[:last], size)-8, room, size, said.Bold, 2)
		rows = rows[:0]
		for i, line := range text {
			row := []Run{{Text: line, Bold: said.Bold, Ink: said.Ink}}
			if i == 0 {
				row[0].Text = said.Text[:len(said.Text)-len(strings.TrimLeft(said.Text, " "))] + line
				row = append(append([]Run(nil), runs[:last]...), row...)
			}
			rows = append(rows, row)
		}
	}
	widest := 0.0
	for i := range rows {
		rows[i], size = fit(rows[i], size, room)
		widest = math.Max(widest, Width(rows[i], size))
	}
	lead := size * 1.2
	y -= lead / 2 * float64(len(rows)-1)
	c.as("broken", func() {
		if framed {
			c.box(x0, y-size*1.1, widest+16, size*1.6+lead*float64(len(rows)-1), 3, Plate, Err, 1.5).Dash = [2]float64{6, 4}
		}
		for i, row := range rows {
			c.words(x0+8, y+lead*float64(i), size, Start, Text, row...)
		}
	})
}

// alarmRuns is the sentence of the alarm, and whether it stands in a frame: not when the
// promise is kept again. In room px that are too few its title goes first.
func (c *canvas) alarmRuns(room float64) (runs []Run, framed bool) {
	mark := Run{Text: "✕ ", Bold: true, Ink: Err}
	if c.s.Crash != "" {
		return append([]Run{mark}, c.say(Text2, 15, "stage.crash", "panic", plain(c.s.Crash))...), true
	}
	if len(c.s.Broken) == 0 {
		return nil, false
	}
	sentence, now := c.brokenNow()
	if !now {
		return []Run{inkd(c.msg("broken.before")+"  "+sentence, Text2)}, false
	}
	runs = []Run{mark, bold(c.msg("broken.title")), inkd("  "+sentence, Text2)}
	if Width(runs, 15)*.9 > room { // the mark and the dashes say that it is broken
		runs = []Run{mark, inkd(sentence, Text2)}
	}
	return runs, true
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
	return plain(last), now
}

// touched is the style of a stored object that somebody has changed in place.
func touched(it state.Item, o obj) obj {
	if it.Touched {
		o.edge, o.dash = Err, true
	}
	return o
}

// broken says a broken promise in its own words; the tokens themselves are dashed in the
// error role already.
func (c *canvas) broken(g *cross) {
	if !c.alarming() {
		return
	}
	y := g.alarm.y1
	if g.lower > 0 && len(c.s.Heap) > 0 { // under the ruler stands its caption
		y = g.lower
	}
	c.alarm(g.alarm.x0, g.alarm.x1, y)
}
