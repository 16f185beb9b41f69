// Package page is the page around the picture: header, headline, stage, side column,
// transport and scrubber, for lessons, playground and live mode.
//
// It renders with go-app and decides nothing: what happens in the browser becomes a message of
// wasm/player, the effects that come of it are done here, and elements are a function of the Player.
// The WebGL painter is handed in by the wasm shell, so that the package compiles and is tested
// natively.
//
// What is drawn is patched: a picture that is drawn again changes only where its shapes differ
// (drawn.go). go-app reuses nodes of the same element kind, so a node drawn by hand has a kind of its
// own; and it keeps a handler whose scope is the same, so what a handler captures needs an
// EventScope, or is asked from the Page. The card at the pointer is written by hand: a hover renders
// nothing.
//
// Below 1100 px the side column stands beneath the picture. On a phone the buttons and a question
// stay at the foot, the scrubber lies beneath the picture, and the picture shrinks to four fifths at
// most (phone.go, --above). High contrast has two colours and hatches.
//
// Size: an element of the page, and a kind of input, is a file that a newcomer finds by its name.
package page
