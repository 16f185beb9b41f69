package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// fault is a mistake to plant into the copy of the core: others' tests have to find it.
type fault struct {
	what       string
	file       string // of core
	from, into string
}

func (f *fault) plant(clientGo string) error {
	if f == nil {
		return nil
	}
	name := filepath.Join(clientGo, "informerscope", "core", filepath.FromSlash(f.file))
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if n := bytes.Count(text, []byte(f.from)); n != 1 {
		return fmt.Errorf("core/%s has the place of the fault %q %d times: mend the fault's text", f.file, f.what, n)
	}
	return os.WriteFile(name, bytes.Replace(text, []byte(f.from), []byte(f.into), 1), 0o644)
}

var faults = []fault{
	{"Done forgets a key that was added while it was processed", "machine/queue.go",
		"\tq.line.push(&q.keys, at)\n\treturn wake | WakeGetter", "\treturn wake"},
	{"a store keeps the old object of an update", "machine/index.go",
		"\tx.objs[at] = o\n\tx.emitPut", "\tif isNew {\n\t\tx.objs[at] = o\n\t}\n\tx.emitPut"},
	{"handlers do not hear of a deletion that a watch tells", "machine/informer.go",
		"\ti.store.remove(d.Key)\n\ti.notes = append(i.notes, Note[O]{Kind: NoteDelete, Key: d.Key, Old: d.Obj, Unknown: d.Unknown})", "\ti.store.remove(d.Key)"},
}
