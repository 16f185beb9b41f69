// Package notes holds what a teacher needs beside each lesson and has no place in it: what to show, what to
// ask the room, and what people answer who have it wrong, each with what to say then; and what opens and ends each class. What a lesson's own questions
// have is not said again, and how long it takes is counted, see scenarios.Lesson.Minutes.
//
// A note is <id>.md, and <id>.<lang>.md in another language, with the id of the lesson or the class:
//
//	> something to show, or to say first
//	= how, or what
//
//	? a question to the room
//	= what is to come of it
//
//	! an answer that is usual, and wrong
//	= what to say
//
// Few read them, so they are no part of the page's program: web/stills writes them beside it, and the page
// fetches them when they are asked for.
package notes

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// MaxText bounds a line of a note, in characters: it is read in passing.
const MaxText = 220

//go:embed *.md
var files embed.FS

// All returns the notes in a language, by the ids of lessons, and what is wrong with them.
func All(lang string) (map[string]scenarios.Note, []string) {
	all, bad := map[string]scenarios.Note{}, []string(nil)
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, []string{err.Error()}
	}
	for _, e := range entries {
		id, of, other := strings.Cut(strings.TrimSuffix(e.Name(), ".md"), ".")
		if !other {
			of = scenarios.Languages[0]
		}
		switch {
		case scenarios.PathNamed(id) == nil && (scenarios.Find(id) == nil || scenarios.Find(id).ID != id):
			bad = append(bad, fmt.Sprintf("notes/%s: there is no lesson and no class %q", e.Name(), id))
		case !slices.Contains(scenarios.Languages, of):
			bad = append(bad, fmt.Sprintf("notes/%s: there is no language %q", e.Name(), of))
		case of == lang:
			text, err := files.ReadFile(e.Name())
			if err != nil {
				return nil, []string{err.Error()}
			}
			note, wrong := read("notes/"+e.Name(), string(text))
			all[id], bad = note, append(bad, wrong...)
		}
	}
	return all, bad
}

// read reads a note, and says what is wrong with it, by line.
func read(file, text string) (n scenarios.Note, bad []string) {
	var last *scenarios.Reply
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		say := func(format string, args ...any) {
			bad = append(bad, fmt.Sprintf("%s:%d: ", file, i+1)+fmt.Sprintf(format, args...))
		}
		mark, said, _ := strings.Cut(line, " ")
		said = strings.TrimSpace(said)
		if length := len([]rune(said)); length > MaxText {
			say("%d characters; at most %d are read in passing", length, MaxText)
		}
		for _, dangling := range scenarios.Dangling(said) {
			say("%s", dangling)
		}
		said = scenarios.Referred(said)
		switch {
		case line == "":
			last = nil
		case said == "":
			say("%q: want >, ?, ! or = and a text", line)
		case mark == ">":
			n.Show = append(n.Show, scenarios.Reply{Text: said})
			last = &n.Show[len(n.Show)-1]
		case mark == "?":
			n.Ask = append(n.Ask, scenarios.Reply{Text: said})
			last = &n.Ask[len(n.Ask)-1]
		case mark == "!":
			n.Wrong = append(n.Wrong, scenarios.Reply{Text: said})
			last = &n.Wrong[len(n.Wrong)-1]
		case mark == "=" && last != nil && last.Answer == "":
			last.Answer = said
		case mark == "=":
			say("an answer to nothing: want a line >, ? or ! right above it, and one answer to it")
		default:
			say("%q: want a line that begins with >, ?, ! or =", line)
		}
	}
	for _, r := range slices.Concat(n.Show, n.Ask, n.Wrong) {
		if r.Answer == "" {
			bad = append(bad, fmt.Sprintf("%s: nothing answers %q: want a line = below it", file, r.Text))
		}
	}
	return n, bad
}

// Lint says what is wrong with the notes: what cannot be read, a lesson or a class without them, one that says in one
// language what it does not in another, and what the lesson's own questions say already.
func Lint() (bad []string) {
	var first map[string]scenarios.Note
	for _, lang := range scenarios.Languages {
		all, wrong := All(lang)
		if bad = append(bad, wrong...); first == nil {
			first = all
		}
		check := func(id string, words []string) (n scenarios.Note, say func(format string, args ...any)) {
			n, en := all[id], first[id]
			file := "notes/" + id + ".md"
			if lang != scenarios.Languages[0] {
				file = "notes/" + id + "." + lang + ".md"
			}
			say = func(format string, args ...any) {
				bad = append(bad, file+": "+fmt.Sprintf(format, args...))
			}
			if len(n.Show) != len(en.Show) || len(n.Ask) != len(en.Ask) || len(n.Wrong) != len(en.Wrong) {
				say("%d to show, %d to ask and %d wrong answers, in English %d, %d and %d", len(n.Show), len(n.Ask), len(n.Wrong), len(en.Show), len(en.Ask), len(en.Wrong))
			}
			for _, r := range slices.Concat(n.Show, n.Ask, n.Wrong) {
				if slices.Contains(words, r.Text) {
					say("%q stands in the lesson already", r.Text)
				}
				for _, fault := range scenarios.Faults(lang, r.Text+"\n"+r.Answer) {
					say("%s", fault)
				}
			}
			return n, say
		}
		for _, l := range scenarios.InOrder() {
			if n, say := check(l.ID, l.Words(lang)); len(n.Ask) == 0 || len(n.Wrong) == 0 {
				say("want something to ask the room (?), and a usual wrong answer (!), each with a line = below it")
			}
		}
		for _, p := range scenarios.Paths() {
			if n, say := check(p.ID, nil); len(n.Show) == 0 || len(n.Ask) == 0 {
				say("want something to say first (>), and a question to end with (?), each with a line = below it")
			}
		}
	}
	return bad
}
