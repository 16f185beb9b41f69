package raster

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/outline"
)

// point is in pixels of the image.
type point = outline.Point

// contour is a closed line.
type contour = []point

// to is an image of k pixels a stage pixel.
func to(k float64) outline.To { return outline.To{Scale: k, Stray: 0.05} }

// contours are the outline of a shape in image pixels.
func contours(s draw.Shape, k float64) []outline.Line {
	switch s.Kind {
	case draw.Circle:
		ring := to(k).Arc(nil, s.X, s.Y, s.R, 0, 1)
		return []outline.Line{{Points: ring[:len(ring)-1], Closed: true}}
	case draw.Arc:
		return []outline.Line{{Points: to(k).Arc(nil, s.X, s.Y, s.R, 0, math.Min(s.Frac, 0.99999))}}
	case draw.Path:
		return to(k).Path(s.Segs)
	}
	return []outline.Line{{Points: to(k).Rect(nil, s.X, s.Y, math.Max(0, s.W), math.Max(0, s.H), s.R), Closed: true}}
}

func reversed(line contour) contour {
	out := slices.Clone(line)
	slices.Reverse(out)
	return out
}
