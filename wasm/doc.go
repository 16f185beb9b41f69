// Command wasm is the program of the page: it wires commands, world, model, scene and
// painter, and owns the frame loop. The work is in the packages below it; everything here
// needs a browser and stands in _js.go files.
package main
