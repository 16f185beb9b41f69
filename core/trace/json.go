package trace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// The file form: JSON lines, the first a header. A "def" line precedes the first use of
// what it defines. Readers ignore fields they do not know and refuse versions they do not
// know.
//
//	{"format":"informerscope-trace","version":1,"from":1}
//	{"def":"part","id":1,"name":"queue","kind":"queue"}
//	{"def":"text","id":1,"text":"a"}
//	{"seq":1,"at":0,"op":"queue.add","part":1,"key":1,"after":3,"first":true}
const (
	Format  = "informerscope-trace"
	Version = 1
)

// Bounds of what ReadJSON takes, so that a bad file cannot fill the memory.
const (
	MaxLine   = 4 << 20 // bytes of a line
	MaxEvents = 5_000_000
)

type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	From    uint64 `json:"from,omitempty"` // Seq of the first event; 0 is 1
}

// entry is any line after the header; which fields count depends on Def and Op.
type entry struct {
	Def  string     `json:"def,omitempty"` // "text", "part", "actor", "object", "list"
	ID   int64      `json:"id,omitempty"`
	Text string     `json:"text,omitempty"`
	Name string     `json:"name,omitempty"`
	Kind string     `json:"kind,omitempty"`
	Refs [][2]int64 `json:"refs,omitempty"`
	UID  string     `json:"uid,omitempty"`
	RV   string     `json:"rv,omitempty"`
	Node string     `json:"node,omitempty"`
	Body string     `json:"body,omitempty"`

	Seq    uint64 `json:"seq,omitempty"`
	At     int64  `json:"at,omitempty"`
	Op     string `json:"op,omitempty"`
	Part   uint16 `json:"part,omitempty"`
	Actor  uint16 `json:"actor,omitempty"`
	Key    int64  `json:"key,omitempty"`
	Val    int64  `json:"val,omitempty"`
	A      int64  `json:"a,omitempty"`
	B      int64  `json:"b,omitempty"`
	Before uint8  `json:"before,omitempty"`
	After  uint8  `json:"after,omitempty"`
	First  bool   `json:"first,omitempty"`
}

// WriteJSON writes all kept events.
func (r *Recorder) WriteJSON(w io.Writer) error {
	b := bufio.NewWriter(w)
	out := json.NewEncoder(b)
	out.SetEscapeHTML(false)
	d := definer{r: r, out: out, texts: map[ID]bool{}, objects: map[ID]bool{}, actors: map[uint16]bool{}}
	d.put(header{Format: Format, Version: Version, From: r.Oldest()})
	// All parts stand first: a fold reads them by number before they act.
	for n := 1; n < len(r.parts); n++ {
		d.put(entry{Def: "part", ID: int64(n), Name: r.parts[n].Name, Kind: r.parts[n].Kind})
	}
	for seq := r.Oldest(); seq <= r.Len() && d.err == nil; seq++ {
		d.event(r.Event(seq))
	}
	if d.err != nil {
		return d.err
	}
	return b.Flush()
}

// definer writes events and, before each, what it names for the first time.
type definer struct {
	r              *Recorder
	out            *json.Encoder
	err            error
	texts, objects map[ID]bool
	actors         map[uint16]bool
}

func (d *definer) put(v any) {
	if d.err == nil {
		d.err = d.out.Encode(v)
	}
}

func (d *definer) text(id ID) {
	if id != 0 && !d.texts[id] {
		d.texts[id] = true
		d.put(entry{Def: "text", ID: int64(id), Text: d.r.Text(id)})
	}
}

func (d *definer) object(id ID) {
	if id != 0 && !d.objects[id] {
		d.objects[id] = true
		o := d.r.Object(id)
		d.put(entry{Def: "object", ID: int64(id), Name: o.Key, UID: o.UID, RV: o.RV, Node: o.Node, Body: o.Body})
	}
}

func (d *definer) event(e Event) {
	info := e.Op.Info()
	d.text(e.Key)
	if info.Object {
		d.object(e.Val)
	} else {
		d.text(e.Val)
	}
	if e.Actor != 0 && !d.actors[e.Actor] {
		d.actors[e.Actor] = true
		d.put(entry{Def: "actor", ID: int64(e.Actor), Name: d.r.ActorName(e.Actor)})
	}
	if e.Op.Lists() {
		list := entry{Def: "list", ID: e.A}
		for _, ref := range d.r.Refs(&e) {
			d.text(ref.Key)
			d.object(ref.Object)
			list.Refs = append(list.Refs, [2]int64{int64(ref.Key), int64(ref.Object)})
		}
		d.put(list)
	}
	d.put(entry{Seq: e.Seq, At: e.At, Op: info.Name, Part: e.Part, Actor: e.Actor, Key: int64(e.Key), Val: int64(e.Val),
		A: e.A, B: e.B, Before: e.Before, After: e.After, First: e.Flag&First != 0})
}

var opByName = func() map[string]Op {
	m := map[string]Op{}
	for _, op := range Ops() {
		m[op.String()] = op
	}
	return m
}()

