package player

import (
	"cmp"
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Opened says what stands in the address bar: a link was followed, edited, or gone back to.
type Opened struct{ Hash string }

// do brings up what the hash names.
func (m Opened) do(p *Player) {
	if p.opened && m.Hash == p.address {
		p.quiet = true
		return // the first page is told of twice
	}
	first := !p.opened
	p.opened, p.opening, p.address = true, true, m.Hash
	hash, problems := Parse(m.Hash)
	if l := scenarios.Find(hash.Lesson); l != nil && !hash.File && hash.Lesson == l.Place() {
		hash.Lesson = l.ID // a link that is taken along has to last
	}
	room := hash.Exercise != "" && (hash.Present || hash.Of != "" && (p.Hash.Present || p.Present.Room))
	hash.Present = hash.Present && !room
	was := p.Hash
	p.Hash = hash
	if !hash.Present {
		p.Present = Present{full: p.Present.full} // a class goes on to an exercise in its full screen
	}
	p.Present.Room = room
	p.say(func(t tell.Teller) string { return t.Problems(problems) }, true)
	if hash.Page == "lesson" && hash.Lesson == "" && !hash.File { // a file says itself which it is
		p.Hash.Lesson = scenarios.List()[0].ID
	}
	if on := p.staged(); on.same(was) {
		on.stay()
	} else {
		p.leave()
		on.open()
	}
	p.onlyItsQueue()
	p.onlyBeside()
	p.stood = p.Find
	p.takeSpeed()
	p.takePart(hash.Part)
	p.standAt()
	if p.Hash.Frame != was.Frame && p.Head != nil {
		p.Head.Playing = false // it is another stretch that plays
	}
	p.autoplay()
	if first {
		p.enterClass()
	}
}

// leave ends what the last page kept running.
func (p *Player) leave() {
	p.stop()
	if p.Share.Open {
		ShareClosed{}.do(p)
		CloseShare{}.do(p)
	}
	if p.Orders.Open {
		CloseOrders{}.do(p)
		OrdersClosed{}.do(p)
	}
	if p.Live != nil {
		p.Live.stop()
		p.Live = nil
	}
	if p.Head != nil {
		p.Head.Playing = false
	}
}

// findLesson is the lesson that the hash names: of the course, or from the reader's file.
func (p *Player) findLesson() *scenarios.Lesson {
	if !p.Hash.File {
		return scenarios.Find(p.Hash.Lesson)
	}
	if f := p.keptFile(); f != nil && f.Lesson != nil && f.Lesson.ID == p.Hash.Lesson {
		return f.Lesson
	}
	return nil
}

// takeSpeed plays as fast as the link says.
func (p *Player) takeSpeed() {
	if v, err := strconv.ParseFloat(p.Hash.Speed, 64); err == nil && p.Head != nil && v > 0 {
		p.Head.Speed = v
	}
}

// link is the hash of what is shown, with the step of the playhead.
func (p *Player) link() string {
	p.Hash.Part = 0
	p.mode().address(&p.Hash)
	p.textOf(&p.Hash)
	return p.Hash.String()
}

// Link is a link to another page that keeps what holds elsewhere, but for speed and questions; what code is shown it may
// say itself, and the projector has no room for the buttons of exercises.
func (p *Player) Link(h Hash) string {
	k := p.Hash.elsewhere()
	h.Lang, h.Theme, h.Embed, h.Code, h.Side, h.Frame = k.Lang, k.Theme, k.Embed, cmp.Or(h.Code, k.Code), k.Side, k.Frame
	h.Present = p.InRoom() && h.Exercise == ""
	return h.String()
}

// visit goes to another place, with an entry in the history; it is opened when the shell says
// that it is there.
func (p *Player) visit(h Hash) { p.follow(h.String()) }

// follow goes where a link leads.
func (p *Player) follow(link string) {
	p.address = ""
	p.emit(Visit{link})
}
