package raster

import (
	"image"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	woff2 "github.com/tdewolff/font"

	"github.com/informerscope/informerscope/wasm/draw"
)

// web is where the page's fonts are.
var web = os.DirFS("../../web")

func load(t *testing.T) *Fonts {
	t.Helper()
	f, err := LoadFonts(web, nil, []string{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func paint(t *testing.T, fonts *Fonts, shapes ...draw.Shape) *image.RGBA {
	t.Helper()
	img, err := Paint(shapes, 100, 50, 2, draw.Light(), fonts)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// ink reports whether a stage pixel has about the colour of an ink.
func ink(img *image.RGBA, x, y int, i draw.Ink) bool {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) < 24 }
	c, w := img.RGBAAt(2*x, 2*y), draw.Light().Color(i)
	return near(c.R, w.R) && near(c.G, w.G) && near(c.B, w.B)
}

func TestShapesArePaintedWhereTheyStand(t *testing.T) {
	f := load(t)
	rect := draw.Shape{Kind: draw.Rect, X: 10, Y: 10, W: 60, H: 30, Fill: draw.Dirty, Stroke: draw.Proc, StrokeWidth: 4}
	dashed := draw.Shape{Kind: draw.Path, Segs: []draw.Seg{{Op: 'M', X: 10, Y: 20}, {Op: 'L', X: 90, Y: 20}}, Stroke: draw.Proc, StrokeWidth: 4, Dash: [2]float64{10, 10}}
	for _, c := range []struct {
		what  string
		shape draw.Shape
		x, y  int
		want  draw.Ink
	}{
		{"fill", rect, 40, 25, draw.Dirty},
		{"stroke", rect, 40, 10, draw.Proc},
		{"outside", rect, 40, 5, draw.Bg},
		{"pointed corner", rect, 9, 9, draw.Proc},
		{"clipped away", clipped(rect, 50, 0, 50, 50), 40, 25, draw.Bg},
		{"inside the clip", clipped(rect, 50, 0, 50, 50), 60, 25, draw.Dirty},
		{"dash", dashed, 15, 20, draw.Proc},
		{"gap", dashed, 25, 20, draw.Bg},
		{"second dash", dashed, 35, 20, draw.Proc},
		{"circle", draw.Shape{Kind: draw.Circle, X: 50, Y: 25, R: 10, Fill: draw.OK}, 50, 17, draw.OK},
		{"beside a circle", draw.Shape{Kind: draw.Circle, X: 50, Y: 25, R: 10, Fill: draw.OK}, 42, 17, draw.Bg},
		{"arc begins at 12", draw.Shape{Kind: draw.Arc, X: 50, Y: 25, R: 10, Frac: .5, Stroke: draw.Err, StrokeWidth: 4}, 60, 25, draw.Err},
		{"arc ends at 6", draw.Shape{Kind: draw.Arc, X: 50, Y: 25, R: 10, Frac: .5, Stroke: draw.Err, StrokeWidth: 4}, 40, 25, draw.Bg},
		{"curve", draw.Shape{Kind: draw.Path, Stroke: draw.Err, StrokeWidth: 4, Segs: []draw.Seg{{Op: 'M', X: 10, Y: 40}, {Op: 'Q', X1: 50, Y1: -20, X: 90, Y: 40}}}, 50, 10, draw.Err},
		{"ring's hole", draw.Shape{Kind: draw.Circle, X: 50, Y: 25, R: 10, Stroke: draw.OK, StrokeWidth: 3}, 50, 25, draw.Bg},
		{"closed path", draw.Shape{Kind: draw.Path, Fill: draw.OK, Segs: []draw.Seg{{Op: 'M', X: 10, Y: 10}, {Op: 'L', X: 90, Y: 10}, {Op: 'L', X: 10, Y: 45}, {Op: 'Z'}}}, 20, 20, draw.OK},
		{"off the image", draw.Shape{Kind: draw.Circle, X: 500, Y: 25, R: 10, Fill: draw.OK}, 50, 25, draw.Bg},
	} {
		if img := paint(t, f, c.shape); !ink(img, c.x, c.y, c.want) {
			t.Errorf("%s: %d,%d is %v, want about %v", c.what, c.x, c.y, img.RGBAAt(2*c.x, 2*c.y), draw.Light().Color(c.want))
		}
	}
}

func clipped(s draw.Shape, x, y, w, h float64) draw.Shape {
	s.ClipX, s.ClipY, s.ClipW, s.ClipH = x, y, w, h
	return s
}

func TestOpacityAndHatchLetWhatIsBelowThrough(t *testing.T) {
	f := load(t)
	half := paint(t, f, draw.Shape{Kind: draw.Rect, W: 100, H: 50, Fill: draw.Text, FillAlpha: .5}).RGBAAt(50, 50)
	want := draw.Light().Color(draw.Text)
	if mean := (int(want.R) + 255) / 2; int(half.R) < mean-3 || int(half.R) > mean+3 {
		t.Errorf("half of %v over white is %v", want, half)
	}
	img := paint(t, f, draw.Shape{Kind: draw.Rect, W: 100, H: 50, Fill: draw.Bg, Hatch: draw.Text, HatchPitch: 10, HatchWidth: 3})
	dark := 0
	for _, p := range img.Pix {
		if p < 128 {
			dark++
		}
	}
	// 3 of 10 px are lines; three of four bytes are colours.
	if share := float64(dark) / float64(len(img.Pix)); share < .19 || share > .26 {
		t.Errorf("%.3f of the bytes are dark, want 3/10 of 3/4", share)
	}
}

// marked is the box of everything that is not background.
func marked(img *image.RGBA) (box image.Rectangle) {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) != (color.RGBA{255, 255, 255, 255}) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestLettersStandOnTheirBaseline(t *testing.T) {
	f := load(t)
	for _, run := range []draw.Run{{Text: "Hnx"}, {Text: "Hnx", Bold: true}, {Text: "Hnx", Mono: true}, {Text: "Hnx", Mono: true, Bold: true}} {
		s := draw.Shape{Kind: draw.Words, X: 20, Y: 40, Size: 20, Runs: []draw.Run{run}}
		box := marked(paint(t, f, s))
		if box.Max.Y < 79 || box.Max.Y > 81 || box.Min.Y < 48 || box.Min.Y > 58 || box.Min.X < 40 || box.Min.X > 46 {
			t.Errorf("%+v covers %v, want it on y=80 from x=40", run, box)
		}
		s.Anchor = draw.End
		s.X = 80
		if end := marked(paint(t, f, s)); end.Max.X > 160 || end.Max.X < 150 || end.Dx() < box.Dx()-1 || end.Dx() > box.Dx()+1 {
			t.Errorf("%+v ends at %v, want x=160", run, end)
		}
	}
	if f.Missing() != "" {
		t.Errorf("missing %q", f.Missing())
	}
}

func TestThePagesFontsHaveEveryLetterOfASCII(t *testing.T) {
	f := load(t)
	for s := range styles {
		for r := rune('!'); r <= '~'; r++ {
			font, g := f.glyph(s, r)
			if font == nil {
				t.Errorf("style %d lacks %q", s, r)
				continue
			}
			if segs, err := font.LoadGlyph(&f.buf, g, 1<<10, nil); err != nil || len(segs) == 0 {
				t.Errorf("style %d: %q has %d segments, %v", s, r, len(segs), err)
			}
		}
	}
}

// Composite letters, such as é, are made of others.
func TestCompositeLettersAreWhole(t *testing.T) {
	f := load(t)
	font, g := f.glyph(regular, 'é')
	if font == nil {
		t.Fatal("the page's font has no é, a composite that lessons may hold")
	}
	accented, err := font.LoadGlyph(&f.buf, g, 1<<10, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(accented)
	_, e := f.glyph(regular, 'e')
	plain, err := font.LoadGlyph(&f.buf, e, 1<<10, nil)
	if err != nil || n <= len(plain) {
		t.Errorf("é has %d segments, e %d, %v", n, len(plain), err)
	}
}

func TestWhatNoFontHasIsABoxAndIsNamed(t *testing.T) {
	f := load(t)
	img := paint(t, f, draw.Shape{Kind: draw.Words, X: 20, Y: 40, Size: 20, Runs: []draw.Run{{Text: "键\u200B"}}})
	if f.Missing() != "键" {
		t.Errorf("Missing() = %q, want 键", f.Missing())
	}
	box := marked(img)
	if box.Dx() < 30 || box.Dx() > 40 || !ink(img, (box.Min.X+box.Max.X)/4, (box.Min.Y+box.Max.Y)/4, draw.Bg) {
		t.Errorf("a character without font covers %v, want a hollow box of one em", box)
	}
}

func TestFallbackFontsAreFound(t *testing.T) {
	// A page's font, unpacked, stands in for a font of the system.
	woff, err := fs.ReadFile(web, "fonts/source-sans-3-latin-400-normal.woff2")
	if err != nil {
		t.Fatal(err)
	}
	data, err := woff2.ParseWOFF2(woff)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "deep/er"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"deep/er/DejaVuSans.ttf": data, "NotoSansCJK-Regular.ttc": []byte("no font"), "other.ttf": data} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := LoadFonts(web, nil, []string{dir, filepath.Join(dir, "absent")})
	if err != nil {
		t.Fatal(err)
	}
	for s, list := range f.fallback {
		if len(list) != 1 {
			t.Errorf("style %d has %d fallbacks, want DejaVuSans; a broken font is passed over", s, len(list))
		}
	}
	f, err = LoadFonts(web, []string{filepath.Join(dir, "other.ttf")}, []string{})
	if err != nil || len(f.fallback[mono]) != 1 {
		t.Errorf("a named font: %d fallbacks, %v", len(f.fallback[mono]), err)
	}
	for name, want := range map[string]string{"absent.ttf": "the font absent.ttf: no such file", filepath.Join(dir, "NotoSansCJK-Regular.ttc"): "not a TrueType or OpenType font"} {
		if _, err := LoadFonts(web, []string{name}, []string{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("LoadFonts(%s) = %v, want %q", name, err, want)
		}
	}
}

func TestTooLargeAnImageIsRefused(t *testing.T) {
	for _, scale := range []float64{1000, 0} {
		if _, err := Paint(nil, 100, 50, scale, draw.Light(), load(t)); err == nil || !strings.Contains(err.Error(), "choose a smaller scale") {
			t.Errorf("Paint at scale %v = %v", scale, err)
		}
	}
}

func TestBrokenFontsAreErrors(t *testing.T) {
	const name = "fonts/source-sans-3-latin-400-normal.woff2"
	woff, err := fs.ReadFile(web, name)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(woff); n += 97 {
		broken := fstest.MapFS{name: {Data: woff[:n]}}
		for _, other := range []string{"source-sans-3-latin-700-normal", "source-code-pro-latin-400-normal", "source-code-pro-latin-700-normal"} {
			broken["fonts/"+other+".woff2"] = &fstest.MapFile{Data: woff}
		}
		if _, err := LoadFonts(broken, nil, []string{}); err == nil || !strings.Contains(err.Error(), "the page's font source-sans-3-latin-400-normal: ") {
			t.Fatalf("LoadFonts with the first %d of %d bytes of a font = %v", n, len(woff), err)
		}
	}
	if _, err := LoadFonts(fstest.MapFS{}, nil, []string{}); err == nil || !strings.Contains(err.Error(), "the page's font source-") {
		t.Errorf("LoadFonts without fonts = %v", err)
	}
}

func TestRightToLeftIsDrawnFromTheRight(t *testing.T) {
	for text, want := range map[string]string{
		"abc":        "abc",
		"键 a":        "键 a",
		"שלום":       "םולש",
		"Add(שלום)b": "Add(םולש)b",
	} {
		if got := visual(text); got != want {
			t.Errorf("visual(%q) = %q, want %q", text, got, want)
		}
	}
}
