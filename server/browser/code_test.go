//go:build browser

package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/informerscope/informerscope/scenarios"
)

// lit is the text of the rows that are lit, and of their margin.
const lit = `[...document.querySelectorAll('.lines .lit')].map(r=>r.innerText.replace(/\s+/g,' ').trim()).join('|')`

// inView says that the lit row lies inside the panel that scrolls.
const inView = `(()=>{const b=document.querySelector('.lines').getBoundingClientRect(),r=document.querySelector('.lines .lit').getBoundingClientRect();return r.top>=b.top-1&&r.bottom<=b.bottom+1})()`

// Stepping through S02 lights the line that the step is about: the Add that is merged, the
// one that is owed, and the one that goes into the queue end at lines of their own.
func TestTheCodeLightsTheLineOfTheStep(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 0, 10, "en")
	if got := Eval[string](p, lit); got != "" {
		t.Errorf("before the first step %q is lit, want nothing", got)
	}
	for i, want := range []string{
		"Queue.added: q.push(at) a, step 1",
		"Queue.trySpecial: k := q.take(at) a, step 2",
		"Queue.added: return q.owed(at, before) a, step 3",
		"Queue.added: return q.merged(at, before) a, step 4 ×10",
		"Queue.added: q.push(at) b, step 5",
		"Queue.done: q.push(at) a, step 6",
	} {
		p.Click("step")
		at(p, i+1, 10, "en")
		p.Wait(`document.querySelector('.lines .lit') !== null`)
		got := strings.TrimPrefix(Eval[string](p, `document.querySelector('.code .fold').innerText.trim()`), "Code: ") + ": " + Eval[string](p, lit)
		if got != want {
			t.Errorf("step %d lights %q, want %q", i+1, got, want)
		}
		p.Wait(inView)
	}
	// In the margin of Add stand those who ended elsewhere.
	p.Click("back")
	at(p, 5, 10, "en")
	p.Wait(`document.querySelectorAll('.lines .mark').length === 3`)
	if got := Eval[string](p, `[...document.querySelectorAll('.lines .mark')].map(m=>m.innerText).join('|')`); got != "a, step 4 ×10|a, step 3|b, step 5" {
		t.Errorf("the margin of Add says %q at step 5, want where a ended and where b did", got)
	}
	if name := Eval[string](p, `document.querySelector('.lines').getAttribute('aria-label')`); name != "Code of Queue.added in core/machine/queue.go" {
		t.Errorf("the panel is called %q, want its function and file", name)
	}
	if rows := Eval[int](p, `document.querySelector('table.state').getBoundingClientRect().bottom <= document.querySelector('.rest').getBoundingClientRect().bottom ? 1 : 0`); rows != 1 {
		t.Error("the state table below the code is cut off at 1280×800")
	}
}

// The link says whether the code is there; its button says the same, and keeps it in the link.
func TestTheCodeFoldsAway(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5&code=0", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 5, 10, "en")
	expanded := func(want bool) {
		t.Helper()
		p.Wait(`document.querySelector('[data-act=code]').getAttribute('aria-expanded') === '` + strconv.FormatBool(want) + `' && (document.querySelector('.lines') !== null) === ` + strconv.FormatBool(want))
	}
	expanded(false)
	p.Click("code")
	expanded(true)
	p.Wait(inView)
	p.Wait(`location.hash.includes('code=1')`)
	p.Click("code")
	expanded(false)
	p.Wait(`location.hash.includes('code=0')`)

	// A phone opens it below the table, an embed shows it only when the link asks for it.
	phone := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 390, Height: 844, ReducedMotion: true}).Ready()
	at(phone, 5, 10, "en")
	phone.Wait(`document.querySelector('[data-act=code]').getBoundingClientRect().top >= document.querySelector('table.state').getBoundingClientRect().bottom && document.querySelector('.lines') === null`)
	Eval[bool](phone, `(document.querySelector('[data-act=code]').scrollIntoView({block:'center'}), true)`) // the controls stand over the bottom
	phone.Click("code")
	phone.Wait(`document.querySelector('.lines .lit') !== null && document.documentElement.scrollWidth <= 390`)
	embed := Open(t, site.URL+"/#embed&s=dirty-and-processing&step=4", Options{Width: 640, Height: 360, ReducedMotion: true}).Ready()
	embed.Wait(`document.querySelector('.code') === null || document.querySelector('.code').offsetParent === null`)
	coded := Open(t, site.URL+"/#embed&s=dirty-and-processing&step=4&code=1", Options{Width: 640, Height: 360, ReducedMotion: true}).Ready()
	coded.Wait(inView)
}

// While time passes nothing has happened yet: no line is lit until it has.
func TestNoLineIsLitWhileTimePasses(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800}).Ready()
	at(p, 5, 10, "en")
	p.Wait(`document.querySelector('.lines .lit') !== null`)
	// Step 6 comes 2 s later: first time passes, then W1 calls Done.
	dark := Eval[bool](p, `new Promise(done=>{let seen=false;const o=new MutationObserver(()=>{seen=seen||document.querySelector('.lines .lit')===null;if(document.querySelector('.fold').innerText.includes('Queue.done')&&document.querySelector('.lines .lit')){o.disconnect();done(seen)}});o.observe(document.querySelector('.side'),{subtree:true,childList:true,attributes:true,characterData:true});document.querySelector('[data-act=step]').click()})`)
	if !dark {
		t.Error("a line stayed lit while time passed")
	}
}

// The reader's own controller is a tab beside the machine, chosen by arrows and remembered; what runs
// is lit and in view, and the way to client-go's line is a link.
func TestTheReadersControllerIsATabBesideTheMachine(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=3", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 3, 10, "en")
	Eval[bool](p, `(document.querySelector('[role=tab][aria-selected=true]').focus(), true)`)
	p.Key(kb.ArrowRight)
	p.Wait(`document.activeElement.id === 'code-tab-own' && document.activeElement.getAttribute('aria-selected') === 'true' && location.hash.includes('code=own') && location.hash.includes('step=3')`)
	p.Wait(inView)
	if got := Eval[string](p, lit); got != "c.queue.Add(key) a" {
		t.Errorf("step 3 lights %q, want the Add of a", got)
	}
	origin := `document.querySelector('.origin a').href`
	if got := Eval[string](p, origin); !strings.Contains(got, "/"+scenarios.ClientGo+"/util/workqueue/queue.go#L") {
		t.Errorf("the link leads to %s, want a line of client-go's queue", got)
	}
	Eval[bool](p, `(document.activeElement.blur(), true)`)
	p.Key(kb.ArrowRight)
	at(p, 4, 10, "en")
	p.Click("code")
	p.Wait(`location.hash.includes('code=0')`)
	Eval[bool](p, `(location.hash = '#s=three-adds-one-job&predict=0&step=4', true)`)
	p.Wait(`document.querySelector('[role=tab][aria-selected=true]')?.id === 'code-tab-own' && document.querySelector('.lines .lit code').innerText.includes('c.queue.Get()')`)
}
