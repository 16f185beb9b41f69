package player

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Form is where the reader fills in a line of a scenario: a command of any verb, or a line of the
// header. What the line says is what is done.
type Form struct {
	Shown  bool        // the fold of all commands is open
	Verb   string      // whose form is open
	Header string      // whose form is open among the settings
	Find   string      // what the commands are searched for
	Said   tell.Saying // what became of a copy

	first, values map[string]string // what stood in the fields when it was opened, and stands there now
	typed         string            // the line itself, where it was written by hand
	written       int               // how often that was given up for a field
	given         bool              // the line was done as it stands
}

type (
	// OpenForm opens the form of a verb, or closes it when it is open; OpenHeader that of a header
	// key among the settings.
	OpenForm   struct{ Verb string }
	OpenHeader struct{ Key string }
	// FillIn fills in a field of the form that is open.
	FillIn struct{ Field, Value string }
	// Write writes the line by hand.
	Write struct{ Text string }
	// Give gives the command of the line that the form says.
	Give struct{}
	// SetHeader begins the playground anew with the line of the header's form; LeaveOut without one of
	// its words, or without the line where Word is "".
	SetHeader struct{}
	LeaveOut  struct{ Key, Word string }
	// FindVerb is what the commands are searched for.
	FindVerb struct{ Text string }
)

func (m OpenForm) do(p *Player) {
	f := &p.Tools.Form
	verb := m.Verb
	if verb == f.Verb {
		verb = ""
	}
	*f = Form{Shown: f.Shown, Verb: verb, Find: f.Find}
	p.fresh()
}

func (m OpenHeader) do(p *Player) {
	f := &p.Tools.Form
	key := m.Key
	if key == f.Header {
		key = ""
	}
	*f = Form{Shown: f.Shown, Header: key, Find: f.Find}
	p.fresh()
}

// fresh fills in what the form says at first.
func (p *Player) fresh() {
	f := &p.Tools.Form
	f.first = map[string]string{}
	if p.Head == nil || p.Head.Session == nil {
		return
	}
	for _, o := range p.OpenFields() {
		f.first[o.Name] = p.usual(o)
	}
	f.values = f.first
}

func (m FillIn) do(p *Player) {
	f := &p.Tools.Form
	f.values = maps.Clone(f.values)
	if f.values == nil {
		return // no form is open
	}
	if f.typed != "" {
		f.written++
	}
	f.values[m.Field], f.typed, f.Said, f.given = m.Value, "", nil, false
}

func (m Write) do(p *Player) {
	f := &p.Tools.Form
	f.typed, f.Said, f.given = m.Text, nil, false
}

func (m FindVerb) do(p *Player) { p.Tools.Form.Find = m.Text }

func (Give) do(p *Player) {
	lines, err := p.Lines()
	if err != nil {
		p.say(unable(err), true)
		return
	}
	for _, l := range lines {
		if p.give(l); p.Bad {
			return
		}
	}
	p.Tools.Form.given = true
}

func (SetHeader) do(p *Player) {
	s, err := p.headerLine()
	if err != nil {
		p.say(unable(err), true)
		return
	}
	p.settles(s)
}

func (m LeaveOut) do(p *Player) {
	words := strings.Fields(p.Settings().Get(m.Key))
	i := slices.Index(words, m.Word)
	if m.Word == "" {
		words = nil
	} else if i >= 0 {
		words = slices.Delete(words, i, i+1)
	}
	p.settles(p.Settings().With(m.Key, strings.Join(words, " ")))
}

// settles begins the playground anew with another header. The form stays as it is.
func (p *Player) settles(s Settings) {
	if p.Head == nil || p.Head.Base != nil {
		return
	}
	Settle{Engine: p.Head.Engine, Settings: s}.do(p)
}

// headerLine reads the line that the form of a header key says, and sees that it makes a World.
func (p *Player) headerLine() (s Settings, err error) {
	key, value, _ := strings.Cut(p.FormLine(), ":")
	key = strings.TrimSpace(key)
	if h, ok := scenarios.HeaderNamed(key); !ok || h.Fields == nil {
		return s, fmt.Errorf("%q: want a line such as %s: %s", p.FormLine(), p.Tools.Form.Header, p.Settings().Get(p.Tools.Form.Header))
	}
	s = p.Settings().With(key, value)
	_, err = s.lesson(p.Head.Engine)
	return s, err
}

// Verbs are those of a group that the playground offers: an exercise leaves out what it does not
// allow, and a World what it does not have.
func (p *Player) Verbs(g sim.Group) []sim.Verb {
	find := strings.ToLower(strings.TrimSpace(p.Tools.Form.Find))
	return slices.DeleteFunc(sim.InGroups(), func(v sim.Verb) bool {
		said := strings.ToLower(v.Name + "\n" + v.Help + "\n" + scenarios.VerbHelp(p.Lang(), v) + "\n" + p.T("group."+g.Name()))
		return v.At != g || !p.Offers(sim.Command{Verb: v.Name}) || !strings.Contains(said, find) ||
			(v.Server || v.Informer) && p.Head.World.Cluster() == nil ||
			!p.has(v.Queue)
	})
}

// Headers are the lines of the header that the settings can change.
func (p *Player) Headers() []scenarios.Header {
	return slices.DeleteFunc(scenarios.Headers(), func(h scenarios.Header) bool { return h.Fields == nil })
}

// has reports whether the World has the queue that something needs; "" is any.
func (p *Player) has(queue string) bool { return queue == "" || p.Head.World.Config().Queue == queue }

