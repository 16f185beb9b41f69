package player

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// The search of the course: a lesson is found by all that is said and called in it, in any case and
// language, and by what people call the things that it shows.

// Matches reports whether a lesson has to do with what the course is searched for; an empty search
// finds all.
func (p *Player) Matches(l *scenarios.Lesson) bool {
	query := folded(p.Find)
	if query == "" {
		return true
	}
	if p.words == nil {
		p.words = wordsOf(scenarios.List())
	}
	return strings.Contains(p.words[l], query) ||
		slices.ContainsFunc(scenarios.Terms(query), func(t *scenarios.Term) bool { return slices.Contains(t.Lessons, l.ID) })
}

// folded is a text as it is searched: small letters, and one space between words.
func folded(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// wordsOf is all that is said in each lesson, as it is searched.
func wordsOf(lessons []*scenarios.Lesson) map[*scenarios.Lesson]string {
	all := map[*scenarios.Lesson]string{}
	for _, l := range lessons {
		words := []string{l.Number, l.ID, strings.Join(l.Sources, "\n"), strings.Join(l.Engines, "\n"), strings.Join(l.Tags, "\n")}
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
