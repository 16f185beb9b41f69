package tell

import (
	"errors"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/text"
)

// What was refused is told in the reader's language; what the program itself says about it is
// quoted, since its words are those of scripts, links and the terminal.

// maxWhy bounds what is quoted, in characters.
const maxWhy = 500

// Refusal is an error for the reader, with its line where it has one.
func (t Teller) Refusal(err error) string {
	key, line, engine, why := "error.says", 0, "", err.Error()
	if at := (*scenarios.Error)(nil); errors.As(err, &at) && at.Line > 0 {
		key, line, engine, why = "error.line", at.Line, at.Engine, at.Text
	}
	if engine != "" {
		key = "error.line.engine"
	}
	return t.Say(key, "line", strconv.Itoa(line), "engine", engine, "why", quoted(why))
}

func quoted(why string) string { return Middle(text.Visible(sim.PlainText(why)), maxWhy) }

// Problem is a value of a link that it cannot have: the message that says what it can be, and
// which it is.
type Problem struct{ Key, Name, Value, Want string }

// Problems tells what is wrong with a link, and that the rest of it holds.
func (t Teller) Problems(all []Problem) string {
	var told []string
	for _, b := range all {
		told = append(told, t.Say(b.Key, "name", text.Visible(b.Name), "value", text.Visible(b.Value), "want", strings.ReplaceAll(b.Want, ", ", t.Say("join.list"))))
	}
	if len(told) > 0 {
		told = append(told, t.Say("link.rest"))
	}
	return strings.Join(told, t.Say("play.between")) // none in Chinese: 。 is as wide as a blank with its dot
}

// maxFailing bounds each side of an expectation that is quoted, in characters.
const maxFailing = 160

// Failures tells the first expectation of the reader's file that did not hold, and how many more
// did not. There is one at least.
func (t Teller) Failures(all []scenarios.Failure) string {
	said := t.Failure(all[0])
	if more := len(all) - 1; more > 0 {
		said += t.Say("play.between") + t.Say("file.fails.more", "n", strconv.Itoa(more))
	}
	return said
}

// Failure tells of an expectation that did not hold; without a file, by its line.
func (t Teller) Failure(f scenarios.Failure) string {
	at := text.Visible(f.File) + ":" + strconv.Itoa(f.Line)
	if f.File == "" {
		at = t.Say("edit.line", "n", strconv.Itoa(f.Line))
	}
	quote := func(s string) string { return Middle(text.Visible(s), maxFailing) }
	return t.Say("file.fails", "at", at, "engine", f.Engine,
		"want", quote(f.Item), "got", quote(f.Got), "try", quote(f.Advice()))
}

// Otherwise tells what is so of a scenario on a queue of which it says nothing: which of its expectations would
// not hold there, or what refused its command.
func (t Teller) Otherwise(queue string, failures []scenarios.Failure, refused error) string {
	switch {
	case refused != nil:
		return t.Say("edit.other.refused", "queue", queue, "why", t.Refusal(refused))
	case len(failures) == 0:
		return t.Say("edit.other.same", "queue", queue)
	}
	f := failures[0]
	return t.Say("edit.other", "queue", queue, "n", strconv.Itoa(len(failures)), "line", strconv.Itoa(f.Line),
		"want", Middle(text.Visible(f.Item), maxFailing), "got", Middle(text.Visible(f.Got), maxFailing))
}

// Of a lesson that there is not: how much of its name is shown, and how many it may have meant.
const (
	maxName = 40
	maxNear = 3
)

// NoLesson says that there is no lesson of that name, and which ones are called nearly so.
func (t Teller) NoLesson(id string) string {
	var ids []string
	for _, l := range scenarios.List() {
		ids = append(ids, l.ID)
	}
	near := sim.Nearest(id[:min(len(id), maxName)], ids, maxNear)
	if id = Middle(text.Visible(id), maxName); len(near) == 0 {
		return t.Say("page.bad.lesson", "id", id)
	}
	return t.Say("page.bad.lesson.near", "id", id, "ids", strings.Join(near, t.Say("join.list")))
}
