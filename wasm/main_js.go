package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/graph"
	"github.com/informerscope/informerscope/wasm/page"
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
			return p, nil
		},
		Transport: feed.Browser{Token: secret()},
		Text:      text.In,
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
