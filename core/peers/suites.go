package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/dropin"
)

// suite is the tests of one module.
type suite struct {
	name, version string
	packages      []string
	// place makes the two folders to test in, and the arguments of go test there.
	place func(r *runner, s suite) (theirs, ours place, err error)
	// without says why a package is left out; "" is that it is not.
	without func(p listed) string
	// cut is which packages' tests are white boxes, of which only those that compile on aliases run.
	cut []string
}

// place is where go test runs, and how.
type place struct {
	dir      string
	args     []string
	hasFault bool // tests may hang
}

// limit is how long the tests of a package may take.
func (p place) limit() string {
	if p.hasFault {
		return "2m"
	}
	return "20m"
}

// suites are all; they name versions of the repository root.
func suites(root string) ([]suite, error) {
	controllerRuntime, err := required(filepath.Join(root, "core/conformance/priority/go.mod"), "sigs.k8s.io/controller-runtime")
	if err != nil {
		return nil, err
	}
	const cg = "k8s.io/client-go/"
	return []suite{
		{name: "client-go", version: dropin.Version, place: placeClientGo,
			packages: []string{cg + "tools/cache/...", cg + "util/workqueue", cg + "informers/...", cg + "dynamic/...", cg + "metadata/...", cg + "tools/leaderelection/...", cg + "tools/watch", cg + "tools/record", cg + "tools/events"},
			cut:      []string{cg + "tools/cache", cg + "util/workqueue"}},
		{name: "controller-runtime", version: controllerRuntime, place: placeControllerRuntime, packages: []string{"./..."},
			without: func(p listed) string {
				if p.uses("sigs.k8s.io/controller-runtime/pkg/envtest") || strings.HasSuffix(p.ImportPath, "/pkg/envtest") {
					return "starts a cluster (envtest)"
				}
				return ""
			}},
		{name: "kubernetes", version: "v1" + strings.TrimPrefix(dropin.Version, "v0"), place: placeKubernetes, packages: []string{"k8s.io/kubernetes/pkg/controller/..."}},
	}, nil
}

// required is the version that a go.mod requires of a module.
func required(mod, module string) (string, error) {
	text, err := os.ReadFile(mod)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) >= 2 && f[len(f)-2] == module {
			return f[len(f)-1], nil
		}
	}
	return "", fmt.Errorf("%s does not require %s", mod, module)
}

// runner runs suites.
type runner struct {
	root, cache string
	out         io.Writer
	fault       *fault
}

// clientGo writes client-go with our core and its tests into the cache, and with the fault. What is there
// already is left as it is, so that a build or a test that goes on is not disturbed.
func (r *runner) clientGo() (string, error) {
	from, err := dropin.Fetched()
	if err != nil {
		return "", err
	}
	into := filepath.Join(r.cache, r.side(), "client-go") // so named that reflectors are called after who makes them
	fresh := into + ".fresh"
	if err := os.RemoveAll(fresh); err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	if err := dropin.ClientGo(r.root, from, fresh, true); err != nil {
		return "", err
	}
	if err := r.fault.plant(fresh); err != nil {
		return "", err
	}
	return into, mirror(fresh, into)
}

// mirror makes a folder hold what another does.
func mirror(from, into string) error {
	there := map[string]bool{}
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		there[rest] = true
		to := filepath.Join(into, rest)
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if had, err := os.ReadFile(to); err == nil && bytes.Equal(had, text) {
			return nil
		}
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		return err
	}
	return filepath.WalkDir(into, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(into, name)
		if err != nil || there[rest] {
			return err
		}
		if err := os.RemoveAll(name); err != nil || !d.IsDir() {
			return err
		}
		return fs.SkipDir
	})
}

// placeClientGo makes modules of nothing but a require: what is compiled serves the other suites, too.
func placeClientGo(r *runner, s suite) (theirs, ours place, err error) {
	clientGo, err := r.clientGo()
	if err != nil {
		return
	}
	from, err := dropin.Fetched()
	if err != nil {
		return
	}
	sum, err := os.ReadFile(filepath.Join(from, "go.sum"))
	if err != nil {
		return
	}
	side := func(name, replace string) (place, error) {
		text := fmt.Sprintf("module clientgo.test\n\ngo 1.26.0\n\nrequire k8s.io/client-go %s\n%s", s.version, replace)
		p := place{dir: filepath.Join(r.cache, "client-go-tests", name), args: []string{"-mod=mod"}}
		if err := os.MkdirAll(p.dir, 0o755); err != nil {
			return p, err
		}
		if err := os.WriteFile(filepath.Join(p.dir, "go.sum"), sum, 0o644); err != nil {
			return p, err
		}
		return p, os.WriteFile(filepath.Join(p.dir, "go.mod"), []byte(text), 0o644)
	}
	if theirs, err = side("theirs", ""); err == nil {
		ours, err = side(r.side(), "\nreplace k8s.io/client-go => "+clientGo+"\n")
	}
	return
}

