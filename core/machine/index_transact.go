package machine

// Change is one change of a transaction: Obj is stored under Key, or what is there deleted.
type Change[O any] struct {
	Key    string
	Obj    O
	Delete bool
}

// Transact makes the changes in order, as one transition. A key may occur more than once.
// When an index function fails nothing changes.
func (x *Index[O]) Transact(changes []Change[O]) error {
	width := len(x.indices)
	v := make([][]string, 0, width*len(changes))
	for i := range changes {
		if changes[i].Delete {
			continue
		}
		var err error
		if v, err = x.append(v, changes[i].Key, changes[i].Obj); err != nil {
			return err
		}
	}
	x.tap.Begin()
	for i := range changes {
		if c := &changes[i]; c.Delete {
			x.remove(c.Key)
		} else {
			x.put(c.Key, c.Obj, v[:width])
			v = v[width:]
		}
	}
	return nil
}

// append appends to v what the index functions return for o.
func (x *Index[O]) append(v [][]string, key string, o O) ([][]string, error) {
	for _, ix := range x.indices {
		values, err := ix.values(o)
		if err != nil {
			return nil, IndexError{Key: key, Index: ix.name, Err: err}
		}
		v = append(v, values)
	}
	return v, nil
}
