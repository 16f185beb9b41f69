package versions

import (
	"os"
	"strings"
)

// Prove sees that a file of package scenarios, from which the page takes its badges, says what has just held:
// lines of Lesson.ProofLine. How many values were compared may differ. With update it is written, if these are all.
func Prove(say Complain, file string, proof []string, all int, update bool) {
	if update && len(proof) == all { // not a part, chosen with -run
		if err := os.WriteFile(file, []byte(strings.Join(proof, "\n")+"\n"), 0o644); err != nil {
			say("%v", err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		say("%v", err)
	}
	written := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		written[claim(line)] = true
	}
	for _, line := range proof {
		if !written[claim(line)] {
			say("%s does not say %q: run with -lessons.update", file, line)
		}
	}
}

// claim is a line of the proof without its count.
func claim(line string) string {
	f := strings.Fields(line)
	if len(f) != 5 {
		return line
	}
	return strings.Join(append(f[:3:3], f[4]), " ")
}
