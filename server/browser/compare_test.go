//go:build browser

package browser

import (
	"strings"
	"testing"
)

// Engines stand side by side at the same step of the script; their columns differ where the
// engines do, and the link keeps the choice.
func TestEnginesStandSideBySideAtTheSameStep(t *testing.T) {
	site := Serve(t)
	p := Open(t, site.URL+"/#s=half-replaced&predict=0&step=3", Options{ReducedMotion: true}).Ready()
	at(p, 3, 6, "en")
	if got := Eval[int](p, `document.querySelectorAll('table.compared').length`); got != 0 {
		t.Errorf("before the choice %d engines tables are there, want none", got)
	}
	Eval[bool](p, `(document.querySelector('[data-engine=compare]').click(), true)`)
	p.Wait(`document.querySelectorAll('table.compared tr[data-engine]').length === 3`)
	column := func(engine string) string {
		return Eval[string](p, `[...document.querySelector('table.compared tr[data-engine=`+engine+`]').cells].map(c=>c.textContent).join(' | ')`)
	}
	p.Click("step")
	at(p, 4, 6, "en")
	for engine, want := range map[string]string{
		"classic": "classic | [p3:[Replaced@51] p2:[Deleted(DFSU)@7]] | {p1@5 p2@7} | [OnUpdate(p1@5 p1@5)]",
		"ordered": "ordered | [p1:Replaced@5 p3:Replaced@51] | {p1@5} | [OnDelete(DFSU p2@7)]",
		"atomic":  "atomic | [] | {p1@5 p3@51} | [OnDelete(DFSU p2@7)]",
	} {
		if got := column(engine); got != want {
			t.Errorf("step 4: %s, want %s", got, want)
		}
		p.Wait(`informerscope.where('zone:fifo|` + engine + `') !== null`)
	}
	p.Shot("compare")
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "compare=all") {
		t.Errorf("the link is %q, want compare=all in it", hash)
	}
	Eval[bool](p, `(document.querySelector('[data-engine=ordered]').click(), true)`)
	p.Wait(`informerscope.where('zone:fifo|ordered') === null && informerscope.where('zone:fifo') !== null`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "engine=ordered") || strings.Contains(hash, "compare") {
		t.Errorf("after the choice of one engine the link is %q", hash)
	}

	// On a phone the engines stand under each other, each as wide as the page.
	q := Open(t, site.URL+"/#s=half-replaced&step=4&compare=classic,atomic", Options{Width: 390, Height: 844, ReducedMotion: true, Touch: true}).Ready()
	q.Wait(`informerscope.where('zone:fifo|atomic') !== null`)
	if high := Eval[bool](q, `informerscope.where('zone:fifo|atomic')[1] - informerscope.where('zone:fifo|classic')[1] > 200`); !high {
		t.Error("on a phone the second engine does not stand beneath the first")
	}
}
