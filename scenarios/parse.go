package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
)

// Rule is a kind of line that an .iq file can have.
type Rule struct {
	ID       string // of its translation
	Form     string // how it is written: [what may be missing], {what may repeat}, this | or that
	Help     string
	Examples string // lines; those of all rules, in this order, are a file
}

// The grammar of an .iq file. First comes the header, then a blank line, then the rest in any order.
// Commands are those of sim.Verbs; the keys of a header stand in header.go, values of expectations are
// the notation of core/state.
var grammar = []Rule{
	{"header", "key: value", "says what the scenario is and what its World is made of; a blank line ends the header", "id: my-lesson\ntitle: Who takes a?\nengines: ordered atomic\nworkers: W1\n"},
	{"comment", "# text", "a comment; behind a line of the header, too, with a blank on both sides", "# Only for those who read the file."},
	{"chapter", "== id text", "a chapter begins", "== first The first pass"},
	{"step", "[+time] command", "a step: first the time passes, then the command is given", "Add a"},
	{"beat", "@id[!] text", "what is said about the step above; ! is where the reader pauses, **bold** what to look at", "@owed! **a is in the queue:** nobody works on it yet."},
	{"said", "@id/engine{,engine} text", "what is said instead where one of those engines, or queues, is shown", "@owed/atomic **a is in the queue,** and the FIFO is empty."},
	{"expect", "---- {newline [engine{,engine}: ] view=value {two blanks view=value}}", "what has to hold after the step above, on those engines or queues; a blank line ends it. view~=value is in any order, * is anything, 1s..2s a range, ... any items; synced, full (what is not named is empty) and nothing (nobody was called) stand alone", "----\nq=[a]  d={a}  p={}\natomic: F=[]\n"},
	{"gate", "? id question => right | wrong {| wrong}", "a question before the next step; the right answer comes first, and is shuffled", "? who Who gets a? => W1 | nobody"},
	{"why", "?! why {| why}", "why the right answer is right, and the wrong ones wrong", "?! It asks first. | W1 is free."},
	{"result", "[+time] command => result", "what the command has to give: a key, a version, blocked", "+2s W1 Get => a"},
	{"body", "| text", "a line of the object that the command above writes, shown by the inspector", "create p1 n1\n| spec:\n|   nodeName: n1"},
	{"group", "step label { {newline step} newline }", "several commands that are shown as one step", "step start and list {\n  start\n  run until list\n}"},
	{"within", "run until what within time..time", "how long that has to take", "run until synced within 0s..1s"},
	{"spread", "command k{1..3}", "as many commands, with k1, k2 and k3", "Add k{1..3}"},
	{"promise", "! invariant off | on", "whether it is a failure when that promise is broken", "! queued-once off"},
}

// Grammar lists the kinds of lines, as they are told in a language.
func Grammar(lang string) []Rule {
	rules := slices.Clone(grammar)
	for i, r := range rules {
		rules[i].Help = explained(lang, r.ID+" line", r.Help)
	}
	return rules
}

type parser struct {
	file    string
	l       *Lesson
	line    int // of the current line, from 1
	text    string
	chapter string
	gate    *Gate
	group   bool // inside step … {
	expect  bool // after ----
	ids     map[string]int
	header  map[string]int // key → line
	calls   int            // commands so far, each as often as it repeats
	wait    time.Duration  // that passes before steps so far
	x       *Exercise      // that the file is; nil in a lesson
}

func (p *parser) fail(format string, args ...any) error {
	return failure(p.file, p.line, "", fmt.Errorf(format, args...))
}

// Parse reads the text of a lesson; name is the file's, for messages such as
//
//	scenarios/x.iq:12: unknown verb "updat" (did you mean "update"?)
func Parse(name, text string) (*Lesson, error) { return parse(name, text, nil) }

