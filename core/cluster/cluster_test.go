package cluster

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

func TestWritesAreRefusedWithTheReasonInWords(t *testing.T) {
	c := New(trace.Tap{}, 0)
	pod := Object{Namespace: "default", Name: "p1"}
	stored, err := c.Create("pods", pod)
	if err != nil {
		t.Fatal(err)
	}
	stale := *stored
	if _, err := c.Update("pods", pod); err != nil {
		t.Fatalf("an update without RV overwrites, got %v", err)
	}
	for _, row := range []struct {
		call func() error
		kind ErrorKind
		text string
	}{
		{func() error { _, err := c.Update("pods", Object{Namespace: "default", Name: "p2"}); return err },
			NotFound, `cluster: update pods "default/p2": not found`},
		{func() error { _, err := c.Delete("pods", "default/p2"); return err },
			NotFound, `cluster: delete pods "default/p2": not found`},
		{func() error { _, err := c.Get("nodes", "n1"); return err },
			NotFound, `cluster: get nodes "n1": not found`},
		{func() error { _, err := c.Create("pods", pod); return err },
			Exists, `cluster: create pods "default/p1": already exists`},
		{func() error { _, err := c.Update("pods", stale); return err },
			Conflict, `cluster: update pods "default/p1": conflict: it is at resourceVersion 3, not 2`},
		{func() error {
			_, err := c.Update("pods", Object{Namespace: "default", Name: "p1", UID: "x"})
			return err
		},
			Conflict, `cluster: update pods "default/p1": conflict: the UID is another object's`},
		{func() error { _, err := c.Create("pods", Object{Name: "a/b"}); return err },
			Invalid, `cluster: create pods "a/b": invalid: a name must not be empty or hold a slash`},
		{func() error { _, err := c.Create("pods", Object{}); return err },
			Invalid, `cluster: create pods "": invalid: a name must not be empty or hold a slash`},
	} {
		err := row.call()
		var refused *WriteError
		if !errors.As(err, &refused) || refused.Kind != row.kind || err.Error() != row.text {
			t.Errorf("got  %v\nwant %s", err, row.text)
		}
	}
	if got := c.RV(); got != "3" {
		t.Errorf("RV() after one create, one update and refusals = %s, want 3", got)
	}
}

func TestStoredObjectsNeverChange(t *testing.T) {
	c := New(trace.Tap{}, 0)
	o := Object{Namespace: "default", Name: "p1", Labels: map[string]string{"app": "a"}, Fields: map[string]string{"spec.replicas": "1"}}
	c.SetTime(7)
	first, err := c.Create("deployments", o)
	if err != nil {
		t.Fatal(err)
	}
	o.Labels["app"] = "b"
	second, err := c.Update("deployments", o)
	if err != nil {
		t.Fatal(err)
	}
	if first.Labels["app"] != "a" || first.RV != "2" || second.Labels["app"] != "b" || second.RV != "3" {
		t.Errorf("first %v@%s, second %v@%s", first.Labels, first.RV, second.Labels, second.RV)
	}
	if second.UID != first.UID || second.Kind != "Deployment" || second.Created != 7 {
		t.Errorf("UID, kind or creation time changed in an update: %+v", second)
	}
	if second.Gen != 1 {
		t.Errorf("Gen after a change of labels = %d, want 1", second.Gen)
	}
	o.Fields["spec.replicas"] = "2"
	third, _ := c.Update("deployments", o)
	if third.Gen != 2 {
		t.Errorf("Gen after a change of the spec = %d, want 2", third.Gen)
	}
	gone, _ := c.Delete("deployments", "default/p1")
	again, _ := c.Create("deployments", o)
	if gone.RV != "5" || gone.UID != first.UID {
		t.Errorf("deleted %s@%s, want the old UID at the RV of the deletion, 5", gone.UID, gone.RV)
	}
	if again.UID == first.UID {
		t.Error("an object that was made again has the UID of the one before")
	}
}

// A copy of a stored object is another object for the trace.
func TestRefKnowsAStoredObjectFromItsCopy(t *testing.T) {
	rec := trace.New(0)
	c := New(rec.AddPart("server", "server"), 0)
	first, _ := c.Create("pods", Object{Name: "p1"})
	if a, b := Ref(rec, first), Ref(rec, first); a != b {
		t.Errorf("Ref of one object = %d, then %d", a, b)
	}
	changed := *first
	changed.Node = "n1"
	second, _ := c.Update("pods", changed)
	if got := rec.Object(Ref(rec, second)); got.RV != "3" || got.Node != "n1" {
		t.Errorf("object table has %+v for the update", got)
	}
}

