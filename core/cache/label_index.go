package cache

import (
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
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
type labelIndex struct {
	key, name string
	asked     *atomic.Bool // since another label was last thought of
}

const (
	fewObjects   = 256 // so many are looked through at once
	vainLooks    = 8   // looks at each object in vain that are worth an index
	labelIndexes = 4   // at most, each of which makes storing dearer

	// noLabels is the value of objects that have no metadata: a list has to fail on them.
	noLabels = "\x00"
)

// labelValue returns the index function of a label.
func labelValue(key string) machine.IndexFunc[any] {
	return func(obj any) ([]string, error) {
		value, has, err := labelOf(obj, key)
		switch {
		case err != nil:
			return []string{noLabels}, nil
		case has:
			return []string{value}, nil
		}
		return nil, nil
	}
}

// labelOf returns a label of obj. It fails on an object without metadata.
func labelOf(obj any, key string) (value string, has bool, err error) {
	if u, is := obj.(*unstructured.Unstructured); is && u != nil {
		// GetLabels copies them, or returns none when one is no text; then this is a label too many, and no harm.
		m, _, _ := unstructured.NestedFieldNoCopy(u.Object, "metadata", "labels")
		all, _ := m.(map[string]any)
		value, has = all[key].(string)
		return value, has, nil
	}
	m, err := meta.Accessor(obj)
	if err != nil {
		return "", false, err
	}
	value, has = m.GetLabels()[key]
	return value, has, nil
}

// plainSelector is the type of the selectors that apimachinery makes. Of another one nobody knows whether what it requires is
// what it matches.
var plainSelector = reflect.TypeOf(labels.NewSelector())

// indices are those made so far.
func (l *labelIndices) indices() []labelIndex {
	if made := l.made.Load(); made != nil {
		return *made
	}
	return nil
}

// helps reports whether an index knows where the objects are that selector can select.
func (l *labelIndices) helps(selector labels.Selector) bool {
	made := l.indices()
	if len(made) == 0 || reflect.TypeOf(selector) != plainSelector {
		return false
	}
	return slices.ContainsFunc(made, func(ix labelIndex) bool {
		_, exact := selector.RequiresExactMatch(ix.key)
		return exact
	})
}

// lacks returns a label of which selector requires one value and there is no index; "" when there is none.
func (l *labelIndices) lacks(selector labels.Selector) string {
	if reflect.TypeOf(selector) != plainSelector {
		return ""
	}
	made := l.indices()
	requirements, _ := selector.Requirements()
	for i := range requirements {
		key := requirements[i].Key()
		if _, exact := selector.RequiresExactMatch(key); exact && !slices.ContainsFunc(made, func(ix labelIndex) bool { return ix.key == key }) {
			return key
		}
	}
	return ""
}

// narrowest returns the index, and the value in it, under which the fewest objects are of all that selector requires; no
// name when no index helps. It is called with the lock held.
func (c *threadSafeMap) narrowest(selector labels.Selector) (name, value string) {
	if !c.labels.helps(selector) {
		return "", ""
	}
	var best labelIndex
	least := 0
	for _, ix := range c.labels.indices() {
		v, exact := selector.RequiresExactMatch(ix.key)
		if !exact {
			continue
		}
		if n := c.index.Count(ix.name, v); best.name == "" || n < least {
			best, value, least = ix, v, n
		}
	}
	if !best.asked.Load() {
		best.asked.Store(true)
	}
	return best.name, value
}

// appendSelectable appends to list the objects of which selector can select some.
func (c *threadSafeMap) appendSelectable(list []interface{}, selector labels.Selector) []interface{} {
	if !c.labels.helps(selector) {
		return c.appendList(list)
	}
	defer c.mu.RUnlock(c.mu.RLock())
	name, value := c.narrowest(selector)
	if name == "" { // its place was given to another a moment ago
		return c.index.AppendList(list)
	}
	if list = c.index.AppendUnder(list, name, value); value != noLabels {
		list = c.index.AppendUnder(list, name, noLabels)
	}
	return list
}

// appendSelectableLike is appendSelectable for the objects that share a namespace with like, by the index of that name.
func (c *threadSafeMap) appendSelectableLike(list []interface{}, like *metav1.ObjectMeta, selector labels.Selector) ([]interface{}, error) {
	defer c.mu.RUnlock(c.mu.RLock())
	name, value := c.narrowest(selector)
	if namespaces := c.names[NamespaceIndex]; name != "" && namespaces != nil {
		if in, err := namespaces(like); err == nil && len(in) == 1 {
			if list = c.index.AppendBoth(list, name, value, NamespaceIndex, in[0]); value != noLabels {
				list = c.index.AppendBoth(list, name, noLabels, NamespaceIndex, in[0])
			}
			return list, nil
		}
	}
	return c.index.AppendMatches(list, NamespaceIndex, like)
}

// looked hears that a list looked at objects in vain.
func (c *threadSafeMap) looked(vain int, selector labels.Selector) {
	if vain == 0 || c.labels.lacks(selector) == "" {
		return
	}
	sum := c.labels.vain.Add(int64(vain))
	if sum < vainLooks*fewObjects {
		return
	}
	if n := int64(c.len()); n < fewObjects || sum < vainLooks*n {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.labels.vain.Store(0)
	if key := c.labels.lacks(selector); key != "" { // else somebody else was first
		c.makeLabelIndex(key)
	}
}

// makeLabelIndex makes an index of a label. When there are as many as there may be, that one gives its place which nobody
// asked for while this one was missed.
func (c *threadSafeMap) makeLabelIndex(key string) {
	made := slices.Clone(c.labels.indices())
	ix := labelIndex{key: key, name: fmt.Sprint("\x00label ", len(made)), asked: &atomic.Bool{}}
	at := -1
	for i := range made {
		if !made[i].asked.Swap(false) && at < 0 {
			at = i
		}
	}
	switch {
	case len(made) < labelIndexes:
		if c.index.AddIndex(ix.name, labelValue(key)) != nil {
			return // of a program that calls an index of its own so
		}
		made = append(made, ix)
	case at < 0:
		return
	default:
		ix.name = made[at].name
		_ = c.index.SetIndex(ix.name, labelValue(key)) // it is there, and its function does not fail
		made[at] = ix
	}
	c.labels.made.Store(&made)
}

func (c *threadSafeMap) len() int {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.Len()
}
