package scenarios

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/informerscope/informerscope/core/sim"
)

// Bounds of a file. A lesson has a dozen beats; a saved session may be long. What is beyond
// is refused with the bound in the message, since a page has to show it.
const (
	MaxBytes = 1 << 20 // of the file
	MaxLines = 5_000
	MaxLine  = 100_000 // bytes of one line
	MaxText  = 1_000   // characters of a title, beat, question, answer or label
	MaxName  = 300     // characters of a key, an object's or an actor's name
	MaxCalls = 100_000 // commands, each counted as often as it repeats
	MaxActs  = 20      // handlers; also indexes
)

const byteOrderMark = "\uFEFF"

// MaxEvents bounds what a run may record.
const MaxEvents = 1_000_000

// sized refuses a file that is too large, before anything reads it.
func sized(name, text string) error {
	if len(text) > MaxBytes {
		return failure(name, 0, "", fmt.Errorf("%d bytes; a file has at most %d: cut it into several", len(text), MaxBytes))
	}
	if n := strings.Count(text, "\n") + 1; n > MaxLines {
		return failure(name, 0, "", fmt.Errorf("%d lines; a file has at most %d: cut it into several", n, MaxLines))
	}
	return nil
}

// readable refuses what is not text: a byte that is not UTF-8, and characters that command
// a terminal or a printer.
func (p *parser) readable() error {
	if len(p.text) > MaxLine {
		return p.fail("a line of %d bytes; at most %d: cut it into several", len(p.text), MaxLine)
	}
	for i, r := range p.text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(p.text[i:]); size == 1 {
				return p.fail("byte %#x in column %d is not UTF-8: save the file as UTF-8", p.text[i], i+1)
			}
		}
		if unicode.IsControl(r) && r != '\t' {
			return p.fail("control character %U in column %d: take it out", r, i+1)
		}
	}
	return nil
}

// fits refuses a text that no page has room for.
func (p *parser) fits(what, text string, most int) error {
	if n := utf8.RuneCountInString(text); n > most {
		return p.fail("%s has %d characters; at most %d: make it shorter", what, n, most)
	}
	return nil
}

// names refuses too many actors or indexes, names that are too long or that are taken, and
// what check says of one.
func (p *parser) names(key string, words []string, most int, check func(string) error) error {
	if len(words) > most {
		return p.fail("%s: %d of them; at most %d: leave some out", key, len(words), most)
	}
	seen := map[string]bool{}
	for _, w := range words {
		if err := p.fits(key+": a name", w, MaxName); err != nil {
			return err
		}
		if check != nil {
			if err := check(w); err != nil {
				return p.fail("%s: %w", key, sim.Plain(err))
			}
		}
		name, _, _ := strings.Cut(w, "=")
		if seen[name] {
			return p.fail("%s: %s stands there twice: want another name", key, name)
		}
		if what := sim.Reserved(name); what != "" && key != "indexes" {
			return p.fail("%s: %s is %s: want another name", key, name, what)
		}
		seen[name] = true
	}
	return nil
}

// bounded refuses a command with a name that is too long, and a script that does too much.
func (p *parser) bounded(c sim.Command, keys int) error {
	for _, name := range []struct{ what, text string }{{"a key", c.Key}, {"a name", c.Name}, {"a namespace", c.NS},
		{"a node", c.Node}, {"a uid", c.UID}, {"an actor", c.Actor}, {c.Verb, c.Text}} {
		if err := p.fits(name.what, name.text, MaxName); err != nil {
			return err
		}
	}
	if p.calls += keys * max(c.Times, 1); p.calls > MaxCalls {
		return p.fail("more than %d commands until here; a lesson has at most so many: cut it into several", MaxCalls)
	}
	return nil
}
