package cache

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
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
	err     error // of the last question: what a Report is about

	list    <-chan listAnswer
	relist  bool  // the last question was a LIST, too
	limit   int64 // of that
	opened  <-chan watchAnswer
	asked   uint32 // the machine's number of the question or timer
	watch   watch.Interface
	watchNo uint32
	initial bool // the watch delivers a streaming list
	events  <-chan watch.Event

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
	defer x.end()
	if ctx.Err() != nil {
		return nil
	}
	in := machine.In[any]{Kind: machine.Start}
	if r.pause != 0 {
		in = machine.In[any]{Kind: machine.TimerFired, Gen: r.pause}
		r.pause = 0
	}
	for {
		err, panicked := x.turns(in)
		if !panicked {
			return err
		}
		in = x.panicked()
	}
}

// turns tells the machine of in and of all that comes after it. A panic of the lister, the
// store or a handler ends the program; where that is switched off it is logged and reported.
// One that comes out of a single cycle is the caller's.
func (x *reflecting) turns(in machine.In[any]) (err error, panicked bool) {
	if x.forever {
		panicked = true
		defer utilruntime.HandleCrashWithContext(x.ctx)
	}
	updater, _ := x.store.(ResourceVersionUpdater)
	for {
		tell := updater != nil && in.Kind == machine.WatchEvent && in.Type != trace.WatchError && !x.initial
		if ended, err := x.step(in); ended {
			return err, false
		}
		if tell && x.machine.RV() == in.RV {
			updater.UpdateResourceVersion(in.RV)
		}
		var ok bool
		if in, ok = x.wait(); !ok {
			return nil, false
		}
	}
}

