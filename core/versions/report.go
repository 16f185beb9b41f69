package versions

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// chance is how long a pause was that client-go draws.
var chance = regexp.MustCompile(`after \d+(\.\d+)?m?s`)

// Report is the table as Markdown.
func (t *Table) Report(lang string) string {
	say, b := said[lang], &strings.Builder{}
	fmt.Fprintf(b, "# %s\n\n%s\n\n## %s\n\n", say["title"], fmt.Sprintf(say["lead"], All[len(All)/2].Short()), say["versions"])
	t.row(b, strings.Split(fmt.Sprintf(say["heads"], t.Scripts), " | "), true)
	for _, v := range t.Versions {
		same, random := 0, fmt.Sprintf(say["same"], t.Random[v].Compared())
		for _, l := range t.Lessons {
			if c := t.Cells[l.ID][v]; c.Differs == "" && c.Skipped == "" {
				same++
			}
		}
		if t.Random[v].Differs != "" {
			random = say["differ"]
		}
		start := say["list"]
		if t.Streams[v] {
			start = say["stream"]
		}
		t.row(b, []string{string(v), v.Engine().Name, t.FIFOs[v], start, fmt.Sprintf("%d / %d", same, len(t.Lessons)), strconv.Itoa(t.compared(v)), random}, false)
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", say["lessons"], say["key"])
	heads := []string{say["lesson"]}
	for _, v := range t.Versions {
		heads = append(heads, v.Short())
	}
	t.row(b, heads, true)
	marks := map[byte]string{scenarios.Same: "✓", scenarios.Differs: "✗", scenarios.NotRun: "–"}
	for _, l := range ofClientGo(scenarios.InOrder()) {
		cells := []string{l.Place() + " " + l.Text(lang, "title")}
		for _, m := range []byte(t.Marks(l)) {
			cells = append(cells, marks[m])
		}
		t.row(b, cells, false)
	}
	fmt.Fprintf(b, "\n## %s\n", say["differs"])
	if !t.differences(b, lang) {
		fmt.Fprintf(b, "\n%s\n", say["none"])
	}
	return b.String()
}

// differences are those of lessons and of random scripts: where, why, and the first line.
func (t *Table) differences(b *strings.Builder, lang string) (found bool) {
	say := said[lang]
	for _, l := range ofClientGo(scenarios.InOrder()) {
		var on []string
		first, because := "", ""
		for _, v := range t.Versions {
			if c := t.Cells[l.ID][v]; c.Differs != "" {
				if on = append(on, v.Short()); first == "" {
					first, because = c.Differs, why(lang, l.ID, v)
				}
			}
		}
		if len(on) == 0 {
			continue
		}
		if found = true; because == "" {
			because = say["unknown"]
		}
		fmt.Fprintf(b, "\n**%s %s** · %s\n\n%s\n\n    %s\n", l.Place(), l.Text(lang, "title"), strings.Join(on, say["and"]), because, indented(first))
	}
	for _, v := range t.Versions {
		if d := t.Random[v].Differs; d != "" {
			found = true
			fmt.Fprintf(b, "\n**%s**\n\n    %s\n", v, indented(d))
		}
	}
	return found
}

func indented(text string) string {
	text = chance.ReplaceAllString(strings.TrimSpace(text), "after …")
	return strings.ReplaceAll(strings.ReplaceAll(text, "\t", "  "), "\n", "\n    ")
}

// row is a row of a table, and the line below the first.
func (t *Table) row(b *strings.Builder, cells []string, head bool) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
	if head {
		b.WriteString("|" + strings.Repeat("---|", len(cells)) + "\n")
	}
}
