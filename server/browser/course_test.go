//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

// walkToTheEnd steps through the lesson that is open.
func walkToTheEnd(p *Page) {
	p.T.Helper()
	p.Ready()
	for step := 1; step <= 20; step++ {
		if Eval[bool](p, "document.querySelector('[data-act=step]').disabled") {
			return
		}
		p.Click("step")
		p.Wait(fmt.Sprintf("document.querySelector('[data-role=position]').textContent.includes('step %d of ')", step))
	}
	p.T.Error("the lesson does not end after 20 steps")
}

func TestALessonLeadsToTheNextAndTheCourseRemembersIt(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=bookmark&lang=en&predict=0", Options{ReducedMotion: true})
	walkToTheEnd(p)
	if text := Eval[string](p, "document.querySelector('.end:not([hidden])').innerText"); !strings.Contains(text, "1 of ") || !strings.Contains(text, "3.1 ") {
		t.Errorf("at the end stands %q, want how many are done, and 3.1 next", text)
	}
	p.Click("next")
	p.Wait("location.hash.includes('s=too-early')")

	Eval[bool](p, "(location.hash = 'p=course&lang=en') !== ''")
	p.Wait("document.querySelector('[data-role=progress]')?.innerText.startsWith('1 of ')")
	if n := Eval[int](p, "document.querySelectorAll('.course li .tick[role=img]').length"); n != 1 {
		t.Errorf("%d lessons are ticked, want 1", n)
	}

	// A search finds in any case; what finds nothing says so.
	search := func(q string) {
		Eval[bool](p, "(() => { const f = document.getElementById('find'); f.value = '"+q+"'; return f.dispatchEvent(new Event('input')) })()")
	}
	search("WATCH CLOSE")
	p.Wait("document.querySelectorAll('.course li').length === 1")
	if id := Eval[string](p, "document.querySelector('.course li a').dataset.lesson"); id != "watch-ends" {
		t.Errorf("the search found %s, want watch-ends", id)
	}
	search("<b>nothing</b>")
	p.Wait("document.querySelectorAll('.course li').length === 0 && document.querySelector('.course [role=status]').innerText.includes('<b>nothing</b>')")
	search("")

	p.Click("forget")
	p.Wait("document.querySelector('[data-role=progress]').innerText.startsWith('0 of ')")
	if kept := Eval[string](p, "localStorage.getItem('informerscope.done') ?? 'none'"); kept != "none" {
		t.Errorf("after the reset the browser keeps %q", kept)
	}
}

// A link may open a lesson at its last step: that says so, and calls nothing done that the reader
// has not been through.
func TestALinkToTheLastStepDoesNotSayDone(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=bookmark&lang=en&predict=0&step=99", Options{ReducedMotion: true}).Ready()
	end := "document.querySelector('.end:not([hidden]) p').innerText"
	p.Wait("document.querySelector('.end:not([hidden]) p')")
	if text := Eval[string](p, end); !strings.HasPrefix(text, "The last step. 0 of ") {
		t.Errorf("a link to the last step is met with %q, want that it is the last one, and 0 done", text)
	}
	p.Click("back")
	p.Wait("document.querySelector('.end').hidden")
	p.Click("step")
	p.Wait("document.querySelector('.end:not([hidden]) p')")
	if text := Eval[string](p, end); !strings.HasPrefix(text, "✓ Done. 1 of ") {
		t.Errorf("stepped to, the end says %q, want done, and 1 done", text)
	}
}

func TestSourcesAreLinksThatGiveNothingAway(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=touching-the-cache&lang=en", Options{ReducedMotion: true})
	p.Ready()
	got := Eval[string](p, "[...document.querySelectorAll('.about .links a[target=_blank]')].map(a => a.rel + ' ' + a.href).join('\\n')")
	if want := "noopener noreferrer https://github.com/kubernetes/kubernetes/issues/27784"; !strings.Contains(got, want) || strings.Count(got, "noopener") != 4 {
		t.Errorf("the sources are\n%s\nwant 4 of them, with %q", got, want)
	}
	proof, _ := scenarios.Find("touching-the-cache").Verified(sim.Newest())
	const is = "document.querySelector('.top .badge')"
	if badge, want := Eval[string](p, is+".innerText"), "verified on "+proof.On(); badge != want || !strings.Contains(want, " … ") {
		t.Errorf("the badge says %q, want %q, a range", badge, want)
	}
	if to := Eval[string](p, is+".rel+' '+"+is+".href"); !strings.HasPrefix(to, "noopener noreferrer https://") || !strings.HasSuffix(to, "core/VERSIONS.md") {
		t.Errorf("the badge leads to %q, want the table of versions", to)
	}
}

func TestTheGalleryDrawsEveryLesson(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=gallery&lang=zh", Options{})
	p.Wait("document.querySelectorAll('.cards a').length > 35 && [...document.querySelectorAll('.cards .still')].every(e => e.querySelector('svg *'))")
	// On a phone the gallery is higher than any screen that WebGL gives: the hidden stage must
	// not take its size.
	narrow := Open(t, Serve(t).URL+"/#p=gallery&lang=en", Options{Width: 390, Height: 844, DPR: 2})
	narrow.Wait("document.documentElement.scrollHeight > 9000 && [...document.querySelectorAll('.cards .still')].every(e => e.querySelector('svg *'))")
	narrow.Wait("document.body.clientHeight < 100")
	if wide := Eval[bool](p, "document.documentElement.scrollWidth > innerWidth"); wide {
		t.Error("the gallery is wider than the window")
	}
}

func TestAnAnswerIsExplained(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=watch-ends&step=2&lang=en", Options{ReducedMotion: true})
	p.Ready()
	p.Click("step")
	p.Wait("document.querySelectorAll('.ask:not([hidden]) [data-answer]').length === 3")
	Eval[bool](p, "[...document.querySelectorAll('.ask:not([hidden]) [data-answer]')].find(b => b.innerText.includes('to be sure')).click() ?? true")
	p.Wait("document.querySelectorAll('.ask.done:not([hidden]) .why').length === 2")
	// In another language it is the same answer.
	p.Click("lang")
	p.Wait("document.querySelector('.ask.done:not([hidden])').innerText.includes('rv 20') && document.querySelector('.ask.done .why em').innerText.includes('LIST')")
	p.Wait("document.documentElement.lang === 'zh-Hans' && document.querySelector('[data-act=lang]').lang === 'en'")
	p.Click("lang") // and there is a way back
	p.Wait("document.documentElement.lang === 'en'")
}
