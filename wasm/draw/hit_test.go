package draw

import "testing"

// What is on top is hit first, what is nearest before what is further, a token before its zone.
func TestWhatAPointMeans(t *testing.T) {
	at := func(id string, x, y, w, h float64) Shape { return Shape{ID: id, Kind: Rect, X: x, Y: y, W: w, H: h} }
	stem := at("note:s", 300, 0, 20, 20)
	stem.Piece = Stem
	shapes := []Shape{
		at("zone:a", 0, 0, 200, 100), at("zone:b", 0, 0, 50, 50),
		at("key:under", 10, 10, 40, 20), at("key:over", 30, 10, 40, 20), // they overlap
		at("", 60, 60, 100, 30),
		at("key:left", 100, 60, 20, 20), at("key:right", 132, 60, 20, 20),
		stem,
	}
	for _, c := range []struct {
		x, y float64
		want string
	}{
		{15, 15, "key:under"}, {40, 20, "key:over"}, {65, 15, "key:over"},
		{20, 5, "key:under"}, {40, 5, "key:over"}, // beside both, as far from one as from the other
		{110, 70, "key:left"}, {125, 70, "key:left"}, {127, 70, "key:right"}, {126, 70, "key:right"},
		{110, 90, "key:left"}, {110, 90.1, "zone:a"}, {90, 70, "key:left"}, {89.9, 70, "zone:a"},
		{5, 45, "zone:b"}, {5, 95, "zone:a"}, {200, 100, "zone:a"}, {200.1, 100, ""},
		{310, 10, ""}, // a stem is scenery
	} {
		if got := Hit(shapes, c.x, c.y); got != c.want {
			t.Errorf("Hit at %v, %v = %q, want %q", c.x, c.y, got, c.want)
		}
	}
	if got := Hit(nil, 0, 0); got != "" {
		t.Errorf("Hit of nothing = %q", got)
	}
	for id, want := range map[string][3]float64{"key:left": {110, 70, 1}, "zone:b": {25, 25, 1}, "note:s": {}, "key:none": {}} {
		x, y, ok := Centre(shapes, id)
		if ok != (want[2] == 1) || ok && (x != want[0] || y != want[1]) {
			t.Errorf("the centre of %s is %v, %v, %v; want %v", id, x, y, ok, want)
		}
	}
}
