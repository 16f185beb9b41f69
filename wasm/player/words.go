package player

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

// Teller tells the reader of this page.
func (p *Player) Teller() tell.Teller {
	return tell.Teller{Say: p.T, Lang: p.Lang(), Narrow: p.Layout() == "phone"}
}

// Here is where the playhead stands, for what is told of it.
func (p *Player) Here() tell.Moment {
	m := tell.Moment{State: p.Shown(), Live: p.Hash.Page == "live"}
	if h := p.Head; h != nil {
		m.Line, m.Step, m.Part, m.Run, m.Beside = h.Line, h.Step, h.Part, h.Run, p.Compared() != nil
		if m.Run == nil {
			m.Run, m.Left = h.BaseRun, true
		}
	}
	return m
}

// at is step n as a whole, unless the playhead stands there: then it is where it stands.
func (p *Player) at(n int) tell.Moment {
	m := p.Here()
	if m.Step != n {
		m.Step, m.Part, m.State = n, 0, m.Line.At(n)
	}
	return m
}

// caption says in sentences what step n did.
func (p *Player) caption(n int) string { return p.Teller().Caption(p.at(n)) }

// tale is what is said at the step of a lesson.
func (p *Player) tale() string { return p.Teller().Tale(p.Here()) }

func refusal(err error) tell.Saying { return func(t tell.Teller) string { return t.Refusal(err) } }
func unable(err error) tell.Saying  { return func(t tell.Teller) string { return t.Unable(err) } }
func noLesson(id string) tell.Saying {
	return func(t tell.Teller) string { return t.NoLesson(id) }
}

// KeyCalled is the key of the state shown that is called name.
func (p *Player) KeyCalled(name string) (trace.ID, bool) { return p.Listed.Find(p.Shown(), name) }

// Called is what a key of the picture is called in table and link.
func (p *Player) Called(token string) string { return p.Listed.Called(p.Shown(), token) }

// Cards are the lines of several tokens.
func (p *Player) Cards(ids []string) []string {
	return p.Teller().Cards(&p.Listed, p.Shown(), p.Moment(), ids)
}

var (
	plain   = text.Plain
	waits   = tell.Wait
	middle  = tell.Middle
	visible = text.Visible
)
