package raster

import (
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"math"

	"golang.org/x/image/vector"

	"github.com/informerscope/informerscope/wasm/draw"
)

// MaxPixels bounds an image.
const MaxPixels = 64 << 20

// Paint draws shapes on the page's background: w×h stage pixels, each scale image pixels.
func Paint(shapes []draw.Shape, w, h, scale float64, pal draw.Palette, fonts *Fonts) (*image.RGBA, error) {
	size := image.Rect(0, 0, int(math.Ceil(w*scale)), int(math.Ceil(h*scale)))
	if size.Empty() || float64(size.Dx())*float64(size.Dy()) > MaxPixels {
		return nil, fmt.Errorf("a picture of %d×%d pixels: want at least one and at most %d in all; choose a smaller scale", size.Dx(), size.Dy(), MaxPixels)
	}
	p := &painter{img: image.NewRGBA(size), k: scale, pal: pal, fonts: fonts, clips: map[clip]*image.Alpha{}}
	imagedraw.Draw(p.img, size, image.NewUniform(pal.Color(draw.Bg)), image.Point{}, imagedraw.Src)
	for _, s := range shapes {
		p.shape(s)
	}
	return p.img, nil
}

type painter struct {
	img   *image.RGBA
	k     float64 // image pixels a stage pixel
	pal   draw.Palette
	fonts *Fonts
	ras   vector.Rasterizer
	clips map[clip]*image.Alpha
	now   *image.Alpha // clip of the shape being drawn, nil is none
}

type clip struct{ x, y, w, h, r float64 }

// opaque reads an opacity whose 0 means 1.
func opaque(a float64) float64 {
	if a <= 0 || a > 1 {
		return 1
	}
	return a
}

func (p *painter) shape(s draw.Shape) {
	p.now = p.clip(s)
	alpha := opaque(s.Alpha)
	if s.Kind == draw.Words {
		p.words(s, alpha)
		return
	}
	lines := contours(s, p.k)
	var areas []contour
	for _, l := range lines {
		areas = append(areas, l.Points)
	}
	if s.Fill != draw.None {
		p.fill(areas, s.Fill, alpha*opaque(s.FillAlpha), nil)
	}
	if s.Stroke != draw.None && s.StrokeWidth > 0 {
		pen := pen{width: s.StrokeWidth * p.k, on: s.Dash[0] * p.k, off: s.Dash[1] * p.k, round: s.RoundCap, mitred: s.Kind == draw.Rect && s.R == 0}
		var strokes []contour
		for _, l := range lines {
			strokes = append(strokes, pen.stroke(l)...)
		}
		p.fill(strokes, s.Stroke, alpha*opaque(s.StrokeAlpha), nil)
	}
	if s.Hatch != draw.None && s.HatchPitch > 0 {
		p.fill(areas, s.Hatch, alpha*opaque(s.HatchAlpha), p.hatch(s))
	}
}

// cover is how much of a pixel is painted, 0 to 1.
type cover func(x, y int) float64

// hatch is the cover of lines at 45°, as the pattern of the still: rotated about the origin.
func (p *painter) hatch(s draw.Shape) cover {
	pitch, half := s.HatchPitch*p.k, s.HatchWidth*p.k/2
	return func(x, y int) float64 {
		u := math.Mod((float64(x)+float64(y)+1)/math.Sqrt2, pitch)
		if u < 0 {
			u += pitch
		}
		return math.Max(0, math.Min(1, half-math.Abs(u-pitch/2)+.5))
	}
}

// fill paints the inside of contours.
func (p *painter) fill(lines []contour, ink draw.Ink, alpha float64, more cover) {
	at := p.bounds(lines)
	if at.Empty() || ink == draw.None {
		return
	}
	mask := p.mask(lines, at)
	p.through(mask, at, more)
	c := p.pal.Color(ink)
	n := color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(math.Round(alpha * float64(c.A)))}
	imagedraw.DrawMask(p.img, at, image.NewUniform(n), image.Point{}, mask, at.Min, imagedraw.Over)
}

// mask is how much of each pixel in at lies inside contours.
func (p *painter) mask(lines []contour, at image.Rectangle) *image.Alpha {
	mask := image.NewAlpha(at)
	if at.Empty() {
		return mask
	}
	p.ras.Reset(at.Dx(), at.Dy())
	x0, y0 := float64(at.Min.X), float64(at.Min.Y)
	for _, line := range lines {
		for i, q := range line {
			x, y := float32(q.X-x0), float32(q.Y-y0)
			if i == 0 {
				p.ras.MoveTo(x, y)
			} else {
				p.ras.LineTo(x, y)
			}
		}
		p.ras.ClosePath()
	}
	p.ras.Draw(mask, at, image.Opaque, image.Point{})
	return mask
}

// through narrows a mask to the clip and to a cover.
func (p *painter) through(mask *image.Alpha, at image.Rectangle, more cover) {
	if p.now == nil && more == nil {
		return
	}
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			i := mask.PixOffset(x, y)
			v := float64(mask.Pix[i])
			if v == 0 {
				continue
			}
			if p.now != nil {
				v *= float64(p.now.AlphaAt(x, y).A) / 255
			}
			if more != nil {
				v *= more(x, y)
			}
			mask.Pix[i] = uint8(math.Round(v))
		}
	}
}

// bounds is the part of the image that contours touch.
func (p *painter) bounds(lines []contour) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, line := range lines {
		for _, q := range line {
			x0, y0, x1, y1 = math.Min(x0, q.X), math.Min(y0, q.Y), math.Max(x1, q.X), math.Max(y1, q.Y)
		}
	}
	size := p.img.Rect
	if !(x0 <= x1 && y0 <= y1) || x1 < 0 || y1 < 0 || x0 > float64(size.Max.X) || y0 > float64(size.Max.Y) {
		return image.Rectangle{}
	}
	in := func(v, most float64) int { return int(math.Max(0, math.Min(v, most))) }
	w, h := float64(size.Max.X), float64(size.Max.Y)
	return image.Rect(in(math.Floor(x0), w), in(math.Floor(y0), h), in(math.Ceil(x1), w), in(math.Ceil(y1), h))
}

// clip is the mask of the shape's clip, nil when it has none.
func (p *painter) clip(s draw.Shape) *image.Alpha {
	if s.ClipW <= 0 {
		return nil
	}
	key := clip{s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR}
	if m, ok := p.clips[key]; ok {
		return m
	}
	lines := []contour{to(p.k).Rect(nil, s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR)}
	p.clips[key] = p.mask(lines, p.bounds(lines))
	return p.clips[key]
}
