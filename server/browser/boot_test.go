//go:build browser

package browser

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheFirstPictureIsThereBeforeTheProgram(t *testing.T) {
	site := Serve(t)
	p := Open(t, site.URL+lesson, Options{})
	p.Wait("informerscope.running > 0")
	type times struct{ T0, Still, Fetched, Running float64 }
	got := Eval[times](p, "(({t0,still,fetched,running})=>({t0,still,fetched,running}))(informerscope)")
	t.Logf("ms since navigation: script %.0f, still %.0f, program compiled %.0f, page mounted %.0f", got.T0, got.Still, got.Fetched, got.Running)
	if got.Still == 0 {
		t.Fatal("no still was shown; run make wasm")
	}
	if got.Still > got.Running {
		t.Errorf("the still came at %.0f ms and the page at %.0f ms, want the still first", got.Still, got.Running)
	}
}

// Whatever the address names has its first picture while the program is still on its way, and a step
// its sentence.
func TestEveryAddressHasItsFirstPicture(t *testing.T) {
	site := Serve(t)
	for _, c := range []struct {
		name, hash, said string
		o                Options
	}{
		{"number", "#s=S02&step=4&lang=en", "", Options{}},
		{"place", "#s=1.2&step=4&lang=en", "", Options{}},
		{"id-zh", "#s=two-fifos&step=3&lang=zh", "还没人看，p1 又变了。", Options{Width: 390, Height: 844}},
		{"last", "#s=bookmark&step=99&lang=en", "", Options{}},
		{"embed", "#embed&s=s17&step=2&lang=en", "One delta waits.", Options{Width: 640, Height: 360}},
		{"home", "", "", Options{}},
		{"play", "#p=play", "", Options{}},
		{"course", "#p=course&lang=zh", "", Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.Before = "const real = fetch; window.fetch = (a, ...b) => String(a).endsWith('app.wasm') ? new Promise(() => {}) : real(a, ...b);"
			p := Open(t, site.URL+"/"+c.hash, c.o)
			if c.name == "course" {
				p.Wait("document.querySelectorAll('#boot-still li').length > 40")
			} else {
				p.Wait("document.querySelector('#boot-still img')?.naturalWidth > 100")
			}
			if strings.Contains(c.hash, "s=") {
				p.Wait("document.getElementById('boot-said')?.textContent.length > 10")
			}
			if c.said != "" {
				if got := Eval[string](p, "document.getElementById('boot-said').textContent"); !strings.HasPrefix(got, c.said) {
					t.Errorf("the step says %q, want %q", got, c.said)
				}
			}
			p.Shot("first-" + c.name)
		})
	}
}

func TestAFailureAtStartIsToldInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, path, body string
		status           int
		want             []string
	}{
		{"no program", "/web/dist/app.wasm", "not found", http.StatusNotFound, []string{"not built", "make wasm"}},
		{"no wasm_exec.js", "/web/dist/wasm_exec.js", "", http.StatusNotFound, []string{"wasm_exec.js is missing", "make wasm"}},
		{"server trouble", "/web/dist/app.wasm", "sorry", http.StatusBadGateway, []string{"HTTP 502", "load the page again"}},
		{"not a program", "/web/dist/app.wasm", "<html>", http.StatusOK, []string{"refused to run", "Content-Security-Policy"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			site := Serve(t)
			site.File(c.path, c.status, "text/plain", c.body)
			p := Open(t, site.URL, Options{Allow: []string{"Failed to load resource", "Refused to execute script"}})
			p.Wait("!document.getElementById('boot-error').hidden")
			text := Eval[string](p, "document.getElementById('boot-error').textContent")
			for _, w := range c.want {
				if !strings.Contains(text, w) {
					t.Errorf("the page says %q, want %q in it", text, w)
				}
			}
			if got := Eval[string](p, "document.querySelector('#boot-error button').textContent"); got != "Load again" {
				t.Errorf("the button says %q", got)
			}
			p.Shot("boot-" + strings.ReplaceAll(c.name, " ", "-"))
		})
	}
}

