package cache

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// Lister lists.
type Lister interface {
	// List returns a list object: with Items and a resourceVersion.
	List(options metav1.ListOptions) (runtime.Object, error)
}

// ListerWithContext lists until a context ends.
type ListerWithContext interface {
	ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error)
}

// Watcher watches.
type Watcher interface {
	// Watch opens a watch at a resourceVersion.
	Watch(options metav1.ListOptions) (watch.Interface, error)
}

// WatcherWithContext watches until a context ends.
type WatcherWithContext interface {
	WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error)
}

// ListerWatcher lists, and watches from where the list ends.
type ListerWatcher interface {
	Lister
	Watcher
}

// ListerWatcherWithContext is a ListerWatcher with contexts.
type ListerWatcherWithContext interface {
	ListerWithContext
	WatcherWithContext
}

// ToListerWithContext returns l itself, or a wrapper that ignores the context.
func ToListerWithContext(l Lister) ListerWithContext {
	if own, ok := l.(ListerWithContext); ok {
		return own
	}
	return listerWrapper{l}
}

type listerWrapper struct{ Lister }

func (l listerWrapper) ListWithContext(_ context.Context, options metav1.ListOptions) (runtime.Object, error) {
	return l.List(options)
}

// ToWatcherWithContext returns w itself, or a wrapper that ignores the context.
func ToWatcherWithContext(w Watcher) WatcherWithContext {
	if own, ok := w.(WatcherWithContext); ok {
		return own
	}
	return watcherWrapper{w}
}

type watcherWrapper struct{ Watcher }

func (w watcherWrapper) WatchWithContext(_ context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return w.Watch(options)
}

// ToListerWatcherWithContext returns lw itself, or a wrapper that ignores the context where lw
// knows none.
func ToListerWatcherWithContext(lw ListerWatcher) ListerWatcherWithContext {
	if own, ok := lw.(ListerWatcherWithContext); ok {
		return own
	}
	return struct {
		ListerWithContext
		WatcherWithContext
	}{ToListerWithContext(lw), ToWatcherWithContext(lw)}
}

// ListFunc lists.
type ListFunc func(options metav1.ListOptions) (runtime.Object, error)

// ListWithContextFunc lists until ctx ends.
type ListWithContextFunc func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error)

// WatchFunc opens a watch.
type WatchFunc func(options metav1.ListOptions) (watch.Interface, error)

// WatchFuncWithContext opens a watch that ends with ctx.
type WatchFuncWithContext func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error)

// ListWatch is a ListerWatcher of functions. One for List and one for Watch must be set; the
// method with a context prefers the function with one, the method without the other.
type ListWatch struct {
	ListFunc  ListFunc
	WatchFunc WatchFunc

	ListWithContextFunc  ListWithContextFunc
	WatchFuncWithContext WatchFuncWithContext

	// DisableChunking is not read, as in client-go.
	DisableChunking bool
}

// List calls ListFunc, or ListWithContextFunc.
func (lw *ListWatch) List(options metav1.ListOptions) (runtime.Object, error) {
	if lw.ListFunc != nil {
		return lw.ListFunc(options)
	}
	return lw.ListWithContextFunc(context.Background(), options)
}

// ListWithContext calls ListWithContextFunc, or ListFunc.
func (lw *ListWatch) ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	if lw.ListWithContextFunc != nil {
		return lw.ListWithContextFunc(ctx, options)
	}
	return lw.ListFunc(options)
}

// Watch calls WatchFunc, or WatchFuncWithContext.
func (lw *ListWatch) Watch(options metav1.ListOptions) (watch.Interface, error) {
	if lw.WatchFunc != nil {
		return lw.WatchFunc(options)
	}
	return lw.WatchFuncWithContext(context.Background(), options)
}

// WatchWithContext calls WatchFuncWithContext, or WatchFunc.
func (lw *ListWatch) WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	if lw.WatchFuncWithContext != nil {
		return lw.WatchFuncWithContext(ctx, options)
	}
	return lw.WatchFunc(options)
}

// unsupportedWatchList is what a client, or a ListerWatcher, implements that knows no
// streaming list.
type unsupportedWatchList interface {
	IsWatchListSemanticsUnSupported() bool
}

func lacksWatchList(client any) bool {
	lw, ok := client.(unsupportedWatchList)
	return ok && lw.IsWatchListSemanticsUnSupported()
}

type listWatchOf struct {
	*ListWatch
	lacks bool
}

func (lw *listWatchOf) IsWatchListSemanticsUnSupported() bool { return lw.lacks }

// ToListWatcherWithWatchListSemantics returns lw, which says by a method
// IsWatchListSemanticsUnSupported whether the client behind it knows streaming lists.
func ToListWatcherWithWatchListSemantics(lw *ListWatch, client any) ListerWatcher {
	return &listWatchOf{lw, lacksWatchList(client)}
}

var (
	_ ListerWatcher            = &ListWatch{}
	_ ListerWatcherWithContext = &ListWatch{}
)
