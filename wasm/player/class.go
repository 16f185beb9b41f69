package player

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// A class: one page presents, others follow it, vote on its questions and say when they are lost. All that goes
// between them are a link and numbers (server/room); who is in no class has nothing of this.

// Class is what this page knows of the class that it is in.
type Class struct {
	Code    string
	Leads   bool   // it presents
	State   string // one of the below
	Why     string // it is away or over: a message
	Follows bool   // and does not look around
	View    ClassView
	Vote    int  // the option that was picked; -1 is none
	LostAt  int  // the step's number
	Large   bool // the code is shown to the room

	secret string
	run    int
	tries  int    // since it was here last
	been   bool   // here, once
	frame  string // that came last
	at     string // the moment as this page has it: the presenter's that was sent, the place that a follower followed to
	asks   int    // options that were sent with it
	said   string // what a screen reader was told, and when
	saidAt time.Time
}

// States of a class.
const (
	ClassJoining = "joining"
	ClassHere    = "here"
	ClassAway    = "away" // the connection is gone, and is tried again
	ClassOver    = "over"
)

// ClassView is what the server tells: all there is to know.
type ClassView struct {
	V         int    `json:"v"`
	At        int    `json:"at"`
	Link      string `json:"link"`
	Led       bool   `json:"led"`
	Question  int    `json:"question"`
	Options   int    `json:"options"`
	Revealed  bool   `json:"revealed"`
	Votes     []int  `json:"votes"`
	Followers int    `json:"followers"`
	Lost      int    `json:"lost"`
	Before    int    `json:"before"`
}

type (
	// ClassOpened, ClassFrame and ClassClosed are what comes of Attend.
	ClassOpened struct{ Run int }
	ClassFrame  struct {
		Run   int
		Frame []byte
	}
	ClassClosed struct {
		Run    int
		Reason string
	}
	// Around looks around, or returns to what is presented.
	Around struct{}
	// Return returns to what is presented.
	Return struct{}
	// Lost says that this step was too fast, or takes it back.
	Lost struct{}
	// Reveal shows the votes to all.
	Reveal struct{}
	// ClassCode shows the code to the room, or no longer; CodeClosed says that its dialog is closed.
	ClassCode  struct{}
	CodeClosed struct{}
	// Rejoin tries again now, also where another page has begun to present.
	Rejoin struct{}
	// LeaveClass leaves for good.
	LeaveClass struct{}
)

type (
	// Attend opens the conversation with a class; it answers with ClassOpened, ClassFrame and ClassClosed.
	Attend struct {
		Run int
		URL string
	}
	// Send says something in it.
	Send struct{ Text string }
)

func (e Attend) String() string { return "attend " + e.URL }
func (e Send) String() string   { return "send " + e.Text }

const (
	classURL  = "informerscope/v1/class"
	classCode = "informerscope.class" // as boot.js keeps it
	classLead = "informerscope.lead"
	classPace = 30 * time.Second // between two tries, at most
	hearEvery = 10 * time.Second // counts are told to a screen reader
)

// CodeID is the id of the dialog with the code.
const CodeID = "class-code"

// enterClass joins the class that the link named; a frame is in none.
func (p *Player) enterClass() {
	code := p.kept(classCode)
	if code == "" || p.Hash.Embed {
		return
	}
	p.Class = &Class{Code: strings.ToUpper(code), secret: p.kept(classLead), Follows: true, Vote: -1, State: ClassJoining}
	p.Class.Leads = p.Class.secret != ""
	p.attend()
}

func (p *Player) attend() {
	p.untimer("class")
	p.runs++
	p.Class.run = p.runs
	p.emit(Attend{p.runs, classURL})
}

// classSays sends a message, if there is somebody to hear it.
func (p *Player) classSays(m map[string]any) {
	if p.Class.State != ClassHere && m["code"] == nil {
		return
	}
	m["v"] = 1
	text, err := json.Marshal(m)
	if err != nil {
		panic("player: a message for the class is no JSON: " + err.Error()) // strings and numbers
	}
	p.emit(Send{string(text)})
}

func (m ClassOpened) do(p *Player) {
	p.quiet = true
	switch c := p.Class; {
	case c == nil || m.Run != c.run:
	case c.Leads:
		p.classSays(map[string]any{"type": "lead", "code": c.Code, "lead": c.secret})
	default:
		p.classSays(map[string]any{"type": "join", "code": c.Code})
	}
}