func TestAFailureAtStartIsToldInChinese(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	site.File("/web/dist/app.wasm", http.StatusBadGateway, "text/plain", "sorry")
	p := Open(t, site.URL+"/#s=dirty-and-processing&lang=zh", Options{Width: 390, Height: 844, Allow: []string{"Failed to load resource"}})
	p.Wait("!document.getElementById('boot-error').hidden")
	has(p, "#boot-error", "程序没有加载完：“HTTP 502")
	has(p, "#boot-error button", "重新加载")
	p.Shot("boot-zh")
}

// slow is a program whose bytes come as the test wants.
const slow = `window.fetch = new Proxy(fetch, {apply(f, t, args) {
	if (!String(args[0]).includes('app.wasm')) return Reflect.apply(f, t, args);
	const body = new ReadableStream({start(c) { window.more = n => c.enqueue(new Uint8Array(n)); window.cut = () => c.error(new TypeError('network error')); }});
	return Promise.resolve(new Response(body, {headers: {'Content-Type': 'application/wasm', 'Content-Length': '1000000'}}));
}});`

// A reader on a slow line sees how far it is, is told when nothing comes, and what to do when
// the line breaks.
func TestASlowAndABrokenDownloadAreTold(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing", Options{Width: 640, Height: 360, Before: slow})
	p.Wait("window.more && document.getElementById('boot-bar')")
	Eval[bool](p, "(more(300000), true)")
	p.Wait("document.getElementById('boot-note')?.textContent.includes('Loading the program: 27 %')")
	if got := Eval[string](p, "document.getElementById('boot-bar').getAttribute('aria-valuenow')+' '+document.getElementById('boot-note').role"); got != "27 status" {
		t.Errorf("the bar stands at %s, want 27, and the note a status", got)
	}
	p.Shot("boot-slow")
	p.Wait("document.querySelector('#boot-note button')")
	has(p, "#boot-note", "Nothing has come for a while: check the connection, or load again.")
	Eval[bool](p, "(more(300000), true)")
	p.Wait("document.getElementById('boot-note').textContent.trim() === 'Loading the program: 54 %'")
	Eval[bool](p, "(cut(), true)")
	has(p, "#boot-error", "The program could not be loaded: ")
	has(p, "#boot-error", "etwork error")
	has(p, "#boot-error", "Check the connection and load the page again.")
	if Eval[bool](p, "!!document.getElementById('boot-note') || !!document.getElementById('boot-bar')") {
		t.Error("it goes on to say that it loads")
	}
}

func TestABrowserWithoutWebAssemblyIsTold(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL, Options{Before: "delete window.WebAssembly"})
	has(p, "#boot-error", "This browser cannot run WebAssembly.")
	has(p, "#boot-error", "or allow WebAssembly for this site.")
}

// A browser that keeps sites from storing anything throws at the very name.
func TestThePageRunsWithoutStorage(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, Before: `
		for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {configurable: true, get() { throw new DOMException('denied', 'SecurityError'); }});`}).Ready()
	at(p, 5, 10, "en")
	p.Click("step")
	at(p, 6, 10, "en")
	Eval[bool](p, "(location.hash = '#p=course', true)")
	p.Wait("document.querySelector('main:not([hidden]) h1')")
}

func TestALostContextLeavesThePageStandingWithItsStill(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+lesson, Options{}).Ready()
	Eval[bool](p, "window.stayed=true")
	Eval[bool](p, "document.querySelector('.stage > canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(),true")
	p.Wait("document.querySelector('.stage > svg')")
	if !Eval[bool](p, "window.stayed === true") {
		t.Error("the page was reloaded")
	}
}

func TestNothingOfTheStageTakesFocusOrPointer(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+lesson, Options{}).Ready()
	if got := Eval[bool](p, "(()=>{const s=document.querySelector('.stage'),r=s.getBoundingClientRect(),e=document.elementFromPoint(r.x+100,r.y+100);return e.tagName!=='CANVAS'})()"); !got {
		t.Error("under the pointer is the canvas, want the stage itself")
	}
	if got := Eval[string](p, "document.activeElement.tagName"); got == "CANVAS" {
		t.Error("the canvas has the focus at load")
	}
	for range 12 {
		p.Key("\t")
		if got := Eval[string](p, "document.activeElement.tagName"); got == "CANVAS" {
			t.Error("Tab stops at the canvas")
		}
	}
}
