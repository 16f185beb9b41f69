package page

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The delay heap is drawn on the time ruler, and on request as client-go keeps it: an array
// that is a tree. The choice is the link's view=tree.

// hasHeap reports whether anything was ever put off in what is shown.
func (p *Page) hasHeap() bool {
	s := p.shown()
	return p.hash.Stage() && s != nil && (p.part() == scene.Tree || p.part() == scene.Heap || s.Walked(trace.HeapAdd))
}

// toggleTree shows the heap as array and tree, or again what was shown without.
func (p *Page) toggleTree() {
	switch {
	case p.part() != scene.Tree:
		p.hash.View = scene.Tree
	case p.player != nil && p.player.lesson != nil && p.player.lesson.View == scene.Tree:
		p.hash.View = scene.Heap
	default:
		p.hash.View = ""
	}
	p.motion.stop()
	p.save()
	p.drawScrubber()
	p.draw()
}

// heapChoice is the button for it.
func (p *Page) heapChoice() app.UI {
	return app.Section().Hidden(!p.hasHeap()).Body(
		app.H2().Text(p.t("page.heap.title")),
		app.Div().Class("tools").Body(app.Button().Type("button").DataSet("act", "tree").Aria("pressed", p.part() == scene.Tree).Title("h").
			Text(p.t("view.tree")).OnClick(func(app.Context, app.Event) { p.toggleTree() })),
	)
}
