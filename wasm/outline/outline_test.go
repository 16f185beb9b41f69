package outline

import (
	"math"
	"testing"
)

var to = To{Scale: 2, X: 3, Y: 5, Stray: .1}

// A curve's straight pieces lie within Stray of it, and end where it ends.
func TestAStraightPieceLiesNearItsCurve(t *testing.T) {
	ring := to.Arc(nil, 10, 20, 30, 0, 1)
	centre := to.At(10, 20)
	for i, p := range ring {
		if d := math.Abs(p.Sub(centre).Len() - 60); d > 1e-9 {
			t.Errorf("point %d of a ring lies %v beside it", i, d)
		}
		if i > 0 {
			if d := 60 - ring[i-1].Lerp(p, .5).Sub(centre).Len(); d > to.Stray {
				t.Errorf("piece %d of a ring lies %v beside it, want at most %v", i, d, to.Stray)
			}
		}
	}
	if first := ring[0]; math.Abs(first.X-centre.X) > 1e-9 || first.Y > centre.Y {
		t.Errorf("a ring begins at %v, want 12 o'clock of %v", first, centre)
	}
	lines := to.Path([]Seg{{Op: 'M', X: 0, Y: 0}, {Op: 'Q', X1: 50, Y1: 100, X: 100, Y: 0}, {Op: 'C', X1: 120, Y1: -40, X2: 180, Y2: 40, X: 200, Y: 0}})
	if len(lines) != 1 || lines[0].Closed {
		t.Fatalf("one open path gives %d lines", len(lines))
	}
	pts := lines[0].Points
	if last := pts[len(pts)-1]; last != to.At(200, 0) {
		t.Errorf("the path ends at %v, want %v", last, to.At(200, 0))
	}
	for i := 1; i < len(pts); i++ {
		mid := pts[i-1].Lerp(pts[i], .5)
		best := math.Inf(1)
		for k := range 2001 { // of the true curves
			u := float64(k) / 2000
			v := 1 - u
			q := to.At(2*v*u*50+u*u*100, 2*v*u*100)
			c := to.At(v*v*v*100+3*v*v*u*120+3*v*u*u*180+u*u*u*200, 3*v*v*u*-40+3*v*u*u*40)
			best = min(best, q.Sub(mid).Len(), c.Sub(mid).Len())
		}
		if best > to.Stray {
			t.Errorf("piece %d lies %v beside the curve, want at most %v", i, best, to.Stray)
		}
	}
}

// A path has a line for each M, closed by Z; what goes on after Z begins where the line began.
func TestAPathIsCutAtItsMoves(t *testing.T) {
	one := To{Scale: 1, Stray: .1}
	lines := one.Path([]Seg{{Op: 'M', X: 1, Y: 1}, {Op: 'L', X: 5, Y: 1}, {Op: 'L', X: 5, Y: 5}, {Op: 'Z'}, {Op: 'L', X: 0, Y: 9}, {Op: 'M', X: 7, Y: 7}, {Op: 'L', X: 8, Y: 7}})
	if len(lines) != 3 || !lines[0].Closed || lines[1].Closed || lines[2].Closed || len(lines[0].Points) != 3 {
		t.Fatalf("lines are %+v", lines)
	}
	if got := lines[1].Points[0]; got != (Point{1, 1}) {
		t.Errorf("after Z the path goes on at %v, want 1,1", got)
	}
}

// A rounded rectangle runs clockwise from the left end of its top edge; its area lacks four
// corners.
func TestARectangleHasItsArea(t *testing.T) {
	for _, r := range []float64{0, 4, 100} {
		pts := to.Rect(nil, 10, 10, 40, 30, r)
		q := math.Min(r, 15) * 2
		want := 80*60 - (4-math.Pi)*q*q
		if got := Area(pts); math.Abs(got-want) > want/100 || !IsConvex(pts) {
			t.Errorf("corners of %v: area %.1f, want %.1f clockwise and convex", r, got, want)
		}
		if lo, hi := Bounds(pts); lo.Sub(to.At(10, 10)).Len() > .01 || hi.Sub(to.At(50, 40)).Len() > .01 {
			t.Errorf("corners of %v: bounds %v to %v", r, lo, hi)
		}
		if got := pts[0]; got.Y != to.At(10, 10).Y || math.Abs(got.X-to.At(10, 10).X-q) > .01 {
			t.Errorf("corners of %v: begins at %v", r, got)
		}
	}
}

// Dashes and gaps follow the line around its corners, beginning with a dash.
func TestDashesFollowTheLine(t *testing.T) {
	var lengths []float64
	square := []Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	Dash(square, true, 6, 2, 100, func(piece []Point) {
		n := 0.0
		for i := 1; i < len(piece); i++ {
			n += piece[i].Sub(piece[i-1]).Len()
		}
		lengths = append(lengths, n)
	})
	if len(lengths) != 5 {
		t.Fatalf("40 px in dashes of 6 and gaps of 2 are %v", lengths)
	}
	for i, n := range lengths {
		if math.Abs(n-6) > 1e-9 {
			t.Errorf("dash %d is %v long, want 6", i, n)
		}
	}
	dots := 0
	Dash([]Point{{0, 0}, {10, 0}}, false, 0, 3, 3, func([]Point) { dots++ })
	if dots != 3 {
		t.Errorf("%d dashes, want at most 3", dots)
	}
}

// The borders of a line are half its width away, but for the tip of a mitre.
func TestBordersAreHalfTheWidthAway(t *testing.T) {
	bent := []Point{{0, 0}, {50, 0}, {50, 50}, {0, 40}}
	for _, c := range []struct {
		closed, miter bool
	}{{false, false}, {true, false}, {true, true}} {
		sections := to.Sections(nil, bent, c.closed, 4, c.miter)
		for i, s := range sections {
			long := max(s.L.Len(), s.R.Len())
			if short := min(s.L.Len(), s.R.Len()); short < .99 || long > 3 {
				t.Errorf("closed %v, mitred %v: section %d reaches %.2f and %.2f half widths", c.closed, c.miter, i, s.L.Len(), s.R.Len())
			}
			if s.L.Dot(s.R) >= 0 {
				t.Errorf("section %d has both borders on one side", i)
			}
		}
	}
}

// Walk goes by length: half way is in the middle, whatever the pieces are.
func TestWalkGoesByLength(t *testing.T) {
	path := []Seg{{Op: 'M'}, {Op: 'L', X: 10}, {Op: 'L', X: 100}, {Op: 'Q', X1: 110, X: 120}}
	for part := range 11 {
		if x, y := Walk(path, float64(part)/10); math.Abs(x-12*float64(part)) > .01 || y != 0 {
			t.Errorf("%d/10 of 120 px is at %v, %v", part, x, y)
		}
	}
}
