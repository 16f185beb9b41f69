package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const ours = "github.com/informerscope/informerscope"

// bill makes one list of what is in a release, of what cyclonedx-gomod found for each platform and for the page's
// program, and returns the modules with their versions, by path.
func bill(lists [][]byte) (all []byte, modules map[string]string, err error) {
	type component = map[string]any
	type dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn,omitempty"`
	}
	var whole map[string]any
	var self string
	found, needs := map[string]component{}, map[string][]string{}
	modules = map[string]string{}
	for _, list := range lists {
		var one struct {
			Metadata     struct{ Component component }
			Components   []component
			Dependencies []dependency
		}
		if err := errors.Join(json.Unmarshal(list, &one), json.Unmarshal(list, &whole)); err != nil {
			return nil, nil, err
		}
		if one.Metadata.Component["name"] != ours {
			return nil, nil, fmt.Errorf("lists what is in %v, want %s", one.Metadata.Component["name"], ours)
		}
		self, _ = one.Metadata.Component["bom-ref"].(string)
		for _, c := range one.Components {
			ref, _ := c["bom-ref"].(string)
			name, _ := c["name"].(string)
			modules[name], _ = c["version"].(string)
			found[ref] = c
		}
		for _, d := range one.Dependencies {
			needs[d.Ref] = append(needs[d.Ref], d.DependsOn...)
		}
	}
	var components []component
	for _, ref := range slices.Sorted(maps.Keys(found)) {
		components = append(components, found[ref])
	}
	var dependencies []dependency
	for _, ref := range slices.Sorted(maps.Keys(needs)) {
		slices.Sort(needs[ref])
		dependencies = append(dependencies, dependency{ref, slices.Compact(needs[ref])})
	}
	whole["components"], whole["dependencies"] = components, dependencies
	meta, _ := whole["metadata"].(map[string]any)
	if main, _ := meta["component"].(component); main != nil && main["bom-ref"] == self {
		delete(main, "properties") // the platform of the last list
	}
	all, err = json.MarshalIndent(whole, "", "  ")
	return append(all, '\n'), modules, err
}

// withScripts adds the npm packages of a lock file, of which web/bundle makes scripts, to a list of cyclonedx-gomod's.
func withScripts(list, lock []byte) ([]byte, error) {
	var whole map[string]any
	var locked struct {
		Packages map[string]struct{ Version, License string }
	}
	if err := errors.Join(json.Unmarshal(list, &whole), json.Unmarshal(lock, &locked)); err != nil {
		return nil, err
	}
	components, _ := whole["components"].([]any)
	for _, at := range slices.Sorted(maps.Keys(locked.Packages)) {
		name, ok := strings.CutPrefix(at, "node_modules/")
		if !ok {
			continue // the folder of the lock file itself
		}
		p := locked.Packages[at]
		ref := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version
		components = append(components, map[string]any{
			"bom-ref": ref, "purl": ref, "type": "library", "name": name, "version": p.Version, "scope": "required",
			"licenses": []any{map[string]any{"license": map[string]string{"id": p.License}}},
		})
	}
	whole["components"] = components
	all, err := json.MarshalIndent(whole, "", "  ")
	return append(all, '\n'), err
}

// beside is what lies beside the program in each archive: what to read, our licence and those of others whose work
// is in the program.
func (r release) beside(modules map[string]string) ([]entry, error) {
	var files []entry
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, entry{name, 0o644, data})
	}
	licences, err := licences(modules)
	return append(files, entry{"LICENSES-OF-OTHERS", 0o644, licences}), err
}

// licenceFiles are how modules name the texts that go with their work.
var licenceFiles = []string{"LICEN[CS]E*", "COPYING*", "NOTICE*", "PATENTS*"}

// licences are the texts of all modules in the program, of Go, of the fonts and of the editor's script.
func licences(modules map[string]string) ([]byte, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m all: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	folders := map[string]string{"std": strings.TrimSpace(string(root)), "the fonts": "web/fonts"}
	for line := range strings.Lines(string(out)) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if _, in := modules[path]; in {
			folders[path] = dir
		}
	}
	var all bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(folders)) {
		var names []string
		for _, form := range licenceFiles {
			found, _ := filepath.Glob(filepath.Join(folders[path], form)) // fails for a bad form only
			names = append(names, found...)
		}
		slices.Sort(names)
		if len(names) == 0 {
			return nil, fmt.Errorf("%s comes without a licence in %s", path, folders[path])
		}
		for _, name := range slices.Compact(names) {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&all, "==== %s %s: %s\n\n%s\n\n", path, modules[path], filepath.Base(name), bytes.TrimSpace(text))
		}
	}
	script, err := os.ReadFile("web/dist/bundle.licenses.txt")
	if err != nil {
		return nil, fmt.Errorf("the editor is a plain text area, install npm and run make wasm: %w", err)
	}
	fmt.Fprintf(&all, "==== What web/bundle made\n\n%s\n", script)
	for path := range modules {
		if folders[path] == "" {
			return nil, fmt.Errorf("%s is in the program, and go list -m all does not have it", path)
		}
	}
	return all.Bytes(), nil
}
