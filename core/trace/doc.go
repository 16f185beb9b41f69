// Package trace says what happened inside an informer or a work queue.
//
// A machine of core/machine makes one call into a Tap for every fact; the facts are flat
// 48-byte Events in a Recorder, and everything people see is a function of them: State
// folds them, the page draws the State, a still, a table and a text line read the same.
//
// What an op is stands in one place, its row in ops.go: its group, what its numbers are, the
// ways it can end, how telling it is. What an event says is read in one place, fact.go. A new
// op is a constant and a row there, the machine that emits it below an anchor, a case where
// State folds it, and a line in each catalog of web/locales; a test names what is missing.
//
// Promises: events have ascending Seq; text is interned, so an Event holds no pointer;
// the zero Tap is silent and costs one nil check; a bounded Recorder keeps the last events, at
// least as many as it was made for, and Oldest says which is the first of them.
package trace
