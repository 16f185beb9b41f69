package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Tree is a site before it is written: its files by their slashed paths. The zero Tree is empty; it may
// be filled by several goroutines.
type Tree struct {
	mu    sync.Mutex
	files map[string][]byte
}

// Put adds a file, or takes the place of one.
func (t *Tree) Put(name string, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.files == nil {
		t.files = map[string][]byte{}
	}
	t.files[name] = data
}

// Get returns a file, nil where there is none.
func (t *Tree) Get(name string) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.files[name]
}

// Names are all files, sorted.
func (t *Tree) Names() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.files))
}

// manifest names in a folder what was written by us, so that the next writing removes what is
// no longer there, and nothing else.
const manifest = ".informerscope-site.json"

// WriteTo puts the files into dir, which is made. Files of an earlier site that are no longer in the
// Tree are removed; one that neither we wrote nor has our content is an error before anything is touched.
func (t *Tree) WriteTo(dir string) error {
	old, err := readManifest(dir)
	if err != nil {
		return err
	}
	names := t.Names()
	for _, name := range names {
		if slices.Contains(old, name) {
			continue
		}
		have, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, name), err)
		}
		if !bytes.Equal(have, t.Get(name)) {
			return fmt.Errorf("%s is there and was not written by this command: name another folder with -o, or remove it", filepath.Join(dir, name))
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	// The list of both comes first: what a failure leaves half written is ours, too.
	both, _ := json.Marshal(slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(old), names...)))))
	if err := writeFile(dir, manifest, both); err != nil {
		return err
	}
	for _, name := range names {
		if err := writeFile(dir, name, t.Get(name)); err != nil {
			return err
		}
	}
	for _, name := range old {
		if t.Get(name) == nil {
			if err := remove(dir, name); err != nil {
				return err
			}
		}
	}
	return writeFile(dir, manifest, list)
}

func readManifest(dir string) (names []string, err error) {
	data, err := os.ReadFile(filepath.Join(dir, manifest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &names)
	}
	if err == nil && slices.ContainsFunc(names, func(name string) bool { return !fs.ValidPath(name) }) {
		err = errors.New("it names a file outside of the folder")
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read (%w): remove the folder, or name another one with -o", filepath.Join(dir, manifest), err)
	}
	return names, nil
}

// writeFile leaves a file alone that has the content already: it keeps its time, by which hosts and
// copying programs see what is new.
func writeFile(dir, name string, data []byte) error {
	at := filepath.Join(dir, filepath.FromSlash(name))
	if have, err := os.ReadFile(at); err == nil && bytes.Equal(have, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	return os.WriteFile(at, data, 0o644)
}

// remove takes a file away, and the folders that are empty then.
func remove(dir, name string) error {
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		if os.Remove(filepath.Join(dir, filepath.FromSlash(up))) != nil {
			break // not empty
		}
	}
	return nil
}

// up is the way from a file back to the site's root: "../../" for s/x/index.html.
func up(name string) string { return strings.Repeat("../", strings.Count(name, "/")) }
