// Package page is the page around the picture: header, headline, stage, side column,
// transport and scrubber, for lessons, playground and live mode.
//
// It renders with go-app and holds no truth of its own: a Player stands at a step of a
// model.Timeline, the stage is scene.Build of that state, the tables read the same state,
// and every control ends in a sim.Command or in another step. One file (hash.go) owns the
// URL hash. The WebGL painter is handed in by the wasm shell, so that the package compiles
// and is tested natively.
package page
