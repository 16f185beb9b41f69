package page

import "testing"

// A line of the text area begins where the browser says, whatever is written in the lines above.
func TestLinesOfTheTextArea(t *testing.T) {
	const text = "id: x\n@a 队列 🧮\n\nAdd a"
	for line, at := range map[int]int{1: 0, 2: 6, 3: 15, 4: 16} {
		if got, of := lineBegins(text, line); got != at || of != 4 {
			t.Errorf("line %d begins at %d of %d lines, want %d of 4", line, got, of, at)
		}
		if got := lineAt(text, at); got != line {
			t.Errorf("unit %d is in line %d, want %d", at, got, line)
		}
	}
	for at, line := range map[int]int{5: 1, 14: 2, 21: 4, 99: 4} {
		if got := lineAt(text, at); got != line {
			t.Errorf("unit %d is in line %d, want %d", at, got, line)
		}
	}
	if got := lineAt("a\n", 2); got != 2 {
		t.Errorf("behind the last line is line %d, want 2", got)
	}
	if got, _ := lineBegins(text, 0); got != 0 {
		t.Errorf("line 0 begins at %d", got)
	}
}
