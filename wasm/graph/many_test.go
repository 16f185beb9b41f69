package graph

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
)

// BenchmarkMeshOfTenThousandSquares is the worst a stage has to show: a square a key.
func BenchmarkMeshOfTenThousandSquares(b *testing.B) {
	s := draw.Shape{Kind: draw.Path, Fill: draw.Dirty, FillAlpha: .75}
	for i := range 10_000 {
		x, y := float64(i/100*5), float64(i%100*5)
		s.Segs = append(s.Segs, draw.Seg{Op: 'M', X: x, Y: y}, draw.Seg{Op: 'L', X: x + 4, Y: y},
			draw.Seg{Op: 'L', X: x + 4, Y: y + 4}, draw.Seg{Op: 'L', X: x, Y: y + 4}, draw.Seg{Op: 'Z', X: x, Y: y})
	}
	var m mesh
	b.ReportAllocs()
	for range b.N {
		m.build([]draw.Shape{s}, draw.Light(), 1, 0, 0, nil)
	}
}
