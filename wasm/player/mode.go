package player

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
)

// mode is what differs between the pages: a shelf to read, a lesson, the playground, a recorded
// trace, live. Where a page behaves otherwise than the others, it does so here.
type mode interface {
	// open brings up what the hash names; stay goes to its step where the same is shown already.
	open()
	same(was Hash) bool
	stay()

	next()
	back()
	toggle()
	seek(n int)

	state() *state.State
	moment() int64
	span() (first, last, at int)

	// plan is what the picture shows unless the link says otherwise; detail adds to its view what
	// only this mode knows.
	plan() string
	detail(v *scene.View)

	headline() (kick, rest, line string)
	heard() string
	about() string // the moment in a sentence, for those who take it along
	title() string
	address(h *Hash)
}

// mode is that of the page that is open.
func (p *Player) mode() mode {
	switch {
	case p.Hash.Page == "live" && p.Live != nil:
		return p.Live
	case p.Hash.Page == "live", p.Head == nil, !p.Hash.Stage():
		return bare{p}
	}
	return p.staged()
}

// staged is the mode of a page with a picture, before there is one.
func (p *Player) staged() mode {
	switch p.Hash.Page {
	case "lesson":
		return lesson{story{bare{p}}}
	case "play":
		return play{story{bare{p}}}
	case "edit":
		return edit{lesson{story{bare{p}}}}
	case "trace":
		return recorded{story{bare{p}}}
	case "live":
		if p.Live == nil {
			return &Live{p: p}
		}
		return p.Live
	case "quiz":
		return quiz{bare{p}}
	}
	return bare{p}
}

// bare is a page without a playhead: home, course, gallery, teach, result, and any other before it is up.
type bare struct{ *Player }

func (b bare) open()                               {}
func (b bare) same(Hash) bool                      { return false }
func (b bare) stay()                               {}
func (b bare) next()                               {}
func (b bare) back()                               {}
func (b bare) toggle()                             {}
func (b bare) seek(int)                            {}
func (b bare) state() *state.State                 { return nil }
func (b bare) moment() int64                       { return 0 }
func (b bare) span() (first, last, at int)         { return 0, 0, 0 }
func (b bare) plan() string                        { return scene.Workqueue }
func (b bare) detail(*scene.View)                  {}
func (b bare) headline() (kick, rest, line string) { return "", "", "" }
func (b bare) heard() string                       { return "" }
func (b bare) about() string                       { return "" }
func (b bare) address(*Hash)                       {}

func (b bare) title() string {
	return b.T("page." + map[string]string{"play": "playground", "edit": "edit", "live": "live", "trace": "trace"}[b.Hash.Page])
}

// story is what lesson, playground and trace have in common: a playhead on a run that is known.
type story struct{ bare }

func (s story) same(was Hash) bool {
	h := s.Hash
	return s.Head != nil && was.Page == h.Page && was.Lesson == h.Lesson && was.Engine == h.Engine && was.Queue == h.Queue && was.Inline == h.Inline && was.Exercise == h.Exercise && was.If == h.If && was.Set == h.Set && was.File == h.File && was.source() == h.source()
}

func (s story) stay() {
	if s.Head.Step != s.Hash.Step {
		s.goTo(s.Hash.Step)
	}
}

func (s story) next() {
	if s.asks() {
		return
	}
	open := s.Ask.Open
	if s.goTo(s.Head.Step + 1); open {
		s.Ask.Told = s.Head.Step
	}
}

func (s story) back() {
	s.Head.Playing = false
	s.goTo(s.Head.Step - 1)
}

func (s story) seek(n int) {
	s.Head.Playing = false
	s.goTo(n)
}

// toggle plays, or pauses.
func (s story) toggle() {
	h := s.Head
	if h.Playing = !h.Playing; !h.Playing {
		s.stop()
		return
	}
	p := s.Player
	p.playedFrom = h.Step
	if h.Session == nil && h.Step >= p.lastPlayed() {
		p.playedFrom = p.Hash.Frame.From
		s.goTo(p.playedFrom)
		return
	}
	s.mode().next()
}

func (s story) state() *state.State { return s.Head.Now }
func (s story) moment() int64       { return s.Head.Time() }

func (s story) span() (first, last, at int) {
	return s.Head.Line.First(), s.Head.Line.Last(), s.Head.Step
}

