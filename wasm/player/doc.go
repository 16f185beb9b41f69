// Package player is the page as one machine: a message goes in (a press, a key, a link, a timer,
// a line of a watch), effects come out (write the address, paint, move, set a timer, ask the
// server), and all that is shown follows from the Player.
//
// It is pure: no browser, no clock, no goroutine. Time comes with each message, texts and what
// the browser keeps are asked through Env. wasm/page turns events of the browser into messages,
// does the effects, and renders elements from the Player; wasm/tell says things in words.
//
// Promises: what a message does is in one place, beside its type. After each message one function,
// settle, compares what is to be seen with what was, and does the address, the picture, the way to
// it, the scrubber and the elements, each at most once. The picture of a step is built once on the
// way there, and on the way back once for each end. While nothing moves nothing is asked for, but in
// live mode a tick a second and how the server is, every five; and not that while nobody looks.
//
// The pages differ in their mode: lesson, play, edit, recorded and Live; what they have in common is
// story. A mode is found by the hash, never kept.
//
// A step that lets time pass says so on its button ("Step, skip 16m40s"); then time slides, then things
// move. Live mode takes 5,000 objects and asks for a namespace beyond. A projector (present=1) sees
// the embed's composition, scaled.
//
// Scripts in testdata are messages with the effects that came of them.
//
// Size: more than thirty files, since a newcomer looks for a control by its name: one file a
// subject, each with its messages.
package player
