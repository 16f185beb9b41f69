package dropin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

const (
	// Version is the client-go that the core stands in for.
	Version = scenarios.ClientGo
	// Folder is what a program gets; it holds all that was written.
	Folder = ".informerscope"

	clientGo = "k8s.io/client-go"
	ourPath  = "github.com/informerscope/informerscope/core/"
	// within is where the core lies in a copy of client-go.
	within = "informerscope/core/"
)

// replaced are the packages of client-go that become aliases, each of one of ours, and what goes by
// feature gates.
var replaced = []struct{ theirs, ours, gated string }{
	{"tools/cache", "cache", "cache/gated"},
	{"util/workqueue", "workqueue", ""},
}

// Program puts the core under the program in dir and returns the go.work to run it with. root is this
// repository.
func Program(root, dir string) (work string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is not a folder: name the folder of a Go module, make dropin DIR=path/to/program", dir)
	}
	if dir, err = moduleOf(dir); err != nil {
		return "", err
	}
	if err := fits(dir); err != nil {
		return "", err
	}
	from, err := Fetched()
	if err != nil {
		return "", err
	}
	into := filepath.Join(dir, Folder)
	if err := Undo(dir); err != nil {
		return "", err
	}
	// The mark comes first, so that a run that was stopped can be undone, too.
	if err := os.MkdirAll(into, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(into, ".gitignore"), []byte(mark), 0o644); err != nil {
		return "", err
	}
	if err := ClientGo(root, from, filepath.Join(into, "client-go"), false); err != nil {
		return "", err
	}
	text, err := workspace(dir)
	if err != nil {
		return "", err
	}
	work = filepath.Join(into, "go.work")
	if err := os.WriteFile(work, text, 0o644); err != nil {
		return "", err
	}
	if err := proven(dir, into, work); err != nil {
		return "", err
	}
	return work, nil
}

// proven builds the packages of the aliases, and sees that the program gets them.
func proven(dir, into, work string) error {
	cache, queue := clientGo+"/tools/cache", clientGo+"/util/workqueue"
	build := command(dir, "build", cache, queue)
	build.Env = append(build.Env, "GOWORK="+work)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("what was written to %s does not build (%w):\n%s", into, err, bytes.TrimSpace(out))
	}
	list := command(dir, "list", "-f", "{{.Dir}}", cache)
	list.Env = append(list.Env, "GOWORK="+work)
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list %s: %w", cache, err)
	}
	if got := strings.TrimSpace(string(out)); !strings.HasPrefix(got, into) {
		return fmt.Errorf("with %s the program takes %s from %s: is it a module of your workspace? The core stands in for the release %s", work, cache, got, Version)
	}
	return nil
}

// mark is the .gitignore of a folder of ours: only such a folder is removed.
const mark = "# Written by Informerscope's make dropin; delete the folder to be rid of it.\n*\n"

