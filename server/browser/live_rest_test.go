//go:build browser

package browser

import (
	_ "embed"
	"fmt"
	"slices"
	"testing"
	"time"
)

//go:embed quiet.js
var quietScript string

// Bars of live mode: the part of a core that is script while nothing happens, and the script of
// an event, with 1,000 objects, at a rate at which pictures follow each other. An event that comes
// alone finds nothing of the program in the processor's caches, and shares its picture with no other.
// A test of time needs room for a busy machine (slack).
const (
	liveRestBar  = .03
	liveEventBar = 4 * time.Millisecond
	liveAloneBar = 8 * time.Millisecond
)

// quiet opens live mode on a cluster of n pods in which nothing happens by itself, and waits until
// all of them were worked on.
func quiet(t *testing.T, n int) *Page {
	t.Helper()
	p := Open(t, Serve(t).URL+"/#p=live", Options{Width: 1280, Height: 800, Before: quietScript + fmt.Sprintf("quiet.pods = %d;", n)}).Ready()
	knob(p, "duration", "0")
	knob(p, "failure", "0")
	has(p, ".kick", fmt.Sprintf("%d objects", n))
	has(p, headline, "All caught up")
	return p
}

// knob moves a slider of live mode.
func knob(p *Page, act, value string) {
	p.T.Helper()
	p.Wait(`document.querySelector('[data-act=` + act + `]')`)
	Eval[bool](p, `(() => { const s = document.querySelector('[data-act=`+act+`]'); s.value = `+value+`; return s.dispatchEvent(new Event('input', {bubbles: true})) })()`)
}

// Live mode costs next to nothing while nothing happens, and an event costs what it changes.
func TestLiveIsCheapAtRestAndForAnEvent(t *testing.T) {
	p := quiet(t, 1000)
	time.Sleep(2 * time.Second)
	draws := p.Meter().Draws
	var rest []float64
	for range 3 {
		rest = append(rest, pace(p))
	}
	idle := slices.Min(rest)
	t.Logf("live at rest, 1,000 objects: %.1f %% of a core is script, bar %.0f %%; %d pictures in 6 s", idle*100, liveRestBar*100, p.Meter().Draws-draws)
	if idle > slack*liveRestBar {
		t.Errorf("at rest %.1f %% of a core is script, want %.0f %%", idle*100, liveRestBar*100)
	}

	for _, c := range []struct {
		rate, n int // events a second, and how many
		bar     time.Duration
	}{{20, 100, liveEventBar}, {2, 12, liveAloneBar}} {
		var took []time.Duration
		for range 3 {
			from, start := p.Script(), time.Now()
			Eval[bool](p, fmt.Sprintf(`new Promise(done => { let i = 0; const t = setInterval(() => { quiet.tell('MODIFIED', i*7%%1000); if (++i === %d) { clearInterval(t); setTimeout(done, 400, true) } }, %d) })`, c.n, 1000/c.rate))
			took = append(took, (p.Script()-from-time.Duration(idle*float64(time.Since(start))))/time.Duration(c.n))
		}
		each := slices.Min(took)
		t.Logf("live, 1,000 objects, %d events a second: %.2f ms of script an event, bar %v", c.rate, each.Seconds()*1e3, c.bar)
		if each > slack*c.bar {
			t.Errorf("an event takes %v of script, want %v", each, c.bar)
		}
	}
}

// Each stop of the history is something that happened.
func TestLiveStepsBackToWhatHappened(t *testing.T) {
	p := quiet(t, 5)
	Eval[bool](p, `(quiet.tell('MODIFIED', 3), true)`)
	time.Sleep(time.Second)
	p.Click("play")
	for range 6 {
		p.Wait(`/^frozen, step \d+: ./.test(document.querySelector('[role=status]').innerText)`)
		t.Log(Eval[string](p, `document.querySelector('[role=status]').innerText`))
		p.Click("back")
		time.Sleep(300 * time.Millisecond)
	}
}

// A tab that is not seen draws nothing and sets no timer, reads on, and is up to date once it is
// seen again.
func TestLiveRestsInAHiddenTab(t *testing.T) {
	p := quiet(t, 20)
	show := p.Hide()
	time.Sleep(time.Second)
	from := p.Meter()
	time.Sleep(2 * time.Second)
	if now := p.Meter(); now.Draws != from.Draws || now.Timers != from.Timers || now.Frames != from.Frames {
		t.Errorf("hidden, in 2 s: %d pictures, %d timers, %d frames, want 0", now.Draws-from.Draws, now.Timers-from.Timers, now.Frames-from.Frames)
	}
	for i := range 5 {
		Eval[bool](p, fmt.Sprintf(`(quiet.tell('ADDED', %d), true)`, 20+i))
		time.Sleep(200 * time.Millisecond)
	}
	if now := p.Meter(); now.Draws != from.Draws || now.Frames != from.Frames {
		t.Errorf("hidden, five events made %d pictures, %d frames, want 0", now.Draws-from.Draws, now.Frames-from.Frames)
	}
	show()
	has(p, ".kick", "25 objects")
}