func TestListsAreSortedAndCarryTheClustersVersion(t *testing.T) {
	c := New(trace.Tap{}, 0)
	for _, name := range []string{"b", "a", "c"} {
		_, _ = c.Create("pods", Object{Namespace: "default", Name: name})
	}
	_, _ = c.Create("configmaps", Object{Namespace: "kube-system", Name: "z"})
	for _, row := range []struct {
		rv   string
		want string
	}{
		{"", "a b c at 5"}, {"0", "a b c at 5"}, {"2", "a b c at 5"}, {"5", "a b c at 5"},
		{"6", "504 ResourceVersionTooLarge"}, {"x", "400 BadRequest"}, {"-1", "400 BadRequest"},
	} {
		list, rv, f := c.List("pods", row.rv)
		got := fmt.Sprintf("%d %s", f.Code, f.Reason)
		if f.OK() {
			var names []string
			for _, o := range list {
				names = append(names, o.Name)
			}
			got = strings.Join(names, " ") + " at " + rv
		}
		if got != row.want {
			t.Errorf("List(pods, %q) = %s, want %s", row.rv, got, row.want)
		}
	}
	if err := c.SetRV(5); err == nil {
		t.Error("SetRV(5) at 5 is accepted")
	}
	if got := strings.Join(c.Resources(), " "); got != "configmaps pods" {
		t.Errorf("Resources() = %s", got)
	}
}

// read drains a watch as text.
func read(c *Cluster, w *Watch) string {
	var out []string
	for {
		ev, state := c.Next(w)
		switch state {
		case Nothing:
			return strings.Join(out, " ")
		case Closed:
			return strings.Join(append(out, "closed"), " ")
		}
		s := ev.Type.String()
		if ev.Obj != nil {
			s += ":" + ev.Obj.Name
		}
		if ev.RV != "" {
			s += "@" + ev.RV
		}
		if ev.End {
			s += ":end"
		}
		if !ev.Fault.OK() {
			s += fmt.Sprint(":", ev.Fault.Code)
		}
		out = append(out, s)
	}
}

func open(t *testing.T, c *Cluster, rv string, initial bool) *Watch {
	t.Helper()
	w, f := c.Open("pods", rv, initial)
	if !f.OK() {
		t.Fatalf("Open(pods, %q, %t): %v", rv, initial, f)
	}
	return &w
}

func pods(c *Cluster, names ...string) {
	for _, name := range names {
		_, _ = c.Create("pods", Object{Namespace: "default", Name: name})
	}
}

func TestWatchesTellWhatHappenedAfterTheirVersion(t *testing.T) {
	c := New(trace.Tap{}, 0)
	pods(c, "a", "b")
	live := open(t, c, "3", false)
	_, _ = c.Create("nodes", Object{Name: "n1"})
	_, _ = c.Update("pods", Object{Namespace: "default", Name: "a", Node: "n1"})
	_, _ = c.Delete("pods", "default/b")
	c.Bookmark("pods")
	rows := []struct {
		name string
		w    *Watch
		want string
	}{
		{"from the list", live, "MODIFIED:a@5 DELETED:b@6 BOOKMARK@6"},
		{"from the first write", open(t, c, "2", false), "ADDED:b@3 MODIFIED:a@5 DELETED:b@6"},
		{"from before all", open(t, c, "1", false), "ADDED:a@2 ADDED:b@3 MODIFIED:a@5 DELETED:b@6"},
		{"from now", open(t, c, "6", false), ""},
		{"from ahead", open(t, c, "49", false), ""},
		{"from 0", open(t, c, "0", false), "ADDED:a@5"},
		{"from nothing", open(t, c, "", false), "ADDED:a@5"},
		{"streaming", open(t, c, "", true), "ADDED:a@5 BOOKMARK@6:end"},
		{"streaming from an old version", open(t, c, "2", true), "ADDED:a@5 BOOKMARK@6:end"},
	}
	for _, row := range rows {
		if got := read(c, row.w); got != row.want {
			t.Errorf("a watch %s: %s, want %s", row.name, got, row.want)
		}
	}
	ahead := rows[4].w
	_, _ = c.Update("pods", Object{Namespace: "default", Name: "a", Node: "n2"})
	c.Bookmark("pods")
	if got := read(c, ahead); got != "" {
		t.Errorf("a watch from rv 49 when the cluster is at 7: %s, want nothing: that is not after 49", got)
	}
	for _, row := range rows {
		read(c, row.w)
	}
	if err := c.SetRV(50); err != nil {
		t.Fatal(err)
	}
	pods(c, "x")
	c.Bookmark("pods")
	for _, row := range rows {
		if got, want := read(c, row.w), "ADDED:x@50 BOOKMARK@50"; got != want {
			t.Errorf("then a watch %s: %s, want %s", row.name, got, want)
		}
	}
}

