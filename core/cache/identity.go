package cache

import (
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/klog/v2"
)

// names holds the informer names that are taken in this process. One lock guards it and every
// InformerName: names are made and released a few times in a program's life.
var names = struct {
	sync.Mutex
	taken map[string]*InformerName
}{taken: map[string]*InformerName{}}

// InformerName names a group of informers in metrics. NewInformerName makes one; a nil one
// is no name.
type InformerName struct {
	name      string
	resources map[schema.GroupVersionResource]bool // that are published
	released  bool
}

// NewInformerName takes a name. It fails when name is empty or taken; Release gives it back.
func NewInformerName(name string) (*InformerName, error) {
	if name == "" {
		return nil, fmt.Errorf("informer name cannot be empty")
	}
	names.Lock()
	defer names.Unlock()
	if names.taken[name] != nil {
		return nil, fmt.Errorf("informer name %q is already registered", name)
	}
	n := &InformerName{name: name, resources: map[schema.GroupVersionResource]bool{}}
	names.taken[name] = n
	return n, nil
}

// WithResource returns the identity of one informer of the group. The second for the same
// resource is not Reserved: its metrics are not published.
func (n *InformerName) WithResource(gvr schema.GroupVersionResource) InformerNameAndResource {
	if n == nil {
		return InformerNameAndResource{gvr: gvr}
	}
	names.Lock()
	defer names.Unlock()
	if n.released {
		return InformerNameAndResource{name: n.name, gvr: gvr}
	}
	if n.resources[gvr] {
		klog.Background().Error(nil, "Duplicate informer registration - metrics will not be published", "informerName", n.name, "group", gvr.Group, "version", gvr.Version, "resource", gvr.Resource)
		return InformerNameAndResource{name: n.name, gvr: gvr}
	}
	n.resources[gvr] = true
	return InformerNameAndResource{name: n.name, gvr: gvr, group: n}
}

// Release gives the name back; the identities made of it are not Reserved any more.
func (n *InformerName) Release() {
	if n == nil {
		return
	}
	names.Lock()
	defer names.Unlock()
	n.released = true
	if names.taken[n.name] == n {
		delete(names.taken, n.name)
	}
}

// Name returns the name; "" of a nil one.
func (n *InformerName) Name() string {
	if n == nil {
		return ""
	}
	return n.name
}

// InformerNameAndResource names one informer in metrics. The zero value names none.
type InformerNameAndResource struct {
	name  string
	gvr   schema.GroupVersionResource
	group *InformerName // nil when it is not to be published
}

// Reserved reports whether metrics may be published under this identity.
func (n InformerNameAndResource) Reserved() bool {
	if n.group == nil {
		return false
	}
	names.Lock()
	defer names.Unlock()
	return !n.group.released
}

// Name returns the group's name.
func (n InformerNameAndResource) Name() string { return n.name }

// GroupVersionResource returns the resource.
func (n InformerNameAndResource) GroupVersionResource() schema.GroupVersionResource { return n.gvr }

// ResetInformerNamesForTesting releases all names.
func ResetInformerNamesForTesting() {
	names.Lock()
	all := make([]*InformerName, 0, len(names.taken))
	for _, n := range names.taken {
		all = append(all, n)
	}
	names.Unlock()
	for _, n := range all {
		n.Release()
	}
}
