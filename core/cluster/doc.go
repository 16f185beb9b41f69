// Package cluster is an API server in memory: objects of several resources, one counter of
// resourceVersions, a window of past events for watchers, bookmarks and streaming lists.
//
// It is a pure machine like those of core/machine: it starts no goroutine, reads no clock
// and answers the same to the same calls. A watch is a cursor the caller holds and asks
// for its next event, so nothing is buffered per watcher and nobody can be slow.
//
//	c := cluster.New(trace.Tap{}, 0)
//	c.Create("pods", cluster.Object{Namespace: "default", Name: "p1"})
//	list, rv, _ := c.List("pods", "")
//	w, _ := c.Open("pods", rv, false)
//	for ev, state := c.Next(&w); state == cluster.Got; ev, state = c.Next(&w) { … }
//
// Trouble is part of it: Compact forgets history, Partition and Fail make requests fail,
// CloseWatches ends watches. Sequence of names and times is the caller's; nothing is
// random.
//
// It knows no selectors, no admission and no finalizers: who serves it over HTTP adds what it
// needs.
package cluster
