package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// pngScale is how many pixels of a PNG a stage pixel gets.
const pngScale = 2

// faces are the page's fonts as app.css has them.
var faces = [...]struct{ family, weight, file string }{
	{"Source Sans 3", "400", "source-sans-3"}, {"Source Sans 3", "700", "source-sans-3"},
	{"Source Code Pro", "400", "source-code-pro"}, {"Source Code Pro", "700", "source-code-pro"},
}

// withFaces calls back with the page's fonts as a style sheet that holds them whole. A
// picture that is drawn as an image sees nothing of the page around it, its fonts neither. A
// font that does not arrive is left out.
func withFaces(web string, done func(css string)) {
	var rules [len(faces)]string
	left := len(faces)
	for i, f := range faces {
		got := func(data app.Value) {
			if data.Truthy() {
				rules[i] = `@font-face{font-family:"` + f.family + `";font-weight:` + f.weight + `;src:url(` + data.String() + `) format("woff2")}`
			}
			if left--; left == 0 {
				done(strings.Join(rules[:], ""))
			}
		}
		none := func(app.Value) { got(app.Null()) }
		settled(window().Call("fetch", web+"fonts/"+f.file+"-latin-"+f.weight+"-normal.woff2"), func(resp app.Value) {
			if !resp.Get("ok").Bool() {
				none(nil)
				return
			}
			settled(resp.Call("blob"), func(b app.Value) {
				reader := window().Get("FileReader").New()
				reader.Set("onloadend", once(func([]app.Value) { got(reader.Get("result")) }))
				reader.Call("readAsDataURL", b)
			}, none)
		}, none)
	}
}

// once is a callback that is released when it has been called.
func once(f func(args []app.Value)) app.Func {
	var fn app.Func
	fn = app.FuncOf(func(_ app.Value, args []app.Value) any {
		fn.Release()
		f(args)
		return nil
	})
	return fn
}

// paint draws an SVG on a canvas, in the page's fonts, and calls back with a PNG; nil when the
// browser cannot. The fonts are in the folder web.
func paint(web, svg string, w, h float64, done func(png app.Value)) {
	withFaces(web, func(css string) {
		url := window().Get("URL").Call("createObjectURL", blob(withStyle(svg, css), "image/svg+xml"))
		img := window().Get("Image").New()
		img.Set("src", url)
		settled(img.Call("decode"), func(app.Value) { // decoded, its fonts are there
			canvas := window().Get("document").Call("createElement", "canvas")
			canvas.Set("width", w*pngScale)
			canvas.Set("height", h*pngScale)
			canvas.Call("getContext", "2d").Call("drawImage", img, 0, 0, w*pngScale, h*pngScale)
			window().Get("URL").Call("revokeObjectURL", url)
			canvas.Call("toBlob", once(func(args []app.Value) { done(args[0]) }), "image/png")
		}, func(app.Value) { done(nil) })
	})
}
