package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
)

// verb is one word of the language, and all that is known of it: what stands around it, what
// it is for, when it is allowed, and what it does. The rows stand in verb_queue.go,
// verb_server.go, verb_informer.go and verb_actor.go; parser, printer, hints, help, the
// playground's buttons and the driver of client-go read them.
type verb struct {
	name string
	form form   // the words behind it
	who  who    // the actor before it
	help string // what it does, for people
	at   Group  // where its form stands

	// What a step of it is called: named has places for {who}, {key} and {object}, called is for what
	// depends on more. Without both it is called as it is written.
	named  string
	called func(c Command, result string) string

	informer bool   // needs an informer
	queue    string // needs this queue; "" is any
	server   bool   // needs the API server inside
	always   bool   // is heard even after a panic has ended the program

	// allow refuses what cannot be done, before anything changes; nil refuses nothing.
	allow func(w *World, c Command, bad badly) error

	// One of four says what it does. do is a step of its own, once for each time it repeats; its
	// errors are the API server's.
	do func(w *World, c Command) error
	// serve is do at an API server alone; watching says that a watch is open.
	serve func(s *cluster.Cluster, c Command, watching bool) error
	// own is an action that an actor takes by himself: the command only says when.
	own bool
	// act lets actors act; what they do are the steps.
	act func(w *World, c Command) error

	// of is an actor whose own action the word is, too.
	of string

	buttons []Button
}

// who says whether an actor stands before a verb.
type who uint8

const (
	nobody   who = iota // none
	anybody             // there may be one
	aWorker             // there must be one, and he is a worker
	anyActor            // there must be one: he acts
)

// verbs is the whole language of the World, by name.
var verbs = map[string]*verb{}

// rows are the verbs in the order in which their buttons stand.
var rows []*verb

func init() { // not an initializer: what the rows do reads the table
	for _, subject := range []struct {
		list []verb
		at   Group
	}{{queueVerbs, AtQueue}, {serverVerbs, AtServer}, {informerVerbs, AtInformer}, {actorVerbs, InTime}} {
		for i := range subject.list {
			v := &subject.list[i]
			if v.at == 0 {
				v.at = subject.at
			}
			verbs[v.name], rows = v, append(rows, v)
		}
	}
}

// acts reports whether the command is an actor's own action.
func (v *verb) acts(c Command) bool { return v.own || v.of != "" && c.Actor == v.of }

// Verb describes a verb for menus, help and drivers.
type Verb struct {
	Name, Help string
	Own        bool   // an actor does it by himself, too
	Server     bool   // it happens at the API server
	Informer   bool   // it needs an informer
	Queue      string // it needs this queue; "" is any
	At         Group
	Fields     []Field // what is filled in; see Line
}

// Verbs lists what a person can type, sorted by name.
func Verbs() []Verb {
	all := InGroups()
	slices.SortFunc(all, func(a, b Verb) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// InGroups lists the same by group, those that an actor does by himself at the end of each.
func InGroups() []Verb {
	var all []Verb
	for _, v := range rows {
		all = append(all, v.public())
	}
	slices.SortStableFunc(all, func(a, b Verb) int {
		if a.At != b.At {
			return int(a.At) - int(b.At)
		}
		return map[bool]int{true: 1}[a.Own] - map[bool]int{true: 1}[b.Own]
	})
	return all
}

// VerbNamed is the verb of that name.
func VerbNamed(name string) (v Verb, ok bool) {
	row := verbs[name]
	if row == nil {
		return v, false
	}
	return row.public(), true
}

// public is what others may know of the verb.
func (v *verb) public() Verb {
	return Verb{Name: v.name, Help: v.help, Own: v.own, Server: v.server, Informer: v.informer, Queue: v.queue, At: v.at, Fields: v.fields()}
}

// Button is a command that the playground gives at a press. What depends on the reader's
// choice is filled in there: the key, or the object; of a worker's, he and the key he holds.
type Button struct {
	Group   Group
	Act     string  // its name in the page; a worker's name goes behind it
	Label   string  // what it says; "" is the verb
	Message string  // or the message that it says
	Said    string  // what is said of it where the label is not enough; of a worker's a message
	When    When    // when it can be pressed
	Command Command // the rest of it

	Keyed, Object bool // what is filled in: a key, or an object
}

// Group says where a button or a form stands: by who acts, or is acted upon.
type Group uint8

// The groups; buttons are of the first three.
const (
	AtQueue Group = 1 + iota
	AtWorker
	AtServer
	AtWatch // how the API server answers
	AtReflector
	AtInformer
	AtHandlers
	InTime
)

// Name is the group's name: message "group.<name>".
func (g Group) Name() string {
	return [...]string{AtQueue: "queue", AtWorker: "workers", AtServer: "server", AtWatch: "watch", AtReflector: "reflector", AtInformer: "informer", AtHandlers: "handlers", InTime: "time"}[g]
}

// When says when a button can be pressed.
type When uint8

// The times.
const (
	Always  When = iota
	Free         // the worker holds no key and does not wait inside Get; his name goes before it
	Busy         // the worker holds a key
	Exists       // the object is at the API server
	Missing      // the object is not there
)

// Buttons are those of a group, in the order in which they stand.
func Buttons(g Group) (all []Button) {
	for _, v := range rows {
		for _, b := range v.buttons {
			if b.Group == g {
				b.Command.Verb, b.Keyed, b.Object = v.name, v.form.keyed, v.form.object
				if b.Label == "" {
					b.Label = v.name
				}
				all = append(all, b)
			}
		}
	}
	return all
}

// Serve does what a command of the API server does, at a server that is not a World's: the
// driver of client-go has one. watching says that a watch is open.
func Serve(s *cluster.Cluster, c Command, watching bool) error {
	v := verbs[c.Verb]
	if v == nil || v.serve == nil {
		return fmt.Errorf("sim: %s is not done at an API server alone", c)
	}
	return v.serve(s, c, watching)
}
