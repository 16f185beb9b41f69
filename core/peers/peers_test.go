package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

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
