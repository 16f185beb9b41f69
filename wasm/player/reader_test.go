package player

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// opened is a page in a window of a computer, at a link.
func opened(link string, messages ...Msg) *Player {
	p := New(Env{Text: words, Base: "https://here/"})
	for _, m := range append([]Msg{Preferred{Prefs: Prefs{Lang: "en"}}, Resized{W: 1400, H: 900, BoxW: 1000, BoxH: 600}, Opened{link}}, messages...) {
		p.Update(noon, m)
	}
	return p
}

// read lets the reader open a file, and goes where the page goes then.
func read(t *testing.T, p *Player, name, text string) {
	t.Helper()
	p.Update(noon, FileChosen{name, len(text)})
	f, err := ReadFile(name, text, nil)
	for _, e := range p.Update(noon, FileRead{p.reading, name, f, err}) {
		if v, ok := e.(Visit); ok {
			p.Update(noon, Opened(v))
		}
	}
}

func TestAFileOfTheReaderIsOpenedAndTold(t *testing.T) {
	script, err := scenarios.Files("dirty-and-processing.iq")
	if err != nil {
		t.Fatal(err)
	}
	p := opened("#")
	read(t, p, "mine.iq", script)
	if p.Head == nil || p.Head.Lesson == nil || p.Hash.Page != "lesson" || !p.Hash.File || p.Notice() != "" {
		t.Errorf("a script: page %s, file %t, %q", p.Hash.Page, p.Hash.File, p.Notice())
	}
	var trace bytes.Buffer
	if err := p.Head.Run.Recorder.WriteJSON(&trace); err != nil {
		t.Fatal(err)
	}
	p = opened("#")
	read(t, p, "mine.jsonl", trace.String())
	if p.Hash.Page != "trace" || p.Head == nil || !p.Head.First() {
		t.Fatalf("a trace: page %s, %q", p.Hash.Page, p.Notice())
	}
	if _, _, line := p.Headline(); line != words("en", "file.start") {
		t.Errorf("a trace begins with %q", line)
	}
	p.Update(noon, Next{})
	_, _, line := p.Headline()
	if heard := p.Heard(); !strings.HasSuffix(heard, text.Plain(line)) || p.mode().about() != text.Plain(line) || strings.Count(line, "**") != 2 {
		t.Errorf("a step of a trace has the headline %q, is heard as %q", line, heard)
	}
	for _, c := range []struct {
		does Msg
		want string
	}{
		{FileChosen{"huge.jsonl", maxTrace + 1}, tell.Bytes(maxTrace)},
		{FileReading{p.reading, "a.jsonl", 40}, "40"},
		{FileRead{p.reading, "bad\u202e.iq", nil, &scenarios.Error{Line: 3, Text: "no such verb"}}, "bad‹U+202E›.iq"},
		{FileLost{Name: "gone.iq", Why: "it is gone"}, "it is gone"},
		{FileLost{Name: "link.iq", Why: "truncated", Cut: true, Read: "id: x\n\nAdd"}, "breaks off in line 3, behind “Add”"},
		{FileLost{Name: "far.iq", Why: "HTTP 404", Site: "far.example"}, "from far.example: HTTP 404"},
		{FileLost{Name: "far.iq", Why: "Failed to fetch", Site: "far.example", Shut: true, Barred: true}, "lets it ask its own server alone"},
		{FileLost{Name: "far.iq", Why: "Failed to fetch", Site: "far.example", Shut: true}, "the server of far.example answers, but without the header Access-Control-Allow-Origin"},
	} {
		if p.Update(noon, c.does); !strings.Contains(p.Notice(), c.want) {
			t.Errorf("after %T the notice is %q, want %q in it", c.does, p.Notice(), c.want)
		}
	}
	old := FileRead{p.reading - 1, "old.iq", nil, &scenarios.Error{Text: "late"}}
	if p.Update(noon, old); strings.Contains(p.Notice(), "late") {
		t.Errorf("a file that was opened earlier is told: %q", p.Notice())
	}
}

// Of many keys the scrubber has bars as well: as long as the queue was, a step each.
func TestTheScrubberOfManyKeysHasBars(t *testing.T) {
	for keys, want := range map[int]int{4: 4, 5: 5, 9: 9} {
		script := ""
		for n := range keys {
			script += fmt.Sprintf("Add+k%d;+", n)
		}
		shapes, _ := opened("#p=play&z=" + strings.TrimSuffix(script, ";+")).Scrubber(900)
		bars := 0
		for _, s := range shapes {
			if s.Hatch == draw.Dirty && s.W != 20 { // that of the legend
				bars++
			}
		}
		if bars != want {
			t.Errorf("%d keys were added in a step each, and there are %d bars, want %d", keys, bars, want)
		}
	}
}

