package scenarios

import (
	"slices"
	"strings"
	"testing"
)

func TestTheGlossaryIsReadAndWholeInEveryLanguage(t *testing.T) {
	all := Glossary()
	if len(all) < 30 {
		t.Fatalf("the glossary has %d terms, want 30 at least", len(all))
	}
	for _, term := range all {
		for _, lang := range Languages {
			text := term.Text(lang)
			if len(term.names[lang]) == 0 || term.texts[lang] == "" {
				t.Errorf("%s is not told in %s", term.ID, lang)
			}
			if n := len([]rune(text)); n > 200 || !strings.HasSuffix(text, map[string]string{"en": ".", "zh": "。"}[lang]) {
				t.Errorf("%s in %s has %d characters, and ends in %q: want a sentence or two, 200 at most", term.ID, lang, n, text[len(text)-3:])
			}
		}
		for _, fault := range ChineseFaults(term.texts["zh"]) {
			t.Errorf("%s (zh) %s", term.ID, fault)
		}
		if TermNamed(term.ID) != term {
			t.Errorf("TermNamed(%q) is another one", term.ID)
		}
	}
}

func TestAGlossaryThatNamesWhatIsNotThereIsRefused(t *testing.T) {
	const good = "# a\n= A\n> first-light\nIt is.\n"
	for text, want := range map[string]string{
		"= A\n":                                 `g.md:1: "= A": want a line # and an id above the first text`,
		"# a\n= A\n> nowhere\nIt is.\n":         `g.md:3: there is no lesson "nowhere"`,
		"# a\n= A\nIt is.\n":                    `g.md: a: want a lesson that shows it`,
		"# a\n> first-light\nIt is.\n":          `g.md: a: want its name in a line =`,
		"# a\n= A\n> first-light\n":             `g.md: a: want what it means`,
		good + "# a\nAgain.\n":                  `g.md:5: "a" stands above already: make them one`,
		good + "# b\n= B | a\n> bookmark\nB.\n": `g.md:6: "a" is named in line 2 already`,
		"# a\n= A\n> first-light\n" + strings.Repeat("x", MaxText+1) + "\n": `g.md:4: what a means is longer than`,
	} {
		if _, err := readTerms(nil, "g.md", "en", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("readTerms(%.60q) = %v, want %s", text, err, want)
		}
	}
	terms, err := readTerms(nil, "g.md", "en", good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readTerms(terms, "g.zh.md", "zh", "# b\n= 乙\n是。\n"); err == nil || err.Error() != `g.zh.md:1: "b" is no term of glossary.md` {
		t.Errorf("a term that English does not have: %v", err)
	}
}

func TestTermsAreFoundByTheWordsPeopleUse(t *testing.T) {
	for query, id := range map[string]string{
		"tombstone": "tombstone", "DFSU": "tombstone", "deletedfinalstateunknown": "tombstone", "墓碑": "tombstone", "cache.DeletedFinalStateUnknown": "tombstone",
		"leader election": "leader-election", "WatchList": "streaming-list", "finalizer": "finalizer", "debounce": "coalescing", "410": "gone", "stale": "stale", "ghost": "ghost", "data race": "mutate", "modify cached object": "mutate",
		"errors list or watch": "watch-errors", "equal resourceVersion": "filter", "type assertion": "tombstone", "every change": "missed", "token bucket": "bucket",
		"hot key": "hot-key", "100 adds a second": "hot-key", "热点 key": "hot-key", "token expired": "refused", "Requeue true": "hot-loop", "queue.Add inside reconcile": "hot-loop", "ReleaseOnCancel": "leader-election",
		"read after write": "stale", "missed add": "missed", "lost events": "missed", "recreated": "UID", "缓存 旧": "stale", "同名 Pod": "UID", "token 过期": "refused", "优雅退出": "shutdown", "Expired": "gone",
		"too old resource version": "gone", "AddRateLimited": "rate-limiter", "error handler": "refused", "final state": "tombstone", "收不到合并": "coalescing", "Δ": "delta", " Bookmark ": "bookmark", "选主": "leader-election",
	} {
		if found := Terms(query); !slices.ContainsFunc(found, func(t *Term) bool { return t.ID == id }) {
			t.Errorf("Terms(%q) finds %d terms, and not %s", query, len(found), id)
		}
	}
	if found := Terms("token expired"); slices.Contains(found, TermNamed("bucket")) {
		t.Error("a token that has expired is no token of a bucket")
	}
	if found := Terms("token expired"); slices.Contains(found, TermNamed("gone")) {
		t.Error("a token that has expired is no 410 Expired")
	}
	if names := TermNamed("hot-key").Names("en"); len(names) != 1 {
		t.Errorf("what a term is searched by is read as its names: %q", names)
	}
	for _, query := range []string{"", "  ", "zzz", "hang", "olescing", strings.Repeat("x", 10_000), "<b>", "\u202eabc"} {
		if found := Terms(query); len(found) > 0 {
			t.Errorf("Terms(%.20q) finds %s", query, found[0].ID)
		}
	}
}
