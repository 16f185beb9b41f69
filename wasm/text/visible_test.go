package text

import "testing"

func TestNamesHideNothing(t *testing.T) {
	for name, want := range map[string]string{
		"default/p1":       "default/p1",
		"键":                "键",
		"a\u202Eb":         "a‹U+202E›b",
		"a\u200Bb\uFEFF":   "a‹U+200B›b‹U+FEFF›",
		"\x1b[31m":         "‹U+001B›[31m",
		"a\xffb":           "a\uFFFDb",
		"<b>":              "<b>",
		"one\u2028two\x85": "one‹U+2028›two\uFFFD",
	} {
		if got := Visible(name); got != want {
			t.Errorf("Visible(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNamesDoNotTurnTheSentenceTheyStandIn(t *testing.T) {
	for name, want := range map[string]string{
		"a":                 "a",
		"שלום":              "\u2068שלום\u2069",
		"مفتاح\u2069\u202E": "\u2068مفتاح‹U+2069›‹U+202E›\u2069",
	} {
		if got := Isolated(name); got != want {
			t.Errorf("Isolated(%q) = %q, want %q", name, got, want)
		}
	}
}