// The scrubber has a picture on every page with a stage, and a hit of it seeks: a step, the start,
// another future's step.
func TestAHitOfTheScrubberSeeks(t *testing.T) {
	for _, link := range []string{"#s=dirty-and-processing&step=4", "#s=inside-the-heap&step=4", "#s=first-light&step=2&view=all", "#s=half-replaced&step=2", "#s=half-replaced&step=2&compare=all",
		"#embed&s=dirty-and-processing&step=3", "#p=play&z=Add+a;+W1+Get", "#p=play&z=Add+a;+Add+b;+W1+Get&if=1:Add+c", "#p=play&z=" + strings.Repeat("Add+a;", 300)} {
		p := opened(link)
		if shapes, h := p.Scrubber(900); len(shapes) == 0 || h < 40 || h > p.ScrubHeight() {
			t.Errorf("%.60s: %d shapes, %v px high", link, len(shapes), h)
		}
	}
	for _, link := range []string{"#", "#p=live", "#p=course"} {
		p := opened(link)
		if shapes, _ := p.Scrubber(0); shapes != nil {
			t.Errorf("%s has a scrubber of no width", link)
		}
	}
	p := opened("#s=dirty-and-processing&step=4")
	p.Scrubber(900)
	for _, c := range []struct {
		hit  ScrubHit
		want int
	}{{ScrubHit{ID: "step:7", X: 500}, 7}, {ScrubHit{ID: "", X: 300}, 7}, {ScrubHit{ID: "step:x", X: 300}, 7}, {ScrubHit{X: 20}, 0}} {
		if p.Update(noon, c.hit); p.Head.Step != c.want {
			t.Errorf("after %+v the playhead is at %d, want %d", c.hit, p.Head.Step, c.want)
		}
	}
	p = opened("#p=play&z=Add+a;+Add+b;+W1+Get&if=1:Add+c;+W1+Get")
	p.Scrubber(900)
	shown := p.Head.Session.Shown()
	if p.Update(noon, ScrubHit{ID: "future:0:2", X: 400}); shown != 1 || p.Head.Session.Shown() != 0 || p.Head.Step != 2 {
		t.Errorf("after a hit of the original's step 2: future %d, step %d", p.Head.Session.Shown(), p.Head.Step)
	}
	if p.Update(noon, ScrubHit{ID: "future:x:2", X: 400}); p.Head.Step != 2 {
		t.Errorf("a future of no number moved the playhead to %d", p.Head.Step)
	}
}

func TestAFingerSteps(t *testing.T) {
	for _, c := range []struct {
		dx, dy float64
		took   time.Duration
		want   Msg
	}{{-200, 10, 100 * time.Millisecond, Next{}}, {200, 10, 100 * time.Millisecond, Back{}}, {-5, 0, 100 * time.Millisecond, nil}, {-200, 190, 100 * time.Millisecond, nil}, {-200, 0, 10 * time.Second, nil}} {
		if got := Swiped(c.dx, c.dy, c.took); got != c.want {
			t.Errorf("Swiped(%v, %v, %v) = %#v, want %#v", c.dx, c.dy, c.took, got, c.want)
		}
	}
}

func TestPagesForReadingHavePictures(t *testing.T) {
	p := opened("#")
	if hero := p.Hero(); len(hero.Shapes) == 0 || hero.W == 0 {
		t.Error("the home page has no picture")
	}
	for _, l := range scenarios.List() {
		if pic, ok := p.Still(l, 3); !ok || len(pic.Shapes) == 0 {
			t.Errorf("%s has no still", l.ID)
		}
	}
	for _, m := range []Msg{Next{}, Back{}, Toggle{}, Seek{3}} {
		if p.Update(noon, m); p.Head != nil || p.Moment() != 0 || p.Heard() != "" {
			t.Errorf("after %T the home page has a playhead", m)
		}
	}
}

// Of two files that were opened one after the other the last one is shown, however long the first
// took.
func TestTheFileThatWasOpenedLastIsShown(t *testing.T) {
	p := newPlayer()
	p.Update(noon, Opened{"#p=home"})
	p.Update(noon, FileChosen{"first.iq", 10})
	first := p.reading
	p.Update(noon, FileChosen{"second.iq", 10})
	for _, m := range []Msg{FileReading{first, "first.iq", 50}, FileRead{first, "first.iq", nil, io.EOF}} {
		if p.Update(noon, m); p.Notice() != "" {
			t.Errorf("%T of the first file says %q, want nothing", m, p.Notice())
		}
	}
	if p.Update(noon, FileRead{p.reading, "second.iq", nil, io.EOF}); !strings.Contains(p.Notice(), "second.iq") {
		t.Errorf("a second file that cannot be read says %q", p.Notice())
	}
}

