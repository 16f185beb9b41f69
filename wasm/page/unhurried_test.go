package page

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// A file is read whole, with pauses that know how far it is.
func TestAFileIsReadWithPauses(t *testing.T) {
	want := strings.Repeat("0123456789", 20_000)
	var told []int
	u := &unhurried{text: want, pause: func(percent int) { told = append(told, percent) }}
	got, err := io.ReadAll(u)
	if err != nil || string(got) != want {
		t.Fatalf("read %d bytes of %d, %v", len(got), len(want), err)
	}
	if len(told) < 3 || !slices.IsSorted(told) || told[0] < 0 || told[len(told)-1] > 100 {
		t.Errorf("paused at %v percent, want some times and ever further", told)
	}
	if n, err := io.ReadAll(&unhurried{pause: func(int) { t.Error("paused") }}); len(n) > 0 || err != nil {
		t.Errorf("an empty file is %q, %v", n, err)
	}
}
