//go:build browser

package browser

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

// settle waits until the page does nothing by itself: nothing ran for a while.
func settle(p *Page) {
	p.T.Helper()
	for end, was := time.Now().Add(patience), (Meter{}); ; {
		time.Sleep(700 * time.Millisecond)
		now := p.Meter()
		if now.Pending == 0 && now.Frames == was.Frames && now.Timers == was.Timers {
			return
		}
		if time.Now().After(end) {
			p.T.Fatalf("after %v still something runs: %+v", patience, now)
		}
		was = now
	}
}

// rests fails when anything runs in a page that nobody touches.
func rests(p *Page, where string) {
	p.T.Helper()
	settle(p)
	from := p.Meter()
	time.Sleep(time.Second)
	to := p.Meter()
	if to.Frames != from.Frames || to.Timers != from.Timers || to.Draws != from.Draws || to.Pending > 0 {
		p.T.Errorf("%s, in a second of rest: %d animation frames, %d timers, %d pictures, %d frames asked for, want 0",
			where, to.Frames-from.Frames, to.Timers-from.Timers, to.Draws-from.Draws, to.Pending)
	}
	if n := Eval[int](p, `document.getAnimations().filter(a => a.playState === 'running').length`); n != 0 {
		p.T.Errorf("%s, at rest %d animations of the style sheet run, want 0", where, n)
	}
}

// paintBar is how much script a frame of a lesson may take to paint, ms, on a busy machine.
const paintBar = 40.

// A page that nobody touches asks for no animation frame and no timer, wherever it stands and
// whatever was done before; and what is done next is painted as ever.
func TestAtRestNothingRuns(t *testing.T) {
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5", Options{}).Ready()
	rests(p, "a lesson")

	was := p.Meter()
	p.Click("step")
	at(p, 6, 10, "en")
	settle(p)
	now := p.Meter()
	took := slices.Sorted(slices.Values(now.FrameMs[len(was.FrameMs):]))
	if len(took) < 3 {
		t.Fatalf("a step painted %d pictures, want it to move", len(took))
	}
	if middle := took[len(took)/2]; middle > paintBar {
		t.Errorf("painting a frame of a step, %d triangles, took %.1f ms of script, want at most %v", now.Triangles, middle, paintBar)
	}
	rests(p, "a lesson after a step")

	draws := p.Meter().Draws
	p.Emulate(Options{Width: 1000, Height: 700, DPR: 2})
	p.Wait("meter.draws > " + strconv.Itoa(draws))
	rests(p, "a lesson in a window of another size")

	for hash, where := range map[string]string{"#p=home": "home", "#p=course": "the course", "#p=play": "a playground",
		"#embed&s=dirty-and-processing&step=4": "an embed", "#s=half-replaced&compare=all&step=3": "a comparison"} {
		p := Open(t, site.URL+"/"+hash, Options{Width: 960, Height: 540})
		p.Wait("informerscope.running > 0")
		rests(p, where)
	}
}

// A lesson that nobody touches costs no script.
func TestALessonAtRestCostsNothing(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{}).Ready()
	settle(p)
	part := min(pace(p), pace(p))
	t.Logf("a lesson at rest: %.2f %% of a core is script", part*100)
	if part > .001 {
		t.Errorf("at rest %.2f %% of a core is script, want none", part*100)
	}
}

// A step without motion is one picture.
func TestOneStepIsOnePicture(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	settle(p)
	draws := p.Meter().Draws
	p.Click("step")
	at(p, 6, 10, "en")
	settle(p)
	if now := p.Meter().Draws; now != draws+1 {
		t.Errorf("a step without motion painted %d pictures, want 1", now-draws)
	}
}

// A tab that is not seen is not painted, and shows what it missed once it is seen again.
func TestAHiddenTabRests(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800}).Ready()
	settle(p)
	show := p.Hide()
	draws := p.Meter().Draws
	Eval[bool](p, `(location.hash = '#s=dirty-and-processing&predict=0&step=8', true)`)
	time.Sleep(time.Second)
	if now := p.Meter().Draws; now != draws {
		t.Errorf("a hidden tab painted %d pictures, want 0", now-draws)
	}
	show()
	at(p, 8, 10, "en")
	p.Wait("meter.draws > " + strconv.Itoa(draws))
	rests(p, "a lesson that is seen again")
}
