package cache

import (
	"slices"
	"sync/atomic"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// Controllers list by labels, as in "app=web", at each pass, and want few of thousands of objects. A store that is asked so
// makes an index of that label by itself, when the objects that lists have looked at in vain are several times those that it
// has. Lists then look only where the label has the value that the selector requires. What they find is asked of the selector
// all the same.
//
// An index knows the labels that an object had when it was stored, a list without one those that it has. They are the same
// to who keeps to reading what a store returns.
type labelIndices struct {
	made atomic.Pointer[[]labelIndex] // replaced with the store's lock held, never changed
	vain atomic.Int64                 // objects that lists looked at and did not want
}

// labelIndex is an index of the values of the label key.
type labelIndex struct{ key, name string }

const (
	fewObjects   = 256 // so many are looked through at once
	vainLooks    = 8   // looks at each object in vain that are worth an index
	labelIndexes = 4   // at most, each of which makes storing dearer

	// noLabels is the value of objects that have no metadata: a list has to fail on them.
	noLabels = "\x00"
)

// labelValue returns the index function of a label.
func labelValue(key string) IndexFunc {
	return func(obj interface{}) ([]string, error) {
		m, err := meta.Accessor(obj)
		if err != nil {
			return []string{noLabels}, nil
		}
		if value, has := m.GetLabels()[key]; has {
			return []string{value}, nil
		}
		return nil, nil
	}
}

// indices are those made so far.
func (l *labelIndices) indices() []labelIndex {
	if made := l.made.Load(); made != nil {
		return *made
	}
	return nil
}

// helps reports whether an index knows where the objects are that selector can select.
func (l *labelIndices) helps(selector labels.Selector) bool {
	for _, ix := range l.indices() {
		if _, exact := selector.RequiresExactMatch(ix.key); exact {
			return true
		}
	}
	return false
}

// lacks returns a label of which selector requires one value and there is no index; "" when there is none, or are too many
// indices.
func (l *labelIndices) lacks(selector labels.Selector) string {
	made := l.indices()
	if len(made) == labelIndexes {
		return ""
	}
	requirements, _ := selector.Requirements()
	for i := range requirements {
		key := requirements[i].Key()
		if _, exact := selector.RequiresExactMatch(key); exact && !slices.ContainsFunc(made, func(ix labelIndex) bool { return ix.key == key }) {
			return key
		}
	}
	return ""
}

// narrowest returns the index, and the value in it, under which the fewest objects are of all that selector requires. It is
// called with the lock held.
func (c *threadSafeMap) narrowest(selector labels.Selector) (index, value string, ok bool) {
	least := 0
	for _, ix := range c.labels.indices() {
		v, exact := selector.RequiresExactMatch(ix.key)
		if !exact {
			continue
		}
		if n := c.index.Count(ix.name, v); !ok || n < least {
			index, value, ok, least = ix.name, v, true, n
		}
	}
	return index, value, ok
}

// appendSelectable appends to list the objects of which selector can select some.
func (c *threadSafeMap) appendSelectable(list []interface{}, selector labels.Selector) []interface{} {
	if !c.labels.helps(selector) {
		return c.appendList(list)
	}
	defer c.mu.RUnlock(c.mu.RLock())
	index, value, _ := c.narrowest(selector)
	return c.index.AppendUnder(c.index.AppendUnder(list, index, value), index, noLabels)
}

// appendSelectableLike is appendSelectable for the objects that share a namespace with like, by the index of that name.
func (c *threadSafeMap) appendSelectableLike(list []interface{}, like *metav1.ObjectMeta, selector labels.Selector) ([]interface{}, error) {
	defer c.mu.RUnlock(c.mu.RLock())
	index, value, ok := c.narrowest(selector)
	if namespaces := c.names[NamespaceIndex]; ok && namespaces != nil {
		if in, err := namespaces(like); err == nil && len(in) == 1 {
			list = c.index.AppendBoth(list, index, value, NamespaceIndex, in[0])
			return c.index.AppendBoth(list, index, noLabels, NamespaceIndex, in[0]), nil
		}
	}
	return c.index.AppendMatches(list, NamespaceIndex, like)
}

// looked hears that a list looked at objects in vain.
func (c *threadSafeMap) looked(vain int, selector labels.Selector) {
	if vain == 0 {
		return
	}
	key := c.labels.lacks(selector)
	if key == "" {
		return
	}
	if sum := c.labels.vain.Add(int64(vain)); sum < vainLooks*fewObjects || sum < vainLooks*int64(c.len()) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.labels.vain.Store(0)
	if c.labels.lacks(selector) != key || c.index.Len() < fewObjects {
		return
	}
	made := labelIndex{key: key, name: "\x00label " + key}
	if err := c.index.AddIndex(made.name, machine.IndexFunc[any](labelValue(key))); err != nil {
		return // of a program that calls an index of its own so
	}
	indices := append(slices.Clone(c.labels.indices()), made)
	c.labels.made.Store(&indices)
}

func (c *threadSafeMap) len() int {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.Len()
}
