package testcluster

import (
	"fmt"
	"path/filepath"
	"strconv"
)

const loopback = "127.0.0.1"

func etcdURL(port int) string      { return fmt.Sprintf("http://%s:%d", loopback, port) }
func apiServerURL(port int) string { return fmt.Sprintf("https://%s:%d", loopback, port) }

// etcdArgs are the flags of an etcd of one member that keeps its data in dir.
func etcdArgs(dir string, port int) []string {
	url := etcdURL(port)
	return []string{
		"--data-dir", filepath.Join(dir, "etcd"),
		"--listen-client-urls", url,
		"--advertise-client-urls", url,
		"--listen-peer-urls", etcdURL(0), // it has no peers, and any free port will do
		"--unsafe-no-fsync", // the data lives no longer than the process
		"--log-level", "warn",
	}
}

// apiServerArgs are the flags of a kube-apiserver whose files are in dir; extra comes last, so it wins.
func apiServerArgs(dir string, port, etcdPort int, extra []string) []string {
	in := func(name string) string { return filepath.Join(dir, name) }
	args := []string{
		"--etcd-servers=" + etcdURL(etcdPort),
		"--bind-address=" + loopback,
		"--advertise-address=" + loopback,
		"--secure-port=" + strconv.Itoa(port),
		// The reconciler would refuse to publish a loopback address, and on a graceful stop it waits.
		"--endpoint-reconciler-type=none",
		"--tls-cert-file=" + in(serverCertFile),
		"--tls-private-key-file=" + in(serverKeyFile),
		"--client-ca-file=" + in(caCertFile),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + in(accountPubFile),
		"--service-account-signing-key-file=" + in(accountKeyFile),
		"--service-cluster-ip-range=10.0.0.0/24",
		"--authorization-mode=Node,RBAC",
		// It would reject every Pod until a controller, which is not here, made the default account.
		"--disable-admission-plugins=ServiceAccount",
	}
	return append(args, extra...)
}
