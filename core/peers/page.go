package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// onPurpose are the tests that end differently, and why that stays.
var onPurpose = map[string]string{}

func (r *result) print(w io.Writer) {
	fmt.Fprintf(w, "%s %s: %d packages, %d tests, %d subtests, %d specs: %d alike, %d on purpose, %d by chance, %d different\n",
		r.suite.name, r.suite.version, r.packages, r.tests, r.subtests, r.specs, r.alike, len(r.onPurpose), len(r.byChance), len(r.differing))
	for _, n := range r.failingBoth {
		fmt.Fprintf(w, "  fails on both: %s\n", n)
	}
	for _, n := range r.byChance {
		fmt.Fprintf(w, "  by chance: %s\n", n)
	}
	for reason, names := range r.leftOut {
		fmt.Fprintf(w, "  left out, %s: %d\n", reason, len(names))
	}
	for _, d := range r.differing {
		fmt.Fprintf(w, "  DIFFERENT %s %s: %q on client-go, %q on ours\n%s\n", d.pkg, d.test, d.theirs, d.ours, d.said)
	}
}

// section is what the page says of the suite.
func (r *result) section() string {
	var b strings.Builder
	left := 0
	for _, names := range r.leftOut {
		left += len(names)
	}
	fmt.Fprintf(&b, "## %s %s\n\n| packages | tests | subtests | specs | alike | different on purpose | different | left out |\n|---|---|---|---|---|---|---|---|\n", r.suite.name, r.suite.version)
	fmt.Fprintf(&b, "| %d | %d | %d | %d | %d | %d | %d | %d |\n", r.packages, r.tests, r.subtests, r.specs, r.alike, len(r.onPurpose), len(r.differing), left)
	list := func(title string, names []string) {
		if len(names) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s:\n\n", title)
		for _, n := range names {
			fmt.Fprintf(&b, "- %s\n", n)
		}
	}
	list("Different on purpose", r.onPurpose)
	var different []string
	for _, d := range r.differing {
		different = append(different, fmt.Sprintf("`%s %s`: %s on client-go, %s on ours", d.pkg, d.test, said(d.theirs), said(d.ours)))
	}
	list("Different", different)
	list("Fail on both", quote(r.failingBoth))
	list("Ended differently once, and then, run again, did not, or ended differently on client-go, too", quote(r.byChance))
	for _, reason := range slices.Sorted(maps.Keys(r.leftOut)) {
		names := r.leftOut[reason]
		slices.Sort(names)
		byPackage, order := map[string][]string{}, []string(nil)
		for _, n := range names {
			at, test, _ := strings.Cut(n, " ")
			if byPackage[at] == nil {
				order = append(order, at)
			}
			byPackage[at] = append(byPackage[at], test)
		}
		fmt.Fprintf(&b, "\nLeft out: %s.\n\n", reason)
		for _, at := range order {
			fmt.Fprintf(&b, "- %s: %s\n", at, strings.Join(byPackage[at], ", "))
		}
	}
	return b.String()
}

func quote(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "`" + n + "`"
	}
	return out
}

func said(end outcome) string {
	if end == "" {
		return "not seen"
	}
	return end
}
