package conformance

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"
)

// observed is one side of a comparison together with what could be seen of it so far.
type observed struct {
	queueSide
	start time.Time

	mu    sync.Mutex
	calls []call // those that may block: Get, ShutDownWithDrain
}

type call struct {
	verb     string
	returned bool
	at       time.Duration
	answer   string
}

func newObserved(side queueSide) *observed { return &observed{queueSide: side, start: time.Now()} }

// do does o; what may block runs by itself.
func (w *observed) do(o queueOp) {
	switch o.verb {
	case "add":
		w.Add(o.key)
	case "done":
		w.Done(o.key)
	case "shut":
		w.ShutDown()
	case "get":
		w.call("get", func() string {
			k, shutdown := w.Get()
			return fmt.Sprintf("%s,%v", k, shutdown)
		})
	case "drain":
		w.call("drain", func() string {
			w.ShutDownWithDrain()
			return ""
		})
	case "after":
		w.after(o)
	case "limited":
		w.limited(o)
	case "forget":
		w.forget(o)
	}
}

func (w *observed) call(verb string, f func() string) {
	w.mu.Lock()
	i := len(w.calls)
	w.calls = append(w.calls, call{verb: verb})
	w.mu.Unlock()
	go func() {
		answer := f()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.calls[i] = call{verb, true, time.Since(w.start), answer}
	}()
}

// draining reports whether a ShutDownWithDrain waits.
func (w *observed) draining() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.calls {
		if c.verb == "drain" && !c.returned {
			return true
		}
	}
	return false
}

// look is all that can be seen, as text.
func (w *observed) look() string {
	var b strings.Builder
	fmt.Fprintf(&b, "len %d, shutting down %v", w.Len(), w.ShuttingDown())
	if w.failures != nil {
		b.WriteString(", failures")
		for i := range scriptKeys {
			fmt.Fprintf(&b, " %d", w.failures(scriptKeys[i:][:1]))
		}
	}
	if w.metrics != nil {
		b.WriteString(w.metrics())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var returned []string
	blocked := map[string]int{}
	for _, c := range w.calls {
		if c.returned {
			returned = append(returned, fmt.Sprintf("%v %s %s", c.at, c.verb, c.answer))
		} else {
			blocked[c.verb]++
		}
	}
	slices.Sort(returned) // of several that wait for a key, any may be the one that gets it
	fmt.Fprintf(&b, ", blocked %v, returned %q", blocked, returned)
	return b.String()
}

// end lets every goroutine of the side return.
func (w *observed) end() {
	w.ShutDown()
	synctest.Wait()
}
