package sim

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/state"
)

// seen is what a world's events come to, in the views named.
func seen(w *World, views ...string) string {
	s := state.New(w.Recorder())
	for _, e := range w.Recorder().Since(1) {
		s.Apply(e)
	}
	return s.Line(views...)
}

func priorities(t *testing.T, cfg Config) *World {
	t.Helper()
	cfg.Queue = PriorityQueue
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Keys of the first list, and of a resync, have −100, as controller-runtime's handlers give them;
// others have 0.
func TestHandlersGiveTheFirstListALowPriority(t *testing.T) {
	w := priorities(t, Config{Engine: "atomic", Cluster: true, Handlers: []string{"h1"}})
	give(t, w, "create p1 n1; create p2 n1; create p3 n1; start; run until idle")
	if got, want := seen(w, "q"), "q=[p1:-100 p2:-100 p3:-100]"; got != want {
		t.Errorf("after the first list %s, want %s", got, want)
	}
	give(t, w, "update p2 n2; create p4 n2; run until idle")
	if got, want := seen(w, "q"), "q=[p2 p4 p1:-100 p3:-100]"; got != want {
		t.Errorf("after a change %s, want %s", got, want)
	}
	give(t, w, strings.Repeat("W1 Get; W1 ok; ", 4)+"resync; run until idle")
	if got, want := seen(w, "q"), "q=[p1:-100 p2:-100 p3:-100 p4:-100]"; got != want {
		t.Errorf("after a resync %s, want %s", got, want)
	}
}

// A worker that asked for the priority gives it to the retry; one that called Get does not know it.
func TestARetryKeepsThePriorityThatWasAskedFor(t *testing.T) {
	w := priorities(t, Config{Workers: []string{"W1", "W2"}})
	give(t, w, "Add a prio=-100; Add b prio=7; W1 GetWithPriority")
	if w.Result() != "b:7" {
		t.Errorf("GetWithPriority = %q, want b:7", w.Result())
	}
	give(t, w, "W2 Get")
	if w.Result() != "a" {
		t.Errorf("Get = %q, want a", w.Result())
	}
	give(t, w, "W1 fail; W2 fail")
	if got, want := seen(w, "q", "heap", "rq"), "q=[]  heap=[b:7@5ms a@5ms]  rq={a:1 b:1}"; got != want {
		t.Errorf("after both failed %s, want %s", got, want)
	}
	give(t, w, "run t=5ms; worker W1 = get, fail; set workers 1; auto on; W1 step; W1 step; auto off")
	if got, want := seen(w, "q", "heap", "rq"), "q=[a]  heap=[b:7@15ms]  rq={a:1 b:2}"; got != want {
		t.Errorf("after the script's pass %s, want %s", got, want)
	}
}

// What differs from client-go's queue can be seen step by step.
func TestTheQueueWithPrioritiesIsControllerRuntimes(t *testing.T) {
	for script, want := range map[string]string{
		"AddAfter a 5s; Add b; Add a":                                   "q=[a b]  p={}  heap=[]",
		"Add a; Add b; Add c prio=3; Add a prio=3":                      "q=[c:3 a:3 b]  p={}  heap=[]",
		"Add a; W1 Get; Add a; Add b; W2 Get":                           "q=[a]  p={a:W1 b:W2}  heap=[]",
		"Add a; W1 Get; Add a; Add b; Done a; W1 Get":                   "q=[b]  p={a:W1}  heap=[]",
		"Add a; AddAfter a 5s; run until idle":                          "q=[a]  p={}  heap=[]",
		"Add a; AddAfter b 5s prio=2; ShutDown; W1 Get; run until idle": "q=[a]  p={}  heap=[b:2@5s]",
		"W1 Get; Add a prio=-5; run until idle":                         "q=[]  p={a:W1}  heap=[]",
		"Add a; Done a; ShutDownWithDrain":                              "q=[a]  p={}  heap=[]",
		"Add a prio=5; restart; Add b":                                  "q=[b]  p={}  heap=[]",
	} {
		w := priorities(t, Config{Workers: []string{"W1", "W2"}})
		give(t, w, "auto off; "+script)
		if got := seen(w, "q", "p", "heap"); got != want {
			t.Errorf("%s: %s, want %s", script, got, want)
		}
		if broken := w.Invariants(); len(broken) > 0 {
			t.Errorf("%s: broken: %q", script, broken)
		}
	}
}

// What only one of the two queues has is refused on the other, with what to do.
func TestWhatAQueueDoesNotHaveIsRefused(t *testing.T) {
	plain, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	with := priorities(t, Config{})
	give(t, with, "ShutDown")
	for text, c := range map[string]struct {
		w    *World
		want string
	}{
		"Add a prio=5":            {plain, "client-go's queue has no priorities: want queue: priority in the header"},
		"AddAfter a 5s prio=5":    {plain, "client-go's queue has no priorities"},
		"AddRateLimited a prio=5": {plain, "client-go's queue has no priorities"},
		"W1 GetWithPriority":      {plain, "client-go's queue has no GetWithPriority"},
		"ShutDown":                {with, "a second time panics"},
		"ShutDownWithDrain":       {with, "a second time panics"},
	} {
		cmd, err := ParseCommand(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.w.Do(cmd); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", text, err, c.want)
		}
	}
	if _, err := ParseCommand("Add a prio=high"); err == nil || !strings.Contains(err.Error(), "want a whole number, as in prio=-100") {
		t.Errorf("Add a prio=high: %v", err)
	}
	if _, err := ParseCommand("Add a prio=9223372036854775808"); err == nil || !strings.Contains(err.Error(), "want prio=-9223372036854775808 to prio=9223372036854775807") {
		t.Errorf("one more than an int: %v", err)
	}
	if _, err := ParseCommand("Add a prio=5 prio=7"); err == nil || !strings.Contains(err.Error(), "want one priority") {
		t.Errorf("Add a prio=5 prio=7: %v", err)
	}
	if _, err := New(Config{Queue: "heap"}); err == nil || !strings.Contains(err.Error(), "want client-go or priority") {
		t.Errorf("queue heap: %v", err)
	}
	give(t, with, "AddRateLimited a")
	if got := seen(with, "rq"); got != "rq={}" {
		t.Errorf("after ShutDown a failure is counted: %s", got)
	}
}

// A command with a priority reads as it prints, and any number can stand there.
func TestAPriorityIsReadAsItIsPrinted(t *testing.T) {
	for _, text := range []string{"Add a prio=-100", "W1 Add prio=3", "AddAfter a 5s prio=9223372036854775807", "AddRateLimited a prio=-9223372036854775808 x2"} {
		if c, err := ParseCommand(text); err != nil || fmt.Sprint(c) != text {
			t.Errorf("%q reads as %q, %v", text, c, err)
		}
	}
}
