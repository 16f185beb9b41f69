package upstream

import (
	"net"
	"os"
	"path/filepath"

	"k8s.io/client-go/rest"
)

// serviceAccount is where a pod has its account's token and the cluster's certificate authority.
// Source: https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
const serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount"

// loadInCluster is Load for a pod of the cluster. The token's file is read again as it is rotated.
func loadInCluster(o Options, dir string) (*Cluster, error) {
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	if host == "" || port == "" {
		return nil, configErrorf("--in-cluster: KUBERNETES_SERVICE_HOST and _PORT are not set, so that this is no pod of a cluster: leave it out to use a kubeconfig, or use --demo")
	}
	for _, name := range []string{"token", "ca.crt"} {
		if _, err := os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, configErrorf("--in-cluster: %v: the pod needs a ServiceAccount whose token is mounted; see automountServiceAccountToken", oneLine(err))
		}
	}
	cfg := &rest.Config{
		Host: "https://" + net.JoinHostPort(host, port), UserAgent: o.UserAgent, BearerTokenFile: filepath.Join(dir, "token"),
		TLSClientConfig: rest.TLSClientConfig{CAFile: filepath.Join(dir, "ca.crt")},
	}
	c, err := connect(cfg, o)
	if err != nil {
		return nil, configErrorf("--in-cluster: %v: look at what is mounted at %s", oneLine(err), dir)
	}
	c.context = "in-cluster"
	c.log.Info("using cluster", "context", c.context, "server", cfg.Host, "auth", authKind(cfg))
	return c, c.lookUp()
}
