//go:build browser

package browser

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

const editText = `document.querySelector('#edit-text').value`

// editor opens the editor, once its text is there.
func editor(t *testing.T, hash string, o Options) *Page {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 1280, 800
	}
	o.ReducedMotion = true
	p := Open(t, Serve(t).URL+"/#p=edit"+hash, o).Ready()
	p.Wait(editText + ` !== ''`)
	return p
}

// typesInto writes a text into the editor as if it were typed, with the cursor at its end.
func typesInto(p *Page, text string) {
	p.T.Helper()
	Eval[bool](p, `(e => (e.focus(), e.value = `+strconv.Quote(text)+`, e.setSelectionRange(e.value.length, e.value.length), e.dispatchEvent(new Event('input', {bubbles: true})), true))(document.querySelector('#edit-text'))`)
}

// What is typed is played, what is wrong stands in a list that leads to its line, what happens is
// written, and the address brings all of it again.
func TestAScenarioIsPlayedAsItIsTyped(t *testing.T) {
	p := editor(t, "", Options{})
	has(p, headline, "Nobody waits")
	const head = "id: x\nengines: classic atomic\nworkers: W1\nserver: p1@5\n\n"
	typesInto(p, head+"start\n\nrun until list\n----\nF=[p1:Added@5]")
	at(p, 2, 2, "en")
	has(p, ".marks", "Line 10 does not hold on atomic.")
	Eval[bool](p, `(document.querySelector('.marks button').click(), true)`)
	p.Wait(`document.activeElement.matches('.cm-content') && document.querySelector('#edit-text').selectionStart === ` + editText + `.indexOf('F=')`)
	p.Click("run-all")
	has(p, ".ran", "classic: does not hold: 1.")
	has(p, ".ran", "atomic: does not hold: 1.")
	p.Click("fill")
	p.Wait(editText + `.includes('classic: F=[p1:[Replaced@5]]\natomic: F=[ReplacedAll(5 p1@5)]')`)
	p.Wait(editText + `.includes('start\n----\nq=[]')`)
	p.Wait(`document.querySelector('.marks').children.length === 0`)
	p.Wait(`location.hash.includes('iq=')`)
	was := Eval[string](p, editText)
	Eval[bool](p, "(window.before = true, sessionStorage.clear(), location.reload(), true)")
	p.Wait(`!window.before && window.informerscope?.running && document.querySelector('#edit-text')?.value`)
	if is := Eval[string](p, editText); is != was {
		t.Errorf("the link brought\n%s\nwant\n%s", is, was)
	}
	typesInto(p, head+"start\n\nrun untill list\n")
	has(p, ".marks", "Line 8")
	at(p, 2, 2, "en") // the picture stays
	if bad := p.Errors(); len(bad) > 0 {
		t.Error(bad)
	}
}

// A lesson is played again soon after the last key, and a text that asks for too much freezes nothing.
func TestWhatIsTypedFreezesNothing(t *testing.T) {
	p := editor(t, "&s=first-light", Options{})
	at(p, 0, 8, "en")
	const played = `(async (text) => {
		const e = document.querySelector('#edit-text'), now = () => performance.now();
		let worst = 0, last = now(), on = true;
		const tick = () => { worst = Math.max(worst, now() - last); last = now(); on && setTimeout(tick, 0); };
		const title = () => document.querySelector('.titled b').innerText + document.querySelector('.marks').innerText;
		const was = title(), begun = now();
		e.value = text ?? e.value.replace('title: ', 'title: Anew, ');
		e.dispatchEvent(new Event('input', {bubbles: true}));
		tick();
		while (title() === was && now() - begun < 20000) await new Promise(r => setTimeout(r, 5));
		on = false;
		return [now() - begun, worst];
	})`
	least := 1e9
	for range 3 { // at first the page still has something else to do
		took := Eval[[]float64](p, played+`()`)
		t.Logf("first-light was shown anew %.0f ms after the last key, the page stood still for %.0f ms", took[0], took[1])
		least = min(least, took[0])
	}
	if least > 1000 { // 150 ms of it are the wait for the next key; 2 cores, loaded
		t.Errorf("a lesson was shown anew after %.0f ms", least)
	}
	many := "id: x\\nworkers: W1\\n" + strings.Repeat("\\nAdd a{1..900}\\n----\\nq~=[...]\\n\\nAdd b{1..900}\\n----\\nq~=[...]\\n", 60) + "\\nW1 Get => b\\n"
	for _, text := range []string{
		"id: x\\nworkers: W1\\nlimiter: base=1ns max=1ns\\n\\nworker W1 = get, requeue, done\\nauto on\\nAdd a\\n+1000h Add b\\n",
		many,
	} {
		took := Eval[[]float64](p, played+`("`+text+`")`)
		t.Logf("%d bytes: an answer after %.0f ms, the page stood still for %.0f ms", len(text), took[0], took[1])
		if took[1] > 2000 {
			t.Errorf("the page stood still for %.0f ms", took[1])
		}
	}
}