// parse reads a lesson, or the exercise x.
func parse(name, text string, x *Exercise) (*Lesson, error) {
	if err := sized(name, text); err != nil {
		return nil, err
	}
	p := &parser{file: name, x: x, ids: map[string]int{}, header: map[string]int{}}
	p.l = &Lesson{File: name, Track: "workqueue", Level: 1, Engines: []string{"workqueue"}, Queues: []string{sim.ClientGoQueue}, View: "workqueue",
		texts: map[string]map[string]string{"en": {}}, gates: map[string]map[string][]string{"en": {}}, whys: map[string]map[string][]string{"en": {}},
		stands: map[string]map[string]standing{"en": {}}}
	p.l.config.Workers = []string{}
	p.l.Items = []Item{{}}
	p.l.lines = strings.Split(text, "\n")
	header := true
	for i, line := range p.l.lines {
		p.line, p.text = i+1, strings.TrimRight(line, " \t\r")
		if i == 0 {
			p.text = strings.TrimPrefix(p.text, byteOrderMark)
		}
		err := p.readable()
		switch {
		case err != nil:
		case header:
			header, err = p.headerLine()
		default:
			err = p.bodyLine()
		}
		if err != nil {
			return nil, err
		}
	}
	p.l.headers = p.header
	return p.l, p.finish()
}

func (p *parser) last() *Item { return &p.l.Items[len(p.l.Items)-1] }

func (p *parser) bodyLine() error {
	text := p.text
	switch {
	case text == "":
		p.expect = false
		return nil
	case p.expect:
		return p.expectation()
	case p.x != nil && p.ofExercise():
		return p.exercise()
	case strings.HasPrefix(text, "# ") || text == "#":
		return nil
	case text == "----":
		if p.group {
			return p.fail("---- inside the group %q: expectations stand below its }", p.last().Label)
		}
		p.expect = true
		return nil
	case strings.HasPrefix(text, "== "):
		return p.named(text[3:], "a chapter", func(id, rest string) error {
			p.chapter = id
			if len(p.l.Items) == 1 && p.l.Items[0].Chapter == "" {
				p.l.Items[0].Chapter = id
			}
			return p.say(id, rest)
		})
	case strings.HasPrefix(text, "@"):
		if id, _, _ := strings.Cut(text, " "); strings.Contains(id, "/") {
			return p.beatOf(text[1:])
		}
		return p.named(text[1:], "a beat", p.beat)
	case strings.HasPrefix(text, "?! "):
		return p.why(text[3:])
	case strings.HasPrefix(text, "? "):
		return p.named(text[2:], "a gate", p.question)
	case strings.HasPrefix(text, "| ") || text == "|":
		calls := p.last().Calls
		if len(calls) == 0 {
			return p.fail("%q: a line of an object stands below the command that writes it, such as create p1", text)
		}
		calls[len(calls)-1].Command.Body += strings.TrimPrefix(strings.TrimPrefix(text, "|"), " ") + "\n"
		return nil
	case strings.HasPrefix(text, "! "):
		return p.toggle(strings.Fields(text[2:]))
	case text == "}":
		if !p.group {
			return p.fail("} closes no group: want step LABEL { above it")
		}
		p.group = false
		if len(p.last().Calls) == 0 {
			return p.fail("the group %q is empty: want steps between { and }", p.last().Label)
		}
		return nil
	case strings.HasPrefix(text, "step ") && strings.HasSuffix(text, "{"):
		if p.group {
			return p.fail("a group inside the group %q: close that one with } first", p.last().Label)
		}
		label := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "step "), "{"))
		if label == "" {
			return p.fail("a group without a label: want one, as in step LIST {")
		}
		if err := p.fits("a label", label, MaxText); err != nil {
			return err
		}
		p.begin(label)
		p.group = true
		return nil
	}
	return p.step(strings.TrimSpace(text))
}

// begin opens a new step with what was said before it.
func (p *parser) begin(label string) {
	p.l.Items = append(p.l.Items, Item{Line: p.line, Label: label, Chapter: p.chapter, Gate: p.gate})
	p.gate = nil
}

