//go:build browser

package browser

import (
	"context"
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/room"
)

// asked are the requests for anything but a file of the page.
type asked struct {
	mu   sync.Mutex
	data []string
}

// classServer serves the built page with a class, and writes down what is asked for.
func classServer(t *testing.T) (url string, a *asked) {
	root := Root(t)
	index, err := os.ReadFile(filepath.Join(root, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a = &asked{}
	var g *gate.Gate
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/web/") && r.URL.Path != "/favicon.ico" {
			a.mu.Lock()
			a.data = append(a.data, r.Header.Get("Upgrade")+" "+r.URL.RequestURI())
			a.mu.Unlock()
		}
		g.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(func() {
		stop, done := context.WithTimeout(context.Background(), 5*time.Second)
		defer done()
		_ = g.Shutdown(stop)
	})
	t.Cleanup(cancel)
	g, err = gate.New(gate.Config{Source: hub.New(ctx, demo.New(7), nil), Index: index, Web: os.DirFS(filepath.Join(root, "web")),
		Hosts: []string{strings.TrimPrefix(srv.URL, "http://"), roomHost(srv.URL)}, Class: room.Open("ABC234", "the-secret-of-the-presenter")})
	if err != nil {
		t.Fatal(err)
	}
	return srv.URL, a
}

// roomHost is a host other than this machine's own name by which a browser reaches the server.
func roomHost(url string) string { return "room.localhost" + url[strings.LastIndexByte(url, ':'):] }

// accessible fails for what axe-core finds on the page as it stands, light and dark.
func (p *Page) accessible(what string, o Options) {
	p.T.Helper()
	for _, dark := range []bool{false, true} {
		o.Dark = dark
		p.Emulate(o)
		time.Sleep(400 * time.Millisecond) // colours change over a moment
		if found := p.violations(); len(found) > 0 {
			p.T.Errorf("%s, dark %v:\n%s", what, dark, strings.Join(found, "\n"))
		}
	}
}

// reaches fails unless Tab leads to each of these controls.
func (p *Page) reaches(acts ...string) {
	p.T.Helper()
	var seen []string
	for range 60 {
		p.Key(kb.Tab)
		seen = append(seen, Eval[string](p, `document.activeElement?.dataset.act ?? ''`))
	}
	for _, act := range acts {
		if !slices.Contains(seen, act) {
			p.T.Errorf("Tab does not reach %s: %q", act, seen)
		}
	}
	Eval[bool](p, `(document.activeElement?.blur(), true)`)
}

// readQR is what a phone reads off the screen.
func readQR(t *testing.T, screen image.Image) string {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmapFromImage(screen)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		t.Errorf("there is no QR code: %v", err)
		return ""
	}
	return read.GetText()
}

