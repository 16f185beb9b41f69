// Package alarm calls a func when it is time, on any clock.
package alarm

import (
	"time"

	"k8s.io/utils/clock"
)

// Alarm calls a func once, some time after Set. Setting it again or stopping it takes back
// an earlier Set, though a call that has begun may still come. It is used under a lock,
// which the func may take.
type Alarm interface {
	Set(d time.Duration)
	Stop()
}

// New returns an Alarm that is not set. On the real clock it is one runtime timer and
// no goroutine. Other clocks promise no AfterFunc, and the fake one of k8s.io/utils calls
// it with its own lock held; so there a goroutine waits for a timer while the alarm is set.
func New(c clock.Clock, f func()) Alarm {
	if wall, ok := c.(clock.RealClock); ok {
		return &timerAlarm{clock: wall, f: f}
	}
	return &waitAlarm{clock: c, f: f}
}

type timerAlarm struct {
	clock clock.RealClock
	f     func()
	timer clock.Timer // nil before the first Set
}

func (a *timerAlarm) Set(d time.Duration) {
	if a.timer == nil {
		a.timer = a.clock.AfterFunc(d, a.f)
		return
	}
	a.timer.Reset(d)
}

func (a *timerAlarm) Stop() {
	if a.timer != nil {
		a.timer.Stop()
	}
}

type waitAlarm struct {
	clock  clock.Clock
	f      func()
	cancel chan struct{} // closed to end the goroutine of the last Set; nil without one
}

func (a *waitAlarm) Set(d time.Duration) {
	a.Stop()
	timer, cancel := a.clock.NewTimer(d), make(chan struct{})
	a.cancel = cancel
	go func() {
		select {
		case <-timer.C():
			a.f()
		case <-cancel:
			timer.Stop()
		}
	}()
}

func (a *waitAlarm) Stop() {
	if a.cancel != nil {
		close(a.cancel)
		a.cancel = nil
	}
}
