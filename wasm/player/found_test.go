package player

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// Below a lesson that is found stands a line that has as many of the words as any, in the reader's language where one of
// these is: whatever is searched for, words that both languages have, words of one of them, or of two lines.
func TestTheLineOfALessonIsInTheReadersLanguage(t *testing.T) {
	players, lines := map[string]*Player{}, linesOf(scenarios.List())
	for _, lang := range scenarios.Languages {
		p := newPlayer()
		p.Hash.Lang, p.lines = lang, lines
		players[lang] = p
	}
	dice := rand.New(rand.NewPCG(5, 1))
	all := scenarios.List()
	word := func() string {
		l := all[dice.IntN(len(all))]
		said := strings.Fields(folded(strings.ReplaceAll(plain(l.Words(scenarios.Languages[dice.IntN(2)])[dice.IntN(4)]), "`", "")))
		return said[dice.IntN(len(said))]
	}
	queries := []string{"w1", "client-go", "resync", "relist", "rv", "410", "handler", "w1 get", "dirty processing"}
	for range 16 {
		queries = append(queries, word(), word()+" "+word())
	}
	own, other := 0, 0
	for _, query := range queries {
		for lang, p := range players {
			p.Find = query
			f := p.Found()
			words, whole := strings.Fields(query), false // a line has all of them
			for _, l := range all {
				whole = whole || slices.ContainsFunc(p.lines[l], func(said line) bool {
					return !slices.ContainsFunc(words, func(w string) bool { return !scenarios.Begins(said.folded, w) })
				})
			}
			for l := range f.lines {
				most, best := 0, map[string][]string{} // the lines with most of the words, by language
				for _, said := range p.lines[l] {
					n := 0
					for _, w := range words {
						if scenarios.Begins(said.folded, w) {
							n++
						}
					}
					if n > most {
						most, best = n, map[string][]string{}
					}
					if n == most && n > 0 {
						best[said.lang] = append(best[said.lang], said.text)
					}
				}
				if most == 0 {
					continue // it stands inside of words
				}
				if whole && most < len(words) {
					t.Errorf("%q in %s finds %s, where no line has all of it, and others have one", query, lang, l.ID)
				}
				among := best[lang]
				if among == nil {
					other++
					for _, texts := range best {
						among = append(among, texts...)
					}
				} else {
					own++
				}
				if got := f.Line(l); !slices.Contains(among, got) {
					t.Errorf("%q in %s: of %s stands %q, want one of %q", query, lang, l.ID, got, among[:min(3, len(among))])
				}
			}
		}
	}
	if t.Logf("%d lines in the reader's language, %d where it has none", own, other); own < 500 || other < 50 {
		t.Error("the searches are too few")
	}
}
