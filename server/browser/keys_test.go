//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const focused = `(e=>e.tagName+(e.dataset.act?' '+e.dataset.act:''))(document.activeElement)`

func TestTheHelpOverlayOpensShowsTheKeysAndGivesTheFocusBack(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0", Options{ReducedMotion: true}).Ready()
	at(p, 0, 10, "en")
	p.Key("?")
	p.Wait(`document.querySelector('#help').open`)
	if text := Eval[string](p, `document.querySelector('#help').innerText`); !strings.Contains(text, "PgDn") || !strings.Contains(text, "what if") {
		t.Errorf("the help says %q, want the keyboard map", text)
	}
	// The page behind takes no keys while the dialog is open.
	p.Key(kb.ArrowRight)
	p.Key(kb.Escape)
	p.Wait(`!document.querySelector('#help').open`)
	at(p, 0, 10, "en")
	p.Click("help")
	p.Wait(`document.querySelector('#help').open`)
	p.Click("help-close")
	p.Wait(`!document.querySelector('#help').open`)
	if got := Eval[string](p, focused); got != "BUTTON help" {
		t.Errorf("after the help the focus is on %q, want the button that opened it", got)
	}
}

func TestKeysLeaveFieldsAndButtonsAlone(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{ReducedMotion: true}).Ready()
	p.Wait(`document.querySelector('[data-act=add]')`)
	theme := `document.documentElement.dataset.theme || ''`
	p.Key("t")
	p.Wait(theme + ` !== ''`)
	was := Eval[string](p, theme)
	Eval[bool](p, `(()=>{const i=document.createElement('input');i.id='probe';document.body.append(i);i.focus();return true})()`)
	p.Key("t?")
	if got := Eval[string](p, `document.querySelector('#probe').value`); got != "t?" {
		t.Errorf("the field holds %q, want what was typed", got)
	}
	if got := Eval[string](p, theme); got != was || Eval[bool](p, `document.querySelector('#help').open`) {
		t.Errorf("typing into a field chose theme %q or opened the help", got)
	}
	// Space presses the button that has the focus, and does not play.
	Eval[bool](p, `(document.querySelector('[data-act=add]').focus(), true)`)
	p.Key(" ")
	p.Wait(`document.querySelector('h1[data-role=headline]').innerText.includes('a goes to the back of the queue.')`)
}

func TestAnEmbedTakesNoKeysBeforeItIsFocused(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.Page("/host.html", `<!doctype html><html><body style="height:3000px"><iframe id="f" src="/#embed&s=dirty-and-processing&predict=0" width="640" height="360"></iframe></body></html>`),
		Options{ReducedMotion: true})
	inner := `document.querySelector('#f').contentWindow`
	p.Wait(inner + `.informerscope && ` + inner + `.informerscope.running > 0 && ` + inner + `.document.querySelector('[data-act=step]')`)
	step := `new URLSearchParams(` + inner + `.location.hash.slice(1)).get('step')`
	p.Key(kb.PageDown)
	p.Wait(`scrollY > 0`)
	if got := Eval[string](p, step+` || ''`); got != "" {
		t.Errorf("a key of the host page moved the embed to step %q", got)
	}
	Eval[bool](p, `(scrollTo(0, 0), `+inner+`.focus(), true)`)
	p.Key(kb.ArrowRight)
	p.Wait(step + ` === '1'`)
}
