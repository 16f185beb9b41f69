package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every file and test that core/README.md names exists, so a reader can follow it; a line
// without either says that the thing is not here.
func TestReadmeNamesWhatExists(t *testing.T) {
	tests := map[string]bool{}
	files, err := filepath.Glob("../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(source, -1) {
			tests[string(m[1])] = true
		}
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	_, table, _ := strings.Cut(string(text), "## Where everything is")
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| what |") {
			continue
		}
		rows++
		cells := strings.Split(strings.TrimSpace(line), " | ")
		named := 0
		for _, m := range regexp.MustCompile("`([a-z]+/[^`]+)`").FindAllStringSubmatch(line, -1) {
			named++
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s: %v", cells[0], err)
			}
		}
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(line, -1) {
			named++
			if !tests[name] {
				t.Errorf("%s: there is no %s", cells[0], name)
			}
		}
		if named < 2 && !strings.Contains(cells[0], "not here") {
			t.Errorf("%s: no file and test are named", cells[0])
		}
	}
	if rows < 80 {
		t.Errorf("%d rows were read: the table is shorter than it was", rows)
	}
}

// What client-go's tools/cache has and ours has not is in core/README.md, name by name.
func TestReadmeNamesEveryGap(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range apiGaps {
		if !regexp.MustCompile(`\b` + name + `\b`).Match(text) {
			t.Errorf("core/README.md does not say that core/cache has no %s", name)
		}
	}
}
