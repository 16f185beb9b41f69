package site

import (
	"io/fs"
	"path"
	"strings"
)

// examplesFolder is where pages of others' making lie, that have the element in them.
const examplesFolder = "docs/examples/"

// reveals reports whether a file belongs to reveal.js, on which one of the examples stands.
func reveals(name string) bool {
	return strings.HasPrefix(name, "dist/reveal.")
}

// examples copies them: they are what anybody could write, so nothing is filled in. Where the page was
// built without reveal.js, the deck is a page of sections.
func (s *site) examples() error {
	own, err := fs.Glob(files, "assets/examples/*")
	if err != nil {
		return err
	}
	for _, name := range own {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		s.tree.Put(examplesFolder+path.Base(name), data)
	}
	for name, instead := range map[string]string{"reveal.js": unbuilt, "reveal.css": ""} {
		data, err := fs.ReadFile(s.Web, "dist/"+name)
		if err != nil {
			data = []byte(instead)
		}
		s.tree.Put(examplesFolder+name, data)
	}
	return nil
}

// unbuilt stands for reveal.js where there is none.
const unbuilt = `export default class { initialize() { throw new Error("reveal.js was not built: install npm, and run make again"); } }
`
