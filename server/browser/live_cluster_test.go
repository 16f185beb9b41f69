//go:build browser && cluster

package browser

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"

	"github.com/informerscope/informerscope/server/testcluster"
)

var pods = schema.GroupVersionResource{Version: "v1", Resource: "pods"}

func pod(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod",
		"metadata": map[string]any{"name": name, "namespace": "default"},
		"spec":     map[string]any{"containers": []any{map[string]any{"name": "main", "image": "example/none"}}},
	}}
}

// Live mode against a real kube-apiserver: what is written through its API appears in the
// page's table, moves, and vanishes; and the page recovers when the apiserver was away.
func TestLiveModeFollowsARealAPIServer(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cluster, err := testcluster.Start(ctx, testcluster.Options{Log: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cluster.Stop() })
	client, err := dynamic.NewForConfig(cluster.AdminConfig())
	if err != nil {
		t.Fatal(err)
	}
	api := client.Resource(pods).Namespace("default")
	create := func(name string) string {
		t.Helper()
		o, err := api.Create(ctx, pod(name), metav1.CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return o.GetResourceVersion()
	}
	create("before-the-page")

	url := startServer(t, "--kubeconfig", cluster.ReadOnlyKubeconfig)
	page, token, _ := strings.Cut(url, "#")
	p := Open(t, page+"#"+token+"&p=live", Options{Width: 1280, Height: 800, ReducedMotion: true, Allow: []string{"WebSocket", "Failed to load resource"}}).Ready()
	cell := func(name, col string) string {
		return fmt.Sprintf(`(document.querySelector('table.state [data-row=%s] [data-col=%s]')||{innerText:''}).innerText`, strconv.Quote(name), col)
	}
	has := func(name, rv string) {
		t.Helper()
		p.Wait(cell(name, "store") + `.includes(` + strconv.Quote("@"+rv) + `)`)
	}
	p.Wait(`document.querySelector('table.state [data-row="before-the-page"]') !== null`)
	if hash := Eval[string](p, "location.hash"); strings.Contains(hash, "token") {
		t.Errorf("the address bar still shows the token: %s", hash)
	}

	has("created-live", create("created-live"))
	o, err := api.Patch(ctx, "created-live", types.MergePatchType, []byte(`{"metadata":{"labels":{"step":"2"}}}`), metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	has("created-live", o.GetResourceVersion())
	// The key goes through the queue: a worker takes it, and the passes are counted.
	Eval[bool](p, `(document.querySelector('table.state [data-key="created-live"]').click(), true)`)
	p.Wait(`[...document.querySelectorAll('.inspect dt')].some((d,i)=>d.innerText==='passes' && Number(d.nextElementSibling.innerText)>0)`)
	p.Shot("live-real-cluster")
	zero := int64(0)
	if err := api.Delete(ctx, "created-live", metav1.DeleteOptions{GracePeriodSeconds: &zero}); err != nil {
		t.Fatal(err)
	}
	p.Wait(cell("created-live", "store") + `.includes('@') === false`)

	cluster.StopAPIServer()
	p.Wait(`/does not answer|broke|Showing what was known/.test(document.querySelector('h1[data-role=headline]').innerText)`)
	if got := Eval[string](p, cell("before-the-page", "store")); !strings.Contains(got, "@") {
		t.Errorf("while the API server is away the table shows %q for an object; want the last good state", got)
	}
	if err := cluster.StartAPIServer(ctx); err != nil {
		t.Fatal(err)
	}
	has("after-restart", create("after-restart"))
	p.Wait(`!/does not answer|broke/.test(document.querySelector('h1[data-role=headline]').innerText)`)
}
