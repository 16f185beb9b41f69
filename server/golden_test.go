package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/web"
)

var update = flag.Bool("update", false, "write the goldens anew")

// golden compares what a command said with testdata/<name>.
func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v; with -update it is written", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; with -update it is written anew. Got\n%s\nwant\n%s", name, got, want)
	}
}

// command runs informerscope in this process.
func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(stdin), &out, &errs, page{built.index, web.Files})
	return code, out.String(), errs.String()
}
