package page

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Elements are made without a browser, too: what stands on every kind of page, in every layout
// and language, is looked at as HTML.

var catalogs = map[string]*text.Catalog{"en": text.For("en"), "zh": text.For("zh")}

func words(lang, key string, args ...string) string { return catalogs[lang].Text(key, args...) }

// shownAt is a page of a width that opened a link and was told messages since.
func shownAt(width float64, link string, messages ...player.Msg) *Page {
	p := &Page{Player: player.New(player.Env{Text: words})}
	now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	for _, m := range append([]player.Msg{player.Preferred{Prefs: player.Prefs{Lang: "en"}}, player.Resized{W: width, H: 1000, BoxW: width - 350, BoxH: 600}, player.Opened{Hash: link}, player.Started{}}, messages...) {
		p.Update(now, m)
		now = now.Add(time.Second)
	}
	return p
}

// kind is a kind of page: the link, and what is done then.
type kind struct {
	link     string
	messages []player.Msg
	has      []string // texts
}

// pages are of every kind.
var pages = map[string]kind{
	"home":          {"#", nil, []string{"informerscope"}},
	"course":        {"#p=course", nil, []string{"Three adds, fewer passes"}},
	"search":        {"#p=course", []player.Msg{player.Search{Text: "resync"}}, []string{"Resync"}},
	"gallery":       {"#p=gallery", nil, nil},
	"teach":         {"#p=teach", nil, []string{"45 min", "90 min"}},
	"teach, a path": {"#p=teach&of=queue", []player.Msg{player.Got{What: "notes.en", Code: 200, Body: []byte(`{"queue":{"show":[{"text":"What is a key?","answer":"A name."}],"ask":[{"text":"And now?","answer":"Home."}]},"three-adds-one-job":{"ask":[{"text":"How many?","answer":"Two."}],"wrong":[{"text":"Three.","answer":"Count the keys."}]}}`)}}, []string{"How many?", "Count the keys.", "The lesson asks", "A solution", "A name.", "Home.", "In the queue W2 could take it", "Quiz of the class"}},
	"teach, lost":   {"#p=teach&s=S02", []player.Msg{player.Got{What: "notes.en", Reason: "refused"}}, []string{"could not be loaded"}},
	"quiz":          {"#p=quiz&of=queue&seed=3", nil, []string{"Question 1 of 8", "heap=[a@21m50.715s]"}},
	"quiz, a class": {"#p=quiz&of=class-queue&seed=3", nil, []string{"Quiz of the class: The work queue", "Question 1 of 8"}},
	"quiz, none":    {"#p=quiz&of=missed", nil, []string{"nothing to ask"}},
	"result":        {"#p=result", nil, []string{"2026-11-28", "All together"}},
	"language":      {"#p=language", nil, []string{"how long an answer of the API server takes", "end-mark none"}},
	"edit":          {"#p=edit", []player.Msg{player.Typed{Text: "id: x\nengines: classic atomic\nworkers: W1\n\nAdd a\n----\nq=[b]\n", Line: 5}, player.Rang{Name: "edit"}, player.RunAll{}}, []string{"Line 7 does not hold on classic", "atomic: does not hold: 1."}},
	"edit, unread":  {"#p=edit", []player.Msg{player.Typed{Text: "id: x\n\nAd a\n"}, player.Rang{Name: "edit"}, player.Fill{}}, []string{"unknown verb", "put right first"}},
	"commands":      {"#p=play&z=Add+a", []player.Msg{player.Fold{What: "commands"}, player.OpenForm{Verb: "AddAfter"}, player.FillIn{Field: "after", Value: "90s"}}, []string{"add the key after a time", "AddAfter a 90s"}},
	"header":        {"#p=play&set=handlers:h1+h3", []player.Msg{player.Fold{What: "settings"}, player.OpenHeader{Key: "handlers"}}, []string{"handlers: h1 h3 h2"}},
	"lesson":        {"#s=dirty-and-processing&step=3&key=a", nil, []string{"step 3 of 10", "Life cycle of a"}},
	"unasked":       {"#s=dirty-and-processing&predict=0&step=2", nil, []string{"◆"}},
	"question":      {"#s=dirty-and-processing", []player.Msg{player.Next{}, player.Next{}, player.Next{}, player.Next{}, player.Next{}}, nil},
	"part":          {"#s=one-hot-key&step=1&part=1", nil, nil},
	"end":           {"#s=three-adds-one-job&step=99", nil, nil},
	"code":          {"#s=dirty-and-processing&step=3&code=1", nil, []string{"a, step 3"}},
	"metrics":       {"#s=dirty-and-processing&step=6&side=metrics", nil, []string{"workqueue_", "depth"}},
	"zone":          {"#s=half-replaced&step=3&zone=fifo", nil, []string{"initialPopulationCount", "FIFO"}},
	"own zone":      {"#s=half-replaced&step=3&zone=server", nil, []string{"cluster.Cluster"}},
	"heap":          {"#s=inside-the-heap&step=6&view=tree", nil, nil},
	"pipeline":      {"#s=first-light&step=4&view=all&key=p1", nil, nil},
	"compared":      {"#s=half-replaced&step=3&compare=all", nil, []string{"classic", "atomic"}},
	"broken":        {"#s=done-without-get&step=3", nil, []string{"Broken at step 3."}},
	"warned":        {"#s=forgotten-done&step=7", nil, nil},
	"embed":         {"#embed&s=dirty-and-processing&step=2&code=1", nil, nil},
	"present":       {"#s=dirty-and-processing&step=2", []player.Msg{player.TogglePresent{}, player.Blank{}}, nil},
	"unknown":       {"#s=dirty-and-procesing&step=x", nil, []string{"dirty-and-processing"}},
	"play":          {"#p=play&z=Add+a;+W1+Get;+Add+b;+AddAfter+c+5s&key=a", nil, []string{"AddRateLimited", "W1 Get"}},
	"rest":          {"#p=play&z=Add+a", []player.Msg{player.Next{}}, []string{"a waits, and no worker takes it by itself:"}},
	"futures":       {"#p=play&z=Add+a;+Add+b;+W1+Get&if=1:Add+c;+W1+Get", nil, []string{"original", "a: "}},
	"what if":       {"#p=play&s=dirty-and-processing&step=2&if=2:Add+b", nil, nil},
	"settings":      {"#p=play&set=workers:3,limiter:bucket", []player.Msg{player.Fold{What: "settings"}}, nil},
	"share":         {"#s=dirty-and-processing&step=2", []player.Msg{player.OpenShare{}, player.ShareWay{I: 2}, player.ShareSize{I: 1}}, []string{"Frame in a page of yours", "640 × 360 px"}},
	"help":          {"#s=dirty-and-processing", []player.Msg{player.Help{}}, nil},
	"no file":       {"#p=trace&src=file", nil, nil},
	"live":          {"#p=live&res=pods", nil, nil},
	"live, away":    {"#p=live&res=pods", []player.Msg{player.Got{Run: 1, What: "info", Reason: "refused"}}, nil},
	"live, running": {"#p=live&res=pods", []player.Msg{player.Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"source":"demo","context":"kind-a","kubernetesVersion":"v1.37.0","insecure":true,"resources":[{"version":"v1","resource":"pods","namespaced":true}],"upstream":{"state":"up"}}`)}}, []string{"kind-a", "reflector", "pods"}},
}

var (
	tags = regexp.MustCompile(`<[^>]*>`)
	open = regexp.MustCompile(`\{(n|t|of|at|key|name|worker|step|what|why|res|ns|rv|time|func|file|zone|state|depth|len|times|place|part)\}`)
	said = regexp.MustCompile(`(aria-label|title|placeholder|aria-valuetext|value)="([^"]*)"`)
)

