package core

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

//go:embed controller/controller.go
var own string

//go:embed controller/slips.go
var slips string

// OwnFile is where the reader's own controller stands.
const OwnFile = "core/controller/controller.go"

// A slip is a function that stands in the place of one of the controller's own.
const (
	DoneLast     = "nextDoneLast"     // Done is the last line of a pass: a panic comes before it
	DoneSkipped  = "nextDoneSkipped"  // a return in the middle skips it, and ends the worker
	NeverForgets = "nextNeverForgets" // a pass that works has no Forget
	TooEarly     = "RunTooEarly"      // workers do not wait for the cache
	GoesOn       = "workGoesOn"       // a worker goes on taking keys when its context has ended
	Asserts      = "OnDeleteAsserts"  // a handler is sure that it gets a pod
	Unwraps      = "OnDeleteUnwraps"  // no slip: it takes the pod out of a tombstone
)

// Own is the controller that a reader would write, with the slips that a story is about: one Func with all its lines behind the imports,
// and the places where its own lines call client-go, or are called by it. An op that
// happens inside client-go has none. The words of its anchors are those of an event, and of the
// call that the event is part of; see model.Timeline.Own.
func Own(with ...string) *Source {
	s := &Source{of: map[trace.Op][]Place{}}
	_, text, _ := strings.Cut(own, "\n)\n\n") // the imports end
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, slip := range with {
		from, to := method(strings.Split(slips, "\n"), func(name string) bool { return name == slip })
		in := strings.Split(slips, "\n")[from:to]
		from, to = method(lines, func(name string) bool { return strings.HasPrefix(slip, name) })
		_, name, _ := strings.Cut(nameOf(declared(lines[from:to])), ".")
		in[slices.Index(in, declared(in))] = strings.Replace(declared(in), slip, name, 1)
		lines = slices.Replace(lines, from, to, in...)
	}
	s.cut(OwnFile, lines)
	s.sort()
	s.Places[0].Func.Name = "controller.go"
	return s
}

// method finds a method with the comment above it. It panics when there is none.
func method(lines []string, named func(string) bool) (from, to int) {
	for i, line := range lines {
		if _, name, ok := strings.Cut(line, ") "); !ok || !strings.HasPrefix(line, "func (") || !named(name[:strings.IndexByte(name, '(')]) {
			continue
		}
		for from = i; from > 0 && strings.HasPrefix(lines[from-1], "//"); {
			from--
		}
		return from, i + slices.Index(lines[i:], "}") + 1
	}
	panic("core: no such method in " + OwnFile)
}

// declared is the line that begins a function.
func declared(lines []string) string {
	return lines[slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "func ") })]
}
