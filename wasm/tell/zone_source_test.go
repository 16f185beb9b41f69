//go:build !js

package tell

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	gotoken "go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The fields that a zone shows are those of client-go, by name, type and line; those of the
// API server are our cluster's.
func TestZonesShowFieldsOfClientGo(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}} {{.Version}}", "k8s.io/client-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir, version, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if version != scenarios.ClientGo {
		t.Errorf("the page shows fields of client-go %s, the module is %s", scenarios.ClientGo, version)
	}
	shown := 0
	for _, engine := range []string{"classic", "atomic"} {
		run, line := lesson(t, scenarios.Find("half-replaced"), engine)
		for _, zone := range scene.Zones {
			for _, f := range Behind(zone.Name, line.At(line.Last()), run.World) {
				shown++
				name, path := f.Name[strings.LastIndexByte(f.Name, '.')+1:], filepath.Join(dir, f.File)
				if f.File == "" {
					path = filepath.Join("..", "..", "core", "cluster", "cluster.go")
				}
				has, at := declared(t, path, name)
				if f.File != "" && at != f.Line {
					t.Errorf("%s: %s stands in line %d of %s, the link says %d", zone.Name, name, at, f.File, f.Line)
				}
				if len(f.Fields) == 0 {
					t.Errorf("%s: %s shows no field", zone.Name, name)
				}
				for _, field := range f.Fields {
					if has[field.Name] != field.Type {
						t.Errorf("%s: %s.%s is a %q in the source, the page says %q", zone.Name, name, field.Name, has[field.Name], field.Type)
					}
				}
			}
		}
	}
	if shown < 21 {
		t.Errorf("only %d structs were shown", shown)
	}
}

// declared reads the fields of a struct, or the variables that a method begins with, and the
// line where it begins.
func declared(t *testing.T, path, name string) (has map[string]string, line int) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := gotoken.NewFileSet()
	file, err := parser.ParseFile(files, path, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	source := func(n ast.Node) string {
		var b bytes.Buffer
		if err := format.Node(&b, files, n); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	has = map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if s, ok := n.Type.(*ast.StructType); ok && n.Name.Name == name {
				line = files.Position(n.Pos()).Line
				for _, f := range s.Fields.List {
					for _, id := range f.Names {
						has[id.Name] = source(f.Type)
					}
				}
			}
		case *ast.FuncDecl:
			if n.Name.Name != name {
				return true
			}
			line = files.Position(n.Pos()).Line
			for _, s := range n.Body.List { // x := &T{} or map[K]V{}
				a, ok := s.(*ast.AssignStmt)
				if !ok || len(a.Lhs) != 1 {
					continue
				}
				kind := strings.TrimSuffix(source(a.Rhs[0]), "{}")
				if strings.HasPrefix(kind, "&") {
					kind = "*" + kind[1:]
				}
				has[source(a.Lhs[0])] = kind
			}
		}
		return true
	})
	return has, line
}
