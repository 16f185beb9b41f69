// Package conformance holds no code, only tests: the same operations on ours and on
// client-go, side by side, with everything that can be seen compared after each.
//
// An operation is a line of text, such as "after b 5ms". Random scripts of such lines run in a
// testing/synctest bubble, where time is virtual and every goroutine has come to rest before
// anything is looked at. A script whose answers differ is shortened to the lines that matter
// and written to a folder of testdata; every script there is replayed by every test run.
// deviations.md lists where ours differs on purpose, and a test holds each.
//
// Files are named for what they compare:
//
//	queue_*     core/workqueue, limiters and metrics included
//	fifo_*      the FIFO machines
//	informer_*  the informer machines, with reflector and store
//	shared_*    core/cache's shared informer
//	cache_*     the rest of core/cache: stores, queues, reflectors, controllers
//	scenario_*  every lesson on client-go, driven by core/versions, which writes scenarios/verified.txt
//	bad_*       bad input
//	*_api_*     exported names, types and signatures
//	*bench_*    with -tags bench: TestBenchTable writes core/BENCHMARKS.md
//
// wire_test.go carries core/cluster to client-go's informers. cache_program_ours and bad_ours
// are generated from their twins over client-go, by -cache.update.
package conformance
