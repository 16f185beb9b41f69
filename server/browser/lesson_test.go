//go:build browser

package browser

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/informerscope/informerscope/scenarios"
)

// shown is everything a reader sees as text: headline, position, state table.
func shown(p *Page) string {
	p.T.Helper()
	return Eval[string](p, `[document.querySelector('h1[data-role=headline]').innerText, document.querySelector('[data-role=position]').innerText,
		...[...document.querySelectorAll('table.state tr')].map(r=>[...r.cells].map(c=>c.innerText+[...c.querySelectorAll('.pip')].map(x=>x.className)).join('|'))].join('\n')`)
}

func at(p *Page, step, of int, lang string) {
	p.T.Helper()
	want := "step " + strconv.Itoa(step) + " of " + strconv.Itoa(of)
	if lang == "zh" {
		want = "第 " + strconv.Itoa(step) + " 步，共 " + strconv.Itoa(of) + " 步"
	}
	p.Wait(`document.querySelector('[data-role=position]').innerText === ` + strconv.Quote(want))
}

// A lesson walked forwards and back shows the same state at each step, whichever way the
// reader came; and every step has a headline.
func TestEveryLessonShowsTheSameStateForwardsAndBack(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	for _, lang := range []string{"en", "zh"} {
		t.Run(lang, func(t *testing.T) {
			// One page for all of them, as a reader goes from lesson to lesson: a load each would take longer than the walk.
			p := Open(t, site.URL+"/#s=three-adds-one-job&predict=0&lang="+lang, Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
			for _, l := range scenarios.List() {
				if !t.Run(l.ID, func(t *testing.T) {
					outer := p.T
					p.T = t
					defer func() { p.T = outer }()
					walk(p, l, lang)
				}) {
					return // what one lesson waits for in vain, all of them would
				}
			}
		})
	}
}

// walk opens a lesson by its link and goes to its end and back.
func walk(p *Page, l *scenarios.Lesson, lang string) {
	t := p.T
	run, err := l.Run(l.Engines[len(l.Engines)-1])
	if err != nil {
		t.Fatal(err)
	}
	last := len(run.Steps) - 1
	p.visit(screen{hash: "s=" + l.ID + "&predict=0&lang=" + lang, ready: `document.querySelector('.kick b')?.innerText.startsWith(` + strconv.Quote(l.Place()+" ") + `)`}, "")
	at(p, 0, last, lang)
	states := []string{shown(p)}
	for n := 1; n <= last; n++ {
		p.Click("step")
		at(p, n, last, lang)
		states = append(states, shown(p))
		if Eval[string](p, `document.querySelector('h1[data-role=headline]').innerText`) == "" {
			t.Errorf("step %d has no headline", n)
		}
	}
	if slices.Index(states, states[last]) != last {
		t.Errorf("the last step shows what an earlier one showed")
	}
	if !Eval[bool](p, `document.querySelector('[data-act=step]').disabled`) {
		t.Error("the step button is not disabled at the end")
	}
	for n := last - 1; n >= 0; n-- {
		p.Click("back")
		at(p, n, last, lang)
		if got := shown(p); got != states[n] {
			t.Errorf("back at step %d:\n%s\nforwards it was\n%s", n, got, states[n])
		}
	}
}

func TestKeysAndScrubberMoveThePlayhead(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 0, 10, "en")
	p.Key(kb.ArrowRight)
	p.Key(kb.ArrowRight)
	at(p, 2, 10, "en")
	p.Key(kb.ArrowLeft)
	at(p, 1, 10, "en")
	box := Eval[[]float64](p, `(()=>{const b=document.querySelector('.scrub').getBoundingClientRect();return [b.left,b.top,b.width,b.height]})()`)
	p.ClickAt(box[0]+box[2]*.5, box[1]+box[3]*.7)
	p.Wait(`/step [4-6] of 10/.test(document.querySelector('[data-role=position]').innerText)`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "s=dirty-and-processing") || !strings.Contains(hash, "step=") {
		t.Errorf("the link is %q, want lesson and step in it", hash)
	}
	// Play goes on by itself, and Space pauses.
	p.Click("play")
	p.Wait(`document.querySelector('[data-act=play]').getAttribute('aria-label') === 'Pause'`)
	p.Key(" ")
}

// tokenAt returns a point on the token that stands for key.
func tokenAt(p *Page, key string) (x, y float64) {
	p.T.Helper()
	r := Eval[[]float64](p, `(()=>{const s=document.querySelector('#stage').getBoundingClientRect();const t=informerscope.where(`+strconv.Quote("key:"+key)+`);return [s.left+t[0],s.top+t[1]]})()`)
	return r[0], r[1]
}

func TestHoverSaysWhereAKeyIsAndClickOpensItsStory(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 5, 10, "en")
	x, y := tokenAt(p, "a")
	bx, by := tokenAt(p, "b")
	p.Move(bx, by)
	p.Wait(`document.querySelector('.card').innerText.includes('no. 1 in the queue')`)
	p.Move(x, y)
	p.Wait(`document.querySelector('.card').innerText.includes('W1')`)
	p.Move(5, 5)
	p.Wait(`getComputedStyle(document.querySelector('.card')).display === 'none'`)
	p.Move(x, y)
	p.Wait(`document.querySelector('.card').innerText.includes('W1')`)
	if card := Eval[string](p, `document.querySelector('.card').innerText`); !strings.Contains(card, "one more pass is owed") {
		t.Errorf("the card of a says %q, want that one more pass is owed", card)
	}
	p.ClickAt(x, y)
	p.Wait(`document.querySelector('.inspect h2') && document.querySelector('.inspect h2').innerText.startsWith('a')`)
	if story := Eval[string](p, `document.querySelector('.inspect ol').innerText`); !strings.Contains(story, "W1 takes a") || !strings.Contains(story, "Add(a)") {
		t.Errorf("the story of a is %q, want its Add and its Get", story)
	}
	p.Key(kb.Escape)
	p.Wait(`!document.querySelector('.inspect h2')`)
}

