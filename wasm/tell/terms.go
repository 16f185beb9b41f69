package tell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/informerscope/informerscope/scenarios"
)

// Word is a stretch of a sentence, and the id of the term that it names, if any.
type Word struct{ Text, Term string }

// Words finds in a sentence the terms that are our own or seldom met, each where it is named first.
// Those in had are known already, and what is found is added.
func (t Teller) Words(sentence string, had map[string]bool) []Word {
	var out []Word
	for sentence != "" {
		from, to, id := len(sentence), len(sentence), ""
		for _, term := range scenarios.Glossary() {
			if !term.Own || had[term.ID] {
				continue
			}
			for _, name := range term.Names(t.Lang) {
				if i, j := named(sentence, name); i >= 0 && (i < from || i == from && j > to) {
					from, to, id = i, j, term.ID
				}
			}
		}
		if from > 0 {
			out = append(out, Word{Text: sentence[:from]})
		}
		if id != "" {
			had[id] = true
			out = append(out, Word{sentence[from:to], id})
		}
		sentence = sentence[to:]
	}
	return out
}

// named is where a sentence has a name as a word of its own, in any case and number; from is -1
// where it has not. Chinese has no gaps between words.
func named(sentence, name string) (from, to int) {
	small, name := strings.ToLower(sentence), strings.ToLower(name)
	if len(small) != len(sentence) {
		return -1, 0 // small letters of another length: the places would be wrong
	}
	for at := 0; ; {
		i := strings.Index(small[at:], name)
		if i < 0 {
			return -1, 0
		}
		from, to = at+i, at+i+len(name)
		if strings.HasPrefix(small[to:], "s") {
			to++
		}
		before, _ := utf8.DecodeLastRuneInString(small[:from])
		after, _ := utf8.DecodeRuneInString(small[to:])
		if !letter(name) || !latin(before) && !latin(after) {
			return from, to
		}
		at = to
	}
}

func letter(s string) bool { return latin(rune(s[0])) }
func latin(r rune) bool    { return r < utf8.RuneSelf && unicode.IsLetter(r) }