func (s story) detail(v *scene.View) {
	_, _, v.Detail.Ghosts = s.other()
	if w := s.Head.World; w != nil {
		v.Detail.Base, v.Detail.Cap = w.Ladder()
	}
	v.Detail.Asked = s.Head.Run != nil && s.Head.Run.Asks(s.Head.Step)
	v.Prev, v.Began = s.Head.Before, s.Head.Line.Step(s.Head.Step-1).At
	v.Now = max(v.Now, s.Head.Time())
}

func (s story) address(h *Hash) { h.Step, h.Part = s.Head.Step, s.Head.Part }

// lesson is the mode of a lesson: of the course, or of the reader's file.
type lesson struct{ story }

func (l lesson) open() {
	if l.missing() {
		l.bring()
		return
	}
	found := l.findLesson()
	if found == nil && l.Hash.File {
		l.noFile()
		return
	}
	if found == nil {
		l.say(noLesson(l.Hash.Lesson), true)
		found = scenarios.List()[0]
		l.Hash = l.Hash.instead(found.ID)
	}
	l.onItsQueue(found)
	was := l.Head
	l.Head = nil
	head, err := NewLesson(found.On(l.Hash.Queue), l.Hash.Engine, l.Hash.Step)
	if err != nil {
		l.say(refusal(err), true)
		return
	}
	if was == nil || was.Lesson == nil || was.Lesson.On(found.Queue()) != found {
		l.Ask = Ask{}
	}
	l.Ask.Open = false
	l.Head = head
	if l.Hash.File && len(head.Run.Failures) > 0 {
		l.say(func(t tell.Teller) string { return t.Failures(head.Run.Failures) }, true)
	}
}

// onItsQueue says when the link asks for a queue that the lesson is not told on, and forgets it.
func (l lesson) onItsQueue(found *scenarios.Lesson) {
	queue := l.Hash.Queue
	if queue == "" || slices.Contains(found.Queues, queue) {
		return
	}
	l.Hash.Queue = ""
	l.say(func(t tell.Teller) string {
		return t.Problems([]tell.Problem{{Key: "link.queue", Name: "queue", Value: strconv.Quote(queue), Want: strings.Join(found.Queues, ", ")}})
	}, true)
}

// next goes on to what comes next at the end of a lesson that is presented: there is no other way there
// from a presenter's remote.
func (l lesson) next() {
	if link, _ := l.Onward(); l.Hash.Present && l.Ended() && link != "" {
		l.follow(link)
		return
	}
	l.story.next()
}

func (l lesson) plan() string {
	switch {
	case l.Head.Lesson != nil && l.Head.Lesson.View != "":
		return l.Head.Lesson.View
	}
	return scene.Workqueue
}

func (l lesson) headline() (kick, rest, line string) {
	in := l.Head.Lesson
	kick, rest = in.Place()+" "+in.Text(l.Lang(), "title"), in.Text(l.Lang(), "question")
	if line = l.tale(); line == "" {
		line = "**" + cmp.Or(rest, in.Title, in.ID) + "**"
	}
	return kick, rest, line
}

func (l lesson) heard() string { return l.stepHeard() }
func (l lesson) about() string { return plain(l.tale()) }
func (l lesson) title() string { return l.lessonTitle(l.Head.Lesson) }

// play is the mode of the playground, one of its own or that of a lesson that was left.
type play struct{ story }

func (l play) open() { l.startPlay() }

func (l play) stay() {
	n := l.Hash.Step
	if n == Newest {
		n = l.Head.Line.Last()
	}
	if l.Head.Step != n {
		l.goTo(n)
	}
}

// next steps once; at the newest step it lets whoever is next act.
func (l play) next() {
	if link, _ := l.Onward(); l.Present.Room && l.Practice.Reached && l.Head.Last() && link != "" {
		l.follow(link) // as from a lesson that is presented
		return
	}
	l.say(nil, false)
	if l.Head.Last() && (l.Head.Playing && l.Practice.Told || !l.act()) {
		l.Head.Playing = false
		return
	}
	l.story.next()
	l.achieved()
}

func (l play) plan() string {
	switch {
	case l.Head.Base != nil && l.Head.Base.View != "":
		return l.Head.Base.View
	case l.Head.Exercise != nil:
		return l.Head.Exercise.View
	case l.Layout() != "wide":
		return scene.Workqueue // a small stage shows workers rather than everything
	}
	return scene.All
}

