//go:build browser

package browser

import (
	"strconv"
	"strings"
	"testing"
)

// choose takes an option of a menu, as a person does.
func choose(p *Page, act, value string) {
	p.T.Helper()
	p.Wait(`document.querySelector('[data-act=` + act + `]') !== null`)
	Eval[bool](p, `(() => { const s = document.querySelector('[data-act=`+act+`]'); s.value = `+strconv.Quote(value)+`; s.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
}

// chosen waits until a menu shows a value.
func chosen(p *Page, act, value string) {
	p.T.Helper()
	p.Wait(`document.querySelector('[data-act=` + act + `]').value === ` + strconv.Quote(value))
}

func TestSettingsBeginAnewAndGiveTheCommandsAgain(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	for _, act := range []string{"add", "get-W2", "add"} {
		p.Click(act)
	}
	has(p, headline, "One more pass is owed for a.")
	p.Click("settings")
	choose(p, "set-workers", "3")
	p.Wait(`document.querySelector('[data-act=get-W3]') !== null`)
	at(p, 3, 3, "en")
	has(p, headline, "One more pass is owed for a.")
	has(p, ".notice", "commands given again: 3")
	choose(p, "set-limiter", "slow")
	p.Wait(`location.hash.includes('set=workers%3A3%2Climiter%3Aslow')`)
	has(p, "[data-role=waits]", "from 1s to at most 60s")

	// One worker: what W2 did makes no sense any more, and the page says so.
	choose(p, "set-workers", "1")
	p.Wait(`document.querySelector('[data-act=get-W2]') === null`)
	has(p, ".notice", "W2 Get")
	has(p, headline, "Add of a changes nothing.")
	p.Click("unsettle")
	has(p, headline, "One more pass is owed for a.")
	chosen(p, "set-workers", "3")
	chosen(p, "set-limiter", "slow")

	// A reload has the same world.
	Eval[bool](p, "(location.reload(), true)")
	p.Ready()
	at(p, 3, 3, "en")
	p.Wait(`document.querySelector('[data-act=get-W3]') !== null`)
}

func TestWorkersActByThemselvesAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	p.Click("settings")
	choose(p, "set-auto", "on")
	at(p, 1, 1, "en")
	choose(p, "set-failure", "1")
	at(p, 2, 2, "en")
	p.Click("add")
	at(p, 3, 3, "en")
	p.Click("step")
	has(p, headline, "takes a.")
	chosen(p, "set-failure", "1")
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "auto+on%3B+set+failure+1") {
		t.Errorf("the link is %q, want the knobs in it", hash)
	}
	for range 3 {
		p.Click("undo")
	}
	chosen(p, "set-failure", "0")
	chosen(p, "set-auto", "on")
}
