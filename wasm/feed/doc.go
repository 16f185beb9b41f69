// Package feed is the live source: it carries the World's questions (LIST, WATCH) to a
// server that speaks the Kubernetes API, over fetch and WebSocket, and brings the answers
// back for World.Answer: an object is read once, into the form in which the store keeps it.
//
// Promises: a LIST counts only when its JSON is whole; a stream that breaks is a closed
// watch, never a relist by itself; an answer to a question that was cancelled never
// arrives; at most MaxObjects objects are taken, and beyond that the caller is told how
// many there are. Reading and decoding are plain Go; only transport_js.go touches the
// browser.
package feed
