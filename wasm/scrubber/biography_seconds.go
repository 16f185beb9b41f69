package scrubber

import (
	"math"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The scrubber in seconds: what the API server wrote and what the workqueue did with each
// key, over an axis of time. A step takes a few px of its own, so that many steps of one
// moment stand beside each other and can be sought; all else is time.

// Write is one write at the API server.
type Write struct {
	Step    int // in which it happened
	At      int64
	RV      int64
	Deleted bool
}

const (
	stepMost, stepLeast = 16.0, 9.0 // px of a step
	secondsLeast        = 2e9       // ns that a story lasts to be told in seconds
	secondsRows         = 2         // keys at most
)

// clock is where the steps and moments of a biography stand.
type clock struct {
	b     *Bio
	x0    float64
	step  float64 // px of a step
	scale float64 // px a ns
}

// clock is nil when the story cannot be told in seconds at this width.
func (b *Bio) clock(c *draw.Canvas, s *state.State) *clock {
	if b.Rows != RowsSeconds || b.W < 500 || len(b.Partings) > 0 || len(b.Times) <= b.Total || len(s.Keys) > secondsRows {
		return nil
	}
	span := b.Times[b.Total] - b.Times[0]
	if span < secondsLeast {
		return nil
	}
	k := &clock{b: b, x0: 20 + draw.TextWidth(c.Msg("slope.server"), 14, false, false)}
	for _, key := range s.Keys {
		k.x0 = math.Max(k.x0, 20+draw.TextWidth(c.Msg("bio.key", "key", draw.Plain(s.Name(key.ID))), 14, false, false))
	}
	k.x0 = math.Min(k.x0, b.W*.16)
	room := b.W - k.x0 - 14
	k.step = math.Min(stepMost, room*.45/float64(b.Total))
	if k.step < stepLeast {
		return nil
	}
	k.scale = (room - k.step*float64(b.Total)) / float64(span)
	return k
}

// left is where step i begins, which is where its moment is; the steps before it have had
// their px.
func (k *clock) left(i int) float64 {
	return k.x0 + float64(k.b.Times[i]-k.b.Times[0])*k.scale + float64(i-1)*k.step
}

func (k *clock) mid(i int) float64 { return k.left(i) + k.step/2 }

// end is where the step ends: what it left lasts until the next begins.
func (k *clock) end(i int) float64 {
	if i == 0 {
		return k.x0
	}
	return k.left(i) + k.step
}

// x is where a moment is.
func (k *clock) x(at int64) float64 {
	i := 0
	for i < k.b.Total && k.b.Times[i+1] < at {
		i++
	}
	return k.end(i) + float64(at-k.b.Times[i])*k.scale
}

// seconds draws the whole scrubber.
func (k *clock) seconds(c *draw.Canvas, s *state.State) {
	b, line := k.b, k.b.H-32
	here, end := k.end(b.Now), b.W-14
	c.Box(here, 0, end-here, line, 0, draw.Panel, draw.None, 0)
	c.Fitted(0, 19, 14, k.x0-8, draw.Start, draw.Text2, draw.Regular(c.Msg("slope.server")))
	future := here + 14 + k.writes(c, here)
	for n, key := range s.Keys {
		k.key(c, key.ID, 29+float64(n)*20, n == 0 && len(s.Keys) == 1)
	}
	if room := end - future - 6; futureFits(c, room) {
		c.Fitted(future, 19, 14, room, draw.Start, draw.Text3, draw.Regular(c.Msg("bio.future")))
	}
	k.axis(c, line, here, end)
	for i := 1; i <= b.Last; i++ {
		k.marker(c, i, line)
	}
	c.Line(here, 0, here, line, draw.Text, 2)
}

// writes are ticks with the version that each write made; over is how far the newest stands
// over what has been played.
func (k *clock) writes(c *draw.Canvas, here float64) (over float64) {
	for n, w := range k.b.Writes {
		if w.Step > k.b.Now {
			break
		}
		x, next := k.written(w), here
		if n+1 < len(k.b.Writes) && k.b.Writes[n+1].Step <= k.b.Now {
			next = k.written(k.b.Writes[n+1])
		}
		c.Line(x, 6, x, 24, draw.Text, 2)
		text := "@" + draw.Tail(w.RV)
		if w.Deleted {
			text = "✕" + text
		}
		switch wide := draw.TextWidth(text, 13, false, true); {
		case x+5+wide < next-3:
			c.Words(x+5, 19, 13, draw.Start, draw.Text, draw.Run{Text: text, Mono: true})
		case next == here && (n+1 == len(k.b.Writes) || k.b.Writes[n+1].Step > k.b.Now): // the newest: before its tick where nothing else stands
			from := k.x0
			if n > 0 {
				before := k.written(k.b.Writes[n-1])
				from = before + 8 + draw.TextWidth("@"+draw.Tail(k.b.Writes[n-1].RV), 13, false, true)
			}
			if x-5-wide > from {
				c.Words(x-5, 19, 13, draw.End, draw.Text, draw.Run{Text: text, Mono: true})
			} else if k.b.W-here > 2*wide {
				c.Words(here+6, 19, 13, draw.Start, draw.Text, draw.Run{Text: text, Mono: true})
				over = wide
			}
		}
	}
	return over
}

func (k *clock) written(w Write) float64 {
	if w.Step > 0 && w.Step <= k.b.Total && w.At == k.b.Times[w.Step] {
		return k.mid(w.Step)
	}
	return k.x(w.At)
}

// key draws when a pass was owed, and below when a worker was on it, and says what from.
func (k *clock) key(c *draw.Canvas, id trace.ID, y float64, alone bool) {
	c.Fitted(0, y+15, 14, k.x0-8, draw.Start, draw.Text2, draw.Regular(c.Msg("bio.key", "key", draw.Plain(k.b.States[k.b.Now].Name(id)))))
	tall := 8.5
	if alone {
		tall = 13
	}
	dirty := func(i int) int {
		if key, _ := k.b.States[i].Key(id); lives(k.b.States[i]) {
			return int(key.Bits & trace.Dirty)
		}
		return 0
	}
	pass := func(i int) int { // its number: within one step a pass may end and the next begin
		if key, _ := k.b.States[i].Key(id); key.Bits&trace.Processing != 0 && lives(k.b.States[i]) {
			return key.Passes
		}
		return 0
	}
	owed := func(x0, x1 float64, _ int) {
		s := c.Box(x0, y, x1-x0, tall, 0, draw.Bg, draw.Dirty, 1)
		s.Hatch, s.HatchPitch, s.HatchWidth = draw.Dirty, 6, 3
	}
	k.spans(dirty, owed)
	k.spans(pass, func(x0, x1 float64, last int) {
		if last < k.b.Now && pass(last+1) != 0 {
			x1 -= 2 // a gap before the next pass
		}
		c.Box(x0, y+tall+.5, x1-x0, tall, 0, draw.Proc, draw.None, 0)
		if !alone {
			return
		}
		for _, w := range k.b.States[last].Workers {
			text := c.Msg("bio.pass", "worker", w.Name, "rv", strconv.FormatInt(w.ReadRV, 10))
			if w.Busy && w.Key == id && w.Read && w.ReadKey == id && w.ReadRV != 0 && draw.TextWidth(text, 12, true, false)+8 < x1-x0 {
				c.Words(x0+5, y+2*tall-2.5, 12, draw.Start, draw.Bg, draw.Run{Text: text, Bold: true, Ink: draw.Bg})
			}
		}
	})
}

// spans calls draw for each run of steps after which of is the same and not 0; last is the last of them.
func (k *clock) spans(of func(int) int, draw func(x0, x1 float64, last int)) {
	for i := 1; i <= k.b.Now; {
		from, is := i, of(i)
		for i++; i <= k.b.Now && of(i) == is; i++ {
		}
		if is == 0 {
			continue
		}
		x1 := k.end(k.b.Now)
		if i <= k.b.Now {
			x1 = k.left(i)
		}
		draw(k.left(from), x1, i-1)
	}
}

// axis has a tick each second, or each round number of them, and says what time it is.
func (k *clock) axis(c *draw.Canvas, line, here, end float64) {
	b := k.b
	c.Line(k.x0, line, end, line, draw.Neutral, 1.2)
	c.Line(k.x0, line, here, line, draw.Text, 3)
	now := strconv.FormatFloat(math.Round(float64(b.Times[b.Now])/1e7)/100, 'f', -1, 64) + " s"
	half := draw.TextWidth(now, 13, true, false) / 2
	here = math.Min(here, b.W-half)
	c.Words(here, line+26, 13, draw.Middle, draw.Text, draw.Bold(now))
	half += 6
	every := int64(1e9)
	for n := 0; float64(every)*k.scale < 48; n++ {
		every *= []int64{2, 5, 2}[n%3]
		if n%3 == 1 {
			every /= 2
		}
	}
	for t := int64(0); t <= b.Times[b.Total]; t += every {
		x := k.x(t)
		c.Line(x, line, x, line+6, draw.Neutral, 2)
		text := strconv.FormatInt(t/1e9, 10) + " s"
		if w := draw.TextWidth(text, 13, false, false) / 2; t != b.Times[b.Now] && math.Abs(x-here) > half+w {
			c.Words(math.Min(x, b.W-w), line+26, 13, draw.Middle, draw.Text2, draw.Regular(text))
		}
	}
}

func (k *clock) marker(c *draw.Canvas, i int, line float64) {
	b, x := k.b, k.mid(i)
	fill, edge := draw.Bg, draw.Neutral
	if i <= b.Now {
		fill, edge = draw.Text, draw.Text
	}
	left, right := k.left(i), b.W
	if i < b.Last {
		right = k.left(i + 1)
	}
	c.As("step:"+strconv.Itoa(i), func() {
		c.Box(left, 0, right-left, b.H, 0, draw.None, draw.None, 0)
		if i <= len(b.Gates) && b.Gates[i-1] {
			d := 6.0
			if i == b.Now {
				d = 8
			}
			c.Path(draw.From(x, line-d).To(x+d, line).To(x, line+d).To(x-d, line).Close(), edge, 2).Fill = fill
			return
		}
		d := 3.0
		if i == b.Now {
			d = 7
		}
		c.Disc(x, line, d, fill, edge, 2)
	})
}
