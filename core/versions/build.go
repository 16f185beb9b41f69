package versions

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

//go:embed oracle/*.go
var source embed.FS

// goLine is the Go that an oracle's module asks for.
const goLine = "1.26"

// starter is the test of the oracle's module: testing/synctest wants one.
const starter = `package oracle

import (
	"os"
	"testing"
)

func TestOracle(t *testing.T) { Serve(t, os.Stdin, os.Stdout) }
`

// buildLimit is how long one oracle may take to be fetched and built.
const buildLimit = 15 * time.Minute

// files are what an oracle of v is built of.
func (v Version) files() map[string]string {
	files := map[string]string{
		"go.mod":         fmt.Sprintf("module oracle\n\ngo %s\n\nrequire (\n\tk8s.io/apimachinery %s\n\tk8s.io/client-go %s\n)\n", goLine, v, v),
		"oracle_test.go": starter,
	}
	entries, err := source.ReadDir("oracle")
	if err != nil {
		panic("versions: the oracle's source is not in the program: " + err.Error())
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		text, _ := source.ReadFile("oracle/" + e.Name())
		files[e.Name()] = string(text)
	}
	return files
}

// folder is where the oracle of v stands: another source or another Go is another folder.
func (v Version) folder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("client-go %s: there is no cache folder to build in: %w", v, err)
	}
	sum := sha256.New()
	files := v.files()
	for _, name := range sortedKeys(files) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	fmt.Fprint(sum, runtime.GOOS, runtime.GOARCH)
	return filepath.Join(cache, "informerscope", "versions", fmt.Sprintf("%s-%x", v, sum.Sum(nil)[:6])), nil
}

// Built reports whether the oracle of v is there.
func (v Version) Built() bool {
	dir, err := v.folder()
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, "oracle"))
	return err == nil
}

// GoCommand is what oracles are built with.
func GoCommand() (string, error) {
	command, err := exec.LookPath("go")
	if err != nil {
		return "", fmt.Errorf("an oracle is built with Go %s, and there is no go command here: install it from https://go.dev/dl, then run this again", goLine)
	}
	return command, nil
}

// Build returns the oracle of v, and builds it where there is none: that takes the go command, modules of
// the proxy, and about a minute.
func (v Version) Build(ctx context.Context) (binary string, err error) {
	dir, err := v.folder()
	if err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "oracle")
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	command, err := GoCommand()
	if err != nil {
		return "", fmt.Errorf("client-go %s: %w", v, err)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", fmt.Errorf("client-go %s: %w", v, err)
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), ".building-")
	if err != nil {
		return "", fmt.Errorf("client-go %s: %w", v, err)
	}
	defer os.RemoveAll(work)
	for name, text := range v.files() {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o644); err != nil {
			return "", fmt.Errorf("client-go %s: %w", v, err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, buildLimit)
	defer cancel()
	build := exec.CommandContext(ctx, command, "test", "-c", "-mod=mod", "-trimpath", "-ldflags=-s -w", "-tags", v.tags(), "-o", "oracle", ".")
	build.Dir = work
	build.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GO111MODULE=on", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	build.WaitDelay = time.Second
	if out, err := build.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return "", v.unbuilt(err, out)
	}
	if err := os.Rename(work, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		if _, there := os.Stat(binary); there != nil { // else somebody else was first
			return "", fmt.Errorf("client-go %s: %w", v, err)
		}
	}
	forgetOld(filepath.Dir(dir), v)
	return binary, nil
}

// keptBuilds are how many oracles of one version stay in the cache: those of other sources, some 10 MB each.
const keptBuilds = 3

// forgetOld removes the oldest oracles of a version. What cannot be removed stays.
func forgetOld(cache string, v Version) {
	found, _ := filepath.Glob(filepath.Join(cache, string(v)+"-*"))
	age := map[string]time.Time{}
	for _, dir := range found {
		if info, err := os.Stat(dir); err == nil {
			age[dir] = info.ModTime()
		}
	}
	slices.SortFunc(found, func(a, b string) int { return age[b].Compare(age[a]) })
	for _, dir := range found[min(keptBuilds, len(found)):] {
		os.RemoveAll(dir)
	}
}

// unbuilt says why there is no oracle, and what can be done.
func (v Version) unbuilt(err error, out []byte) error {
	said := string(bytes.TrimSpace(out))
	if lines := strings.Split(said, "\n"); len(lines) > 12 {
		said = "…\n" + strings.Join(lines[len(lines)-12:], "\n")
	}
	next := "what it said names the cause"
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(said, p) {
				return true
			}
		}
		return false
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		next = fmt.Sprintf("it took more than %v: try again, what was fetched is kept", buildLimit)
	case has("unknown revision", "404 Not Found", "410 Gone", "403 Forbidden", "no matching versions"):
		next = "the module proxy has no such version: go list -m -versions k8s.io/client-go names those that there are"
	case has("no such host", "dial tcp", "connection refused", "i/o timeout", "module lookup disabled", "proxy"):
		next = "its modules come from the module proxy: see go env GOPROXY, and whether it can be reached"
	case has("requires go >=", "toolchain not available"):
		next = "install a newer Go from https://go.dev/dl"
	case has("undefined:", "cannot use", "not enough arguments", "too many arguments"):
		next = "its API is another than the oracle's source knows: core/versions/oracle needs a file for it"
	}
	return fmt.Errorf("client-go %s: its oracle could not be built (%w): %s\n%s", v, err, next, said)
}
