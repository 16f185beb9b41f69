package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/graph"
	"github.com/informerscope/informerscope/wasm/page"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

func main() {
	scope := js.Global().Get("informerscope") // boot.js
	host := page.Host{
		StartPainter: func(id string) (page.Painter, error) {
			p, err := graph.Start(js.Global().Get("document").Call("getElementById", id))
			if err != nil {
				return nil, err
			}
			probe(scope, p)
			return p, nil
		},
		Transport: feed.Browser{Token: secret()},
		Text:      messages(),
		Mounted:   func() { scope.Call("mounted") },
	}
	app.RouteWithRegexp("^/.*", func() app.Composer { return page.New(host) })
	app.RunWhenOnBrowser()
}

// secret is the token that boot.js took out of the link; "" when the server wants none.
func secret() string {
	v := js.Global().Get("sessionStorage").Call("getItem", "informerscope.token")
	if v.IsNull() {
		return ""
	}
	return v.String()
}

// messages keeps one catalog a language.
func messages() func(lang, key string, args ...string) string {
	catalogs := map[string]*text.Catalog{}
	return func(lang, key string, args ...string) string {
		c := catalogs[lang]
		if c == nil {
			c = text.For(lang)
			catalogs[lang] = c
		}
		return c.Text(key, args...)
	}
}

// probe lets tests read the painter's counts and paint a list of their size.
func probe(scope js.Value, p *graph.Painter) {
	scope.Set("stats", js.FuncOf(func(js.Value, []js.Value) any {
		s := p.Stats()
		return map[string]any{"draws": s.Draws, "updates": s.Updates, "shapes": s.Shapes, "triangles": s.Triangles,
			"drawCalls": s.DrawCalls, "labels": s.Labels, "buildMs": s.BuildMs, "drawMs": s.DrawMs}
	}))
	scope.Set("many", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.Show(manyShapes(args[0].Int()), scene.Light(), 1, 0, 0)
		return nil
	}))
}