// OpenFields are the fields of the form that is open.
func (p *Player) OpenFields() []sim.Field {
	if h, ok := scenarios.HeaderNamed(p.Tools.Form.Header); ok {
		return h.Fields
	}
	v, _ := sim.VerbNamed(p.Tools.Form.Verb)
	return slices.DeleteFunc(slices.Clone(v.Fields), func(f sim.Field) bool { return !p.has(f.Queue) })
}

// Filled is what stands in a field of the form that is open.
func (p *Player) Filled(f sim.Field) string { return p.Tools.Form.values[f.Name] }

// First is what stood in a field when the form was opened: a browser's field that is written to
// while somebody types loses letters.
func (p *Player) First(f sim.Field) string { return p.Tools.Form.first[f.Name] }

// Rewritten counts how often the line was taken from the fields again after it was written by hand.
func (p *Player) Rewritten() int { return p.Tools.Form.written }

// usual is what stands in a field at first.
func (p *Player) usual(f sim.Field) string {
	if f.Usual != "" || !f.Must && f.Kind != sim.AKey {
		return f.Usual
	}
	switch all := p.Offered(f); {
	case f.Kind == sim.AKey:
		return p.Tools.Key
	case f.Kind == sim.AnObject:
		return strings.TrimPrefix(p.Tools.Pod, "default/")
	case len(all) > 0:
		return all[0]
	}
	return ""
}

// Offered are values that a field can have: all of them, or some.
func (p *Player) Offered(f sim.Field) []string {
	w := p.Head.World
	switch f.Kind {
	case sim.AKey:
		return p.Keys()
	case sim.AnObject:
		return p.Pods()
	case sim.AWorker:
		var names []string
		for _, k := range p.Head.Line.Head().Workers {
			names = append(names, k.Name)
		}
		return names
	case sim.AnActor:
		verb, _ := sim.VerbNamed(p.Tools.Form.Verb)
		var workers, next, rest []string // he whose next action it is comes first
		for _, a := range w.Actors() {
			if _, same := sim.VerbNamed(a.Name); same && f.Name == sim.FieldActor && verb.Name != "step" {
				continue // the timer is called as a verb is: its action is its step
			}
			switch {
			case a.What == verb.Name && a.What != "":
				next = append(next, a.Name)
			case verb.Name == "read" && slices.Contains(p.Offered(sim.Field{Kind: sim.AWorker}), a.Name):
				workers = append(workers, a.Name)
			case verb.Name != "read" || a.Name == "reflector":
				rest = append(rest, a.Name)
			}
		}
		return slices.Concat(workers, next, rest)
	case sim.AHandler:
		var names []string
		for _, l := range p.Head.Line.Head().Listeners {
			if !l.Gone {
				names = append(names, l.Name)
			}
		}
		return names
	}
	return append(slices.Clone(f.Of), f.Like...)
}

// Closed reports whether a field can have nothing but what is offered.
func Closed(f sim.Field) bool {
	return f.Of != nil || f.Kind == sim.AWorker || f.Kind == sim.AnActor || f.Kind == sim.AHandler
}

// FormLine is how a scenario writes what the form that is open says; "" where none is.
func (p *Player) FormLine() string {
	if typed := p.Tools.Form.typed; typed != "" {
		return typed
	}
	return p.FieldsLine()
}

// FieldsLine is the line of the fields, whatever was written by hand since.
func (p *Player) FieldsLine() string {
	f := p.Tools.Form
	fields := p.OpenFields()
	value := func(name string) string {
		i := slices.IndexFunc(fields, func(f sim.Field) bool { return f.Name == name })
		if i < 0 {
			return ""
		}
		return p.Filled(fields[i])
	}
	switch h, ok := scenarios.HeaderNamed(f.Header); {
	case ok:
		return h.Line(p.Settings().Get(h.Key), value)
	case f.Verb == "":
		return ""
	}
	v, _ := sim.VerbNamed(f.Verb)
	return v.Line(value)
}

// Lines are the commands of the line that the form says: one, or one a key of k{1..3}.
func (p *Player) Lines() ([]sim.Line, error) {
	l, err := sim.ParseLine(p.FormLine())
	if err != nil {
		return nil, err
	}
	keys, err := scenarios.Spread(l.Key)
	if err != nil {
		return nil, err
	}
	lines := make([]sim.Line, len(keys))
	for i, key := range keys {
		lines[i] = l
		if lines[i].Key = key; i > 0 {
			lines[i].Wait = time.Duration(0)
		}
	}
	return lines, nil
}

// Trouble says what is wrong with the line for the reader: it cannot be read, or it is nothing that can
// be done where the playhead stands. A line that was just done is not called undoable for that.
func (p *Player) Trouble() string {
	said, f := p.Misread(), p.Tools.Form
	if said != "" || f.Verb == "" || f.given || !p.Head.Last() {
		return said
	}
	lines, _ := p.Lines()
	if lines[0].Wait > 0 {
		return "" // who knows what is then
	}
	if err := p.Head.World.Refuses(lines[0].Command); err != nil {
		return p.Teller().Unable(err)
	}
	return ""
}

// Misread says what is wrong with the line, for the reader; "" where it can be read.
func (p *Player) Misread() string {
	var err error
	if p.Tools.Form.Header != "" {
		_, err = p.headerLine()
	} else if p.Tools.Form.Verb != "" {
		_, err = p.Lines()
	}
	if err == nil {
		return ""
	}
	return p.Teller().Unable(err)
}
