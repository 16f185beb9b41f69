package scenarios

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
)

// Translate reads the narration in another language: "# id" and the text below it; below a
// gate's question "- answer" lines, in the order of the .iq file, and below an answer
// "> why". An id that the lesson does not have is an error; one that is missing falls back to
// English, see Missing.
func (l *Lesson) Translate(file, lang, text string) error {
	if err := sized(file, text); err != nil {
		return err
	}
	texts, gates, whys, stands := map[string]string{}, map[string][]string{}, map[string][]string{}, map[string]standing{}
	id := ""
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if i == 0 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		line = strings.TrimSpace(line)
		at := &parser{file: file, line: i + 1, text: line}
		if err := at.readable(); err != nil {
			return err
		}
		switch {
		case strings.HasPrefix(line, "# "):
			id = strings.TrimSpace(line[2:])
			if l.texts["en"][id] == "" {
				return at.fail("%q is not an id of %s%s", id, l.ID, sim.Suggest(id, l.order))
			}
			if _, twice := texts[id]; twice {
				return at.fail("%q stands above already: make them one", id)
			}
			texts[id], stands[id] = "", standing{file, i + 1}
		case line == "":
		case id == "":
			return at.fail("%q: want a line # and an id above the first text, as in # title", line)
		case strings.HasPrefix(line, "- ") && l.gates["en"][id] != nil:
			gates[id] = append(gates[id], strings.TrimSpace(line[2:]))
		case strings.HasPrefix(line, "> ") && gates[id] != nil:
			whys[id] = append(whys[id], strings.TrimSpace(line[2:]))
		default:
			texts[id] += line
		}
		if err := at.fits("the text of "+id, texts[id], MaxText); err != nil {
			return err
		}
		for _, all := range [][]string{gates[id], whys[id]} {
			if n := len(all); n > 0 {
				if err := at.fits("an answer of "+id, all[n-1], MaxText); err != nil {
					return err
				}
			}
		}
	}
	for _, id := range l.order {
		if have, want := len(gates[id]), len(l.gates["en"][id]); have != 0 && have != want {
			return failure(file, stands[id].line, "", fmt.Errorf("gate %s: answers %d; the lesson has %d: want a line that begins with - for each", id, have, want))
		}
	}
	l.texts[lang], l.gates[lang], l.whys[lang], l.stands[lang] = texts, gates, whys, stands
	return nil
}

// Prose writes the narration in a language, as Translate reads it; what is not translated stands in English, to
// be written over.
func (l *Lesson) Prose(lang string) string {
	var b strings.Builder
	for _, id := range l.order {
		said := cmp.Or(l.texts[lang][id], l.texts["en"][id])
		fmt.Fprintf(&b, "# %s\n%s\n", id, said)
		options, whys := l.gates[lang][id], l.whys[lang][id]
		if len(options) == 0 {
			options, whys = l.gates["en"][id], l.whys["en"][id]
		}
		for i, o := range options {
			b.WriteString("- " + o + "\n")
			if i < len(whys) {
				b.WriteString("> " + whys[i] + "\n")
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
