// Package conformance holds no code, only tests: the same operations on ours and on
// client-go v0.37.2, side by side, with everything that can be seen compared after each.
//
// For the work queues an operation is a line of text, such as "after b 5ms". Random scripts
// of such lines run in a testing/synctest bubble, where time is virtual and every goroutine
// has come to rest before anything is looked at. A script whose answers differ is shortened
// to the lines that matter and written to testdata/queue; every script there is replayed by
// every test run. deviations.md lists where ours differs on purpose, and a test holds each.
//
// go test -tags bench -run TestBenchTable -v prints what the same work costs on both.
package conformance
