package hub

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"github.com/informerscope/informerscope/server/gate"
)

// maxLists is how many different lists of one version are kept.
const maxLists = 64

// listKey is what makes two requests for a list alike.
type listKey struct{ namespace, labels, fields string }

// madeList is a list that is made once.
type madeList struct {
	once sync.Once
	body *gate.Body
}

// List implements gate.Source. Every list is one page, as an API server answers for resourceVersion 0.
func (h *Hub) List(ctx context.Context, req gate.Request) (*gate.Body, error) {
	f, err := h.follow(ctx, req)
	if err != nil {
		return nil, err
	}
	defer f.leave()
	q := req.Query
	sel, err := newSelection(req, f.metadata())
	switch {
	case err != nil:
		return nil, err
	case q.Continue != "":
		return nil, gate.ErrExpired // we gave no token
	}
	if err := f.reach(ctx, q.ResourceVersion); err != nil {
		return nil, err
	}
	key := listKey{req.Namespace, q.LabelSelector, q.FieldSelector}
	if err := f.hold(ctx); err != nil {
		return nil, err
	}
	if q.ResourceVersionMatch == "Exact" && number(q.ResourceVersion) != f.rv {
		f.mu.Unlock()
		return nil, gate.ErrExpired
	}
	made := f.lists[key]
	if made == nil {
		made = &madeList{}
		if f.lists == nil {
			f.lists = map[listKey]*madeList{}
		}
		if len(f.lists) < maxLists {
			f.lists[key] = made
		}
	}
	objects, rv, form, heard := f.objects, f.rv, f.form, f.heard
	f.lent = true
	f.mu.Unlock()
	fresh := false
	made.once.Do(func() { made.body, fresh = gate.NewBody(listBody(objects, sel, rv, form), heard), true })
	h.counts.listed(fresh)
	return made.body, nil
}

// metadata reports whether the objects are metadata alone.
func (f *feed) metadata() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.form.Kind == metadataKind
}

const metadataKind = "PartialObjectMetadata"

func listBody(objects []*Object, sel *selection, rv uint64, form Form) []byte {
	size := 128
	if sel.all() {
		for _, o := range objects {
			size += len(o.body) + 64
		}
	}
	b := make([]byte, 0, size)
	b = append(b, `{"kind":"`+form.Kind+`List","apiVersion":"`+form.APIVersion+`","metadata":{"resourceVersion":"`...)
	b = strconv.AppendUint(b, rv, 10)
	b = append(b, `"},"items":[`...)
	first := true
	for _, o := range objects {
		if !sel.has(o) {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = o.listed(b, form)
	}
	return append(b, `]}`...)
}

// Get implements gate.Source.
func (h *Hub) Get(ctx context.Context, req gate.Request) (*gate.Body, error) {
	f, err := h.follow(ctx, req)
	if err != nil {
		return nil, err
	}
	defer f.leave()
	if err := f.reach(ctx, req.Query.ResourceVersion); err != nil {
		return nil, err
	}
	key := req.Name
	if req.Namespace != "" {
		key = req.Namespace + "/" + req.Name
	}
	if err := f.hold(ctx); err != nil {
		return nil, err
	}
	defer f.mu.Unlock()
	i, found := f.find(key)
	if !found {
		return nil, gate.ErrNotFound
	}
	return gate.NewBody(f.objects[i].typed(nil, f.form), f.heard), nil
}

// selected are the objects that sel has; the slice is the caller's.
func selected(objects []*Object, sel *selection) []*Object {
	return slices.DeleteFunc(slices.Clone(objects), func(o *Object) bool { return !sel.has(o) })
}