// Whatever is shown, no message is missing and no place of one is open, every control says what
// it is, and what tell says of the moment stands there.
func TestEveryPageSaysWhatItShows(t *testing.T) {
	for name, c := range pages {
		for _, lang := range []string{"en", "zh"} {
			for _, width := range []float64{1400, 1000, 390} {
				link := c.link + "&lang=" + lang
				p := shownAt(width, link, c.messages...)
				html := app.HTMLString(p.Render())
				body := tags.ReplaceAllString(html, "\n")
				for _, m := range said.FindAllStringSubmatch(html, -1) {
					body += "\n" + m[2]
				}
				for line := range strings.SplitSeq(body, "\n") {
					line = strings.TrimSpace(line)
					if open.MatchString(line) {
						t.Errorf("%s, %s, %.0f px: a place is open in %q", name, lang, width, line)
					}
					if catalogs["en"].Has(line) && strings.Contains(line, ".") {
						t.Errorf("%s, %s, %.0f px: the message %s is shown by its name", name, lang, width, line)
					}
				}
				_, _, headline := p.Headline()
				flat := squeeze(body)
				if p.Hash.Stage() && !strings.Contains(flat, squeeze(escaped(text.Plain(headline)))) {
					t.Errorf("%s, %s, %.0f px: the headline %q does not stand there", name, lang, width, headline)
				}
				if lang != "en" {
					continue
				}
				for _, want := range c.has {
					if !strings.Contains(flat, squeeze(escaped(want))) {
						t.Errorf("%s, %.0f px: there is no %q", name, width, want)
					}
				}
			}
		}
	}
}

// Every step of every lesson stands in the table, the picture's keys with their rows.
func TestTheTableShowsTheRowsOfTheStep(t *testing.T) {
	for _, l := range scenarios.List() {
		p := shownAt(1400, "#s="+l.ID+"&step=99")
		html := app.HTMLString(p.Render())
		var keys tell.Listing
		for i, id := range keys.List(p.Shown()) {
			if name := p.Shown().Name(id); i < 10 && !strings.Contains(html, `data-row="`+name+`"`) {
				t.Errorf("%s: there is no row of %s", l.ID, name)
			}
		}
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(s)
}

// Wherever a table of more rows than are drawn was scrolled to, each row that is there says which it is.
func TestRowsSayTheirPlaceInALongTable(t *testing.T) {
	row := regexp.MustCompile(`<tr[^>]*data-row="(\w+)"[^>]*>`)
	var adds []string
	for i := range 3 * rowsPage {
		adds = append(adds, "Add k"+strconv.Itoa(i))
	}
	link := "#p=play&z=" + url.QueryEscape(strings.Join(adds, "; "))
	for _, y := range []float64{0, 20 * rowPx, 50 * rowPx, 1e6} {
		p := shownAt(1400, link, player.Scrolled{Y: y})
		all := p.Listed.List(p.Shown())
		rows := row.FindAllStringSubmatch(app.HTMLString(p.Render()), -1)
		if len(rows) != rowsPage {
			t.Fatalf("scrolled to %v px there are %d rows, want %d", y, len(rows), rowsPage)
		}
		for _, r := range rows {
			i := slices.IndexFunc(all, func(id trace.ID) bool { return p.Shown().Name(id) == r[1] })
			if want := `aria-rowindex="` + strconv.Itoa(i+2) + `"`; !strings.Contains(r[0], want) {
				t.Errorf("scrolled to %v px, the row of %s is %s, want %s", y, r[1], r[0], want)
			}
		}
	}
}
