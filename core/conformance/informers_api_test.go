package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// informerGaps names what client-go's informers package exports and core/informers does not,
// and methods of other types, with the reason.
var informerGaps = map[string]string{
	"SharedInformerFactory.ForResource":      "there, without an error: it knows every resource",
	"SharedInformerFactory.WaitForCacheSync": "there, by resource and type: unstructured objects have one reflect.Type",
}

const groupAccessor = "generated code: informers.For[*corev1.Pod](factory, gvr) instead"

// TestInformersHaveTheAPIOfClientGos reads client-go's informers package, which is generated
// and far too big to compile for this, and prints what core/informers has of it and what not.
func TestInformersHaveTheAPIOfClientGos(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/client-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	const ourPath = "github.com/informerscope/informerscope/core/informers"
	ours, _ := loadTypes(t, ourPath, ourPath)
	names := map[string]bool{} // of theirs; a group's accessor is true
	for _, file := range []string{"factory.go", "generic.go"} {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "informers", file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = false
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						names[s.Name.Name] = false
						interfaceMethods(s, names)
					}
				}
			}
		}
	}
	have, gaps := 0, 0
	for _, name := range slices.Sorted(maps.Keys(names)) {
		group := names[name]
		base, method, _ := strings.Cut(name, ".")
		if !ast.IsExported(base) {
			continue
		}
		there := hasName(ours, base, method)
		switch why := informerGaps[name]; {
		case group && !there:
			gaps++
			t.Logf("gap: %s: %s", name, groupAccessor)
		case why != "" && there:
			have++
			t.Logf("differs: %s: %s", name, why)
		case !there:
			t.Errorf("%s is missing", name)
		default:
			have++
		}
	}
	t.Logf("%d names there, %d gaps", have, gaps)
	if have < 18 || gaps < 15 {
		t.Errorf("%d names and %d accessors of groups were found: the comparison is broken", have, gaps)
	}
}

// interfaceMethods adds "Type.Method" for each method; what returns an Interface of another
// package is the accessor of a group.
func interfaceMethods(s *ast.TypeSpec, names map[string]bool) {
	i, ok := s.Type.(*ast.InterfaceType)
	if !ok {
		return
	}
	for _, m := range i.Methods.List {
		f, ok := m.Type.(*ast.FuncType)
		if !ok || len(m.Names) == 0 {
			continue
		}
		group := false
		if f.Results != nil && len(f.Results.List) == 1 && len(f.Params.List) == 0 {
			of, ok := f.Results.List[0].Type.(*ast.SelectorExpr)
			group = ok && of.Sel.Name == "Interface"
		}
		names[s.Name.Name+"."+m.Names[0].Name] = group
	}
}

func hasName(p *types.Package, name, method string) bool {
	o := p.Scope().Lookup(name)
	if o == nil || method == "" {
		return o != nil
	}
	t := o.Type()
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	return slices.ContainsFunc(slices.Collect(set.Methods()), func(s *types.Selection) bool { return s.Obj().Name() == method })
}
