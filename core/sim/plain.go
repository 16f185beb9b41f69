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
	return plainError{err, PlainText(err.Error())}
}

// PlainText is the text of an error, without the name of the package it begins with.
func PlainText(text string) string {
	for again := true; again; {
		again = false
		for _, p := range packages {
			if rest, ok := strings.CutPrefix(text, p); ok {
				text, again = rest, true
			}
		}
	}
	return text
}

type plainError struct {
	error
	text string
}

func (e plainError) Error() string { return e.text }
func (e plainError) Unwrap() error { return e.error }
