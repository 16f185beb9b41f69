package priority

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// order adds keys as "a:5" in this order, a call a key, and returns in which order they are handed out.
func order(t *testing.T, adds string) (taken string) {
	synctest.Test(t, func(t *testing.T) {
		q := priorityqueue.New[string]("priority")
		defer q.ShutDown()
		for _, add := range strings.Fields(adds) {
			key, text, _ := strings.Cut(add, ":")
			priority := 0
			for _, digit := range text {
				priority = 10*priority + int(digit-'0')
			}
			q.AddWithOpts(priorityqueue.AddOpts{Priority: &priority}, key)
			time.Sleep(time.Millisecond)
		}
		var got []string
		for {
			key := take(q)
			if key == "-" {
				break
			}
			got = append(got, key)
			q.Done(key)
		}
		taken = strings.Join(got, " ")
	})
	return taken
}

func TestOfTwoPrioritiesOfAKeyTheHigherCounts(t *testing.T) {
	says(t, "Of two for one key the higher counts; equal ones go in the order in which they came.")
	for adds, taken := range map[string]string{
		"a:0 b:5 c:0":             "b a c",   // the higher goes first
		"a:5 b:5 c:5":             "a b c",   // equals as they came
		"a:5 b:5 a:0":             "a b",     // a lower one changes nothing
		"a:5 b:5 a:5":             "a b",     // nor does the same
		"a:0 b:5 c:5 d:7 a:5":     "d b c a", // raised, behind those that had it already
		"a:0 b:1 c:0 a:1 b:2 b:0": "b a c",
	} {
		want(t, order(t, adds), taken)
	}
}

func TestALowPriorityWaitsAsLongAsHigherOnesCome(t *testing.T) {
	says(t, "A low key waits as long as higher ones come: it starves.")
	synctest.Test(t, func(t *testing.T) {
		q := priorityqueue.New[string]("priority")
		defer q.ShutDown()
		q.AddWithOpts(priorityqueue.AddOpts{Priority: new(-100)}, "low")
		for range 1000 { // always one at least is ready, for a day
			q.Add("x")
			q.Add("y")
			time.Sleep(90 * time.Second)
			key := take(q)
			if key == "low" {
				t.Fatal("low is handed out while x and y come")
			}
			q.Done(key)
		}
		q.Done(take(q)) // the other one of x and y
		if key := take(q); key != "low" {
			t.Errorf("when no more come, %q is handed out, want low", key)
		}
	})
}
