package text

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible shows what a name hides: control characters, zero-width ones, and those that turn
// the direction of writing are printed by their numbers, ‹U+202E›, so that two names that
// look alike do not, and no name rearranges what stands beside it.
func Visible(name string) string {
	if !strings.ContainsFunc(name, hidden) && strings.ToValidUTF8(name, "") == name {
		return name
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(name, "\uFFFD") {
		if hidden(r) {
			fmt.Fprintf(&b, "‹%U›", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == '\u115F' || r == '\u1160' || r == '\u3164'
}

const (
	isolate   = '\u2068' // FSI: the first strong letter says which way
	isolation = '\u2069' // PDI ends it
)

// Isolated is a text from elsewhere that stands inside a sentence: whichever way it is
// written, it does not turn the sentence. Text of left-to-right letters is itself.
func Isolated(s string) string {
	if s = Visible(s); strings.ContainsFunc(s, rightToLeft) {
		return string(isolate) + s + string(isolation)
	}
	return s
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam, unicode.Samaritan, unicode.Mandaic)
}
