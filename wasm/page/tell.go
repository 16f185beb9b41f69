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
		m.Line, m.Step, m.Run = p.player.line, p.player.step, p.player.run
		if m.Run == nil {
			m.Run, m.Left = p.player.baseRun, true
		}
	}
	return m
}

// caption says in sentences what step n did.
func (p *Page) caption(n int) string {
	m := p.here()
	m.Step = n
	return p.teller().Caption(m)
}

func (p *Page) tale() string { return p.teller().Tale(p.here()) }

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
