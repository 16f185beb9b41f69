package sim

import "testing"

// Whether a line is a command is asked of each line of each lesson before the page shows anything: that it is
// none costs little, and what was meant is looked for when the error is read.
func TestALineThatIsNoCommandCostsLittle(t *testing.T) {
	const line = "q=[a b]  d={a b}  p={}"
	if n := testing.AllocsPerRun(100, func() {
		if _, err := ParseLine(line); err == nil {
			t.Fatalf("%q reads as a command", line)
		}
	}); n > 10 {
		t.Errorf("to see that %q is no command takes %v allocations, want 10 at most", line, n)
	}
	if _, err := ParseLine("W1 Gett"); err == nil || err.Error() != `sim: unknown verb "Gett" (did you mean "Get"?)` {
		t.Errorf("W1 Gett: %v", err)
	}
}
