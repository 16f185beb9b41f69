package priorityqueue

import (
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/klog/v2"
)

// logPeriod is how often the log is told of all items.
const logPeriod = 10 * time.Second

// entry is an item in the log.
type entry[T comparable] struct {
	Key      T          `json:"key"`
	Priority int        `json:"priority"`
	ReadyAt  *time.Time `json:"readyAt,omitempty"`
}

// log tells of all items, what waits first, each kind in the order in which it is due to go. The
// level is asked each time, since it may change.
func (q *Queue[T, O]) log(to klog.Logger) {
	if to = to.V(5); !to.Enabled() {
		return
	}
	var items []entry[T]
	for _, w := range q.queue.Waiting() {
		at := q.start.Add(time.Duration(w.Due))
		items = append(items, entry[T]{w.Key, w.Priority, &at})
	}
	q.queue.Each(func(k T, bits uint8, priority int) {
		if bits&trace.Queued != 0 {
			items = append(items, entry[T]{k, priority, nil})
		}
	})
	to.Info("workqueue_items", "items", items)
}
