package text_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/text"
	"github.com/informerscope/informerscope/web/locales"
)

func messages(t *testing.T, lang string) map[string]string {
	t.Helper()
	data, ok := locales.JSON(lang)
	if !ok {
		t.Fatalf("locales has no %s", lang)
	}
	var m map[string]string
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

var place = regexp.MustCompile(`\{[a-z]+\}`)

func places(s string) []string {
	p := place.FindAllString(s, -1)
	slices.Sort(p)
	return slices.Compact(p)
}

func TestLanguagesHaveTheSameMessagesAndPlaces(t *testing.T) {
	en := messages(t, "en")
	for _, lang := range text.Langs()[1:] {
		m := messages(t, lang)
		for key, want := range en {
			got, ok := m[key]
			if !ok {
				if !strings.HasSuffix(key, ".one") { // a form that not every language has
					t.Errorf("%s.json lacks %q", lang, key)
				}
				continue
			}
			if !slices.Equal(places(got), places(want)) {
				t.Errorf("%s.json %q has places %v, want %v", lang, key, places(got), places(want))
			}
			for _, mark := range []string{"*", "`"} {
				if strings.Count(got, mark)%2 != 0 {
					t.Errorf("%s.json %q has an odd number of %s", lang, key, mark)
				}
			}
		}
		for key := range m {
			if _, ok := en[key]; !ok {
				t.Errorf("en.json lacks %q of %s.json", key, lang)
			}
		}
	}
}

// Of two messages with one key the last would be taken, and the other one be mended in vain.
func TestEachMessageStandsOnce(t *testing.T) {
	for _, lang := range text.Langs() {
		data, _ := locales.JSON(lang)
		words, seen := json.NewDecoder(bytes.NewReader(data)), map[string]bool{}
		if _, err := words.Token(); err != nil { // the brace
			t.Fatal(err)
		}
		for words.More() {
			key, _ := words.Token()
			if _, err := words.Token(); err != nil {
				t.Fatal(err)
			}
			if seen[key.(string)] {
				t.Errorf("%s.json says %q twice", lang, key)
			}
			seen[key.(string)] = true
		}
	}
}

// Where a number stands before a plural, the message has a form for one, or the number is never one.
func TestANumberBeforeAPluralHasAFormForOne(t *testing.T) {
	never := []string{"page.proof", "home.course", "course.count", "teach.quiz", "play.long", "play.tooLong", "live.tooMany", "stage.heap.per", "stage.bucket.per",
		"stage.live.squares.per", "stage.live.squares.per.short", "stage.live.processing.all", "prio.stage.live.squares.per", "prio.stage.live.processing.all", "stage.times", "stage.note.many", "live.behind", "live.draining", "film.many"}
	plural := regexp.MustCompile(`\{(n|m|most|count|workers|burst|per)\}[*\x60]* (more )?(objects|keys|workers|requests|tokens|times|events|failures|steps|commands|values|lessons|questions|calls|pods|entries|handlers)\b`)
	en := messages(t, "en")
	for key, said := range en {
		m := plural.FindStringSubmatch(said)
		one := en[key+".one"] != "" || strings.HasSuffix(key, ".one")
		if m != nil && !slices.Contains(never, key) && (m[1] != "n" || !one) {
			t.Errorf("%s: %q has no form for one", key, said)
		}
	}
}

// A reader meets the same names in the code and the same words in the lessons.
func TestTheChineseMessagesAreWorded(t *testing.T) {
	for key, message := range messages(t, "zh") {
		for _, fault := range scenarios.ChineseFaults(message) {
			t.Errorf("zh.json: %s %s", key, fault)
		}
	}
}

// Every op has a line, and those of its cases are of cases that it has; what they leave open are
// the numbers and the text of its row, and what every event has, or every event of a handler.
func TestEveryOpHasALine(t *testing.T) {
	for _, lang := range text.Langs() {
		all := messages(t, lang)
		for _, op := range trace.Ops() {
			key, info := "op."+op.String(), op.Info()
			if _, ok := all[key]; !ok {
				t.Errorf("web/locales/%s.json lacks %q: what %s is in a sentence, the fact in bold", lang, key, op)
			}
			for line, message := range all {
				how, of := strings.CutPrefix(line, key+".")
				if line != key && (!of || slices.ContainsFunc(trace.Ops(), func(o trace.Op) bool { return line == "op."+o.String() })) {
					continue
				}
				if of && !slices.Contains(info.Cases, trace.Case(how)) {
					t.Errorf("web/locales/%s.json has %q, and the row of %s in core/trace/ops.go has no such case", lang, line, op)
				}
				for _, p := range places(message) {
					if name := strings.Trim(p, "{}"); !(name == "handler" && info.Group == trace.GroupHandler) && !slices.Contains([]string{"key", "actor", "reason", info.A, info.B, info.Val}, name) {
						t.Errorf("web/locales/%s.json %q has the place %s: the row of %s in core/trace/ops.go names %q, %q and %q", lang, line, p, op, info.A, info.B, info.Val)
					}
				}
			}
		}
	}
}

func TestEveryEngineIsSpokenOf(t *testing.T) {
	for _, lang := range text.Langs() {
		c := text.For(lang)
		for _, e := range machine.Engines {
			for _, about := range []string{"engine.", "zone.fifo.", "explain.fifo.", "compare.version."} {
				if !c.Has(about + e.Name) {
					t.Errorf("%s.json lacks %q", lang, about+e.Name)
				}
			}
		}
	}
}

func TestEveryButtonOfAVerbHasItsMessage(t *testing.T) {
	for _, lang := range text.Langs() {
		c := text.For(lang)
		for _, b := range slices.Concat(sim.Buttons(sim.AtQueue), sim.Buttons(sim.AtWorker), sim.Buttons(sim.AtServer)) {
			keys := []string{b.Message}
			if b.Group == sim.AtWorker {
				keys = append(keys, b.Said)
			}
			for _, key := range keys {
				if key != "" && !c.Has(key) {
					t.Errorf("%s.json lacks %q of the verb %s", lang, key, b.Command.Verb)
				}
			}
		}
	}
}

func TestTextFillsPlacesAndKnowsOne(t *testing.T) {
	c := text.For("en-GB")
	if got, want := c.Text("stage.live.dirty", "n", "1"), "*dirty*  1 key owes a pass"; got != want {
		t.Errorf("Text(n=1) = %q, want %q", got, want)
	}
	if got, want := c.Text("stage.times", "n", "12"), " 12 times"; got != want {
		t.Errorf("Text(n=12) = %q, want %q", got, want)
	}
	if got := c.Text("no.such.key"); got != "no.such.key" {
		t.Errorf("Text of an unknown key = %q, want the key", got)
	}
	if got := text.For("zh-CN").Lang; got != "zh" {
		t.Errorf("For(zh-CN) is %q, want zh", got)
	}
	if got := text.For("xx").Text("page.pause"); got != "Pause" {
		t.Errorf("For(xx) answers %q, want English", got)
	}
}
