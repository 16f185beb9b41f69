package upstream

import (
	"context"
	"encoding/pem"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// A pod reads its cluster as its account, whose token is what is mounted.
func TestInAClusterTheServiceAccountReads(t *testing.T) {
	var token atomic.Value
	token.Store("first")
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+token.Load().(string) {
			answer(w, 401, apiStatus(401, "Unauthorized", ""))
			return
		}
		answer(w, 200, `{"kind":"PodList","metadata":{"resourceVersion":"5"},"items":[]}`)
	}))
	defer s.Close()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(u.Host)
	t.Setenv("KUBERNETES_SERVICE_HOST", host)
	t.Setenv("KUBERNETES_SERVICE_PORT", port)
	dir := t.TempDir()
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("ca.crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	write("token", []byte("first\n"))
	c, err := loadInCluster(Options{}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.List(context.Background(), pods, hub.ListFrom{}); err != nil {
		t.Errorf("List() = %v", err)
	}
	if info := c.Info(context.Background()); info.Context != "in-cluster" || info.Insecure {
		t.Errorf("info = %+v", info)
	}
	token.Store("second")
	if _, err := c.List(context.Background(), pods, hub.ListFrom{}); !errors.Is(err, gate.ErrCredentials) {
		t.Errorf("List() with a token that is not taken any more = %v, want %v", err, gate.ErrCredentials)
	}
}

func TestOutsideAClusterItIsSaidWhatIsMissing(t *testing.T) {
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	if _, err := Load(Options{InCluster: true}); err == nil || !strings.Contains(err.Error(), "leave it out to use a kubeconfig") {
		t.Errorf("Load() outside a cluster = %v", err)
	}
	t.Setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")
	t.Setenv("KUBERNETES_SERVICE_PORT", "443")
	if _, err := loadInCluster(Options{}, t.TempDir()); err == nil || !strings.Contains(err.Error(), "automountServiceAccountToken") {
		t.Errorf("Load() without a token = %v", err)
	}
}
