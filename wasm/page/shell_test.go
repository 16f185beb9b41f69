package page

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// deeds writes down what a page does: to the browser, to the server, to the painter and to the
// player.
type deeds struct{ done []string }

func (d *deeds) note(format string, args ...any) {
	d.done = append(d.done, fmt.Sprintf(format, args...))
}

func (d *deeds) Get(url string, _ func(int, []byte, string)) func() {
	d.note("the server is asked for %s", url)
	return func() { d.note("nobody waits for %s", url) }
}

func (d *deeds) Watch(url string, _ func(), _ func([]byte), _ func(string)) func() {
	d.note("the server is watched: %s", url)
	return func() { d.note("nobody watches %s", url) }
}

func (d *deeds) Talk(url string, _ func(), _ func([]byte), _ func(string)) (func(string), func()) {
	d.note("the server is spoken to: %s", url)
	return func(text string) { d.note("the server is told %s", text) }, func() { d.note("nobody speaks to %s", url) }
}

func (d *deeds) Stream(url string, _ func(), _ func([]byte), _ func(string)) func() {
	d.note("the server streams %s", url)
	return func() { d.note("nobody reads %s", url) }
}

func (d *deeds) Show(shapes []draw.Shape, _ draw.Palette, scale, dx, dy float64) {
	what := "the picture"
	if len(shapes) == 1 {
		what = shapes[0].ID
	}
	d.note("the painter paints %s, %.1f as large, at %.0f, %.0f", what, scale, dx, dy)
}

func (d *deeds) OnLost(func())  {}
func (d *deeds) Painted(func()) {}

// inBrowser is a page in a browser that writes its deeds down; has are the values that are there.
func inBrowser(t *testing.T, has map[string]any, link string) (*Page, *deeds) {
	t.Helper()
	p, d := shownAt(1400, link), &deeds{}
	window = func() app.BrowserWindow {
		return browser{app.Window(), thing{Value: noBrowser, has: has, done: &d.done}}
	}
	t.Cleanup(func() { window = app.Window })
	p.ctx = contextOf(app.Div(), noBrowser)
	inside(&p.ctx, "navigate").Set(reflect.ValueOf(func(u *url.URL, _ bool) { d.note("go-app goes to %s", u) }))
	p.host = Host{Transport: d, Mounted: func() {}}
	p.heard = func(m player.Msg) { d.note("says %s", saidAs(m)) }
	p.motion.init(func() { p.say(player.Arrived{}) })
	p.stage.Measure()
	p.stage.Use(d)
	d.done = nil
	return p, d
}