// A class of ten pages, with its presenter: steps are followed, votes counted and revealed, who is lost is counted, one
// looks around and returns with a key, and a presenter who loads the page again keeps the room.
func TestAClassFollowsVotesAndIsLost(t *testing.T) {
	const people = 10
	url, asked := classServer(t)
	quiet, axe := []string{"WebSocket connection"}, axeSource(t) // at the end the server is gone
	at := "http://" + roomHost(url)                              // by this machine's own name there is nothing for phones
	p := Open(t, at+"/#class=ABC234&lead=the-secret-of-the-presenter&s=dirty-and-processing&step=1&lang=en", Options{Width: 1280, Height: 800, Allow: quiet, Before: axe}).Ready()
	if is := Eval[string](p, "location.href"); strings.Contains(is, "ABC234") || strings.Contains(is, "secret") {
		t.Fatalf("the address keeps what opens the class: %s", is)
	}
	p.Wait(`document.querySelector('.classbar .line').innerText === 'following: 0'`)

	all := make([]*Page, people)
	for i := range all {
		o := Options{Width: 390, Height: 700, ReducedMotion: true, Allow: quiet, Dark: i == 2}
		if i < 2 {
			o.Before = axe
		}
		lang := "en"
		if i == 1 {
			lang = "zh"
		}
		all[i] = Open(t, url+"/#class=abc234&lang="+lang, o)
	}
	began := time.Now()
	for _, f := range all {
		f.Wait(`document.querySelector('.classbar.here [data-act=class-around]') && location.hash.includes('s=dirty-and-processing')`)
	}
	p.Wait(`document.querySelector('.classbar .line').innerText === 'following: 10'`)
	p.Shot("class-presents")

	p.Click("step")
	for _, f := range all {
		f.Wait(`location.hash.includes('step=2')`)
	}
	t.Logf("ten pages joined and followed within %v", time.Since(began).Round(time.Millisecond))
	all[0].Shot("class-follows-phone")
	if got := Eval[string](all[1], "document.documentElement.lang"); got != "zh-Hans" {
		t.Errorf("a follower's language became %q", got)
	}

	p.Click("step") // the question comes first
	for i, f := range all {
		f.Wait(`document.querySelectorAll('.ask.voting [data-answer]').length === 4`)
		Eval[bool](f, fmt.Sprintf(`(document.querySelector('[data-answer="%d"]').click(), true)`, i%2+1))
	}
	Eval[bool](all[0], `(document.querySelector('[data-answer="3"]').click(), true)`) // another opinion
	all[0].Wait(`document.querySelector('[data-answer="3"]').getAttribute('aria-pressed') === 'true'`)
	const told = `document.querySelector('[data-role=headline]').innerText`
	votes := `[...document.querySelectorAll('.ask.voting .votes')].map(e => e.innerText.replace(/\D/g, '')).join()`
	p.Wait(votes + ` === '4,5,1,0'`)
	has(p, ".ask .hint", "10 of 10 have voted")
	if got := Eval[string](all[0], votes); got != "" {
		t.Errorf("before they are shown a follower sees the votes %s", got)
	}
	p.Shot("class-votes")
	all[0].Shot("class-vote-phone")
	p.accessible("who presents, with votes", Options{Width: 1280, Height: 800})
	p.Emulate(Options{Width: 1280, Height: 800})
	for _, f := range all[:2] {
		f.accessible("who votes, on a phone", Options{Width: 390, Height: 700, ReducedMotion: true})
	}
	all[1].Shot("class-vote-phone-zh")
	p.Key("p")
	p.Wait(`document.querySelector('.app.present .ask.voting .votes')`)
	p.Emulate(Options{Width: 1920, Height: 1080, Dark: true})
	time.Sleep(300 * time.Millisecond) // the picture is painted for the new size
	p.Shot("class-votes-projector")
	p.Emulate(Options{Width: 1280, Height: 800})
	p.Key("p")
	p.Wait(`document.querySelector('.app:not(.present) .ask.voting .votes')`)
	p.Click("class-reveal")
	for _, f := range all {
		f.Wait(votes + ` === '4,5,1,0'`)
	}
	all[2].Shot("class-revealed-phone-dark")

	// Loaded again, the presenter's page has the room, the question and its votes.
	p.Do(chromedp.Reload())
	p.Wait(`document.querySelector('.classbar .line')?.innerText === 'following: 10' && ` + votes + ` === '4,5,1,0'`)
	p.Ready()
	p.Click("step")
	for _, f := range all {
		f.Wait(`location.hash.includes('step=3') && document.querySelector('.ask.done').innerText.length > 0`)
	}

	for _, f := range all[:3] {
		Eval[bool](f, `(document.querySelector('[data-act=class-lost]').click(), true)`)
	}
	p.Wait(`document.querySelector('.classbar .line').innerText.includes('lost here: 3')`)
	p.Shot("class-lost")

	// One looks around, while the class goes on, and returns with a key.
	f := all[3]
	before := Eval[string](f, told)
	Eval[bool](f, `(document.querySelector('[data-act=back]').click(), true)`)
	f.Wait(`document.querySelector('.classbar.around') && ` + told + ` !== ` + strconv.Quote(before))
	p.Click("step")
	all[4].Wait(`location.hash.includes('step=4')`)
	p.Wait(`document.querySelector('.classbar .line').innerText.includes('lost at the step before: 3')`)
	if got := Eval[string](f, "location.hash"); strings.Contains(got, "step=4") {
		t.Errorf("who looks around was taken along to %s", got)
	}
	f.Shot("class-around-phone")
	f.reaches("class-lost", "class-return", "class-leave")
	f.Key("r")
	f.Wait(`location.hash.includes('step=4') && !document.querySelector('.classbar.around')`)

	// The code, for a room to read; and the presentation.
	p.Key("c")
	p.Wait(`document.querySelector('#class-code[open] .letters')?.innerText === 'ABC234'`)
	if got := Eval[string](p, `document.querySelector('#class-code .link').innerText`); got != at+"/#class=ABC234" {
		t.Errorf("the link that is shown is %s", got)
	}
	p.Wait(`document.querySelector('#class-code .qr').naturalWidth > 0`)
	p.accessible("the code", Options{Width: 1280, Height: 800})
	for _, o := range []Options{{Width: 390, Height: 844}, {Width: 1920, Height: 1080, Dark: true}, {Width: 1280, Height: 800}} {
		p.Emulate(o)
		time.Sleep(300 * time.Millisecond) // the page is laid out for the new size
		if got := readQR(t, p.Shot(fmt.Sprintf("class-code-%d", o.Width))); got != at+"/#class=ABC234" {
			t.Errorf("the code on a screen of %d px is read as %q", o.Width, got)
		}
	}
	p.Key("c")
	p.Wait(`!document.querySelector('#class-code[open]')`)
	p.reaches("class-code", "class-leave")
	all[0].accessible("who follows, on a phone", Options{Width: 390, Height: 700, ReducedMotion: true})

	asked.mu.Lock()
	defer asked.mu.Unlock()
	// Each has one socket at a time, as the presenter's count says; on a machine that is too slow a page may have joined again.
	for _, request := range asked.data {
		if request != "websocket /informerscope/v1/class" && !strings.HasPrefix(request, " /informerscope/v1/class/68747470") {
			t.Errorf("beside its files a page asked for %q", request)
		}
	}
}

