// Package serve is informerscope serve: it understands the flags, chooses address, token and
// source, and runs the gate until it is told to stop.
package serve
