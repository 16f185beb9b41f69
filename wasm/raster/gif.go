package raster

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"
)

// A Reel is a moving picture while it is put together: of each picture it keeps the pixels that differ from
// the one before, and all of them share one palette. The zero Reel is empty.
type Reel struct {
	size   image.Rectangle
	last   *image.RGBA
	frames []frame
	seen   map[color.RGBA]int // how many pixels have a colour
	pixels int
}

// frame is what is new in a picture, and how long it stays.
type frame struct {
	part  *image.RGBA // where nothing is painted, the picture before shows
	stays int         // hundredths of a second
}

// Add appends a picture that stays so long; all have the size of the first. It refuses what is more
// than MaxPixels in all.
func (r *Reel) Add(img *image.RGBA, stays time.Duration) error {
	hundredths := max(2, int(stays/(10*time.Millisecond))) // below 2, programs take 10
	var changed image.Rectangle
	switch {
	case r.last == nil:
		r.size, r.seen = img.Bounds(), map[color.RGBA]int{}
		changed = r.size
	case img.Bounds() != r.size:
		return fmt.Errorf("a picture of %v in a reel of %v: want one size", img.Bounds().Size(), r.size.Size())
	default:
		if changed = difference(r.last, img); changed.Empty() {
			r.frames[len(r.frames)-1].stays += hundredths
			return nil
		}
	}
	if r.pixels += changed.Dx() * changed.Dy(); r.pixels > MaxPixels {
		return fmt.Errorf("picture %d brings more than %d pixels in all; choose fewer steps or a smaller width", len(r.frames)+1, MaxPixels)
	}
	part := image.NewRGBA(changed)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		for x := changed.Min.X; x < changed.Max.X; x++ {
			c := at(img.Pix, img.PixOffset(x, y))
			if r.last == nil || c != at(r.last.Pix, r.last.PixOffset(x, y)) {
				r.seen[c]++
				part.SetRGBA(x, y, c)
			}
		}
	}
	r.last = img
	r.frames = append(r.frames, frame{part, hundredths})
	return nil
}

// at is the pixel at place i; a picture is opaque.
func at(pix []uint8, i int) color.RGBA { return color.RGBA{pix[i], pix[i+1], pix[i+2], 255} }

// difference is the smallest rectangle outside which two pictures of one size are equal.
func difference(a, b *image.RGBA) (r image.Rectangle) {
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if i := b.PixOffset(x, y); at(a.Pix, i) != at(b.Pix, i) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// GIF writes the reel as one that begins again at its end.
func (r *Reel) GIF(w io.Writer) error {
	if len(r.frames) == 0 {
		return fmt.Errorf("a GIF without pictures: want at least one")
	}
	colours, place := palette(r.seen, 255)
	nothing := uint8(len(colours))
	colours = append(colours, color.RGBA{})
	out := gif.GIF{Config: image.Config{ColorModel: colours, Width: r.size.Dx(), Height: r.size.Dy()}}
	for _, f := range r.frames {
		img := image.NewPaletted(f.part.Rect, colours)
		for i := range img.Pix {
			if img.Pix[i] = nothing; f.part.Pix[4*i+3] != 0 {
				img.Pix[i] = place[at(f.part.Pix, 4*i)]
			}
		}
		out.Image, out.Delay, out.Disposal = append(out.Image, img), append(out.Delay, f.stays), append(out.Disposal, gif.DisposalNone)
	}
	return gif.EncodeAll(w, &out)
}

// shade is a colour and how many pixels have it.
type shade struct {
	c [3]uint8
	n int
}

// box is a group of colours that become one.
type box struct {
	shades  []shade
	channel int // the one in which they differ most
	extent  int
}

func boxOf(shades []shade) box {
	b := box{shades: shades}
	for i := range 3 {
		low, high := 255, 0
		for _, s := range shades {
			low, high = min(low, int(s.c[i])), max(high, int(s.c[i]))
		}
		if high-low > b.extent {
			b.channel, b.extent = i, high-low
		}
	}
	return b
}

// palette chooses at most most colours, and says which stands for each that was seen. Where there
// are more, the group that spans most is cut in the middle until there are enough groups, and
// the commonest colour of a group stands for it: areas keep theirs, and only the edges of letters change.
func palette(seen map[color.RGBA]int, most int) (color.Palette, map[color.RGBA]uint8) {
	all := make([]shade, 0, len(seen))
	for c, n := range seen {
		all = append(all, shade{[3]uint8{c.R, c.G, c.B}, n})
	}
	slices.SortFunc(all, func(a, b shade) int { return slices.Compare(a.c[:], b.c[:]) })
	boxes := []box{boxOf(all)}
	for len(boxes) < most {
		widest := 0
		for i, b := range boxes {
			if b.extent > boxes[widest].extent {
				widest = i
			}
		}
		b := boxes[widest]
		if b.extent == 0 {
			break
		}
		slices.SortFunc(b.shades, func(x, y shade) int {
			return cmp.Or(cmp.Compare(x.c[b.channel], y.c[b.channel]), slices.Compare(x.c[:], y.c[:]))
		})
		middle := int(b.shades[0].c[b.channel]) + b.extent/2
		cut := slices.IndexFunc(b.shades, func(s shade) bool { return int(s.c[b.channel]) > middle })
		boxes[widest] = boxOf(b.shades[:cut])
		boxes = append(boxes, boxOf(b.shades[cut:]))
	}
	colours, place := make(color.Palette, 0, len(boxes)), make(map[color.RGBA]uint8, len(seen))
	for i, b := range boxes {
		commonest := slices.MaxFunc(b.shades, func(x, y shade) int { return cmp.Compare(x.n, y.n) })
		colours = append(colours, color.RGBA{commonest.c[0], commonest.c[1], commonest.c[2], 255})
		for _, s := range b.shades {
			place[color.RGBA{s.c[0], s.c[1], s.c[2], 255}] = uint8(i)
		}
	}
	return colours, place
}
