package room

import (
	"crypto/rand"
	"crypto/subtle"
	"net/netip"
	"strings"
	"time"
)

// Refusal is why a connection ends: it is the reason of its close frame.
type Refusal string

// The refusals.
const (
	WrongCode    Refusal = "WrongCode"
	TooManyTries Refusal = "TooManyTries" // wrong codes
	TooManyJoins Refusal = "TooManyJoins"
	Full         Refusal = "ClassFull"
	Malformed    Refusal = "Malformed"
	NotPresenter Refusal = "NotPresenter"
	TooFast      Refusal = "TooFast"
	Taken        Refusal = "Taken" // another page presents now
	Silent       Refusal = "Silent"
)

// Error implements error.
func (r Refusal) Error() string { return "room: " + string(r) }

// letters are those of a code: none is taken for another when it is read off a wall.
const (
	letters    = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
	codeLength = 6
)

// Code returns a code nobody guesses: there are 31⁶, and WrongInAll tries a minute.
func Code() string {
	code := make([]byte, 0, codeLength)
	for b := make([]byte, 1); len(code) < codeLength; {
		_, _ = rand.Read(b)                           // it never fails
		if i := int(b[0]); i < 256-256%len(letters) { // each letter as often as any other
			code = append(code, letters[i%len(letters)])
		}
	}
	return string(code)
}

// ID is one connection's place in the room.
type ID uint64

// person is one who is in the room.
type person struct {
	vote int // the option; -1 is none
	lost int // the number of the step; 0 is nowhere
	pace bucket
}

// Room is the state of a class. It is not safe for concurrent use.
type Room struct {
	code, secret string
	joining      int // connections that have knocked
	next         ID
	presenter    ID // 0 is nobody
	presents     bucket
	followers    map[ID]*person
	callers      callers
	wrong        bucket

	at, question, asked int // numbers: of the step, of the open question (0 none), of the last that was
	link                string
	options             int
	frozen              []int // the votes as they were revealed; nil before

	news, forPresenter int // versions of the views
	frames             [2]struct {
		of   int
		text []byte
	}
}

// New returns an empty room. Who knows the secret presents.
func New(code, secret string) *Room {
	return &Room{code: code, secret: secret, followers: map[ID]*person{}, callers: callers{}, news: 1, forPresenter: 1}
}

// Knock counts a connection in that has said nothing yet, or refuses it.
func (r *Room) Knock(from netip.Addr, now time.Time) error {
	switch {
	case !r.callers.of(from, now).joins.take(now, JoinsPerMinute/60., JoinsPerMinute):
		return TooManyJoins
	case r.joining >= MaxJoining:
		return Full
	}
	r.joining++
	return nil
}

