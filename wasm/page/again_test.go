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

// comes is what comes from a server in some minutes: an object a frame, with a tick after each.
func comes() (all []player.Msg) {
	for i := range 40 {
		kind := []string{"ADDED", "MODIFIED", "DELETED"}[i%3]
		frame := fmt.Sprintf(`{"type":%q,"object":{"metadata":{"name":"p%d","namespace":"shop","resourceVersion":"%d","uid":"u%d"}}}`, kind, i/3+2, i+20, i/3+2)
		all = append(all, player.WatchFrame{Run: 2, Gen: 1, Frame: []byte(frame)})
		for range 5 {
			all = append(all, player.Rang{Name: "live.tick"}, player.CloseNotice{})
		}
	}
	return all
}

// later tells a page messages, a second each.
func later(p *Page, messages ...player.Msg) *Page {
	for i, m := range messages {
		p.Update(time.Date(2026, 11, 28, 12, 0, i, 0, time.UTC), m)
	}
	return p
}

// A moment of live mode that is frozen stands, whatever comes.
func TestAFrozenMomentStands(t *testing.T) {
	for _, link := range []string{"#p=live", "#p=live&view=workqueue&key=p1"} {
		p := shownAt(1400, link, live(player.Toggle{})...)
		shown := func() string {
			pic, _ := p.Picture()
			_, _, line := p.Headline()
			return fmt.Sprint(line, p.Heard(), pic)
		}
		was := shown()
		if later(p, comes()...); !p.Live.Frozen() || shown() != was {
			t.Errorf("%s: frozen, it is %.300s\nwas %.300s", link, shown(), was)
		}
	}
}

// Who follows again sees what is seen by who never stopped.
func TestFollowingAgainIsAsIfNeverFrozen(t *testing.T) {
	for _, link := range []string{"#p=live", "#p=live&view=workqueue&key=p1"} {
		seen := func(freeze, follow player.Msg) *Page {
			return later(shownAt(1400, link, live()...), slices.Concat([]player.Msg{freeze}, comes()[:100], []player.Msg{follow}, comes()[100:200])...)
		}
		a, b := looks(seen(player.Toggle{}, player.Toggle{})), looks(seen(player.CloseNotice{}, player.Rang{Name: "live.tick"}))
		if len(a) != len(b) {
			t.Errorf("%s: %d elements, want %d", link, len(a), len(b))
		}
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] && !strings.Contains(a[i], `aria-live="polite" class="sr"`) { // which says now and then what is new
				t.Errorf("%s: is %.300s\nwant %.300s", link, a[i], b[i])
			}
		}
	}
}
