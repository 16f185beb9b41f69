package scenarios

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Term is a word of the subject with what it means: once, in each language, with the lessons that
// show it.
type Term struct {
	ID      string
	Lessons []string // ids, the first shows it best
	Beside  bool     // no lesson shows it: they show what client-go has in its place
	Own     bool     // the word is ours, or seldom met: where it is said, it can be asked
	names   map[string][]string
	asked   map[string][]string // what people search it by, and no name of it
	texts   map[string]string
}

// Names are what the term is called in a language, its own name first. What is not translated comes in English.
func (t *Term) Names(lang string) []string {
	if n := t.names[lang]; len(n) > 0 {
		return n
	}
	return t.names["en"]
}

// Text is what the term means.
func (t *Term) Text(lang string) string {
	if s := t.texts[lang]; s != "" {
		return Referred(s)
	}
	return Referred(t.texts["en"])
}

// Called reports whether a name of the term, or what it is searched by, in any language, has all of a query in small letters.
func (t *Term) Called(query string) bool {
	return t.named(func(n string) bool {
		return Begins(strings.ToLower(n), query) || Begins(strings.ToLower(humps.ReplaceAllString(n, "$1 $2")), query)
	})
}

// in reports whether a query in small letters has a name of the term.
func (t *Term) in(query string) bool {
	return t.named(func(n string) bool { return len(n) > 3 && Begins(query, strings.ToLower(n)) })
}

// named reports whether a name of the term, in any language, is one of these.
func (t *Term) named(is func(name string) bool) bool {
	for _, words := range []map[string][]string{t.names, t.asked} {
		for _, names := range words {
			if slices.ContainsFunc(names, is) {
				return true
			}
		}
	}
	return false
}

// humps are where a word begins inside of a name, as Error does in WatchErrorHandler.
var humps = regexp.MustCompile(`([a-z])([A-Z])`)

// Begins reports whether a word begins in a text, as hang does in a hanging watch and not in change. Where
// words have no space between them, as in Chinese, they begin anywhere.
func Begins(text, word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+i])
		if !latin(first) || !latin(before) {
			return true
		}
		from += i + len(word)
	}
}

// latin is a letter or a digit of a word that has spaces around it.
func latin(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// Glossary is all terms, in the order in which one meets them.
func Glossary() []*Term { return glossary }

// TermNamed is the term of that id, or nil.
func TermNamed(id string) *Term {
	if i := slices.IndexFunc(Glossary(), func(t *Term) bool { return t.ID == id }); i >= 0 {
		return Glossary()[i]
	}
	return nil
}

// Terms are those that have to do with a query, in any case and language.
func Terms(query string) (found []*Term) {
	query = strings.ToLower(strings.TrimSpace(query))
	if query == "" {
		return nil
	}
	for _, t := range Glossary() {
		if t.Called(query) || t.in(query) {
			found = append(found, t)
		}
	}
	return found
}

var glossary = written()

// written reads the embedded files. A test holds that they can be read.
func written() []*Term {
	var terms []*Term
	for _, lang := range Languages {
		name := "glossary.md"
		if lang != "en" {
			name = "glossary." + lang + ".md"
		}
		text, err := Files(name)
		if err == nil {
			terms, err = readTerms(terms, name, lang, string(text))
		}
		if err != nil {
			panic("scenarios: the glossary: " + err.Error())
		}
	}
	return terms
}

// readTerms reads a file of terms: "# id", with ! where the word is our own; "= name | name";
// "~ words | words", which find it too; "> lesson lesson", in English alone, or ">~" where
// they show client-go's way instead; and what it means.
func readTerms(terms []*Term, file, lang, text string) ([]*Term, error) {
	var t *Term
	named := map[string]int{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		at := &parser{file: file, line: i + 1, text: line}
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
		case mark == "#":
			id, own := strings.CutSuffix(rest, "!")
			if k := slices.IndexFunc(terms, func(t *Term) bool { return t.ID == id }); k >= 0 {
				t = terms[k]
			} else if lang == "en" {
				t = &Term{ID: id, Own: own, names: map[string][]string{}, asked: map[string][]string{}, texts: map[string]string{}}
				terms = append(terms, t)
			} else {
				return nil, at.fail("%q is no term of glossary.md", id)
			}
			if t.texts[lang] != "" || t.names[lang] != nil {
				return nil, at.fail("%q stands above already: make them one", id)
			}
		case t == nil:
			return nil, at.fail("%q: want a line # and an id above the first text, as in # bookmark", line)
		case mark == "=":
			for _, n := range strings.Split(rest, "|") {
				n = strings.TrimSpace(n)
				if was, taken := named[strings.ToLower(n)]; taken {
					return nil, at.fail("%q is named in line %d already: want each name once, in any case", n, was)
				}
				named[strings.ToLower(n)] = i + 1
				t.names[lang] = append(t.names[lang], n)
			}
		case mark == "~":
			for _, words := range strings.Split(rest, "|") {
				t.asked[lang] = append(t.asked[lang], strings.TrimSpace(words))
			}
		case (mark == ">" || mark == ">~") && lang == "en":
			t.Beside = mark == ">~"
			for _, id := range strings.Fields(rest) {
				if Find(id) == nil {
					return nil, at.fail("there is no lesson %q", id)
				}
				t.Lessons = append(t.Lessons, id)
			}
		default:
			if t.texts[lang] += line; len([]rune(t.texts[lang])) > MaxText {
				return nil, at.fail("what %s means is longer than %d characters", t.ID, MaxText)
			}
		}
	}
	for _, t := range terms {
		switch {
		case len(t.names[lang]) == 0:
			return nil, failure(file, 0, "", fmt.Errorf("%s: want its name in a line =, as in = tombstone | DFSU", t.ID))
		case t.texts[lang] == "":
			return nil, failure(file, 0, "", fmt.Errorf("%s: want what it means", t.ID))
		case len(t.Lessons) == 0:
			return nil, failure(file, 0, "", fmt.Errorf("%s: want a lesson that shows it in a line >", t.ID))
		}
	}
	return terms, nil
}
