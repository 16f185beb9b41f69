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
	taken := map[string]struct{}{}
	for _, name := range names {
		if x.index(name) != nil {
			taken[name] = struct{}{}
		}
	}
	if len(taken) > 0 {
		return fmt.Errorf("indexer conflict: %v", taken)
	}
	var v [][]string // for each stored object its values in the new indices
	for _, n := range x.all.entries {
		if n == 0 {
			continue
		}
		for _, name := range names {
			values, err := fs[name](x.objs[n-1])
			if err != nil {
				return IndexError{Key: x.lex.text(n - 1), Index: name, Err: err}
			}
			v = append(v, values)
		}
	}
	first := len(x.indices)
	for _, name := range names {
		x.indices = append(x.indices, indexOf[O]{name: name, values: fs[name], postings: map[string]uint32{}})
	}
	x.widen(first)
	x.tap.Begin()
	for _, n := range x.all.entries {
		if n == 0 {
			continue
		}
		x.placeIn(n-1, first, v[:len(names)])
		v = v[len(names):]
	}
	return nil
}

// SetIndex gives an index another function, and places in it what is stored. It fails when there is no such index or the
// function fails; then nothing changes.
func (x *Index[O]) SetIndex(name string, f IndexFunc[O]) error {
	i := slices.IndexFunc(x.indices, func(ix indexOf[O]) bool { return ix.name == name })
	if i < 0 {
		return noIndex(name)
	}
	v := make([][]string, 0, x.Len())
	for _, n := range x.all.entries {
		if n == 0 {
			continue
		}
		values, err := f(x.objs[n-1])
		if err != nil {
			return IndexError{Key: x.lex.text(n - 1), Index: name, Err: err}
		}
		v = append(v, values)
	}
	x.indices[i].values = f
	x.tap.Begin()
	for _, n := range x.all.entries {
		if n == 0 {
			continue
		}
		x.placeIn(n-1, i, v[:1])
		v = v[1:]
	}
	return nil
}

// placeIn makes an entry stand under the values v in the indices from first on, and elsewhere as it does.
func (x *Index[O]) placeIn(at uint32, first int, v [][]string) {
	if many := len(x.more) > 0 && x.more[at] != nil; !many && !slices.ContainsFunc(v, func(values []string) bool { return len(values) > 1 }) {
		own := x.own(at)[first:]
		for i, values := range v {
			if !x.holds(own[i], values) {
				x.placeOne(&own[i], at, first+i, values)
			}
		}
		return
	}
	all := x.standing(at, len(x.indices))
	copy(all[first:], v)
	x.placeMany(at, all)
}

// widen makes room for the spots of new indices; there were width before.
func (x *Index[O]) widen(width int) {
	old := x.spots
	x.spots = make([]spot, len(x.objs)*len(x.indices))
	for at := range x.objs {
		copy(x.own(uint32(at)), old[at*width:(at+1)*width])
	}
}

// standing lists the values an entry stands under in the first indices.
func (x *Index[O]) standing(at uint32, indices int) [][]string {
	v := make([][]string, indices)
	spots := x.more[at]
	if spots == nil {
		spots = x.own(at)
	}
	for _, s := range spots {
		if s.post != 0 {
			p := &x.postings[s.post-1]
			v[p.index] = append(v[p.index], p.value)
		}
	}
	return v
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
	at := x.lex.find(key)
	if at == none {
		return o, false
	}
	return x.objs[at], true
}

// Len counts the objects.
func (x *Index[O]) Len() int { return x.lex.live }

// RV is how fresh the store is: the resourceVersion of the last list, bookmark or SetRV.
func (x *Index[O]) RV() string { return x.rv }

// Each calls f for each object until it returns false.
func (x *Index[O]) Each(f func(key string, o O) bool) {
	for _, n := range x.all.entries {
		if n == 0 {
			continue
		}
		if !f(x.lex.text(n-1), x.objs[n-1]) {
			return
		}
	}
}

// Keys lists the keys.
func (x *Index[O]) Keys() []string { return x.keys(&x.all) }

