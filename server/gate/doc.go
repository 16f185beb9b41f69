// Package gate is the HTTP server of Informerscope: it hands out the page and a read-only part of the
// Kubernetes API, the way a careful porter would.
//
//	request → size, host, method            every route; a stranger learns nothing but "no"
//	        → page files                    a fixed list, no token: they hold no data
//	        → fetch site, origin, token     who asks
//	        → path, query, resource         what is asked: a grammar and an allow-list, no deny list
//	        → discovery | LIST | GET | WATCH from a Source
//
// A Source answers what is left after that: package demo has a cluster in memory, package upstream a real
// one. A Source never sees the request: it gets a Request, which holds only what the grammar accepted, so
// no header or parameter of a client's can reach a cluster.
//
// The wire is the Kubernetes API itself, so client-go informers, kubectl and a browser all read it. A WATCH
// comes as a chunked stream, or as the API server's own WebSocket watch: the same URL with
// "Upgrade: websocket", one event a text frame.
//
// Every refusal is a metav1.Status from the fixed table in problem.go. What really went wrong is in the
// server's log, never in an answer.
package gate