// What is taken along leads to the moment: the frame embedded, the link not.
func TestLinksLeadToTheMoment(t *testing.T) {
	p := newPlayer()
	p.Update(noon, Opened{"#s=dirty-and-processing&step=4&lang=en"})
	p.Update(noon, OpenShare{})
	if got, want := p.Address(false), "https://example.org/#p=lesson&s=dirty-and-processing&step=4&lang=en"; got != want {
		t.Errorf("the link is %q, want %q", got, want)
	}
	snippet := func(way string) string {
		i := slices.IndexFunc(Ways, func(w Way) bool { return w.Name == way })
		p.Update(noon, ShareWay{i})
		return p.Excerpt().Fill(p.Way().Text)
	}
	if got := snippet("embed"); !strings.Contains(got, `src="https://example.org/#embed&amp;p=lesson&amp;s=dirty-and-processing&amp;step=4&amp;lang=en"`) || !strings.Contains(got, "aspect-ratio:16/9") {
		t.Errorf("the frame is %q", got)
	}
	p.Update(noon, ShareSize{2})
	if got := snippet("embed"); !strings.Contains(got, `width="800" height="450"`) {
		t.Errorf("the frame of 800 px is %q", got)
	}
	p.Update(noon, ShareSize{3})
	if got := snippet("embed"); !strings.Contains(got, `width="480" height="270"`) {
		t.Errorf("the frame of 480 px is %q", got)
	}
	if got := snippet("markdown"); !strings.Contains(got, "](https://example.org/web/dist/stills/dirty-and-processing/4.svg)](https://example.org/#p=lesson&s=dirty") {
		t.Errorf("the picture for Markdown is %q", got)
	}
	if got, want := snippet("element"), `<div><informer-scope scenario="dirty-and-processing" step="4" lang="en">`; !strings.HasPrefix(got, want) || !strings.Contains(got, `src="https://example.org/web/embed.js"`) {
		t.Errorf("the element is %q, want it to begin %q", got, want)
	}
	if got := snippet("slidev"); !strings.Contains(got, `url: "https://example.org/#embed&p=lesson&s=dirty-and-processing&step=4&lang=en&present=1"`) {
		t.Errorf("the slide is %q", got)
	}
	// The element shows lessons of the page's own only: elsewhere its ways are not offered.
	p.Update(noon, Opened{"#p=play&z=Add+a"})
	p.Update(noon, OpenShare{})
	if got := snippet("hugo"); got != p.Address(false) {
		t.Errorf("of a playground Hugo has %q", got)
	}
}

// From a what-if the way back leads to the step that was left: the last that both have in common.
func TestAWhatIfLeadsBackToItsLesson(t *testing.T) {
	p := opened("#p=play&s=dirty-and-processing&step=3")
	for _, c := range []struct {
		does Msg
		want string
	}{
		{Seek{3}, "step=3"},
		{Seek{5}, "step=5"},
		{Seek{3}, "step=3"},
		{Do{must(sim.ParseCommand("Add b"))}, "step=3"},
		{Do{must(sim.ParseCommand("Add c"))}, "step=3"},
		{Back{}, "step=3"},
		{Seek{2}, "step=2"},
		{Branch{0}, "step=2"},
		{End{Last: true}, "step=10"},
	} {
		p.Update(noon, c.does)
		if l := p.LessonShown(); l == nil || l.ID != "dirty-and-processing" {
			t.Errorf("after %+v the lesson that was left is %v", c.does, l)
		}
		if got, want := p.LessonLink(), "#p=lesson&s=dirty-and-processing&"+c.want; got != want {
			t.Errorf("after %+v at step %d the lesson is at %s, want %s", c.does, p.Head.Step, got, want)
		}
	}
}

