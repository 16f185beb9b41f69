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
// How much there is decides how it is drawn: up to 12 keys are tokens, up to 60 chips, more are squares
// with exact counts; three and more handlers share the notice line in rows; five and more workers
// become half tokens, then counts a floor; a story with less than 4 px a step is the length of its
// queue. The part Tree is the heap as array and tree; Compare draws an engine a column at the same step.
// A ghost is what stands elsewhere in the future that was left. A shut queue has a gate that closes
// Add alone. Labels stand on plates of measured width, Chinese ones too. A picture keeps a margin of
// 4 px, so that no stroke is cut, and names show what they hide: ‹U+202E›.
//
// Size: ten zones are drawn in five layouts on one canvas, and a zone is a file: token, card, lift, lens and crossing are shared by nearly all of them, and motion
// needs the places of all. A cut between zones would export what nobody else may use.
package scene
