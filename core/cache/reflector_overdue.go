package cache

import (
	"fmt"
	"time"

	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// endPatience is how long a streaming list may be silent before its end, between two words of it.
const endPatience = 10 * time.Second

// overdue looks after a streaming list whose end does not come: without the bookmark that marks it
// nothing is stored, and this is the only line that says why. The zero value waits for nothing.
type overdue struct {
	timer clock.Timer
	asked time.Time // when the list was asked for
	last  time.Time // when its last event came; zero is none yet
}

func (o *overdue) begin(c clock.Clock) {
	o.timer, o.last = c.NewTimer(endPatience), time.Time{}
}

func (o *overdue) stop() {
	stopTimer(o.timer)
	o.timer = nil
}

// say logs, as client-go words it, that the end is still to come, unless an event came lately.
// Source: client-go tools/cache/reflector.go, produceWarningIfExpired.
func (o *overdue) say(logger klog.Logger, c clock.Clock, name string) {
	o.timer.Reset(endPatience)
	var err error
	if silent := c.Since(o.last); o.last.IsZero() {
		err = fmt.Errorf("%s: awaiting required bookmark event for initial events stream, no events received for %v", name, c.Since(o.asked))
	} else if silent >= endPatience {
		err = fmt.Errorf("%s: hasn't received required bookmark event marking the end of initial events stream, received last event %v ago", name, silent)
	} else {
		return
	}
	logger.Info("Warning: event bookmark expired", "err", err)
}
