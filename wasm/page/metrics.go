package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The metrics twin: what a dashboard would show of the work queue at the playhead, under the
// names that Prometheus knows.

const metricsID = "metrics"

// metrics is the panel, in the place for the open one or for the folded one.
func (p *Page) metrics(place bool) app.UI {
	open := p.MetricsOpen()
	if !p.HasMetrics() || open != place {
		return app.Section().Hidden(true)
	}
	fold := "fold"
	if open {
		fold += " open"
	}
	right := p.T("page.time", "t", tell.Clock(p.Moment()))
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "metrics").Aria("expanded", open).
			Body(icon("step"), app.Text(p.T("metrics.title"))).OnClick(p.on(player.Fold{What: "metrics"})),
		app.Span().Hidden(!open).Text(right),
	)
	if !open {
		return app.Section().Class("metrics").Body(head)
	}
	all, at, span := p.Readings()
	if len(all) == 0 {
		return app.Section().Class("metrics").Body(head)
	}
	now := all[at]
	body := make([]app.UI, len(tell.Metrics))
	for i, m := range tell.Metrics {
		body[i] = p.metricRow(m, all, at, span)
	}
	var notes []app.UI
	for _, text := range p.Teller().MetricNotes(p.Here(), now) {
		notes = append(notes, app.P().Text(text))
	}
	return app.Section().Class("metrics").ID(metricsID).Body(
		head,
		app.Table().Role("table").Body(
			app.Caption().Class("sr").Text(p.T("metrics.caption")),
			app.TBody().Role("rowgroup").Body(body...)),
		app.Div().Class("notes").Body(notes...),
		app.P().Class("quiet").Hidden(p.Hash.Page == "live").Text(p.T("metrics.checked", "library", scenarios.LibraryOf(p.Head.Queue()).String())),
	)
}

// metricRow is name and meaning, the curve, and the value at the playhead.
func (p *Page) metricRow(m tell.Metric, all []state.Metrics, at, span int) app.UI {
	value, more := p.Teller().Reading(m, all[at])
	var name []app.UI
	for i, part := range strings.SplitAfter(m.Name, "_") { // may break after each _
		if i > 0 {
			name = append(name, app.Wbr())
		}
		name = append(name, app.Text(part))
	}
	return app.Tr().Role("row").DataSet("metric", m.Name).Body(
		app.Th().Scope("row").Role("rowheader").Body(app.Code().Body(name...), app.Span().Text(p.T("metrics."+m.Name))),
		app.Td().Role("cell").Class("curve").Aria("hidden", true).Body(sparkline(all, at, span, m.Curve)),
		app.Td().Role("cell").Class("value").Body(app.B().Text(value), app.Small().Hidden(more == "").Text(more)),
	)
}

// Size of a curve, px, and how many points it is drawn from at most.
const (
	sparkW, sparkH = 96.0, 26.0
	sparkPoints    = 192
)

// sparkline draws a curve from 0 up to its peak over span places, and marks the playhead.
// A value holds until the next one, as a gauge's does.
func sparkline(all []state.Metrics, at, span int, value func(state.Metrics) float64) app.UI {
	svg := app.Elem("svg").XMLNS(svgSpace).Attr("viewBox", "0 0 "+num(sparkW)+" "+num(sparkH)).Attr("width", num(sparkW)).Attr("height", num(sparkH))
	line, x, y := spark(all, at, span, value)
	body := []app.UI{
		path("M0 "+num(sparkH-1.5)+"H"+num(sparkW), "var(--line)", "1"),
		path(line, "var(--text2)", "1.5"),
		path("M"+num(x)+" 0V"+num(sparkH-1.5), "var(--text)", "1"),
	}
	if !math.IsNaN(y) {
		body = append(body, app.Elem("circle").XMLNS(svgSpace).Attr("cx", num(x)).Attr("cy", num(y)).Attr("r", "2.5").Attr("fill", "var(--text)"))
	}
	return svg.Body(body...)
}

// spark is the path of a curve, and where the playhead meets it; y is NaN where there is
// nothing yet.
func spark(all []state.Metrics, at, span int, value func(state.Metrics) float64) (line string, x, y float64) {
	left, right := 3.0, sparkW-3
	place := func(i int) float64 {
		if span < 2 {
			return left
		}
		return left + (right-left)*float64(i)/float64(span-1)
	}
	stride := max(1, len(all)/sparkPoints)
	peak := 0.0
	for i := 0; i < len(all); i++ {
		if v := value(all[i]); v > peak {
			peak = v
		}
	}
	level := func(v float64) float64 {
		if peak == 0 {
			return sparkH - 1.5
		}
		return sparkH - 1.5 - max(v, 0)/peak*(sparkH-6)
	}
	var b strings.Builder
	open := false
	for i := 0; i < len(all); i += stride {
		v := value(all[i])
		if math.IsNaN(v) {
			open = false
			continue
		}
		if !open {
			b.WriteString("M" + num(place(i)) + " " + num(level(v)))
		} else {
			b.WriteString("H" + num(place(i)) + "V" + num(level(v)))
		}
		open = true
	}
	v := value(all[at])
	if math.IsNaN(v) {
		return b.String(), place(at), v
	}
	return b.String(), place(at), level(v)
}

func path(d, stroke, width string) app.UI {
	return app.Elem("path").XMLNS(svgSpace).Attr("d", d).Attr("fill", "none").Attr("stroke", stroke).Attr("stroke-width", width)
}

func num(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }
