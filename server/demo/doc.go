// Package demo is a cluster that needs no cluster: core/cluster's API server in memory, with a workload
// that keeps it busy, as package hub follows one.
//
// The workload is a small town: four nodes, a shop of deployments that are rolled out now and then, a
// service that crash-loops, a job that runs every half minute. It plays the part of scheduler, kubelet and
// controllers, so that pods go through the phases a real one goes through, in that order. A seed and the
// passing of time are all it depends on.
//
// Objects are kept as core/cluster's small Object and rendered as real Kubernetes JSON when asked for.
// client-go's informers and kubectl read it like any other cluster.
package demo
