package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/informerscope/informerscope/wasm/graph"
	"github.com/informerscope/informerscope/wasm/scene"
)

func main() {
	app.RouteWithRegexp("^/.*", func() app.Composer { return &demo{} })
	app.RunWhenOnBrowser()
}

// demo stands in for the page: a stage with one picture.
type demo struct {
	app.Compo
	painter *graph.Painter
}

func (d *demo) Render() app.UI {
	return app.Main().Body(
		app.Div().ID("stage").Class("stage").Style("width", "880px").Style("height", "496px").Style("margin", "164px 0 0 24px"),
		app.Button().Type("button").DataSet("act", "repaint").Text("Paint").OnClick(func(app.Context, app.Event) { d.show() }),
	)
}

func (d *demo) OnMount(ctx app.Context) {
	stage := js.Global().Get("document").Call("getElementById", "stage")
	p, err := graph.Start(stage)
	if err != nil {
		js.Global().Get("informerscope").Call("fail", err.Error(), "The lesson needs WebGL 2; its stills do not.")
		return
	}
	d.painter = p
	p.OnLost(func() { stage.Get("dataset").Set("lost", "") })
	d.show()
	probe(p, d)
	js.Global().Get("informerscope").Call("mounted")
}

func (d *demo) show() {
	if d.painter == nil {
		return
	}
	pal := scene.Light()
	if dark() {
		pal = scene.Dark()
	}
	d.painter.Show(demoShapes(), pal, 1, 0, 0)
}

func dark() bool {
	theme := js.Global().Get("document").Get("documentElement").Get("dataset").Get("theme")
	if theme.Truthy() {
		return theme.String() == "dark"
	}
	return js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}

// probe lets tests read the painter's counts and paint a list of their size.
func probe(p *graph.Painter, d *demo) {
	o := js.Global().Get("informerscope")
	o.Set("stats", js.FuncOf(func(js.Value, []js.Value) any {
		s := p.Stats()
		return map[string]any{"draws": s.Draws, "updates": s.Updates, "shapes": s.Shapes, "triangles": s.Triangles,
			"drawCalls": s.DrawCalls, "labels": s.Labels, "buildMs": s.BuildMs, "drawMs": s.DrawMs}
	}))
	o.Set("many", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.Show(manyShapes(args[0].Int()), scene.Light(), 1, 0, 0)
		return nil
	}))
}
