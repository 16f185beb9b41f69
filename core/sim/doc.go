// Package sim is the world: it owns every machine and all time.
//
// Commands go in through World.Do, events come out in World.Recorder. There is one thread and
// a virtual clock. Every actor (reflector, controller, a handler, a worker, the delay loop)
// says from the state of the machines what he would do next and when; the earliest acts, and
// of those due at the same time who was ready first. An action opens with a trace.Step event.
// Without a command or passing time nothing moves, so a lesson steps through the pipeline
// hand-off by hand-off, and a live page lets time flow with AdvanceTo.
//
// Promises: the same Config and the same timed commands give the same events, byte for
// byte, on every platform; a command that returns an error has changed nothing.
//
// Who answers LIST and WATCH is the only difference between the modes: with Config.Cluster
// a small API server inside the World, without it the caller, who carries World.Effects out
// and brings what comes back to World.Answer.
//
// Size: whoever explores has to know everything that the World remembers, so that is here, too, in the files
// explore*.go; the rest is a file for each kind of actor and of verbs.
package sim
