package scenarios

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
)

// fetched is a lesson on two queues: an Add fetches the key that waits, or leaves it waiting.
const fetched = `id: fetched
title: fetched
question: How many passes?
queue: client-go priority
workers: W1

AddAfter a 5s

Add a prio=7
@fetched the Add
@fetched/priority it is fetched
----
d={a}
client-go: q=[a]  heap=[a@5s]
priority: q=[a:7]  heap=[]

W1 GetWithPriority => a:7
----
p={a:W1}

W1 ok

+5s run until idle
----
client-go: q=[a]
priority: q=[]
`

func parsed(t *testing.T, text string) *Lesson {
	t.Helper()
	l, err := Parse("x.iq", text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A lesson that lists two queues is played on both, and each is held to what is said of it.
func TestALessonIsPlayedOnEachOfItsQueues(t *testing.T) {
	l := parsed(t, strings.ReplaceAll(fetched, "d={a}\n", ""))
	if bad := l.Check(); len(bad) > 0 {
		t.Fatalf("does not hold: %q", bad)
	}
	for queue, want := range map[string]string{"client-go": "priority: q=[a]", "priority": "client-go: q=[]"} {
		wrong := strings.Replace(fetched, "client-go: q=[a]\npriority: q=[]\n", want+"\n", 1)
		other := map[string]string{"client-go": "priority", "priority": "client-go"}[queue]
		bad := parsed(t, strings.ReplaceAll(wrong, "d={a}\n", "")).Check()
		if len(bad) != 1 || !strings.Contains(bad[0], ": on "+other+"\n") {
			t.Errorf("with %q: %q, want one failure, on %s", want, bad, other)
		}
	}
}

// The lane of the highest priority is the lowest in the picture, next to Get: a key whose priority grows moves down. So nothing that is
// said of it says that the key rises.
func TestNoKeyIsSaidToRiseThatMovesDown(t *testing.T) {
	up := regexp.MustCompile(`(?i)\b(rise|rises|raise|raises|raised|moves? up|goes up)\b|升|抬`)
	looked := 0
	for _, l := range List() {
		if l.Queue() != sim.PriorityQueue {
			continue
		}
		for _, lang := range Languages {
			said := append(l.Words(lang), l.Text(lang, "title"), l.Text(lang, "question"))
			for _, it := range l.Items {
				said = append(said, Label(lang, it.Label))
			}
			for _, text := range said {
				looked++
				if word := up.FindString(text); word != "" {
					t.Errorf("%s: in %s %q says %q", l.File, lang, text, word)
				}
			}
		}
	}
	if looked < 300 {
		t.Errorf("only %d texts", looked)
	}
}

// What the page shows of a queue is what that queue was asked for: client-go's has no priorities.
func TestAScriptAsksEachQueueForWhatItHas(t *testing.T) {
	l := parsed(t, fetched)
	for queue, want := range map[string][]string{
		"client-go": {"AddAfter a 5s: AddAfter(a, 5s)", "Add a: Add(a)", "W1 Get: W1 takes a", "W1 ok: W1 succeeds", "run idle: all come to rest"},
		"priority":  {"AddAfter a 5s: AddAfter(a, 5s)", "Add a prio=7: Add(a, priority 7)", "W1 GetWithPriority: W1 takes a, priority 7", "W1 ok: W1 succeeds", "run idle: all come to rest"},
	} {
		on := l.On(queue)
		if on.Queue() != queue {
			t.Errorf("On(%q) stands on %q", queue, on.Queue())
		}
		var steps []string
		for _, it := range on.Items[1:] {
			steps = append(steps, it.Calls[0].Command.String()+": "+it.Label)
		}
		if !slices.Equal(steps, want) {
			t.Errorf("on %s: %q, want %q", queue, steps, want)
		}
	}
	if back := l.On("priority").On("client-go"); back != l {
		t.Error("a lesson that stood on another queue and is back is not itself")
	}
	if same := l.On("heap"); same != l {
		t.Error("on a queue that it does not list the lesson is another one")
	}
}

// A beat can be said otherwise of a queue, and side by side it is said of both.
func TestABeatIsSaidOfTheQueueThatIsShown(t *testing.T) {
	l := parsed(t, fetched)
	for _, c := range []struct{ queue, engine, want string }{
		{"client-go", "workqueue", "the Add"}, {"priority", "workqueue", "it is fetched"}, {"priority", "", "the Add"},
	} {
		if got := l.On(c.queue).Said("en", "fetched", c.engine); got != c.want {
			t.Errorf("on %s, %q: %q, want %q", c.queue, c.engine, got, c.want)
		}
	}
}

// What happens is filled in for each queue where they differ, and what did not hold is mended there.
func TestWhatHappensIsFilledInForEachQueue(t *testing.T) {
	l := parsed(t, "id: x\nqueue: client-go priority\n\nAddAfter a 5s\n\nAdd a\n\nAdd b\n----\nheap=[]\npriority: q=[b]\n")
	got, err := l.Filled(MaxEvents)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Add a\n----\nq=[a]  d={a}  p={}\nclient-go: heap=[a@5s]\n",
		"Add b\n----\nclient-go: heap=[a@5s]\npriority: heap=[]\npriority: q=[a b]\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("filled in:\n%s\nwant %q", got, want)
		}
	}
	if bad := parsed(t, got).Check(); len(bad) > 0 {
		t.Errorf("what was filled in does not hold: %q", bad)
	}
}

