package player

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
)

// A page that shows this one in a frame may speak with it, in JSON: it asks, and is told of each step, so
// that an article can light up its own lines. Nothing is told before it has asked, and nothing at all in
// live mode: what a cluster holds is not the host's.

// Protocol is what each message names, both ways.
const Protocol = "informerscope/1"

// maxHostText bounds a message of the host page, in bytes: a scenario, and what stands around it.
const maxHostText = maxScript + 4096

// HostSays is a message of the page around the frame. One that names no protocol is not for us.
type HostSays struct{ Text string }

// Post tells the page around the frame something.
type Post struct{ Text string }

func (e Post) String() string { return "post " + e.Text }

// Size says how large the frame would like to be at its width, px: as high as its picture needs.
type Size struct{ W, H int }

func (e Size) String() string { return fmt.Sprintf("size %dx%d", e.W, e.H) }

// hostCall is what the host page may say.
type hostCall struct {
	Protocol string            `json:"protocol"`
	Type     string            `json:"type"` // one of hostCalls
	ID       json.RawMessage   `json:"id"`   // comes back with the answer
	Step     *int              `json:"step"` // of seek
	N        *int              `json:"n"`    // of step: how many, negative is back
	Scenario string            `json:"scenario"`
	Text     string            `json:"text"` // of load: a scenario or a trace
	Name     string            `json:"name"` // of load: what the text's file is called
	Set      map[string]string `json:"set"`  // parameters of a link
	Op       string            `json:"op"`   // of do: "Add a"
}

// hostNews is what the host page is told. Fields that do not belong to the type are left out.
type hostNews struct {
	Protocol  string            `json:"protocol"`
	Type      string            `json:"type"`
	ID        json.RawMessage   `json:"id,omitempty"`
	ClientGo  string            `json:"clientGo,omitempty"`
	Page      string            `json:"page,omitempty"`
	Scenario  string            `json:"scenario,omitempty"`
	Title     string            `json:"title,omitempty"`
	Engine    string            `json:"engine,omitempty"`
	Engines   []string          `json:"engines,omitempty"`
	Queue     string            `json:"queue,omitempty"`
	Queues    []string          `json:"queues,omitempty"`
	Lang      string            `json:"lang,omitempty"`
	Index     *int              `json:"index,omitempty"`
	Of        *int              `json:"of,omitempty"`
	T         *float64          `json:"t,omitempty"` // ms of the story's own time
	Op        string            `json:"op,omitempty"`
	State     map[string]string `json:"state,omitempty"` // by hostViews, in the notation of scenarios
	Narration string            `json:"narration,omitempty"`
	Steps     []string          `json:"steps,omitempty"`   // what each is called; the first is before them
	Markers   []int             `json:"markers,omitempty"` // the steps at which the lesson pauses
	Marker    string            `json:"marker,omitempty"`
	Gate      string            `json:"gate,omitempty"`
	Answer    *int              `json:"answer,omitempty"` // 0 is the right one
	Correct   *bool             `json:"correct,omitempty"`
	Message   string            `json:"message,omitempty"`
	Link      string            `json:"link,omitempty"`
	Height    int               `json:"height,omitempty"` // px, at which the picture fills the frame's width
}

// host is what is known of the page around.
type host struct {
	asked bool    // it spoke with us
	told  hostAt  // where it was told that we stand
	of    hostRun // and of what
	size  Size    // that everybody around was told
	high  int     // that it was told, having asked
}

type hostAt struct {
	index int
	line  any    // the timeline
	lang  string // in which it was told
}

type hostRun struct{ page, lesson, engine, queue, lang string }

var errHostLive = errors.New("live mode does not speak with the page around it")

func (m HostSays) do(p *Player) {
	p.quiet = true
	if len(m.Text) > maxHostText {
		p.tell(hostNews{Type: "error", Message: fmt.Sprintf("the message has %d bytes; at most %d are read", len(m.Text), maxHostText)})
		return
	}
	var c hostCall
	if err := json.Unmarshal([]byte(m.Text), &c); err != nil || !strings.HasPrefix(c.Protocol, "informerscope/") {
		return // not for us: pages are full of messages
	}
	p.host.asked = true
	if c.Protocol != Protocol {
		p.tell(hostNews{Type: "error", ID: c.ID, Message: fmt.Sprintf("protocol %q: want %q", short(c.Protocol), Protocol)})
		return
	}
	switch err := p.obey(c); {
	case err != nil:
		p.tell(hostNews{Type: "error", ID: c.ID, Message: sim.PlainText(err.Error())})
	case c.ID != nil && c.Type != "ping" && c.Type != "getState":
		p.tell(hostNews{Type: "done", ID: c.ID})
	}
}

