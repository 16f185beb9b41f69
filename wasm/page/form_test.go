package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// shownOf is what elements have under an attribute of data.
func shownOf(html, data string) (values []string) {
	for _, m := range regexp.MustCompile(`data-`+data+`="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		values = append(values, m[1])
	}
	return values
}

// Every verb of the language is a press away, in every language and width: its button opens a form
// with a field for each of its parts and the line that it makes.
func TestEveryVerbIsReachedInThePlayground(t *testing.T) {
	for _, link := range []string{"#p=play&set=queue:priority", "#p=play&set=queue:priority&lang=zh"} {
		for _, width := range []float64{1400, 390} {
			shut := app.HTMLString(shownAt(width, link).Render())
			if got := shownOf(shut, "verb"); got != nil {
				t.Fatalf("the fold is open at first, with %q", got)
			}
			for _, v := range sim.Verbs() {
				p := shownAt(width, link, player.Fold{What: "commands"}, player.OpenForm{Verb: v.Name})
				html := app.HTMLString(p.Render())
				if !slices.Contains(shownOf(html, "verb"), v.Name) {
					t.Fatalf("%s, %.0f px: there is no button for %s", link, width, v.Name)
				}
				acts := shownOf(html, "act")
				for _, f := range v.Fields {
					if !slices.Contains(acts, "fill-"+f.Name) || !catalogs["en"].Has("form."+f.Name) {
						t.Errorf("%s: the form has no field %s, or it has no label", v.Name, f.Name)
					}
				}
				if line := p.FormLine(); !strings.Contains(html, `value="`+escaped(line)+`"`) || !strings.Contains(html, escaped(scenarios.VerbHelp(p.Lang(), v))) {
					t.Errorf("%s: the form does not show how %q is written, or what it is", v.Name, line)
				}
			}
		}
	}
}

// What only a queue with priorities has is not offered beside client-go's.
func TestPrioritiesAreOfferedWhereTheQueueHasThem(t *testing.T) {
	for link, offered := range map[string]bool{"#p=play": false, "#p=play&set=queue:priority": true} {
		html := app.HTMLString(shownAt(1400, link, player.Fold{What: "commands"}, player.OpenForm{Verb: "Add"}).Render())
		if got := slices.Contains(shownOf(html, "act"), "fill-priority"); got != offered {
			t.Errorf("%s: a field for the priority: %t, want %t", link, got, offered)
		}
		if got := slices.Contains(shownOf(html, "verb"), "GetWithPriority"); got != offered {
			t.Errorf("%s: a button for GetWithPriority: %t, want %t", link, got, offered)
		}
	}
}

// Every header key that says what the World is made of is set in the settings: by a form, or by a menu
// of the page.
func TestEveryHeaderKeyIsReachedInThePlayground(t *testing.T) {
	for _, h := range scenarios.Headers() {
		p := shownAt(1400, "#p=play", player.Fold{What: "settings"}, player.OpenHeader{Key: h.Key})
		html := app.HTMLString(p.Render())
		switch {
		case h.Fields != nil:
			acts := shownOf(html, "act")
			for _, f := range h.Fields {
				if !slices.Contains(acts, "fill-"+f.Name) || !catalogs["en"].Has("form."+f.Name) {
					t.Errorf("%s: the form has no field %s, or it has no label", h.Key, f.Name)
				}
			}
			if !slices.Contains(shownOf(html, "header"), h.Key) || !strings.Contains(html, `value="`+escaped(p.FormLine())+`"`) {
				t.Errorf("%s: there is no button or no line %q", h.Key, p.FormLine())
			}
		case h.Key == "engines" && !slices.Contains(shownOf(html, "act"), "set-engine"), h.Key == "view" && shownOf(html, "view") == nil:
			t.Errorf("%s: there is no menu", h.Key)
		}
	}
}

// The reference tells all that the language has, in every language.
func TestTheReferenceTellsTheWholeLanguage(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		html := app.HTMLString(shownAt(1400, "#p=language&lang="+lang).Render())
		has := func(text string) {
			if !strings.Contains(html, escaped(text)) {
				t.Errorf("%s: the reference lacks %q", lang, text)
			}
		}
		for _, v := range sim.Verbs() {
			has(v.Form())
			has(scenarios.VerbHelp(lang, v))
		}
		for _, h := range scenarios.Headers() {
			has(scenarios.HeaderHelp(lang, h))
		}
		for _, r := range scenarios.Grammar(lang) {
			has(r.Form)
			has(r.Help)
		}
		for _, v := range scenarios.Held(lang) {
			has(v.Help)
		}
	}
}

// A file that could not be read leads to how one is written; a trace does not.
func TestAFileThatIsRefusedLeadsToTheReference(t *testing.T) {
	for name, want := range map[string]bool{"mine.iq": true, "mine.jsonl": false} {
		_, err := player.ReadFile(name, "Addd a\n", nil)
		p := shownAt(1400, "#p=home", player.FileChosen{Name: name, Size: 7}, player.FileRead{N: 1, Name: name, Err: err})
		html := app.HTMLString(p.message())
		if got := strings.Contains(html, "p=language") && !strings.Contains(html, `hidden="true"><a`) && p.Reference; got != want {
			t.Errorf("%s: the message leads there: %v, want %v: %s", name, got, want, html)
		}
	}
}

// On a phone the goal of an exercise stands above the buttons, whatever is scrolled to.
func TestAPhoneKeepsTheGoalInReach(t *testing.T) {
	p := shownAt(390, "#p=play&ex=two-hold-a", player.Next{})
	goal := p.Head.Exercise.Text("en", "goal")
	bar := app.HTMLString(p.bar(app.Div()))
	if !strings.Contains(bar, escaped(goal)) || strings.Contains(app.HTMLString(shownAt(1400, "#p=play&ex=two-hold-a").bar(app.Div())), escaped(goal)) {
		t.Errorf("the bar is %s", bar)
	}
	if p.Update(time.Now(), player.Fold{What: "goal"}); attrsOf(p.goal().(app.HTML))["aria-expanded"] != "true" {
		t.Errorf("a press does not show all of it: %s", app.HTMLString(p.goal()))
	}
}
