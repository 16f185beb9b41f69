// Package trace says what happened inside an informer or a work queue.
//
// A machine of core/machine makes one call into a Tap for every fact; the facts are flat
// 48-byte Events in a Recorder, and everything people see is a function of them: State
// folds them, the page draws the State, a still, a table and a text line read the same.
//
// Promises: events have ascending Seq; text is interned, so an Event holds no pointer;
// the zero Tap is silent and costs one nil check; a Recorder keeps at most the number of
// events it was made for and says how many it dropped.
package trace
