//go:build browser

package browser

import (
	"strconv"
	"strings"
	"testing"
)

// has waits until the text of the one element is found in the page.
func has(p *Page, selector, want string) {
	p.T.Helper()
	p.Wait(`document.querySelector(` + strconv.Quote(selector) + `).innerText.includes(` + strconv.Quote(want) + `)`)
}

const headline = "h1[data-role=headline]"

func TestUndoTakesCommandsOfThePlaygroundBackAndRedoDoesThemAgain(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	p.Wait(`document.querySelector('[data-act=undo]').disabled`)
	for _, act := range []string{"add", "get-W1", "add"} {
		p.Click(act)
	}
	has(p, headline, "One more pass is owed for a.")
	p.Click("undo")
	has(p, headline, "W1 takes a.")
	key := func(js string) {
		Eval[bool](p, `window.dispatchEvent(new KeyboardEvent('keydown', {cancelable: true, ctrlKey: true, `+js+`}))`)
	}
	key(`key: 'z'`)
	has(p, headline, "a goes to the back of the queue.")
	at(p, 1, 1, "en")
	key(`key: 'Z', shiftKey: true`)
	has(p, headline, "W1 takes a.")
	p.Click("redo")
	has(p, headline, "One more pass is owed for a.")
	p.Wait(`document.querySelector('[data-act=redo]').disabled`)
	// The link holds the session: a reload shows the same.
	before := shown(p)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "z=Add+a%3B+W1+Get%3B+Add+a") {
		t.Errorf("the link is %q, want the session in it", hash)
	}
	Eval[bool](p, "(location.reload(), true)")
	p.Ready()
	p.Wait(`document.querySelector('[data-role=position]').innerText === 'step 3 of 3'`)
	if after := shown(p); after != before {
		t.Errorf("after a reload:\n%s\nwas\n%s", after, before)
	}
}

func TestALessonIsLeftAndBothFuturesAreKept(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=3", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 3, 10, "en")
	p.Key("f")
	p.Wait(`document.querySelector('[data-act=done-W1]') && !document.querySelector('[data-act=done-W1]').disabled`)
	p.Click("done-W1") // in the lesson ten more events come first
	at(p, 4, 4, "en")
	has(p, headline, "a goes to the back of the queue again.")
	has(p, "[data-role=changed]", "processing\n{a:W1} → {}")
	has(p, "[data-role=fork]", "W1 Done a")
	has(p, ".apart", "original: in dirty and processing (W1) · here: in queue, place 1")
	ghost := Eval[[]float64](p, `informerscope.where('other:key:a')`)
	here := Eval[[]float64](p, `informerscope.where('key:a')`)
	if len(ghost) != 2 || len(here) != 2 || ghost[0] < here[0]+50 {
		t.Errorf("the ghost of a stands at %v, a at %v; want it over processing, at the right", ghost, here)
	}
	p.Shot("fork")
	fork := shown(p)

	// The original is as it was, to its end.
	Eval[bool](p, `(document.querySelector('[data-branch="0"]').click(), true)`)
	at(p, 4, 10, "en")
	p.Wait(`document.querySelector('.apart') === null || document.querySelector('.apart').hidden || !document.querySelector('.apart').innerText`)
	if x := Eval[any](p, `informerscope.where('other:key:a')`); x != nil {
		t.Errorf("the original has a ghost at %v", x)
	}
	Eval[bool](p, `(document.querySelector('[data-branch="1"]').click(), true)`)
	at(p, 4, 4, "en")
	if again := shown(p); again != fork {
		t.Errorf("the what-if after a look at the original:\n%s\nwas\n%s", again, fork)
	}
	// The link brings both back.
	Eval[bool](p, "(location.reload(), true)")
	p.Ready()
	at(p, 4, 4, "en")
	has(p, ".apart", "original: in dirty and processing (W1)")
	// Its only step undone, the what-if is gone, and the lesson is where it was left.
	p.Click("undo")
	at(p, 3, 10, "en")
	p.Wait(`document.querySelector('[data-branch="1"]') === null`)
	p.Click("redo")
	at(p, 4, 4, "en")
	p.Click("drop")
	at(p, 3, 10, "en")
	Eval[bool](p, `(document.querySelector('[data-act=to-lesson]').click(), true)`)
	p.Wait(`location.hash.includes('p=lesson') && location.hash.includes('step=3')`)
	at(p, 3, 10, "en")
}

// The panel offers the lesson's own view, and the way back leads to the one that was left.
func TestAWhatIfKeepsTheViewOfItsLesson(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=gone-relist&predict=0&step=7", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	view := func(name string) {
		Eval[bool](p, `(document.querySelector('[data-view=`+name+`]').click(), true)`)
		p.Wait(`document.querySelector('[data-view=` + name + `]').ariaPressed === 'true'`)
	}
	back := func() {
		Eval[bool](p, `(document.querySelector('[data-act=to-lesson]').click(), true)`)
		p.Wait(`location.hash.includes('p=lesson') && location.hash.includes('step=7')`)
	}
	p.Click("whatif")
	p.Wait(`document.querySelector('[data-view=fifo]') && document.querySelector('[data-view=fifo]').ariaPressed === 'true'`)
	view("workqueue")
	p.Wait(`location.hash.includes('view=workqueue')`)
	view("fifo")
	p.Wait(`!location.hash.includes('view=')`)
	view("workqueue")
	back()
	if hash := Eval[string](p, "location.hash"); strings.Contains(hash, "view=") {
		t.Errorf("back in the lesson the link is %q; want the lesson's own view", hash)
	}
	Eval[bool](p, `(location.hash = location.hash + '&view=store', true)`)
	p.Wait(`location.hash.includes('view=store')`)
	p.Click("whatif")
	p.Wait(`document.querySelector('[data-view=store]') && document.querySelector('[data-view=store]').ariaPressed === 'true'`)
	view("all")
	back()
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "view=store") {
		t.Errorf("back in the lesson the link is %q; want the view that was left", hash)
	}
}

func TestAnActionInThePastOfThePlaygroundBeginsAWhatIf(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	for i, act := range []string{"add", "get-W1", "done-W1"} {
		p.Click(act)
		at(p, i+1, i+1, "en") // what was off before is on now
	}
	p.Click("back")
	at(p, 2, 3, "en")
	has(p, "[data-role=fork]", "begins a what-if")
	p.Click("fail-W1")
	at(p, 3, 3, "en")
	has(p, ".apart", "original: in no set · here: waiting, due in 5ms")
	for i := 2; i <= 8; i++ { // as many as there may be
		p.Click("back")
		p.Click("add")
		p.Wait(`document.querySelectorAll('[data-branch]').length === ` + strconv.Itoa(i+1))
	}
	p.Click("back")
	p.Click("add")
	has(p, ".notice", "8 what-ifs already")
}

// What a lesson drew into its side does not stay behind in the playground's.
func TestALessonLeavesNoPictureBehind(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=pipeline-under-load&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	p.Wait(`document.querySelector('#slope svg')`)
	p.Click("whatif")
	p.Wait(`document.querySelector('.fork [data-act=undo]') && document.querySelector('#slope svg')`)
	if n := Eval[int](p, `document.querySelectorAll('.fork svg').length`); n != 0 {
		t.Errorf("%d pictures stand among the futures", n)
	}
}
