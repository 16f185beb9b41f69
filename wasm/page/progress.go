package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// progress is which lessons a reader has been through, kept in the reader's browser and
// nowhere else. A lesson is done when its last step was reached.
type progress struct{ lessons map[string]score }

// score is how many questions of a lesson were answered, and how many of these rightly.
// Nobody has to answer one.
type score struct{ right, asked int }

const progressKey = "informerscope.done"

// readProgress understands "id:right/asked id:right/asked". What it does not understand, or
// what is no lesson, is left out.
func readProgress(text string) *progress {
	p := &progress{lessons: map[string]score{}}
	for _, word := range strings.Fields(text) {
		id, result, _ := strings.Cut(word, ":")
		right, asked, _ := strings.Cut(result, "/")
		s := score{}
		s.right, _ = strconv.Atoi(right)
		s.asked, _ = strconv.Atoi(asked)
		if s.right < 0 || s.right > s.asked {
			s = score{}
		}
		if l := scenarios.Find(id); l != nil && l.ID == id {
			p.lessons[id] = s
		}
	}
	return p
}

// String is what readProgress reads.
func (p *progress) String() string {
	var words []string
	for id, s := range p.lessons {
		words = append(words, id+":"+strconv.Itoa(s.right)+"/"+strconv.Itoa(s.asked))
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// finish notes a lesson as done; of two results the one with more answers counts, then the
// better one. It reports whether anything is new.
func (p *progress) finish(id string, s score) bool {
	old, had := p.lessons[id]
	if had && (s.asked < old.asked || s.asked == old.asked && s.right <= old.right) {
		return false
	}
	p.lessons[id] = s
	return true
}

func (p *progress) has(id string) bool {
	_, ok := p.lessons[id]
	return ok
}

// progress returns what the browser has kept. A browser that keeps nothing, or forbids to
// ask, has an empty one.
func (p *Page) progress() *progress {
	if p.done == nil {
		text := ""
		guarded(func() {
			if v := app.Window().Get("localStorage").Call("getItem", progressKey); v.Truthy() {
				text = v.String()
			}
		})
		p.done = readProgress(text)
	}
	return p.done
}

// reached notes a lesson as done when its last step is shown.
func (p *Page) reached() {
	pl := p.player
	if p.hash.Page != "lesson" || pl == nil || pl.lesson == nil || pl.step < pl.line.Last() || scenarios.Find(pl.lesson.ID) != pl.lesson {
		return
	}
	if p.progress().finish(pl.lesson.ID, score{p.ask.right, len(p.ask.answered)}) {
		p.keep()
	}
}

func (p *Page) keep() {
	guarded(func() { app.Window().Get("localStorage").Call("setItem", progressKey, p.done.String()) })
}

// forget is the reset of the course page.
func (p *Page) forget() {
	p.done = readProgress("")
	guarded(func() { app.Window().Get("localStorage").Call("removeItem", progressKey) })
}

// guarded calls f, which may ask for what a browser refuses: a full store, a sandbox.
func guarded(f func()) {
	defer func() { _ = recover() }()
	f()
}
