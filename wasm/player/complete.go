package player

import (
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

// Complete offers what can stand where somebody writes in the editor, behind what stands before the
// cursor in a line. Of an expectation that is the state after the step above it, as long as nothing has
// changed above the line since it was played.
func (p *Player) Complete(line int, before string) (typed string, options []scenarios.Option) {
	e, h := &p.Edit, p.Head
	at := scenarios.Place{Text: e.Text, Line: line, Before: before}
	if h != nil && h.World != nil && h.Run != nil {
		for _, a := range h.World.Actors() {
			at.Actors = append(at.Actors, a.Name)
		}
		if above(e.Text, line) == above(e.played, line) {
			n := h.stepOf(line)
			now, was := h.Line.At(n), h.Line.At(max(n-1, 0))
			at.Holds = func(view string) string { return now.View(view, was.CallCount, was.APICount) }
		}
	}
	return scenarios.Complete(p.Lang(), at)
}

// above is what stands above a line of a text.
func above(text string, line int) string {
	lines := strings.SplitAfterN(text, "\n", max(line, 1))
	return strings.Join(lines[:len(lines)-1], "")
}

// stepOf is the step whose lines a line of the file is one of; what stands above the first is before it.
func (h *Playhead) stepOf(line int) (n int) {
	for i, st := range h.Run.Steps {
		if st.Line <= line {
			n = i
		}
	}
	return n
}

// Vocabulary is what colours a scenario: its verbs.
func Vocabulary() (verbs []string) {
	for _, v := range sim.Verbs() {
		verbs = append(verbs, v.Name)
	}
	return verbs
}
