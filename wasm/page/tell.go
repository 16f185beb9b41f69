package page

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

// teller tells the reader of this page.
func (p *Page) teller() tell.Teller {
	return tell.Teller{Say: p.t, Lang: p.lang(), Narrow: p.layout() == "phone"}
}

// here is where the playhead stands.
func (p *Page) here() tell.Moment {
	m := tell.Moment{State: p.shown(), Live: p.hash.Page == "live"}
	if p.player != nil {
		m.Line, m.Step = p.player.line, p.player.step
	}
	return m
}

// caption says in sentences what step n did.
func (p *Page) caption(n int) string {
	m := p.here()
	m.Step = n
	return p.teller().Caption(m)
}

// tale is what is said at the step of a lesson: the author's words, or, where he is silent, what
// the step did. An earlier step's words are not repeated: they may no longer hold.
func (p *Page) tale() string {
	pl := p.player
	run := pl.run
	if run == nil {
		run = pl.baseRun
	}
	own := run != nil && pl.step < len(run.Steps) && run.Steps[pl.step].Beat != ""
	if beat := pl.Beat(p.lang()); own || pl.step == pl.line.First() {
		return beat
	}
	return p.caption(pl.step)
}

// stepName is a step's label as it is shown.
func (p *Page) stepName(label string) string { return tell.StepName(label) }

func (p *Page) quiet(label string) string  { return p.teller().Quiet(label) }
func (p *Page) fact(e trace.Event) string  { return p.teller().Fact(p.here(), e) }
func (p *Page) refusal(err error) string   { return p.teller().Refusal(err) }
func (p *Page) keyName(name string) string { return p.teller().KeyName(name) }

// keyCalled is the key of the state shown that is called name.
func (p *Page) keyCalled(name string) (trace.ID, bool) { return p.listed.Find(p.shown(), name) }

// called is what a key of the picture is called in table and link.
func (p *Page) called(token string) string { return p.listed.Called(p.shown(), token) }

var (
	plain     = tell.Plain
	waits     = tell.Wait
	tenths    = tell.Tenths
	seconds   = tell.Seconds
	clockText = tell.Clock
	middle    = tell.Middle
	shown     = text.Visible
	orDash    = tell.OrDash
)