// ReadJSON reads what WriteJSON wrote into a new Recorder without bound. Its ids may differ
// from the writer's. Errors name the line, what was seen and what was expected.
func ReadJSON(in io.Reader) (*Recorder, error) {
	r := New(0)
	d := reader{r: r, texts: map[int64]ID{0: 0}, objects: map[int64]ID{0: 0}, parts: map[int64]uint16{0: 0},
		actors: map[int64]uint16{0: 0}, lists: map[int64][2]int64{}}
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, 0, 64<<10), MaxLine)
	n := 0
	for scan.Scan() {
		n++
		if n == 1 {
			var h header
			if err := json.Unmarshal(scan.Bytes(), &h); err != nil || h.Format != Format {
				return nil, fmt.Errorf("trace: line 1: want a header {%q:%q,…}", "format", Format)
			}
			if h.Version != Version {
				return nil, fmt.Errorf("trace: version %d; this program reads version %d", h.Version, Version)
			}
			if h.From > 1 {
				return nil, fmt.Errorf("trace: it begins at event %d: what was before is not in the file", h.From)
			}
			continue
		}
		if len(scan.Bytes()) == 0 {
			continue
		}
		var x entry
		if err := json.Unmarshal(scan.Bytes(), &x); err != nil {
			return nil, fmt.Errorf("trace: line %d: %w", n, err)
		}
		if err := d.take(x); err != nil {
			return nil, fmt.Errorf("trace: line %d: %w", n, err)
		}
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("trace: line %d: %w", n+1, err)
	}
	if n == 0 {
		return nil, fmt.Errorf("trace: an empty file: want a header {%q:%q,…}", "format", Format)
	}
	return r, nil
}

// reader translates the ids of a file into those of a Recorder.
type reader struct {
	r              *Recorder
	texts, objects map[int64]ID
	parts, actors  map[int64]uint16
	lists          map[int64][2]int64 // offset in the file → offset and length in the arena
}

func (d *reader) take(x entry) error {
	switch x.Def {
	case "":
		return d.event(x)
	case "text":
		if _, twice := d.texts[x.ID]; twice {
			return fmt.Errorf("text %d is defined twice", x.ID)
		}
		if _, known := d.r.ids[x.Text]; known {
			d.texts[x.ID] = d.r.Fresh(x.Text)
		} else {
			d.texts[x.ID] = d.r.Intern(x.Text)
		}
	case "object":
		d.objects[x.ID] = d.r.AddObject(Object{Key: x.Name, UID: x.UID, RV: x.RV, Node: x.Node, Body: x.Body})
	case "part":
		if len(d.r.parts) > 1<<15 {
			return fmt.Errorf("more than %d parts", 1<<15)
		}
		d.parts[x.ID] = d.r.AddPart(x.Name, x.Kind).part
	case "actor":
		if len(d.r.actors) > 1<<15 {
			return fmt.Errorf("more than %d actors", 1<<15)
		}
		d.actors[x.ID] = d.r.ActorID(x.Name)
	case "list":
		refs := make([]Ref, 0, len(x.Refs))
		for _, ref := range x.Refs {
			key, ok := d.texts[ref[0]]
			object, ok2 := d.objects[ref[1]]
			if !ok || !ok2 {
				return fmt.Errorf("a list names text %d and object %d, which are not defined", ref[0], ref[1])
			}
			refs = append(refs, Ref{key, object})
		}
		d.lists[x.ID] = [2]int64{d.r.AddList(refs), int64(len(refs))}
	default:
		return fmt.Errorf("unknown def %q: want text, object, part, actor or list", x.Def)
	}
	return nil
}

func (d *reader) event(x entry) error {
	op, ok := opByName[x.Op]
	if !ok {
		return fmt.Errorf("unknown op %q: a newer program has written this", x.Op)
	}
	if x.Seq != d.r.next {
		return fmt.Errorf("event %d follows event %d", x.Seq, d.r.next-1)
	}
	if d.r.next > MaxEvents {
		return fmt.Errorf("more than %d events", MaxEvents)
	}
	e := Event{Op: op, A: x.A, B: x.B, Before: x.Before, After: x.After}
	miss := func(what string, id int64) error {
		return fmt.Errorf("event %d: %s %d is not defined", x.Seq, what, id)
	}
	if e.Part, ok = d.parts[int64(x.Part)]; !ok {
		return miss("part", int64(x.Part))
	}
	if e.Actor, ok = d.actors[int64(x.Actor)]; !ok {
		return miss("actor", int64(x.Actor))
	}
	if e.Key, ok = d.texts[x.Key]; !ok {
		return miss("text", x.Key)
	}
	vals, what := d.texts, "text"
	if op.Info().Object {
		vals, what = d.objects, "object"
	}
	if e.Val, ok = vals[x.Val]; !ok {
		return miss(what, x.Val)
	}
	if op.Lists() {
		list, ok := d.lists[x.A]
		if !ok || list[1] != x.B {
			return miss("list", x.A)
		}
		e.A = list[0]
	}
	d.r.At, d.r.Actor = x.At, e.Actor
	d.r.first = x.First
	place := d.r.slot()
	e.Seq, e.At, e.Flag = place.Seq, place.At, place.Flag
	*place = e
	return nil
}
