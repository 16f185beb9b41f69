// Package testcluster runs a real etcd and kube-apiserver on this machine, for tests and for trying
// Informerscope without a cluster of one's own.
//
//	c, err := testcluster.Start(ctx, testcluster.Options{Log: os.Stderr})
//	if err != nil { … }
//	defer c.Stop()
//	clusterURL, kubeconfig := c.URL, c.ReadOnlyKubeconfig
//
// It needs Go and nothing else. Build compiles both programs from the module in .ci/cluster, which pins
// their versions, into the user's cache folder: about five minutes on two cores the first time, nothing
// after that. A cluster then starts in a few seconds and is gone in an instant.
//
// There are no nodes and no controllers: a Pod stays Pending, a Deployment makes no ReplicaSet, and a
// test writes the status it wants to see through the admin account.
//
// What it promises:
//   - everything listens on loopback only, on ports below those the system hands to dialers;
//   - everything it writes while a cluster runs is in Cluster.Dir, which Stop removes;
//   - a cluster never outlives the program that started it (on Linux, where the kernel sees to it);
//   - tests with the build tag "cluster" fail when a cluster cannot be had; they never skip.
//
// It is not controller-runtime's envtest, which does the same job: that downloads ready-made programs from
// a host of its own, where this compiles the versions that go.mod of .ci/cluster pins, through the proxy and the
// checksums that every other module comes through; and envtest brings controller-runtime along, a
// module that nothing else here needs.
//
// Anyone on this machine who finds etcd's port can read and write the cluster. Keep no secret in it.
package testcluster
