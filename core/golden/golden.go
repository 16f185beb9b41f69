// Package golden holds what tests find against files of testdata, which -update writes.
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files of testdata anew, instead of comparing with them")

// Was returns what a file says; with -update it says got from then on. It is for who compares in
// a way of his own.
func Was(t testing.TB, file, got string) string {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return got
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	return string(data)
}

// Holds fails the test where a file does not say got; it names the first line that differs, and the
// last one before it that begins with #. With -update the file says got from then on.
func Holds(t testing.TB, file, got string) {
	t.Helper()
	was := Was(t, file, got)
	if was == got {
		return
	}
	is, want, head := strings.Split(got, "\n"), strings.Split(was, "\n"), ""
	i := 0
	for ; i < min(len(is), len(want)) && is[i] == want[i]; i++ {
		if strings.HasPrefix(is[i], "#") {
			head = ", " + is[i]
		}
	}
	line := func(of []string) string {
		if i < len(of) {
			return of[i]
		}
		return "(its end)"
	}
	t.Errorf("%s:%d%s\n got %s\nwant %s\nlook at the whole of it with -update and git diff", file, i+1, head, line(is), line(want))
}
