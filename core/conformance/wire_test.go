package conformance

import (
	"errors"
	"net"
	"sync"
	"syscall"

	"github.com/informerscope/informerscope/core/cluster"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
)

// What our cluster says, in the types that an informer of client-go's reads.

// wireWatch carries a watch of our cluster as a watch.Interface.
type wireWatch struct {
	events chan watch.Event
	stop   chan struct{}
	once   sync.Once
}

func newWireWatch() *wireWatch {
	return &wireWatch{events: make(chan watch.Event), stop: make(chan struct{})}
}

// Stop and ResultChan implement watch.Interface.
func (s *wireWatch) Stop()                          { s.once.Do(func() { close(s.stop) }) }
func (s *wireWatch) ResultChan() <-chan watch.Event { return s.events }

// news is the answer of a cluster that was asked for the next event of a watch.
type news struct {
	event   cluster.Event
	state   cluster.State
	changed <-chan struct{} // closed when it pays to ask again
}

// run carries events until the watch closes, ends or is stopped.
func (s *wireWatch) run(next func() news) {
	defer close(s.events)
	for {
		n := next()
		switch n.state {
		case cluster.Closed:
			return
		case cluster.Nothing:
			select {
			case <-n.changed:
			case <-s.stop:
				return
			}
		case cluster.Got:
			select {
			case s.events <- asEvent(n.event):
			case <-s.stop:
				return
			}
		}
	}
}

func asEvent(ev cluster.Event) watch.Event {
	out := watch.Event{Type: watch.EventType(ev.Type.String())}
	switch ev.Type {
	case cluster.Error:
		var status *apierrors.StatusError
		errors.As(asError(ev.Fault), &status)
		out.Object = &status.ErrStatus
	case cluster.Bookmark:
		m := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: ev.RV}}
		if ev.End {
			m.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
		}
		out.Object = m
	default:
		out.Object = asMeta(ev.Obj)
	}
	return out
}

func asMeta(o *cluster.Object) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: o.Namespace, Name: o.Name,
		UID: types.UID(o.UID), ResourceVersion: o.RV, Labels: map[string]string{"node": o.Node}}}
}

func asList(list []*cluster.Object, rv string) *metav1.PartialObjectMetadataList {
	out := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: rv}}
	for _, o := range list {
		out.Items = append(out.Items, *asMeta(o))
	}
	return out
}

func asError(f cluster.Fault) error {
	switch f.Code {
	case cluster.Refused:
		return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	case cluster.CodeUnauthorized, cluster.CodeForbidden, cluster.CodeNotFound:
		return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: int32(f.Code),
			Reason: metav1.StatusReason(f.Reason), Message: f.Text}}
	case cluster.CodeExpired:
		return apierrors.NewResourceExpired(f.Text)
	case cluster.CodeThrottled:
		return apierrors.NewTooManyRequestsError(f.Text)
	case cluster.CodeTimeout:
		err := apierrors.NewTimeoutError(f.Text, 1)
		err.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge, Message: f.Text}}
		return err
	}
	return apierrors.NewInternalError(f)
}
