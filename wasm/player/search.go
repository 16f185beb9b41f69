package player

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// The search of the course: a lesson is found by all that is said and called in it, in any case and
// language, and by what people call the things that it shows.

// Found is what has to do with what the course is searched for; an empty search finds all.
type Found struct {
	p     *Player
	query string
	named *scenarios.Lesson // by its place or its number, as one is told: open 2.3
	terms []*scenarios.Term
}

// Found looks the search up.
func (p *Player) Found() Found {
	if p.words == nil && p.Find != "" {
		p.words = wordsOf(scenarios.List())
	}
	query := folded(p.Find)
	named := scenarios.Find(query)
	if named != nil && query == named.ID {
		named = nil // a word like any other
	}
	return Found{p, query, named, scenarios.Terms(query)}
}

// Lesson reports whether the lesson is found.
func (f Found) Lesson(l *scenarios.Lesson) bool {
	if f.named != nil {
		return l == f.named
	}
	return f.query == "" || strings.Contains(f.p.words[l], f.query) ||
		slices.ContainsFunc(f.terms, func(t *scenarios.Term) bool { return slices.Contains(t.Lessons, l.ID) })
}

// Exercise reports whether the exercise is found, by its title or its goal, or by the lesson that it
// follows: a hint would give it away.
func (f Found) Exercise(x *scenarios.Exercise) bool {
	if f.named != nil {
		return slices.Contains(x.Before(), f.named)
	}
	return slices.ContainsFunc(scenarios.Languages, func(lang string) bool {
		return strings.Contains(folded(x.Text(lang, "title")+"\n"+x.Text(lang, "goal")), f.query)
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

// wordsOf is all that is said in each lesson, as it is searched.
func wordsOf(lessons []*scenarios.Lesson) map[*scenarios.Lesson]string {
	all := map[*scenarios.Lesson]string{}
	for _, l := range lessons {
		words := []string{l.Number, l.Place(), l.ID, strings.Join(l.Sources, "\n"), strings.Join(l.Engines, "\n"), strings.Join(l.Tags, "\n")}
		for _, lang := range scenarios.Languages {
			words = append(words, l.Words(lang)...)
		}
		for _, it := range l.Items {
			words = append(words, it.Label)
			for i := range it.Calls {
				words = append(words, it.Calls[i].Command.String())
			}
		}
		for i, w := range words {
			words[i] = folded(strings.ReplaceAll(plain(w), "`", ""))
		}
		all[l] = strings.Join(words, "\n")
	}
	return all
}
