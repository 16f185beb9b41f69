// Package core holds the machines' own source, to be shown beside what they do.
//
// An anchor is a comment in a machine that names an op of core/trace, and stands above the
// line that does what the op says:
//
//	// trace: queue.add owed
//	return q.owed(at, before)
//
// Words after the op tell apart the places of one op: an event is at the place whose words all
// hold for it, most of them first (model.Timeline.Code says which words hold). Every op has an
// anchor, and every anchor names an op; a test holds both, and that what is shown is the
// function around it, letter by letter.
//
// Own is the reader's side: a small controller over client-go (core/controller), with anchors in
// which it calls client-go or is called by it. OriginOf is client-go's own line for an op.
//
// Read cuts the embedded files by their shape alone, as gofmt leaves it: a Go parser would
// weigh more in the page than all the source.
package core