func (p *parser) step(text string) (err error) {
	c := Call{Line: p.line}
	command := text
	if left, right, ok := strings.Cut(text, " within "); ok {
		if !strings.Contains(left, "run ") {
			return p.fail("within %q: want it behind a run, as in run until idle within 0.8s..1.6s", right)
		}
		low, high, _ := strings.Cut(right, "..")
		c.Within[0], err = time.ParseDuration(low)
		if err == nil {
			c.Within[1], err = time.ParseDuration(high)
		}
		if err != nil {
			return p.fail("within %q: want a range such as 0.8s..1.6s", right)
		}
		command = left
	}
	if left, right, ok := strings.Cut(command, " => "); ok {
		command, c.Result = left, strings.TrimSpace(right)
		if err := p.fits("a result", c.Result, MaxName); err != nil {
			return err
		}
	}
	line, err := sim.ParseLine(command)
	if err != nil {
		if hint := p.meant(text); hint != "" {
			return p.fail("%q is no step: %s", text, hint)
		}
		return p.fail("%w", sim.Plain(err))
	}
	if p.wait += line.Wait; int64(p.wait) > sim.MaxTime {
		return p.fail("more than a hundred years until here: let less time pass")
	}
	c.Wait, c.Command = line.Wait, line.Command
	if !p.group {
		p.begin(c.Command.Called(c.Result))
	}
	keys, err := Spread(c.Command.Key)
	if err != nil {
		return p.fail("%w", err)
	}
	if err := p.bounded(c.Command, len(keys)); err != nil {
		return err
	}
	for _, key := range keys {
		c.Command.Key = key
		p.last().Calls = append(p.last().Calls, c)
		c.Wait = 0
	}
	return nil
}

// idLines are examples of the lines that begin with an id.
var idLines = map[string]string{"a chapter": "== first The first pass", "a beat": "@intro What happens next?", "a gate": "? next What is next? => right | wrong"}

// named splits "id text" and sees that the id is good and new.
func (p *parser) named(text, what string, do func(id, rest string) error) error {
	id, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	bare := strings.TrimSuffix(id, "!")
	if !goodID(bare) || rest == "" {
		return p.fail("%q: want %s's id (a-z, 0-9, -) and a text, as in %s", text, what, idLines[what])
	}
	if at, taken := p.ids[bare]; taken {
		return p.fail("id %q stands in line %d already: want another", bare, at)
	}
	p.ids[bare] = p.line
	return do(id, rest)
}

func (p *parser) say(id, text string) error {
	if err := p.fits(id, text, MaxText); err != nil {
		return err
	}
	p.l.texts["en"][id] = text
	p.l.stands["en"][id] = standing{p.file, p.line}
	p.l.order = append(p.l.order, id)
	switch id {
	case "title":
		p.l.Title = text
	case "question":
		p.l.Question = text
	}
	return nil
}

// tells sees that the lesson has an engine or a queue of that name.
func (p *parser) tells(name, where string) error {
	if slices.Contains(p.l.names(), name) {
		return nil
	}
	if len(p.l.Queues) < 2 {
		return p.fail("%s%q is not an engine of this lesson%s", where, name, sim.Instead(name, p.l.Engines))
	}
	return p.fail("%s%q is neither an engine nor a queue of this lesson%s", where, name, sim.Instead(name, p.l.names()))
}

// beatOf reads "beat/engine,engine text": what is said instead where one of them is shown alone. Queues
// can stand among them.
func (p *parser) beatOf(line string) error {
	id, text, _ := strings.Cut(line, " ")
	beat, names, _ := strings.Cut(id, "/")
	if beat == "" || beat != p.last().Beat {
		return p.fail("@%s: want it below the beat that it replaces, as in @intro and @intro/%s", id, p.l.Engines[0])
	}
	for _, name := range strings.Split(names, ",") {
		if err := p.tells(name, "@"+id+": "); err != nil {
			return err
		}
		said := beat + "/" + name
		if len(p.l.Queues) > 1 { // one may be named with several of the others
			said = id
		}
		if at, taken := p.ids[said]; taken && at != p.line {
			return p.fail("@%s: what is said of %s stands in line %d already: make them one", id, name, at)
		}
		p.ids[said] = p.line
	}
	if text = strings.TrimSpace(text); text == "" {
		return p.fail("@%s: want a text behind it", id)
	}
	return p.say(id, text)
}