func (m ClassFrame) do(p *Player) {
	c := p.Class
	var v ClassView
	if c == nil || m.Run != c.run || c.State == ClassHere && string(m.Frame) == c.frame || json.Unmarshal(m.Frame, &v) != nil || v.V != 1 {
		p.quiet = true
		return
	}
	was, back, first := c.View, c.State != ClassHere, !c.been
	voted := c.Vote
	c.frame, c.View, c.State, c.Why, c.tries, c.been = string(m.Frame), v, ClassHere, "", 0, true
	if v.Question != was.Question {
		c.Vote = -1
	}
	if back {
		c.at, c.asks = "", 0
	}
	switch {
	case c.Leads && first:
		p.resume()
	case c.Leads:
	case back:
		p.repeat()
		fallthrough
	default:
		p.followClass(was, voted, back)
	}
	c.hear(p)
}

// resume brings a presenter who came back to where the room is.
func (p *Player) resume() {
	v := p.Class.View
	if p.Hash.Page == "home" && v.Link != "" {
		p.goWith(v.Link)
	}
	p.Ask.Open = p.moment() == v.Link && p.roomAsks()
}

// repeat says again what is this connection's: it is a new one.
func (p *Player) repeat() {
	if c := p.Class; c.View.At > 0 && c.LostAt == c.View.At {
		p.classSays(map[string]any{"type": "lost", "at": c.LostAt, "on": true})
	}
	if p.Class.Vote >= 0 && !p.Class.View.Revealed {
		p.sendVote()
	}
}

// roomAsks reports whether the question before the next step is the one that the room is asked.
func (p *Player) roomAsks() bool {
	v, g := p.Class.View, p.Gate()
	return v.Question > 0 && g != nil && len(g.Order()) == v.Options
}

// followClass shows what is presented. Who voted, learns from the next step whether that was right.
func (p *Player) followClass(was ClassView, voted int, back bool) {
	c := p.Class
	v := c.View
	if !c.Follows || v.Link == "" {
		return
	}
	if v.Link != was.Link || back {
		gate, on, at := p.Gate(), p.Head, 0
		if on != nil {
			at = on.Step
		}
		asked := gate != nil && p.Ask.Open && was.Question > 0 && v.Question != was.Question
		p.goWith(v.Link)
		if asked && p.Head == on && on.Step == at+1 {
			if voted >= 0 {
				p.answered(gate, on.Step, voted)
			} else {
				p.Ask.Told = on.Step
			}
		}
	}
	p.Ask.Open = p.roomAsks()
}

// goWith shows a moment of somebody else's the way this page's reader wants to see it.
func (p *Player) goWith(link string) {
	h, _ := Parse(link)
	k := p.Hash.elsewhere()
	h.Lang, h.Theme, h.Embed, h.Code, h.Side, h.Speed, h.Predict, h.Present, h.Frame = k.Lang, k.Theme, k.Embed, k.Code, k.Side, k.Speed, k.Predict, k.Present, k.Frame
	Opened{h.String()}.do(p)
	p.quiet, p.opening, p.byItself = false, false, true // the address follows
	if p.Head != nil {
		p.Head.Playing = false
	}
}

// maxMoment is how long the link of a moment may be, in bytes.
const maxMoment = 3500

// place is the moment without what leads the eye within a step: who looks there still follows.
func (p *Player) place() string {
	h, _ := Parse(p.moment())
	h.Part, h.View, h.Token, h.Zone = 0, "", "", ""
	return h.String()
}

// moment is the link to what is shown, without how its reader wants to see it; "" where there is nothing to be shared.
func (p *Player) moment() string {
	if !p.Hash.Stage() || p.Head == nil && p.Hash.Page != "live" || p.Hash.Page == "trace" {
		return ""
	}
	h := p.Hash
	h.Part = 0
	p.mode().address(&h)
	p.textOf(&h)
	h.Lang, h.Theme, h.Embed, h.Code, h.Side, h.Speed, h.Predict, h.Present, h.Frame = "", "", false, "", "", "", "", false, Frame{}
	if h.Page == "edit" {
		h.Page = "lesson"
	}
	if h.File && h.Src == "" && h.Packed == "" {
		if p.File == nil || p.File.packed == "" {
			return ""
		}
		h.Lesson, h.Packed = "", p.File.packed
	}
	return strings.TrimPrefix(h.String(), "#")
}

