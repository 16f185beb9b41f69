// Package state folds trace events into what a viewer sees: State.Apply(event).
//
// Promises: the fold of all events equals the machines at every transition (see
// trace.First); a State is a value that Clone copies whole, so that a timeline can keep
// checkpoints; nothing in it depends on the order of a map. What an event means is asked of
// core/trace; what only the state before it knows is State.Case. View prints one aspect of a
// State in the notation that scenarios, the page, messages and the terminal share:
//
//	q=[a b]  d={a b}  p={a:W1}  heap=[a@5s]  rq={a:1}  S={p1@5}  I={n1:[p1]}  rv=10
package state
