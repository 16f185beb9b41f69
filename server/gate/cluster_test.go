//go:build cluster

package gate_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/testcluster"
	"github.com/informerscope/informerscope/server/upstream"
)

// realGate is a real kube-apiserver with the gate before it.
type realGate struct {
	*testcluster.Cluster
	served
	admin *kubernetes.Clientset // straight to the API server
	ours  *kubernetes.Clientset // through the gate
}

const token = "sesame-sesame"

func startReal(t *testing.T, o upstream.Options) *realGate {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	t.Cleanup(cancel)
	c, err := testcluster.Start(ctx, testcluster.Options{Log: testWriter{t}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	o.Kubeconfig = c.ReadOnlyKubeconfig
	source, err := upstream.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	r := &realGate{Cluster: c, served: serve(t, gate.Config{Source: followed(t, source), Token: token, Idle: 500 * time.Millisecond})}
	r.admin = client(t, c.AdminConfig())
	r.ours = client(t, &rest.Config{Host: r.url, BearerToken: token})
	return r
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Logf("%s", bytes.TrimSpace(p))
	return len(p), nil
}

func client(t *testing.T, c *rest.Config) *kubernetes.Clientset {
	t.Helper()
	c.QPS = -1
	c.ContentType = "application/json"
	k, err := kubernetes.NewForConfig(c)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func pod(name string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default", Labels: map[string]string{"app": "x"},
			Annotations: map[string]string{"kubectl.kubernetes.io/last-applied-configuration": `{"password":"hunter2"}`, "note": "kept"}},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "registry.example/c:1", Env: []corev1.EnvVar{{Name: "A", Value: "in-the-spec"}}}}},
	}
}

