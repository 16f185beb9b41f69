// Package check is informerscope check: it plays scenarios on every engine they list, says what
// did not hold, and with --update writes what did instead.
package check