// Join takes the first message of a connection that has knocked, nil for none, and gives it a place. A presenter takes
// the place of the one before, whose connection is over; 0 is none.
func (r *Room) Join(frame []byte, from netip.Addr, now time.Time) (id, over ID, err error) {
	r.joining--
	caller := r.callers.of(from, now)
	m, ok := parse(frame)
	presents := ok && m.Type == "lead" && same(*m.Lead, r.secret) // and is locked out by nobody
	switch {
	case presents:
	case caller.wrong.left(now, WrongPerMinute/60., WrongPerMinute) < 1, r.wrong.left(now, WrongInAll/60., WrongInAll) < 1:
		return 0, 0, TooManyTries
	case frame == nil:
		return 0, 0, Silent
	case !ok || m.Type != "join" && m.Type != "lead":
		return 0, 0, Malformed
	case m.Type == "lead" || !same(strings.ToUpper(*m.Code), r.code):
		caller.wrong.take(now, WrongPerMinute/60., WrongPerMinute)
		r.wrong.take(now, WrongInAll/60., WrongInAll)
		return 0, 0, WrongCode
	case len(r.followers) >= MaxFollowers:
		return 0, 0, Full
	}
	r.next++
	if !presents {
		r.followers[r.next] = &person{vote: -1}
		r.forPresenter++
		return r.next, 0, nil
	}
	over, r.presenter, r.presents = r.presenter, r.next, bucket{}
	r.changed()
	return r.next, over, nil
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Leave takes a connection out. What it voted for goes with it, unless that was shown already.
func (r *Room) Leave(id ID) {
	switch {
	case id == r.presenter:
		r.presenter = 0
		r.changed()
	case r.followers[id] != nil:
		delete(r.followers, id)
		r.forPresenter++
	}
}

// Take takes a message of one who is in the room. An error ends the connection.
func (r *Room) Take(id ID, frame []byte, now time.Time) error {
	p := r.followers[id]
	switch {
	case p == nil && id != r.presenter:
		return Taken
	case p == nil && !r.presents.take(now, PresenterPace, 2*PresenterPace), p != nil && !p.pace.take(now, FollowerPace, 3*FollowerPace):
		return TooFast
	}
	m, ok := parse(frame)
	switch {
	case !ok:
		return Malformed
	case (m.Type == "show" || m.Type == "reveal") && p != nil:
		return NotPresenter
	case m.Type == "show":
		r.show(*m.Link, *m.Options)
	case m.Type == "reveal":
		if *m.Question == r.question && r.question != 0 && r.frozen == nil {
			r.frozen = r.votes()
			r.changed()
		}
	case p == nil:
		return Malformed // the presenter does not vote
	case m.Type == "vote":
		switch {
		case *m.Question != r.question || r.frozen != nil: // it came too late
		case *m.Option >= r.options:
			return Malformed
		default:
			p.vote = *m.Option
			r.forPresenter++
		}
	case m.Type == "lost":
		switch {
		case *m.At > r.at:
			return Malformed
		case *m.On:
			p.lost = *m.At
		case p.lost == *m.At:
			p.lost = 0
		}
		r.forPresenter++
	default:
		return Malformed // it has joined
	}
	return nil
}

// show shows a moment. A question stays the same while its step is shown and it is open.
func (r *Room) show(link string, options int) {
	moved := place(link) != place(r.link) || r.at == 0
	if !moved && link == r.link && options == r.options {
		return
	}
	if moved {
		r.at++
	}
	if moved || options != r.options {
		r.question, r.frozen = 0, nil
		if options > 0 {
			r.asked++
			r.question = r.asked
		}
		for _, p := range r.followers {
			p.vote = -1
		}
	}
	r.link, r.options = link, options
	r.changed()
}

func (r *Room) changed() { r.news++; r.forPresenter++ }

func (r *Room) votes() []int {
	if r.frozen != nil || r.options == 0 {
		return r.frozen
	}
	votes := make([]int, r.options)
	for _, p := range r.followers {
		if p.vote >= 0 {
			votes[p.vote]++
		}
	}
	return votes
}

// View is what one in the room is to see.
func (r *Room) View(id ID) View {
	v := View{V: Version, Type: "follower", At: r.at, Link: r.link, Led: r.presenter != 0, Question: r.question, Options: r.options, Revealed: r.frozen != nil, Votes: r.frozen}
	if id != r.presenter {
		return v
	}
	v.Type, v.Votes, v.Followers = "presenter", r.votes(), len(r.followers)
	for _, p := range r.followers {
		switch {
		case p.lost == 0:
		case p.lost == r.at:
			v.Lost++
		case p.lost == r.at-1:
			v.Before++
		}
	}
	return v
}

// Frame is View as it is sent, made once for all followers, and its version: another one is another view.
func (r *Room) Frame(id ID) (frame []byte, version int) {
	i, of := 0, r.news
	if id == r.presenter {
		i, of = 1, r.forPresenter
	}
	if f := &r.frames[i]; f.of != of {
		f.of, f.text = of, r.View(id).frame()
	}
	return r.frames[i].text, of
}
