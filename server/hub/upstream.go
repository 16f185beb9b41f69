package hub

import (
	"context"

	"github.com/informerscope/informerscope/server/gate"
)

// Upstream is a cluster: package upstream's real one, or package demo's. Errors are *gate.Problem where
// clients may be told them. All methods may be called concurrently.
type Upstream interface {
	// Resources are what may be read of it. It never changes.
	Resources() []gate.Resource
	// Info is how the cluster is; it answers within seconds.
	Info(ctx context.Context) gate.Info
	// Identity tells this cluster from any other; "" where the account may not see it.
	Identity(ctx context.Context) (string, error)
	// List reads one page of a collection.
	List(ctx context.Context, c Collection, from ListFrom) (Page, error)
	// Watch opens a watch of a collection from a resourceVersion on, with bookmarks if the cluster has
	// them. ctx is the watch's whole life.
	Watch(ctx context.Context, c Collection, rv string) (Watch, error)
}

// Collection is what a feed follows.
type Collection struct {
	Resource  gate.Resource
	Namespace string // "" for all
}

// ListFrom says which page of a list is asked for.
type ListFrom struct {
	RV       string // as a lower bound; "" is the newest
	Exact    bool   // RV itself
	Limit    int64  // 0 is no limit
	Continue string // the token of the page before
}

// Page is a page of a list.
type Page struct {
	Form     Form
	RV       string
	Continue string // "" on the last page
	Items    []*Object
}

// Form is what a collection's objects are called.
type Form struct {
	Kind       string // such as Pod
	APIVersion string
	Named      bool // objects say so in lists, too: those of built-in kinds do not
}

// Watch is an open watch of an Upstream's, read by one goroutine.
type Watch interface {
	// Next waits for the next event. io.EOF is the normal end; a *gate.Problem that the cluster told in an
	// ERROR event is an end, too. Only whole events come out.
	Next(ctx context.Context) (Event, error)
	// Close frees the watch.
	Close()
}

// Event is one event of a Watch. A BOOKMARK's object has a resourceVersion only.
type Event struct {
	Type   string // ADDED, MODIFIED, DELETED or BOOKMARK
	Object *Object
}
