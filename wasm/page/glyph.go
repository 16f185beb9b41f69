package page

import (
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// glyph shows where in the picture a lesson happens.
func glyph(l *scenarios.Lesson) app.UI {
	svg := func(body ...app.UI) app.UI {
		return app.Elem("svg").XMLNS(svgSpace).Attr("viewBox", "0 0 48 28").Attr("aria-hidden", "true").Body(body...)
	}
	rect := func(x, y, w, h string, attrs ...string) app.UI {
		e := app.Elem("rect").XMLNS(svgSpace).Attr("x", x).Attr("y", y).Attr("width", w).Attr("height", h)
		for i := 0; i+1 < len(attrs); i += 2 {
			e = e.Attr(attrs[i], attrs[i+1])
		}
		return e
	}
	if l.Track == "workqueue" {
		body := []app.UI{
			rect("20", "6", "27", "21", "rx", "3", "fill", "var(--proc-tint)", "stroke", "var(--proc)", "stroke-width", "1.2"),
			rect("1", "1", "40", "14", "rx", "3", "fill", "none", "stroke", "var(--dirty)", "stroke-width", "1.2"),
		}
		if l.View == scene.Heap || l.View == scene.Tree {
			body = append(body, app.Elem("circle").XMLNS(svgSpace).Attr("cx", "10").Attr("cy", "22").Attr("r", "3.5").Attr("fill", "none").Attr("stroke", "var(--wait)").Attr("stroke-width", "1.8"))
		} else {
			body = append(body, rect("12", "5", "5", "6", "fill", "var(--dirty)"), rect("5", "5", "5", "6", "fill", "var(--dirty)"))
		}
		return svg(body...)
	}
	on := map[string]int{scene.FIFO: 2, scene.Store: 3}
	var body []app.UI
	for i, x := range []string{"1", "12", "21", "35"} {
		fill := "none"
		if n, ok := on[l.View]; !ok || n == i {
			fill = "var(--text)"
		}
		w := []string{"9", "7", "12", "12"}[i]
		body = append(body, rect(x, "2", w, "9", "fill", fill, "stroke", "var(--neutral)", "stroke-width", "1.2"))
	}
	body = append(body, rect("1", "16", "9", "9", "fill", "none", "stroke", "var(--neutral)", "stroke-width", "1.2"),
		app.Elem("path").XMLNS(svgSpace).Attr("d", "M41 11V20.5H12").Attr("fill", "none").Attr("stroke", "var(--neutral)").Attr("stroke-width", "1.2"))
	return svg(body...)
}