// inClass compares what is shown with what the class has, after each message.
func (p *Player) inClass() {
	c := p.Class
	if c == nil || c.State != ClassHere {
		return
	}
	if !c.Leads {
		if at := p.place(); p.byItself {
			c.at = at
		} else if at != c.at && c.Follows {
			c.Follows = false
		}
		return
	}
	p.packOwn()
	switch at := p.moment(); {
	case at == "" || len(at) > maxMoment:
	default:
		asks := 0
		if g := p.Gate(); g != nil && p.Ask.Open {
			asks = len(g.Order())
		}
		if at != c.at || asks != c.asks {
			c.at, c.asks = at, asks
			p.classSays(map[string]any{"type": "show", "link": at, "options": asks})
		}
	}
}

// packOwn packs the scenario that a presenter has opened, once: if it is short, a link brings it to the class.
func (p *Player) packOwn() {
	if f := p.File; f != nil && f.Lesson != nil && f.packs == 0 && p.OwnFile() {
		p.runs++
		f.packs = -p.runs // the editor's have numbers of their own
		p.emit(Pack{f.packs, f.Text, ""})
	}
}

// byItself reports whether a message comes by itself, and not from the reader.
func byItself(m Msg) bool {
	switch m.(type) {
	case ClassOpened, ClassFrame, ClassClosed, Got, WatchOpened, WatchFrame, WatchClosed, Arrived, Resized, Preferred, Started, FileRead, Hidden:
		return true
	}
	return false
}

// Unshared reports whether a presenter looks at what the class cannot see: a file of their own, or too long a story.
func (p *Player) Unshared() bool {
	c := p.Class
	if c == nil || !c.Leads || !p.Hash.Stage() || p.Head == nil {
		return false
	}
	at := p.moment()
	return at == "" || len(at) > maxMoment
}

// Voting reports whether an option that is picked is a vote.
func (p *Player) Voting() bool {
	c := p.Class
	return c != nil && !c.Leads && c.Follows && c.State != ClassOver && c.View.Question > 0 && p.Ask.Open
}

func (p *Player) sendVote() {
	p.classSays(map[string]any{"type": "vote", "question": p.Class.View.Question, "option": p.Class.Vote})
}

// vote picks an option until the votes are shown.
func (p *Player) vote(option int) {
	if c := p.Class; !c.View.Revealed && option != c.Vote {
		c.Vote = option
		p.sendVote()
	}
}

// Votes are the votes for each option of the open question, and their sum; nil where they are not shown.
func (p *Player) Votes() (votes []int, of int) {
	c := p.Class
	if c == nil || !p.Ask.Open || !p.roomAsks() || len(c.View.Votes) != c.View.Options || !c.Leads && !p.Voting() {
		return nil, 0
	}
	for _, n := range c.View.Votes {
		of += n
	}
	return c.View.Votes, of
}

func (Around) do(p *Player) {
	switch c := p.Class; {
	case c == nil || c.Leads:
		p.quiet = true
	case c.Follows:
		c.Follows, p.Ask.Open = false, false
	default:
		Return{}.do(p)
	}
}

func (Return) do(p *Player) {
	c := p.Class
	if c == nil || c.Leads || c.Follows {
		p.quiet = true
		return
	}
	c.Follows = true
	p.followClass(c.View, c.Vote, true)
}

func (Lost) do(p *Player) {
	c := p.Class
	if c == nil || c.Leads || c.State != ClassHere || c.View.At == 0 {
		p.quiet = true
		return
	}
	on := !p.IsLost()
	if c.LostAt = 0; on {
		c.LostAt = c.View.At
	}
	p.classSays(map[string]any{"type": "lost", "at": c.View.At, "on": on})
}

// IsLost reports whether this follower has said so at the step that is presented.
func (p *Player) IsLost() bool { return p.Class.LostAt > 0 && p.Class.LostAt == p.Class.View.At }

// Revealable reports whether there are votes that only the presenter sees.
func (p *Player) Revealable() bool {
	votes, _ := p.Votes()
	return votes != nil && p.Class.Leads && !p.Class.View.Revealed
}

func (Reveal) do(p *Player) {
	if p.Revealable() {
		p.classSays(map[string]any{"type": "reveal", "question": p.Class.View.Question})
	}
}

func (ClassCode) do(p *Player) {
	if p.Class == nil {
		p.quiet = true
		return
	}
	p.Class.Large = !p.Class.Large
	p.emit(Dialog{CodeID, p.Class.Large})
}

func (CodeClosed) do(p *Player) {
	if p.Class != nil {
		p.Class.Large = false
	}
}

// ClassLink is the link that followers open.
func (p *Player) ClassLink() string { return p.env.Base + "#class=" + p.Class.Code }

// ClassQR is the address of a picture of the link to join by, for phones to read off a wall; "" where the link is good on
// this machine alone.
func (p *Player) ClassQR() string {
	link := p.ClassLink()
	_, host, _ := strings.Cut(link, "://")
	for _, own := range []string{"localhost", "127.", "[::1]"} {
		if strings.HasPrefix(host, own) {
			return ""
		}
	}
	return classURL + "/" + hex.EncodeToString([]byte(link))
}

func (m ClassClosed) do(p *Player) {
	c := p.Class
	if c == nil || m.Run != c.run {
		p.quiet = true
		return
	}
	c.Why = "class.away"
	switch m.Reason {
	case "WrongCode":
		p.overWith("class.ended")
		return
	case "Taken":
		p.overWith("class.taken")
		return
	case "NotPresenter", "Malformed":
		p.overWith("class.fault")
		return
	case "ClassFull":
		c.Why = "class.full"
	case "TooManyTries", "TooManyJoins":
		c.Why = "class.busy"
	case "refused": // a browser does not tell why
		p.emit(Get{Run: c.run, What: "class", URL: classURL})
	}
	p.classAgain()
}

// classAgain tries again after a while: longer each time, and not all pages at once.
func (p *Player) classAgain() {
	c := p.Class
	c.State = ClassAway
	d := min(time.Second<<min(c.tries, 5), classPace)
	c.tries++
	p.timer("class", d+time.Duration(p.now.UnixNano()%int64(d/2)))
}

func (p *Player) overWith(why string) {
	c := p.Class
	c.State, c.Why = ClassOver, why
	p.untimer("class")
}

// classless takes what the server says to a page whose socket was refused.
func (p *Player) classless(m Got) {
	c := p.Class
	switch {
	case c == nil || m.Run != c.run:
		p.quiet = true
	case m.Code == 404:
		p.overWith("class.none")
	case m.Code == 400:
		c.Why = "class.noSocket"
	}
}

func (Rejoin) do(p *Player) {
	if c := p.Class; c != nil && c.State != ClassHere {
		c.State, c.Why = ClassJoining, ""
		p.emit(Cancel{Run: c.run})
		p.attend()
	}
}

func (LeaveClass) do(p *Player) {
	if p.Class == nil {
		return
	}
	p.untimer("class")
	p.emit(Cancel{Run: p.Class.run})
	p.emit(Keep{Name: classCode, Tab: true})
	p.emit(Keep{Name: classLead, Tab: true})
	if p.Class.Large {
		p.emit(Dialog{CodeID, false})
	}
	if p.Voting() {
		p.Ask.Open = false
	}
	p.Class = nil
}

// ClassSays is what a screen reader is told of the class: what changed, and counts at most every ten seconds.
func (p *Player) ClassSays() string {
	if p.Class == nil {
		return ""
	}
	return p.Class.said
}

func (c *Class) hear(p *Player) {
	if !c.Leads || p.now.Sub(c.saidAt) < hearEvery {
		return
	}
	if said := p.ClassCounts(); said != c.said {
		c.said, c.saidAt = said, p.now
	}
}

// ClassCounts is how many follow, and are lost.
func (p *Player) ClassCounts() string {
	v := p.Class.View
	said := []string{p.T("class.follow", "n", strconv.Itoa(v.Followers))}
	if v.Lost > 0 {
		said = append(said, p.T("class.lost", "n", strconv.Itoa(v.Lost)))
	}
	if v.Before > 0 {
		said = append(said, p.T("class.before", "n", strconv.Itoa(v.Before)))
	}
	return strings.Join(said, " · ")
}

// ClassLine is where this page is in the class, in words.
func (p *Player) ClassLine() string {
	c := p.Class
	switch {
	case c.State == ClassOver, c.State == ClassAway:
		return p.T(c.Why)
	case c.State == ClassJoining:
		return p.T("class.joining")
	case c.Leads && p.Unshared():
		return p.T("class.unshared")
	case c.Leads:
		return p.ClassCounts()
	case c.View.Link == "":
		return p.T("class.waiting")
	case !c.View.Led:
		return p.T("class.unled")
	case !c.Follows:
		return p.T("class.around")
	case p.Voting() && !c.View.Revealed && c.Vote < 0:
		return p.T("class.asked")
	}
	return p.T("class.following")
}

func inClass(p *Player) bool  { return p.Class != nil && p.Class.State != ClassOver }
func follower(p *Player) bool { return inClass(p) && !p.Class.Leads }
func astray(p *Player) bool   { return follower(p) && !p.Class.Follows }
