// Package hub lets any number of clients read a cluster for the price of one LIST and one WATCH a resource.
//
//	Upstream → core/cache's Reflector → feed: the objects, and the last events as a chain
//	                                      → List    from the objects, made once for everybody who asks alike
//	                                      → Watch   along the chain, each client at its own place
//
// A feed begins with the first request for its resource, cluster-wide, and ends ten minutes after the last.
// Namespaces and selectors are looked at here, so a thousand selectors cost the cluster no more than none.
// Where the account may not list cluster-wide, each namespace has a feed of its own.
//
// Objects stay the bytes that came, less what nobody may or wants to see (ParseObject); an event's line is
// made once and shared by all who get it.
//
// What a resourceVersion means is what an API server's watch cache makes of it; the differences are in
// server/README.md. When the cluster is away the feed goes on showing what it has; what came between is
// made up for from the last version. Only when the cluster no longer has that version, or its history went
// back, are watches ended with 410.
package hub