func (l play) headline() (kick, rest, line string) {
	kick, rest = l.T("page.playground"), l.T("play.sub")
	if b := l.Head.Base; b != nil {
		kick, rest = l.T("fork.in", "number", b.Place()), b.Text(l.Lang(), "title")
	} else if x := l.Head.Exercise; x != nil {
		kick, rest = l.T("ex.kick"), x.Text(l.Lang(), "title")
		if l.Practice.Reached { // a phone shows the goal below the picture
			rest = l.T("ex.titled", "title", rest)
		}
	}
	return kick, rest, l.line()
}

func (l play) heard() string {
	if l.Head.Exercise != nil && l.Practice.Reached && l.Practice.At == l.Head.Step {
		return l.stepHeard() + l.T("play.between") + l.Achieved()
	}
	return l.stepHeard()
}
func (l play) about() string { return plain(l.line()) }

// line is the headline, or why Step did nothing.
func (l play) line() string {
	if l.Head.Last() && l.Tools.Rest != nil {
		return l.Tell(l.Tools.Rest)
	}
	return cmp.Or(l.playBeside(), l.playLine(l.Head.Step))
}

func (l play) title() string {
	if l.Head.Base != nil {
		return l.lessonTitle(l.Head.Base)
	}
	if x := l.Head.Exercise; x != nil {
		return x.Text(l.Lang(), "title")
	}
	return l.bare.title()
}

func (l play) address(h *Hash) {
	l.story.address(h)
	l.keepPlay(h)
}

// recorded is the mode of a trace that the reader opened.
type recorded struct{ story }

// open shows the recorded run that was opened.
func (l recorded) open() {
	l.Head = nil
	if l.missing() {
		l.bring()
		return
	}
	f := l.keptFile()
	if f == nil || f.rec == nil {
		l.noFile()
		return
	}
	l.Head = NewTrace(f.rec)
	l.Head.Seek(l.Hash.Step)
}

func (l recorded) next() {
	l.say(nil, false)
	l.story.next()
}

func (l recorded) plan() string {
	if l.Layout() != "wide" || l.Head.Line.Head().FIFO.Kind == "" {
		return scene.Workqueue
	}
	return scene.All
}

func (l recorded) headline() (kick, rest, line string) {
	return l.T("page.trace"), "", l.traceLine(l.Head.Step)
}

// traceLine is the headline of a trace at step n.
func (p *Player) traceLine(n int) string {
	if n == p.Head.Line.First() {
		return p.T("file.start")
	}
	return p.caption(n)
}

func (l recorded) heard() string { return l.stepHeard() }
func (l recorded) about() string { return plain(l.caption(l.Head.Step)) }

// goTo stands at step n and shows the way there when it is the next or the one before.
func (p *Player) goTo(n int) {
	h := p.Head
	n = min(max(n, h.Line.First()), h.Line.Last())
	p.stop()
	if n == h.Step {
		h.SeekPart(0)
		return
	}
	from, was, wait := h.Now, h.Step, h.Wait()
	if h.Part > 0 {
		from = h.Whole
	}
	p.Ask.Open = false
	h.Seek(n)
	p.reached()
	switch n {
	case was + 1:
		p.walked = walk{what: "step", from: from, events: h.Events(), wait: wait}
	case was - 1:
		p.walked = walk{what: "back", from: from, events: h.Line.Events(was)}
	}
}

// dwell is how long a step is read before the next one: longer where the headline is new.
func (p *Player) dwell() time.Duration {
	h := p.Head
	return time.Duration(float64(h.Run.Dwell(h.Step, p.Teller().Beat(p.Here()))) / h.Speed)
}

// playOn sets the timer of the next step while a story plays and nothing moves.
func (p *Player) playOn() {
	h := p.Head
	switch {
	case h == nil || !h.Playing || p.Hash.Page == "live":
		p.untimer("play")
	case p.motion.what != "" || p.timers["play"] && !p.Window.Hidden:
	case p.Window.Hidden:
		p.untimer("play") // it goes on where somebody sees it
	case p.ends():
		h.Playing = false
	default:
		p.timer("play", p.dwell())
	}
}

func (p *Player) lessonTitle(l *scenarios.Lesson) string {
	return strings.TrimSpace(l.Place() + " " + l.Text(p.Lang(), "title"))
}
