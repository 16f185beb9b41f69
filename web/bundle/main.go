// Command bundle makes scripts of packages from npm, and writes them with their licences into a folder:
// editor.js, the editor's richer half, film.js, which makes moving pictures, and reveal.js and reveal.css for
// an example of the docs.
//
//	go run ./web/bundle web/dist
//
// The packages of the lock file lie in the user's cache; npm brings them there once. Where there is
// neither, nothing is written but a line that says so: the page's plain text area serves then, it makes
// no films, and the example is left out.
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

const source = "web/bundle"

// bundles are what is made of what.
var bundles = []struct {
	file, of string
	format   api.Format
}{
	{"editor.js", "web/editor/editor.js", api.FormatIIFE},
	{"film.js", "web/film/film.js", api.FormatESModule},
	{"reveal.js", "reveal.js", api.FormatESModule},
	{"reveal.css", "reveal.js/reveal.css", api.FormatDefault},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "bundle: want one argument, the folder to write into, as in: go run ./web/bundle web/dist")
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
	for _, b := range bundles {
		script, err := bundle(packages, b.of, b.format)
		if err != nil {
			return fmt.Errorf("%s: %w", b.file, err)
		}
		if err := keep(filepath.Join(out, b.file), script); err != nil {
			return err
		}
	}
	texts, err := licences(packages)
	if err != nil {
		return err
	}
	return keep(filepath.Join(out, "bundle.licenses.txt"), texts)
}

// fetched is the folder with the packages of the lock file; "" where nobody can bring them. The
// lock file in it is the last thing written, and says that the others are whole.
func fetched() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "informerscope", "bundle")
	lock, err := os.ReadFile(filepath.Join(source, "package-lock.json"))
	if err != nil {
		return "", err
	}
	if have, err := os.ReadFile(filepath.Join(dir, "whole.json")); err == nil && bytes.Equal(have, lock) {
		return dir, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		fmt.Println("bundle: npm is not here: the editor is a plain text area, and the page makes no GIF or WebM. Once npm is installed and make is run again, it does, and the editor gets colours, completion and marks in its lines.")
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

// bundle makes one file of another and all that it imports.
func bundle(packages, of string, format api.Format) ([]byte, error) {
	if strings.HasPrefix(of, "web/") {
		of = "./" + of
	}
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{of},
		NodePaths:   []string{filepath.Join(packages, "node_modules")},
		Bundle:      true, Format: format, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Outdir:   "web/dist",
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
		if err != nil || d.IsDir() || strings.TrimSuffix(d.Name(), ".md") != "LICENSE" {
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
