package sim

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
)

// Command is one thing to do, flat so that JSON, a log and a line of text can carry it.
// Which fields count depends on Verb; see Verbs. The zero Command is invalid.
type Command struct {
	Verb  string        `json:"verb"`
	Actor string        `json:"actor,omitempty"` // who acts: "W1", "reflector", "controller", "h1"
	Key   string        `json:"key,omitempty"`   // key of the queue
	After time.Duration `json:"after,omitempty"` // AddAfter, latency, sleep; ns in JSON
	Times int           `json:"times,omitempty"` // how often; 0 is once

	Priority int `json:"priority,omitempty"` // of what is added

	Name string `json:"name,omitempty"` // object of a server verb
	NS   string `json:"ns,omitempty"`   // its namespace
	Node string `json:"node,omitempty"` // its spec.nodeName
	RV   string `json:"rv,omitempty"`   // resourceVersion to write at
	UID  string `json:"uid,omitempty"`
	Body string `json:"body,omitempty"` // YAML of the object, shown by the inspector

	Text  string  `json:"text,omitempty"`  // script of a worker, knob, condition of run
	Value float64 `json:"value,omitempty"` // number of a knob
	Code  int     `json:"code,omitempty"`  // HTTP status of a fault; 0 is none

	meant meant // before On left something out
}

// meant is what On left out of a command.
type meant struct {
	verb     string
	priority int
}

// Object is the API object that the command is about, as far as it says.
func (c Command) Object() *cluster.Object {
	return &cluster.Object{Namespace: c.NS, Name: c.Name, UID: c.UID, Node: c.Node, Body: c.Body}
}

// String prints the command in the form that ParseCommand reads.
func (c Command) String() string {
	var words []string
	word := func(s string) {
		if s != "" {
			words = append(words, s)
		}
	}
	f := formNone // of what is no verb
	if v := verbs[c.Verb]; v != nil {
		f = v.form
	}
	if f.script {
		return c.Verb + " " + c.Actor + " = " + c.Text
	}
	word(c.Actor)
	if c.Verb == "error" && c.Code != 0 {
		word(statusOf(c.Code))
	} else {
		word(c.Verb)
	}
	f.print(c, word)
	if c.Times > 1 {
		word("x" + strconv.Itoa(c.Times))
	}
	return strings.Join(words, " ")
}
