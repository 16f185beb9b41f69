package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// told is a test that notes its failures.
type told struct {
	testing.TB
	said []string
}

func (t *told) Helper() {}
func (t *told) Errorf(format string, args ...any) {
	t.said = append(t.said, fmt.Sprintf(format, args...))
}

// What a file does not say is told by its line and what stands over it; -update writes it.
func TestAFileIsHeldUntilItIsUpdated(t *testing.T) {
	file := t.TempDir() + "/golden.txt"
	if err := os.WriteFile(file, []byte("# a\none\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for got, says := range map[string]string{
		"# a\none\ntwo\n":   "",
		"# a\none\n2\n":     ":3, # a\n got 2\nwant two\n",
		"# b\none\ntwo\n":   ":1\n got # b\nwant # a\n",
		"# a\none\n":        ":3, # a\n got \nwant two\n",
		"# a\none\ntwo":     ":4, # a\n got (its end)\nwant \n",
		"# a\none\ntwo\n\n": ":5, # a\n got \nwant (its end)\n",
	} {
		at := &told{TB: t}
		if Holds(at, file, got); strings.Join(at.said, "") == "" != (says == "") || !strings.Contains(strings.Join(at.said, ""), says) {
			t.Errorf("of %q is said %q, want %q", got, at.said, says)
		}
	}
	defer func(was bool) { *update = was }(*update)
	*update = true
	Holds(t, file, "three\n")
	*update = false
	Holds(t, file, "three\n")
}
