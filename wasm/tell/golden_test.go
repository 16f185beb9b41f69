package tell

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// closely are the lessons of which all that is told is written down: of a key in both sets, of one
// in the queue twice, of waits, of two FIFOs, and of names in two namespaces.
var closely = []string{"dirty-and-processing", "done-without-get", "too-early", "half-replaced", "same-name"}

// headlines.txt has the caption, in both languages, of each step of each lesson whose author is
// silent, of an engine only what differs from the one before it; and of other steps where it is made
// of other messages than any before. The lessons of closely have a file each with all else that is
// told. sums.txt has a sum of everything.
func TestLessonsAreToldAsWritten(t *testing.T) {
	var headlines, sums strings.Builder
	met := map[string]bool{}
	for _, l := range scenarios.List() {
		fmt.Fprintf(&headlines, "%s\n", l.ID)
		was := map[string]string{}
		var all strings.Builder
		for _, engine := range l.Engines {
			run, line := lesson(t, l, engine)
			fmt.Fprintf(&all, "engine %s\n", engine)
			from, keys, heard := all.Len(), map[string]string{}, strings.Builder{}
			for n := line.First(); n <= line.Last(); n++ {
				m := at(line, n)
				m.Run = run
				name := fmt.Sprintf("%3d %s", n, line.Step(n).Label)
				said, made := captions(m)
				if silent := run.Steps[n].Beat == "" && n > line.First(); was[name] != said && (silent || !met[made]) {
					was[name], met[made] = said, true
					fmt.Fprintf(&headlines, "%s, %s\n%s", name, engine, said)
				}
				heard.WriteString(said)
				if told := toldOf(m, keys); was[name+" told"] != told {
					was[name+" told"] = told
					fmt.Fprintf(&all, "\nstep %d, %s\n%s", n, line.Step(n).Label, told)
				}
			}
			sum := sha256.Sum256([]byte(heard.String() + all.String()[from:]))
			fmt.Fprintf(&sums, "%x %s on %s: %d steps, %d keys\n", sum[:4], l.ID, engine, line.Last(), len(keys))
			all.WriteString("\n")
		}
		if slices.Contains(closely, l.ID) {
			golden.Holds(t, "testdata/"+l.ID+".txt", all.String())
		}
	}
	golden.Holds(t, "testdata/headlines.txt", headlines.String())
	golden.Holds(t, "testdata/sums.txt", sums.String())
}

// captions are those of a moment, a line for a language, and of which messages they are made.
func captions(m Moment) (said, made string) {
	if m.Step == m.Line.First() {
		return "", ""
	}
	for _, lang := range []string{"en", "zh"} {
		t := to(lang)
		say := t.Say
		t.Say = func(key string, args ...string) string {
			said := say(key, args...)
			if lang == "en" && said != key { // a case without a message of its own
				made += " " + key
			}
			return said
		}
		said += "      " + t.Caption(m) + "\n"
	}
	return said, made
}

// The margin of the code says whose calls ended at its lines.
func TestTheMarginNamesCalls(t *testing.T) {
	source := core.Read()
	var b strings.Builder
	for _, id := range []string{"dirty-and-processing", "too-early", "half-replaced", "pipeline-under-load"} {
		l := scenarios.Find(id)
		_, line := lesson(t, l, "")
		for n := line.First() + 1; n <= line.Last(); n++ {
			c := line.Code(n, model.Asked{Source: source, View: l.View})
			if c.Func == nil {
				continue
			}
			var said []string
			for i, mark := range c.Marks {
				if i == 0 || c.Marks[i-1].Line != mark.Line {
					said = append(said, to("en").Margin(at(line, n), c, mark.Line), to("zh").Margin(at(line, n), c, mark.Line))
				}
			}
			fmt.Fprintf(&b, "%s %d %s %s: %s\n", id, n, c.Func.Name, Role(c.Event), strings.Join(said, " | "))
		}
	}
	golden.Holds(t, "testdata/margin.txt", b.String())
}