// Where a browser refuses downloads, what is taken along stands as text in the dialog, wherever it was
// asked for: the dialog is open before the text is selected, and says what to press.
func TestWhatCannotBeDownloadedStandsThere(t *testing.T) {
	for _, before := range [][]Msg{nil, {OpenShare{}}} {
		for _, what := range []string{"svg", "trace", "iq"} {
			if before == nil && what != "iq" {
				continue // their buttons stand in the dialog
			}
			p := New(Env{Text: words, Boxed: true})
			for _, m := range append([]Msg{Resized{W: 1400, H: 900, BoxW: 1000, BoxH: 600}, Opened{"#p=play&z=Add+a&lang=en"}}, before...) {
				p.Update(noon, m)
			}
			opened := p.Share.Open
			for _, e := range p.Update(noon, Take{what}) {
				switch e := e.(type) {
				case Download:
					t.Errorf("%s after %v is downloaded", what, before)
				case Dialog:
					opened = opened || e.Open && e.ID == ShareID
				case Select:
					if !opened {
						t.Errorf("%s after %v: the text is selected before the dialog is open", what, before)
					}
				}
			}
			if !opened || !p.Share.Open || p.Share.File == nil || p.Tell(p.Share.Said) != p.T("share.selected") {
				t.Errorf("%s after %v: the dialog is open: %v, with a text of %d bytes, and says %q", what, before, p.Share.Open, len(p.Tell(p.Share.File)), p.Tell(p.Share.Said))
			}
		}
	}
}

// Where no moving picture can be made, the dialog says why; where one can, or nothing is shown, it does not.
func TestTheDialogSaysWhyThereIsNoFilm(t *testing.T) {
	for hash, want := range map[string]string{"#s=first-light": "", "#p=edit": "", "#p=course": "", "#p=play": "", "#s=first-light&p=play": "", "#p=live": "take the trace"} {
		if got := opened(hash).NoFilm(); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", hash, got, want)
		}
	}
	p := New(Env{Text: words, Base: "https://here/", Boxed: true})
	p.Update(noon, Preferred{Prefs: Prefs{Lang: "en"}})
	p.Update(noon, Opened{"#p=play"})
	if got := p.NoFilm(); !strings.Contains(got, "may not save files") {
		t.Errorf("in a frame that may not save: %q", got)
	}
}

// A film of the playground and one of a trace show what is said of each step when the reader stands at it, in
// pictures of what he sees; one that begins with a lesson says what that says up to where it was left.
func TestAFilmIsOfPlaygroundAndTraceToo(t *testing.T) {
	var add, get Do
	add.Command, get.Command = must(sim.ParseCommand("Add a")), must(sim.ParseCommand("W1 Get"))
	play := opened("#p=play", Plan{"workqueue"}, add, get, add)
	left := opened("#s=dirty-and-processing&p=play&step=2", add)
	var b strings.Builder
	if err := play.Shown().Recorder().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	recorded := opened("#p=edit")
	read(t, recorded, "x.jsonl", b.String())
	for name, p := range map[string]*Player{"play": play, "left": left, "trace": recorded} {
		p.Update(noon, OpenShare{})
		var shots []Shoot
		for _, e := range p.Update(noon, MakeFilm{"gif"}) {
			if e, ok := e.(Shoot); ok {
				shots = append(shots, e)
			}
		}
		if len(shots) != 1 || !strings.HasSuffix(shots[0].File, ".gif") {
			t.Fatalf("%s: %+v, want one film", name, shots)
		}
		film, drawn, resting := shots[0], 0, []string{}
		for {
			svg, _, n, ok := film.Next()
			if !ok {
				break
			}
			if n > drawn {
				resting = append(resting, svg)
			}
			drawn = n
		}
		first, last, _ := p.mode().span()
		if len(resting) != last-first+1 || last < 2 {
			t.Fatalf("%s: %d steps are drawn, want %d to %d", name, len(resting), first, last)
		}
		for i, svg := range resting {
			p.Update(noon, Seek{first + i})
			_, _, line := p.Headline()
			for _, word := range strings.Fields(plain(line)) {
				if word = strings.Trim(word, "`"); !strings.Contains(svg, html.EscapeString(word)) {
					t.Errorf("%s, step %d: its picture lacks %q of %q", name, first+i, word, line)
				}
			}
		}
	}
}

// Of a run that is longer than a film can be, its last steps are chosen.
func TestAFilmOfALongRunIsOfItsEnd(t *testing.T) {
	p := opened("#p=play")
	add := Do{must(sim.ParseCommand("Add a"))}
	for range film.MaxReel + 20 {
		p.Update(noon, add)
	}
	p.Update(noon, OpenShare{})
	if _, last, _, fits, ok := p.Films(); !ok || !fits || last != film.MaxReel+20 || p.Share.Film.From != 21 || p.Share.Film.To != last {
		t.Errorf("of %d steps %+v are chosen, which fits: %v, %v", last, p.Share.Film, fits, ok)
	}
}
