//go:build !js

// Command wasm is the program of the page: it gives the page a painter, a transport and the
// messages, and hands over. The work is in the packages below it; everything here needs a browser
// and stands in _js.go files.
package main

import "log"

// Outside a browser the program only says how it is built, so that go build ./... builds.
func main() {
	log.Fatal("wasm: this is the page's program and needs a browser; make run builds and serves it")
}
