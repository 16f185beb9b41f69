package room

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Version is that of the messages.
const Version = 1

// message is what a page says. Which fields a type has says fields; all are needed but Lead.
type message struct {
	V        int     `json:"v"`
	Type     string  `json:"type"`
	Code     *string `json:"code"`
	Lead     *string `json:"lead"`
	Link     *string `json:"link"`
	Options  *int    `json:"options"`
	Question *int    `json:"question"`
	Option   *int    `json:"option"`
	At       *int    `json:"at"`
	On       *bool   `json:"on"`
}

// fields are those of each type.
var fields = map[string][]string{
	"join":   {"code"},               // a follower
	"lead":   {"code", "lead"},       // the presenter
	"show":   {"link", "options"},    // options of the open question, 0 when none is open
	"reveal": {"question"},           // its votes are shown to all
	"vote":   {"question", "option"}, // may be changed until then
	"lost":   {"at", "on"},           // at the step with that number
}

// parse reads a message, or says that it is none.
func parse(frame []byte) (m message, ok bool) {
	d := json.NewDecoder(bytes.NewReader(frame))
	d.DisallowUnknownFields()
	if len(frame) > MaxFrame || d.Decode(&m) != nil || m.V != Version {
		return message{}, false
	}
	if _, err := d.Token(); err != io.EOF {
		return message{}, false
	}
	want, ok := fields[m.Type]
	for name, has := range map[string]bool{
		"code": m.Code != nil, "lead": m.Lead != nil, "link": m.Link != nil, "options": m.Options != nil,
		"question": m.Question != nil, "option": m.Option != nil, "at": m.At != nil, "on": m.On != nil,
	} {
		ok = ok && has == slices.Contains(want, name)
	}
	for _, n := range []*int{m.Options, m.Question, m.Option, m.At} {
		ok = ok && (n == nil || *n >= 0)
	}
	ok = ok && (m.Options == nil || *m.Options <= MaxOptions) && (m.Link == nil || goodLink(*m.Link))
	return m, ok
}

var linkForm = regexp.MustCompile(`^[A-Za-z0-9._~%&=+-]*$`)

// Shown are the parameters of a link that a class shares: what is shown, not how its reader wants to see it.
// No token is among them, and no secret.
var Shown = []string{"p", "s", "step", "part", "view", "engine", "queue", "compare", "res", "ns", "ex", "of", "set", "z", "if", "src", "iq", "key", "zone"}

// within are those that lead the eye within a step.
var within = []string{"part", "view", "key", "zone"}

func goodLink(link string) bool {
	if len(link) > MaxLink || !linkForm.MatchString(link) {
		return false
	}
	var seen []string
	for part := range strings.SplitSeq(link, "&") {
		name, _, ok := strings.Cut(part, "=")
		if !ok || !slices.Contains(Shown, name) || slices.Contains(seen, name) {
			return false
		}
		seen = append(seen, name)
	}
	return true
}

// place is the step that a link shows, whatever is looked at there.
func place(link string) string {
	var kept []string
	for part := range strings.SplitSeq(link, "&") {
		if name, _, _ := strings.Cut(part, "="); !slices.Contains(within, name) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "&")
}

// View is what a page is told: everything, each time.
type View struct {
	V        int    `json:"v"`
	Type     string `json:"type"` // "follower" or "presenter"
	At       int    `json:"at"`   // the number of the step that is shown; 0 before there is one
	Link     string `json:"link"`
	Led      bool   `json:"led"`      // the presenter is there
	Question int    `json:"question"` // its number; 0 when none is open
	Options  int    `json:"options"`
	Revealed bool   `json:"revealed"`
	Votes    []int  `json:"votes,omitempty"` // for each option; for followers once they are revealed

	// For the presenter.
	Followers int `json:"followers,omitempty"`
	Lost      int `json:"lost,omitempty"`   // at this step
	Before    int `json:"before,omitempty"` // at the step before
}

func (v View) frame() []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("room: a view always encodes: " + err.Error()) // numbers, and a link of plain characters
	}
	return text
}