// With several engines and queues, what differs is said of as few names as tell it.
func TestEnginesAndQueuesAreToldApart(t *testing.T) {
	l := parsed(t, "id: x\nengines: classic atomic\nqueue: client-go priority\nhandlers: h1=enqueue\nserver: p1 p2\n\nstart\n\nrun until idle\n\nresync\n\nrun until idle\n")
	got, err := l.Filled(MaxEvents)
	if err != nil {
		t.Fatal(err)
	}
	if bad := parsed(t, got).Check(); len(bad) > 0 {
		t.Errorf("what was filled in does not hold: %q\n%s", bad, got)
	}
	if want := "client-go: q=[p1 p2]\npriority: q=[p1:-100 p2:-100]\n"; !strings.Contains(got, want) {
		t.Errorf("filled in:\n%s\nwant %q", got, want)
	}
	const one = "id: x\nengines: classic atomic\nqueue: client-go priority\nhandlers: h1=enqueue\nserver: p1 p2\n\nstart\n\nrun until list\n----\nF=[]  q=[]\n"
	l = parsed(t, one)
	runs, err := l.Runs()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := l.Update(runs...), "q=[]\nclassic: F=["; !strings.Contains(got, want) {
		t.Errorf("updated:\n%s\nwant %q", got, want)
	}
}

// What names no engine and no queue of the lesson is refused, with those that there are.
func TestAQueueThatTheLessonDoesNotListIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"id: x\nqueue:\n":                   "x.iq:2: queue: none: want client-go, priority or both",
		"id: x\nqueue: priority priority\n": "x.iq:2: queue: priority stands there twice: leave one out",
		"id: x\nqueue: client-go priority\n\nAdd a\n----\natomic: q=[a]\n": `x.iq:6: "atomic" is neither an engine nor a queue of this lesson: want workqueue, client-go or priority`,
		"id: x\nqueue: priority\n\nAdd a\n----\nclient-go: q=[a]\n":        `x.iq:6: "client-go" is not an engine of this lesson: want workqueue`,
		"id: x\nqueue: client-go priority\n\nAdd a\n@a one\n@a/heap two\n": `x.iq:6: @a/heap: "heap" is neither an engine nor a queue of this lesson`,
	} {
		if _, err := Parse("x.iq", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A key that is named as another one with its priority prints is quoted where keys have priorities, and is not where they
// have none.
func TestAKeyIsToldFromOneWithAPriority(t *testing.T) {
	const alike = `id: alike
queue: client-go priority
workers: W1 W2

Add a:5 prio=9

Add a prio=5
----
client-go: q=[a:5 a]
priority: q=["a:5":9 a:5]

W1 GetWithPriority => "a:5":9
W2 GetWithPriority => a:5
----
client-go: p={a:5:W1 a}
priority: p={"a:5" a}
`
	l := parsed(t, alike)
	if bad := l.Check(); len(bad) > 0 {
		t.Errorf("does not hold: %q", bad)
	}
	if got := l.On("client-go").Items[3].Calls[0].Result; got != "a:5" {
		t.Errorf("on client-go's queue W1 is to get %s, want a:5", got)
	}
	for right, wrong := range map[string]string{
		`q=["a:5":9 a:5]`: `q=[a:5:9 a:5]`, `=> a:5`: `=> "a:5"`, `p={"a:5" a}`: `p={a:5 a}`, "q=[a:5 a]": `q=["a:5" a]`,
	} {
		if bad := parsed(t, strings.Replace(alike, right, wrong, 1)).Check(); len(bad) == 0 {
			t.Errorf("%s holds as well as %s", wrong, right)
		}
	}
}
