//go:build cluster

// These tests start a real cluster: go test -tags cluster ./server/testcluster

package testcluster

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const testWithin = time.Minute

var pods = schema.GroupVersionResource{Version: "v1", Resource: "pods"}

func startForTest(t *testing.T, o Options) *Cluster {
	t.Helper()
	o.Log = t.Output()
	c, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func client(t *testing.T, config *rest.Config) dynamic.Interface {
	t.Helper()
	d, err := dynamic.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// fromFile reads a kubeconfig as a user's client would.
func fromFile(t *testing.T, path string) *rest.Config {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func pod(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod",
		"metadata": map[string]any{"name": name},
		"spec":     map[string]any{"containers": []any{map[string]any{"name": "c", "image": "none"}}},
	}}
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), testWithin)
	t.Cleanup(cancel)
	return ctx
}

func TestReadOnlyAccountWatchesButMayNotWrite(t *testing.T) {
	c, ctx := startForTest(t, Options{}), testContext(t)
	admin := client(t, fromFile(t, c.AdminKubeconfig)).Resource(pods).Namespace("default")
	reader := client(t, fromFile(t, c.ReadOnlyKubeconfig))

	w, err := reader.Resource(pods).Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	if _, err := admin.Create(ctx, pod("seen"), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	select {
	case ev := <-w.ResultChan():
		got, ok := ev.Object.(*unstructured.Unstructured)
		if ev.Type != watch.Added || !ok || got.GetName() != "seen" {
			t.Errorf("first watch event = %s %v, want ADDED of pod seen", ev.Type, ev.Object)
		}
	case <-ctx.Done():
		t.Error("the watch brought no event for a new pod")
	}

	_, err = reader.Resource(pods).Namespace("default").Create(ctx, pod("refused"), metav1.CreateOptions{})
	if !apierrors.IsForbidden(err) {
		t.Errorf("Create by the read-only account = %v, want 403 Forbidden", err)
	}
	secrets := schema.GroupVersionResource{Version: "v1", Resource: "secrets"}
	if _, err = reader.Resource(secrets).List(ctx, metav1.ListOptions{}); !apierrors.IsForbidden(err) {
		t.Errorf("List of secrets by the read-only account = %v, want 403 Forbidden", err)
	}
	for _, rule := range ReadOnlyRules() {
		for _, resource := range rule.Resources {
			gvr := schema.GroupVersionResource{Group: rule.APIGroups[0], Version: "v1", Resource: resource}
			if _, err := reader.Resource(gvr).List(ctx, metav1.ListOptions{}); err != nil {
				t.Errorf("List of %s by the read-only account = %v, want nil", resource, err)
			}
		}
	}
}

func TestPodIsStillThereAfterTheAPIServerCameBack(t *testing.T) {
	c, ctx := startForTest(t, Options{}), testContext(t)
	before, err := client(t, c.AdminConfig()).Resource(pods).Namespace("default").Create(ctx, pod("kept"), metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	reader := client(t, c.ReadOnlyConfig()).Resource(pods).Namespace("default")
	w, err := reader.Watch(ctx, metav1.ListOptions{ResourceVersion: before.GetResourceVersion()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()

	c.StopAPIServer()
	for range w.ResultChan() { // it ends when the connection breaks
	}
	if ctx.Err() != nil {
		t.Fatal("the watch outlived the apiserver")
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(c.URL, "https://")); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("Dial of a stopped apiserver = %v, want connection refused", err)
	}

	if err := c.StartAPIServer(ctx); err != nil {
		t.Fatal(err)
	}
	after, err := reader.Get(ctx, "kept", metav1.GetOptions{})
	if err != nil {
		t.Fatalf("Get with the account from before the restart = %v, want the pod", err)
	}
	if after.GetUID() != before.GetUID() || after.GetResourceVersion() != before.GetResourceVersion() {
		t.Errorf("pod after the restart has uid %s at version %s, want %s at %s",
			after.GetUID(), after.GetResourceVersion(), before.GetUID(), before.GetResourceVersion())
	}
}

// The way to get a 410 from a real apiserver: its watch cache starts empty and remembers nothing older.
func TestWatchFromBeforeARestartIsTooOld(t *testing.T) {
	c, ctx := startForTest(t, Options{}), testContext(t)
	admin := client(t, c.AdminConfig()).Resource(pods).Namespace("default")
	old, err := admin.Create(ctx, pod("first"), metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := admin.Create(ctx, pod("second"), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	c.StopAPIServer()
	if err := c.StartAPIServer(ctx); err != nil {
		t.Fatal(err)
	}
	w, err := admin.Watch(ctx, metav1.ListOptions{ResourceVersion: old.GetResourceVersion()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	select {
	case ev := <-w.ResultChan():
		if err := apierrors.FromObject(ev.Object); ev.Type != watch.Error || !apierrors.IsResourceExpired(err) {
			t.Errorf("first watch event from version %s = %s %v, want ERROR 410 Expired", old.GetResourceVersion(), ev.Type, err)
		}
	case <-ctx.Done():
		t.Error("the watch brought no event")
	}
}

func TestStopLeavesNothing(t *testing.T) {
	c := startForTest(t, Options{})
	pids := c.PIDs()
	if len(pids) != 2 {
		t.Errorf("PIDs() of a running cluster = %v, want etcd's and kube-apiserver's", pids)
	}
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("signal 0 to process %d after Stop = %v, want no such process", pid, err)
		}
	}
	if got := c.PIDs(); len(got) != 0 {
		t.Errorf("PIDs() after Stop = %v, want none", got)
	}
	if _, err := os.Stat(c.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Stat(%s) after Stop = %v, want that it does not exist", c.Dir, err)
	}
	if err := c.Stop(); err != nil {
		t.Errorf("second Stop = %v, want nil", err)
	}
	if err := c.StartAPIServer(t.Context()); err == nil {
		t.Error("StartAPIServer after Stop = nil, want an error")
	}
}

func TestServerThatCannotStartShowsItsOwnWords(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	_, err := Start(t.Context(), Options{Log: t.Output(), APIServerArgs: []string{"--no-such-flag"}})
	if err == nil || !strings.Contains(err.Error(), "unknown flag: --no-such-flag") {
		t.Errorf("Start with a flag that does not exist = %v, want kube-apiserver's complaint", err)
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("ReadDir of the temporary folder after a failed Start = %v, %v, want it empty", left, err)
	}
}

func TestVersionIsTheOneInTheModule(t *testing.T) {
	c := startForTest(t, Options{})
	httpClient, err := rest.HTTPClientFor(c.ReadOnlyConfig())
	if err != nil {
		t.Fatal(err)
	}
	resp, err := httpClient.Get(c.URL + "/version")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(body), `"v1.37.2"`) {
		t.Errorf("GET /version = %s, %v: %s, want 200 and v1.37.2", resp.Status, err, body)
	}
}

func TestRunStopsTheClusterWhenItIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, in)
		in.Close()
	}()
	var text strings.Builder
	buf := make([]byte, 4096)
	for !strings.Contains(text.String(), "Stop with ^C") {
		n, err := out.Read(buf)
		if err != nil {
			t.Fatalf("Run ended (%v) after it wrote:\n%s", <-ended, text.String())
		}
		text.Write(buf[:n])
	}
	_, rest, _ := strings.Cut(text.String(), "read-only  export KUBECONFIG=")
	path, _, _ := strings.Cut(rest, "\n")
	pods, err := client(t, fromFile(t, path)).Resource(pods).List(testContext(t), metav1.ListOptions{})
	if err != nil || len(pods.Items) != 0 {
		t.Errorf("List with the kubeconfig that Run printed = %v, want an empty list", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Run after its context was cancelled = %v, want nil", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Stat(%s) after Run = %v, want that it does not exist", path, err)
	}
}
