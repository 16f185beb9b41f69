// Package draw is what pictures are made of: shapes, their roles of colour, and a canvas that
// collects them.
//
// A picture is a flat list of Shapes, painted first to last. Colours are roles (Ink) that a
// Palette gives values; text is measured with a table of advances, not with a font, so that
// browser and native place every label at the same pixel. Nothing here knows a state, a zone
// or a theme. Lines prints shapes as text, which is how pictures are tested.
package draw
