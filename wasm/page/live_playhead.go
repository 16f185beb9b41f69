package page

import (
	"slices"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/scene"
)

func (l *Live) shown() *state.State {
	if l.p.player == nil || l.world == nil {
		return nil
	}
	if l.frozenAt >= 0 {
		return l.p.player.now
	}
	return l.p.player.line.Head()
}

func (l *Live) time() int64 {
	if l.world == nil {
		return 0
	}
	if l.frozenAt >= 0 {
		return l.p.player.line.Step(l.frozenAt).At
	}
	return l.now()
}

func (l *Live) frozen() bool { return l.frozenAt >= 0 }
func (l *Live) first() bool {
	return l.p.player == nil || l.frozenAt >= 0 && l.frozenAt <= l.p.player.line.First()
}

func (l *Live) span() (first, last, at int) {
	if l.p.player == nil {
		return 0, 0, 0
	}
	line := l.p.player.line
	if l.frozenAt >= 0 {
		return line.First(), line.Last(), l.frozenAt
	}
	return line.First(), line.Last(), line.Last()
}

func (l *Live) toggle(p *Page) {
	if p.player == nil {
		return
	}
	if l.frozenAt >= 0 {
		l.frozenAt = -1
		l.show()
		return
	}
	l.seek(p, p.player.line.Last())
}

func (l *Live) scrub(p *Page, by int) {
	_, _, at := l.span()
	l.seek(p, at+by)
}

func (l *Live) seek(p *Page, n int) {
	if p.player == nil {
		return
	}
	p.player.Seek(n)
	l.frozenAt = p.player.step
	p.draw()
	p.drawScrubber()
}

func (l *Live) seekAt(p *Page, x, width float64) {
	if p.player == nil || width <= areaLeft {
		return
	}
	span := float64(scene.Span(len(l.samples))) * 1e9
	at := l.now() - int64((1-(x-areaLeft)/(width-scene.AreaRight-areaLeft))*span)
	line := p.player.line
	n := line.Last()
	for n > line.First() && line.Step(n).At > at {
		n--
	}
	l.seek(p, n)
}

func (l *Live) under(p *Page) string {
	if l.frozenAt >= 0 {
		return p.t("live.frozen", "ago", waits(time.Duration(l.now()-l.time())))
	}
	return p.t("live.following")
}

const areaLeft = 92

// area is the scrubber of live mode: the length of the queue over the last minutes.
func (l *Live) area(p *Page, width float64) ([]scene.Shape, float64) {
	h := p.scrubHeight()
	var data []int
	for _, s := range l.samples {
		data = append(data, s.queue)
	}
	length := 0
	if s := l.shown(); s != nil {
		length = len(s.Queue)
	}
	ago := 0.0
	if l.frozenAt >= 0 {
		ago = float64(l.now()-l.time()) / 1e9
	}
	return scene.Area(scene.AreaPlot{W: width, H: h, Left: areaLeft, Values: data, Now: length, Label: p.t("live.queueLength"), Ago: ago, Text: p.t}), h
}

// readings are the metrics of the last minutes, one a second, and where the playhead is.
func (l *Live) readings() (all []state.Metrics, at, span int) {
	first, kept := l.meter.Readings()
	if len(kept) == 0 {
		return nil, 0, 0
	}
	all = append(slices.Clone(kept), l.meter.Now())
	at = len(all) - 1
	if l.frozenAt >= 0 {
		at = min(max(int(l.time()/1e9)-first, 0), at)
	}
	return all, at, max(len(all), 60)
}
