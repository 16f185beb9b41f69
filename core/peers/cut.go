package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// compileError is a line of the compiler's.
var compileError = regexp.MustCompile(`(?m)^(\S+_test\.go):(\d+):\d+: (.+)$`)

// cutWhiteBoxes removes from the tests of a package what does not compile on aliases, since it reads or
// sets what is inside client-go, and returns the tests that went, with the reason.
func cutWhiteBoxes(ctx context.Context, p place, pkg string) (map[string]string, error) {
	cut := map[string]string{}
	found, err := p.list(ctx, []string{pkg})
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s is %d packages with tests", pkg, len(found))
	}
	const most = 30
	for range most {
		// -e has the compiler say all it finds.
		out, err := p.command(ctx, "test", "-c", "-vet=off", "-gcflags=-e", "-o", os.DevNull, pkg).CombinedOutput()
		if err == nil {
			return cut, nil
		}
		bad := compileError.FindAllStringSubmatch(string(out), -1)
		if len(bad) == 0 {
			return nil, fmt.Errorf("%s: its tests do not build: %w\n%s", pkg, err, out)
		}
		lines := map[string]map[int]string{} // of a file
		for _, m := range bad {
			name := filepath.Join(found[0].Dir, filepath.Base(m[1])) // the compiler says it from where it stands
			if lines[name] == nil {
				lines[name] = map[int]string{}
			}
			n, _ := strconv.Atoi(m[2])
			lines[name][n] = m[3]
		}
		for name, bad := range lines {
			if err := cutLines(name, bad, cut); err != nil {
				return nil, err
			}
		}
	}
	return nil, fmt.Errorf("%s: its tests do not build after %d cuts", pkg, most)
}

// isTest is what go test runs.
var isTest = regexp.MustCompile(`^(Test|Example|Fuzz)($|[^a-z])`)

// inside is what tests are left out for.
const inside = "what is inside `tools/cache` and `util/workqueue`, which their tests read or set"

// cutLines removes the declarations, or imports, that hold a bad line.
func cutLines(name string, bad map[int]string, cut map[string]string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	type span struct{ from, to int }
	var gone []span
	isBad := func(n ast.Node) bool {
		for line := range bad {
			if line >= fset.Position(n.Pos()).Line && line <= fset.Position(n.End()).Line {
				return true
			}
		}
		return false
	}
	remove := func(n ast.Node, doc *ast.CommentGroup) {
		from := n.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		gone = append(gone, span{fset.Position(from).Offset, fset.Position(n.End()).Offset})
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if !isBad(d) {
				continue
			}
			remove(d, d.Doc)
			if d.Recv == nil && isTest.MatchString(d.Name.Name) {
				cut[d.Name.Name] = inside
			}
		case *ast.GenDecl:
			if !isBad(d) {
				continue
			}
			if !d.Lparen.IsValid() {
				remove(d, d.Doc)
				continue
			}
			for _, spec := range d.Specs {
				if isBad(spec) {
					remove(spec, nil)
				}
			}
		}
	}
	if len(gone) == 0 {
		return fmt.Errorf("%s: cannot cut what does not compile: %v", name, bad)
	}
	slices.SortFunc(gone, func(a, b span) int { return b.from - a.from })
	for _, s := range gone {
		text = slices.Concat(text[:s.from], text[s.to:])
	}
	return os.WriteFile(name, text, 0o644)
}
