package testcluster

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/tools/clientcmd"
)

func TestBothServersListenOnLoopbackOnly(t *testing.T) {
	args := append(etcdArgs("/d", 20001), apiServerArgs("/d", 20002, 20001, nil)...)
	for _, want := range []string{
		"http://127.0.0.1:20001", "--listen-peer-urls", "http://127.0.0.1:0",
		"--etcd-servers=http://127.0.0.1:20001", "--bind-address=127.0.0.1", "--secure-port=20002",
	} {
		if !slices.Contains(args, want) {
			t.Errorf("no argument %q in %q", want, args)
		}
	}
	if all := strings.Join(args, " "); strings.Contains(all, "0.0.0.0:") || strings.Contains(all, "localhost") {
		t.Errorf("an argument listens elsewhere: %q", all)
	}
}

func TestExtraFlagsComeLastSoThatTheyWin(t *testing.T) {
	args := apiServerArgs("/d", 1, 2, []string{"--watch-cache-sizes=pods#0"})
	if got := args[len(args)-1]; got != "--watch-cache-sizes=pods#0" {
		t.Errorf("last argument = %q, want the extra one", got)
	}
}

func TestFreePortIsBelowThoseOfDialers(t *testing.T) {
	for range 20 {
		port, err := freePort(0)
		if err != nil {
			t.Fatal(err)
		}
		if port < firstPort || port >= lastPort {
			t.Errorf("freePort(0) = %d, want %d–%d", port, firstPort, lastPort-1)
		}
	}
}

func TestReadOnlyRulesOnlyRead(t *testing.T) {
	for _, rule := range ReadOnlyRules() {
		if got, want := strings.Join(rule.Verbs, " "), "get list watch"; got != want {
			t.Errorf("verbs on %q = %q, want %q", rule.Resources, got, want)
		}
	}
}

func TestKubeconfigReadsBackAsTheSameAccountAndNeedsNoOtherFile(t *testing.T) {
	keys := testPKI(t, time.Now())
	path := filepath.Join(t.TempDir(), "kubeconfig")
	want := tokenConfig("https://127.0.0.1:20002", keys, "a-token")
	if err := writeKubeconfig(path, "read-only", want); err != nil {
		t.Fatal(err)
	}
	got, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Host != want.Host || got.BearerToken != want.BearerToken || string(got.CAData) != string(want.CAData) {
		t.Errorf("read back host %q and token %q, want %q and %q and the same authority", got.Host, got.BearerToken, want.Host, want.BearerToken)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if perm := info.Mode().Perm(); perm != 0o600 {
		t.Errorf("mode of the kubeconfig = %v, want -rw-------", perm)
	}
}
