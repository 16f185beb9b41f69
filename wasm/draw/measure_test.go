package draw

import (
	"strings"
	"testing"
)

// However little room there is, a call is cut inside its brackets, as long as these fit.
func TestACallIsCutInsideItsBrackets(t *testing.T) {
	const call = "Add(kube-system/coredns-5d78c9869d-abcde)"
	least := TextWidth("Add(…)", 13, false, true)
	for room := TextWidth(call, 13, false, true); room >= least; room-- {
		got := shorten(call, room, 13, false, true)
		if !strings.HasPrefix(got, "Add(") || !strings.HasSuffix(got, ")") || TextWidth(got, 13, false, true) > room {
			t.Fatalf("in %.0f px the call is %q, want its brackets around what fits", room, got)
		}
	}
}
