package scenarios_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	. "github.com/informerscope/informerscope/scenarios"
)

// offered completes where § stands in a text.
func offered(t *testing.T, text string) (typed string, all []string) {
	t.Helper()
	before, _, ok := strings.Cut(text, "§")
	if !ok {
		t.Fatalf("%q: want § where the cursor is", text)
	}
	typed, options := Complete("en", Place{Text: strings.ReplaceAll(text, "§", ""), Line: strings.Count(before, "\n") + 1, Before: before[strings.LastIndex(before, "\n")+1:],
		Actors: []string{"W1", "reflector", "h1"}, Holds: func(view string) string { return map[string]string{"q": "[a b]", "d": "{}"}[view] }})
	for _, o := range options {
		all = append(all, o.Text)
	}
	return typed, all
}

func TestWhatCanStandThereIsOffered(t *testing.T) {
	const head = "id: x\nworkers: W1\nserver: p1@5/n1\n\nAdd a\nAdd c => x\ncreate p2 n1\n\n"
	for text, want := range map[string]string{
		"i§":                      "i: id: ; engines: ; handlers: ",
		"id: x\nen§":              "en: engines: ; -id: ",
		"engines: §":              ": workqueue; classic; atomic",
		"view: h§":                "h: heap",
		"handlers: h1=§":          ": enqueue; observe; 3s",
		"handlers: h1=3s,§":       ": resync=",
		"limiter: b§":             "b: base=; qps=",
		"start: §":                ": stream; list",
		"invariants: one§":        "one: one-worker-per-key",
		"title: One §":            ": ",
		head + "A§":               "A: Add; AddAfter; W1; reflector; ----; -Get",
		head + "§":                ": Add; step ; -Get",
		head + "+2s §":            ": Add; -step ",
		head + "Add §":            ": a; c; -p2",
		head + "W1 §":             ": Get; Done; -create",
		head + "update §":         ": p1; p2",
		head + "update p1 §":      ": n1; n2",
		head + "run §":            ": until idle; until synced",
		head + "hold §":           ": reflector; W1",
		head + "@first Add §":     ": ",
		head + "? who Who? => W§": "W: ",
		head + "! q§":             "q: queued-once",
		head + "! queued-once §":  ": on; off; -queued-once",
		head + "----\nq§":         "q: q=[a b]; d={}; p=",
		head + "----\nq=§":        ": [a b]",
		head + "----\nd={}\n\nq§": "q: Add; -q=[a b]",
		head + "nonsense §":       ": ",
	} {
		typed, got := offered(t, text)
		wantTyped, list, _ := strings.Cut(want, ": ")
		if typed != wantTyped {
			t.Errorf("%q: an option takes the place of %q, want %q", text, typed, wantTyped)
		}
		if list == "" && len(got) > 0 {
			t.Errorf("%q: offered %q, want nothing", text, got)
		}
		for _, w := range strings.Split(list, "; ") {
			if not, ok := strings.CutPrefix(w, "-"); ok && w != "----" {
				if slices.Contains(got, not) {
					t.Errorf("%q: offered %q, want no %q", text, got, not)
				}
			} else if w != "" && !slices.Contains(got, w) {
				t.Errorf("%q: offered %q, want %q", text, got, w)
			}
		}
	}
}

// Each verb and each key of the header is offered somewhere, with its help in both languages.
func TestEveryWordIsOffered(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		seen := map[string]string{}
		for _, place := range []Place{{Line: 1}, {Text: "id: x\n\n\n", Line: 3}, {Text: "id: x\n\n\n", Line: 3, Before: "W1 ", Actors: []string{"W1"}}} {
			_, options := Complete(lang, place)
			for _, o := range options {
				seen[o.Text] = o.Help
			}
		}
		for _, v := range sim.Verbs() {
			if seen[v.Name] != VerbHelp(lang, v) {
				t.Errorf("%s: of %s it says %q, want %q", lang, v.Name, seen[v.Name], VerbHelp(lang, v))
			}
		}
		for _, h := range Headers() {
			if seen[h.Key+": "] != HeaderHelp(lang, h) {
				t.Errorf("%s: of %s: it says %q, want %q", lang, h.Key, seen[h.Key+": "], HeaderHelp(lang, h))
			}
		}
	}
}

// Whatever stands in a file, and wherever: something is said, and what was typed ends the line.
func FuzzComplete(f *testing.F) {
	f.Add(Sample(), 12, "q=")
	f.Fuzz(func(t *testing.T, text string, line int, before string) {
		if len(text) > 2000 || len(before) > 200 {
			return
		}
		if typed, _ := Complete("zh", Place{Text: text, Line: line, Before: before}); !strings.HasSuffix(before, typed) {
			t.Errorf("%q: typed %q", before, typed)
		}
	})
}
