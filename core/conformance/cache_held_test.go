package conformance

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"weak"

	"github.com/informerscope/informerscope/core/machine"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kube "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

// heldObjects counts how many of the objects that were sent to client-go are still in its memory.
// A list is copied item by item, and the time in each item goes with the copy.
type heldObjects struct {
	mu   sync.Mutex
	sent []weak.Pointer[metav1.Time]
}

func (h *heldObjects) send(name string, rv int) metav1.PartialObjectMetadata {
	at := &metav1.Time{}
	h.mu.Lock()
	h.sent = append(h.sent, weak.Make(at))
	h.mu.Unlock()
	return metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name,
		ResourceVersion: fmt.Sprint(rv), DeletionTimestamp: at}}
}

func (h *heldObjects) count() (n int) {
	runtime.GC()
	runtime.GC()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.sent {
		if p.Value() != nil {
			n++
		}
	}
	return n
}

// mayStream is a ListWatch that says whether it streams lists.
type mayStream struct {
	*cache.ListWatch
	stream bool
}

func (m mayStream) IsWatchListSemanticsUnSupported() bool { return !m.stream }

// An informer holds what has come of a list beside its store until the list is whole, whether it
// comes in pages or as a stream: all of the new list, and all of the old one while it lists again.
// So lesson S64 counts.
func TestClientGoHoldsAListBesideItsStore(t *testing.T) {
	const size, page = 6, 2
	for _, stream := range []bool{false, true} {
		standing := features.FeatureGates()
		features.ReplaceFeatureGates(gatesOf(*machine.Newest(), stream))
		synctest.Test(t, func(t *testing.T) {
			held, requests := &heldObjects{}, 0
			more := make(chan struct{}) // lets one more page or event through
			stop := make(chan struct{})
			events := make(chan watch.Event)
			lw := &cache.ListWatch{
				ListWithContextFunc: func(_ context.Context, o metav1.ListOptions) (kube.Object, error) {
					requests++
					<-more
					from := 0
					fmt.Sscan(o.Continue, &from)
					list := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "16"}}
					for i := from; i < from+page; i++ {
						list.Items = append(list.Items, held.send(fmt.Sprint("p", i), 10+i))
					}
					if from+page < size {
						list.Continue = fmt.Sprint(from + page)
					}
					return list, nil
				},
				WatchFuncWithContext: func(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
					requests++
					w := watch.NewFake()
					if o.SendInitialEvents == nil || !*o.SendInitialEvents {
						go func() {
							select {
							case ev := <-events:
								w.Error(ev.Object)
							case <-stop:
							}
						}()
						return w, nil
					}
					go func() {
						for i := range size {
							<-more
							o := held.send(fmt.Sprint("p", i), 10+i)
							w.Add(&o)
						}
						<-more
						w.Action(watch.Bookmark, &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "16",
							Annotations: map[string]string{metav1.InitialEventsAnnotationKey: "true"}}})
						select {
						case ev := <-events:
							w.Error(ev.Object)
						case <-stop:
						}
					}()
					return w, nil
				},
			}
			inf := cache.NewSharedIndexInformer(mayStream{lw, stream}, &metav1.PartialObjectMetadata{}, 0, nil)
			go inf.Run(stop)
			pieces, each := size/page, page
			if stream {
				pieces, each = size, 1
			}
			for round := range 2 {
				stored := round * size
				for n := 1; n <= pieces; n++ {
					more <- struct{}{}
					synctest.Wait()
					want := stored + n*each
					if n == pieces && !stream {
						want = size // the list is whole: it has taken the place of the old one
					}
					if got := held.count(); got != want {
						t.Errorf("stream %v, list %d, after %d pieces: client-go holds %d objects, want %d", stream, round+1, n, got, want)
					}
					if n < pieces && len(inf.GetStore().List()) != stored {
						t.Errorf("stream %v, list %d, after %d pieces: %d objects are stored, want %d", stream, round+1, n, len(inf.GetStore().List()), stored)
					}
				}
				if stream {
					more <- struct{}{}
					synctest.Wait()
				}
				if got, n := held.count(), len(inf.GetStore().List()); got != size || n != size {
					t.Errorf("stream %v: after list %d client-go holds %d objects and stores %d, want %d", stream, round+1, got, n, size)
				}
				want := map[bool]int{false: size/page + 1, true: 1}[stream] * (round + 1)
				if requests != want {
					t.Errorf("stream %v: after list %d there were %d requests, want %d", stream, round+1, requests, want)
				}
				if round == 0 {
					status := apierrors.NewResourceExpired("gone").ErrStatus
					events <- watch.Event{Type: watch.Error, Object: &status}
				}
			}
			close(stop)
			synctest.Wait()
		})
		features.ReplaceFeatureGates(standing)
	}
}
