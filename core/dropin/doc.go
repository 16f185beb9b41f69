// Package dropin puts this repository's core under a program that was written for client-go, without an edit
// of the program.
//
// It copies client-go out of the module cache, and in the copy puts aliases into tools/cache and
// util/workqueue in place of what was there: type Store = cache.Store, func NewStore that calls ours. So a
// name is the same type wherever the program, client-go's informers or a third module meets it. What
// core/cache has not stays client-go's own, by declaration: heaps, expiring stores, ListWatches of a
// client. Constructors that client-go steers by feature gates are those of core/cache/gated. The core lies
// in the copy, too, so no module is added.
//
// A go.work beside the copy has the one replace. It is used by naming it, GOWORK=…/go.work, so go.mod,
// go.sum, vendor folder and workspace of the program stay as they are, and who deletes the folder is back.
package dropin
