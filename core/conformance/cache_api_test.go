package conformance

import (
	"cmp"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// apiGaps names what client-go's package exports and ours does not, with the reason. A name
// that is neither there nor here fails the test, and so does one that is in both.
var apiGaps = map[string]string{
	"NewListWatchFromClient":         "needs client-go's rest client: core/clientgo has it",
	"NewFilteredListWatchFromClient": "needs client-go's rest client: core/clientgo has it",
	"Getter":                         "needs client-go's rest client: core/clientgo has it",

	"ExpirationCache":                        "later: no informer uses it",
	"NewExpirationStore":                     "later: no informer uses it",
	"NewFakeExpirationStore":                 "later: no informer uses it",
	"FakeExpirationPolicy":                   "later: no informer uses it",
	"ExpirationPolicy":                       "later: no informer uses it",
	"TTLPolicy":                              "later: no informer uses it",
	"TimestampedEntry":                       "later: no informer uses it",
	"NewTTLStore":                            "later: no informer uses it",
	"MutationCache":                          "later: no informer uses it",
	"NewIntegerResourceVersionMutationCache": "later: no informer uses it",
	"NewIntegerResourceVersionMutationCacheWithOptions": "later: no informer uses it",
	"MutationCacheOptions":                              "later: no informer uses it",
	"ResourceVersionComparator":                         "later: no informer uses it",
	"Heap":                                              "later: no informer uses it",
	"NewHeap":                                           "later: no informer uses it",
	"LessFunc":                                          "later: no informer uses it",
	"FIFO":                                              "later: no informer uses it",
	"NewFIFO":                                           "later: no informer uses it",
	"UndeltaStore":                                      "later: no informer uses it",
	"NewUndeltaStore":                                   "later: no informer uses it",
	"FakeCustomStore":                                   "later: for tests only",
	"RetryWithDeadline":                                 "the machine decides when a watch is tried again",
	"NewRetryWithDeadline":                              "the machine decides when a watch is tried again",
}

// apiMore names fields and methods that ours has beyond client-go's, with the reason.
var apiMore = map[string]string{
	"Config.Clock":                                "the clock is injected",
	"Config.DisableWatchList":                     "client-go has a feature gate",
	"InformerOptions.Clock":                       "the clock is injected",
	"InformerOptions.DisableWatchList":            "client-go has a feature gate",
	"InformerOptions.Engine":                      "client-go has feature gates",
	"ReflectorOptions.DisableWatchList":           "client-go has a feature gate",
	"SharedIndexInformerOptions.Clock":            "the clock is injected",
	"SharedIndexInformerOptions.DisableWatchList": "client-go has a feature gate",
	"SharedIndexInformerOptions.Engine":           "client-go has feature gates",
}

// TestCacheHasTheAPIOfClientGos compares all that tools/cache exports with core/cache: kinds,
// signatures, fields, method sets and constants, by their types as the compiler sees them. A
// program that compiles against the one compiles against the other where they are equal.
func TestCacheHasTheAPIOfClientGos(t *testing.T) {
	const theirPath, ourPath = "k8s.io/client-go/tools/cache", "github.com/informerscope/informerscope/core/cache"
	theirs, ours := loadTypes(t, theirPath, ourPath)
	d := apiDiff{ours: ours, rename: strings.NewReplacer(theirPath+".", "cache.", ourPath+".", "cache.")}
	gaps := 0
	for _, name := range theirs.Scope().Names() {
		a, b := theirs.Scope().Lookup(name), ours.Scope().Lookup(name)
		if !a.Exported() {
			continue
		}
		d.seen++
		exported := b != nil && b.Exported()
		switch why, gap := apiGaps[name]; {
		case gap && exported:
			t.Errorf("%s is named a gap, and is there: remove it from apiGaps", name)
		case gap:
			gaps++
			t.Logf("gap: %s: %s", name, why)
		case !exported:
			t.Errorf("%s is missing", d.rename.Replace(a.String()))
		default:
			d.object(name, a, b)
		}
	}
	for name := range apiGaps {
		if theirs.Scope().Lookup(name) == nil {
			t.Errorf("%s is named a gap, and client-go does not have it: remove it from apiGaps", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(apiMore)) {
		if !d.more[name] {
			t.Errorf("%s is named in apiMore, and is not there", name)
		}
		t.Logf("more: %s: %s", name, apiMore[name])
	}
	for _, text := range d.differ {
		t.Error(text)
	}
	var own []string
	for _, name := range ours.Scope().Names() {
		if o := ours.Scope().Lookup(name); o.Exported() && theirs.Scope().Lookup(name) == nil {
			own = append(own, name)
		}
	}
	t.Logf("%d names compared, %d gaps; ours only: %v", d.seen-gaps, gaps, own)
	if d.seen < 100 {
		t.Errorf("only %d names of client-go's were found: the comparison is broken", d.seen)
	}
}

func loadTypes(t *testing.T, paths ...string) (a, b *types.Package) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}"}, paths...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -export: %v", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			files[path] = file
		}
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	load := func(path string) *types.Package {
		p, err := imp.Import(path)
		if err != nil {
			t.Fatalf("import %s: %v", path, err)
		}
		return p
	}
	return load(paths[0]), load(paths[1])
}

