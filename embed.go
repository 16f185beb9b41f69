// Package informerscope holds what a browser fetches, the one page and the files beside it; the
// work is in the folders.
package informerscope

import (
	"embed"
	"io/fs"
)

// IndexHTML is the page, the same one for lessons, playground, live view and embeds.
//
//go:embed index.html
var IndexHTML []byte

// files is the folder web, whose dist git ignores: a fresh clone builds without the program.
//
//go:embed all:web/dist web/fonts web/*.js web/*.ts web/*.css web/*.svg
var files embed.FS

// Web is what the page fetches under web/. Without dist/app.wasm in it, the page is not built.
var Web = func() fs.FS {
	web, err := fs.Sub(files, "web")
	if err != nil {
		panic("informerscope: web is no folder: " + err.Error()) // only a name that is no path
	}
	return web
}()

// Docs is the documentation, in Markdown: web/docs with the code that it shows, and what is written
// where it belongs.
//
//go:embed web/docs/*.md web/docs/developers_test.go core/BENCHMARKS.md core/VERSIONS.md web/BENCHMARKS.md core/conformance/deviations.md
var Docs embed.FS