func (p *parser) beat(id, text string) error {
	it := p.last()
	if it.Beat != "" {
		return p.fail("the step has a beat already, %s: make them one, or leave a step between them", it.Beat)
	}
	it.Beat, it.Marker = strings.TrimSuffix(id, "!"), strings.HasSuffix(id, "!")
	return p.say(it.Beat, text)
}

// isStep reports whether a line reads as a step, also with its result.
func isStep(text string) bool {
	text, _, _ = strings.Cut(text, " within ")
	text, _, _ = strings.Cut(text, " => ")
	_, err := sim.ParseLine(text)
	return err == nil
}

func (p *parser) expectation() error {
	text := p.text
	if isStep(text) {
		return p.fail("the step %q below what holds: want a blank line above it", text)
	}
	var only []string
	if head, rest, ok := strings.Cut(text, ": "); ok && !strings.Contains(head, "=") {
		only = strings.Split(head, ",")
		for _, name := range only {
			if err := p.tells(name, ""); err != nil {
				return err
			}
		}
		text = rest
	}
	x := Expect{Line: p.line, Names: only}
	for _, word := range splitItems(text) {
		view, value, ok := strings.Cut(word, "=")
		it := Want{View: strings.TrimSuffix(view, "~"), Value: value, AnyOrder: strings.HasSuffix(view, "~")}
		if !ok {
			if !slices.Contains([]string{"synced", "full", "nothing"}, word) {
				return p.fail("%q: want a view and its value, as in q=[a b], or synced, full or nothing", word)
			}
			it = Want{View: word}
		} else if err := p.check(it); err != nil {
			return p.fail("%v", err)
		}
		x.Wants = append(x.Wants, it)
	}
	if p.x != nil {
		p.x.Goal = append(p.x.Goal, x)
		return nil
	}
	p.last().Expect = append(p.last().Expect, x)
	return nil
}

// splitItems parts a line at two or more blanks.
func splitItems(text string) []string {
	var items []string
	for _, s := range strings.Split(text, "  ") {
		if s = strings.TrimSpace(s); s != "" {
			items = append(items, s)
		}
	}
	return items
}

func (p *parser) toggle(words []string) error {
	if len(words) != 2 || words[1] != "on" && words[1] != "off" {
		return p.fail("%q: want an invariant, and on or off, as in ! queued-once off", "! "+strings.Join(words, " "))
	}
	promise, ok := promises[words[0]]
	if !ok {
		return p.fail("unknown invariant %q%s", words[0], sim.Instead(words[0], promiseNames()))
	}
	p.l.mayBreak = slices.DeleteFunc(p.l.mayBreak, func(s string) bool { return s == string(promise) })
	if words[1] == "off" {
		p.l.mayBreak = append(p.l.mayBreak, string(promise))
	}
	return nil
}

// finish sees that the lesson is whole.
func (p *parser) finish() error {
	l := p.l
	l.script = l.Items
	l.stand(l.Queues[0])
	p.line = len(l.lines)
	switch {
	case len(p.header) == 0:
		p.line = 1
		return p.fail("an empty file: %s", begin)
	case l.ID == "":
		p.line = 1
		return p.fail("the header has no id: want a line such as id: my-lesson")
	case p.group:
		return p.fail("the group %q is not closed: want a line }", p.last().Label)
	case p.x != nil:
		return p.whole()
	case p.gate != nil:
		return p.fail("gate %s has no step after it: a question is asked before one", p.gate.ID)
	case len(l.Items) == 1:
		return p.fail("there are no steps: want some below the blank line, such as Add a")
	case slices.Contains(l.Engines, "workqueue") && len(l.Engines) > 1:
		p.line = p.header["engines"]
		return p.fail("engines: workqueue has no informer and stands alone: want either it, or some of %s", strings.Join(sim.Engines(), ", "))
	}
	return nil
}

func goodID(id string) bool {
	for _, c := range id {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
			return false
		}
	}
	return id != ""
}
