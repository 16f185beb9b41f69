package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// worker is the service worker. It stands at the root, since it rules what lies below it.
const worker = "sw.js"

// offline writes the service worker, which keeps the program and the front pages at the first visit.
// Other pages and pictures it keeps as they are read.
func (s *site) offline() error {
	code, err := files.ReadFile("assets/" + worker)
	if err != nil {
		return err
	}
	sum := sha256.New()
	var list []string
	for _, name := range s.tree.Names() {
		if !s.atFirst(name) {
			continue
		}
		list = append(list, strings.TrimSuffix(name, "index.html"))
		fmt.Fprintln(sum, name)
		sum.Write(s.tree.Get(name))
	}
	names, err := json.Marshal(list)
	if err != nil {
		return err
	}
	code = bytes.Replace(code, []byte("[/* the files of the first visit */]"), names, 1)
	code = bytes.Replace(code, []byte("/* the sum of these files */"), []byte(hex.EncodeToString(sum.Sum(nil)[:8])), 1)
	var gone strings.Builder
	if err := templates.ExecuteTemplate(&gone, "gone", words); err != nil {
		return err
	}
	page, err := json.Marshal(gone.String())
	if err != nil {
		return err
	}
	s.tree.Put(worker, bytes.Replace(code, []byte(`"" /* that page */`), page, 1))
	return nil
}

// atFirst reports whether a file is kept at the first visit: what the program needs, and the pages in front.
// Its first pictures are kept when they are seen.
func (s *site) atFirst(name string) bool {
	if rest, ok := strings.CutPrefix(name, s.app); ok {
		if stills, ok := strings.CutPrefix(rest, "dist/stills/"); ok {
			return !strings.Contains(stills, "/") // what is said of all lessons, the home page's picture
		}
		return path.Ext(name) != ".txt" && path.Ext(name) != ".ts"
	}
	for _, lang := range scenarios.Languages {
		if root := langFolder(lang); name == root+"index.html" || name == root+"course/index.html" {
			return true
		}
	}
	return name == v1+"index.html" || name == v1+"embed.js" || strings.HasPrefix(name, "assets/")
}
