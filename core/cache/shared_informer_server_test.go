package cache

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// scripted is an API server whose list and watch events a test gives.
type scripted struct {
	mu     sync.Mutex
	rv     int
	list   []metav1.PartialObjectMetadata
	err    error // of the next lists
	lists  int
	events chan watch.Event
}

func newScripted(names ...string) *scripted {
	s := &scripted{events: make(chan watch.Event)}
	for _, n := range names {
		s.list = append(s.list, *s.object(n))
	}
	return s
}

// object is a new version of an object.
func (s *scripted) object(name string) *metav1.PartialObjectMetadata {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rv++
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, ResourceVersion: strconv.Itoa(s.rv)}}
}

func (s *scripted) IsWatchListSemanticsUnSupported() bool { return true }

func (s *scripted) List(metav1.ListOptions) (runtime.Object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists++
	if s.err != nil {
		return nil, s.err
	}
	return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(s.rv)}, Items: s.list}, nil
}

func (s *scripted) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *scripted) Watch(metav1.ListOptions) (watch.Interface, error) {
	return watch.NewProxyWatcher(s.events), nil
}

func (s *scripted) send(t watch.EventType, name string) {
	s.events <- watch.Event{Type: t, Object: s.object(name)}
}

// log is a handler that writes down what it is called with.
type log struct {
	mu    sync.Mutex
	calls []string
	hold  chan struct{} // each call waits for it, unless it is nil
	angry string        // the name that makes it panic
}

func (l *log) called(what string, o any) {
	name := ""
	switch o := o.(type) {
	case DeletedFinalStateUnknown:
		name = o.Key + "?"
	case metav1.Object:
		name = o.GetName()
	default:
		name = fmt.Sprint(o)
	}
	l.mu.Lock()
	l.calls = append(l.calls, what+" "+name)
	hold, angry := l.hold, l.angry == name
	l.mu.Unlock()
	if hold != nil {
		<-hold
	}
	if angry {
		panic("angry about " + name)
	}
}

func (l *log) OnAdd(o any, initial bool) {
	if initial {
		l.called("list", o)
		return
	}
	l.called("add", o)
}
func (l *log) OnUpdate(_, o any) { l.called("update", o) }
func (l *log) OnDelete(o any)    { l.called("delete", o) }

// took returns what was called since the last time.
func (l *log) took() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	calls := fmt.Sprint(l.calls)
	l.calls = nil
	return calls
}

// quiet lets errors, and panics that are caught, pass in silence for one test. apimachinery
// keeps the time of the last error over the end of a bubble and would wait for it.
func quiet(t *testing.T) {
	crash, panics, errors := utilruntime.ReallyCrash, utilruntime.PanicHandlers, utilruntime.ErrorHandlers
	utilruntime.ReallyCrash, utilruntime.PanicHandlers, utilruntime.ErrorHandlers = false, nil, nil
	t.Cleanup(func() {
		utilruntime.ReallyCrash, utilruntime.PanicHandlers, utilruntime.ErrorHandlers = crash, panics, errors
	})
}

// started is an informer that runs until the test ends, with the handlers added before.
func started(t *testing.T, s *scripted, o SharedIndexInformerOptions, handlers ...ResourceEventHandler) (SharedIndexInformer, context.CancelFunc) {
	t.Helper()
	i := NewSharedIndexInformerWithOptions(s, &metav1.PartialObjectMetadata{}, o)
	for _, h := range handlers {
		if _, err := i.AddEventHandler(h); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	go i.RunWithContext(ctx)
	t.Cleanup(cancel)
	return i, cancel
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

const minute = time.Minute
