// Command bundle makes one script of the editor's richer half, web/editor and the packages of its lock
// file, and writes it with the licences of what is in it:
//
//	go run ./web/bundle web/dist/editor.js
//
// The packages lie in the user's cache; npm brings them there once. Where there is neither, nothing is
// written but a line that says so: the page's plain text area serves then.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const source = "web/editor"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "bundle: want one argument, the file to write, as in: go run ./web/bundle web/dist/editor.js")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	packages, err := fetched()
	if err != nil || packages == "" {
		return err
	}
	script, err := bundle(packages)
	if err != nil {
		return err
	}
	licences, err := licences(packages)
	if err != nil {
		return err
	}
	if err := keep(out, script); err != nil {
		return err
	}
	return keep(strings.TrimSuffix(out, ".js")+".licenses.txt", licences)
}

// fetched is the folder with the packages of the lock file; "" where nobody can bring them. The
// lock file in it is the last thing written, and says that the others are whole.
func fetched() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "informerscope", "editor")
	lock, err := os.ReadFile(filepath.Join(source, "package-lock.json"))
	if err != nil {
		return "", err
	}
	if have, err := os.ReadFile(filepath.Join(dir, "whole.json")); err == nil && bytes.Equal(have, lock) {
		return dir, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		fmt.Println("bundle: npm is not here: the editor is a plain text area. It gets colours, completion and marks in its lines once npm is installed and make is run again.")
		return "", nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return "", err
		}
	}
	cmd := exec.Command(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm could not bring the packages of %s/package-lock.json into %s: %w", source, dir, err)
	}
	return dir, os.WriteFile(filepath.Join(dir, "whole.json"), lock, 0o644)
}

// bundle makes one script, which runs at once and names nothing of its own.
func bundle(packages string) ([]byte, error) {
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(source, "editor.js")},
		NodePaths:   []string{filepath.Join(packages, "node_modules")},
		Bundle:      true, Format: api.FormatIIFE, Target: api.ES2020, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Banner:   map[string]string{"js": "// Made of web/editor, CodeMirror and Lezer; whose licences stand in editor.licenses.txt."},
		LogLevel: api.LogLevelWarning,
	})
	if len(built.Errors) > 0 {
		return nil, fmt.Errorf("esbuild: %s", built.Errors[0].Text)
	}
	return built.OutputFiles[0].Contents, nil
}

// licences joins those of the packages: one text, and who it is from.
func licences(packages string) ([]byte, error) {
	from := map[string][]string{}
	root := filepath.Join(packages, "node_modules")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "LICENSE" {
			return err
		}
		text, err := os.ReadFile(name)
		of, _ := filepath.Rel(root, filepath.Dir(name))
		from[string(text)] = append(from[string(text)], filepath.ToSlash(of))
		return err
	})
	var all []string
	for text, of := range from {
		all = append(all, strings.Join(of, ", ")+"\n\n"+strings.TrimSpace(text)+"\n")
	}
	slices.Sort(all)
	return []byte(strings.Join(all, "\n\n")), err
}

// keep writes the file, unless it is as it was: what is packed beside it stays then.
func keep(name string, data []byte) error {
	if was, err := os.ReadFile(name); err == nil && bytes.Equal(was, data) {
		return nil
	}
	return os.WriteFile(name, data, 0o644)
}
