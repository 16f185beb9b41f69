package player

import (
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
)

// What the pointer, a finger or the focus is at: a card says it in a line, a click opens it.

type (
	// Hover is the pointer over a token or a title, by its id; "" is elsewhere.
	Hover struct{ ID string }
	// Click is a press on the picture: what was hit there, and the title that it is in.
	Click struct{ Hit, Title string }
	// Pick opens the inspector on a key by its name, or closes it; PickToken by its id.
	Pick      struct{ Name string }
	PickToken struct{ ID string }
	// Held is a finger that rests on the picture.
	Held struct{ ID string }
	// Explain opens a zone, or closes it when it is open; "" closes it.
	Explain struct{ Zone string }
	// Turn opens another zone than the one that is open.
	Turn struct{ Zone string }
	// Machine leads from a zone to the function of our machine that does what it is about.
	Machine struct{ Func string }
)

func (m Hover) do(p *Player) {
	p.quiet = true // the card is all that changes
	p.card(m.ID)
}

// card shows the line of what has the id.
func (p *Player) card(id string) {
	p.Card, p.cardOf = "", id
	if id != "" {
		p.Card = p.Cards([]string{id})[0]
	}
	p.emit(Card{p.Card})
}

// sameCard keeps the card true where the picture has changed under it.
func (p *Player) sameCard() {
	if p.Card != "" && p.Card != p.Cards([]string{p.cardOf})[0] {
		p.card(p.cardOf)
	}
}

func (p *Player) noCard() {
	if p.Card != "" {
		p.card("")
	}
}

func (m Click) do(p *Player) {
	switch {
	case strings.HasPrefix(m.Hit, "key:"):
		p.pick(p.Called(m.Hit))
	case m.Title != "":
		p.explain(m.Title)
	case m.Hit == "zone:heap" && p.HasHeap():
		Tree{}.do(p)
	case p.Hash.Token != "":
		p.pick("")
	default:
		p.quiet = true
	}
}

func (m Pick) do(p *Player)      { p.pick(m.Name) }
func (m PickToken) do(p *Player) { p.pick(p.Called(m.ID)) }

// pick opens the inspector on a key, or closes it.
func (p *Player) pick(name string) {
	if p.Hash.Token == name {
		name = ""
	}
	p.Hash.Token = name
	p.noCard()
	if p.Head != nil && p.Hash.Page == "lesson" {
		p.Head.Playing = false
	}
}

func (m Held) do(p *Player) {
	if !strings.HasPrefix(m.ID, "key:") {
		return
	}
	if name := p.Called(m.ID); p.Hash.Token != name {
		p.pick(name)
	}
	p.card(m.ID)
}

// Of a finger on the picture: the least way of a swipe, how long it may take, how long a finger
// rests until it inspects, and within what, px.
const (
	swipePx  = 48
	swipeMax = 700 * time.Millisecond
	HoldFor  = 500 * time.Millisecond
	HoldPx   = 10
)

// Swiped is what a finger says that went that way in that time: sideways it steps; nil is
// nothing.
func Swiped(dx, dy float64, took time.Duration) Msg {
	switch {
	case dx*dx < swipePx*swipePx || dy*dy > dx*dx/4 || took > swipeMax:
		return nil
	case dx < 0:
		return Next{}
	}
	return Back{}
}

// ExplainID is the id of the panel that explains a zone.
const ExplainID = "explain"

func (m Explain) do(p *Player) { p.explain(m.Zone) }

func (p *Player) explain(zone string) {
	if zone == p.Hash.Zone {
		zone = ""
	}
	p.Hash.Zone, p.Term = zone, ""
	p.noCard()
	if zone != "" {
		p.emit(Focus{ID: ExplainID + "-title"})
	} else {
		p.emit(Focus{})
	}
}

// zoneKeys is how many zones a key opens.
const zoneKeys = 6

// ZoneKey is the key that opens the zone of a place; "" is none.
func ZoneKey(i int) string {
	if i >= zoneKeys {
		return ""
	}
	return string(rune('1' + i))
}

// zoneKey opens the zone of a number, or closes it; nil where the key is another.
func (p *Player) zoneKey(k string) Msg {
	if !p.Playing() || len(k) != 1 || k[0] < '1' || k[0] > '0'+zoneKeys {
		return nil
	}
	if all, i := p.Zones(), int(k[0]-'1'); i < len(all) {
		return Explain{all[i]}
	}
	return nil
}

// ZoneState is where the values of a zone come from: of several side by side, that of one.
func (p *Player) ZoneState(of string) (*state.State, *sim.World) {
	for _, r := range p.Rivals() {
		if p.Column(r) == of {
			return r.Now, r.World
		}
	}
	if p.Head != nil && p.Hash.Page != "live" {
		return p.Shown(), p.Head.World
	}
	return p.Shown(), nil
}

func (m Machine) do(p *Player) {
	if p.Head == nil {
		return
	}
	p.Hash.Code, p.Hash.Zone = "1", ""
	p.code.pinned, p.code.key = pinned{m.Func, p.Head.Step, p.Head.Part}, codeKey{}
	p.emit(ToCode{})
}

// HasHeap reports whether there is a heap that can be shown as array and tree: of what is shown by itself, once
// anything was put off.
func (p *Player) HasHeap() bool { return p.putOff() && !p.Shown().Priorities() }

// SortsWaits reports whether what was put off waits in no heap: a queue with priorities sorts it by time.
func (p *Player) SortsWaits() bool { return p.putOff() && p.Shown().Priorities() }

func (p *Player) putOff() bool {
	s := p.Shown()
	return p.Hash.Stage() && s != nil && p.Compared() == nil && (p.Plan() == scene.Tree || p.Plan() == scene.Heap || s.Walked(trace.HeapAdd))
}

// Followed is the object whose versions are compared: the one that was picked, else what
// the step is about, else the first there is. 0 is none.
func (p *Player) Followed() trace.ID {
	s := p.Shown()
	if s == nil || p.Plan() != scene.All {
		return 0
	}
	about, _ := strings.CutPrefix(p.Focus(), "key:")
	if id, ok := s.Find(about); ok && isObject(s, id) {
		return id
	}
	if p.Hash.Page == "live" { // of thousands nobody means the first
		return 0
	}
	for _, items := range [][]state.Item{s.Server.Objects.Items, s.Store.Items} {
		if len(items) > 0 {
			return items[0].Key
		}
	}
	if len(s.Server.Log) > 0 {
		return s.Server.Log[0].Key
	}
	return 0
}

// isObject reports whether the API server or the store has the object, or had it of late.
func isObject(s *state.State, id trace.ID) bool {
	_, served := s.Server.Objects.Get(id)
	_, stored := s.Store.Get(id)
	if served || stored {
		return true
	}
	for _, e := range s.Server.Log {
		if e.Key == id {
			return true
		}
	}
	return false
}

func (m Turn) do(p *Player) {
	if m.Zone != p.Hash.Zone {
		p.explain(m.Zone)
	}
}
