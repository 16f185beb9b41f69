// Package raster paints the shapes of package draw into an image, for PNG files: the same
// picture as package still draws, in the page's own fonts.
//
// Paint fills and strokes outlines with golang.org/x/image/vector; letters are outlines too.
// What the page's fonts lack, Chinese above all, comes from a font of the system; Fonts says
// which characters no font had, which are drawn as boxes.
package raster
