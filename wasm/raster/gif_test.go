package raster

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"strings"
	"testing"
	"time"
)

// plainly is a picture of one colour with a square of another at x, 0.
func plainly(ground, square color.RGBA, x int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 40, 20))
	for i := range 40 * 20 {
		img.SetRGBA(i%40, i/40, ground)
	}
	for i := range 16 {
		img.SetRGBA(x+i%4, i/4, square)
	}
	return img
}

func TestAReelKeepsWhatChangesAndHowLongItStays(t *testing.T) {
	white, red := color.RGBA{255, 255, 255, 255}, color.RGBA{200, 0, 0, 255}
	var r Reel
	for _, x := range []int{0, 8, 8, 30} {
		if err := r.Add(plainly(white, red, x), 700*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := r.GIF(&b); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		changed image.Rectangle
		stays   int
	}{{image.Rect(0, 0, 40, 20), 70}, {image.Rect(0, 0, 12, 4), 140}, {image.Rect(8, 0, 34, 4), 70}} {
		if got := g.Image[i].Rect; got != want.changed || g.Delay[i] != want.stays {
			t.Errorf("picture %d changes %v and stays %d hundredths, want %v and %d", i, got, g.Delay[i], want.changed, want.stays)
		}
	}
	for x, stays := range map[int]bool{2: false, 5: true, 9: false} { // the square went from 0 to 8
		if _, _, _, a := g.Image[1].At(x, 1).RGBA(); (a == 0) != stays {
			t.Errorf("picture 1 leaves the pixel at %d as it was: %v, want %v", x, a == 0, stays)
		}
	}
	if len(g.Image) != 3 || g.LoopCount != 0 {
		t.Errorf("%d pictures, %d rounds; want 3, for ever", len(g.Image), g.LoopCount)
	}
	if got := color.RGBAModel.Convert(g.Image[2].At(31, 1)); got != red {
		t.Errorf("the square is %v, want %v", got, red)
	}
}

// Areas keep their colour exactly, however many colours the edges of letters have.
func TestThePaletteKeepsTheColoursOfAreas(t *testing.T) {
	seen := map[color.RGBA]int{{16, 21, 28, 255}: 100_000, {255, 255, 255, 255}: 50_000}
	for i := range 4000 {
		seen[color.RGBA{uint8(i), uint8(i / 16), uint8(i * 7), 255}]++
	}
	colours, place := palette(seen, 256)
	if len(colours) != 256 || len(place) != len(seen) {
		t.Errorf("%d colours for %d of %d, want 256 for all", len(colours), len(place), len(seen))
	}
	far := 0
	for c := range seen {
		got := colours[place[c]].(color.RGBA)
		if seen[c] > 1000 && got != c {
			t.Errorf("%v becomes %v", c, got)
		}
		for _, d := range []int{int(c.R) - int(got.R), int(c.G) - int(got.G), int(c.B) - int(got.B)} {
			far = max(far, d, -d)
		}
	}
	if far > 64 {
		t.Errorf("a colour is %d away from what stands for it, want at most 64", far)
	}
	if few, _ := palette(map[color.RGBA]int{{1, 2, 3, 255}: 1, {4, 5, 6, 255}: 1}, 256); len(few) != 2 {
		t.Errorf("two colours become %d", len(few))
	}
}

func TestAReelRefusesWhatDoesNotFit(t *testing.T) {
	var r Reel
	if err := r.GIF(&bytes.Buffer{}); err == nil {
		t.Error("a GIF without pictures was written")
	}
	if err := r.Add(image.NewRGBA(image.Rect(0, 0, 4, 4)), time.Second); err != nil {
		t.Fatal(err)
	}
	if err := r.Add(image.NewRGBA(image.Rect(0, 0, 5, 4)), time.Second); err == nil || !strings.Contains(err.Error(), "want one size") {
		t.Errorf("a picture of another size: %v", err)
	}
	r = Reel{pixels: MaxPixels}
	if err := r.Add(image.NewRGBA(image.Rect(0, 0, 4, 4)), time.Second); err == nil || !strings.Contains(err.Error(), "choose fewer steps") {
		t.Errorf("one picture too many: %v", err)
	}
}
