//go:build browser

package browser

import (
	"strings"
	"testing"
)

// The metrics stand beside the picture under their Prometheus names, move with the playhead,
// and the link says that they are shown. S05 is their lesson: the key that nobody calls Done
// for shows in the work in progress, and in depth as the pass that is owed.
func TestMetricsMoveWithThePlayhead(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	says := func(p *Page, metric string) string {
		return Eval[string](p, `document.querySelector('#metrics [data-metric=workqueue_`+metric+`] .value b').innerText`)
	}
	p := Open(t, site.URL+"/#s=forgotten-done&predict=0&step=1&lang=en", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	p.Click("metrics")
	p.Wait(`document.querySelectorAll('#metrics [data-metric]').length === 7`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "side=metrics") {
		t.Errorf("with the metrics open the link is %q, want side=metrics in it", hash)
	}
	for metric, want := range map[string]string{"depth": "0", "adds_total": "1", "unfinished_work_seconds": "0 s", "retries_total": "0", "queue_duration_seconds": "all 0 s", "work_duration_seconds": "nothing yet"} {
		if got := says(p, metric); got != want {
			t.Errorf("step 1: workqueue_%s is %q, want %q", metric, got, want)
		}
	}
	before := Eval[string](p, `document.querySelector('#metrics circle').getAttribute('cx')`)
	for range 6 {
		p.Click("step")
	}
	p.Wait(`document.querySelector('[data-role=position]').innerText.includes('7')`)
	for metric, want := range map[string]string{"depth": "1", "adds_total": "3", "unfinished_work_seconds": "3601 s", "longest_running_processor_seconds": "3601 s"} {
		if got := says(p, metric); got != want {
			t.Errorf("step 7: workqueue_%s is %q, want %q", metric, got, want)
		}
	}
	if after := Eval[string](p, `document.querySelector('#metrics circle').getAttribute('cx')`); after == before {
		t.Errorf("the playhead of the curves stands at %s still", after)
	}
	p.Click("metrics")
	p.Wait(`document.querySelector('#metrics') === null`)
}
