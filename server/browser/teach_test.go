//go:build browser

package browser

import (
	"strings"
	"testing"
)

// A teacher opens a class: the notes come as a file, and paper has all of it in the colours of light, without
// what can be pressed. Where the file is missing the page says so, and what it has stays.
func TestAClassIsPrintedWithItsNotes(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#p=teach&lang=en", Options{Dark: true})
	p.Wait("document.querySelector('[data-path=queue]')")
	Eval[bool](p, "(document.querySelector('[data-path=queue]').click(), true)")
	p.Wait("document.querySelectorAll('.stop').length === 8 && document.body.innerText.includes('How long can the queue become?')")
	p.Wait("document.querySelectorAll('.stop .still svg').length === 4")
	p.Emulate(Options{Width: 794, Height: 1123, DPR: 1, Dark: true, Print: true})
	p.Wait("getComputedStyle(document.querySelector('.top')).display === 'none'")
	for js, want := range map[string]string{
		"getComputedStyle(document.body).backgroundColor":                                  "rgb(255, 255, 255)",
		"getComputedStyle(document.querySelector('.stop h2')).color":                       "rgb(0, 0, 0)",
		"[...document.querySelectorAll('.app button')].filter(b => b.offsetParent).length": "0",
	} {
		if got := Eval[string](p, "String("+js+")"); got != want {
			t.Errorf("on paper %s is %s, want %s", js, got, want)
		}
	}
	p.Shot("class-on-paper")

	site.File("/web/dist/stills/notes.zh.json", 404, "text/plain", "not here")
	p.Emulate(Options{Width: 1280, Height: 800, DPR: 1})
	p = Open(t, site.URL+"/#p=teach&s=1.2&lang=zh", Options{Allow: []string{"404"}})
	p.Wait("document.querySelector('[data-act=load-notes]')?.offsetParent")
	if text := Eval[string](p, "document.querySelector('.stop').innerText"); !strings.Contains(text, "1.2") || !strings.Contains(text, "这一课的问题") {
		t.Errorf("without the notes the page says\n%s", text)
	}
}

// A quiz is taken from the keyboard, and what came of it is there after a reload: in the course, as a result,
// and in what is asked first the next time.
func TestAQuizIsTakenFromTheKeyboardAndKept(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#p=quiz&of=queue&lang=en", Options{ReducedMotion: true})
	p.Wait("document.querySelector('#quiz-still svg')")
	right := 0
	for range 8 {
		p.Wait("document.querySelector('[data-answer]')?.offsetParent")
		p.Key("1")
		p.Wait("document.activeElement.id === 'quiz-next'")
		if Eval[bool](p, "document.querySelector('.came').innerText.startsWith('Right.')") {
			right++
		}
		p.Key("\r")
	}
	p.Wait("document.querySelector('[data-act=quiz-anew]')?.offsetParent && document.activeElement.id === 'quiz-question'")
	score := Eval[string](p, "document.querySelector('#quiz-question').innerText")
	if want := string(rune('0'+right)) + " of 8 right"; score != want {
		t.Errorf("the result is %q, want %q", score, want)
	}
	p.Shot("quiz-over")
	p = Open(t, site.URL+"/#p=course&lang=en", Options{Before: "localStorage.setItem('informerscope.done', " + Eval[string](p, "JSON.stringify(localStorage.getItem('informerscope.done'))") + ")"})
	p.Wait("document.querySelector('.toquiz')?.innerText.includes('best: " + score + "')")
	Eval[bool](p, "(location.hash = 'p=result&lang=en', true)")
	p.Wait("document.querySelector('table.result')")
	if n := Eval[int](p, "document.querySelectorAll('.result li').length"); n != 8-right {
		t.Errorf("%d questions are to be asked again, want %d", n, 8-right)
	}
}
