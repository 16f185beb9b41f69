package web

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
)

// The page around the stage and the stage itself show the same colours.
func TestStylesHaveTheColoursOfThePalette(t *testing.T) {
	css, err := os.ReadFile("app.css")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]scene.Ink{
		"bg": scene.Bg, "panel": scene.Panel, "text": scene.Text, "text2": scene.Text2, "text3": scene.Text3,
		"line": scene.Line, "line2": scene.Line2, "dirty": scene.Dirty, "proc": scene.Proc, "wait": scene.Wait,
		"wait-tint": scene.WaitTint, "ok": scene.OK, "err": scene.Err, "neutral": scene.Neutral,
		"dirty-tint": scene.DirtyTint, "proc-tint": scene.ProcTint, "body": scene.Body, "body-edge": scene.BodyEdge,
		"plate": scene.Plate, "lit": scene.Lit, "soft": scene.Soft,
	}
	for name, ink := range names {
		found := regexp.MustCompile(`--`+name+`: (#[0-9a-f]{6});`).FindAllSubmatch(css, -1)
		if len(found) != 5 {
			t.Errorf("app.css defines --%s %d times, want light, dark, system dark, and high contrast both ways", name, len(found))
			continue
		}
		for i, pal := range []scene.Palette{scene.Light(), scene.Dark(), scene.Dark(), scene.HighContrast(false), scene.HighContrast(true)} {
			c := pal.Color(ink)
			if got, want := string(found[i][1]), fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B); got != want {
				t.Errorf("app.css --%s, block %d = %s, want %s as in scene/palette.go", name, i+1, got, want)
			}
		}
	}
}
