package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// What a page shows follows from where it is and not from how it came there: nothing that was drawn,
// read or asked for before may stay.

// frames leaves the elements out that are quoted in a value.
var frames = strings.NewReplacer("<iframe", "", "</iframe", "")

// looks are all that is seen of a page: elements, picture, scrubber.
func looks(p *Page) []string {
	pic, _ := p.Picture()
	bio, _ := p.Scrubber(600)
	all := strings.Split(frames.Replace(app.HTMLString(p.Render())), "<")
	for i, el := range all { // attributes come in any order
		words := strings.Fields(strings.ReplaceAll(el, ">", " "))
		slices.Sort(words)
		all[i] = strings.Join(words, " ")
	}
	return append(all, fmt.Sprintf("picture %v", pic), fmt.Sprintf("scrubber %v", bio))
}

// toldSince tells a page messages, a second each; between them it is looked at, as by a reader.
func toldSince(p *Page, messages ...player.Msg) *Page {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for _, m := range messages {
		looks(p)
		p.Update(now, m)
		now = now.Add(time.Second)
	}
	return p
}

func sameLooks(t *testing.T, what string, got, want *Page) {
	t.Helper()
	a, b := looks(got), looks(want)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("%s: the words of an element are %.200q, want %.200q", what, a[i], b[i])
			return
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: got %d elements, want %d", what, len(a), len(b))
	}
}

// kinds are all pages and moments, by their names.
func kinds() (all map[string]kind, names []string) {
	all = maps.Clone(pages)
	maps.Copy(all, moments)
	return all, slices.Sorted(maps.Keys(all))
}

// A window that becomes another one shows what is shown in a window that was so from the beginning.
func TestAnotherWindowIsAsIfItHadBeenSo(t *testing.T) {
	all, names := kinds()
	for _, name := range names {
		c := all[name]
		for _, to := range []float64{1000, 390} {
			size := player.Resized{W: to, H: 1000, BoxW: to - 350, BoxH: 600}
			sameLooks(t, fmt.Sprintf("%s, from 1400 to %.0f px", name, to),
				toldSince(shownAt(1400, c.link, c.messages...), size), toldSince(shownAt(to, c.link, c.messages...), size))
		}
	}
}

// What the link says of language and theme holds, whatever the reader's system prefers.
func TestTheLinkIsAboveTheSystem(t *testing.T) {
	all, names := kinds()
	for _, name := range names {
		c := all[name]
		if slices.ContainsFunc(c.messages, func(m player.Msg) bool { _, ok := m.(player.Opened); return ok }) {
			continue // it goes on to another link
		}
		for _, lang := range []string{"en", "zh"} {
			link := c.link + "&theme=light&lang=" + lang
			shown := func(system string, dark bool) *Page {
				m := player.Preferred{Prefs: player.Prefs{Lang: system, Dark: dark}}
				return toldSince(shownAt(1400, link, append([]player.Msg{m}, c.messages...)...), m)
			}
			sameLooks(t, name+", lang="+lang, shown(map[string]string{"en": "zh", "zh": "en"}[lang], true), shown(lang, false))
		}
	}
}

// A link that leads elsewhere shows the same whatever was shown before. What the reader has unfolded
// stays so, and is folded here.
func TestWhatWasOpenBeforeIsForgotten(t *testing.T) {
	all, names := kinds()
	for _, to := range []string{"#s=lost-lease&step=3&code=1", "#p=play&z=Add+q", "#p=play&ex=first-failure-waits"} {
		follow := []player.Msg{player.Opened{Hash: to}, player.Arrived{}}
		want := toldSince(shownAt(1400, "#"), follow...)
		for _, name := range names {
			p := shownAt(1400, all[name].link, all[name].messages...)
			for what, open := range map[string]bool{"settings": p.Tools.Settings, "commands": p.Tools.Form.Shown} {
				if open {
					p.Update(time.Now(), player.Fold{What: what})
				}
			}
			sameLooks(t, to+" after "+name, toldSince(p, follow...), want)
		}
	}
}
