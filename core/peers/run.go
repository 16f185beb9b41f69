package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// outcome is how a test ended: pass, fail or skip; "" is that it was not seen.
type outcome = string

// ends are how the tests of one side ended, by package and name; the package itself has the name "".
type ends map[string]map[string]outcome

// report is where a package's specs are written to, in its folder.
const report = "informerscope-specs.json"

// specMark begins the name of a spec, beside those of tests.
const specMark = "spec: "

// test runs the tests of packages. only names tests of them; nil is all.
func (p place) test(ctx context.Context, packages []listed, only []string, again bool) (ends, map[string]string, error) {
	got, said := ends{}, map[string]string{}
	var plain, specs []string
	for _, l := range packages {
		got[l.ImportPath] = map[string]outcome{}
		if l.ginkgo() {
			specs = append(specs, l.ImportPath)
		} else {
			plain = append(plain, l.ImportPath)
		}
	}
	args := []string{"-json", "-vet=off", "-p=2", "-timeout=" + p.limit()}
	if again {
		args = append(args, "-count=1")
	}
	for _, part := range []struct{ packages, args []string }{{plain, nil}, {specs, []string{"-ginkgo.json-report=" + report}}} {
		if len(part.packages) == 0 {
			continue
		}
		all := slices.Clone(args)
		if only != nil && part.args == nil {
			all = append(all, "-run=^("+strings.Join(only, "|")+")$")
		}
		c := p.command(ctx, "test", slices.Concat(all, part.packages, part.args)...)
		var errors bytes.Buffer
		c.Stderr = &errors
		out, err := c.StdoutPipe()
		if err != nil {
			return nil, nil, err
		}
		if err := c.Start(); err != nil {
			return nil, nil, err
		}
		seen := got.read(bufio.NewReader(out), said)
		err = c.Wait()
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if _, failed := err.(*exec.ExitError); err != nil && !failed || seen == 0 {
			return nil, nil, fmt.Errorf("go test in %s: %w\n%s", p.dir, err, bytes.TrimSpace(errors.Bytes()))
		}
	}
	for _, l := range packages {
		if l.ginkgo() {
			if err := got.readSpecs(l); err != nil {
				return nil, nil, err
			}
		}
	}
	return got, said, nil
}

// read takes what go test -json says, keeps what failing tests have said, and counts the lines.
func (e ends) read(from *bufio.Reader, said map[string]string) int {
	n := 0
	for d := json.NewDecoder(from); ; n++ {
		var line struct{ Action, Package, Test, ImportPath, Output string }
		if err := d.Decode(&line); err != nil {
			return n
		}
		if line.Package == "" {
			if line.Action == "build-output" {
				said[line.ImportPath] += line.Output
			}
			continue
		}
		if e[line.Package] == nil {
			e[line.Package] = map[string]outcome{}
		}
		switch line.Action {
		case "pass", "fail", "skip":
			e[line.Package][line.Test] = line.Action
		case "output":
			if key := line.Package + " " + line.Test; len(said[key]) < 4000 {
				said[key] += line.Output
			}
		}
	}
}

// readSpecs takes a package's report of specs, and removes it.
func (e ends) readSpecs(l listed) error {
	name := filepath.Join(l.Dir, report)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil // it did not come so far: the package says how it ended
	}
	if err != nil {
		return err
	}
	defer os.Remove(name)
	var suites []struct {
		SpecReports []struct {
			ContainerHierarchyTexts           []string
			LeafNodeType, LeafNodeText, State string
		}
	}
	if err := json.Unmarshal(text, &suites); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	state := map[string]string{"passed": "pass", "skipped": "skip", "pending": "skip"}
	for _, s := range suites {
		for _, r := range s.SpecReports {
			if r.LeafNodeType != "It" {
				continue
			}
			end := state[r.State]
			if end == "" {
				end = "fail"
			}
			e[l.ImportPath][specMark+strings.Join(append(r.ContainerHierarchyTexts, r.LeafNodeText), " ")] = end
		}
	}
	return nil
}

// difference is a test that ended differently.
type difference struct {
	pkg, test, theirs, ours, said string
}

// result is a suite's comparison.
type result struct {
	suite                            suite
	packages, tests, subtests, specs int
	alike, failing                   int
	differing                        []difference
	onPurpose, byChance, failingBoth []string
	leftOut                          map[string][]string // reason to what
}