// side names the folder of ours.
func (r *runner) side() string {
	if r.fault != nil {
		return "fault"
	}
	return "ours"
}

func placeControllerRuntime(r *runner, s suite) (theirs, ours place, err error) {
	clientGo, err := r.clientGo()
	if err != nil {
		return
	}
	dir := filepath.Join(r.cache, "controller-runtime", s.version)
	if err = copyOnce("sigs.k8s.io/controller-runtime@"+s.version, dir); err != nil {
		return
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return
	}
	sum, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		return
	}
	side := func(name, to string) (place, error) {
		p := place{dir: dir, args: []string{"-mod=mod", "-modfile=" + name + ".mod"}}
		text := fmt.Appendf(slices.Clone(mod), "\nreplace k8s.io/client-go => %s\n", to)
		if err := os.WriteFile(filepath.Join(dir, name+".mod"), text, 0o644); err != nil {
			return p, err
		}
		return p, os.WriteFile(filepath.Join(dir, name+".sum"), sum, 0o644)
	}
	if theirs, err = side("theirs", "k8s.io/client-go "+dropin.Version); err == nil {
		ours, err = side(r.side(), clientGo)
	}
	return
}

// placeKubernetes makes modules of nothing but a require: the staging folders that Kubernetes' own go.mod
// replaces are modules of the same release.
func placeKubernetes(r *runner, s suite) (theirs, ours place, err error) {
	clientGo, err := r.clientGo()
	if err != nil {
		return
	}
	from, err := fetched("k8s.io/kubernetes@" + s.version)
	if err != nil {
		return
	}
	theirs, err = kubernetesModule(filepath.Join(r.cache, "kubernetes", "theirs"), from, s.version, "k8s.io/client-go "+dropin.Version)
	if err == nil {
		ours, err = kubernetesModule(filepath.Join(r.cache, "kubernetes", r.side()), from, s.version, clientGo)
	}
	return
}

var staging = regexp.MustCompile(`(?m)^\t(k8s\.io/\S+) => \./staging/`)

func kubernetesModule(dir, from, version, clientGo string) (place, error) {
	p := place{dir: dir, args: []string{"-mod=mod"}}
	mod, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		return p, err
	}
	text := fmt.Appendf(nil, "module kubernetes.test\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes %s\n\n", version)
	for _, m := range staging.FindAllSubmatch(mod, -1) {
		to := fmt.Sprintf("%s v0%s", m[1], strings.TrimPrefix(version, "v1"))
		if string(m[1]) == "k8s.io/client-go" {
			to = clientGo
		}
		text = fmt.Appendf(text, "replace %s => %s\n", m[1], to)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return p, err
	}
	return p, os.WriteFile(filepath.Join(dir, "go.mod"), text, 0o644)
}

// fetched is the folder of a module in the module cache.
func fetched(module string) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	var m struct{ Dir, Error string }
	if json.Unmarshal(out, &m) == nil && m.Error != "" {
		return "", fmt.Errorf("%s: %s", module, m.Error)
	}
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	return m.Dir, nil
}

// copyOnce copies a module out of the module cache into a folder that is not there yet.
func copyOnce(module, into string) error {
	if _, err := os.Stat(into); err == nil {
		return nil
	}
	from, err := fetched(module)
	if err != nil {
		return err
	}
	work := into + ".tmp"
	if err := os.RemoveAll(work); err != nil {
		return err
	}
	if err := dropin.Copy(from, work); err != nil {
		return err
	}
	return os.Rename(work, into)
}

// listed is a package as go list says it.
type listed struct {
	ImportPath, Dir                                      string
	TestGoFiles, XTestGoFiles, TestImports, XTestImports []string
}

func (p listed) uses(path string) bool {
	return slices.Contains(p.TestImports, path) || slices.Contains(p.XTestImports, path)
}

// ginkgo reports whether the tests are specs.
func (p listed) ginkgo() bool { return p.uses("github.com/onsi/ginkgo/v2") }

// list is the packages with tests.
func (p place) list(ctx context.Context, packages []string) ([]listed, error) {
	out, err := p.goCommand(ctx, "list", append([]string{"-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,TestImports,XTestImports"}, packages...)...)
	if err != nil {
		return nil, err
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var l listed
		if err := d.Decode(&l); err != nil {
			return nil, err
		}
		if len(l.TestGoFiles)+len(l.XTestGoFiles) > 0 {
			all = append(all, l)
		}
	}
	return all, nil
}

func (p place) goCommand(ctx context.Context, verb string, args ...string) ([]byte, error) {
	c := p.command(ctx, verb, args...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return out, fmt.Errorf("go %s in %s: %w: %s", verb, p.dir, err, bytes.TrimSpace(said.Bytes()))
	}
	return out, nil
}

func (p place) command(ctx context.Context, verb string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "go", slices.Concat([]string{verb}, p.args, args)...)
	c.Dir = p.dir
	c.Env = append(os.Environ(), "GOWORK=off", "PWD="+p.dir)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	return c
}
