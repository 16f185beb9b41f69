package cache

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	metav1beta1 "k8s.io/apimachinery/pkg/apis/meta/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/informerscope/informerscope/core/machine"
)

// pager reads a list page by page.
type pager struct{ machine.Pager }

// list returns the objects at rv, and the resourceVersion of the first page. When a following
// page has expired it asks for all in one, and takes what it gets for all, as client-go does.
// asked is the resourceVersion of the first try.
func (p *pager) list(ctx context.Context, lister func(context.Context, metav1.ListOptions) (runtime.Object, error), asked, rv string, limit int64) ([]interface{}, string, error) {
	var (
		objs    []interface{}
		version string
		options = metav1.ListOptions{ResourceVersion: rv, Limit: limit}
	)
	for first, last := true, false; ; first = false {
		if err := ctx.Err(); err != nil {
			return nil, "", err
		}
		page, err := lister(ctx, options)
		if err != nil && !first && apierrors.IsResourceExpired(err) {
			first, last = true, true
			page, err = lister(ctx, metav1.ListOptions{ResourceVersion: rv})
		}
		if err != nil {
			return nil, "", err
		}
		m, err := meta.ListAccessor(page)
		if err != nil {
			return nil, "", fmt.Errorf("returned object must be a list: %v", err)
		}
		if gvk, is := table(page); is {
			return nil, "", fmt.Errorf("unsupported list gvk: %v", gvk)
		}
		if first {
			version, objs = m.GetResourceVersion(), make([]interface{}, 0, meta.LenList(page))
		}
		err = meta.EachListItemWithAlloc(page, func(o runtime.Object) error {
			objs = append(objs, o)
			return nil
		})
		if err != nil && first && m.GetContinue() == "" {
			return nil, "", unreadable{fmt.Errorf("unable to understand list result %#v (%v)", page, err)}
		}
		if err != nil {
			return nil, "", err
		}
		if options.Continue = m.GetContinue(); options.Continue == "" || last {
			return objs, version, nil
		}
		p.Paged = p.Paged || asked == "0"
		options.ResourceVersion = "" // the token names it, and the server refuses both
	}
}

// unreadable is an error about a list that was answered, so listing has not failed.
type unreadable struct{ error }

// table reports whether obj is a Table: what a client gets that asks for what kubectl prints.
func table(obj runtime.Object) (schema.GroupVersionKind, bool) {
	switch obj.(type) {
	case *unstructured.Unstructured, *unstructured.UnstructuredList:
		gvk := obj.GetObjectKind().GroupVersionKind()
		return gvk, gvk == metav1.SchemeGroupVersion.WithKind("Table") || gvk == metav1beta1.SchemeGroupVersion.WithKind("Table")
	}
	return schema.GroupVersionKind{}, false
}

// ask lists on a goroutine of its own, since a lister may not heed ctx. A second try at once
// has the limit of the first.
func (x *reflecting) ask(rv string) <-chan listAnswer {
	answer := make(chan listAnswer, 1)
	x.pages.Size = x.WatchListPageSize
	if !x.relist {
		x.limit, x.first = x.pages.Limit(rv), rv
	}
	x.relist = true
	pages, first, limit := x.pages, x.first, x.limit
	go func() {
		var a listAnswer
		defer func() {
			a.panicked = recover()
			answer <- a
		}()
		a.list, a.rv, a.err = pages.list(x.ctx, x.listerWatcher.ListWithContext, first, rv, limit)
		a.pages = pages
	}()
	return answer
}

type listAnswer struct {
	list     []interface{}
	rv       string
	err      error
	pages    pager
	panicked any
}
