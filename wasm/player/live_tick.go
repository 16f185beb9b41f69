package player

import (
	"slices"
	"time"
)

// Time in live mode: ticks, what they fold and note, and when nothing moves.

func (m Hidden) do(p *Player) {
	p.Window.Hidden = m.On
	if p.timers["class"] && !m.On {
		p.attend()
	}
	l := p.Live
	if l == nil {
		return
	}
	p.untimer("live.tick")
	p.untimer("live.retry")
	l.tick = time.Time{}
	if !m.On {
		l.hello()
		l.ticked()
	}
}

// rang takes the timers of live mode.
func (l *Live) rang(name string) {
	switch name {
	case "live.retry":
		l.p.quiet = true
		l.hello()
	case "live.tick":
		l.tick = time.Time{}
		l.ticked()
	}
}

// tickIn shows what came after d at most; nobody looks at a hidden page.
func (l *Live) tickIn(d time.Duration) {
	at := l.p.now.Add(d)
	if l.p.Window.Hidden || !l.tick.IsZero() && !at.Before(l.tick) {
		return
	}
	l.tick = at
	l.p.timer("live.tick", d)
}

// ticked lets time pass, shows it, and asks for the next tick: soon while something moves.
func (l *Live) ticked() {
	if l.world == nil {
		return
	}
	if l.TooMany == 0 {
		l.advance()
	}
	l.unended()
	l.show()
	d := tickAtRest
	if l.moving() && l.frozen < 0 {
		d = tickMoving
	} else if next, ok := l.world.Next(); ok {
		d = min(d, max(time.Duration(next-l.clock()), tickMoving))
	}
	l.tickIn(d)
}

// moving reports whether the picture depends on the time: somebody works, or something is due.
func (l *Live) moving() bool {
	s := l.state()
	if s == nil {
		return false
	}
	if len(s.Heap) > 0 {
		return true
	}
	for _, w := range s.Workers {
		if w.Busy {
			return true
		}
	}
	return false
}

// show folds what happened, unless the playhead is frozen.
func (l *Live) show() {
	h := l.p.Head
	h.Line.CutSteps()
	h.Line.Head().Retire(names(l.Workers))
	h.Line.Forget(liveEvents, liveSpan, h.Now, h.Before)
	l.sample()
	l.meter.Second(h.Line, l.clock(), sampleMax)
	if l.frozen >= 0 {
		return
	}
	l.voice.Hear(l.facts(), l.p.now)
	h.Step = h.Line.Last()
}

// sample notes the length of the queue once a second.
func (l *Live) sample() {
	second := int(l.clock() / 1e9)
	if second == l.sampled {
		return
	}
	h := l.p.Head.Line.Head()
	s := sample{queue: len(h.Queue), adds: h.Past.Adds, gets: h.Past.Passes}
	for _, k := range h.Keys {
		s.adds += k.Adds
		s.gets += k.Passes
	}
	for ; l.sampled < second; l.sampled++ {
		l.samples = append(l.samples, s)
	}
	if n := len(l.samples) - sampleMax; n > 0 {
		l.samples = slices.Delete(l.samples, 0, n)
	}
}

// noted are the samples up to the moment that is shown.
func (l *Live) noted() []sample {
	later := 0
	if l.frozen >= 0 {
		later = l.sampled - int(l.moment()/1e9)
	}
	return l.samples[:len(l.samples)-min(max(later, 0), len(l.samples))]
}

// growing reports whether the queue is longer than it was ten seconds before.
func (l *Live) growing() bool {
	all := l.noted()
	n := len(all)
	return n > 10 && all[n-1].queue > all[n-11].queue
}
