package scenarios

import "testing"

// A path names what there is, begins with what it needs, and takes no longer than it says: a quarter at most is left to talk, and for a quiz.
func TestEveryPathFitsIntoItsTime(t *testing.T) {
	for i, c := range classes {
		p := Paths()[i]
		if p.ID != c.id || PathNamed(c.id) == nil || len(p.Stops) != len(c.stops) {
			t.Errorf("path %s has %d stops and names %d: %q", c.id, len(p.Stops), len(c.stops), c.stops)
		}
		if n := p.Length(); n > p.Minutes || n < p.Minutes*3/4 {
			t.Errorf("path %s takes %d minutes, want at most %d, and hardly less", p.ID, n, p.Minutes)
		}
		at, seen := 0, map[*Lesson]bool{}
		for _, s := range p.Stops {
			if s.At != at || s.Minutes <= 0 {
				t.Errorf("path %s: a stop begins at %d and takes %d minutes, want it to begin at %d", p.ID, s.At, s.Minutes, at)
			}
			at += s.Minutes
			if s.Lesson != nil {
				if seen[s.Lesson] {
					t.Errorf("path %s has %s twice", p.ID, s.Lesson.ID)
				}
				seen[s.Lesson] = true
			} else if !seen[s.Exercise.Before()[0]] {
				t.Errorf("path %s: the exercise %s wants %s before it", p.ID, s.Exercise.ID, s.Exercise.After[0])
			}
		}
	}
	if PathNamed("none") != nil {
		t.Error("there is a path that nobody wrote")
	}
}

// What is counted is what a class does: a lesson takes some minutes, a longer one more.
func TestMinutesGrowWithWhatIsSaid(t *testing.T) {
	for _, l := range List() {
		if n := l.Minutes(); n < 4 || n > 15 {
			t.Errorf("%s takes %d minutes", l.ID, n)
		}
	}
	short, err := Parse("x.iq", "id: x\nworkers: W1\n\nAdd a\n@b Some words.\n")
	if err != nil {
		t.Fatal(err)
	}
	long, err := Parse("x.iq", "id: x\nworkers: W1\n\nAdd a\n@b Some words.\n? g What? => this | that\nAdd b\n? h What? => this | that\nAdd c\n")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := short.Minutes(), long.Minutes(); a < 2 || b <= a {
		t.Errorf("one step takes %d minutes, three with two questions %d", a, b)
	}
}