const inRich = `document.querySelector('.cm-content')`

// What can stand there is offered while one types, what is wrong is marked in its line with what check
// says, and the line of the step that is shown is lit.
func TestTheRicherEditorOffersAndMarks(t *testing.T) {
	t.Parallel()
	p := editor(t, "", Options{})
	p.Wait(inRich)
	typesInto(p, "id: x\nworkers: W1\n\nAdd a\n----\nq=[b]\n\nAdd b\n----\n")
	p.Wait(`document.querySelector('.cm-lintRange-error')?.innerText === 'q=[b]'`)
	p.Wait(`document.querySelector('.cm-shown')?.innerText === 'Add b'`)
	Eval[bool](p, `(`+inRich+`.focus(), true)`)
	p.Key("q")
	p.Wait(`document.querySelector('.cm-tooltip-autocomplete')?.innerText.includes('q=[a b]')`)
	p.Wait(`document.querySelector('.cm-completionInfo')?.innerText === 'the queue, its head first'`)
	Eval[bool](p, `(document.querySelector(".cm-tooltip-autocomplete li[aria-selected]").dispatchEvent(new MouseEvent("mousedown", {bubbles: true, cancelable: true})), true)`)
	p.Wait(editText + `.includes('q=[a b]') && location.hash.includes('iq=')`)
	Eval[bool](p, `(document.querySelector('.marks button').click(), true)`)
	p.Wait(`document.querySelector('.cm-shown')?.innerText === 'Add a'`)
	p.Click("lang") // what a screen reader hears of it is said in the language that is chosen
	p.Wait(inRich + `.getAttribute('aria-label') === '场景的文本'`)
	if bad := p.Errors(); len(bad) > 0 {
		t.Error(bad)
	}
}

// A translation is written beside the text, says what it lacks, and is what the picture says in its language.
func TestATranslationIsWrittenBeside(t *testing.T) {
	t.Parallel()
	p := editor(t, "&s=first-light&step=1&lang=zh", Options{})
	p.Click("beside")
	const prose = `document.querySelector('#edit-prose')`
	p.Wait(prose + `.value.includes('# listed')`)
	Eval[bool](p, `(e => (e.value = e.value.replace('# list\n第一次 LIST\n', '').replace('**LIST 带回了', '**看：LIST 带回了'), e.dispatchEvent(new Event('input', {bubbles: true})), true))(`+prose+`)`)
	has(p, ".editor > .said", "还没有翻译：list。")
	has(p, headline, "看：LIST 带回了")
	p.Shot("edit-translation")
}

// Where the richer editor was not built, the text area serves.
func TestATextAreaServesWithoutTheRicherEditor(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	site.File("/web/dist/editor.js", http.StatusNotFound, "text/plain", "not built")
	p := Open(t, site.URL+"/#p=edit", Options{Allow: []string{"editor.js", "404"}}).Ready()
	p.Wait(editText + ` !== ''`)
	Eval[bool](p, `(document.querySelector('#edit-text').focus(), true)`)
	p.Key("id: x\n\nAd")
	has(p, ".marks", "Line 3")
	if Eval[bool](p, inRich+` !== null || !document.querySelector('#edit-rich').hidden`) {
		t.Error("there is a richer editor that was not built")
	}
}

// On every width and in every dress the text lies within the window.
func TestTheEditorHasRoom(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{"edit-1280": {}, "edit-390": {Width: 390, Height: 844, Touch: true}} {
		p := editor(t, "&s=dirty-and-processing&step=3&lang=en", o)
		at(p, 3, 10, "en")
		if over := Eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %.0f px wider than the window", name, over)
		}
		p.Shot(name)
		p.Click("theme")
		p.Click("lang")
		at(p, 3, 10, "zh")
		typesInto(p, "id: x\nworkers: W1\n\nAdd a\n----\nq=[b]")
		has(p, ".marks", "第 6 行")
		p.Shot(name + "-zh-dark")
	}
}