// The tab of the reader's controller says who runs which line, or where else the step is at work.
func TestTheTabOfTheControllerNamesWhoRunsWhat(t *testing.T) {
	var b strings.Builder
	for _, id := range []string{"dirty-and-processing", "forgotten-done", "drain-leaves-work", "handler-leaves", "late-index", "slow-handler", "own-write"} {
		l := scenarios.Find(id)
		_, line := lesson(t, l, "")
		for n := line.First() + 1; n <= line.Last(); n++ {
			o := line.OwnPart(n, 0, model.Asked{Source: core.Own(line.Slips(n, l.Config(l.Engines[0]).Handlers)...), View: l.View})
			fmt.Fprintf(&b, "%s %d %s\n", id, n, line.Step(n).Label)
			if said := to("en").OwnSays(o); said != "" {
				fmt.Fprintf(&b, "  %s | %s %s\n", said, to("zh").OwnSays(o), strings.TrimPrefix(OriginURL(o.Origin), "https://github.com/kubernetes/client-go/blob/"))
			}
			for i, code := range o.Func.Lines {
				if en := to("en").OwnMargin(at(line, n), o, i); en != "" {
					fmt.Fprintf(&b, "  %s  < %s | %s\n", strings.TrimSpace(code), en, to("zh").OwnMargin(at(line, n), o, i))
				}
			}
		}
	}
	golden.Holds(t, "testdata/own.txt", b.String())
}

// toldOf is what is told of a moment, of keys what differs from what they were.
func toldOf(m Moment, keys map[string]string) string {
	var b strings.Builder
	en, zh, clock := to("en"), to("zh"), m.Line.Step(m.Step).At
	say := func(what string, says ...string) {
		fmt.Fprintf(&b, "  %s %s\n", what, strings.Join(slices.Compact(says), " | "))
	}
	say("stands", en.Standing(m.State, clock), zh.Standing(m.State, clock))
	all, count := en.Promises(m)
	other, countZh := zh.Promises(m)
	if len(all) > 0 {
		say("promises", count, countZh)
	}
	for i, p := range all {
		say("    "+p.Stands+", "+p.Label+":", p.Sentence+" "+p.So, other[i].Sentence+" "+other[i].So)
	}
	if m.Step > m.Line.First() {
		for _, c := range en.Changes(m.Line.At(m.Step-1), m.State) {
			say("changed", c.Aspect+": "+c.Was+" → "+c.Is)
		}
	}
	var l Listing
	ids := l.List(m.State)
	tokens := make([]string, len(ids))
	for i, id := range ids {
		tokens[i] = "key:" + m.State.Text(id)
	}
	cards, cardsZh := en.Cards(&l, m.State, clock, tokens), zh.Cards(&l, m.State, clock, tokens)
	for i, r := range l.Rows(ids) {
		var cells []string
		for _, c := range []string{"queue", "dirty", "processing", "sets", "heap", "array", "failures", "fifo", "store", "server", "index", "pending"} {
			if says := cellText(en.Cell(r, c, false)); says != "no" && says != "0" {
				cells = append(cells, c+" "+says)
			}
		}
		var known []string
		for _, e := range en.Inspect(m.State, r, clock) {
			known = append(known, e.Label+" "+e.Text+cellText(e.Cell))
		}
		life := en.Life(m, r.ID)
		told := fmt.Sprintf("    %s | %s\n    %s\n    %s\n    %s\n", cards[i], cardsZh[i], strings.Join(cells, ", "), strings.Join(known, ", "), en.LifeLabel(m, life))
		if p := en.Story(m, r.ID); len(p) > 0 {
			told += "    since " + p[len(p)-1].When + " " + p[len(p)-1].What + ", told " + strconv.Itoa(len(p)) + "\n"
		}
		if keys[r.Name] != told {
			keys[r.Name] = told
			b.WriteString("  key " + r.Name + "\n" + told)
		}
	}
	return b.String()
}

func cellText(says []Piece) string {
	var out []string
	for _, s := range says {
		out = append(out, strings.TrimSpace(s.Pip+" "+s.Text))
	}
	return strings.Join(out, " ")
}
