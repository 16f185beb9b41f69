package sim

import (
	"strings"
	"testing"
)

// An index function may give several values, and one that fails ends the program, whether an event
// brings the object or the index comes late.
func TestAnIndexFunctionGivesSeveralValuesOrEndsTheProgram(t *testing.T) {
	for _, c := range []struct{ indexes, commands, crash, index string }{
		{"byRef=.spec.nodeName!,.metadata.name", "create p1 n1; start; run until idle", "", "byRef=n1 p1; byRef=p1 p1"},
		{"byRef=.spec.nodeName!,.metadata.name", "create p1 n1; start; run until idle; create p2; run until idle", `unable to calculate an index entry for key "p2" on index "byRef": no nodeName`, "byRef=n1 p1; byRef=p1 p1"},
		{"", "create p1 n1; create p2; start; run until idle; add-index byNode=.spec.nodeName!", `unable to calculate an index entry for key "p2" on index "byNode": no nodeName`, ""},
		{"byNode=.spec.nodeName", "create p1; start; run until idle", "", ""},
	} {
		for _, engine := range Engines() {
			cfg := Config{Engine: engine, Workers: []string{}, Cluster: true}
			if c.indexes != "" {
				cfg.Indexes = []string{c.indexes}
			}
			w, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			watch := watchWorld(w)
			lines, err := ParseInline(c.commands)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				if err := w.Do(l.Command); err != nil {
					t.Fatalf("%s: %v", l, err)
				}
			}
			if err := watch.compare(); err != nil {
				t.Errorf("%s, %s: %v", engine, c.commands, err)
			}
			last := w.inf.storePicture()
			if got := strings.TrimPrefix(last[len(last)-1], "index "); !same(got, c.index) || watch.s.Crash != c.crash {
				t.Errorf("%s, %s: index %q, crash %q; want %q and %q", engine, c.commands, got, watch.s.Crash, c.index, c.crash)
			}
		}
	}
	for _, bad := range []string{"byNode", "byNode=", "byNode=.spec.nodeName,", "byNode=!", "byNode=.spec.node!"} {
		if err := CheckIndex(bad); err == nil || !strings.Contains(err.Error(), "want name=.spec.nodeName") {
			t.Errorf("CheckIndex(%q) = %v, want what is wanted", bad, err)
		}
	}
}

// same compares postings, which are printed without a mark between them.
func same(got, want string) bool { return got == strings.ReplaceAll(want, "; ", " ") }

// What a transform can do, and what it cannot be told.
func TestATransformIsReadOrRefused(t *testing.T) {
	for _, good := range []string{"keep", "drop=.spec.nodeName", "drop=.status.phase fail=.metadata.name=p2", "fail=.spec.nodeName=n9 drop=.spec.nodeName"} {
		if err := CheckTransform(good); err != nil {
			t.Errorf("CheckTransform(%q) = %v", good, err)
		}
	}
	for _, bad := range []string{"drop", "drop=", "drop=.metadata.name", "drop=.spec.nodeName=n1", "fail=.spec.nodeName", "fail=n9", "keep=all"} {
		if err := CheckTransform(bad); err == nil || !strings.Contains(err.Error(), "want keep, drop=.spec.nodeName or fail=.spec.nodeName=n9") {
			t.Errorf("CheckTransform(%q) = %v, want what is wanted", bad, err)
		}
	}
}
