// Package clitest runs commands in tests, and holds what they said against goldens.
package clitest

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/server/cli"
)

var update = flag.Bool("update", false, "write the goldens anew")

// Run runs informerscope with one command alone, in this process.
func Run(t *testing.T, cmd *cobra.Command, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	root := &cobra.Command{Use: "informerscope"}
	root.AddCommand(cmd)
	var out, errs bytes.Buffer
	code = cli.Run(t.Context(), root, args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// Golden compares what a command said with testdata/<name>.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := Content(t, name); got != want {
		t.Errorf("%s differs; with -update it is written anew. Got\n%s\nwant\n%s", name, got, want)
	}
}

// Content is what a file holds.
func Content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// WellFormed sees that a picture is XML, and returns its words.
func WellFormed(t *testing.T, svg string) string {
	t.Helper()
	var words strings.Builder
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		tok, err := d.Token()
		if err == io.EOF {
			return words.String()
		}
		if err != nil {
			t.Fatalf("the SVG is not XML: %v", err)
		}
		if text, ok := tok.(xml.CharData); ok {
			words.Write(text)
		}
	}
}
