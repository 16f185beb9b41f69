package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
)

// Failure is an expectation that did not hold.
type Failure struct {
	File   string
	Line   int
	Engine string // and queue, as Run.On says it
	Step   int    // number of the step it was checked after
	Label  string // of that step
	Item   string // the item as written
	Got    string
	want   Want
	kind   failing
}

// failing says which kind of expectation did not hold; the advice depends on it.
type failing uint8

const (
	failedView    failing = iota // view=value, and synced
	failedFull                   // something stood where nothing was expected
	failedNothing                // somebody was called
	failedResult                 // a call gave another result
	failedWithin                 // a run took longer or shorter
	failedPromise                // an invariant was broken
	failedOrders                 // other orders go wrong than it says
)

// String tells file, line, what was expected and what was so.
func (f Failure) String() string {
	return fmt.Sprintf("%s:%d: on %s\n\twant %s\n\tgot  %s", f.File, f.Line, f.Engine, f.Item, f.Got)
}

// Updatable reports whether Update can write what was so instead.
func (f Failure) Updatable() bool { return f.kind == failedView }

// Differs says in words which items of a list or set are missing and which are too many;
// "" where the two values differ otherwise.
func (f Failure) Differs() string {
	if f.kind != failedView {
		return ""
	}
	_, got, _ := strings.Cut(f.Got, "=")
	missing, extra, ok := state.Differ(f.want.View, f.want.Value, got)
	switch {
	case !ok:
		return ""
	case len(missing)+len(extra) == 0:
		return "the same items in another order"
	}
	var parts []string
	if len(missing) > 0 {
		parts = append(parts, some(missing)+" missing")
	}
	if len(extra) > 0 {
		parts = append(parts, some(extra)+" not expected")
	}
	return strings.Join(parts, "; ")
}

// some lists the first few of many.
func some(items []string) string {
	const few = 6
	text := strings.Join(items[:min(few, len(items))], " ")
	if len(items) > few {
		text += fmt.Sprintf(" and %d more", len(items)-few)
	}
	return text
}

// Advice is what the writer of the lesson can do next, in one line.
func (f Failure) Advice() string {
	switch f.kind {
	case failedFull:
		return "name what may stand there, such as full  " + firstItem(f.Got)
	case failedNothing:
		return "write what was called instead of nothing: " + shorten(f.Got)
	case failedResult:
		_, got, _ := strings.Cut(f.Got, " => ")
		if got == "" {
			return "leave out what stands from => on: this call gives no result"
		}
		return "write => " + got + ", or change what comes before"
	case failedWithin:
		return "widen the range, or run until something else"
	case failedOrders:
		return "explore shows which, from step " + strconv.Itoa(f.Step) + " on; write orders: " + strconv.Itoa(f.Step) + " " + f.Got + " if that is right"
	case failedPromise:
		if name := promiseName(f.promise()); name != "" {
			return "put the line ! " + name + " off above the step, if the lesson breaks it on purpose"
		}
		return "change the step that breaks it"
	}
	if f.want.View != "synced" && !f.want.AnyOrder && f.Differs() == "the same items in another order" {
		return "write " + f.want.View + "~=" + f.want.Value + " if the order does not matter"
	}
	return "write " + shorten(f.Got) + " if that is right, or change the steps before it"
}

func (f Failure) promise() string { return strings.TrimPrefix(f.Got, "broken: ") }

// promiseName is the name by which lessons turn a promise off.
func promiseName(sentence string) string {
	names := promiseNames()
	if i := slices.IndexFunc(names, func(n string) bool { return string(promises[n]) == sentence }); i >= 0 {
		return names[i]
	}
	return ""
}

func firstItem(line string) string {
	if items := splitItems(line); len(items) > 0 {
		return shorten(items[0])
	}
	return line
}

// shorten keeps a value of many keys readable in a message.
func shorten(value string) string {
	const most = 160
	if r := []rune(value); len(r) > most {
		return string(r[:most]) + "…"
	}
	return value
}
