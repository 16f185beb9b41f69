package page

import (
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// motion draws the frames between two steps. It runs only while something moves: without
// it the page draws once and then nothing.
type motion struct {
	p      *Page
	frame  app.Func
	begin  float64
	length float64 // ms
	draw   func(ms float64)
	done   func()
	timer  *time.Timer // of the next step while playing

	waiting bool // what is shown is time passing
}

func (m *motion) init(p *Page) {
	m.p = p
	m.frame = app.FuncOf(func(_ app.Value, args []app.Value) any {
		if m.draw == nil {
			return nil
		}
		now := args[0].Float()
		if m.begin < 0 {
			m.begin = now
		}
		ms := now - m.begin
		if ms >= m.length {
			m.finish()
			return nil
		}
		m.draw(ms)
		app.Window().Call("requestAnimationFrame", m.frame)
		return nil
	})
}

func (m *motion) run(length float64, draw func(ms float64), done func()) {
	busy := m.draw != nil
	m.begin, m.length, m.draw, m.done = -1, length, draw, done
	if !busy {
		app.Window().Call("requestAnimationFrame", m.frame)
	}
}

func (m *motion) finish() {
	done := m.done
	m.draw, m.done = nil, nil
	if done != nil {
		done()
	}
}

// stop ends what moves, and playing on.
func (m *motion) stop() {
	m.draw, m.done, m.waiting = nil, nil, false
	if m.timer != nil {
		m.timer.Stop()
	}
}

// waitMs is how long passing time is shown, whatever its length: time is compressed, and
// the button said how much passes.
const waitMs = 450

// between shows the way from one step to the next: first time passes, then things move.
// Backwards it shows the same moves reversed, at twice the speed.
func (p *Page) between(from, to *state.State, events int, wait time.Duration, back bool) {
	finish := func() { p.draw(); p.played() }
	if p.calm() {
		finish()
		return
	}
	if p.compared() != nil {
		p.drawComparison(true)
		return
	}
	before, after := from, to
	if back {
		before, after = to, from
	}
	move := p.moving(before, after, p.player.line.Events(events), back, finish)
	if back || wait <= 0 {
		move()
		return
	}
	speed := p.player.speed
	old := p.view(before)
	w, h := old.Size()
	title := p.spoken()
	p.motion.waiting = true
	p.motion.run(waitMs/speed, func(ms float64) {
		part := min(ms*speed/waitMs, 1)
		old.Now = p.player.line.Step(events-1).At + int64(part*float64(wait))
		p.stage.Show(scene.Build(before, old), p.palette(), w, h, title)
	}, func() {
		p.motion.waiting = false
		p.ctx.Dispatch(func(app.Context) {})
		move()
	})
}

// calm reports whether nothing is to move.
func (p *Page) calm() bool {
	return p.reduced || p.player == nil || !p.started || !p.hash.Stage()
}

// moving returns what shows the moves that events make between two states; back, it shows them
// reversed.
func (p *Page) moving(before, after *state.State, events []trace.Event, back bool, finish func()) func() {
	speed := p.player.speed
	v := p.view(after)
	v.Prev = before
	moves := scene.Moves(before, after, events, v)
	shapes := scene.Build(after, v)
	length := scene.Total(moves)
	w, h := v.Size()
	title := p.spoken()
	show := func(s []scene.Shape) { p.stage.Show(s, p.palette(), w, h, title) }
	if back {
		return func() {
			p.motion.run(length/2, func(ms float64) { show(scene.At(shapes, moves, length-2*ms)) }, finish)
		}
	}
	return func() {
		p.motion.run(length/speed, func(ms float64) { show(scene.At(shapes, moves, ms*speed)) }, finish)
	}
}

// draw paints the state that is shown, once.
func (p *Page) draw() {
	if !p.hash.Stage() || p.motion.draw != nil {
		return
	}
	s := p.shown()
	if s == nil {
		return
	}
	if p.compared() != nil {
		p.drawComparison(false)
		p.later(p.placeTokens)
		return
	}
	v := p.view(s)
	w, h := v.Size()
	shapes := scene.Build(s, v)
	if p.reduced && p.player != nil && p.hash.Page != "live" && v.Prev != nil {
		shapes = scene.Trail(shapes, scene.Moves(v.Prev, s, p.player.events(), v))
	}
	p.stage.Show(p.ghosts(shapes, v), p.palette(), w, h, p.spoken())
	p.later(p.placeTokens)
}

// shown is the state under the playhead; nil when there is none.
func (p *Page) shown() *state.State {
	if p.hash.Page == "live" {
		if p.live == nil {
			return nil
		}
		return p.live.shown()
	}
	if p.player == nil {
		return nil
	}
	return p.player.now
}

// part is which part of the plan is shown.
func (p *Page) part() string {
	switch {
	case p.hash.View != "":
		return p.hash.View
	case p.hash.Page == "lesson" && p.player != nil && p.player.lesson != nil && p.player.lesson.View != "":
		return p.player.lesson.View
	case p.hash.Page == "play" && p.player != nil && p.player.base != nil && p.player.base.View != "":
		return p.player.base.View
	case p.layout() != "wide":
		return scene.Workqueue // a small stage shows workers rather than everything
	case p.hash.Page == "trace" && p.player != nil && p.player.line.Head().FIFO.Kind == "":
		return scene.Workqueue
	case p.hash.Page == "play", p.hash.Page == "live", p.hash.Page == "trace":
		return scene.All
	}
	return scene.Workqueue
}

// narrowStage is the width, in px, below which a stage shows the embed's composition.
const narrowStage = 640

func (p *Page) view(s *state.State) scene.View {
	v := scene.View{Part: p.part(), Text: p.t, Focus: p.focus(), Now: s.At}
	switch p.layout() {
	case "embed":
		v.Layout = scene.Embed
	case "phone":
		v.Layout = scene.Phone
	default:
		if v.Part != scene.All && p.hash.Page != "live" && p.stage.boxW > 0 && p.stage.boxW < narrowStage {
			v.Layout = scene.Embed // beside the column of a narrow window its type is half as large again
		}
	}
	if p.player != nil {
		_, _, v.Detail.Ghosts = p.other()
		v.Prev = p.player.before
		if p.hash.Page != "live" {
			v.Now = max(v.Now, p.player.Time())
		}
	}
	if p.hash.Page == "live" && p.live != nil {
		p.live.detail(&v)
	}
	return v
}

// focus is the token the headline names: the one that was picked, or else what the step's
// last event is about.
func (p *Page) focus() string {
	if id, ok := p.keyCalled(p.hash.Token); ok {
		return scene.KeyID(p.shown(), id)
	}
	if p.hash.Token != "" {
		return "key:" + p.hash.Token // it is not there yet
	}
	if p.hash.Page == "live" || p.player == nil || p.player.step == p.player.line.First() {
		return ""
	}
	events := p.player.events()
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Key != 0 {
			return scene.KeyID(p.player.now, events[i].Key)
		}
	}
	return ""
}