// Each effect of the player is a deed of the shell. An effect of player/effect.go that is not here
// fails, and so does one of which nothing comes.
func TestEachEffectIsDone(t *testing.T) {
	const file = "testdata/deeds.txt"
	field := func(id string) string { return `document.getElementById("` + id + `")` }
	has := map[string]any{
		field("stage") + ".getBoundingClientRect().width": 900., field("stage") + ".getBoundingClientRect().height": 500.,
		field("scrub") + ".clientWidth": 800., "innerWidth": 1400., "innerHeight": 900.,
		field("explain-title") + ".isConnected": true, field("code") + ".isConnected": true, "document.activeElement.isConnected": true,
		"location.hash": "#p=home", "origin": "https://example.org",
	}
	frame := func(ms float64) []draw.Shape { return []draw.Shape{{ID: fmt.Sprintf("what moves at %.0f ms", ms)}} }
	var out strings.Builder
	missing := effectTypes(t)
	synctest.Test(t, func(t *testing.T) {
		p, d := inBrowser(t, has, "#s=dirty-and-processing&step=2")
		wrote := func(title string) {
			fmt.Fprintln(&out, title)
			for i, line := range d.done {
				if i == 6 && len(d.done) > 8 { // elements of an SVG
					fmt.Fprintln(&out, "  … and more")
					break
				}
				fmt.Fprintln(&out, "  "+line)
			}
			d.done = nil
		}
		carry := func(e player.Effect) {
			delete(missing, reflect.TypeOf(e).Name())
			p.carry(e)
			wrote(e.String())
		}
		wait := func(by time.Duration) {
			time.Sleep(by)
			synctest.Wait()
			wrote("wait " + by.String())
		}
		at := func(ms float64) {
			p.motion.at(ms)
			wrote(fmt.Sprintf("frame at %.0f ms", ms))
		}
		wait(time.Second) // a new painter takes the place of the still
		carry(player.Save{Hash: "#p=play"})
		carry(player.Visit{Hash: "#p=home"})
		p.visited = "https://example.org/#p=home" // where go-app thinks that it is
		carry(player.Visit{Hash: "#p=home"})
		carry(player.Dress{Theme: "dark", Lang: "zh"})
		carry(player.Dress{Lang: "en"})
		carry(player.Show{})
		move := player.Move{What: "step", Ms: 100, Frame: frame, W: 900, H: 500}
		carry(move)
		at(1000)
		at(1050)
		carry(move) // another one, under way: the frame that was asked for is its
		at(1060)
		at(1160)
		at(1170)
		carry(move)
		at(2000)
		carry(player.Still{})
		at(2010)
		carry(move)
		carry(player.Show{}) // ends what moves
		at(3000)
		carry(player.Scrub{})
		carry(player.Timer{Name: "play", After: time.Second})
		carry(player.Timer{Name: "play", After: 3 * time.Second}) // in its place
		carry(player.Timer{Name: "hud", After: time.Second})
		carry(player.Timer{Name: "hud", After: -1})
		wait(2 * time.Second)
		wait(2 * time.Second)
		carry(player.Card{Text: "a · dirty"})
		carry(player.Focus{ID: "explain-title"})
		carry(player.Focus{})
		carry(player.Focus{}) // it was given back
		carry(player.Blur{})
		carry(player.Fit{})
		carry(player.Keep{Name: "informerscope.done", Text: "x:1/1"})
		carry(player.Keep{Name: "informerscope.done"})
		carry(player.Keep{Name: "informerscope.play", Text: "Add a", Tab: true})
		carry(player.Keep{Name: "informerscope.play", Tab: true})
		p.chosen = thing{Value: noBrowser, path: "file", done: &d.done}
		carry(player.Read{N: 1})
		carry(player.Dialog{ID: player.ShareID, Open: true})
		carry(player.Dialog{ID: player.ShareID})
		has[field(player.ShareID)+".open"], has[field(player.HelpID)+".open"] = true, true
		carry(player.Dialog{ID: player.ShareID, Open: true})
		carry(player.Dialog{ID: player.ShareID})
		carry(player.Dialog{ID: player.HelpID, Open: true}) // its key closes it
		carry(player.Fullscreen{On: true})
		carry(player.Fullscreen{})
		carry(player.Light{})
		p.Present.Spot = true
		carry(player.Light{})
		carry(player.Download{File: "x.svg", Mime: "image/svg+xml", Text: "<svg/>"})
		carry(player.Download{File: "x.png", Text: "<svg/>", PNG: true, W: 10, H: 10})
		carry(player.Shoot{N: 1, Kind: "gif", File: "x.gif", W: 10, H: 10, Next: func() (string, time.Duration, int, bool) { return "<svg/>", time.Second, 1, true }})
		carry(player.EndShoot{N: 1})
		carry(player.Size{W: 640, H: 360}) // nobody is around
		p.framed = true
		carry(player.Size{W: 640, H: 360})
		carry(player.Copy{ID: "share-link"})
		carry(player.Select{ID: "share-link"})
		carry(player.Clear{Act: "namespace"})
		carry(player.ToCode{})
		carry(player.Paper{})
		carry(player.Get{Run: 1, Gen: 1, What: "list", URL: "api/v1/pods"})
		carry(player.Watch{Run: 1, Gen: 2, URL: "api/v1/pods?watch"})
		carry(player.Watch{Run: 1, Gen: 3, URL: "api/v1/pods?watch", Chunked: true})
		carry(player.Attend{Run: 2, URL: "informerscope/v1/class"})
		carry(player.Send{Text: "hello"})
		carry(player.Cancel{Run: 2})
		carry(player.Cancel{Run: 1, Gen: 1})
		carry(player.Cancel{Run: 1, Gen: 3})
		carry(player.Cancel{Run: 1})
	})
	delete(missing, "Render") // take returns it
	if len(missing) > 0 {
		t.Errorf("nothing is known of what the shell does of %v: add a line here", slices.Sorted(maps.Keys(missing)))
	}
	golden.Holds(t, file, out.String())
}

// effectTypes are the names of the player's effects, as its source has them.
func effectTypes(t *testing.T) map[string]bool {
	source, err := os.ReadFile("../player/effect.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^func \((?:\w+ )?(\w+)\) String\(\) string`).FindAllStringSubmatch(string(source), -1) {
		names[m[1]] = true
	}
	if len(names) < 20 {
		t.Fatalf("player/effect.go has %d effects, want 20 at least", len(names))
	}
	return names
}

// Elements are rendered when the player says so, and only then.
func TestElementsAreRenderedWhenThePlayerSaysSo(t *testing.T) {
	p, _ := inBrowser(t, nil, "#s=dirty-and-processing&step=2")
	p.heard = nil
	for _, c := range []struct {
		does player.Msg
		want bool
	}{{player.Hover{ID: "key:a"}, false}, {player.Seek{N: 4}, true}, {player.Key{Name: "F9"}, false}, {player.Fold{What: "code"}, true}} {
		if got := p.take(c.does); got != c.want {
			t.Errorf("take(%T) renders: %v, want %v", c.does, got, c.want)
		}
		prevented := 0
		ctx := contextOf(p, noBrowser)
		inside(&ctx, "sourceElement").Set(reflect.ValueOf(p))
		inside(&ctx, "addComponentUpdate").Set(reflect.ValueOf(func(_ app.Composer, n int) { prevented -= n }))
		handler, _ := p.on(c.does)
		if handler(ctx, app.Event{Value: noBrowser}); prevented != map[bool]int{true: 0, false: 1}[c.want] {
			t.Errorf("after %T go-app is kept from rendering %d times, want it to render: %v", c.does, prevented, c.want)
		}
	}
}

// What is kept for good is found before what is kept in this tab; a browser that refuses has nothing.
func TestWhatIsKeptIsFound(t *testing.T) {
	local, tab := `localStorage.getItem("x")`, `sessionStorage.getItem("x")`
	for _, c := range []struct {
		has  map[string]any
		want string
	}{
		{map[string]any{local: "for good", tab: ""}, "for good"},
		{map[string]any{local: "", tab: "in this tab"}, "in this tab"},
		{map[string]any{local: "for good", tab: "in this tab"}, "for good"},
		{map[string]any{local: "", tab: nil}, ""},
		{map[string]any{local: 1}, ""}, // its String panics
	} {
		inBrowser(t, c.has, "#")
		if got := kept("x"); got != c.want {
			t.Errorf("of %v there is kept %q, want %q", c.has, got, c.want)
		}
	}
}
