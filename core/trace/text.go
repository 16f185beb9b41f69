package trace

import (
	"strconv"
	"strings"
	"time"
)

// Line prints an event as one line, the form of logs, goldens and messages:
//
//	<time> <part>.<what> [by=<actor>] [key=…] [field=…]
//
//	1.5s queue.add by=W1 key=a was=processing now=dirty+processing
//	800ms fifo.push key=p1 rv=11 type=Updated object=p1@11
//
// Fields are named in ops.go; those that say nothing are left out. A value with blanks is
// quoted. It ends without a newline.
func (r *Recorder) Line(e Event) string { return string(r.AppendText(nil, e)) }

// AppendText appends the line of e to b.
func (r *Recorder) AppendText(b []byte, e Event) []byte {
	info := e.Op.Info()
	part := "?"
	kind := ""
	if int(e.Part) < len(r.parts) {
		part, kind = r.parts[e.Part].Name, r.parts[e.Part].Kind
	}
	b = append(b, time.Duration(e.At).String()...)
	b = append(b, ' ')
	b = append(b, part...)
	b = append(b, '.')
	b = append(b, what(info.Name, kind)...)
	l := line{b}
	if e.Actor != 0 {
		l.field("by", r.ActorName(e.Actor))
	}
	if e.Key != 0 {
		l.field("key", r.Text(e.Key))
	}
	l.numbers(e, &info)
	switch {
	case info.Bits:
		l.field("was", bits(e.Before))
		l.field("now", bits(e.After))
	case info.Object && e.Val != 0:
		o := r.Object(e.Val)
		l.field("object", o.Key+"@"+o.RV)
	case !info.Object && e.Val != 0:
		l.field(info.Val, r.Text(e.Val))
	}
	l.flags(e, &info)
	if e.Op.Lists() {
		var objects []string
		for _, ref := range r.Refs(&e) {
			o := r.Object(ref.Object)
			objects = append(objects, o.Key+"@"+o.RV)
		}
		l.field("objects", strings.Join(objects, ","))
	}
	return l.b
}

// WriteText prints all kept events, a line each.
func (r *Recorder) WriteText() string {
	var b []byte
	for seq := r.Oldest(); seq <= r.Len(); seq++ {
		b = append(r.AppendText(b, r.Event(seq)), '\n')
	}
	return string(b)
}

// what is the op's name as a part of that kind says it: without the word that the kind
// stands for.
func what(op, kind string) string {
	word, rest, ok := strings.Cut(op, ".")
	kind, _, _ = strings.Cut(kind, " ")
	if kind == "listener" {
		kind = "handler"
	}
	if ok && word == kind {
		return rest
	}
	return op
}

type line struct{ b []byte }

func (l *line) field(name, value string) {
	l.b = append(l.b, ' ')
	l.b = append(l.b, name...)
	l.b = append(l.b, '=')
	if value == "" || strings.ContainsAny(value, " \"\n\t\\=") {
		l.b = strconv.AppendQuote(l.b, value)
		return
	}
	l.b = append(l.b, value...)
}

func (l *line) numbers(e Event, info *Info) {
	if e.Op.Lists() { // A is a place in the arena
		l.field("count", strconv.FormatInt(e.B, 10))
		return
	}
	l.number(&e, info.A, e.A)
	l.number(&e, info.B, e.B)
}

func (l *line) number(e *Event, name string, n int64) {
	switch name {
	case "":
		return
	case "page":
		if n == 0 { // all in one
			return
		}
	case "due", "wait", "for", "asked", "period", "token", "every":
		l.field(name, time.Duration(n).String())
		return
	case "type":
		if known, ok := e.TypeName(); ok {
			l.field(name, known)
			return
		}
	}
	l.field(name, strconv.FormatInt(n, 10))
}

// flags prints what Before and After say where they are not membership bits.
func (l *line) flags(e Event, info *Info) {
	if info.Before == "call" && int(e.Before) < len(noteNames) {
		l.field("call", noteNames[e.Before])
	}
	l.set(e.After, info.After)
	if info.Before != "call" {
		l.set(e.Before, info.Before)
	}
}

// set prints the flags whose bits are set; a code is not printed, since its text is.
func (l *line) set(bits uint8, names string) {
	for name, rest := "", names; rest != "" && names != "code"; bits >>= 1 {
		if name, rest, _ = strings.Cut(rest, " "); bits&1 != 0 {
			l.field(name, "true")
		}
	}
}

var noteNames = [...]string{"", "OnAdd", "OnUpdate", "OnDelete"}

// bits prints membership bits: queued+dirty, or none.
func bits(b uint8) string {
	var names []string
	for i, name := range []string{"queued", "dirty", "processing"} {
		if b&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "+")
}