// hostCalls are the types of hostCall, each with what it does.
var hostCalls = map[string]func(*Player, hostCall) error{
	"ping":     func(p *Player, c hostCall) error { p.tellReady(c.ID); return nil },
	"getState": func(p *Player, c hostCall) error { p.tellStep(c.ID); return nil },
	"play":     func(p *Player, _ hostCall) error { return p.play(true) },
	"pause":    func(p *Player, _ hostCall) error { return p.play(false) },
	"seek": func(p *Player, c hostCall) error {
		if c.Step == nil {
			return errors.New("seek: step is missing, a number")
		}
		return p.hears(Seek{*c.Step})
	},
	"step": func(p *Player, c hostCall) error {
		n := 1
		if c.N != nil {
			n = *c.N
		}
		switch {
		case n == 1:
			return p.hears(Next{})
		case n == -1:
			return p.hears(Back{})
		}
		if p.toldOf() != nil {
			n += p.Head.Step
		}
		return p.hears(Seek{n})
	},
	"set":  (*Player).hostSets,
	"load": (*Player).hostLoads,
	"do":   (*Player).hostDoes,
}

// obey does what the host page asks for.
func (p *Player) obey(c hostCall) error {
	call := hostCalls[c.Type]
	switch {
	case call == nil:
		names := slices.Sorted(maps.Keys(hostCalls))
		return fmt.Errorf("type %s: want one of %s%s", short(c.Type), strings.Join(names, ", "), sim.Suggest(c.Type, names))
	case p.Hash.Page == "live":
		return errHostLive
	}
	return call(p, c)
}

// hears does what a reader could have done.
func (p *Player) hears(m Msg) error {
	if p.toldOf() == nil {
		return errors.New("there is no picture on this page")
	}
	p.quiet = false
	m.do(p)
	return nil
}

func (p *Player) play(on bool) error {
	if p.Head != nil && p.Head.Playing == on {
		return nil
	}
	return p.hears(Toggle{})
}

// hostSets changes parameters of the link: the same names, the same values.
func (p *Player) hostSets(c hostCall) error {
	names := slices.Sorted(maps.Keys(c.Set))
	out := names
	if c.Set["t"] != "" { // in the place of the step where it stands
		out = append(slices.Clone(names), "step")
	}
	link := strings.TrimPrefix(p.link(), "#")
	var kept []string
	for part := range strings.SplitSeq(link, "&") {
		if name, _, _ := strings.Cut(part, "="); !slices.Contains(out, name) {
			kept = append(kept, part)
		}
	}
	for _, name := range names {
		kept = append(kept, name+"="+url.QueryEscape(c.Set[name]))
	}
	return p.hostOpens("#" + strings.Join(kept, "&"))
}

// hostOpens shows another moment, without an entry in the history, which is the host's.
func (p *Player) hostOpens(link string) error {
	h, problems := Parse(link)
	if len(problems) > 0 {
		return errors.New(p.Teller().Problems(problems))
	}
	if h.Page == "live" {
		return errHostLive
	}
	p.quiet = false
	Opened{link}.do(p)
	p.opening = false // the address follows
	return nil
}

// hostLoads shows a lesson of the course, or the text of another.
func (p *Player) hostLoads(c hostCall) error {
	switch {
	case c.Text != "":
		name := c.Name
		if name == "" {
			name = "scenario.iq"
		}
		f, err := ReadFile(name, c.Text, nil)
		if err != nil {
			return err
		}
		p.quiet = false
		p.reading++
		FileRead{N: p.reading, Name: name, File: f}.do(p)
		return nil
	case scenarios.Find(c.Scenario) == nil:
		return errors.New(p.Teller().NoLesson(c.Scenario))
	}
	h := p.Hash
	p.mode().address(&h)
	frame := h.Frame // the host sets its stretch before or after
	h = h.instead(c.Scenario)
	h.Frame = frame
	if c.Step != nil {
		h.Step = *c.Step
	}
	return p.hostOpens(h.String())
}

// hostDoes carries out a command where the playhead stands; of a lesson that begins a what-if.
func (p *Player) hostDoes(c hostCall) error {
	if p.Hash.Frame.ReadOnly {
		return errors.New("do: this frame is read only")
	}
	l, err := sim.ParseLine(c.Op)
	if err != nil {
		return err
	}
	if to, ok := p.whatIf(); ok {
		if err := p.hostOpens(to.String()); err != nil {
			return err
		}
	}
	if p.Head == nil || p.Head.Session == nil {
		return errors.New("do: there is nothing here that a command could be given to")
	}
	p.quiet = false
	p.say(nil, false)
	p.give(l)
	if said := p.Notice(); said != "" {
		return errors.New(said)
	}
	return nil
}

// tell posts a message.
func (p *Player) tell(n hostNews) {
	n.Protocol = Protocol
	text, err := json.Marshal(n)
	if err != nil {
		panic("player: a message for the host page is no JSON: " + err.Error()) // strings and numbers
	}
	p.emit(Post{string(text)})
}

// toldOf is the playhead that the host page is told of; nil where there is no picture, and in live mode.
func (p *Player) toldOf() *Playhead {
	if !p.Hash.Stage() || p.Hash.Page == "live" {
		return nil
	}
	return p.Head
}

// Awaits reports whether the file of the link is on its way: there will be a picture that is not here yet.
func (p *Player) Awaits() bool {
	return p.missing() && p.Hash.Page != "edit" && p.foreign == "" && !p.Bad
}

