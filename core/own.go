package core

import (
	_ "embed"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

//go:embed controller/controller.go
var own string

// OwnFile is where the reader's own controller stands.
const OwnFile = "core/controller/controller.go"

// Own is the controller that a reader would write: one Func with all its lines behind the imports,
// and the places where its own lines call client-go, or are called by it. An op that
// happens inside client-go has none. The words of its anchors are those of an event, and of the
// call that the event is part of; see model.Timeline.Own.
func Own() *Source {
	s := &Source{of: map[trace.Op][]Place{}}
	_, text, _ := strings.Cut(own, "\n)\n\n") // the imports end
	s.cut(OwnFile, strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	s.sort()
	s.Places[0].Func.Name = "controller.go"
	return s
}
