package cache

import (
	"fmt"
	"reflect"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
)

// longestRow is how many events of a busy watch are read in a row before timers are looked at,
// where storing one takes no time to speak of. A store or a transform of the program's own may
// take long.
const longestRow = 64

// wait waits for the next input; false is the end of ctx.
func (x *reflecting) wait() bool {
	for {
		if x.ctx.Err() != nil {
			return false
		}
		if x.row++; x.row < x.longest {
			select {
			case event, ok := <-x.events:
				if x.received(&event, ok) {
					return true
				}
				continue
			default:
			}
		}
		x.row, x.in = 0, machine.In[any]{} // a quiet watch keeps no object alive
		select {
		case <-timerChan(x.resync): // what is due comes before the next event
			x.resyncFired()
			return true
		default:
		}
		select {
		case <-x.ctx.Done():
			return false
		case a := <-x.list:
			x.listed(a)
			return true
		case a := <-x.opened:
			x.watching(a)
			return true
		case <-timerChan(x.timer):
			x.timer = nil
			x.in = machine.In[any]{Kind: machine.TimerFired, Gen: x.asked}
			return true
		case <-timerChan(x.resync):
			x.resyncFired()
			return true
		case <-timerChan(x.overdue.timer):
			x.overdue.say(klog.FromContext(x.ctx), x.clock, x.name)
		case event, ok := <-x.events:
			if x.received(&event, ok) {
				return true
			}
		}
	}
}

func (x *reflecting) resyncFired() {
	x.resync = nil
	x.in = machine.In[any]{Kind: machine.ResyncFired, Gen: x.resyncNo}
}

func (x *reflecting) listed(a listAnswer) {
	x.list = nil
	if a.panicked != nil {
		panic(a.panicked)
	}
	x.in = machine.In[any]{Kind: machine.ListAnswered, Gen: x.asked, List: a.list, RV: a.rv}
	if a.err != nil {
		x.in.Fault = fault(a.err)
		if u, ok := a.err.(unreadable); ok {
			x.err = u.error
		} else {
			x.err = fmt.Errorf("failed to list %v: %w", x.typeDescription, a.err)
		}
	} else {
		x.pages = a.pages
	}
}

func (x *reflecting) watching(a watchAnswer) {
	x.opened = nil
	if a.panicked != nil {
		panic(a.panicked)
	}
	x.in = machine.In[any]{Kind: machine.WatchOpened, Gen: x.asked}
	if a.err != nil {
		x.err, x.in.Fault = a.err, fault(a.err)
		return
	}
	x.watch, x.watchNo, x.events = a.watch, x.asked, a.watch.ResultChan()
	if x.initial {
		x.overdue.begin(x.clock)
	}
}

// received makes an input of what the watch's channel gave; ok is false when it is closed. An
// event of the wrong type is logged and left out.
func (x *reflecting) received(event *watch.Event, ok bool) bool {
	if !ok {
		x.hangUp()
		x.err = &VeryShortWatchError{Name: x.name} // if the machine finds it so
		x.in = machine.In[any]{Kind: machine.WatchClosed, Gen: x.watchNo}
		return true
	}
	x.in = machine.In[any]{Kind: machine.WatchEvent, Gen: x.watchNo, Obj: event.Object}
	if event.Type == watch.Error {
		x.err = apierrors.FromObject(event.Object)
		x.in.Type, x.in.Fault = trace.WatchError, fault(x.err)
		return true
	}
	m, ok := x.expected(event)
	if !ok {
		return false
	}
	x.in.RV = m.GetResourceVersion()
	switch event.Type {
	case watch.Added:
		x.in.Type = trace.WatchAdded
	case watch.Modified:
		x.in.Type = trace.WatchModified
	case watch.Deleted:
		x.in.Type = trace.WatchDeleted
	case watch.Bookmark:
		x.in.Type = trace.WatchBookmark
		x.in.End = m.GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true"
	default:
		utilruntime.HandleErrorWithContext(x.ctx, nil, "Unknown watch event", "reflector", x.name, "event", *event)
	}
	if x.initial {
		x.overdue.last = x.clock.Now()
		x.in.Obj = x.transformed(event)
	}
	return true
}

// expected reports whether the Reflector wants an object like event's.
func (x *reflecting) expected(event *watch.Event) (metav1.Object, bool) {
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
		utilruntime.HandleErrorWithContext(x.ctx, err, "Unable to understand watch event", "reflector", x.name, "event", *event)
		return nil, false
	}
	return m, true
}

// transformed is the object of a streaming list's event as the store will have it; nil, which
// has no key, when the transformation fails.
func (x *reflecting) transformed(event *watch.Event) any {
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