// panicked drops what was under way when something panicked.
func (x *reflecting) panicked() machine.In[any] {
	x.hangUp()
	x.closeLate()
	stopTimer(x.timer)
	x.timer, x.list, x.relist, x.initial = nil, nil, false, false
	return machine.In[any]{Kind: machine.Panicked}
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
		x.machine.Step(x.now(), machine.In[any]{Kind: machine.Stop})
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

func (x *reflecting) now() machine.Time { return int64(x.clock.Since(x.start)) }

// step tells the machine of in and does what it answers, and what it answers to that. It
// reports the end of the cycle, unless the next is to follow.
func (x *reflecting) step(in machine.In[any]) (ended bool, err error) {
	for {
		outs := x.machine.Step(x.now(), in)
		again, reported := false, in.Kind == machine.Panicked
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
				in, again = x.do(o)
			}
			if again {
				break
			}
		}
		if !again {
			x.publish()
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

// do does what o says; again means that the machine has to be told of in at once.
func (x *reflecting) do(o *machine.Out[any]) (in machine.In[any], again bool) {
	switch o.Kind {
	case machine.DoList:
		x.asked, x.list = o.Gen, x.ask(o.RV)
	case machine.DoWatch:
		x.relist = false
		x.asked, x.initial, x.opened = o.Gen, o.Initial, x.open(o)
	case machine.CloseWatch:
		x.hangUp()
	case machine.StorePush:
		x.push(o)
	case machine.StoreBookmark:
		x.bookmark(o.RV)
	case machine.StoreReplace:
		x.initial, x.relist = false, false
		in = machine.In[any]{Kind: machine.Stored, Gen: o.Gen}
		if err := x.store.Replace(o.List, o.RV); err != nil {
			x.err = fmt.Errorf("unable to sync list result: %v", err)
			in.Fault = fault(x.err)
		}
		return in, true
	case machine.ArmResync:
		stopTimer(x.resync)
		x.resyncNo, x.resync = o.Gen, x.clock.NewTimer(time.Duration(o.After))
	case machine.StoreResync:
		if x.ShouldResync != nil && !x.ShouldResync() {
			break
		}
		if err := x.store.Resync(); err != nil {
			return machine.In[any]{Kind: machine.ResyncFailed, Gen: o.Gen, Fault: fault(err)}, true
		}
	}
	return in, false
}

func (x *reflecting) hangUp() {
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

// wait waits for the next input; false is the end of ctx.
func (x *reflecting) wait() (machine.In[any], bool) {
	for {
		select {
		case <-x.ctx.Done():
			return machine.In[any]{}, false
		case a := <-x.list:
			return x.listed(a), true
		case a := <-x.opened:
			return x.watching(a), true
		case <-timerChan(x.timer):
			x.timer = nil
			return machine.In[any]{Kind: machine.TimerFired, Gen: x.asked}, true
		case <-timerChan(x.resync):
			x.resync = nil
			return machine.In[any]{Kind: machine.ResyncFired, Gen: x.resyncNo}, true
		case event, ok := <-x.events:
			if !ok {
				x.hangUp()
				x.err = &VeryShortWatchError{Name: x.name} // if the machine finds it so
				return machine.In[any]{Kind: machine.WatchClosed, Gen: x.watchNo}, true
			}
			if in, ok := x.read(event); ok {
				return in, true
			}
		}
	}
}

func (x *reflecting) listed(a listAnswer) machine.In[any] {
	x.list = nil
	if a.panicked != nil {
		panic(a.panicked)
	}
	in := machine.In[any]{Kind: machine.ListAnswered, Gen: x.asked, List: a.list, RV: a.rv}
	if a.err != nil {
		in.Fault = fault(a.err)
		if u, ok := a.err.(unreadable); ok {
			x.err = u.error
		} else {
			x.err = fmt.Errorf("failed to list %v: %w", x.typeDescription, a.err)
		}
	} else {
		x.pages = a.pages
	}
	return in
}

func (x *reflecting) watching(a watchAnswer) machine.In[any] {
	x.opened = nil
	if a.panicked != nil {
		panic(a.panicked)
	}
	in := machine.In[any]{Kind: machine.WatchOpened, Gen: x.asked}
	if a.err != nil {
		x.err, in.Fault = a.err, fault(a.err)
		return in
	}
	x.watch, x.watchNo, x.events = a.watch, x.asked, a.watch.ResultChan()
	return in
}

// read makes an input of an event; an event of the wrong type is logged and left out.
func (x *reflecting) read(event watch.Event) (machine.In[any], bool) {
	in := machine.In[any]{Kind: machine.WatchEvent, Gen: x.watchNo, Obj: event.Object}
	if event.Type == watch.Error {
		x.err = apierrors.FromObject(event.Object)
		in.Type, in.Fault = trace.WatchError, fault(x.err)
		return in, true
	}
	m, ok := x.expected(event)
	if !ok {
		return in, false
	}
	in.RV = m.GetResourceVersion()
	switch event.Type {
	case watch.Added:
		in.Type = trace.WatchAdded
	case watch.Modified:
		in.Type = trace.WatchModified
	case watch.Deleted:
		in.Type = trace.WatchDeleted
	case watch.Bookmark:
		in.Type = trace.WatchBookmark
		in.End = m.GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true"
	default:
		utilruntime.HandleErrorWithContext(x.ctx, nil, "Unknown watch event", "reflector", x.name, "event", event)
		return in, false
	}
	if x.initial {
		in.Obj = x.transformed(event)
	}
	return in, true
}

// expected reports whether the Reflector wants an object like event's.
func (x *reflecting) expected(event watch.Event) (metav1.Object, bool) {
	if x.expectedType != nil && reflect.TypeOf(event.Object) != x.expectedType {
		utilruntime.HandleErrorWithContext(x.ctx, nil, "Unexpected watch event object type", "reflector", x.name, "expectedType", x.expectedType, "actualType", reflect.TypeOf(event.Object))
		return nil, false
	}
	if x.expectedGVK != nil && event.Object.GetObjectKind().GroupVersionKind() != *x.expectedGVK {
		utilruntime.HandleErrorWithContext(x.ctx, nil, "Unexpected watch event object gvk", "reflector", x.name, "expectedGVK", *x.expectedGVK, "actualGVK", event.Object.GetObjectKind().GroupVersionKind())
		return nil, false
	}
	if gvk, is := table(event.Object); is {
		utilruntime.HandleErrorWithContext(x.ctx, nil, "Unsupported watch event object gvk", "reflector", x.name, "actualGVK", gvk)
		return nil, false
	}
	m, err := meta.Accessor(event.Object)
	if err != nil {
		utilruntime.HandleErrorWithContext(x.ctx, err, "Unable to understand watch event", "reflector", x.name, "event", event)
		return nil, false
	}
	return m, true
}

// transformed is the object of a streaming list's event as the store will have it; nil, which
// has no key, when the transformation fails.
func (x *reflecting) transformed(event watch.Event) any {
	s, ok := x.store.(TransformingStore)
	if !ok || s.Transformer() == nil || event.Type != watch.Added && event.Type != watch.Modified {
		return event.Object
	}
	obj, err := s.Transformer()(event.Object)
	if err != nil {
		utilruntime.HandleErrorWithContext(x.ctx, err, "Unable to transform watch event object", "reflector", x.name, "object", event.Object)
		return nil
	}
	return obj
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
