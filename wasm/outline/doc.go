// Package outline is the geometry of lines: how curves, arcs and rounded corners become
// straight pieces, how a pattern cuts a line into dashes, and where the two borders of a line
// with a width run.
//
// The painters add to it what is theirs: graph a fringe that fades, raster the filling, and
// motion walks along a path. All of it is pure. Lengths are in pixels of whoever asks; To says
// how many of them a stage pixel is, and how far a straight piece may lie beside the true line.
package outline
