// Package web holds what a browser fetches beside index.html: styles, scripts, fonts and the
// built program. make wasm fills dist, which git ignores. The package at the root embeds it, so
// that nothing imports this one; its tests hold the styles to the palette and the program to
// its weight.
package web