// A streaming list is of one moment: what is written while it is read comes after its end.
func TestStreamingListIsOfOneMoment(t *testing.T) {
	c := New(trace.Tap{}, 0)
	pods(c, "a", "b")
	w := open(t, c, "", true)
	first, _ := c.Next(w)
	pods(c, "c")
	_, _ = c.Delete("pods", "default/b")
	if got, want := first.Obj.Name+" "+read(c, w), "a ADDED:b@3 BOOKMARK@3:end ADDED:c@4 DELETED:b@5"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWatchesAreRefusedAsTheRulesSay(t *testing.T) {
	c := New(trace.Tap{}, 0)
	pods(c, "a", "b", "c")
	for _, row := range []struct {
		rv      string
		initial bool
		code    int
		reason  string
	}{
		{"9", true, 504, TooLarge}, {"x", false, 400, "BadRequest"},
	} {
		if _, f := c.Open("pods", row.rv, row.initial); f.Code != row.code || f.Reason != row.reason || f.Text == "" {
			t.Errorf("Open(%q, initial=%t) = %+v, want %d %s", row.rv, row.initial, f, row.code, row.reason)
		}
	}
	late := open(t, c, "2", false)
	read(c, late)
	behind := open(t, c, "2", false)
	c.Compact(3)
	if got := read(c, open(t, c, "2", false)); got != "ERROR:410 closed" {
		t.Errorf("a watch from before the compaction: %s", got)
	}
	if got := read(c, open(t, c, "3", false)); got != "ADDED:c@4" {
		t.Errorf("a watch from the compaction: %s", got)
	}
	if got := read(c, behind); got != "ERROR:410 closed" {
		t.Errorf("a watch that fell behind: %s", got)
	}
	if got := read(c, late); got != "" {
		t.Errorf("a watch that had read everything: %s", got)
	}
}

// The window bounds what is kept, whatever is written.
func TestWindowKeepsTheLastEvents(t *testing.T) {
	c := New(trace.Tap{}, 4)
	pods(c, "a")
	for range 100 {
		_, _ = c.Update("pods", Object{Namespace: "default", Name: "a"})
		last := trace.Number(c.RV())
		for back := range min(last-1, 10) {
			want := strings.TrimSpace(strings.Repeat("M ", int(back)))
			if back > 4 {
				want = "ERROR:410 closed"
			}
			if back > 0 && last-back == 1 {
				continue // the ADDED is among them
			}
			w := open(t, c, fmt.Sprint(last-back), false)
			got := read(c, w)
			if back <= 4 {
				got = strings.TrimSpace(strings.Repeat("M ", strings.Count(got, "MODIFIED")))
			}
			if got != want {
				t.Fatalf("at %d a watch from %d back: %q, want %q", last, back, got, want)
			}
		}
	}
	if n := len(c.resources["pods"].log); n >= 8 {
		t.Errorf("a window of 4 keeps %d events", n)
	}
}

func TestTroubleOnRequest(t *testing.T) {
	rec := trace.New(0)
	c := New(rec.AddPart("server", "server"), 0)
	pods(c, "a")
	w := open(t, c, "2", false)
	list := func() int { _, _, f := c.List("pods", ""); return f.Code }
	watch := func() int { _, f := c.Open("pods", "2", false); return f.Code }

	c.Partition()
	pods(c, "b")
	if got := read(c, w); got != "" || list() != Refused || watch() != Refused {
		t.Errorf("during a partition: watch reads %q, requests get %d and %d", got, list(), watch())
	}
	c.Heal()
	if got := read(c, w); got != "ADDED:b@3" || list() != 0 {
		t.Errorf("after it: watch reads %q, list gets %d", got, list())
	}

	c.Fail("watch", 2, FaultThrottled)
	c.Fail("", 1, FaultInternal)
	if got := fmt.Sprint(list(), list(), watch(), watch(), watch()); got != "500 0 429 429 0" {
		t.Errorf("list list watch watch watch = %s, want 500 0 429 429 0", got)
	}

	c.CloseWatches(Fault{})
	if got := read(c, w); got != "closed" {
		t.Errorf("a watch that was closed: %s", got)
	}
	w = open(t, c, "3", false)
	c.CloseWatches(FaultGone)
	if got := read(c, w); got != "ERROR:410 closed" {
		t.Errorf("a watch that was ended: %s", got)
	}

	var links []string
	for _, e := range rec.Since(1) {
		if e.Op == trace.ServerLink {
			links = append(links, rec.Text(e.Val))
		}
	}
	if got := strings.Join(links, ", "); got != "partition, up, fault 429, fault 429, fault 429, up" {
		t.Errorf("the link was %s", got)
	}
}

func TestEventsSayWhatTheServerDid(t *testing.T) {
	rec := trace.New(0)
	c := New(rec.AddPart("server", "server"), 0)
	p, _ := c.Create("pods", Object{Namespace: "default", Name: "a", Node: "n1"})
	next := *p
	next.Node = "n2"
	_, _ = c.Update("pods", next)
	_, _ = c.Delete("pods", "default/a")
	c.Compact(3)
	var got []string
	for _, e := range rec.Since(1) {
		got = append(got, fmt.Sprintf("%v %s %d %d %s first=%d", e.Op, rec.Text(e.Key), e.A, e.B, rec.Object(e.Val).Node, e.Flag))
	}
	want := `server.put default/a 2 0 n1 first=1
server.put default/a 3 2 n2 first=1
server.delete default/a 4 0  first=1
server.compact  3 0  first=1`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}

func TestKindsOfResources(t *testing.T) {
	for resource, want := range map[string]string{"pods": "Pod", "ingresses": "Ingress", "widgets": "Widget", "": ""} {
		if got := KindOf(resource); got != want {
			t.Errorf("KindOf(%q) = %q, want %q", resource, got, want)
		}
	}
}

// What ends a streaming list is decided when its watch is opened.
func TestAStreamingListEndsAsMarkEndsSays(t *testing.T) {
	for name, want := range map[string]string{"sent": "BOOKMARK end", "plain": "BOOKMARK", "none": ""} {
		c := New(trace.Tap{}, 0)
		if _, err := c.Create("pods", Object{Name: "p1"}); err != nil {
			t.Fatal(err)
		}
		m, ok := EndMarkOf(name)
		if !ok {
			t.Fatalf("EndMarkOf(%q) is not ok", name)
		}
		c.MarkEnds(m)
		w := open(t, c, "", true)
		c.MarkEnds(EndSent)
		got := ""
		for ev, st := c.Next(w); st == Got; ev, st = c.Next(w) {
			if ev.Type == Bookmark {
				got = "BOOKMARK"
			}
			if ev.End {
				got += " end"
			}
		}
		if got != want {
			t.Errorf("end mark %s: the list ends with %q, want %q", name, got, want)
		}
	}
	if _, ok := EndMarkOf("never"); ok {
		t.Error(`EndMarkOf("never") is ok`)
	}
}

// A list in pages is of one moment; its token expires with the history, or as NextToken says.
func TestPagesAreOfOneMoment(t *testing.T) {
	c := New(trace.Tap{}, 0)
	write := func(name string) {
		if _, err := c.Create("pods", Object{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	show := func(list []*Object, rv, token string, f Fault) string {
		s := rv
		for _, o := range list {
			s += " " + o.Name
		}
		if !f.OK() {
			s += fmt.Sprint(f.Code)
		}
		if token != "" {
			s += " +"
		}
		return s
	}
	write("p1")
	write("p2")
	write("p3")
	list, rv, token, f := c.Page("pods", "0", 2, "")
	write("p4")
	rest := func(token string) string { return show(c.Page("pods", "", 2, token)) }
	got := []string{show(list, rv, token, f), rest(token), rest("no token"), show(c.Page("pods", "0", 0, ""))}
	c.Compact(5)
	got = append(got, rest(token))
	c.NextToken(TokenExpires)
	_, _, token, _ = c.Page("pods", "0", 2, "")
	got = append(got, rest(token))
	c.NextToken(TokenLost)
	got = append(got, show(c.Page("pods", "0", 2, "")), show(c.Page("pods", "0", 2, "")))
	want := "4 p1 p2 +, 4 p3, 410, 5 p1 p2 p3 p4, 410, 410, 5 p1 p2, 5 p1 p2 +"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("the pages are\n\t%s\nwant\n\t%s", s, want)
	}
}
