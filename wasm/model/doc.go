// Package model keeps what a viewer needs beside the state: which event ends which step,
// checkpoints to seek by, and the state at any step.
//
// Promises: At(n) is the fold of every event up to the end of step n, whichever way the
// viewer came there; a seek replays at most one checkpoint distance of events; a bounded
// recorder's oldest steps go with its events, and First says which step is the oldest left.
//
// A step is cut at trace.First into its parts (parts.go); the playhead can stand inside a step.
// A live line forgets: Timeline.Forget, with State.Mark and Recorder.Forget. Ids never change; one
// that was forgotten prints "?".
//
// A Session is a World that somebody plays by hand: it takes commands back, and keeps
// several futures of one run. Both replay the log of commands; the events up to a fork are
// the same, byte for byte.
package model
