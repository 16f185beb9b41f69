package oracle

import (
	"errors"
	"net"
	"strconv"
	"sync"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
)

// IsWatchListSemanticsUnSupported tells client-go, since v0.35, whether it may begin with a stream.
func (r *informer) IsWatchListSemanticsUnSupported() bool { return r.config.args["start"] != "stream" }

// List and Watch make it the ListerWatcher of its informer.
func (r *informer) List(o metav1.ListOptions) (runtime.Object, error) {
	pairs := []string{"rv", o.ResourceVersion, "continue", o.Continue}
	if o.Limit > 0 {
		pairs = append(pairs, "limit", strconv.FormatInt(o.Limit, 10))
	}
	pairs = r.travel("list", pairs)
	l, objects := r.wire.ask("list", pairs...)
	if err := fault(l); err != nil {
		return nil, err
	}
	list := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: l.args["rv"], Continue: l.args["continue"]}}
	for _, o := range objects {
		list.Items = append(list.Items, *object(o))
	}
	if list.Continue == "" {
		r.asked <- "list"
	}
	return list, nil
}

// Watch opens a watch and carries its events.
func (r *informer) Watch(o metav1.ListOptions) (watch.Interface, error) {
	pairs := []string{"rv", o.ResourceVersion}
	if o.SendInitialEvents != nil && *o.SendInitialEvents {
		pairs = append(pairs, "initial", "true")
	}
	pairs = r.travel("watch", pairs)
	l, _ := r.wire.ask("watch", pairs...)
	r.asked <- "watch"
	if err := fault(l); err != nil {
		return nil, err
	}
	w := &stream{events: make(chan watch.Event), stop: make(chan struct{})}
	if o.TimeoutSeconds != nil && r.config.args["lasts"] == "true" {
		w.ends = time.After(time.Duration(*o.TimeoutSeconds) * time.Second)
	}
	go w.run(r, l.args["id"])
	return w, nil
}

// travel lets the time until the answer pass.
func (r *informer) travel(verb string, pairs []string) []string {
	l, _ := r.wire.ask("travel", append([]string{"verb", verb}, pairs...)...)
	if latency := l.lasts("latency"); latency > 0 {
		time.Sleep(latency)
		return append(pairs, "noted", "true")
	}
	return pairs
}

// stream is a watch of the server as a watch.Interface.
type stream struct {
	events chan watch.Event
	stop   chan struct{}
	ends   <-chan time.Time // nil is never
	once   sync.Once
}

// Stop and ResultChan implement watch.Interface.
func (s *stream) Stop()                          { s.once.Do(func() { close(s.stop) }) }
func (s *stream) ResultChan() <-chan watch.Event { return s.events }

// run carries events until the watch closes, ends or is stopped.
func (s *stream) run(r *informer, id string) {
	defer close(s.events)
	for {
		r.mu.Lock()
		changed := r.changed
		r.mu.Unlock()
		l, _ := r.wire.ask("next", "id", id)
		switch l.args["state"] {
		case "closed":
			return
		case "nothing":
			select {
			case <-changed:
			case <-s.stop:
				return
			case <-s.ends:
				return
			}
		default:
			time.Sleep(l.lasts("latency"))
			select {
			case s.events <- event(l):
			case <-s.stop:
				return
			}
		}
	}
}

func event(l line) watch.Event {
	out := watch.Event{Type: watch.EventType(l.args["type"])}
	switch out.Type {
	case watch.Error:
		var status *apierrors.StatusError
		errors.As(fault(l), &status)
		out.Object = &status.ErrStatus
	case watch.Bookmark:
		m := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: l.args["rv"]}}
		if l.args["end"] == "true" {
			m.Annotations = map[string]string{"k8s.io/initial-events-end": "true"}
		}
		out.Object = m
	default:
		out.Object = object(l)
	}
	return out
}

func object(l line) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: l.args["namespace"], Name: l.args["name"],
		UID: types.UID(l.args["uid"]), ResourceVersion: l.args["rv"], Labels: map[string]string{"node": l.args["node"]}}}
}

// fault is the error that an answer is; nil where it is none. The code -1 is a connection refused.
func fault(l line) error {
	text := l.args["text"]
	switch code := l.number("code"); code {
	case 0:
		return nil
	case -1:
		return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	case 401, 403, 404:
		return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: int32(code),
			Reason: metav1.StatusReason(l.args["reason"]), Message: text}}
	case 410:
		return apierrors.NewResourceExpired(text)
	case 429:
		return apierrors.NewTooManyRequestsError(text)
	case 504:
		err := apierrors.NewTimeoutError(text, 1)
		err.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge, Message: text}}
		return err
	}
	return apierrors.NewInternalError(errors.New(text))
}