type apiDiff struct {
	ours   *types.Package
	rename *strings.Replacer
	seen   int
	differ []string
	more   map[string]bool
}

func (d *apiDiff) text(t types.Type) string {
	generic := ""
	if sig, ok := t.(*types.Signature); ok { // the names of parameters are free
		for p := range sig.TypeParams().TypeParams() {
			generic += fmt.Sprintf("[%s %s]", p, p.Constraint())
		}
		t = types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic())
	}
	return d.rename.Replace(generic + types.TypeString(t, nil))
}

func unnamed(tuple *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range tuple.Variables() {
		vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	return types.NewTuple(vars...)
}

func (d *apiDiff) note(format string, args ...any) {
	d.differ = append(d.differ, fmt.Sprintf(format, args...))
}

func (d *apiDiff) object(name string, a, b types.Object) {
	switch a := a.(type) {
	case *types.TypeName:
		if b, ok := b.(*types.TypeName); !ok || a.IsAlias() != b.IsAlias() {
			d.note("%s: client-go %v, ours %v", name, a, b)
		} else if a.IsAlias() {
			// An option is a function of a private type: programs only pass it on.
			if x, y := d.text(a.Type().Underlying()), d.text(b.Type().Underlying()); x != y {
				d.note("%s: client-go %s, ours %s", name, x, y)
			}
		} else {
			d.named(name, a, b)
		}
	case *types.Const:
		if b, ok := b.(*types.Const); !ok || a.Val().String() != b.Val().String() || d.text(a.Type()) != d.text(b.Type()) {
			d.note("%s: client-go %v, ours %v", name, a, b)
		}
	default: // functions and variables
		if x, y := d.text(a.Type()), d.text(b.Type()); x != y {
			d.note("%s: client-go %s, ours %s", name, x, y)
		}
	}
}

func (d *apiDiff) named(name string, a, b *types.TypeName) {
	if x, y := d.kind(a.Type()), d.kind(b.Type()); x != y {
		d.note("%s: client-go %s, ours %s", name, x, y)
		return
	}
	x, y := d.members(a.Type()), d.members(b.Type())
	for _, member := range slices.Sorted(maps.Keys(x)) {
		if y[member] != x[member] {
			d.note("%s.%s: client-go %s, ours %s", name, member, x[member], cmp.Or(y[member], "none"))
		}
	}
	for _, member := range slices.Sorted(maps.Keys(y)) {
		full := name + "." + member
		if _, ok := x[member]; ok {
			continue
		}
		if d.more == nil {
			d.more = map[string]bool{}
		}
		if d.more[full] = true; apiMore[full] == "" && !strings.Contains(y[member], "method") {
			d.note("%s: ours only, not in apiMore", full)
		}
	}
}

// kind is the underlying type, without the members of structs and interfaces.
func (d *apiDiff) kind(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return fmt.Sprintf("interface, comparable=%t", u.IsComparable())
	default:
		return d.text(u)
	}
}

// members are the exported fields, and the methods of the type or a pointer to it.
func (d *apiDiff) members(t types.Type) map[string]string {
	m := map[string]string{}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Exported() {
				m[f.Name()] = fmt.Sprintf("field %s embedded=%t", d.text(f.Type()), f.Embedded())
			}
		}
	}
	recv := t
	if !types.IsInterface(t) {
		recv = types.NewPointer(t)
	}
	values := types.NewMethodSet(t)
	set := types.NewMethodSet(recv)
	for s := range set.Methods() {
		f := s.Obj()
		if !f.Exported() {
			continue
		}
		on := "pointer"
		if values.Lookup(f.Pkg(), f.Name()) != nil {
			on = "value"
		}
		m[f.Name()] = fmt.Sprintf("%s method %s", on, d.text(s.Type()))
	}
	return m
}
