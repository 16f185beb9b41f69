package conformance

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/scenarios"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
)

// What an informer of a lesson asks our cluster, over a wire that takes the latency of the
// lesson.

// IsWatchListSemanticsUnSupported tells client-go whether it may start with a stream.
func (r *realInformer) IsWatchListSemanticsUnSupported() bool {
	return !features.FeatureGates().Enabled(features.WatchListClient)
}

// List and Watch make it the ListerWatcher of its informer.
func (r *realInformer) List(o metav1.ListOptions) (runtime.Object, error) {
	asked := r.travel("LIST(" + o.ResourceVersion + ")")
	r.mu.Lock()
	defer r.mu.Unlock()
	list, rv, f := r.server.List("pods", o.ResourceVersion)
	if !f.OK() {
		r.note(asked, "->"+statusText(f))
		return nil, statusOf(f)
	}
	r.note(asked, "->"+rv)
	r.asked <- "list"
	out := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: rv}}
	for _, o := range list {
		out.Items = append(out.Items, *podOf(o))
	}
	return out, nil
}

// Watch opens a watch of the cluster and carries its events.
func (r *realInformer) Watch(o metav1.ListOptions) (watch.Interface, error) {
	initial := o.SendInitialEvents != nil && *o.SendInitialEvents
	arg := o.ResourceVersion
	if initial {
		arg = strings.TrimSpace("initial " + arg)
	}
	asked := r.travel("WATCH(" + arg + ")")
	r.mu.Lock()
	defer r.mu.Unlock()
	w, f := r.server.Open("pods", o.ResourceVersion, initial)
	r.asked <- "watch"
	if !f.OK() {
		r.note(asked, "->"+statusText(f))
		return nil, statusOf(f)
	}
	r.note(asked, "")
	out := &podWatch{events: make(chan watch.Event), stop: make(chan struct{})}
	if o.TimeoutSeconds != nil && r.ends {
		out.ends = time.After(time.Duration(*o.TimeoutSeconds) * time.Second)
	}
	go out.run(r, w)
	return out, nil
}

// lasts reports whether a lesson waits for a watch to end in its time, which is chance. Other
// lessons do not last so long on ours, and must not on client-go.
func lasts(l *scenarios.Lesson) bool {
	for _, it := range l.Items {
		for _, c := range it.Calls {
			if c.Command.Verb == "run" && c.Command.Text == "watch" && c.Within[1] > time.Minute {
				return true
			}
		}
	}
	return false
}

// travel notes a request and lets the time until its answer pass. It returns the request
// when there is none to pass: then it is noted with its answer.
func (r *realInformer) travel(request string) (unnoted string) {
	r.mu.Lock()
	latency := r.latency
	if latency > 0 {
		r.api, request = append(r.api, request), ""
	}
	r.mu.Unlock()
	time.Sleep(latency)
	return request
}

// note notes a request with its answer, unless travel has noted it without.
func (r *realInformer) note(request, answer string) {
	if request != "" {
		r.api = append(r.api, request+answer)
	}
}

type podWatch struct {
	events chan watch.Event
	stop   chan struct{}
	ends   <-chan time.Time // as the request has asked; nil is never
	once   sync.Once
}

// Stop and ResultChan implement watch.Interface.
func (s *podWatch) Stop()                          { s.once.Do(func() { close(s.stop) }) }
func (s *podWatch) ResultChan() <-chan watch.Event { return s.events }

func (s *podWatch) run(r *realInformer, w cluster.Watch) {
	defer close(s.events)
	for {
		r.mu.Lock()
		ev, state := r.server.Next(&w)
		changed, latency := r.changed, r.latency
		r.mu.Unlock()
		if state == cluster.Got {
			time.Sleep(latency)
		}
		if state == cluster.Closed {
			return
		}
		if state == cluster.Nothing {
			select {
			case <-changed:
				continue
			case <-s.stop:
				return
			case <-s.ends:
				return
			}
		}
		select {
		case s.events <- watchEventOf(ev):
		case <-s.stop:
			return
		}
	}
}

func watchEventOf(ev cluster.Event) watch.Event {
	out := watch.Event{Type: watch.EventType(ev.Type.String())}
	switch ev.Type {
	case cluster.Error:
		var status *apierrors.StatusError
		errors.As(statusOf(ev.Fault), &status)
		out.Object = &status.ErrStatus
	case cluster.Bookmark:
		m := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: ev.RV}}
		if ev.End {
			m.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
		}
		out.Object = m
	default:
		out.Object = podOf(ev.Obj)
	}
	return out
}

func podOf(o *cluster.Object) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: o.Namespace, Name: o.Name,
		UID: types.UID(o.UID), ResourceVersion: o.RV, Labels: map[string]string{"node": o.Node}}}
}

func statusText(f cluster.Fault) string {
	if f.Code > 0 {
		return strconv.Itoa(f.Code)
	}
	return "refused"
}

func statusOf(f cluster.Fault) error {
	switch f.Code {
	case cluster.Refused:
		return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	case cluster.CodeExpired:
		return apierrors.NewResourceExpired(f.Text)
	case cluster.CodeThrottled:
		return apierrors.NewTooManyRequestsError(f.Text)
	}
	return apierrors.NewInternalError(f)
}