func (r *realGate) create(t *testing.T, name string) *corev1.Pod {
	t.Helper()
	p, err := r.admin.CoreV1().Pods("default").Create(context.Background(), pod(name), metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// awaits returns when the gate has heard of a pod. Its first list may come from an API server's cache that is a moment behind:
// then the pod comes by its watch.
func (r *realGate) awaits(t *testing.T, name string) {
	t.Helper()
	for over := waiting(t); ; {
		if a, body := r.get(t, "/api/v1/namespaces/default/pods/"+name); a.StatusCode == http.StatusOK {
			return
		} else if a.StatusCode != http.StatusNotFound {
			t.Fatalf("pod %s: %s %s", name, a.Status, body)
		}
		select {
		case <-over:
			t.Fatalf("the gate does not hear of pod %s", name)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (r *realGate) get(t *testing.T, path string) (*http.Response, string) {
	t.Helper()
	return get(t, r.served, path, "Authorization: Bearer "+token)
}

// One cluster serves these in turn; each leaves it as the next wants it.
func TestARealClusterThroughTheGate(t *testing.T) {
	r := startReal(t, upstream.Options{Resources: mustParse(t, "pods,nodes,namespaces,configmaps,deployments.apps,replicasets.apps,services")})
	ctx := context.Background()

	t.Run("a list has what it should, in one page", func(t *testing.T) {
		names := []string{"a", "b", "c"}
		for _, name := range names {
			r.create(t, name)
		}
		for _, name := range names {
			r.awaits(t, name)
		}
		list, err := r.ours.CoreV1().Pods("").List(ctx, metav1.ListOptions{Limit: 2})
		if err != nil || len(list.Items) != 3 || list.Continue != "" {
			t.Errorf("List(limit 2) = %d pods, continue %q, %v, want all in one page", len(list.Items), list.Continue, err)
		}
		_, body := r.get(t, "/api/v1/pods")
		for _, no := range []string{"hunter2", "managedFields", "\n"} {
			if strings.Contains(body, no) {
				t.Errorf("the list has %q in it", no)
			}
		}
	})
	t.Run("a watch sees create, update and delete", func(t *testing.T) {
		list, err := r.ours.CoreV1().Pods("default").List(ctx, metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		path := "/api/v1/namespaces/default/pods?watch=1&resourceVersion=" + list.ResourceVersion
		conn, _, err := dial(t, r.served, path, r.url, "v1.scope", bearer+base64url(token))
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.ours.CoreV1().Pods("default").Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Stop()
		r.create(t, "w")
		patch := []byte(`{"metadata":{"labels":{"app":"y"}}}`)
		if _, err := r.admin.CoreV1().Pods("default").Patch(ctx, "w", types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
			t.Fatal(err)
		}
		now := int64(0)
		if err := r.admin.CoreV1().Pods("default").Delete(ctx, "w", metav1.DeleteOptions{GracePeriodSeconds: &now}); err != nil {
			t.Fatal(err)
		}
		var seen []string
		for len(seen) == 0 || seen[len(seen)-1] != "DELETED" {
			frame := readFrame(t, conn)
			ev := <-w.ResultChan()
			p, ok := ev.Object.(*corev1.Pod)
			if !ok || frame.Type != string(ev.Type) || p.Name != "w" || frame.object(t).Metadata.ResourceVersion != p.ResourceVersion {
				t.Fatalf("stream %s %+v, socket %s %s, want one event of pod w", ev.Type, ev.Object, frame.Type, frame.Object)
			}
			if ev.Type != "ADDED" && p.Labels["app"] != "y" {
				t.Errorf("%s with labels %v", ev.Type, p.Labels)
			}
			seen = append(seen, frame.Type)
		}
		// The second MODIFIED is the API server's own: it marks the pod before it deletes it.
		if got, want := strings.Join(seen, " "), "ADDED MODIFIED MODIFIED DELETED"; got != want {
			t.Errorf("events %s, want %s", got, want)
		}
	})
	t.Run("initial events end with the cluster's own bookmark", func(t *testing.T) {
		resp, err := http.DefaultClient.Do(authorized(t, r.url+"/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		dec := json.NewDecoder(resp.Body)
		for i := range 4 {
			var e event
			if err := dec.Decode(&e); err != nil {
				t.Fatal(err)
			}
			if i < 3 && e.Type != "ADDED" || i == 3 && e.object(t).Metadata.Annotations["k8s.io/initial-events-end"] != "true" {
				t.Errorf("event %d = %s %s", i, e.Type, e.Object)
			}
		}
	})
	t.Run("writes are refused and change nothing", func(t *testing.T) {
		before, err := r.admin.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		pods := r.ours.CoreV1().Pods("default")
		_, created := pods.Create(ctx, pod("new"), metav1.CreateOptions{})
		_, patched := pods.Patch(ctx, "a", types.MergePatchType, []byte(`{}`), metav1.PatchOptions{})
		for verb, err := range map[string]error{
			"create": created, "patch": patched, "delete": pods.Delete(ctx, "a", metav1.DeleteOptions{}),
			"delete all": pods.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}),
			"evict":      r.ours.CoreV1().RESTClient().Post().AbsPath("/api/v1/namespaces/default/pods/a/eviction").Do(ctx).Error(),
		} {
			if !apierrors.IsMethodNotSupported(err) {
				t.Errorf("%s = %v, want 405", verb, err)
			}
		}
		for _, path := range []string{"/api/v1/namespaces/default/pods/a/log", "/api/v1/namespaces/default/pods/a/exec?command=id", "/api/v1/secrets", "/metrics", "/api/v1/namespaces/default/serviceaccounts/default/token"} {
			if resp, _ := r.get(t, path); resp.StatusCode != http.StatusForbidden {
				t.Errorf("GET %s = %d, want 403", path, resp.StatusCode)
			}
		}
		after, err := r.admin.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
		if err != nil || after.ResourceVersion != before.ResourceVersion && !equality.Semantic.DeepEqual(after.Items, before.Items) {
			t.Errorf("the pods are not what they were (%v)", err)
		}
	})
	t.Run("what the account may not read, and what is not there", func(t *testing.T) {
		// Services are on our list but not in the account's role.
		resp, body := r.get(t, "/api/v1/services")
		if st := statusOf(t, body); resp.StatusCode != 403 || string(st.Details.Causes[0].Type) != "UpstreamForbidden" || strings.Contains(body, "serviceaccount") {
			t.Errorf("GET services = %d %s", resp.StatusCode, body)
		}
		if _, err := r.ours.CoreV1().Pods("default").Get(ctx, "none", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
			t.Errorf("Get(none) = %v, want NotFound", err)
		}
		// Not through client-go, which would try ten times.
		resp, body = r.get(t, "/api/v1/pods?resourceVersion=1000000")
		if st := statusOf(t, body); resp.StatusCode != 504 || st.Details.Causes[0].Type != metav1.CauseTypeResourceVersionTooLarge {
			t.Errorf("LIST at a version to come = %d %s, want 504 ResourceVersionTooLarge", resp.StatusCode, body)
		}
		if _, err := r.ours.CoreV1().Pods("").List(ctx, metav1.ListOptions{FieldSelector: "spec.foo=bar"}); !apierrors.IsBadRequest(err) {
			t.Errorf("List by an unknown field = %v, want BadRequest", err)
		}
	})
	t.Run("the API server goes away and comes back", func(t *testing.T) {
		factory := informers.NewSharedInformerFactory(r.ours, 0)
		informer := factory.Core().V1().Pods().Informer()
		stop, end := context.WithCancel(ctx)
		defer end()
		factory.Start(stop.Done())
		if !cache.WaitForCacheSync(waiting(t), informer.HasSynced) {
			t.Fatal("the informer has not synced")
		}
		list, err := r.ours.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		conn, _, err := dial(t, r.served, "/api/v1/pods?watch=1&resourceVersion="+list.ResourceVersion, r.url, "v1.scope", bearer+base64url(token))
		if err != nil {
			t.Fatal(err)
		}
		stream, err := http.DefaultClient.Do(authorized(t, r.url+"/api/v1/pods?watch=1&resourceVersion="+list.ResourceVersion))
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Body.Close()
		// A socket is accepted before the cluster has answered; once an event has come, both watches run.
		r.create(t, "before")
		if e := readFrame(t, conn); e.Type != "ADDED" {
			t.Fatalf("the socket's first event = %+v, want ADDED", e)
		}
		lines := bufio.NewReader(stream.Body)
		if line, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"type":"ADDED"`) {
			t.Fatalf("the stream's first line = %q, %v, want ADDED", line, err)
		}

		r.StopAPIServer()
		time.Sleep(2 * time.Second)
		resp, body := r.get(t, "/api/v1/pods")
		if stale, err := strconv.Atoi(resp.Header.Get("X-Informerscope-Staleness")); resp.StatusCode != 200 || !strings.Contains(body, `"name":"before"`) || err != nil || stale < 1 {
			t.Errorf("LIST while the API server is away = %d, %d s old (%v), want what is known, and its age\n%s", resp.StatusCode, stale, err, body)
		}
		info := r.info(t)
		if info.Upstream.State != "down" || info.Upstream.Reason != "UpstreamUnreachable" || info.Upstream.Next == "" || info.Version != "v1.37.2" && info.Version != "" {
			t.Errorf("info = %+v, want down with a reason", info)
		}
		if resp, _ := r.get(t, "/readyz"); resp.StatusCode != 200 {
			t.Errorf("readyz = %d, want 200 while the cluster is away", resp.StatusCode)
		}

		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		if err := r.StartAPIServer(ctx); err != nil {
			t.Fatal(err)
		}
		r.create(t, "after")
		for {
			_, ok, err := informer.GetStore().GetByKey("default/after")
			if ok {
				break
			}
			if ctx.Err() != nil {
				t.Fatalf("the informer does not see what was made after the restart (%v)", err)
			}
			time.Sleep(50 * time.Millisecond)
		}
		// Both watches have stayed open, and go on.
		if e := readFrame(t, conn); e.Type != "ADDED" || e.object(t).Metadata.Name != "after" {
			t.Errorf("the socket goes on with %s %s, want pod after", e.Type, e.Object)
		}
		for line := ""; !strings.Contains(line, `"name":"after"`); {
			if line, err = lines.ReadString('\n'); err != nil {
				t.Fatalf("the stream ended with %v", err)
			}
		}
		if info := r.info(t); info.Upstream.State != "up" || info.Version != "v1.37.2" {
			t.Errorf("info = %+v, want up", info)
		}
		// Pod a's version is older than our first list: 410 within 200.
		a, err := r.ours.CoreV1().Pods("default").Get(ctx, "a", metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		old, err := http.DefaultClient.Do(authorized(t, r.url+"/api/v1/pods?watch=1&resourceVersion="+a.ResourceVersion))
		if err != nil {
			t.Fatal(err)
		}
		defer old.Body.Close()
		var e event
		if err := json.NewDecoder(old.Body).Decode(&e); err != nil || e.Type != "ERROR" || e.object(t).Reason != metav1.StatusReasonExpired {
			t.Errorf("WATCH from before the restart = %s %s (%v), want ERROR 410 Expired", e.Type, e.Object, err)
		}
		end()
		factory.Shutdown()
	})
}

func TestARealClusterAsMetadata(t *testing.T) {
	r := startReal(t, upstream.Options{Resources: mustParse(t, "pods"), MetadataOnly: true})
	r.create(t, "m")
	r.awaits(t, "m")
	_, listed := r.get(t, "/api/v1/pods")
	resp, err := http.DefaultClient.Do(authorized(t, r.url+"/api/v1/pods?watch=1&resourceVersion=0"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var e event
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		t.Fatal(err)
	}
	_, one := r.get(t, "/api/v1/namespaces/default/pods/m")
	for what, body := range map[string]string{"LIST": listed, "WATCH": string(e.Object), "GET": one} {
		if !strings.Contains(body, `"name":"m"`) || !strings.Contains(body, "PartialObjectMetadata") || !strings.Contains(body, `"note":"kept"`) {
			t.Errorf("%s = %s, want the metadata of pod m", what, body)
		}
		for _, no := range []string{"in-the-spec", "registry.example", "hunter2", "managedFields"} {
			if strings.Contains(body, no) {
				t.Errorf("%s has %q in it: %s", what, no, body)
			}
		}
	}
}

func (r *realGate) info(t *testing.T) gate.Info {
	t.Helper()
	_, body := r.get(t, "/informerscope/v1/info")
	var info gate.Info
	if err := json.Unmarshal([]byte(body), &info); err != nil {
		t.Fatalf("info = %s: %v", body, err)
	}
	return info
}

func authorized(t *testing.T, url string) *http.Request {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return req
}

func waiting(t *testing.T) <-chan struct{} {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx.Done()
}

func mustParse(t *testing.T, list string) []gate.Resource {
	t.Helper()
	r, err := gate.ParseResources(list, false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
