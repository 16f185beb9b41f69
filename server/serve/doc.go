// Package serve is informerscope serve: it understands the flags, chooses address, token and
// source, starts a browser where one is seen, and runs the gate until it is told to stop.
package serve
