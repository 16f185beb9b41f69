package graph

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
)

// BenchmarkMeshOfTenThousandSquares is the worst a stage has to show: a square a key.
func BenchmarkMeshOfTenThousandSquares(b *testing.B) {
	s := scene.Shape{Kind: scene.Path, Fill: scene.Dirty, FillAlpha: .75}
	for i := range 10_000 {
		x, y := float64(i/100*5), float64(i%100*5)
		s.Segs = append(s.Segs, scene.Seg{Op: 'M', X: x, Y: y}, scene.Seg{Op: 'L', X: x + 4, Y: y},
			scene.Seg{Op: 'L', X: x + 4, Y: y + 4}, scene.Seg{Op: 'L', X: x, Y: y + 4}, scene.Seg{Op: 'Z', X: x, Y: y})
	}
	var m mesh
	b.ReportAllocs()
	for range b.N {
		m.build([]scene.Shape{s}, scene.Light(), 1, 0, 0, nil)
	}
}
