package player

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// The search of the course: a lesson is found by all that is said and called in it, in any case and
// language, and by what people call the things that it shows. A word is found where one begins, so that
// hang is not in change; only what is found nowhere so may stand inside of words.

// Found is what has to do with what the course is searched for; an empty search finds all.
type Found struct {
	p     *Player
	query string
	named *scenarios.Lesson // by its place or its number, as one is told: open 2.3
	terms []*scenarios.Term
	whole bool                         // a line has all the words
	lines map[*scenarios.Lesson]string // of the lessons that are found by their words: one with most of them
}

// Found looks the search up.
func (p *Player) Found() Found {
	if p.lines == nil && p.Find != "" {
		p.lines = linesOf(scenarios.List())
	}
	query := folded(p.Find)
	named := scenarios.Find(query)
	if named != nil && query == named.ID {
		named = nil // a word like any other
	}
	f := Found{p: p, query: query, named: named, terms: scenarios.Terms(query)}
	if query == "" || named != nil || len(query) > maxQuery {
		return f
	}
	words := strings.Fields(query)
	for _, stands := range []func(line, word string) bool{scenarios.Begins, strings.Contains} {
		if f.lines, f.whole = p.linesWith(words, stands); len(f.lines) > 0 {
			break
		}
	}
	return f
}

// maxQuery bounds what is searched for, in bytes: no lesson has a longer line.
const maxQuery = 500

// linesWith finds the lessons with a line that has all these words; where there is none, those that have
// each of them somewhere, with the line that has most.
func (p *Player) linesWith(words []string, stands func(line, word string) bool) (lines map[*scenarios.Lesson]string, all bool) {
	whole, apart := map[*scenarios.Lesson]string{}, map[*scenarios.Lesson]string{}
	for l, lines := range p.lines {
		best, found, met := 0, line{}, make([]bool, len(words))
		for _, said := range lines {
			n := 0
			for i, word := range words {
				if stands(said.folded, word) {
					n, met[i] = n+1, true
				}
			}
			if n > best || n == best && n > 0 && said.lang == p.Lang() && found.lang != said.lang {
				best, found = n, said
			}
		}
		if best == len(words) {
			whole[l] = found.text
		} else if !slices.Contains(met, false) {
			apart[l] = found.text
		}
	}
	if len(whole) > 0 {
		return whole, true
	}
	return apart, false
}

// Lesson reports whether the lesson is found. A term that is only a part of what is searched for leads to lessons
// where no line says all of it.
func (f Found) Lesson(l *scenarios.Lesson) bool {
	if f.named != nil {
		return l == f.named
	}
	_, said := f.lines[l]
	return f.query == "" || said || slices.ContainsFunc(f.terms, func(t *scenarios.Term) bool {
		return (!f.whole || t.Called(f.query)) && slices.Contains(t.Lessons, l.ID)
	})
}

// Line is what the lesson says of the search, "" where its title or question does, or where only an answer, a
// command or a term leads to it.
func (f Found) Line(l *scenarios.Lesson) string { return f.lines[l] }

// Exercise reports whether the exercise is found, by its title or its goal, or by the lesson that it
// follows: a hint would give it away.
func (f Found) Exercise(x *scenarios.Exercise) bool {
	if f.named != nil {
		return slices.Contains(x.Before(), f.named)
	}
	return slices.ContainsFunc(scenarios.Languages, func(lang string) bool {
		said := folded(x.Text(lang, "title") + "\n" + x.Text(lang, "goal"))
		return !slices.ContainsFunc(strings.Fields(f.query), func(word string) bool { return !scenarios.Begins(said, word) })
	})
}

// FindOpen opens the lesson that the search names, or the only one that it finds.
type FindOpen struct{}

func (FindOpen) do(p *Player) {
	search, found := p.Found(), []*scenarios.Lesson(nil)
	for _, l := range scenarios.InOrder() {
		if search.query != "" && search.Lesson(l) {
			found = append(found, l)
		}
	}
	if len(found) == 1 {
		p.follow(p.Link(Hash{Page: "lesson", Lesson: found[0].ID}))
	}
}

// Terms are the words of the glossary that are found; an empty search finds none.
func (f Found) Terms() []*scenarios.Term { return f.terms }

// Stood is what stood in the course's field when the page was opened: a browser's field that is written
// to while somebody types loses letters.
func (p *Player) Stood() string { return p.stood }

// folded is a text as it is searched: small letters, and one space between words.
func folded(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// line is a line of a lesson: folded to be searched, and as it is read.
type line struct{ folded, text, lang string }

// linesOf is all that is said in each lesson, as it is searched.
func linesOf(lessons []*scenarios.Lesson) map[*scenarios.Lesson][]line {
	all := map[*scenarios.Lesson][]line{}
	for _, l := range lessons {
		var lines []line
		add := func(lang string, read bool, words ...string) {
			for _, w := range words {
				w = strings.ReplaceAll(plain(w), "`", "")
				said := line{folded: folded(w), lang: lang}
				if read && w != l.Text(lang, "title") && w != l.Text(lang, "question") {
					said.text = w
				}
				lines = append(lines, said)
			}
		}
		for _, lang := range scenarios.Languages {
			var said, reasons, rest []string // what one reads comes before reasons, and what the engine that opens does not say is not shown
			why, hidden := map[string]bool{}, map[string]bool{}
			for _, it := range l.Items {
				if it.Gate != nil {
					for i, o := range l.Options(lang, it.Gate.ID) {
						hidden[o], why[l.Why(lang, it.Gate.ID, i)] = true, true // most answers are wrong
					}
				}
				shown := l.Said(lang, it.Beat, l.Engines[len(l.Engines)-1])
				for _, queue := range l.Queues {
					for _, engine := range append([]string{""}, l.Engines...) { // "" is of all side by side
						if other := l.On(queue).Said(lang, it.Beat, engine); other != shown {
							hidden[other] = true
						}
					}
				}
			}
			for _, w := range l.Words(lang) {
				switch {
				case hidden[w]:
					rest = append(rest, w)
				case why[w]:
					reasons = append(reasons, w)
				default:
					said = append(said, w)
				}
			}
			add(lang, true, said...)
			add(lang, true, reasons...)
			add(lang, false, rest...)
		}
		add("", false, l.Number, l.Place(), l.ID, strings.Join(l.Sources, " "), strings.Join(l.Engines, " "), strings.Join(otherQueues(l), " "), strings.Join(l.Tags, " "))
		for _, it := range l.Items {
			add("", false, it.Label)
			for i := range it.Calls {
				add("", false, it.Calls[i].Command.String())
			}
		}
		all[l] = lines
	}
	return all
}
