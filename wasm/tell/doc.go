// Package tell says what is shown: state and events in, words out.
//
// A picture is seen, and it has to be read and heard as well. Here is everything that a page
// says of a moment: the caption of a step, the card at the pointer, the rows and cells of the
// state table, the inspector's entries and a key's story, the promises and what broke them,
// what a step changed, the fields behind a zone, the margin of the code, the metrics, what live
// mode has to report and how often, and why something was refused.
//
// A Teller knows the reader: the messages of his language, and how much room he has. A Moment is
// what is told of: a timeline, the step where the playhead stands, and the state shown there. Who
// holds them, when they change and in which elements the words stand is for others: wasm/player
// and wasm/page. What is in an author's words stays so: a lesson's beats are told as written.
//
// A step without an author's words is told by its most telling event (caption.go, trace.Op.Weight).
// Of a refused file or link the frame speaks the reader's language (refusal.go) around scenarios.Error.
//
// Promises: the same arguments give the same words, on every platform; nothing is kept between
// calls but in a Listing, which saves looking for keys, and a Voice, which has to know what it
// said. A name from outside comes with its control characters visible and its stars no marks.
// Messages, their places and their marks are those of package text; a caption has one
// bold part, its focal point.
//
// What is told of every lesson is written down in testdata: headlines.txt reads as a story.
package tell
