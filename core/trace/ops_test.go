package trace

import (
	"slices"
	"strings"
	"testing"
)

// Every op has a row that says what it is.
func TestEveryOpHasARow(t *testing.T) {
	names := map[string]Op{}
	for _, op := range Ops() {
		info := op.Info()
		if info.Name == "" {
			t.Errorf("op %d, the one after %s, has no row: add it to opInfos in ops.go", op, op-1)
			continue
		}
		if was, twice := names[info.Name]; twice {
			t.Errorf("op %d is called %s, and so is op %d", op, info.Name, was)
		}
		names[info.Name] = op
		switch word, _, machine := strings.Cut(info.Name, "."); {
		case info.Group == NoGroup:
			t.Errorf("%s is in no group: nobody folds or checks it; add Group to its row in ops.go", op)
		case machine != (info.Group != GroupStory) || machine && groupWords[info.Group] != word:
			t.Errorf("%s is in the group %q: its name begins with another word", op, groupWords[info.Group])
		}
		if info.Weight == 0 && op != Step {
			t.Errorf("%s has no weight: no caption is about it and no code beside it; add Weight to its row in ops.go", op)
		}
		if info.Object != (info.Val == "object") {
			t.Errorf("%s: its Val is %q, and an object: %v", op, info.Val, info.Object)
		}
		if info.Bits && (info.Before != "" || info.After != "") {
			t.Errorf("%s: Before and After are membership bits, and flags %q and %q", op, info.Before, info.After)
		}
		if op.Group() != info.Group || op.Bits() != info.Bits || op.Weight() != info.Weight || op.String() != info.Name {
			t.Errorf("%s answers otherwise than its row %+v", op, info)
		}
	}
}

func number(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// words are those of fact.go by the name of the number that they read. Nobody reads what is "".
var words = map[string]func(*Event) int64{
	"due": (*Event).Due, "order": (*Event).Order, "wait": (*Event).Wait, "failures": (*Event).Failures, "for": (*Event).For,
	"rv": (*Event).RV, "old": (*Event).Old, "type": (*Event).Type, "deltas": (*Event).Deltas, "left": (*Event).Left,
	"outstanding": (*Event).Outstanding, "asked": (*Event).Asked, "period": (*Event).Period, "token": (*Event).Token, "every": (*Event).Every,
	"drain":     func(e *Event) int64 { return number(e.Drain()) },
	"populated": func(e *Event) int64 { return number(e.Populated()) },
	"priority":  (*Event).Priority, "from": (*Event).From,
	"page":    (*Event).Page,
	"initial": func(e *Event) int64 { return number(e.Initial()) },
	"code":    func(e *Event) int64 { return int64(e.Code()) },
	"list":    nil, "count": nil, // see Recorder.Refs
}

// A word of fact.go reads the field that the row calls so.
func TestFactsReadWhatTheRowsName(t *testing.T) {
	for _, op := range Ops() {
		info := op.Info()
		for i, name := range []string{info.A, info.B} {
			read, known := words[name]
			if name != "" && !known {
				t.Errorf("%s: its row names the number %q, which fact.go has no word for: add one, and here", op, name)
			}
			if read == nil {
				continue
			}
			e := Event{Op: op, A: int64(1 - i), B: int64(i)} // the field that is read is 1
			if got := read(&e); got != 1 {
				t.Errorf("%s: %s is in %q, and the word of fact.go says %d of %+v", op, name, string("AB"[i]), got, e)
			}
		}
		flags := func(flags, which string) {
			for bit, name := range strings.Fields(flags) {
				e := Event{Op: op, After: 1 << bit}
				if which == "Before" {
					e = Event{Op: op, Before: 1 << bit, After: Merged}
				}
				read, known := map[string]func(*Event) bool{"replaces": (*Event).Replaces, "unknown": (*Event).Unknown,
					"locked": (*Event).Locked, "panicked": (*Event).Panicked}[name]
				if known && (op != NotePush) && !read(&e) {
					t.Errorf("%s: the flag %s is bit %d of %s, and the word of fact.go says no of %+v", op, name, bit, which, e)
				}
			}
		}
		flags(info.Before, "Before")
		flags(info.After, "After")
	}
}

// The ways that an event can end are those of its row, and each of them happens; some only a
// State can tell.
func TestAnEventEndsInAWayOfItsRow(t *testing.T) {
	told := map[Op]Case{LimitForget: CaseUnknown, FIFOInit: CaseFilled, ReflEvent: CaseStreaming}
	r := New(0)
	for _, op := range Ops() {
		cases := op.Info().Cases
		texts := []ID{0, r.Intern("whatever")}
		if op.Info().Says {
			for _, c := range cases {
				texts = append(texts, r.Intern(string(c)))
			}
		}
		met := map[Case]bool{}
		for n := range 8 * 8 * 6 * 6 {
			e := Event{Op: op, Before: uint8(n % 8), After: uint8(n / 8 % 8), A: int64(n / 64 % 6), B: int64(n / 384)}
			for _, e.Val = range texts {
				met[r.Case(e)] = true
			}
		}
		delete(met, "")
		for c := range met {
			if !slices.Contains(cases, c) {
				t.Errorf("%s can end as %q, and its row in ops.go does not say so", op, c)
			}
		}
		for _, c := range cases {
			if !met[c] && told[op] != c {
				t.Errorf("%s never ends as %q: Event.Case in fact.go does not tell it", op, c)
			}
		}
	}
}

// A code is kept whole, also a negative one.
func TestAFaultsCodeComesBack(t *testing.T) {
	r := New(0)
	tap := r.AddPart("reflector", "reflector")
	for _, code := range []int{0, 410, 504, 599, -1, -2} {
		tap.Fault(ReflEvent, "why", code, WatchError)
		e := r.Event(r.Len())
		if got := e.Code(); got != code || e.Type() != WatchError || r.Text(e.Val) != "why" {
			t.Errorf("a fault of code %d comes back as %d, %+v", code, got, e)
		}
	}
}
