package testcluster

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Run builds the binaries if needed, starts a cluster, writes to stdout how to use it, and stops it on an
// interrupt, on SIGTERM, or when ctx is done. It returns an error if the cluster could not start or ended by
// itself.
func Run(ctx context.Context, stdout io.Writer) error {
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	c, err := Start(ctx, Options{Log: stdout})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, `testcluster: ready at %s

  admin      export KUBECONFIG=%s
  read-only  export KUBECONFIG=%s

With the first, kubectl may do everything: kubectl create deployment, kubectl run, kubectl label.
The second may read pods, nodes, namespaces, configmaps, deployments and replicasets; point informerscope at it.
There are no nodes and no controllers, so pods stay Pending and deployments make no replica sets.
Logs are in %s. Stop with ^C; everything is then removed.
`, c.URL, c.AdminKubeconfig, c.ReadOnlyKubeconfig, c.Dir)
	var died error
	select {
	case <-ctx.Done():
	case <-c.etcd.done:
		died = c.endedError(c.etcd)
	case <-c.apiServer.done:
		died = c.endedError(c.apiServer)
	}
	if err := c.Stop(); err != nil {
		return err
	}
	return died
}
