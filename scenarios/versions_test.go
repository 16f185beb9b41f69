package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// The badge of a lesson goes back from the newest version as far as nothing differs, and no further.
func TestTheRangeOfALessonEndsWhereItDiffers(t *testing.T) {
	standing := tried
	defer func() { tried = standing }()
	l, newest := Find("three-adds-one-job"), minor(ClientGo)
	for marks, want := range map[string]string{
		"sss": "0.27 to " + newest, "dss": "0.33 to " + newest, "sds": "", "ssd": "", "--s": "", "-ss": "0.33 to " + newest, "---": "", "ss": "", "": "",
	} {
		tried = fmt.Sprintf("versions v0.%d.16 v0.%d.13 %s\nother sss 0\n%s %s %s\n", 27, 33, ClientGo, l.ID, marks, l.Fingerprint())
		got, p := "", Proof{}
		if from, to, ok := l.Range(); ok {
			got = from + " to " + to
		}
		if got != want {
			t.Errorf("marks %q: the range is %q, want %q", marks, got, want)
		}
		if p, _ = l.Verified("workqueue"); want != "" && p.Versions != strings.Replace(want, "to", "…", 1) || want == "" && p.Versions != ClientGo {
			t.Errorf("marks %q: verified on %q", marks, p.Versions)
		}
	}
	tried = strings.Replace(standing, l.Fingerprint(), "0123456789abcdef", 1)
	if _, _, ok := l.Range(); ok || l.Marks() != "" {
		t.Error("a lesson that was changed has a range all the same")
	}
}

func TestTheTableOfVersionsSpeaksOfEachOnce(t *testing.T) {
	all := TriedOn()
	if len(all) < 2 || all[len(all)-1] != ClientGo {
		t.Errorf("versions.txt is of %s, want the newest to be %s: run make versions", all, ClientGo)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(tried) {
		f := strings.Fields(line)
		if seen[f[0]] || f[0] != "versions" && (len(f) != 3 || len(f[1]) != len(all) || strings.Trim(f[1], string([]rune{Same, Differs, NotRun})) != "") {
			t.Errorf("versions.txt says %q", line)
		}
		seen[f[0]] = true
	}
}
