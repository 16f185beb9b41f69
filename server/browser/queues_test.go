//go:build browser

package browser

import (
	"strconv"
	"strings"
	"testing"
)

// A lesson that lists both queues turns from one to the other and shows both side by side, by mouse and by
// keyboard; so does the playground, with what was done there.
func TestALessonAndThePlaygroundTurnToTheOtherQueue(t *testing.T) {
	t.Parallel()
	const lesson = "id: fetched\ntitle: One pass, or two?\nquestion: Does an Add fetch the key that waits?\nqueue: client-go priority\nworkers: W1\n\n" +
		"AddAfter a 5s\n@wait **a waits.**\n\nAdd a\n@both **Add comes first.**\n@both/priority **Add fetches a.**\n\nW1 Get\n\nW1 ok\n\nrun until t=5s\n"
	site := Serve(t)
	p := Open(t, site.URL+"/#p=play", Options{ReducedMotion: true}).Ready()
	packed := Eval[string](p, `informerscope.pack(`+strconv.Quote(lesson)+`)`)
	column := func(p *Page, queue string) string {
		return Eval[string](p, `[...document.querySelector('table.compared tr[data-queue="`+queue+`"]').cells].map(c=>c.textContent).join(' | ')`)
	}
	choose := func(p *Page, queue string) {
		Eval[bool](p, `(document.querySelector('.engines [data-queue="`+queue+`"]').click(), true)`)
	}

	p = Open(t, site.URL+"/#iq="+packed+"&step=2", Options{ReducedMotion: true}).Ready()
	p.Wait(`document.querySelector("[data-role=headline]").innerText === "Add comes first."`)
	choose(p, "priority")
	p.Wait(`document.querySelector("[data-role=headline]").innerText === "Add fetches a." && location.hash.includes("queue=priority")`)
	choose(p, "compare")
	p.Wait(`informerscope.where('zone:queue|priority') !== null && informerscope.where('zone:queue|client-go') !== null`)
	for queue, want := range map[string]string{"client-go": "client-go | [a] | {a} | {} | [a@5s] | {}", "priority": "priority | [a] | {a} | {} | [] | {}"} {
		if got := column(p, queue); got != want {
			t.Errorf("side by side, step 2: %s, want %s", got, want)
		}
	}
	p.Shot("queues")
	for range 3 {
		p.Click("step")
	}
	p.Wait(`informerscope.where('key:a|client-go') !== null && informerscope.where('key:a|priority') === null`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "compare=client-go%2Cpriority") {
		t.Errorf("the link of both is %q", hash)
	}

	// In the playground the settings offer the queue, and a command has a priority where it has one.
	q := Open(t, site.URL+"/#p=play&z=AddAfter+a+5s%3B+Add+a", Options{ReducedMotion: true}).Ready()
	choose(q, "compare")
	q.Wait(`document.querySelectorAll('table.compared tr[data-queue]').length === 2`)
	if got := column(q, "client-go") + "; " + column(q, "priority"); got != "client-go | [a] | {a} | {} | [a@5s] | {}; priority | [a] | {a} | {} | [] | {}" {
		t.Errorf("the playground on both queues: %s", got)
	}
	q.Shot("queues-play")
	choose(q, "priority")
	q.Wait(`location.hash.includes("set=queue%3Apriority") && !document.querySelector('table.compared')`)
	q.Click("settings")
	q.Wait(`document.querySelector('[data-act=set-queue]').value === "priority"`)

	// On a phone they stand under each other, each as wide as the page.
	r := Open(t, site.URL+"/#iq="+packed+"&step=2&compare=client-go,priority&lang=zh", Options{Width: 390, Height: 844, ReducedMotion: true, Touch: true}).Ready()
	r.Wait(`informerscope.where('zone:queue|priority') !== null`)
	if !Eval[bool](r, `informerscope.where('zone:queue|priority')[1] - informerscope.where('zone:queue|client-go')[1] > 200 && document.documentElement.scrollWidth <= 390`) {
		t.Error("on a phone the second queue does not stand beneath the first")
	}
}
