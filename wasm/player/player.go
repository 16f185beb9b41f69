package player

import (
	"time"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Env is what the player asks of the outside. Text is needed.
type Env struct {
	// Text looks a message up in a language, one of text.Langs.
	Text func(lang, key string, args ...string) string
	// Kept is what the browser keeps under a name, "" for nothing; nil keeps nothing. See Keep.
	Kept func(name string) string
	// Base is the address of the page without its hash; links to a moment begin with it.
	Base string
	// Web is where the page's files lie, seen from Base; "" is Web.
	Web string
	// Boxed tells that the page stands in a frame in which a browser refuses downloads.
	Boxed bool
}

// Web is the folder of the page's files where nobody gave it another name.
const Web = "web/"

// Player is the page as one machine: a message goes in, effects come out, and everything that is
// shown follows from it. It is not safe for concurrent use.
type Player struct {
	Hash      Hash
	Head      *Playhead                    // nil on pages without a picture, and in live mode before the first answer
	Live      *Live                        // nil but in live mode
	notice    tell.Saying                  // one message for the reader: what was seen, what to do
	Bad       bool                         // and whether it is about something wrong
	Reference bool                         // it is about the language of scenarios, which has a page
	Find      string                       // what the course is searched for
	stood     string                       // and was when its page was opened
	lines     map[*scenarios.Lesson][]line // what each lesson says, once there was a search
	Term      string                       // of the glossary, the one whose meaning is open
	Scroll    float64                      // of the state table, px
	Card      string                       // beside the pointer; "" is none
	cardOf    string                       // what it tells of

	Tools    Tools
	Edit     Editor
	Ask      Ask
	Practice Practice
	Quiz     Quiz
	Share    Share
	Orders   Orders
	Present  Present
	Class    *Class // nil but in a class
	File     *File  // the reader's own
	Window   Window
	Listed   tell.Listing // of the state table
	Prefs    Prefs

	env      Env
	now      time.Time // of the message that is handled
	opened   bool
	opening  bool   // the address is as the link says it
	byItself bool   // the message does not come from the reader
	address  string // the hash as last read or written
	left     Hash   // of the lesson, when a what-if left it
	reading  int    // which of the files that were opened is read now
	runs     int    // of live mode
	done     *Progress
	notes    map[string]*notes // by language, once they were asked for
	meter    *model.Meter
	code     codePanel
	own      ownPanel
	source   *core.Source // of the machines, read when it is first shown

	hero *state.State // of the home page

	looked     look // after the message before
	out        []Effect
	quiet      bool   // the elements stay as they are
	walked     walk   // how the playhead came to where it is
	motion     motion // what is on its way
	foreign    string // the address of a file that the reader is asked about
	asked      string // where the link's file is, beside which a translation was asked for
	brings     int    // which reading is that of the link's own file
	host       host   // the page around
	playedFrom int    // the step at which Play was pressed
	timers     map[string]bool
	drawn      [2]drawn   // the pictures that were built last, the newest first
	painted    pictureKey // of what was painted last
	long       longStory
	scrub0     int // the step before the scrubber's first cell
}

// New returns the player of the page at rest: nothing is opened yet.
func New(env Env) *Player {
	if env.Web == "" {
		env.Web = Web
	}
	p := &Player{env: env, timers: map[string]bool{}}
	p.Hash.Page = "home"
	return p
}

// Web is where the page's files lie, with a slash at its end.
func (p *Player) Web() string { return p.env.Web }

// Update takes a message at a moment and returns what is to be done, in order. Each thing is in
// it once: the address, the picture or the way to it, the scrubber, the elements.
func (p *Player) Update(now time.Time, m Msg) []Effect {
	p.now, p.out, p.quiet, p.opening, p.walked = now, nil, false, false, walk{}
	p.byItself = byItself(m)
	m.do(p)
	if !p.quiet {
		p.settle()
	}
	return p.out
}

// settle compares what is to be seen with what was, after the message before.
func (p *Player) settle() {
	was := p.looked
	is := p.look()
	p.looked = is
	if p.opened && !p.opening && is.address != was.address {
		p.address = is.address
		p.emit(Save{is.address})
	}
	if is.dress != was.dress {
		p.emit(Dress{p.chosen(), p.Lang()})
	}
	p.show(was, is)
	if is.picture != was.picture {
		p.sameCard()
	}
	if is.headline != was.headline && !p.showing() {
		p.emit(Fit{}) // a longer headline moves what lies below it
	}
	if is.marked != was.marked {
		p.emit(Marked{is.marked})
	}
	if is.scrub != was.scrub && is.scrub != (scrubKey{}) {
		p.emit(Scrub{})
	}
	p.playOn()
	p.wantNotes()
	p.informs()
	p.inClass()
	p.emit(Render{})
}

// look is what the address, the picture and the scrubber follow from. What differs between two
// looks is to be done.
type look struct {
	address  string
	dress    string
	headline string
	picture  pictureKey
	scrub    scrubKey
	marked   string
}

func (p *Player) look() look {
	_, _, line := p.Headline()
	return look{address: p.link(), dress: p.chosen() + " " + p.Lang(), headline: line, picture: p.pictureKey(), scrub: p.scrubKey(), marked: p.marked()}
}

func (p *Player) emit(e Effect) { p.out = append(p.out, e) }

// say puts a message before the reader; nil takes it away.
func (p *Player) say(notice tell.Saying, bad bool) {
	p.notice, p.Bad, p.Reference = notice, bad, false
}

// Notice is the message for the reader; "" is none.
func (p *Player) Notice() string {
	if p.Bad {
		return sim.PlainText(p.Tell(p.notice)) // an error of ours, for people
	}
	return p.Tell(p.notice)
}

// Tell says something in the reader's language.
func (p *Player) Tell(s tell.Saying) string { return p.Teller().Tell(s) }

// T looks a message of the page up in the reader's language, in the words of the queue that is shown.
func (p *Player) T(key string, args ...string) string {
	return scene.Wording(p.Shown(), p.plainT)(key, args...)
}

// plainT is T for a picture, which has the words of its own queue: beside the one shown may stand another.
func (p *Player) plainT(key string, args ...string) string { return p.env.Text(p.Lang(), key, args...) }

// Lang is the language of the link, or the reader's.
func (p *Player) Lang() string {
	if p.Hash.Lang != "" {
		return p.Hash.Lang
	}
	return p.Prefs.Lang
}

// timer asks for a message after a while; one timer has a name, and a new one takes its place.
func (p *Player) timer(name string, after time.Duration) {
	p.timers[name] = true
	p.emit(Timer{name, after})
}

// untimer takes a timer back.
func (p *Player) untimer(name string) {
	if p.timers[name] {
		delete(p.timers, name)
		p.emit(Timer{name, -1})
	}
}

// Shown is the state under the playhead; nil when there is none.
func (p *Player) Shown() *state.State { return p.mode().state() }

// Moment is when the picture shows it, ns.
func (p *Player) Moment() int64 { return p.mode().moment() }

// showing reports whether the stage is painted by what is to be done.
func (p *Player) showing() bool {
	for _, e := range p.out {
		switch e.(type) {
		case Show, Move, Fit:
			return true
		}
	}
	return !p.Hash.Stage()
}
