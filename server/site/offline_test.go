package site

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What is kept at the first visit is there, is what the program and the front pages need, and is no more
// than a few megabytes; another program makes another worker, the same one the same.
func TestTheWorkerKeepsWhatThereIs(t *testing.T) {
	tree := madeSite(t)
	code := string(tree.Get("sw.js"))
	list := regexp.MustCompile(`const FILES = (\[.*\]);`).FindStringSubmatch(code)
	if list == nil {
		t.Fatalf("sw.js has no list of files:\n%.400s", code)
	}
	var names []string
	if err := json.Unmarshal([]byte(list[1]), &names); err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for _, name := range names {
		if name == "" || strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		if kept[name] = true; tree.Get(name) == nil {
			t.Errorf("sw.js keeps %s, which is not there", name)
		}
		if strings.Contains(name, "/stills/dirty") || packed(name) {
			t.Errorf("sw.js keeps %s at the first visit", name)
		}
	}
	for _, want := range []string{"index.html", "zh/course/index.html", "v1/index.html"} {
		if !kept[want] {
			t.Errorf("sw.js does not keep %s; it keeps %s", want, names)
		}
		for _, link := range regexp.MustCompile(`(?:src|href)="([^"#]+\.(?:js|css))"`).FindAllStringSubmatch(string(tree.Get(want)), -1) {
			if at := path.Join(path.Dir(want), link[1]); !kept[at] {
				t.Errorf("sw.js does not keep %s, which %s needs", at, want)
			}
		}
	}
	if !strings.Contains(code, `const NAME = OURS + "`) || strings.Contains(code, "/* the sum") {
		t.Error("sw.js has no sum in its name")
	}

	o := options(t)
	o.Only = []string{"three-adds-one-job"}
	made := func() string {
		tree, err := Make(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return string(tree.Get("sw.js"))
	}
	first := made()
	if made() != first {
		t.Error("the same program makes another sw.js: every reader would fetch everything again")
	}
	if o.Index = append(slices.Clone(o.Index), "<!-- newer -->"...); made() == first {
		t.Error("another page makes the same sw.js: nobody would hear of it")
	}
}