// run runs a suite on both sides and compares.
func (r *runner) run(ctx context.Context, s suite) (*result, error) {
	res := &result{suite: s, leftOut: map[string][]string{}}
	fmt.Fprintf(r.out, "%s %s: its folders\n", s.name, s.version)
	theirs, ours, err := s.place(r, s)
	if err != nil {
		return nil, err
	}
	ours.hasFault = r.fault != nil
	for _, pkg := range s.cut {
		cuts, err := cutWhiteBoxes(ctx, ours, pkg)
		if err != nil {
			return nil, err
		}
		for name, reason := range cuts {
			res.leftOut[reason] = append(res.leftOut[reason], strings.TrimPrefix(pkg, "k8s.io/client-go/")+" "+name)
		}
	}
	packages, err := theirs.list(ctx, s.packages)
	if err != nil {
		return nil, err
	}
	packages = slices.DeleteFunc(packages, func(l listed) bool {
		if s.without == nil || s.without(l) == "" {
			return false
		}
		res.leftOut[s.without(l)] = append(res.leftOut[s.without(l)], l.short()+" "+allOfIt)
		return true
	})
	ourPackages, err := ours.list(ctx, s.packages)
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for _, l := range ourPackages {
		dirs[l.ImportPath] = l.Dir
	}
	there := slices.Clone(packages)
	for i := range there {
		there[i].Dir = dirs[there[i].ImportPath]
	}
	fmt.Fprintf(r.out, "%s %s: %d packages on our core\n", s.name, s.version, len(packages))
	b, said, err := ours.test(ctx, there, nil, false)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(r.out, "%s %s: %d packages on client-go\n", s.name, s.version, len(packages))
	a, _, err := theirs.test(ctx, packages, nil, false)
	if err != nil {
		return nil, err
	}
	left := func(pkg, test string) bool {
		for _, names := range res.leftOut {
			for _, n := range names {
				at, name, _ := strings.Cut(n, " ")
				if strings.HasSuffix(pkg, "/"+at) && (test == name || strings.HasPrefix(test, name+"/")) {
					return true
				}
			}
		}
		return false
	}
	differ := compare(a, b, left)
	rounds := 3
	if r.fault != nil {
		for _, d := range differ {
			fmt.Fprintf(r.out, "found: %s %s, %q on client-go, %q on ours\n", d.pkg, d.test, d.theirs, d.ours)
		}
		rounds = 1
	}
	for i, d := range differ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.fault != nil && len(res.differing) > 0 {
			break // one that was found is enough
		}
		at := slices.IndexFunc(packages, func(l listed) bool { return l.ImportPath == d.pkg })
		fmt.Fprintf(r.out, "again, %d of %d: %s %s, %q on client-go, %q on ours\n", i+1, len(differ), d.pkg, d.test, d.theirs, d.ours)
		chance := false
		top, _, _ := strings.Cut(d.test, "/")
		only := []string{regexp.QuoteMeta(top)}
		if d.test == "" {
			only = nil
		}
		theirEnds, ourEnds := map[outcome]bool{d.theirs: true}, map[outcome]bool{}
		for range rounds {
			x, _, err := theirs.test(ctx, packages[at:at+1], only, true)
			if err != nil {
				return nil, err
			}
			y, _, err := ours.test(ctx, there[at:at+1], only, true)
			if err != nil {
				return nil, err
			}
			theirEnds[x[d.pkg][d.test]], ourEnds[y[d.pkg][d.test]] = true, true
		}
		// It was chance when ours now always ends as client-go does, or when client-go's ends differ, too, and
		// take in ours.
		chance = true
		for end := range ourEnds {
			chance = chance && theirEnds[end]
		}
		name := strings.TrimSpace(d.pkg + " " + d.test)
		switch reason := onPurpose[name]; {
		case chance:
			res.byChance = append(res.byChance, name)
		case reason != "":
			res.onPurpose = append(res.onPurpose, fmt.Sprintf("`%s`: %s", name, reason))
		default:
			d.said = said[d.pkg+" "+d.test]
			if d.said == "" {
				d.said = said[d.pkg+" "]
			}
			res.differing = append(res.differing, d)
		}
	}
	res.count(a, b, left)
	return res, nil
}

// compare is what ended differently. A package is named only where none of its tests is.
func compare(a, b ends, left func(pkg, test string) bool) []difference {
	var out []difference
	for _, pkg := range slices.Sorted(maps.Keys(a)) {
		names := map[string]bool{}
		for n := range a[pkg] {
			names[n] = true
		}
		for n := range b[pkg] {
			names[n] = true
		}
		before := len(out)
		var last string
		for _, n := range slices.Sorted(maps.Keys(names)) {
			if n == "" || left(pkg, n) || a[pkg][n] == b[pkg][n] {
				continue
			}
			// A subtest says more than the test that it belongs to.
			if len(out) > before && strings.HasPrefix(n, last+"/") {
				out = out[:len(out)-1]
			}
			out = append(out, difference{pkg: pkg, test: n, theirs: a[pkg][n], ours: b[pkg][n]})
			last = n
		}
		if x, y := a[pkg][""], b[pkg][""]; x != y && len(out) == before {
			out = append(out, difference{pkg: pkg, theirs: x, ours: y})
		}
	}
	return out
}

func (r *result) count(a, b ends, left func(pkg, test string) bool) {
	for _, pkg := range slices.Sorted(maps.Keys(a)) {
		if len(a[pkg]) > 1 {
			r.packages++
		}
		for n, end := range a[pkg] {
			if n == "" || left(pkg, n) {
				continue
			}
			switch {
			case strings.HasPrefix(n, specMark):
				r.specs++
			case strings.Contains(n, "/"):
				r.subtests++
			default:
				r.tests++
			}
			if end == b[pkg][n] {
				r.alike++
				if end == "fail" {
					r.failing++
					r.failingBoth = append(r.failingBoth, pkg+" "+n)
				}
			}
		}
	}
	slices.Sort(r.failingBoth)
}

// allOfIt stands for the tests of a package that is left out.
const allOfIt = "all of it"

// short is the path of a package within its module.
func (l listed) short() string {
	_, rest, ok := strings.Cut(l.ImportPath, "/pkg/")
	if !ok {
		return l.ImportPath
	}
	return "pkg/" + rest
}
