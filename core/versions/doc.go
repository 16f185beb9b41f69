// Package versions asks every client-go whether it does what the lessons say, not only the one that we
// are built with. For a version it builds an oracle, a program that links that client-go and nothing of
// ours (folder oracle, whose source is in this package's binary), plays a lesson on our machines and on
// the oracle, each on the engine that claims the version, and compares what can be seen where our world
// is at rest. core/conformance does so on every engine, in process, with the client-go that we are built with.
//
// In the place of client-go's queue an oracle can drive another (Connect, oracle.ServeOther): so core/conformance/priority
// runs the lessons on controller-runtime's.
//
// The oracle is a process of its own and holds a conversation of text lines; the API server that its
// informer talks to is core/cluster, here. Oracles are built with the go command, from modules of the
// proxy, once, into the user's cache folder.
//
// make versions writes VERSIONS.md beside this package's folder and scenarios/versions.txt, from which
// the page takes its badge.
package versions
