package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// Error is why a file is no lesson, or its script was refused: where, what was seen, what
// was expected, and what can be done. A page says the place in the reader's language.
type Error struct {
	File   string
	Line   int    // from 1; 0 is the file as a whole
	Engine string // and queue it was refused on, as Run.On says it; "" while the file was read
	Text   string // bounded, and with nothing of the place
	cause  error
}

// maxError bounds the text of an error, in characters: a stranger's line can be long.
const maxError = 480

func failure(file string, line int, engine string, err error) *Error {
	text := []rune(sim.PlainText(err.Error()))
	if len(text) > maxError {
		text = append(append(text[:maxError*2/3:maxError*2/3], []rune(" … ")...), text[len(text)-maxError/3:]...)
	}
	return &Error{File: file, Line: line, Engine: engine, Text: string(text), cause: err}
}

// Error tells it in one line: "scenarios/x.iq:12: on atomic: want …".
func (e *Error) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, e.Line)
	}
	if e.Engine != "" {
		at += ": on " + e.Engine
	}
	return at + ": " + e.Text
}

// Unwrap returns what it is about.
func (e *Error) Unwrap() error { return e.cause }

// begin is what a file begins with.
const begin = "want header lines such as id: my-lesson and workers: W1, a blank line, and steps such as Add a"

// marks are the lines that are no commands, by how they begin.
var marks = []struct{ begin, hint string }{
	{"==", "a chapter is written == id Title"},
	{"=>", "a result stands behind its command, as in W1 Get => a"},
	{"--", "expectations stand below four dashes, ----"},
	{"#", "a comment begins with # and a blank"},
	{"//", "a comment begins with # and a blank"},
	{"?!", "the reasons of answers are written ?! why | why"},
	{"?", "a question is written ? id Question => right | wrong"},
	{"!", "an invariant is turned off by ! name off"},
	{"|", "a line of an object is | and a blank and its text"},
	{"{", "a group begins with step LABEL {"},
	{"}", "a group ends with } alone"},
}

// meant says how the thing is written that a line looks like, when it is no command; "" when
// it looks like none.
func (p *parser) meant(line string) string {
	for _, m := range marks {
		if strings.HasPrefix(line, m.begin) {
			return m.hint
		}
	}
	view, _, value := strings.Cut(line, "=")
	key, _, header := strings.Cut(line, ":")
	switch {
	case value && slices.Contains(state.Views, strings.TrimSuffix(view, "~")):
		return "what holds stands below a line ----, which no blank line parts from it"
	case header && slices.Contains(headerKeys, key):
		return "header lines stand above the first blank line"
	case strings.Contains(line, " #"):
		return "a comment has a line of its own"
	}
	return ""
}