// Where there is no class nothing of it runs: no socket, no bar. A link to one that is opened in the same tab joins it, and who
// leaves is out, also after a reload.
func TestAPageOutsideAClassKnowsNothingOfIt(t *testing.T) {
	t.Parallel()
	url, asked := classServer(t)
	p := Open(t, url+"/#s=dirty-and-processing&lang=en", Options{}).Ready()
	p.Key("l")
	p.Key("r")
	p.Key("c")
	if Eval[bool](p, `!!document.querySelector('.classbar:not([hidden]), #class-code')`) {
		t.Error("there is something of a class")
	}
	asked.mu.Lock()
	if len(asked.data) > 0 {
		t.Errorf("the page asked for %q", asked.data)
	}
	asked.mu.Unlock()
	Eval[bool](p, `(location.hash = '#s=dirty-and-processing&class=ABC234&lang=en', true)`)
	p.Wait(`document.querySelector('.classbar.here')`)
	if at := Eval[string](p, "location.hash"); strings.Contains(at, "ABC234") {
		t.Errorf("the address is %s, want it without the code", at)
	}
	p.Ready()
	p.Click("class-leave")
	p.Wait(`!document.querySelector('.classbar:not([hidden])')`)
	p.Do(chromedp.Reload())
	p.Ready()
	if Eval[bool](p, `!!document.querySelector('.classbar:not([hidden])')`) {
		t.Error("who left is in the class again after a reload")
	}
}
