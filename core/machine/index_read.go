package machine

import (
	"fmt"
	"slices"
)

// AddIndex adds one index; see AddIndices.
func (x *Index[O]) AddIndex(name string, f IndexFunc[O]) error {
	return x.AddIndices(map[string]IndexFunc[O]{name: f})
}

// AddIndices adds indices, those that sort first first, and places in them what is stored.
// When a name is taken or a function fails no index is added.
func (x *Index[O]) AddIndices(fs map[string]IndexFunc[O]) error {
	names := make([]string, 0, len(fs))
	for name := range fs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if x.index(name) != nil {
			return fmt.Errorf("indexer conflict: map[%s:{}]", name)
		}
	}
	var v [][]string // for each stored object its values in the new indices
	for _, e := range x.all.entries {
		for _, name := range names {
			if e == nil {
				break
			}
			values, err := fs[name](e.obj)
			if err != nil {
				return IndexError{Key: e.key, Index: name, Err: err}
			}
			v = append(v, values)
		}
	}
	first := len(x.indices)
	for _, name := range names {
		x.indices = append(x.indices, indexOf[O]{name: name, values: fs[name], postings: map[string]*posting[O]{}})
	}
	x.tap.Begin()
	for _, e := range x.all.entries {
		if e == nil {
			continue
		}
		for i := range names {
			for n, value := range v[i] {
				if !slices.Contains(v[i][:n], value) {
					e.spots = append(e.spots, x.join(e, first+i, value))
				}
			}
		}
		v = v[len(names):]
	}
	return nil
}

func (x *Index[O]) index(name string) *indexOf[O] {
	for i := range x.indices {
		if x.indices[i].name == name {
			return &x.indices[i]
		}
	}
	return nil
}

// Indices lists the names of the indices in the order they were added.
func (x *Index[O]) Indices() []string {
	names := make([]string, len(x.indices))
	for i := range x.indices {
		names[i] = x.indices[i].name
	}
	return names
}

// IndexFunc returns the function of an index; nil when there is none of that name.
func (x *Index[O]) IndexFunc(name string) IndexFunc[O] {
	if ix := x.index(name); ix != nil {
		return ix.values
	}
	return nil
}

// Get returns the object under key.
func (x *Index[O]) Get(key string) (o O, ok bool) {
	e := x.entries[key]
	if e == nil {
		return o, false
	}
	return e.obj, true
}

// Len counts the objects.
func (x *Index[O]) Len() int { return len(x.entries) }

// RV is how fresh the store is: the resourceVersion of the last list, bookmark or SetRV.
func (x *Index[O]) RV() string { return x.rv }

// Each calls f for each object until it returns false.
func (x *Index[O]) Each(f func(key string, o O) bool) {
	for _, e := range x.all.entries {
		if e != nil && !f(e.key, e.obj) {
			return
		}
	}
}

// Keys lists the keys.
func (x *Index[O]) Keys() []string {
	keys := make([]string, 0, len(x.entries))
	for _, e := range x.all.entries {
		if e != nil {
			keys = append(keys, e.key)
		}
	}
	return keys
}

// List lists the objects.
func (x *Index[O]) List() []O { return x.all.objects() }

func (p *posting[O]) objects() []O {
	list := make([]O, 0, p.live())
	for _, e := range p.entries {
		if e != nil {
			list = append(list, e.obj)
		}
	}
	return list
}

// ByIndex lists the objects under a value of an index. It fails when there is no such
// index; under an unknown value there is an empty list.
func (x *Index[O]) ByIndex(name, value string) ([]O, error) {
	ix := x.index(name)
	if ix == nil {
		return nil, noIndex(name)
	}
	p := ix.postings[value]
	if p == nil {
		return []O{}, nil
	}
	return p.objects(), nil
}

func noIndex(name string) error { return fmt.Errorf("Index with name %s does not exist", name) } //nolint:staticcheck // programs match client-go's text

// IndexKeys lists the keys under a value of an index, sorted.
func (x *Index[O]) IndexKeys(name, value string) ([]string, error) {
	ix := x.index(name)
	if ix == nil {
		return nil, noIndex(name)
	}
	keys := []string{}
	if p := ix.postings[value]; p != nil {
		for _, e := range p.entries {
			if e != nil {
				keys = append(keys, e.key)
			}
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// IndexValues lists the values of an index under which something stands, sorted; none
// when there is no such index.
func (x *Index[O]) IndexValues(name string) []string {
	values := []string{}
	if ix := x.index(name); ix != nil {
		for value := range ix.postings {
			values = append(values, value)
		}
	}
	slices.Sort(values)
	return values
}

// Matches lists the objects that share a value of the index with o, each once.
func (x *Index[O]) Matches(name string, o O) ([]O, error) {
	ix := x.index(name)
	if ix == nil {
		return nil, noIndex(name)
	}
	values, err := ix.values(o)
	if err != nil {
		return nil, err
	}
	list := []O{}
	seen := map[*entry[O]]bool{}
	for _, value := range values {
		p := ix.postings[value]
		if p == nil {
			continue
		}
		for _, e := range p.entries {
			if e != nil && !seen[e] {
				seen[e] = true
				list = append(list, e.obj)
			}
		}
	}
	return list, nil
}
