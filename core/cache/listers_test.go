package cache

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

func TestListersSelect(t *testing.T) {
	red := thing("a", "red", "1")
	red.Labels = map[string]string{"colour": "red"}
	fill := func(s Indexer) Indexer {
		for _, o := range []*metav1.PartialObjectMetadata{red, thing("a", "plain", "2"), thing("b", "other", "3"), thing("", "wide", "4")} {
			_ = s.Add(o)
		}
		return s
	}
	selector := labels.SelectorFromSet(labels.Set{"colour": "red"})
	for kind, s := range map[string]Indexer{
		"indexed": fill(NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})),
		"plain":   fill(NewIndexer(MetaNamespaceKeyFunc, Indexers{})), // looks at every object
		"another": struct{ Indexer }{fill(NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc}))},
	} {
		l := NewGenericLister(s, schema.GroupResource{Group: "g", Resource: "things"})
		for want, list := range map[string]func() ([]runtime.Object, error){
			"red plain other wide": func() ([]runtime.Object, error) { return l.List(labels.Everything()) },
			"red":                  func() ([]runtime.Object, error) { return l.List(selector) },
			"red plain":            func() ([]runtime.Object, error) { return l.ByNamespace("a").List(labels.Everything()) },
			"red ":                 func() ([]runtime.Object, error) { return l.ByNamespace("a").List(selector) },
			"":                     func() ([]runtime.Object, error) { return l.ByNamespace("a").List(labels.Nothing()) },
		} {
			found, err := list()
			var got []string
			for _, o := range found {
				got = append(got, o.(metav1.Object).GetName())
			}
			if err != nil || strings.Join(got, " ") != strings.TrimSpace(want) {
				t.Errorf("%s: listed %q, %v, want %q", kind, got, err, want)
			}
		}
		if o, err := l.Get("wide"); err != nil || o.(metav1.Object).GetName() != "wide" {
			t.Errorf("Get(wide) = %v, %v", o, err)
		}
		if o, err := l.ByNamespace("a").Get("red"); err != nil || o != runtime.Object(red) {
			t.Errorf("a: Get(red) = %v, %v", o, err)
		}
		if _, err := l.ByNamespace("b").Get("red"); !apierrors.IsNotFound(err) || err.Error() != `things.g "red" not found` {
			t.Errorf("b: Get(red): %v, want not found", err)
		}
	}
	// Who is being told of a list may list.
	s := fill(NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc}))
	pairs := 0
	_ = ListAll(s, labels.Everything(), func(o interface{}) {
		_ = ListAllByNamespace(s, "a", labels.Everything(), func(other interface{}) {
			if _, is := other.(*metav1.PartialObjectMetadata); is && o != nil {
				pairs++
			}
		})
	})
	if pairs != 4*2 {
		t.Errorf("a list in a list found %d pairs, want 8", pairs)
	}
	odd := NewIndexer(func(interface{}) (string, error) { return "k", nil }, nil)
	_ = odd.Add(7)
	if err := ListAll(odd, selector, func(interface{}) {}); err == nil {
		t.Error("an object without metadata is selected by labels")
	}
	if err := ListAllByNamespace(odd, "a", selector, func(interface{}) {}); err == nil {
		t.Error("an object without metadata is in a namespace")
	}
}

// "The method with a context prefers the function with one, the method without the other."
func TestListWatchPrefersItsKind(t *testing.T) {
	var called string
	with := &ListWatch{
		ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
			called = "list with"
			return nil, nil
		},
		WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) {
			called = "watch with"
			return nil, nil
		},
	}
	without := &ListWatch{
		ListFunc:  func(metav1.ListOptions) (runtime.Object, error) { called = "list without"; return nil, nil },
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { called = "watch without"; return nil, nil },
	}
	both := &ListWatch{ListFunc: without.ListFunc, WatchFunc: without.WatchFunc, ListWithContextFunc: with.ListWithContextFunc, WatchFuncWithContext: with.WatchFuncWithContext}
	wrapped := ToListerWatcherWithContext(struct {
		Lister
		Watcher
	}{without, without})
	o, ctx := metav1.ListOptions{}, context.Background()
	for _, c := range []struct {
		want string
		call func()
	}{
		{"list with", func() { _, _ = with.List(o) }}, {"list with", func() { _, _ = with.ListWithContext(ctx, o) }},
		{"watch with", func() { _, _ = with.Watch(o) }}, {"watch with", func() { _, _ = with.WatchWithContext(ctx, o) }},
		{"list without", func() { _, _ = without.ListWithContext(ctx, o) }}, {"watch without", func() { _, _ = without.WatchWithContext(ctx, o) }},
		{"list without", func() { _, _ = both.List(o) }}, {"list with", func() { _, _ = both.ListWithContext(ctx, o) }},
		{"watch without", func() { _, _ = both.Watch(o) }}, {"watch with", func() { _, _ = both.WatchWithContext(ctx, o) }},
		{"list without", func() { _, _ = wrapped.ListWithContext(ctx, o) }}, {"watch without", func() { _, _ = wrapped.WatchWithContext(ctx, o) }},
		{"list with", func() { _, _ = ToListerWithContext(both).ListWithContext(ctx, o) }}, {"watch with", func() { _, _ = ToWatcherWithContext(both).WatchWithContext(ctx, o) }},
	} {
		if c.call(); called != c.want {
			t.Errorf("called %q, want %q", called, c.want)
		}
	}
}

// Errors that are no trouble make no noise.
func TestDefaultWatchErrorHandlerReportsTroubleOnly(t *testing.T) {
	standing := utilruntime.ErrorHandlers
	defer func() { utilruntime.ErrorHandlers = standing }()
	var told []error
	utilruntime.ErrorHandlers = []utilruntime.ErrorHandler{func(_ context.Context, err error, _ string, _ ...interface{}) { told = append(told, err) }}
	r := NewNamedReflector("r", &ListWatch{}, nil, NewStore(MetaNamespaceKeyFunc), 0)
	trouble := errors.New("trouble")
	for _, err := range []error{apierrors.NewResourceExpired("old"), &apierrors.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReasonGone}}, io.EOF, io.ErrUnexpectedEOF, trouble} {
		DefaultWatchErrorHandler(context.Background(), r, err)
	}
	if len(told) != 1 || told[0] != trouble {
		t.Errorf("told of %v, want of trouble alone", told)
	}
}
