package testcluster

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestVersionsComeFromTheModuleOfThisCheckout(t *testing.T) {
	module, err := findModule()
	if err != nil {
		t.Fatal(err)
	}
	v, err := readVersions(module)
	if err != nil {
		t.Fatal(err)
	}
	if v.kubernetes != "v1.37.2" || v.etcd != "v3.7.0" {
		t.Errorf("readVersions(%s) = kubernetes %s, etcd %s, want v1.37.2 and v3.7.0", module, v.kubernetes, v.etcd)
	}
	if prefix := "kubernetes-v1.37.2-etcd-v3.7.0-"; !strings.HasPrefix(v.key(), prefix) {
		t.Errorf("key() = %q, want it to start with %q", v.key(), prefix)
	}
}

func TestOutsideACheckoutTheErrorSaysSo(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := findModule()
	if err == nil || !strings.Contains(err.Error(), "run this inside a checkout") {
		t.Errorf("findModule() outside a checkout = %v, want an error that says where to run", err)
	}
}

func TestCacheFolderChangesWithEveryInputOfTheBuild(t *testing.T) {
	const mod = "module m\n\nrequire (\n\tgo.etcd.io/etcd/server/v3 v3.7.0 // indirect\n\tk8s.io/kubernetes v1.37.2 // indirect\n)\n"
	key := func(mod, sum string) string {
		t.Helper()
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": mod, "go.sum": sum} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		v, err := readVersions(filepath.Join(dir, "go.mod"))
		if err != nil {
			t.Fatal(err)
		}
		return v.key()
	}
	base := key(mod, "a")
	if again := key(mod, "a"); again != base {
		t.Errorf("key of the same files = %q, then %q, want no change", base, again)
	}
	for what, got := range map[string]string{
		"another kubernetes": key(strings.Replace(mod, "v1.37.2", "v1.37.3", 1), "a"),
		"another etcd":       key(strings.Replace(mod, "v3.7.0", "v3.7.1", 1), "a"),
		"another replace":    key(mod+"replace k8s.io/api => k8s.io/api v0.37.3\n", "a"),
		"another go.sum":     key(mod, "b"),
	} {
		if got == base {
			t.Errorf("key with %s = %q, the same as without", what, got)
		}
	}
}

func TestModuleWithoutKubernetesIsRefused(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("module m\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := readVersions(filepath.Join(dir, "go.mod")); err == nil {
		t.Error("readVersions of a go.mod that requires nothing = nil, want an error")
	}
}

func TestBuildTellsTheBinaryItsVersion(t *testing.T) {
	v := versions{kubernetes: "v1.37.2", etcd: "v3.7.0"}
	got := compileArgs(v, apiServerProgram, "/cache/kube-apiserver")
	want := []string{"build", "-v", "-mod=readonly", "-buildvcs=false", "-ldflags", "-s -w" +
		" -X k8s.io/component-base/version.gitVersion=v1.37.2" +
		" -X k8s.io/component-base/version.gitMajor=1" +
		" -X k8s.io/component-base/version.gitMinor=37" +
		" -X k8s.io/client-go/pkg/version.gitVersion=v1.37.2" +
		" -X k8s.io/client-go/pkg/version.gitMajor=1" +
		" -X k8s.io/client-go/pkg/version.gitMinor=37",
		"-o", "/cache/kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"}
	if !slices.Equal(got, want) {
		t.Errorf("compileArgs = %q, want %q", got, want)
	}
}

// pretend stands in for the compiler: it writes the given files.
func pretend(t *testing.T, files ...string) func(into string) error {
	return func(into string) error {
		for _, f := range files {
			if err := os.WriteFile(filepath.Join(into, f), []byte(f), 0o700); err != nil {
				t.Error(err)
			}
		}
		return nil
	}
}

func TestSecondBuildDoesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "key")
	if err := fill(t.Context(), dir, &bytes.Buffer{}, pretend(t, "etcd", "kube-apiserver")); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	err := fill(t.Context(), dir, &log, func(string) error {
		t.Error("fill compiled again")
		return nil
	})
	if err != nil || log.Len() > 0 {
		t.Errorf("second fill = %v with log %q, want nil and silence", err, log.String())
	}
}

func TestFolderThatLostAFileIsBuiltAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "key")
	compile := pretend(t, "etcd", "kube-apiserver")
	if err := fill(t.Context(), dir, &bytes.Buffer{}, compile); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "etcd")); err != nil {
		t.Fatal(err)
	}
	if err := fill(t.Context(), dir, &bytes.Buffer{}, compile); err != nil || !built(dir) {
		t.Errorf("fill after etcd was removed = %v, built = %v, want nil and true", err, built(dir))
	}
}

func TestFailedBuildLeavesNoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "key")
	broken := errors.New("broken")
	err := fill(t.Context(), dir, &bytes.Buffer{}, func(into string) error {
		pretend(t, "etcd")(into)
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("fill = %v, want %v", err, broken)
	}
	for _, path := range []string{dir, dir + ".tmp"} {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("Stat(%s) after a failed build = %v, want that it does not exist", path, err)
		}
	}
}

func TestBuildThatMakesOnlyOneProgramFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "key")
	if err := fill(t.Context(), dir, &bytes.Buffer{}, pretend(t, "etcd")); err == nil {
		t.Error("fill with a compiler that wrote etcd only = nil, want an error")
	}
}

func TestBuildsAtTheSameTimeCompileOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "key")
	var compiled atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			err := fill(t.Context(), dir, &bytes.Buffer{}, func(into string) error {
				compiled.Add(1)
				return pretend(t, "etcd", "kube-apiserver")(into)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := compiled.Load(); n != 1 {
		t.Errorf("four builds at once compiled %d times, want 1", n)
	}
}

func TestWaitingForAnotherBuildEndsWithTheContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := lock(t.Context(), path, func() { t.Error("the first to lock had to wait") })
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := lock(ctx, path, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("lock of a held file, cancelled as soon as it waits = %v, want %v", err, context.Canceled)
	}
}

func TestFailedCompileShowsTheCompilersWords(t *testing.T) {
	out := strings.NewReader("go: downloading example.com/m v1.0.0\nexample.com/m\n# example.com/m\nm.go:1:1: expected 'package'\n")
	got := watchCompile(out, etcdProgram, &bytes.Buffer{})
	if want := "# example.com/m\nm.go:1:1: expected 'package'"; got != want {
		t.Errorf("watchCompile = %q, want %q", got, want)
	}
}
