// Package web holds what a browser fetches beside index.html: styles, scripts, fonts and the
// built program. make wasm fills dist, which git ignores; a fresh clone builds without it.
package web

import "embed"

// Files is this folder as served under web/. Without dist/app.wasm the page is not built.
//
//go:embed all:dist fonts *.js *.css *.svg
var Files embed.FS
