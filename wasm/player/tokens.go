package player

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// lineOf is how close in height tokens stand that are in one line, px.
const lineOf = 40

// Spot is the place of a token, stage px.
type Spot struct {
	ID             string
	X0, Y0, X1, Y1 float64
	Gap            float64 // to the nearest other; 0 where they overlap, and +Inf where there is none
}

// Spots finds the keys among shapes, in reading order; of more than have names there are none, the table
// lists them.
func Spots(shapes []draw.Shape) []Spot {
	at := map[string]int{}
	var all []Spot
	for _, s := range shapes {
		if !strings.HasPrefix(s.ID, "key:") || s.Piece == draw.Stem || s.Piece == draw.Focus {
			continue
		}
		x0, y0, x1, y1 := s.Bounds()
		i, ok := at[s.ID]
		if !ok {
			at[s.ID] = len(all)
			all = append(all, Spot{ID: s.ID, X0: x0, Y0: y0, X1: x1, Y1: y1})
			continue
		}
		t := &all[i]
		t.X0, t.Y0, t.X1, t.Y1 = math.Min(t.X0, x0), math.Min(t.Y0, y0), math.Max(t.X1, x1), math.Max(t.Y1, y1)
	}
	if len(all) > scene.MostNamed {
		return nil
	}
	for i := range all {
		a := &all[i]
		a.Gap = math.Inf(1)
		for j, b := range all {
			if j != i {
				a.Gap = min(a.Gap, max(a.X0-b.X1, b.X0-a.X1, a.Y0-b.Y1, b.Y0-a.Y1, 0))
			}
		}
	}
	line := func(s Spot) int { return int((s.Y0 + s.Y1) / 2 / lineOf) }
	slices.SortStableFunc(all, func(a, b Spot) int {
		return cmp.Or(cmp.Compare(line(a), line(b)), cmp.Compare(a.X0, b.X0))
	})
	return all
}
