package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// alarm says around y, from x0 to x1, what has gone wrong: the panic that ended the program,
// or else the last broken promise; nothing while all is well. It is one line, or two or
// three where the sentence is long.
func (c *canvas) alarm(x0, x1, y float64) {
	runs, framed := c.alarmRuns(x1 - x0 - 16)
	if runs == nil {
		return
	}
	room, size := x1-x0-16, 15.0
	rows := [][]draw.Run{runs}
	if last := len(runs) - 1; draw.Width(runs, size)*.88 > room {
		size = 14
		said := runs[last]
		text := draw.Wrap(strings.TrimLeft(said.Text, " "), room-draw.Width(runs[:last], size)-8, room, size, said.Bold, 2+int(b2f(room < 300))) // three lines of a narrow one
		rows = rows[:0]
		for i, line := range text {
			row := []draw.Run{{Text: line, Bold: said.Bold, Ink: said.Ink}}
			if i == 0 {
				row[0].Text = said.Text[:len(said.Text)-len(strings.TrimLeft(said.Text, " "))] + line
				row = append(append([]draw.Run(nil), runs[:last]...), row...)
			}
			rows = append(rows, row)
		}
	}
	widest := 0.0
	for i := range rows {
		rows[i], size = draw.Fit(rows[i], size, room)
		widest = math.Max(widest, draw.Width(rows[i], size))
	}
	lead := size * 1.2
	y -= lead/2*float64(len(rows)-1) + lead*.7*b2f(len(rows) > 2)
	c.As("broken", func() {
		if framed {
			c.Box(x0, y-size*1.1, widest+16, size*1.6+lead*float64(len(rows)-1), 3, draw.Plate, draw.Err, 1.5).Dash = [2]float64{6, 4}
		}
		for i, row := range rows {
			c.Words(x0+8, y+lead*float64(i), size, draw.Start, draw.Text, row...)
		}
	})
}

// alarmRuns is the sentence of the alarm, and whether it stands in a frame: not when the
// promise is kept again. In room px that are too few its title goes first.
func (c *canvas) alarmRuns(room float64) (runs []draw.Run, framed bool) {
	mark := draw.Run{Text: "✕ ", Bold: true, Ink: draw.Err}
	if c.ended() {
		runs = append([]draw.Run{mark}, c.Say(draw.Text2, 15, "stage.crash", "panic", draw.Plain(c.s.Crash))...)
		if over := append(c.Say(draw.Text2, 15, "stage.crash.over"), draw.Inked("  ", draw.Text2)); draw.Width(over, 15)+draw.Width(runs, 15) <= room {
			runs = slices.Concat(runs[:1], over, runs[1:])
		}
		return runs, true
	}
	if len(c.s.Broken) == 0 {
		return nil, false
	}
	sentence, now := c.brokenNow()
	if !now {
		return []draw.Run{draw.Inked(c.Msg("broken.before")+"  "+sentence, draw.Text2)}, false
	}
	runs = []draw.Run{mark, draw.Bold(c.Msg("broken.title")), draw.Inked("  "+sentence, draw.Text2)}
	if draw.Width(runs, 15)*.9 > room { // the mark and the dashes say that it is broken
		runs = []draw.Run{mark, draw.Inked(sentence, draw.Text2)}
	}
	return runs, true
}

// alarming reports whether alarm has something to say.
func (c *canvas) alarming() bool { return c.ended() || len(c.s.Broken) > 0 }

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
		return c.Msg(key), now
	}
	return draw.Plain(last), now
}

// touched is the style of a stored object that somebody has changed in place.
func touched(it state.Item, o obj) obj {
	if it.Touched {
		o.edge, o.dash = draw.Err, true
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
	if g.above() && c.alarmLines(g) > 1 { // its first line is not to leave the picture
		y += 9
	}
	c.alarm(g.alarm.x0, g.alarm.x1, y)
}

// alarmLines is how many lines the alarm fills, in parts of one; over 1.7 they may become three.
func (c *canvas) alarmLines(g *cross) float64 {
	room := g.alarm.w() - 16
	runs, _ := c.alarmRuns(room)
	return draw.Width(runs, 15) * .88 / room
}
