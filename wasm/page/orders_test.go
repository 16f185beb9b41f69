package page

import "testing"

// A picked state is brought to the middle, unless it stands well within already: then the reader's own scrolling stays.
func TestAPickedStateIsBroughtIntoView(t *testing.T) {
	for _, c := range []struct{ before, room, at, want float64 }{
		{0, 600, 300, 0}, {0, 600, 520, 0}, {0, 600, 521, 221}, {0, 600, 79, -221}, {1000, 600, 40, -260}, {1000, 600, 1300, 1000},
		{0, 100, 50, 0}, {0, 100, 80, 30}, // in a small room its margin is smaller
	} {
		if got := scrolled(c.before, c.room, c.at); got != c.want {
			t.Errorf("scrolled(%v, %v, %v) = %v, want %v", c.before, c.room, c.at, got, c.want)
		}
	}
}