func (x *Index[O]) keys(r *roll) []string {
	keys := make([]string, 0, r.live())
	for _, n := range r.entries {
		if n != 0 {
			keys = append(keys, x.lex.text(n-1))
		}
	}
	return keys
}

// List lists the objects.
func (x *Index[O]) List() []O { return x.AppendList(make([]O, 0, x.all.live())) }

// AppendList appends the objects to list.
func (x *Index[O]) AppendList(list []O) []O { return x.objects(list, &x.all) }

func (x *Index[O]) objects(list []O, r *roll) []O {
	list = slices.Grow(list, r.live())
	for _, n := range r.entries {
		if n != 0 {
			list = append(list, x.objs[n-1])
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
	return x.under([]O{}, ix, value), nil
}

// AppendUnder appends to list what ByIndex lists; nothing when there is no such index.
func (x *Index[O]) AppendUnder(list []O, name, value string) []O {
	if ix := x.index(name); ix != nil {
		return x.under(list, ix, value)
	}
	return list
}

// Count counts the objects under a value of an index; none when there is no such index.
func (x *Index[O]) Count(name, value string) int {
	if p := x.find(name, value); p != none {
		return x.postings[p].list.live()
	}
	return 0
}

// AppendBoth appends to list the objects that stand under a value of one index and under one of another, in the order in which
// they came under that of the two that has fewer; nothing when an index is not there.
func (x *Index[O]) AppendBoth(list []O, name, value, other, otherValue string) []O {
	few, many := x.find(name, value), x.find(other, otherValue)
	if few == none || many == none {
		return list
	}
	if x.postings[many].list.live() < x.postings[few].list.live() {
		few, many = many, few
	}
	for _, n := range x.postings[few].list.entries {
		if n != 0 && x.standsIn(n-1, many) {
			list = append(list, x.objs[n-1])
		}
	}
	return list
}

// find returns the number of a posting, or none.
func (x *Index[O]) find(name, value string) uint32 {
	if ix := x.index(name); ix != nil {
		if p, ok := ix.postings[value]; ok {
			return p
		}
	}
	return none
}

// standsIn reports whether an entry stands in a posting.
func (x *Index[O]) standsIn(at, post uint32) bool {
	if len(x.more) > 0 {
		if spots := x.more[at]; spots != nil {
			return slices.ContainsFunc(spots, func(s spot) bool { return s.post == post+1 })
		}
	}
	return x.own(at)[x.postings[post].index].post == post+1
}

func (x *Index[O]) under(list []O, ix *indexOf[O], value string) []O {
	n, ok := ix.postings[value]
	if !ok {
		return list
	}
	return x.objects(list, &x.postings[n].list)
}

func noIndex(name string) error { return fmt.Errorf("Index with name %s does not exist", name) } //nolint:staticcheck // programs match client-go's text

// IndexKeys lists the keys under a value of an index, sorted.
func (x *Index[O]) IndexKeys(name, value string) ([]string, error) {
	ix := x.index(name)
	if ix == nil {
		return nil, noIndex(name)
	}
	keys := []string{}
	if n, ok := ix.postings[value]; ok {
		keys = x.keys(&x.postings[n].list)
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
func (x *Index[O]) Matches(name string, o O) ([]O, error) { return x.AppendMatches([]O{}, name, o) }

// AppendMatches appends to list what Matches lists. With an error it returns nil.
func (x *Index[O]) AppendMatches(list []O, name string, o O) ([]O, error) {
	ix := x.index(name)
	if ix == nil {
		return nil, noIndex(name)
	}
	values, err := ix.values(o)
	if err != nil {
		return nil, err
	}
	if len(values) == 1 { // each stands under it once
		return x.under(list, ix, values[0]), nil
	}
	seen := map[uint32]bool{}
	for _, value := range values {
		p, ok := ix.postings[value]
		if !ok {
			continue
		}
		for _, n := range x.postings[p].list.entries {
			if n != 0 && !seen[n] {
				seen[n] = true
				list = append(list, x.objs[n-1])
			}
		}
	}
	return list, nil
}
