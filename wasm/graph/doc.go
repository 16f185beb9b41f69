// Package graph paints shapes with Ebitengine inside one element of a page.
//
// Start hosts Ebitengine, which wants the whole document for itself, in the stage element
// alone; Show keeps a list of shapes and paints it once. Between two calls of Show nothing
// is drawn, however long that takes, and no animation frame is asked for (.ci/wasm-overlay).
//
// Shapes become triangles here (mesh.go): every edge has a fringe of one device pixel in
// which its opacity fades, so that edges are smooth at any scale and an edge on the pixel
// grid stays sharp. Labels are drawn by the browser's own 2D canvas, once each, into an
// atlas (atlas_js.go), and the whole picture is drawn from that one texture.
//
// Everything that knows Ebitengine or the browser stands in _js.go files; the mesh is plain
// Go, so that it is tested without a browser. Pointer and keyboard are the page's business.
package graph
