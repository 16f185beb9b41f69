//go:build gallery

package scene_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
)

// TestGallery writes every picture as HTML for a browser to photograph:
// GALLERY=dir FONTS=path/to/web/fonts go test -tags gallery -run Gallery ./wasm/scene
func TestGallery(t *testing.T) {
	dir, fonts := os.Getenv("GALLERY"), os.Getenv("FONTS")
	for _, p := range pictures() {
		theme := "light"
		if p.dark {
			theme = "dark"
		}
		shapes, w, h := p.draw()
		svg := still.SVG(shapes, still.Options{W: w, H: h, Theme: theme, Bg: true})
		face := ""
		for _, f := range [][3]string{{"Source Sans 3", "source-sans-3", "400"}, {"Source Sans 3", "source-sans-3", "700"},
			{"Source Code Pro", "source-code-pro", "400"}, {"Source Code Pro", "source-code-pro", "700"}} {
			face += "@font-face{font-family:'" + f[0] + "';font-weight:" + f[2] + ";src:url(file://" + fonts + "/" + f[1] + "-latin-" + f[2] + "-normal.woff2)}"
		}
		bg := "#" + map[bool]string{true: "10151C", false: "FFFFFF"}[p.dark]
		html := "<!doctype html><meta charset=utf-8><style>" + face + "body{margin:16px;background:" + bg + "}svg{display:block;overflow:visible}</style>" + svg
		if err := os.WriteFile(filepath.Join(dir, p.name+".html"), []byte(html), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_ = scene.Wide
}
