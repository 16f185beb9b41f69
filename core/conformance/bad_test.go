package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// badInput is something that a program should not do; do writes down what comes of it.
type badInput struct {
	item, name string
	do         func(*diary)
}

// listsOnly keeps a Reflector from asking for a streaming list.
type listsOnly struct{}

func (listsOnly) IsWatchListSemanticsUnSupported() bool { return true }

// addresses are in the texts of some errors.
var addresses = regexp.MustCompile(`0x[0-9a-f]+`)

// panicText is what do panics with, without the name of a side; "" when it does not panic.
func panicText(do func()) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint("panic: ", v)
		}
	}()
	do()
	return ""
}

// TestBadInputIsTakenAsClientGoTakesIt does each of them on both sides, in a bubble: a
// deadlock or a goroutine that is left fails it.
func TestBadInputIsTakenAsClientGoTakesIt(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	items := map[string]bool{}
	for i, theirs := range theirsBadInput {
		ours := oursBadInput[i]
		items[theirs.item] = true
		t.Run(theirs.item+"/"+theirs.name, func(t *testing.T) {
			play := func(b badInput) (lines []string) {
				synctest.Test(t, func(*testing.T) {
					d := &diary{}
					b.do(d)
					lines = sortedText(d.took()) // some go over maps
				})
				return lines
			}
			x, y := play(theirs), play(ours)
			if !slices.Equal(x, y) {
				t.Errorf("client-go:\n    %s\nours:\n    %s", strings.Join(x, "\n    "), strings.Join(y, "\n    "))
			}
			if len(x) == 0 {
				t.Error("nothing was written down: it proves nothing")
			}
		})
	}
	if len(items) != 8 {
		t.Errorf("%d items of bad input, want 8", len(items))
	}
}
