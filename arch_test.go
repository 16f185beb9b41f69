package informerscope_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/informerscope/informerscope"

// allowed says which of our packages and which modules a package may import; the standard
// library is free but for what purity forbids. A package without a row fails, and so does a
// row without a package. Source: ARCHITECTURE.md, "Packages".
var allowed = map[string]struct {
	ours  []string
	third []string
	pure  bool // no goroutine, clock, file, network or chance
	js    bool // only _js.go files and doc.go
	tests []string
}{
	".":                         {tests: []string{"scenarios"}},
	"core":                      {ours: []string{"core/trace"}, pure: true},
	"core/trace":                {pure: true},
	"core/state":                {ours: []string{"core/machine", "core/trace"}, pure: true},
	"core/chrome":               {ours: []string{"core/state", "core/trace"}, pure: true, tests: []string{"scenarios"}},
	"core/machine":              {ours: []string{"core/trace"}, pure: true, tests: []string{"core/golden"}},
	"core/cluster":              {ours: []string{"core/trace"}, pure: true},
	"core/sim":                  {ours: []string{"core/trace", "core/machine", "core/cluster", "core/state"}, pure: true, tests: []string{"core/golden"}},
	"core/golden":               {},
	"core/sim/simtest":          {ours: []string{"core/sim", "core/state"}},
	"core/alarm":                {third: []string{"k8s.io/utils/clock"}},
	"core/meter":                {ours: []string{"core/machine"}, third: []string{"k8s.io/utils/clock"}},
	"core/priorityqueue":        {ours: []string{"core/alarm", "core/machine", "core/meter", "core/trace", "core/workqueue"}, third: []string{"k8s.io/klog/v2", "k8s.io/utils/clock"}, tests: []string{"core/state"}},
	"core/workqueue":            {ours: []string{"core/alarm", "core/machine", "core/meter", "core/trace"}, third: []string{"k8s.io/apimachinery", "k8s.io/klog/v2", "k8s.io/utils/clock", "golang.org/x/time"}},
	"core/cache":                {ours: []string{"core/machine", "core/trace"}, third: []string{"k8s.io/apimachinery", "k8s.io/klog/v2", "k8s.io/utils"}},
	"core/cache/gated":          {ours: []string{"core/cache"}, third: []string{"k8s.io/apimachinery", "k8s.io/client-go"}},
	"core/dropin":               {ours: []string{"scenarios"}},
	"core/peers":                {ours: []string{"core/dropin", "core/peers/page"}},
	"core/peers/kcm":            {ours: []string{"core/peers/page", "server/testcluster"}, third: []string{"k8s.io/client-go", "k8s.io/api", "k8s.io/apimachinery"}},
	"core/peers/page":           {},
	"core/informers":            {ours: []string{"core/cache"}, third: []string{"k8s.io/apimachinery", "k8s.io/utils/clock"}, tests: []string{"core/cluster", "core/trace", "core/workqueue", "core/clientgo", "server/testcluster"}},
	"core/clientgo":             {ours: []string{"core/cache", "core/cache/gated", "core/informers"}, third: []string{"k8s.io/apimachinery", "k8s.io/client-go"}},
	"core/controller":           {third: []string{"k8s.io/client-go", "k8s.io/apimachinery", "k8s.io/api", "k8s.io/klog/v2"}},
	"core/versions":             {ours: []string{"core/trace", "core/state", "core/machine", "core/cluster", "core/sim", "scenarios"}, tests: []string{"core/versions/oracle"}},
	"core/versions/oracle":      {third: []string{"k8s.io/client-go", "k8s.io/apimachinery", "k8s.io/klog/v2", "k8s.io/utils", "golang.org/x/time"}},
	"core/conformance":          {ours: []string{"core/trace", "core/state", "core/machine", "core/cluster", "core/sim", "core/versions", "core/versions/oracle", "core/workqueue", "core/cache", "scenarios"}, third: []string{"k8s.io/client-go", "k8s.io/apimachinery", "k8s.io/api", "k8s.io/klog/v2", "k8s.io/utils"}},
	"core/conformance/priority": {ours: []string{"core", "core/priorityqueue", "core/sim", "core/state", "core/versions", "core/versions/oracle", "core/workqueue", "scenarios", "wasm/scene"}, third: []string{"sigs.k8s.io/controller-runtime", "github.com/prometheus/client_golang", "github.com/prometheus/client_model", "k8s.io/client-go", "k8s.io/api", "k8s.io/apimachinery"}},
	"scenarios":                 {ours: []string{"core/sim", "core/state", "core/trace"}, pure: true, tests: []string{"core/golden", "core/sim/simtest"}},
	"scenarios/notes":           {ours: []string{"scenarios"}, pure: true},
	"wasm/model":                {ours: []string{"core", "core/trace", "core/state", "core/sim", "scenarios"}, pure: true, tests: []string{"core/cluster", "core/golden", "core/machine"}},
	"wasm/text":                 {ours: []string{"web/locales"}, pure: true, tests: []string{"core/machine", "core/sim", "core/trace", "scenarios"}},
	"wasm/outline":              {pure: true},
	"wasm/draw":                 {ours: []string{"wasm/outline", "wasm/text"}, pure: true},
	"wasm/scrubber":             {ours: []string{"core/state", "core/trace", "wasm/draw"}, pure: true, tests: []string{"core/sim", "core/sim/simtest"}},
	"wasm/scene":                {ours: []string{"core/trace", "core/state", "wasm/draw", "wasm/outline", "wasm/text"}, pure: true, tests: []string{"core/golden", "core/sim", "core/sim/simtest", "scenarios", "wasm/scrubber", "wasm/still"}},
	"wasm/still":                {ours: []string{"wasm/draw"}, pure: true},
	"wasm/film":                 {ours: []string{"core/state", "scenarios", "wasm/draw", "wasm/model", "wasm/scene", "wasm/text"}, tests: []string{"core/golden", "core/trace"}},
	"wasm/orders":               {ours: []string{"core/sim", "core/state", "core/trace", "wasm/draw"}, pure: true, tests: []string{"core/golden"}},
	"wasm/raster":               {ours: []string{"wasm/draw", "wasm/outline"}, third: []string{"github.com/tdewolff/font", "golang.org/x/image", "golang.org/x/text"}, tests: []string{"core/state", "core/trace", "scenarios", "wasm/film", "wasm/scene", "wasm/scrubber", "wasm/text"}},
	"wasm/graph":                {ours: []string{"wasm/draw", "wasm/outline"}, third: []string{"github.com/hajimehoshi/ebiten/v2"}},
	"wasm/feed":                 {ours: []string{"core/cluster", "core/machine", "core/trace"}},
	"wasm/tell":                 {ours: []string{"core", "core/sim", "core/state", "core/trace", "scenarios", "wasm/draw", "wasm/model", "wasm/scene", "wasm/scrubber", "wasm/text"}, pure: true, tests: []string{"core/golden", "core/sim/simtest"}},
	"wasm/player":               {ours: []string{"core", "core/chrome", "core/sim", "core/state", "core/trace", "scenarios", "wasm/draw", "wasm/feed", "wasm/film", "wasm/model", "wasm/orders", "wasm/scene", "wasm/scrubber", "wasm/still", "wasm/tell", "wasm/text"}, pure: true, tests: []string{"core/golden", "server/room"}},
	"wasm/page":                 {ours: []string{"core", "core/sim", "core/state", "core/trace", "scenarios", "wasm/draw", "wasm/feed", "wasm/model", "wasm/orders", "wasm/player", "wasm/scene", "wasm/still", "wasm/tell", "wasm/text"}, third: []string{"github.com/maxence-charriere/go-app/v10"}, tests: []string{"core/golden"}},
	"wasm":                      {ours: []string{"wasm/feed", "wasm/graph", "wasm/page", "wasm/text"}, third: []string{"github.com/maxence-charriere/go-app/v10"}, js: true},
	"web":                       {tests: []string{"wasm/draw"}},
	"web/bundle":                {third: []string{"github.com/evanw/esbuild"}},
	"web/docs":                  {tests: []string{"core/cache", "core/clientgo", "core/informers", "core/trace", "core/workqueue"}},
	"web/locales":               {},
	"web/pack":                  {third: []string{"github.com/andybalholm/brotli"}},
	"web/stills":                {ours: []string{"scenarios", "scenarios/notes", "wasm/film", "wasm/player", "wasm/scene", "wasm/still", "wasm/tell", "wasm/text"}},
	"server":                    {ours: []string{".", "scenarios", "server/cli", "server/check", "server/explore", "server/play", "server/record", "server/render", "server/serve", "server/site", "server/testcluster"}, third: []string{"github.com/spf13/cobra", "golang.org/x/crypto/x509roots/fallback"}, tests: []string{"server/cli/clitest"}},
	"server/cli":                {ours: []string{"core/sim", "scenarios", "wasm/film", "wasm/text"}, third: []string{"github.com/spf13/cobra", "golang.org/x/term", "golang.org/x/text"}},
	"server/cli/clitest":        {ours: []string{"server/cli"}, third: []string{"github.com/spf13/cobra"}},
	"server/check":              {ours: []string{"core/sim", "core/state", "core/versions", "scenarios", "server/cli", "wasm/text"}, third: []string{"github.com/spf13/cobra"}, tests: []string{"server/cli/clitest"}},
	"server/play":               {ours: []string{"core/chrome", "core/sim", "core/state", "scenarios", "server/cli", "wasm/film", "wasm/tell", "wasm/text"}, third: []string{"github.com/spf13/cobra", "golang.org/x/term"}, tests: []string{"server/cli/clitest"}},
	"server/explore":            {ours: []string{"core/sim", "scenarios", "server/cli", "wasm/orders", "wasm/still"}, third: []string{"github.com/spf13/cobra"}, tests: []string{"server/cli/clitest"}},
	"server/render":             {ours: []string{"core/sim", "server/cli", "wasm/film", "wasm/raster", "wasm/still", "wasm/text"}, third: []string{"github.com/spf13/cobra"}, tests: []string{"scenarios", "server/cli/clitest"}},
	"server/site":               {ours: []string{"core/sim", "core/trace", "core/versions", "scenarios", "server/cli", "server/gate", "wasm/feed", "wasm/film", "wasm/player", "wasm/raster", "wasm/still", "wasm/tell", "wasm/text", "web/locales"}, third: []string{"github.com/andybalholm/brotli", "github.com/spf13/cobra", "github.com/yuin/goldmark"}, tests: []string{"."}},
	"server/serve":              {ours: []string{"server/cli", "server/demo", "server/gate", "server/hub", "server/metrics", "server/replay", "server/room", "server/upstream"}, third: []string{"github.com/spf13/cobra", "k8s.io/api", "sigs.k8s.io/yaml"}, tests: []string{"."}},
	"server/release":            {third: []string{"sigs.k8s.io/yaml"}},
	"server/room":               {third: []string{"github.com/coder/websocket"}},
	"server/gate":               {ours: []string{"server/room"}, third: []string{"k8s.io/apimachinery", "k8s.io/client-go", "k8s.io/api", "github.com/coder/websocket", "rsc.io/qr"}, tests: []string{"server/demo", "server/hub", "server/upstream", "server/testcluster"}},
	"server/hub":                {ours: []string{"core/cache", "server/gate"}, third: []string{"k8s.io/apimachinery", "k8s.io/klog/v2", "github.com/go-logr/logr"}, tests: []string{"server/upstream"}},
	"server/record":             {ours: []string{"core/sim", "core/trace", "server/cli", "server/demo", "server/gate", "server/hub", "server/upstream", "wasm/feed"}, third: []string{"github.com/spf13/cobra"}, tests: []string{"server/cli/clitest", "server/replay"}},
	"server/replay":             {ours: []string{"core/trace", "server/gate", "server/hub"}, tests: []string{"scenarios"}},
	"server/metrics":            {ours: []string{"server/gate", "server/hub", "server/room"}, third: []string{"github.com/prometheus/client_golang"}, tests: []string{"server/demo"}},
	"deploy":                    {third: []string{"github.com/prometheus/prometheus", "sigs.k8s.io/kustomize", "sigs.k8s.io/yaml", "k8s.io/apimachinery", "k8s.io/client-go"}, tests: []string{"server/testcluster"}},
	"server/clients":            {third: []string{"k8s.io/kubectl", "k8s.io/cli-runtime", "k8s.io/client-go", "k8s.io/api", "k8s.io/apimachinery", "sigs.k8s.io/controller-runtime"}, tests: []string{"server/gate", "server/hub", "server/testcluster", "server/upstream"}},
	"server/bench":              {ours: []string{"server/testcluster"}, third: []string{"k8s.io/kubectl", "k8s.io/client-go", "k8s.io/api", "k8s.io/apimachinery"}},
	"server/demo":               {ours: []string{"core/cluster", "core/trace", "server/gate", "server/hub"}, third: []string{"k8s.io/apimachinery", "k8s.io/api", "k8s.io/client-go"}},
	"server/upstream":           {ours: []string{"server/gate", "server/hub"}, third: []string{"k8s.io/apimachinery", "k8s.io/client-go"}},
	"server/testcluster":        {third: []string{"k8s.io/apimachinery", "k8s.io/client-go"}},
	"server/browser":            {ours: []string{".", "core/sim", "scenarios", "server/demo", "server/gate", "server/hub", "server/room", "server/site", "server/testcluster", "server/upstream", "wasm/film", "wasm/player", "wasm/raster", "wasm/still"}, third: []string{"github.com/andybalholm/brotli", "github.com/evanw/esbuild", "github.com/chromedp", "github.com/coder/websocket", "github.com/yuin/goldmark", "k8s.io/client-go", "k8s.io/apimachinery"}},
}

