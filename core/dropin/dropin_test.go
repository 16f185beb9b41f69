package dropin

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

const repository = "../.."

// program writes a module that uses client-go as a controller does: it has the requirements of this
// repository, whose modules are there.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	mod, err := os.ReadFile(repository + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(repository + "/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	main, err := os.ReadFile("testdata/program.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(mod), "\n")
	write(t, dir, "go.mod", "module example.com/program\n"+rest)
	write(t, dir, "go.sum", string(sum))
	write(t, dir, "main.go", string(main))
	// What is compiled is that of any other folder.
	t.Setenv("GOFLAGS", "-trimpath -buildvcs=false")
	t.Setenv("GOWORK", "")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sum is of all files of a folder but for those that dropin has written.
func sum(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == Folder {
				return fs.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

func goRun(t *testing.T, dir, work string) string {
	t.Helper()
	c := exec.Command("go", "run", ".")
	c.Dir = dir
	c.Env = append(os.Environ(), "PWD="+dir, "GOWORK="+work)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, out)
	}
	return string(out)
}

// A program runs on the core without an edit: what it does is the same, and what it does it with is ours.
func TestAProgramRunsOnTheCoreWithoutAnEdit(t *testing.T) {
	dir := program(t)
	before := sum(t, dir)
	if _, err := Program(repository, dir); err != nil {
		t.Fatal(err)
	}
	work, err := Program(repository, dir) // again
	if err != nil {
		t.Fatal(err)
	}
	did := "added default/a, updated default/a, deleted default/a, worked on default/a\n"
	core := clientGo + "/" + within
	if got, want := goRun(t, dir, work), did+core+"cache "+core+"workqueue\n"; got != want {
		t.Errorf("on the core it says\n%s\nwant\n%s", got, want)
	}
	if sum(t, dir) != before {
		t.Error("a file of the program was changed")
	}
	if err := Undo(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, Folder)); err == nil {
		t.Error("the folder is there after Undo")
	}
	if got, want := goRun(t, dir, ""), did+"k8s.io/client-go/tools/cache k8s.io/client-go/util/workqueue\n"; got != want {
		t.Errorf("afterwards it says\n%s\nwant\n%s", got, want)
	}
}

// A workspace and a vendor folder of the program's own stay as they are, and what they say holds.
func TestAWorkspaceIsTakenOver(t *testing.T) {
	dir := program(t)
	write(t, dir, "go.work", "go 1.26.0\n\nuse .\nuse ./other\n\nreplace example.com/far => ./far\n")
	write(t, dir, "other/go.mod", "module example.com/other\n\ngo 1.26.0\n")
	write(t, dir, "far/go.mod", "module example.com/far\n\ngo 1.26.0\n")
	text, err := workspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("use %q", dir), fmt.Sprintf("use %q", filepath.Join(dir, "other")),
		fmt.Sprintf("replace example.com/far  => %q", filepath.Join(dir, "far")), "replace k8s.io/client-go => ./client-go",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
}

func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	t.Setenv("GOWORK", "")
	mod := func(lines string) string {
		dir := t.TempDir()
		write(t, dir, "go.mod", "module example.com/program\n\ngo 1.26.0\n\n"+lines+"\n")
		return dir
	}
	taken := program(t)
	write(t, taken, Folder+"/mine.txt", "mine")
	file := filepath.Join(taken, "main.go")
	for _, c := range []struct{ dir, want string }{
		{filepath.Join(taken, "nowhere"), "is not a folder: name the folder of a Go module"},
		{file, "is not a folder"},
		{t.TempDir(), "lies in no Go module"},
		{mod(""), "does not require k8s.io/client-go"},
		{mod("require k8s.io/client-go v1.5.2"), "requires k8s.io/client-go v1.5.2, and the core stands in for " + scenarios.ClientGo + ": go get k8s.io/client-go@" + scenarios.ClientGo},
		{mod("require k8s.io/client-go " + scenarios.ClientGo + "\nreplace k8s.io/client-go => ../fork"), "replaces k8s.io/client-go by the folder ../fork"},
		{mod("require k8s.io/client-go " + scenarios.ClientGo + "\nreplace k8s.io/client-go => k8s.io/client-go v1.5.2"), "replaces it by k8s.io/client-go v1.5.2"},
		{taken, "is there and was not written by make dropin"},
	} {
		if _, err := Program(repository, c.dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant: … %s …", c.dir, err, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(taken, Folder, "mine.txt")); err != nil {
		t.Errorf("a folder that is not ours was touched: %v", err)
	}
}
