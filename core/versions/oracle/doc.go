// Package oracle asks client-go: it drives a work queue, an informer or a FIFO of the client-go that it
// is linked with, and says what can be seen of it. It imports nothing of ours, so that it can be built
// with any client-go since v0.27: core/versions does so, in a module of its own, and speaks with it.
//
// The conversation is text, a command a line, and each is answered by a line:
//
//	queue base=5ms longest=16m40s workers="W1 W2"
//	= ok
//	do verb=Add key=a
//	= -
//	view name=q
//	= [a]
//	end
//	= ok
//
// An informer and a FIFO work as client-go has them by itself, or by the feature gates that their line sets,
// gates="InOrderInformers=false …", where client-go has such gates.
//
// Everything between queue, informer or fifo and end happens in one testing/synctest bubble: time is
// virtual, and before an answer every goroutine has come to rest. "! …" is the answer to what could not
// be done. While an informer works it asks for its API server, which is whoever holds the conversation:
//
//	? list rv=0 limit=500
//	= rv=10 objects=1
//	name=p1 rv=5 node=n1
//
// What differs from client-go to client-go stands in files named since_* and before_*: the builder sets
// a tag such as before35 for every version older than that.
package oracle
