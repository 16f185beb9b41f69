package priority

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// limiterNamed is client-go's, a fresh one for each side.
func limiterNamed(name string) workqueue.TypedRateLimiter[string] {
	exponential := workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 50*time.Millisecond)
	fastSlow := workqueue.NewTypedItemFastSlowRateLimiter[string](2*time.Millisecond, 20*time.Millisecond, 3)
	switch name {
	case "exponential":
		return exponential
	case "fastslow":
		return fastSlow
	}
	return workqueue.NewTypedMaxOfRateLimiter(exponential, fastSlow)
}

// observed is a queue, and what its callers were told.
type observed struct {
	priorityqueue.PriorityQueue[string]
	metrics func() string // nil without metrics

	gets   sync.WaitGroup
	mu     sync.Mutex
	told   []string // since the last look
	blocks int      // how many wait in Get
	shut   bool
}

func (o *observed) do(op op) {
	switch op.verb {
	case "add":
		switch {
		case op.opts == (priorityqueue.AddOpts{}) && len(op.keys) == 1:
			o.Add(op.keys[0])
		case op.opts == (priorityqueue.AddOpts{After: op.opts.After}) && len(op.keys) == 1:
			o.AddAfter(op.keys[0], op.opts.After)
		case op.opts == (priorityqueue.AddOpts{RateLimited: true}) && len(op.keys) == 1:
			o.AddRateLimited(op.keys[0])
		default:
			o.AddWithOpts(op.opts, op.keys...)
		}
	case "get":
		o.mu.Lock()
		o.blocks++
		o.mu.Unlock()
		o.gets.Go(func() {
			key, priority, shutdown := o.GetWithPriority()
			o.mu.Lock()
			defer o.mu.Unlock()
			o.blocks--
			o.told = append(o.told, fmt.Sprint(key, ":", priority, ":", shutdown))
		})
	case "done":
		o.Done(op.keys[0])
	case "forget":
		o.Forget(op.keys[0])
	case "shut":
		if !o.shut {
			o.shut = true
			o.ShutDown()
		}
	}
}

// look is all that can be seen from outside. Which of several that wait in Get is served is not
// promised, so what they got is sorted.
func (o *observed) look() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	slices.Sort(o.told)
	var b strings.Builder
	fmt.Fprintf(&b, "got %v, %d wait, len %d, down %t", o.told, o.blocks, o.Len(), o.ShuttingDown())
	o.told = nil
	for _, key := range scriptKeys {
		if n := o.NumRequeues(string(key)); n != 0 {
			fmt.Fprintf(&b, ", %c failed %d", key, n)
		}
	}
	if o.metrics != nil {
		b.WriteString(", " + o.metrics())
	}
	return b.String()
}

func (o *observed) end() {
	if !o.shut {
		o.ShutDown()
	}
	o.gets.Wait()
}
