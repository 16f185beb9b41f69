package page

import (
	"os"
	"path/filepath"
	"testing"
)

func TestASectionIsWrittenInItsPlace(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("# Head\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, s := range [][2]string{{"a", "one\n"}, {"b", "two\n"}, {"a", "three\n"}} {
		if err := Write(page, s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := os.ReadFile(page)
	if want := "# Head\n\n<!-- a -->\nthree\n<!-- end of a -->\n\n<!-- b -->\ntwo\n<!-- end of b -->\n"; string(got) != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
}
