package web

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// What an author's page loads for an element is little: 3 kB, packed.
func TestTheElementIsLight(t *testing.T) {
	data, err := os.ReadFile("embed.js")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(data)
	z.Close()
	if b.Len() > 3000 {
		t.Errorf("embed.js has %d bytes packed, want 3000 at most", b.Len())
	}
}

// Elements of one article keep apart, whatever reader and author do with them, in any order: see testdata/article.mjs.
func TestElementsOfAnArticleKeepApart(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not on the PATH: install it, or let make unit do that")
	}
	data, err := os.ReadFile("embed.js")
	if err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(t.TempDir(), "embed.mjs")
	if err := os.WriteFile(module, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for seed := range 2 {
		if out, err := exec.Command(node, "testdata/article.mjs", strconv.Itoa(seed), module).CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
	}
}
