package scenarios

import (
	"strings"
	"testing"
)

// Whatever a lesson says, what happens can be written into it: with all that is expected taken out, it
// holds again on every engine, and says the same once more.
func TestWhatHappensIsFilledIn(t *testing.T) {
	for _, l := range List() {
		text, _ := Files(l.ID + ".iq")
		var bare []string
		inside := false
		for _, line := range strings.Split(text, "\n") {
			inside = line == "----" || inside && line != ""
			if !inside {
				bare = append(bare, line)
			}
		}
		empty, err := Parse(l.ID+".iq", strings.Join(bare, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		full, err := empty.Filled(MaxEvents)
		if err != nil {
			t.Errorf("%s: %v", l.ID, err)
			continue
		}
		again, err := Parse(l.ID+".iq", full)
		if err != nil {
			t.Errorf("%s: what was filled in is no lesson: %v\n%s", l.ID, err, full)
			continue
		}
		if bad := again.Check(); len(bad) > 0 {
			t.Errorf("%s: what was filled in does not hold:\n%s", l.ID, strings.Join(bad, "\n"))
		}
		for n, it := range again.Items {
			if n > 0 && len(it.Expect) == 0 {
				t.Errorf("%s: nothing was filled in below step %d, line %d", l.ID, n, it.Line)
			}
		}
		if twice, err := again.Filled(MaxEvents); err != nil || twice != full {
			t.Errorf("%s: filled in twice it differs (%v)", l.ID, err)
		}
	}
}

// A group, a body, a beat right below a step, and engines that differ.
func TestWhatHappensStandsBelowItsStep(t *testing.T) {
	const head = "id: x\nengines: classic atomic\nworkers: W1\nserver: p1@5\nstart: list\n\n"
	for _, c := range []struct{ text, want string }{
		{"create p2\n| spec:\n|   nodeName: n1\n@made It is made.", "create p2\n| spec:\n|   nodeName: n1\n----\nq=[]  d={}  p={}\n\n@made It is made."},
		{"step both {\n  Add a\n  Add b\n}\n\nAdd c", "step both {\n  Add a\n  Add b\n}\n----\nq=[a b]  d={a b}  p={}\n\nAdd c\n----\nq=[a b c]  d={a b c}  p={}"},
		{"Add k{1..2}\n----\nq=[k1]\n", "Add k{1..2}\n----\nq=[k1 k2]\n"},
	} {
		l, err := Parse("x.iq", head+c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := l.Filled(MaxEvents); err != nil || got != head+c.want {
			t.Errorf("filled in (%v):\n%s\nwant\n%s", err, strings.TrimPrefix(got, head), c.want)
		}
	}
	l, err := Parse("x.iq", "id: x\nworkers: W1\nlimiter: base=1ns max=1ns\n\nworker W1 = get, requeue, done\nauto on\nAdd a\n+1h Add b\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Filled(500); err == nil || !strings.Contains(err.Error(), "x.iq:8: on workqueue: more than 500 events until here: cut it short") {
		t.Errorf("a run without end is filled in: %v", err)
	}
}