func TestAPlaygroundSessionFollowsTheCommands(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	headline := func(want string) {
		t.Helper()
		p.Wait(`document.querySelector('h1[data-role=headline]').innerText.includes(` + strconv.Quote(want) + `)`)
	}
	p.Click("add")
	headline("a goes to the back of the queue.")
	p.Click("get-W1")
	headline("W1 takes a.")
	p.Click("add")
	headline("One more pass is owed for a.")
	p.Click("done-W1")
	headline("a goes to the back of the queue again.")
	p.Click("back")
	p.Wait(`document.querySelector('h1[data-role=headline]').innerText.startsWith('One more pass')`)
	// A pod travels through the whole pipeline, one hand-off a step.
	p.Click("create")
	for range 12 {
		p.Click("step")
	}
	p.Wait(`document.querySelector('table.state [data-row=p1]') !== null`)
	row := Eval[string](p, `document.querySelector('table.state [data-row=p1]').innerText`)
	if !strings.Contains(row, "@") {
		t.Errorf("after its hand-offs the row of p1 is %q, want its version in the store", row)
	}
}

func TestALinkWithMistakesIsAnsweredInWords(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	for _, c := range []struct{ hash, want string }{
		{"#s=no-such-lesson", "no-such-lesson"},
		{"#s=dirty-and-processing&step=many", "it is a whole number"},
		{"#s=dirty-and-processing&view=upside-down", "it can be"},
		{"#p=play&z=updat%20p1", "update"},
	} {
		t.Run(c.hash, func(t *testing.T) {
			p := Open(t, site.URL+"/"+c.hash, Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
			p.Wait(`document.querySelector('.notice').innerText.includes(` + strconv.Quote(c.want) + `)`)
			if n := Eval[int](p, `document.querySelector('#stage').childElementCount`); n == 0 {
				t.Error("the stage is empty; want the last good picture")
			}
		})
	}
}

// The step of a lesson that does not exist is not the step of another.
func TestAnUnknownLessonOpensTheFirstAtItsBeginning(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=gone-relists&step=99&view=heap", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	has(p, ".notice", "Did you mean gone-relist?")
	p.Wait(`document.querySelector('[data-role=position]').innerText.startsWith('step 0 of ')`)
	has(p, ".kick", "1.1")
	Eval[bool](p, `(location.hash = '#s=nonsense&step=99', true)`)
	has(p, ".notice", `There is no lesson "nonsense". See Lessons`)
	if n := Eval[int](p, `document.querySelector('.notice span').innerText.length`); n > 80 {
		t.Errorf("the notice has %d characters", n)
	}
	p.Wait(`document.querySelector('[data-role=position]').innerText.startsWith('step 0 of ')`)
}

func TestWithoutWebGLTheSVGStillServes(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true, Before: `HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {apply(f, self, args) { return /webgl/.test(args[0]) ? null : Reflect.apply(f, self, args) }})`})
	p.Wait(`document.querySelector('#stage > svg text') !== null`)
	p.Click("step")
	at(p, 6, 10, "en")
	if n := Eval[int](p, `document.querySelectorAll('#stage > svg text').length`); n < 5 {
		t.Errorf("the still has %d texts, want a picture", n)
	}
}

// A question is asked before its step; a wrong answer is put right, a right one counted,
// and nobody has to answer.
func TestAQuestionIsAskedAnsweredAndCanBePassedOver(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&step=2", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(p, 2, 10, "en")
	p.Click("step")
	p.Wait(`document.querySelectorAll('.ask [data-answer]').length === 4`)
	at(p, 2, 10, "en")
	p.Shot("ask")
	right := Eval[string](p, `[...document.querySelectorAll('.ask [data-answer]')].find(b=>b.innerText.includes('it stays in processing')).dataset.answer`)
	p.Key(right)
	at(p, 3, 10, "en")
	p.Wait(`document.querySelector('.ask.done').innerText.startsWith('Right.')`)
	for n := 4; n <= 5; n++ {
		p.Click("step")
		at(p, n, 10, "en")
	}
	p.Click("step")
	p.Wait(`document.querySelectorAll('.ask [data-answer]').length === 3`)
	wrong := Eval[string](p, `[...document.querySelectorAll('.ask [data-answer]')].find(b=>b.innerText.includes('dropped')).dataset.answer`)
	p.Key(wrong)
	at(p, 6, 10, "en")
	p.Wait(`document.querySelector('.ask.done').innerText.includes('to the back of the queue') && document.querySelector('.ask.done').innerText.includes('1 of 2 right')`)
	p.Click("back")
	at(p, 5, 10, "en")
	p.Click("step") // answered already: not asked twice
	at(p, 6, 10, "en")

	q := Open(t, site.URL+"/#s=dirty-and-processing&step=2", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	at(q, 2, 10, "en")
	q.Click("step")
	q.Wait(`document.querySelector('.ask [data-answer]') !== null`)
	q.Click("step")
	at(q, 3, 10, "en")
}
