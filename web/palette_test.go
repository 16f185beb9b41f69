package web

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
)

// The page around the stage and the stage itself show the same colours.
func TestStylesHaveTheColoursOfThePalette(t *testing.T) {
	css, err := os.ReadFile("app.css")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]draw.Ink{
		"bg": draw.Bg, "panel": draw.Panel, "text": draw.Text, "text2": draw.Text2, "text3": draw.Text3,
		"line": draw.Line, "line2": draw.Line2, "dirty": draw.Dirty, "proc": draw.Proc, "wait": draw.Wait,
		"wait-tint": draw.WaitTint, "ok": draw.OK, "err": draw.Err, "neutral": draw.Neutral,
		"dirty-tint": draw.DirtyTint, "proc-tint": draw.ProcTint, "body": draw.Body, "body-edge": draw.BodyEdge,
		"plate": draw.Plate, "lit": draw.Lit, "soft": draw.Soft,
	}
	for name, ink := range names {
		found := regexp.MustCompile(`--`+name+`: (#[0-9a-f]{6});`).FindAllSubmatch(css, -1)
		if len(found) != 5 {
			t.Errorf("app.css defines --%s %d times, want light, dark, system dark, and high contrast both ways", name, len(found))
			continue
		}
		for i, pal := range []draw.Palette{draw.Light(), draw.Dark(), draw.Dark(), draw.HighContrast(false), draw.HighContrast(true)} {
			c := pal.Color(ink)
			if got, want := string(found[i][1]), fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B); got != want {
				t.Errorf("app.css --%s, block %d = %s, want %s as in scene/palette.go", name, i+1, got, want)
			}
		}
	}
}
