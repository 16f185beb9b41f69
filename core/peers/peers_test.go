package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// What make dropin prints is pasted into a shell, which must not cut a folder's name at a space: of rm -r it
// would be another folder.
func TestWhatDropinPrintsCanBePasted(t *testing.T) {
	for _, name := range []string{"prog", "my prog", "it's $HOME `x`; true \"y\""} {
		dir := filepath.Join(t.TempDir(), name)
		work := filepath.Join(dir, ".informerscope", "go.work")
		if err := os.MkdirAll(filepath.Dir(work), 0o755); err != nil {
			t.Fatal(err)
		}
		command := map[string]string{}
		for line := range strings.Lines(howTo(dir, work)) {
			if what, how, ok := strings.Cut(line, ":  "); ok {
				command[what] = strings.TrimSpace(how)
			}
		}
		script := command["Where your program is"] + " && pwd && " + strings.TrimSuffix(command["Run it, or its tests, on this core"], "go run .") + "printenv GOWORK && " + command["To be rid of it"]
		out, err := exec.Command("sh", "-c", script).CombinedOutput()
		if want := dir + "\n" + work + "\n"; err != nil || string(out) != want {
			t.Errorf("%s\nsays %q, %v; want %q", script, out, err, want)
		}
		if _, err := os.Stat(filepath.Dir(work)); !os.IsNotExist(err) {
			t.Errorf("%s: %s is still there (%v)", command["To be rid of it"], filepath.Dir(work), err)
		}
	}
}

// Each fault changes a place that is there once.
func TestFaultsHaveTheirPlace(t *testing.T) {
	for _, f := range faults {
		text, err := os.ReadFile(filepath.Join("..", f.file))
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		name := filepath.Join(dir, "informerscope", "core", f.file)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := f.plant(dir); err != nil {
			t.Error(err)
		}
		if now, err := os.ReadFile(name); err != nil || string(now) == string(text) {
			t.Errorf("%s: nothing was planted (%v)", f.what, err)
		}
	}
}

func TestWhatEndsDifferentlyIsFound(t *testing.T) {
	a := ends{"p": {"": "pass", "TestA": "pass", "TestB": "fail", "TestC": "pass", "TestC/x": "pass", "TestD": "pass", "TestLeft": "pass"}, "q": {"": "pass"}}
	b := ends{"p": {"": "fail", "TestA": "pass", "TestB": "fail", "TestC": "fail", "TestC/x": "fail", "TestE": "skip"}, "q": {"": "fail"}}
	got := compare(a, b, func(_, test string) bool { return test == "TestLeft" })
	want := []difference{
		{pkg: "p", test: "TestC/x", theirs: "pass", ours: "fail"},
		{pkg: "p", test: "TestD", theirs: "pass"},
		{pkg: "p", test: "TestE", ours: "skip"},
		{pkg: "q", theirs: "pass", ours: "fail"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("compare: %+v\nwant %+v", got, want)
	}
}

// What touches the inside of a package goes, with the import and the helper that only it needs.
func TestCutLinesRemovesWhatDoesNotCompile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x_test.go")
	text := "package x\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc TestIn(t *testing.T) {\n\tfmt.Println(inside)\n}\n\nfunc TestOut(t *testing.T) {}\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cut := map[string]string{}
	if err := cutLines(name, map[int]string{9: "undefined: inside"}, cut); err != nil {
		t.Fatal(err)
	}
	if err := cutLines(name, map[int]string{4: `"fmt" imported and not used`}, cut); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(name)
	if strings.Contains(string(got), "fmt") || strings.Contains(string(got), "TestIn") || !strings.Contains(string(got), "TestOut") || cut["TestIn"] == "" {
		t.Errorf("after the cuts, %v:\n%s", cut, got)
	}
}
