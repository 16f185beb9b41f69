// Package chrome writes a trace in the format of Chrome's trace viewer, which Perfetto opens: a
// track for each who acts, on it a slice for each pass of a worker, call of a handler, request
// and watch of the reflector, and beside them how much waits where.
//
// Slices and counters are read off the fold (core/state), so a pass ends here where it ends in
// the picture. In a lesson most happens at once, on a virtual clock: the events of one instant
// stand 1 µs apart, in their order; when an event really was stands in its line.
//
// Source: "Trace Event Format", the JSON object format.
package chrome