// Undo removes what Program wrote, if it did.
func Undo(dir string) error {
	into := filepath.Join(dir, Folder)
	text, err := os.ReadFile(filepath.Join(into, ".gitignore"))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(into); err == nil {
			return fmt.Errorf("%s is there and was not written by make dropin: move it away first", into)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if string(text) != mark {
		return fmt.Errorf("%s is there and was not written by make dropin: move it away first", into)
	}
	return os.RemoveAll(into)
}

// moduleOf is the folder of the module that dir lies in.
func moduleOf(dir string) (string, error) {
	out, err := run(dir, "env", "GOMOD")
	if err != nil {
		return "", err
	}
	mod := strings.TrimSpace(string(out))
	if mod == "" || mod == os.DevNull {
		return "", fmt.Errorf("%s lies in no Go module: there is no go.mod in it or above. Name the folder of your program's go.mod", dir)
	}
	return filepath.Dir(mod), nil
}

// fits says why client-go in the module of dir cannot be the one that the core stands in for.
func fits(dir string) error {
	out, err := run(dir, "mod", "edit", "-json")
	if err != nil {
		return err
	}
	type module struct{ Path, Version string }
	var mod struct {
		Module  module
		Require []module
		Replace []struct{ Old, New module }
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		return err
	}
	if mod.Module.Path == clientGo {
		return fmt.Errorf("%s is %s itself: name a program that uses it", dir, clientGo)
	}
	var version, how string
	for _, r := range mod.Require {
		if r.Path == clientGo {
			version, how = r.Version, "requires"
		}
	}
	if version == "" {
		return fmt.Errorf("%s does not require %s: there is nothing to put the core under. If the program imports it, go mod tidy comes first",
			filepath.Join(dir, "go.mod"), clientGo)
	}
	for _, r := range mod.Replace {
		if r.Old.Path == clientGo && (r.Old.Version == "" || r.Old.Version == version) {
			if r.New.Version == "" {
				return fmt.Errorf("%s replaces %s by the folder %s, and the core stands in for the release %s: take that replace out, then run this again",
					filepath.Join(dir, "go.mod"), clientGo, r.New.Path, Version)
			}
			version, how = r.New.Version, "replaces it by"
		}
	}
	if version != Version {
		return fmt.Errorf("%s %s %s %s, and the core stands in for %s: go get %s@%s, then run this again",
			filepath.Join(dir, "go.mod"), how, clientGo, version, Version, clientGo, Version)
	}
	return nil
}

// Fetched is the folder of client-go in the module cache; it is fetched when it is not there.
func Fetched() (string, error) {
	out, err := run(os.TempDir(), "mod", "download", "-json", clientGo+"@"+Version)
	if err != nil {
		return "", fmt.Errorf("%w\nIt comes from the module proxy: see go env GOPROXY, and whether it can be reached", err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		return "", err
	}
	return m.Dir, nil
}

// workspace is a go.work with the module in dir, or with the workspace that it has, and our replace.
func workspace(dir string) ([]byte, error) {
	out, err := run(dir, "env", "GOWORK")
	if err != nil {
		return nil, err
	}
	lines := []string{"use " + quoted(dir)}
	goVersion := ""
	if theirs := strings.TrimSpace(string(out)); theirs != "" && theirs != "off" {
		var w struct {
			Go      string
			Use     []struct{ DiskPath string }
			Replace []struct {
				Old, New struct{ Path, Version string }
			}
		}
		out, err := run(dir, "work", "edit", "-json", theirs)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(out, &w); err != nil {
			return nil, err
		}
		from := func(p string) string {
			if filepath.IsAbs(p) {
				return p
			}
			return filepath.Join(filepath.Dir(theirs), p)
		}
		goVersion, lines = w.Go, nil
		for _, u := range w.Use {
			lines = append(lines, "use "+quoted(from(u.DiskPath)))
		}
		for _, r := range w.Replace {
			if r.Old.Path == clientGo {
				continue
			}
			to := quoted(r.New.Path) + " " + r.New.Version
			if r.New.Version == "" {
				to = quoted(from(r.New.Path))
			}
			lines = append(lines, fmt.Sprintf("replace %s %s => %s", r.Old.Path, r.Old.Version, to))
		}
	}
	if goVersion == "" {
		out, err := run(dir, "list", "-m", "-f", "{{.GoVersion}}")
		if err != nil {
			return nil, err
		}
		goVersion = strings.TrimSpace(string(out))
	}
	return fmt.Appendf(nil, "// Written by Informerscope's make dropin.\n\ngo %s\n\n%s\n\nreplace %s => ./client-go\n", goVersion, strings.Join(lines, "\n"), clientGo), nil
}

func quoted(p string) string { return fmt.Sprintf("%q", p) }

// ClientGo writes a copy of the client-go in from to into, with the core of the repository root in it, and
// with its tests when they are wanted.
func ClientGo(root, from, into string, tests bool) error {
	if err := copied(from, into, func(name string) bool { return tests || !strings.HasSuffix(name, "_test.go") }); err != nil {
		return err
	}
	if err := core(root, into); err != nil {
		return err
	}
	for _, r := range replaced {
		if err := replace(root, into, r.theirs, r.ours, r.gated); err != nil {
			return fmt.Errorf("%s: %w", r.theirs, err)
		}
	}
	return nil
}

// Copy copies a module out of the module cache, so that it can be written to.
func Copy(from, into string) error {
	return copied(from, into, func(string) bool { return true })
}

// core copies what the aliases stand for, and what that imports of ours.
func core(root, into string) error {
	var todo []string
	for _, r := range replaced {
		todo = append(todo, r.ours)
		if r.gated != "" {
			todo = append(todo, r.gated)
		}
	}
	done := map[string]bool{}
	for len(todo) > 0 {
		p := todo[0]
		if todo = todo[1:]; done[p] {
			continue
		}
		done[p] = true
		dir := filepath.Join(root, "core", filepath.FromSlash(p))
		s, err := read(dir)
		if err != nil {
			return fmt.Errorf("the core: %w", err)
		}
		for _, f := range s.files {
			for _, spec := range f.Imports {
				if rest, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), ourPath); ours {
					todo = append(todo, rest)
				}
			}
		}
		to := filepath.Join(into, filepath.FromSlash(within+p))
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
		for name, text := range s.text {
			text = bytes.ReplaceAll(text, []byte(`"`+ourPath), []byte(`"`+clientGo+"/"+within))
			if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// replace puts aliases of one of our packages in the place of one of theirs.
func replace(root, into, name, our, gate string) error {
	dir := filepath.Join(into, filepath.FromSlash(name))
	theirs, err := read(dir)
	if err != nil {
		return err
	}
	ours, err := read(filepath.Join(root, "core", our))
	if err != nil {
		return err
	}
	var gated *source
	if gate != "" {
		if gated, err = read(filepath.Join(root, "core", filepath.FromSlash(gate))); err != nil {
			return err
		}
	}
	text, err := aliases(filepath.Base(name), theirs, ours, gated, clientGo+"/"+within+our, clientGo+"/"+within+gate)
	if err != nil {
		return err
	}
	for file := range theirs.files {
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			return err
		}
	}
	written := leftOut(theirs, ours)
	written["informerscope.go"] = text
	for file, text := range written {
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// copied copies the files of a folder that are wanted; the copies can be written to.
func copied(from, into string, wanted func(name string) bool) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		to := filepath.Join(into, rest)
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if !wanted(d.Name()) {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
}

// command is the go command in dir, as if by hand.
func command(dir string, args ...string) *exec.Cmd {
	c := exec.Command("go", args...)
	c.Dir = dir
	c.Env = append(slices.Clone(os.Environ()), "PWD="+dir)
	return c
}

func run(dir string, args ...string) ([]byte, error) {
	c := command(dir, args...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("there is no go command here: install Go from https://go.dev/dl")
	}
	if err != nil {
		return nil, fmt.Errorf("go %s in %s: %w: %s", strings.Join(args, " "), dir, err, bytes.TrimSpace(said.Bytes()))
	}
	return out, nil
}
