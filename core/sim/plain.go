package sim

import "strings"

// packages are the names that errors of ours begin with, for programmers.
var packages = []string{"sim: ", "cluster: ", "scenarios: ", "feed: ", "state: ", "trace: "}

// Plain is the same error for people: it does not begin with the name of a package.
// Plain of nil is nil.
func Plain(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for again := true; again; {
		again = false
		for _, p := range packages {
			if rest, ok := strings.CutPrefix(text, p); ok {
				text, again = rest, true
			}
		}
	}
	return plainError{err, text}
}

type plainError struct {
	error
	text string
}

func (e plainError) Error() string { return e.text }
func (e plainError) Unwrap() error { return e.error }
