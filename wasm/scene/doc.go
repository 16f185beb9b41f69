// Package scene places a state on the plane: zones, tokens, rails, labels, and their motion.
//
// Build gives the shapes of one moment, Moves says how to get from one moment to the next, At
// gives the shapes in between; Lifecycle, Slope and Compare draw what else there is to see of a
// state. All are pure: the same arguments give the same shapes, so pictures are tested as text.
// Colours are roles, texts come from View.Text: nothing here knows a theme, a language or a font.
//
// A zone is a file, zone_NAME.go: its row and all that draws it. The plan (plan.go) says where
// zones stand in each layout, and is the only place that asks for it.
//
// It is more than 30 files and 5,000 lines, since ten zones are drawn in five layouts on one
// canvas: token, card, lift, lens and crossing are shared by nearly all of them, and motion
// needs the places of all. A cut between zones would export what nobody else may use.
package scene
