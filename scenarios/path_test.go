package scenarios

import "testing"

// A class names what there is, begins with what it needs, and fills its time: each stretch begins where
// the last one ended, the last one ends with the class, and what is left for the quiz is enough, and not idle.
func TestTheMinutesOfEveryClassAddUpToItsLength(t *testing.T) {
	for i, c := range classes {
		p := Paths()[i]
		if p.ID != c.id || PathNamed(c.id) == nil || len(p.Stops) != len(c.stops) {
			t.Errorf("path %s has %d stops and names %d: %q", c.id, len(p.Stops), len(c.stops), c.stops)
		}
		if n := p.Quiz.Minutes; n < 3 || n > 10 {
			t.Errorf("path %s leaves %d minutes for its quiz, want 3 to 10", p.ID, n)
		}
		if n := len(p.Lessons()); n < 3 {
			t.Errorf("path %s has %d lessons", p.ID, n)
		}
		spans := []Span{p.Opening}
		for _, s := range p.Stops {
			spans = append(spans, s.Span)
		}
		at := 0
		for _, s := range append(spans, p.Quiz, p.End) {
			if s.At != at || s.Minutes <= 0 {
				t.Errorf("path %s: a stretch begins at %d and takes %d minutes, want it to begin at %d", p.ID, s.At, s.Minutes, at)
			}
			at += s.Minutes
		}
		if at != c.minutes {
			t.Errorf("path %s takes %d minutes, want %d", p.ID, at, c.minutes)
		}
		seen := map[*Lesson]bool{}
		for _, s := range p.Stops {
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
