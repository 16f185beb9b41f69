//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/informerscope/informerscope/core/sim"
)

// frameBar is how much script a frame may take at 10,000 keys. A test of time needs room for
// a busy machine: it fails at three times that.
const frameBar = 8 * time.Millisecond

// stepBar is the same for a step without motion: the seek, the page around the picture, one
// frame; and for going anywhere in the story. hoverBar is the same for a mouse that moves on.
const (
	stepBar  = 16 * time.Millisecond
	hoverBar = 3 * time.Millisecond / 2
	slack    = 3
)

// crowd is a recorded run of n keys in the queue, with workers at work on some.
func crowd(t *testing.T, n int) string {
	t.Helper()
	w, err := sim.New(sim.Config{Workers: []string{"W1", "W2", "W3", "W4"}})
	if err != nil {
		t.Fatal(err)
	}
	do := func(c sim.Command) {
		t.Helper()
		if err := w.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		do(sim.Command{Verb: "Add", Key: fmt.Sprintf("shop/pod-%05d", i)})
	}
	for i := range 12 {
		worker := fmt.Sprintf("W%d", i%4+1)
		if i >= 4 {
			do(sim.Command{Verb: "fail", Actor: worker})
		}
		do(sim.Command{Verb: "Get", Actor: worker})
	}
	var b bytes.Buffer
	if err := w.Recorder().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Ten thousand keys stay usable: a moving frame is cheap, a picture that stands costs nothing,
// and the table has the rows that are seen and no others.
func TestTenThousandKeysStayUsable(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#p=play", Options{}).Ready()
	open(p, "crowd.json", crowd(t, 10_000), true)
	p.Wait(`location.hash.includes("trace")`)
	p.Key(kb.End)
	p.Wait(`+document.querySelector('table.state').getAttribute('aria-rowcount') > 10000`)
	time.Sleep(time.Second)

	for _, lang := range []string{"zh", "en"} { // numbers of five digits leave room for the speed
		p.Click("lang")
		p.Wait(`document.documentElement.lang.startsWith('` + lang + `') && document.querySelector('[data-act=lang]').lang !== '` + lang + `'`)
		if out := Eval[[]string](p, `[...document.querySelectorAll('.under > *')].filter(e => e.getBoundingClientRect().height > 28 || e.getBoundingClientRect().right > document.querySelector('.buttons').getBoundingClientRect().right + 1).map(e => e.innerText)`); len(out) > 0 {
			t.Errorf("%s: under the buttons %q do not fit one line", lang, out)
		}
	}
	p.Shot("many-steps")

	if n := Eval[int](p, `document.querySelectorAll('table.state tr[data-row]').length`); n == 0 || n > 60 {
		t.Errorf("the table of 10,000 keys has %d rows, want those that are seen", n)
	}
	Eval[bool](p, `(document.querySelector('table.state tr[data-row]').mine = true)`)
	Eval[bool](p, `(window.changes = 0, new MutationObserver(l => changes += l.length).observe(document.querySelector('table.state'), {subtree: true, childList: true}), true)`)

	rests(p, "10,000 keys")

	before := p.Meter()
	for range 2 {
		for _, act := range []string{"back", "step"} {
			p.Click(act)
			time.Sleep(700 * time.Millisecond)
		}
	}
	after := p.Meter()
	frames, seen := after.Draws-before.Draws, after.FrameMs[len(before.FrameMs):] // script of each frame, ms
	if frames < 4 {
		t.Fatalf("four steps drew %d frames, want motion", frames)
	}
	slices.Sort(seen)
	middle, worst := seen[len(seen)/2], seen[len(seen)-1]
	t.Logf("10,000 keys: %.1f ms of script paint a frame, %.1f ms the slowest, bar %v (%d frames in 4 steps)", middle, worst, frameBar, frames)
	if middle > slack*1e3*frameBar.Seconds() {
		t.Errorf("a frame takes %.1f ms of script, want %v", middle, frameBar)
	}

	if !Eval[bool](p, `[...document.querySelectorAll('table.state tr[data-row]')].some(r => r.mine)`) {
		t.Error("the table's rows were built anew by a step")
	}
	if n := Eval[int](p, `changes`); n > 600 {
		t.Errorf("four steps changed the table's elements %d times, want a few", n)
	}
	Eval[bool](p, `(document.querySelector('.rows').scrollTop = 5000 * 32, true)`)
	p.Wait(`+document.querySelector('table.state tr[data-row]').getAttribute('aria-rowindex') > 4000`)
	if n := Eval[int](p, `document.querySelectorAll('table.state tr[data-row]').length`); n > 60 {
		t.Errorf("scrolled, the table has %d rows", n)
	}
	goingAbout(p)
}

// goingAbout measures what it takes to step, to seek and to hover where the playhead stands.
func goingAbout(p *Page) {
	p.T.Helper()
	p.Emulate(Options{Width: 1280, Height: 800, DPR: 1, ReducedMotion: true}) // a step is one picture
	time.Sleep(200 * time.Millisecond)
	idle := pace(p)
	report := func(what string, bar time.Duration, n int, act func(i int)) {
		p.T.Helper()
		var took []time.Duration
		for i := range n {
			took = append(took, cost(p, idle, func() { act(i) }))
		}
		slices.Sort(took)
		middle, worst := took[n/2], took[n-1]
		p.T.Logf("10,000 keys: %s takes %.1f ms of script, %.1f ms the slowest, bar %v", what, middle.Seconds()*1e3, worst.Seconds()*1e3, bar)
		if middle > slack*bar {
			p.T.Errorf("%s takes %v of script, want %v", what, middle, bar)
		}
	}
	report("a step back", stepBar, 9, func(int) { p.Key(kb.ArrowLeft) })
	report("a step forward", stepBar, 9, func(int) { p.Key(kb.ArrowRight) })
	report("a seek", stepBar, 9, func(i int) {
		Eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector('[data-act=scrub]'); s.value = s.max * %d / 9; return s.dispatchEvent(new Event('input', {bubbles: true})) })()`, i*4%9))
	})
	p.Key(kb.End)
	report("a move of the mouse over the picture", hoverBar, 9, func(i int) { p.Move(560+float64(i)*20, 520+float64(i%2)*30) })
}

// pace is how much of a second of rest is script.
func pace(p *Page) float64 {
	p.T.Helper()
	from, start := p.Script(), time.Now()
	time.Sleep(2 * time.Second)
	return float64(p.Script()-from) / float64(time.Since(start))
}

// cost is the script of what act does until the page rests, beside that of rest.
func cost(p *Page, idle float64, act func()) time.Duration {
	p.T.Helper()
	from, start := p.Script(), time.Now()
	act()
	for was := -1; ; {
		time.Sleep(150 * time.Millisecond)
		now := p.Meter().Draws
		if now == was {
			return max(0, p.Script()-from-time.Duration(idle*float64(time.Since(start))))
		}
		was = now
	}
}
