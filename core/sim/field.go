package sim

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
)

// Kind says what a field takes, so that a page can offer what there is.
type Kind uint8

// The kinds of fields.
const (
	AnyText Kind = iota
	AKey         // of the queue
	AnObject
	AWorker
	AnActor // anybody who acts by himself
	AHandler
	ADuration
	ANumber
)

// Field is a part of a line that a person fills in. A verb has some, and so has a header line of a
// scenario; see Fill.
type Field struct {
	Name   string // what it is: message "form.<name>"
	Kind   Kind
	Before string // stands before what is filled in
	After  string
	Joined bool     // no blank before it
	Needs  string   // another field: where that is empty, this one says nothing
	Of     []string // what it can be; nil is anything
	Like   []string // some of what it can be
	Usual  string   // what it is at first
	Must   bool     // a line without it says nothing
	Queue  string   // only with this queue; "" is any
}

// Fill writes fields as a line has them. What is empty is left out.
func Fill(fields []Field, value func(name string) string) string {
	var says func(f Field) string // what it needs is said, too
	says = func(f Field) string {
		i := slices.IndexFunc(fields, func(o Field) bool { return o.Name == f.Needs })
		if i >= 0 && says(fields[i]) == "" {
			return ""
		}
		return strings.TrimSpace(value(f.Name))
	}
	var b strings.Builder
	for _, f := range fields {
		v := says(f)
		if v == "" {
			continue
		}
		if !f.Joined && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(f.Before + v + f.After)
	}
	return b.String()
}

// Of every verb: who acts, the time that passes before, and how often.
const (
	FieldActor = "actor"
	FieldWait  = "wait"
	FieldTimes = "times"
)

// Fields are the parts of a line of the verb that a person fills in, in the order of the line, but
// for the time before it and how often, which come last.
func (v *verb) fields() []Field {
	var all []Field
	switch {
	case v.who == aWorker:
		all = append(all, Field{Name: FieldActor, Kind: AWorker, Must: true})
	case v.who == anyActor, v.of != "":
		all = append(all, Field{Name: FieldActor, Kind: AnActor, Must: true})
	case v.act != nil && v.who == anybody:
		all = append(all, Field{Name: FieldActor, Kind: AnActor})
	case v.who == anybody:
		all = append(all, Field{Name: FieldActor, Kind: AWorker})
	}
	all = append(all, v.form.fields...)
	all = append(all, Field{Name: FieldWait, Kind: ADuration, Before: "+"})
	if v.do != nil || v.serve != nil {
		if !v.form.script {
			all = append(all, Field{Name: FieldTimes, Kind: ANumber, Before: "x"})
		}
	}
	return all
}

// Line writes a command of the verb, as ParseLine reads it.
func (v Verb) Line(value func(name string) string) string {
	own := func(names ...string) string {
		var some []Field
		for _, f := range v.Fields {
			if common := f.Name == FieldActor || f.Name == FieldWait || f.Name == FieldTimes; common && slices.Contains(names, f.Name) || !common && names == nil {
				some = append(some, f)
			}
		}
		return Fill(some, value)
	}
	words, actor, verb := own(), own(FieldActor), v.Name
	switch {
	case verbs[v.Name].form.script:
		verb, actor = verb+" "+actor+" =", ""
	case strings.HasPrefix(words, "("): // error(410)
		verb, words = verb+words, ""
	}
	return strings.Join(strings.Fields(strings.Join([]string{own(FieldWait), actor, verb, words, own(FieldTimes)}, " ")), " ")
}

// maxChoice bounds what a form lists of a field's values, in bytes.
const maxChoice = 40

// Form is how a line of the verb is made up: what is filled in stands in capitals or as what it can
// be, and what may be missing in brackets.
func (v Verb) Form() string {
	var b strings.Builder
	put := func(f Field) {
		what := strings.ToUpper(f.Name)
		if all := strings.Join(f.Of, "|"); all != "" && len(all) <= maxChoice {
			what = all
		}
		text := f.Before + what + f.After
		if !f.Must {
			text = "[" + text + "]"
		}
		if !f.Joined && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	word := func(s string) { put(Field{Of: []string{s}, Must: true}) }
	script := verbs[v.Name].form.script
	if script {
		word(v.Name)
	}
	for _, f := range v.Fields {
		if f.Name == FieldActor {
			put(f)
		}
	}
	word(map[bool]string{true: "=", false: v.Name}[script])
	for _, f := range v.Fields {
		if f.Name != FieldActor && f.Name != FieldWait && f.Name != FieldTimes {
			put(f)
		}
	}
	return b.String()
}

// HandlerFields make a handler, as add-handler and a header have it.
var HandlerFields = []Field{
	{Name: "handler", Usual: "h2", Must: true},
	{Name: "does", Before: "=", Joined: true, Like: []string{"enqueue", "observe", "assert", "unwrap", "3s"}},
	{Name: "resync", Kind: ADuration, Before: ",resync=", Joined: true, Needs: "does"},
}

// IndexFields make an index.
var IndexFields = []Field{
	{Name: "index", Usual: "byPhase", Must: true},
	{Name: "path", Before: "=", Joined: true, Of: pathNames, Usual: ".status.phase", Must: true},
	{Name: "strict", Joined: true, Of: []string{"!"}},
	{Name: "path2", Before: ",", Joined: true, Of: pathNames},
}

// TransformFields make a transform.
var TransformFields = []Field{
	{Name: "keep", Of: []string{"keep"}},
	{Name: "drop", Before: "drop=", Of: slices.Sorted(maps.Keys(clears))},
	{Name: "fail", Before: "fail=", Of: pathNames},
	{Name: "value", Before: "=", Joined: true, Needs: "fail"},
}

// ObjectFields make an object of the API server: its name and version, its node, its UID.
var objectFields = []Field{
	{Name: "object", Kind: AnObject, Must: true},
	{Name: "rv", Kind: ANumber, Before: "@", Joined: true},
	{Name: "node", Like: []string{"n1", "n2"}},
	{Name: "uid", Before: "uid="},
}

var pathNames = slices.Sorted(maps.Keys(paths))

func statusCodes() (codes []string) {
	for _, c := range cluster.Statuses() {
		codes = append(codes, strconv.Itoa(c))
	}
	return codes
}
