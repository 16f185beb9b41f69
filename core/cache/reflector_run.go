package cache

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// reflecting is a Reflector at work: one goroutine that tells the machine what happens and
// does what it wants. A LIST and the opening of a WATCH have goroutines of their own, since
// they may not heed ctx; at most one of the two is asked for at a time.
type reflecting struct {
	*Reflector
	ctx     context.Context
	forever bool
	in      machine.In[any] // what the machine is told next
	doing   bool            // what it answered is being done
	err     error           // of the last question: what a Report is about

	list    <-chan listAnswer
	relist  bool   // the last question was a LIST, too
	limit   int64  // of that
	first   string // resourceVersion of the cycle's first LIST
	opened  <-chan watchAnswer
	asked   uint32 // the machine's number of the question or timer
	watch   watch.Interface
	watchNo uint32
	initial bool // the watch delivers a streaming list
	overdue overdue
	events  <-chan watch.Event
	longest int          // how many events may be read in a row, nothing else being looked at
	row     int          // how many events were read since timers were looked at
	looked  machine.Time // when the clock was read last

	timer    clock.Timer
	resync   clock.Timer
	resyncNo uint32
}

type watchAnswer struct {
	watch    watch.Interface
	err      error
	panicked any
}

func (r *Reflector) newMachine() *machine.Reflector[any] {
	return machine.NewReflector(machine.ReflectorConfig[any]{
		Meta:          storeMeta,
		Stream:        r.stream,
		Resync:        int64(r.options.ResyncPeriod),
		Seed:          rand.Uint64(),
		MinWatch:      int64(r.options.MinWatchTimeout),
		RetryInternal: int64(r.MaxInternalErrorRetryDuration),
	})
}

// run works until ctx ends, or, unless forever, to the end of a cycle.
func (r *Reflector) run(ctx context.Context, forever bool) error {
	if r.machine == nil {
		r.machine, r.start = r.newMachine(), r.clock.Now()
	}
	x := &reflecting{Reflector: r, ctx: ctx, forever: forever}
	if in, is := r.store.(*intake); is && in.transform == nil {
		x.longest = longestRow
	}
	defer x.end()
	if ctx.Err() != nil {
		return nil
	}
	x.in = machine.In[any]{Kind: machine.Start}
	if r.pause != 0 {
		x.in = machine.In[any]{Kind: machine.TimerFired, Gen: r.pause}
		r.pause = 0
	}
	for {
		err, panicked := x.turns()
		if !panicked {
			return err
		}
		x.panicked()
	}
}

// turns tells the machine of x.in and of all that comes after it. A panic of the lister, the
// store or a handler ends the program; where that is switched off it is logged and reported.
// One that comes out of a single cycle is the caller's.
func (x *reflecting) turns() (err error, panicked bool) {
	if x.forever {
		panicked = true
		defer utilruntime.HandleCrashWithContext(x.ctx)
	}
	updater, _ := x.store.(ResourceVersionUpdater)
	for {
		tell, rv := updater != nil && x.in.Kind == machine.WatchEvent && x.in.Type != trace.WatchError && !x.initial, x.in.RV
		if ended, err := x.step(); ended {
			return err, false
		}
		if tell && x.machine.Advances() {
			updater.UpdateResourceVersion(rv)
		}
		if !x.wait() {
			return nil, false
		}
	}
}

// panicked drops what was under way when something panicked.
func (x *reflecting) panicked() {
	x.hangUp()
	x.closeLate()
	stopTimer(x.timer)
	x.timer, x.list, x.relist, x.initial = nil, nil, false, false
	if x.in = (machine.In[any]{Kind: machine.Unread}); x.doing {
		x.in.Kind, x.doing = machine.Panicked, false
	}
}

// closeLate closes a watch that opens when nobody wants it any more.
func (x *reflecting) closeLate() {
	if opened := x.opened; opened != nil {
		x.opened = nil
		go func() {
			if a := <-opened; a.watch != nil {
				a.watch.Stop()
			}
		}()
	}
}

// end leaves nothing behind.
func (x *reflecting) end() {
	if x.pause == 0 {
		x.machine.Step(int64(x.clock.Since(x.start)), machine.In[any]{Kind: machine.Stop})
	}
	x.hangUp()
	stopTimer(x.timer)
	stopTimer(x.resync)
	if x.opened == nil {
		return
	}
	if a := <-x.opened; a.watch != nil { // a watch that opens now has nobody to stop it
		a.watch.Stop()
	}
}

func stopTimer(t clock.Timer) {
	if t != nil {
		t.Stop()
	}
}

func timerChan(t clock.Timer) <-chan time.Time {
	if t == nil {
		return nil
	}
	return t.C()
}

// now reads the clock, but for an event of an object: no machine asks when that came.
func (x *reflecting) now() machine.Time {
	if x.in.Kind != machine.WatchEvent || x.in.Type == trace.WatchError {
		x.looked = int64(x.clock.Since(x.start))
	}
	return x.looked
}

