package still_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/still"
)

func sample() []draw.Shape {
	return []draw.Shape{
		{Kind: draw.Rect, X: 1, Y: 2, W: 30, H: 20, R: 4, Fill: draw.DirtyTint, Hatch: draw.Dirty, HatchPitch: 16, HatchWidth: 2, HatchAlpha: .15},
		{Kind: draw.Rect, X: 1, Y: 2, W: 8, H: 20, Fill: draw.Proc, ClipX: 1, ClipY: 2, ClipW: 30, ClipH: 20, ClipR: 4},
		{Kind: draw.Arc, X: 50, Y: 50, R: 10, Frac: .75, Stroke: draw.Wait, StrokeWidth: 3},
		{Kind: draw.Words, X: 10, Y: 80, Size: 14, Runs: []draw.Run{{Text: `<script>alert("1&2")</script>`, Bold: true}, {Text: "\x00\x07é"}}},
	}
}

func TestSVGIsWellFormedAndEscaped(t *testing.T) {
	svg := still.SVG(sample(), still.Options{Title: `a "title" <&>`, Desc: "what it says", Theme: "auto", Bg: true})
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("SVG is not XML: %v\n%s", err, svg)
		}
	}
	if strings.Contains(svg, "<script") {
		t.Errorf("text became markup: %s", svg)
	}
	for _, want := range []string{"<title>a &quot;title&quot; &lt;&amp;&gt;</title>", "<desc>what it says</desc>", "prefers-color-scheme:dark",
		"--i-dirty:#b57a00", "--i-dirty:#ffc933", `fill="url(#h0)"`, `clip-path="url(#c0)"`, "&lt;script&gt;"} {
		if !strings.Contains(svg, want) {
			t.Errorf("SVG lacks %s", want)
		}
	}
}

func TestSVGNamesEveryInk(t *testing.T) {
	for i := draw.Bg; i <= draw.Soft; i++ {
		if v := still.Var(i); v != "var(--i-"+i.String()+")" {
			t.Errorf("Var(%v) = %q, want the ink's name", i, v)
		}
	}
	if v := still.Var(draw.None); v != "none" {
		t.Errorf("Var(None) = %q, want none", v)
	}
}

func TestInheritLeavesColoursToThePage(t *testing.T) {
	svg := still.SVG(sample(), still.Options{Inherit: true, Prefix: "x-"})
	if strings.Contains(svg, "<style") {
		t.Errorf("SVG with Inherit brings its own style")
	}
	if !strings.Contains(svg, `id="x-h0"`) || !strings.Contains(svg, "url(#x-h0)") {
		t.Errorf("SVG with Prefix x- does not prefix its ids: %s", svg)
	}
}

func TestFixedColoursNeedNoVariables(t *testing.T) {
	svg := still.SVG(sample(), still.Options{Theme: "dark", Fixed: true, Bg: true})
	if strings.Contains(svg, "var(") || strings.Contains(svg, "<style") {
		t.Errorf("SVG with Fixed has variables: %s", svg)
	}
	if !strings.Contains(svg, `stroke="#ffc933"`) || !strings.Contains(svg, `fill="#10151c"`) {
		t.Errorf("SVG with Fixed lacks the dark colours: %s", svg)
	}
	if svg := still.SVG(sample(), still.Options{Theme: "auto", Fixed: true}); !strings.Contains(svg, "var(--i-dirty)") {
		t.Error("auto follows the reader's system, so it cannot be fixed")
	}
}
