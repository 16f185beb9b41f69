package web

import (
	"bytes"
	"compress/gzip"
	"os"
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
