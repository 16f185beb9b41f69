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

func TestAFailureAtStartIsToldInWords(t *testing.T) {
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
			p.Shot("boot-" + strings.ReplaceAll(c.name, " ", "-"))
		})
	}
}

func TestALostContextLeavesThePageStandingWithItsStill(t *testing.T) {
	p := Open(t, Serve(t).URL+lesson, Options{}).Ready()
	Eval[bool](p, "window.stayed=true")
	Eval[bool](p, "document.querySelector('.stage > canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(),true")
	p.Wait("document.querySelector('.stage > svg')")
	if !Eval[bool](p, "window.stayed === true") {
		t.Error("the page was reloaded")
	}
}

func TestNothingOfTheStageTakesFocusOrPointer(t *testing.T) {
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