// natural is how large a frame of this width would like to be. What stands around the picture grows with the width, as
// --u in access.css, whatever the height is now. The zero Size is that of a page that has no picture, or takes the height
// that it needs.
func (p *Player) natural() Size {
	w := p.Window
	if !p.Hash.Embed || p.toldOf() == nil || w.BoxW <= 0 || w.BoxH <= 0 {
		return Size{}
	}
	wide, high := p.view(p.Shown()).Size()
	if p.Compared() != nil {
		pic, _ := p.Picture()
		wide, high = pic.W, pic.H
	}
	grows := max(1, w.W/640) / p.Unit()
	width := w.W - (w.W-w.BoxW)*grows
	return Size{int(w.W), int(math.Ceil((w.H-w.BoxH)*grows + width*(high+2*scene.Margin)/(wide+2*scene.Margin)))}
}

// informs tells the host page what has changed since it was told last. How large the frame would like to be is told to
// whoever shows it: it is no secret, and hosts that never ask make room by it.
func (p *Player) informs() {
	if size := p.natural(); size.H > 0 {
		// A pixel more or less is what a browser's rounding makes of a frame that has just been given what it wants.
		if was := p.host.size; size.W != was.W || size.H < was.H-1 || size.H > was.H+1 {
			p.host.size = size
			p.emit(size)
		}
		defer p.tellHeight() // after what it is of
	}
	if !p.host.asked || p.toldOf() == nil {
		return
	}
	if of := p.hostRun(); of != p.host.of {
		p.tellReady(nil)
	}
	if at := p.hostAt(); at != p.host.told {
		p.tellStep(nil)
		if h := p.toldOf(); h.Run != nil && h.Run.Steps[h.Step].Marker {
			n := h.Step
			p.tell(hostNews{Type: "marker", Index: &n, Marker: h.Run.Steps[n].Beat})
		}
	}
}

func (p *Player) hostRun() hostRun {
	r := hostRun{p.Hash.Page, "", p.Head.Engine, p.Head.Queue(), p.Lang()}
	if l := p.LessonShown(); l != nil {
		r.lesson = l.ID
	}
	return r
}

func (p *Player) hostAt() hostAt { return hostAt{p.Head.Step, p.Head.Line, p.Lang()} }

// tellReady says what is shown.
func (p *Player) tellReady(id json.RawMessage) {
	n := hostNews{Type: "ready", ID: id, ClientGo: scenarios.ClientGo, Page: p.Hash.Page, Lang: p.Lang(), Link: p.Address(false)}
	if p.toldOf() != nil {
		p.host.of = p.hostRun()
		n.Scenario, n.Engine, n.Queue, n.Title = p.host.of.lesson, p.Head.Engine, p.Head.Queue(), p.Title()
		last := p.Head.Line.Last()
		n.Of = &last
		if run := p.Head.Run; run != nil {
			n.Engines, n.Queues = p.Head.Lesson.Engines, p.Head.Lesson.Queues
			for i, st := range run.Steps {
				n.Steps = append(n.Steps, st.Label)
				if st.Marker {
					n.Markers = append(n.Markers, i)
				}
			}
		}
	}
	p.tell(n)
	if id != nil && p.toldOf() != nil && p.hostAt() != p.host.told {
		p.tellStep(nil)
	}
	if id != nil {
		p.tellHeight()
	}
}

// tellHeight says how high the frame would like to be.
func (p *Player) tellHeight() {
	if h := p.host.size.H; p.host.asked && h != p.host.high {
		p.host.high = h
		p.tell(hostNews{Type: "resize", Height: h})
	}
}

// tellStep says where the playhead is, and what is so there.
func (p *Player) tellStep(id json.RawMessage) {
	h := p.toldOf()
	if h == nil {
		p.tell(hostNews{Type: "step", ID: id})
		return
	}
	p.host.told = p.hostAt()
	at, last, ms := h.Step, h.Line.Last(), float64(h.At())/float64(time.Millisecond)
	_, _, line := p.Headline()
	n := hostNews{Type: "step", ID: id, Index: &at, Of: &last, T: &ms, Op: h.Line.Step(at).Label, State: hostState(h.Whole), Narration: plain(line)}
	p.tell(n)
}

// hostViews are the parts of the state that the host page is told, those of an informer where there is one.
var hostViews = struct{ queue, informer []string }{[]string{"q", "d", "p", "heap"}, []string{"F", "S", "rv", "synced"}}

func hostState(s *state.State) map[string]string {
	out := map[string]string{}
	names := hostViews.queue
	if s.FIFO.Kind != "" {
		names = append(slices.Clone(names), hostViews.informer...)
	}
	for _, name := range names {
		out[name] = s.View(name, 0, 0)
	}
	return out
}

// tellAnswer says what was answered to a question.
func (p *Player) tellAnswer(gate string, step, option int) {
	if p.host.asked {
		right := option == 0
		p.tell(hostNews{Type: "predict", Gate: gate, Index: &step, Answer: &option, Correct: &right})
	}
}