// step tells the machine of x.in and does what it answers, and what it answers to that. It
// reports the end of the cycle, unless the next is to follow.
func (x *reflecting) step() (ended bool, err error) {
	x.doing = true
	for {
		outs := x.machine.Step(x.now(), x.in)
		again, reported := false, x.in.Kind == machine.Panicked || x.in.Kind == machine.Unread
		for i := range outs {
			o := &outs[i]
			switch o.Kind {
			case machine.Report:
				reported = true
				if err = x.err; x.forever {
					x.watchError(x.ctx, x.Reflector, err)
				}
			case machine.ArmTimer:
				if o.Ended && !x.forever {
					x.pause = o.Gen
					return true, err
				}
				x.arm(o, reported)
			default:
				again = x.do(o)
			}
			if again {
				break
			}
		}
		if !again {
			x.publish()
			x.doing = false
			return false, nil
		}
	}
}

// publish shows the resourceVersion that the store has reached.
func (x *reflecting) publish() {
	if rv := x.machine.RV(); rv != x.rv {
		x.mu.Lock()
		x.rv = rv
		x.mu.Unlock()
	}
}

// arm sets the timer of a pause.
func (x *reflecting) arm(o *machine.Out[any], reported bool) {
	x.relist = false
	after := time.Duration(o.After)
	if x.delay != nil {
		after = x.delay()
	}
	logger := klog.FromContext(x.ctx)
	if o.Ended && !reported && !isExpired(x.err) {
		logger.Info("Warning: watch ended with error", "reflector", x.name, "type", x.typeDescription, "err", x.err)
	} else {
		logger.V(4).Info("Backing off", "reflector", x.name, "type", x.typeDescription, "pause", after, "err", x.err)
	}
	x.asked, x.timer = o.Gen, x.clock.NewTimer(after)
}

// do does what o says; again means that the machine has to be told of x.in at once.
func (x *reflecting) do(o *machine.Out[any]) (again bool) {
	switch o.Kind {
	case machine.DoList:
		x.asked, x.list = o.Gen, x.ask(o.RV)
	case machine.DoWatch:
		x.relist = false
		x.asked, x.initial, x.opened = o.Gen, o.Initial, x.open(o)
		x.overdue.asked = x.clock.Now()
	case machine.CloseWatch:
		x.hangUp()
	case machine.StorePush:
		x.push(o)
		o.Obj = nil // a quiet watch keeps no object alive
	case machine.StoreBookmark:
		x.bookmark(o.RV)
	case machine.StoreReplace:
		x.overdue.stop()
		x.initial, x.relist = false, false
		x.in = machine.In[any]{Kind: machine.Stored, Gen: o.Gen}
		if err := x.store.Replace(o.List, o.RV); err != nil {
			x.err = fmt.Errorf("unable to sync list result: %v", err)
			x.in.Fault = fault(x.err)
		}
		return true
	case machine.ArmResync:
		stopTimer(x.resync)
		x.resyncNo, x.resync = o.Gen, x.clock.NewTimer(time.Duration(o.After))
	case machine.StoreResync:
		if x.ShouldResync != nil && !x.ShouldResync() {
			break
		}
		if err := x.store.Resync(); err != nil {
			x.in = machine.In[any]{Kind: machine.ResyncFailed, Gen: o.Gen, Fault: fault(err)}
			return true
		}
	}
	return false
}

func (x *reflecting) hangUp() {
	x.overdue.stop()
	if x.watch != nil {
		x.watch.Stop()
		x.watch, x.events = nil, nil
	}
}

// open opens a watch.
func (x *reflecting) open(o *machine.Out[any]) <-chan watchAnswer {
	seconds := o.Timeout / int64(time.Second)
	options := metav1.ListOptions{ResourceVersion: o.RV, TimeoutSeconds: &seconds, AllowWatchBookmarks: true}
	if o.Initial {
		initial := true
		options.SendInitialEvents = &initial
		options.ResourceVersionMatch = metav1.ResourceVersionMatchNotOlderThan
	}
	answer := make(chan watchAnswer, 1)
	go func() {
		var a watchAnswer
		defer func() {
			a.panicked = recover()
			answer <- a
		}()
		a.watch, a.err = x.listerWatcher.WatchWithContext(x.ctx, options)
	}()
	return answer
}

// push stores the object of an event. What the store refuses is logged and lost.
func (x *reflecting) push(o *machine.Out[any]) {
	var err error
	switch o.Type {
	case machine.Added:
		err = x.store.Add(o.Obj)
	case machine.Updated:
		err = x.store.Update(o.Obj)
	case machine.Deleted:
		err = x.store.Delete(o.Obj)
	}
	if err != nil {
		utilruntime.HandleErrorWithContext(x.ctx, err, "Unable to store watch event object", "reflector", x.name, "type", o.Type, "object", o.Obj)
	}
}

func (x *reflecting) bookmark(rv string) {
	s, ok := x.store.(ReflectorBookmarkStore)
	if !ok {
		return
	}
	if err := s.Bookmark(rv); err != nil {
		utilruntime.HandleErrorWithContext(x.ctx, err, "Unable to send bookmark event to store", "reflector", x.name, "resourceVersion", rv)
	}
}
