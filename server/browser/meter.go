//go:build browser

package browser

import (
	"context"
	_ "embed"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

//go:embed meter.js
var meterScript string

// Meter is what a page asked of the browser so far; meter.js says what each count is.
type Meter struct {
	Frames, Timers, Pending     int
	Draws, Triangles, DrawCalls int
	FrameMs                     []float64
}

// Meter reads the counts of the page's own window.
func (p *Page) Meter() Meter { p.T.Helper(); return Eval[Meter](p, "meter") }

// Script is how long scripts ran in this tab so far, by the clock of their thread, so that other
// programs of the machine do not count.
func (p *Page) Script() time.Duration { p.T.Helper(); return p.ran("ScriptDuration") }

// Busy is how long the tab's thread had something to do, by its own clock, since it was first asked:
// script, layout, painting. Of a program that begins, Script misses most.
func (p *Page) Busy() time.Duration { p.T.Helper(); return p.ran("TaskDuration") }

func (p *Page) ran(metric string) time.Duration {
	p.T.Helper()
	var d time.Duration
	p.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
			return err
		}
		r, err := cdp.Call(ctx, t, performance.GetMetrics, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, m := range r.Metrics {
			if m.Name == metric {
				d = time.Duration(m.Value * 1e9)
			}
		}
		return nil
	}))
	return d
}
