package informers

import (
	"context"
	"fmt"
	"sync"

	"github.com/informerscope/informerscope/core/cache"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// typed is lw with its unstructured objects as T.
func typed[T Object](lw cache.ListerWatcher) cache.ListerWatcher {
	with := cache.ToListerWatcherWithContext(lw)
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			list, err := with.ListWithContext(ctx, o)
			if err != nil {
				return nil, err
			}
			return typedList[T](list)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			w, err := with.WatchWithContext(ctx, o)
			if err != nil {
				return nil, err
			}
			return typedWatch[T](w), nil
		},
	}, lw)
}

// convert returns obj as a T.
func convert[T Object](obj runtime.Object) (T, error) {
	switch o := obj.(type) {
	case T:
		return o, nil
	case *unstructured.Unstructured:
		into := newObject[T]()
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, into); err != nil {
			return into, fmt.Errorf("informers: %s %s as %T: %w", o.GetKind(), o.GetName(), into, err)
		}
		return into, nil
	}
	var none T
	return none, fmt.Errorf("informers: the source gives a %T, want a %T or unstructured", obj, none)
}

// typedList is list with its items as T.
func typedList[T Object](list runtime.Object) (runtime.Object, error) {
	m, err := meta.ListAccessor(list)
	if err != nil {
		return nil, err
	}
	out := &internalversion.List{ListMeta: metav1.ListMeta{
		ResourceVersion: m.GetResourceVersion(), Continue: m.GetContinue(), RemainingItemCount: m.GetRemainingItemCount()}}
	err = meta.EachListItem(list, func(item runtime.Object) error {
		o, err := convert[T](item)
		out.Items = append(out.Items, o)
		return err
	})
	return out, err
}

// converted is a watch whose events hold T.
type converted struct {
	from   watch.Interface
	events chan watch.Event
	stop   chan struct{}
	once   sync.Once
}

func typedWatch[T Object](from watch.Interface) watch.Interface {
	w := &converted{from: from, events: make(chan watch.Event), stop: make(chan struct{})}
	go w.run(func(o runtime.Object) (runtime.Object, error) { return convert[T](o) })
	return w
}

// Stop ends the watch.
func (w *converted) Stop() {
	w.once.Do(func() { close(w.stop) })
	w.from.Stop()
}

// ResultChan is where the events come.
func (w *converted) ResultChan() <-chan watch.Event { return w.events }

// run passes events on. One whose object does not fit goes on as it is: a reflector says so
// and leaves it out.
func (w *converted) run(convert func(runtime.Object) (runtime.Object, error)) {
	defer close(w.events)
	for ev := range w.from.ResultChan() {
		if ev.Type != watch.Error {
			if o, err := convert(ev.Object); err == nil {
				ev.Object = o
			}
		}
		select {
		case w.events <- ev:
		case <-w.stop:
			return
		}
	}
}
