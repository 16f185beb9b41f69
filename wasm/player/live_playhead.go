package player

import (
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/tell"
)

// The playhead of live mode, and what is drawn and told of it.

func (l *Live) detail(v *scene.View) {
	v.Now = max(v.Now, l.moment())
	if l.p.Head != nil && l.frozen >= 0 {
		v.Prev = l.p.Head.Before
	}
	if all := l.noted(); len(all) > 5 {
		a, b := all[len(all)-6], all[len(all)-1]
		v.Detail.Adds, v.Detail.Gets = float64(b.adds-a.adds)/5, float64(b.gets-a.gets)/5
	}
	if l.p.Layout() == "wide" && v.Plan == scene.Workqueue {
		v.Layout = scene.Live
	}
	if s := l.state(); s != nil && l.p.Hash.Token != "" {
		v.Detail.Pin, _ = s.Find(l.p.Hash.Token)
	}
}

func (l *Live) plan() string {
	if l.p.Layout() != "wide" {
		return scene.Workqueue
	}
	return scene.All
}

func (l *Live) state() *state.State {
	h := l.p.Head
	switch {
	case h == nil || l.world == nil:
		return nil
	case l.frozen >= 0:
		return h.Now
	}
	return h.Line.Head()
}

func (l *Live) moment() int64 {
	switch {
	case l.world == nil:
		return 0
	case l.frozen >= 0:
		return l.p.Head.Line.Step(l.frozen).At
	}
	return l.clock()
}

// Frozen reports whether the playhead stands while the World goes on, and AtFirst whether there
// is nothing before it.
func (l *Live) Frozen() bool { return l.frozen >= 0 }
func (l *Live) AtFirst() bool {
	return l.p.Head == nil || l.frozen >= 0 && l.frozen <= l.p.Head.Line.First()
}

func (l *Live) span() (first, last, at int) {
	if l.p.Head == nil {
		return 0, 0, 0
	}
	line := l.p.Head.Line
	if l.frozen >= 0 {
		return line.First(), line.Last(), l.frozen
	}
	return line.First(), line.Last(), line.Last()
}

func (l *Live) next() {
	_, _, at := l.span()
	l.seek(at + 1)
}

func (l *Live) back() {
	_, _, at := l.span()
	l.seek(at - 1)
}

// toggle freezes the playhead, or follows.
func (l *Live) toggle() {
	switch {
	case l.p.Head == nil:
	case l.frozen >= 0:
		l.frozen = -1
		l.ticked()
	default:
		l.seek(l.p.Head.Line.Last())
	}
}

func (l *Live) seek(n int) {
	if h := l.p.Head; h != nil {
		h.Seek(n)
		l.frozen = h.Step
	}
}

// areaLeft is where the curve of the scrubber begins, px.
const areaLeft = 92

func (l *Live) seekAt(x, width float64) {
	if l.p.Head == nil || width <= areaLeft {
		return
	}
	span := float64(scrubber.Span(len(l.samples))) * 1e9
	at := l.clock() - int64((1-(x-areaLeft)/(width-scrubber.AreaRight-areaLeft))*span)
	line := l.p.Head.Line
	n := line.Last()
	for n > line.First() && line.Step(n).At > at {
		n--
	}
	l.seek(n)
}

// area is the scrubber of live mode: the length of the queue over the last minutes.
func (l *Live) area(width float64) ([]draw.Shape, float64) {
	h := l.p.ScrubHeight()
	var data []int
	for _, s := range l.samples {
		data = append(data, s.queue)
	}
	length := 0
	if s := l.state(); s != nil {
		length = len(s.Queue)
	}
	ago := 0.0
	if l.frozen >= 0 {
		ago = float64(l.clock()-l.moment()) / 1e9
	}
	return scrubber.Area(scrubber.AreaPlot{W: width, H: h, Left: areaLeft, Values: data, Now: length, Label: l.p.T("live.queueLength"), Ago: ago, Text: l.p.T}), h
}

func (l *Live) scrubKey(k *scrubKey) {
	k.samples, k.frozen = l.sampled, l.frozen
	if s := l.state(); s != nil {
		k.length = len(s.Queue)
	}
	if l.frozen >= 0 {
		k.second = l.clock() / 1e9
	}
}

// readings are the metrics of the last minutes, one a second, and where the playhead is.
func (l *Live) readings() (all []state.Metrics, at, span int) {
	first, kept := l.meter.Readings()
	if len(kept) == 0 {
		return nil, 0, 0
	}
	all = append(slices.Clone(kept), l.meter.Now())
	at = len(all) - 1
	if l.frozen >= 0 {
		at = min(max(int(l.moment()/1e9)-first, 0), at)
	}
	return all, at, max(len(all), 60)
}

// Filter leaves the keys that the reader searches for.
func (l *Live) Filter(s *state.State, all []trace.ID) []trace.ID {
	if l.Find == "" {
		return all
	}
	var out []trace.ID
	for _, id := range all {
		if strings.Contains(s.Name(id), l.Find) {
			out = append(out, id)
		}
	}
	return out
}

// Spoke is when the cluster last spoke of what is shown, zero for never, how long ago that is, and whether it is
// away since then.
func (l *Live) Spoke() (at time.Time, ago time.Duration, away bool) {
	return l.spoke, l.p.now.Sub(l.spoke), l.away != nil
}

// Fresh is how long ago the last event and the last bookmark came; negative is never.
func (l *Live) Fresh() (event, mark time.Duration, markRV string) {
	ago := func(t time.Time) time.Duration {
		if t.IsZero() {
			return -1
		}
		return l.p.now.Sub(t)
	}
	return ago(l.lastEvent), ago(l.lastMark), l.lastMarkRV
}

// facts are what is told of the session; frozen, nothing that came later.
func (l *Live) facts() tell.Live {
	down, noticed, known := l.down, l.downAt, l.downAt
	if down == nil {
		down, noticed, known = l.away, l.awayAt, l.spoke
		if known.IsZero() {
			known = noticed
		}
	}
	if l.frozen >= 0 && int64(noticed.Sub(l.began)) > l.moment() {
		down = nil
	}
	return tell.Live{State: l.state(), Now: l.moment(), Ready: l.Ready, Down: down, DownAt: known, Context: l.Info.Context, Version: l.Info.Version,
		Resource: l.Res.String(), Name: l.Res.Name, Namespace: l.Res.Namespace, Wide: l.ClusterWide(l.Res), TooMany: l.TooMany, Most: feed.MaxObjects,
		Workers: l.Workers, Growing: l.growing()}
}

// Where is what the header says of the server.
func (l *Live) Where() string { return l.p.Teller().Where(l.facts()) }

func (l *Live) headline() (kick, rest, line string) { return l.p.Teller().LiveHeadline(l.facts()) }

// heard is what was said last; frozen it is what was called at the step that the reader went to.
func (l *Live) heard() string {
	if l.frozen < 0 || l.p.Head == nil {
		return l.p.Tell(l.voice.Said())
	}
	m := l.p.Here()
	m.Step = l.frozen
	return l.p.Teller().Frozen(m)
}

func (l *Live) about() string { return "" }
func (l *Live) address(*Hash) {}
func (l *Live) title() string { return bare{l.p}.title() }