// impure names what a pure package may not touch, nor anything below it, with what to do instead.
var impure = map[string]string{
	"os": "take bytes or an fs.FS as an argument", "net": "answer questions with inputs",
	"syscall": "put it into a _js.go file of wasm/graph, wasm/feed or wasm", "math/rand": "use machine.Rand, a seeded value",
	"crypto/rand": "use machine.Rand, a seeded value", "sync": "the shell holds the lock", "log": "return an error, or emit an event",
}

var clocks = []string{"Now", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Since", "Until"}

type file struct {
	name string
	test bool
	ast  *ast.File
	fset *token.FileSet
}

func packages(t *testing.T) map[string][]file {
	t.Helper()
	found := map[string][]file{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		found[dir] = append(found[dir], file{filepath.ToSlash(name), strings.HasSuffix(name, "_test.go"), tree, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// within reports whether an import path is a package or lies below it.
func within(name, pkg string) bool { return name == pkg || strings.HasPrefix(name, pkg+"/") }

// Rule 1: imports flow only as the table says, and the table says no more than that.
func TestImportsFlowOnlyAsTheTableSays(t *testing.T) {
	found := packages(t)
	for dir := range allowed {
		if len(found[dir]) == 0 {
			t.Errorf("the table has a row for %s, but there is no such package: remove the row", dir)
		}
	}
	for dir, files := range found {
		row, ok := allowed[dir]
		if !ok {
			t.Errorf("package %s has no row in arch_test.go: say what it may import", dir)
			continue
		}
		used := map[string]bool{}
		for _, f := range files {
			for _, spec := range f.ast.Imports {
				name, _ := strconv.Unquote(spec.Path.Value)
				if rest, ours := strings.CutPrefix(name, module); ours {
					rest = strings.TrimPrefix(rest, "/")
					if rest == "" {
						rest = "."
					}
					used[rest] = true
					if rest != dir && !slices.Contains(row.ours, rest) && !(f.test && slices.Contains(row.tests, rest)) {
						t.Errorf("%s imports %s; %s may import of ours: %s", f.name, rest, dir, strings.Join(row.ours, ", "))
					}
					continue
				}
				if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
					continue
				}
				i := slices.IndexFunc(row.third, func(p string) bool { return within(name, p) })
				if i < 0 && !f.test {
					t.Errorf("%s imports %s; %s may import: %s", f.name, name, dir, strings.Join(row.third, ", "))
				}
				if i >= 0 {
					used[row.third[i]] = true
				}
			}
		}
		for _, p := range slices.Concat(row.ours, row.third, row.tests) {
			if !used[p] {
				t.Errorf("%s may import %s, and does not: take it out of its row", dir, p)
			}
		}
	}
}

// Rule 2: pure packages hold no goroutine, clock, file, network, lock or chance.
func TestPurePackagesOnlyTurnValuesIntoValues(t *testing.T) {
	for dir, files := range packages(t) {
		if !allowed[dir].pure {
			continue
		}
		for _, f := range files {
			if f.test {
				continue
			}
			for _, spec := range f.ast.Imports {
				name, _ := strconv.Unquote(spec.Path.Value)
				for bad, do := range impure {
					if within(name, bad) && name != "net/url" { // which only reads text
						t.Errorf("%s imports %s, but %s is pure: %s", f.name, name, dir, do)
					}
				}
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					t.Errorf("%s: a go statement in a pure package: goroutines live in shells", f.fset.Position(n.Pos()))
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clocks, n.Sel.Name) {
						t.Errorf("%s: time.%s in a pure package: take now as an argument", f.fset.Position(n.Pos()), n.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// Rule 3: Ebitengine and syscall/js stand only in _js.go files, so that go build, vet and
// test of everything need no C compiler, X11 or GPU.
func TestBrowserCodeStandsInJSFiles(t *testing.T) {
	for dir, files := range packages(t) {
		for _, f := range files {
			js := strings.HasSuffix(strings.TrimSuffix(f.name, "_test.go"), "_js") || strings.HasSuffix(f.name, "_js.go")
			if allowed[dir].js && !js && path.Base(f.name) != "doc.go" {
				t.Errorf("%s: %s holds only _js.go files and doc.go", f.name, dir)
			}
			for _, spec := range f.ast.Imports {
				name, _ := strconv.Unquote(spec.Path.Value)
				if (name == "syscall/js" || strings.HasPrefix(name, "github.com/hajimehoshi/ebiten")) && !js {
					t.Errorf("%s imports %s; only _js.go files may", f.name, name)
				}
			}
		}
	}
}

// Rule 4: the heavy parts of Kubernetes, and fonts, never reach the page's program.
func TestTheProgramOfThePageStaysLight(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./wasm")
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go list -deps ./wasm: %v\n%s", err, out)
	}
	for dep := range strings.FieldsSeq(string(out)) {
		for _, heavy := range []string{"k8s.io/apimachinery/pkg/apis", "k8s.io/apimachinery/pkg/watch", "k8s.io/apimachinery/pkg/labels", "k8s.io/client-go", "k8s.io/klog", "github.com/hajimehoshi/ebiten/v2/text", "github.com/tdewolff", "golang.org/x/image", module + "/wasm/raster"} {
			if within(dep, heavy) {
				t.Errorf("%s is part of the page's program: keep it on the server's side", dep)
			}
		}
		if dep == "k8s.io/apimachinery/pkg/runtime" {
			t.Errorf("%s is part of the page's program: it brings an HTTP client", dep)
		}
	}
}

// A package of more files or lines than this says why in its doc.go, in a paragraph that begins
// with "Size:". Tests do not count.
const (
	mostFiles = 30
	mostLines = 5000
)

// Rule 5: a package is small enough to be read, or says why it is not.
func TestAPackageIsSmallOrSaysWhyItIsNot(t *testing.T) {
	for dir, files := range packages(t) {
		count, lines, reason := 0, 0, false
		for _, f := range files {
			if f.test {
				continue
			}
			count++
			lines += f.fset.File(f.ast.FileStart).LineCount()
			reason = reason || f.ast.Doc != nil && strings.Contains(f.ast.Doc.Text(), "\nSize: ")
		}
		big := count > mostFiles || lines > mostLines
		switch {
		case big && !reason:
			t.Errorf("%s has %d files of %d lines, more than %d or %d: cut it, or say in doc.go why it is right, in a paragraph that begins with Size:", dir, count, lines, mostFiles, mostLines)
		case !big && reason:
			t.Errorf("%s has %d files of %d lines, and says why it is big: take the paragraph Size: out of its doc.go", dir, count, lines)
		}
	}
}

// Rule 6: no variable takes the name of a builtin, which a reader takes for the builtin.
func TestNoVariableIsNamedAsABuiltin(t *testing.T) {
	for _, files := range packages(t) {
		for _, f := range files {
			name := func(ids ...*ast.Ident) {
				for _, id := range ids {
					if types.Universe.Lookup(id.Name) != nil {
						t.Errorf("%s: %s is a builtin: give the variable a name of its own", f.fset.Position(id.Pos()), id.Name)
					}
				}
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv == nil {
						name(n.Name)
					}
				case *ast.FuncType:
					for _, list := range []*ast.FieldList{n.Params, n.Results} {
						if list != nil {
							for _, field := range list.List {
								name(field.Names...)
							}
						}
					}
				case *ast.AssignStmt:
					if n.Tok == token.DEFINE {
						for _, left := range n.Lhs {
							if id, ok := left.(*ast.Ident); ok {
								name(id)
							}
						}
					}
				case *ast.RangeStmt:
					for _, e := range []ast.Expr{n.Key, n.Value} {
						if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
							name(id)
						}
					}
				case *ast.ValueSpec:
					name(n.Names...)
				case *ast.TypeSpec:
					name(n.Name)
				}
				return true
			})
		}
	}
}
