//go:build cluster

package gate_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"github.com/informerscope/informerscope/server/upstream"
)

// direct is the API server without us in between.
type direct struct {
	client *http.Client
	url    string
}

func newDirect(t *testing.T, c *rest.Config) direct {
	t.Helper()
	client, err := rest.HTTPClientFor(c)
	if err != nil {
		t.Fatal(err)
	}
	return direct{client, strings.TrimSuffix(c.Host, "/")}
}

// open asks for a path, at the API server or at us.
func (d direct) open(t *testing.T, path string) *http.Response {
	t.Helper()
	resp, err := d.client.Do(authorized(t, d.url+path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func (d direct) get(t *testing.T, path string) (int, map[string]any) {
	t.Helper()
	resp := d.open(t, path)
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("GET %s: %.200s: %v", path, body, err)
	}
	return resp.StatusCode, v
}

// bare is an answer without what we leave out, and without what moves between two answers.
func bare(v map[string]any) map[string]any {
	meta, _ := v["metadata"].(map[string]any)
	if items, ok := v["items"].([]any); ok {
		v["metadata"] = nil
		for _, i := range items {
			bare(i.(map[string]any))
		}
		return v
	}
	delete(meta, "managedFields")
	if a, ok := meta["annotations"].(map[string]any); ok {
		if delete(a, "kubectl.kubernetes.io/last-applied-configuration"); len(a) == 0 {
			delete(meta, "annotations")
		}
	}
	return v
}

// refusal is what a client goes by in an answer that is no data.
func refusal(code int, v map[string]any) string {
	return fmt.Sprintf("%d %v", code, v["reason"])
}

// selectors are asked for of pods, in lists and watches.
var selectors = []string{
	"", "labelSelector=app%3Dx", "labelSelector=app%3D%3Dx", "labelSelector=app!%3Dx", "labelSelector=app", "labelSelector=!app",
	"labelSelector=app+in+(x,y)", "labelSelector=app+notin+(x)", "labelSelector=app%3Dx,tier%3D1", "labelSelector=tier>0", "labelSelector=tier<1",
	"labelSelector=none%3D1", "fieldSelector=metadata.name%3Dp1", "fieldSelector=metadata.name!%3Dp1", "fieldSelector=metadata.namespace%3Dwest",
	"fieldSelector=spec.nodeName%3Dn1", "fieldSelector=spec.nodeName%3D", "fieldSelector=spec.nodeName!%3Dn1", "fieldSelector=status.phase%3DPending",
	"fieldSelector=status.phase!%3DPending", "fieldSelector=spec.restartPolicy%3DNever", "fieldSelector=spec.schedulerName%3Ddefault-scheduler",
	"fieldSelector=spec.hostNetwork%3Dfalse", "fieldSelector=spec.hostNetwork%3Dtrue", "fieldSelector=spec.serviceAccountName%3D",
	"fieldSelector=status.podIP%3D", "fieldSelector=status.nominatedNodeName%3D", "fieldSelector=spec.nodeName%3Dn1,metadata.namespace%3Dwest&labelSelector=app",
}

// The hub answers as the API server does, in lists, objects, refusals and watches, up to what
// server/README.md says.
func TestTheHubAnswersAsTheAPIServerDoes(t *testing.T) {
	r := startReal(t, upstream.Options{Resources: mustParse(t, "pods,nodes,namespaces,configmaps,deployments.apps,replicasets.apps")})
	ctx := context.Background()
	api, ours := newDirect(t, r.AdminConfig()), direct{http.DefaultClient, r.url}
	for _, ns := range []string{"east", "west"} {
		if _, err := r.admin.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: ns}}, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
		for i := range 6 {
			p := pod(fmt.Sprintf("p%d", i))
			p.Namespace, p.Labels = ns, map[string]string{"app": []string{"x", "y", "z"}[i%3], "tier": fmt.Sprint(i % 2)}
			switch i {
			case 1:
				p.Spec.NodeName, p.Spec.RestartPolicy = "n1", corev1.RestartPolicyNever
			case 2:
				p.Labels = nil
			case 3:
				p.Spec.HostNetwork = true
			}
			if _, err := r.admin.CoreV1().Pods(ns).Create(ctx, p, metav1.CreateOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		one := int32(1)
		labels := map[string]string{"app": "d"}
		if _, err := r.admin.AppsV1().Deployments(ns).Create(ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "web", Labels: labels},
			Spec: appsv1.DeploymentSpec{Replicas: &one, Selector: &metav1.LabelSelector{MatchLabels: labels}, Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "registry.example/c:1"}}}}}}, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.admin.CoreV1().ConfigMaps(ns).Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "c"}, Data: map[string]string{"a": "<&>"}}, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.admin.CoreV1().Nodes().Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "n1"}, Spec: corev1.NodeSpec{Unschedulable: true}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}

	asked := 0
	var paths []string
	for _, s := range selectors {
		paths = append(paths, "/api/v1/pods?"+s)
		if s != "" && !strings.Contains(s, "namespace") {
			paths = append(paths, "/api/v1/namespaces/west/pods?"+s)
		}
	}
	for _, collection := range []string{"/api/v1/namespaces", "/api/v1/nodes", "/api/v1/configmaps", "/apis/apps/v1/deployments", "/apis/apps/v1/replicasets", "/apis/apps/v1/namespaces/west/deployments", "/api/v1/namespaces/nowhere/pods"} {
		paths = append(paths, collection, collection+"?resourceVersion=0", collection+"?limit=500", collection+"?labelSelector=app", collection+"?resourceVersion=1&resourceVersionMatch=NotOlderThan")
	}
	paths = append(paths, "/api/v1/nodes?fieldSelector=spec.unschedulable%3Dtrue", "/api/v1/nodes?fieldSelector=spec.unschedulable%3Dfalse", "/api/v1/namespaces?fieldSelector=status.phase%3DActive",
		"/apis/apps/v1/replicasets?fieldSelector=metadata.name%3Da",
		"/api/v1/namespaces/west/pods/p1", "/api/v1/namespaces/west/pods/p1?resourceVersion=0", "/api/v1/nodes/n1", "/apis/apps/v1/namespaces/west/deployments/web",
		// Refusals.
		"/api/v1/namespaces/west/pods/none", "/api/v1/nodes/none", "/api/v1/pods?labelSelector=a%3D%3D%3Db", "/api/v1/pods?fieldSelector=spec.foo%3D1",
		"/api/v1/nodes?fieldSelector=spec.nodeName%3D1", "/api/v1/pods?resourceVersion=1000000", "/api/v1/pods?resourceVersionMatch=Exact",
		"/api/v1/pods?resourceVersion=0&resourceVersionMatch=Exact", "/api/v1/pods?resourceVersion=1&resourceVersionMatch=Foo", "/api/v1/pods?sendInitialEvents=true",
		"/api/v1/pods?watch=1&sendInitialEvents=true", "/api/v1/pods?watch=1&resourceVersionMatch=NotOlderThan", "/apis/apps/v1/replicasets?fieldSelector=status.replicas%3D0",
		"/api/v1/pods?watch=1&fieldSelector=spec.foo%3D1")
	for _, path := range paths {
		var wantCode, gotCode int
		var want, got map[string]any
		for range 50 { // the hub may be a moment behind
			wantCode, want = api.get(t, path)
			if gotCode, got = ours.get(t, path); wantCode == gotCode && (gotCode != 200 || reflect.DeepEqual(bare(want), bare(got))) {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		asked++
		switch {
		case wantCode != gotCode || wantCode != 200 && refusal(wantCode, want) != refusal(gotCode, got):
			t.Errorf("GET %s = %s, want %s as the API server", path, refusal(gotCode, got), refusal(wantCode, want))
		case wantCode == 200 && !reflect.DeepEqual(bare(want), bare(got)):
			a, _ := json.Marshal(want)
			b, _ := json.Marshal(got)
			t.Errorf("GET %s\n  = %.1500s\nwant %.1500s", path, b, a)
		}
	}
	asked += watchAlike(t, r, api, ours)
	t.Run("a compacted version", func(t *testing.T) { compacted(t, r, api, ours) })
	t.Run("a history that goes back", func(t *testing.T) { restored(t, r, ours) })
	t.Logf("%d requests were answered alike", asked)
	if asked < 80 {
		t.Errorf("%d requests were compared, want at least 80", asked)
	}
}

// told reads events until the one that ends the test, and returns them; initial events, which have no
// order, sorted.
func told(t *testing.T, resp *http.Response, name string) (initial, events []string) {
	t.Helper()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", name, resp.Status)
		return nil, nil
	}
	lines := bufio.NewReader(resp.Body)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Errorf("%s ended after %q: %v", name, events, err)
			return initial, events
		}
		var e event
		if len(strings.TrimSpace(string(line))) == 0 {
			continue
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%s: %q: %v", name, line, err)
		}
		o := e.object(t)
		if e.Type == "BOOKMARK" {
			if o.Metadata.Annotations["k8s.io/initial-events-end"] == "true" {
				initial = append(initial, "end")
			}
			continue
		}
		var whole map[string]any
		if err := json.Unmarshal(e.Object, &whole); err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(bare(whole))
		if o.Metadata.Name == "the-end" {
			return initial, events
		}
		if strings.HasPrefix(o.Metadata.Name, "w") {
			events = append(events, e.Type+" "+string(text))
		} else {
			initial = append(initial, e.Type+" "+string(text))
		}
	}
}

// watchAlike opens watches at both, lets the same happen, and compares what they tell.
func watchAlike(t *testing.T, r *realGate, api, ours direct) (asked int) {
	ctx := context.Background()
	_, now := ours.get(t, "/api/v1/pods")
	rv := now["metadata"].(map[string]any)["resourceVersion"].(string)
	type pair struct {
		query  string
		theirs *http.Response
		ours   *http.Response
	}
	var pairs []pair
	open := func(query string) {
		path := "/api/v1/namespaces/west/pods?watch=1&allowWatchBookmarks=true&" + query
		pairs = append(pairs, pair{query, api.open(t, path), ours.open(t, path)})
	}
	// Each ends with an event that all of them see: its selectors let the-end through.
	for _, s := range []string{"", "labelSelector=app%3Dx", "labelSelector=app!%3Dy", "labelSelector=tier", "labelSelector=tier+in+(1,2)", "fieldSelector=spec.nodeName!%3Dn1",
		"fieldSelector=status.phase%3DPending", "labelSelector=app%3Dx&fieldSelector=spec.nodeName%3D", "fieldSelector=metadata.name!%3Dw2"} {
		open(s + "&resourceVersion=" + rv)
		open(s + "&resourceVersion=0")
		open(s)
		open(s + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan")
		open(s + "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=" + rv)
	}
	pods := r.admin.CoreV1().Pods("west")
	zero := int64(0)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	add := func(name string, labels map[string]string) {
		p := pod(name)
		p.Namespace, p.Labels = "west", labels
		_, err := pods.Create(ctx, p, metav1.CreateOptions{})
		must(err)
	}
	patch := func(name, body string) {
		_, err := pods.Patch(ctx, name, types.MergePatchType, []byte(body), metav1.PatchOptions{})
		must(err)
	}
	add("w1", map[string]string{"app": "x", "tier": "1"})
	add("w2", map[string]string{"app": "y"})
	patch("w1", `{"metadata":{"labels":{"app":"y"}}}`)
	patch("w2", `{"metadata":{"labels":{"app":"x","tier":"2"}}}`)
	patch("w1", `{"metadata":{"labels":{"app":"x"}}}`)
	patch("w1", `{"metadata":{"annotations":{"a":"1"}}}`)
	must(pods.Bind(ctx, &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "w2"}, Target: corev1.ObjectReference{Kind: "Node", Name: "n1"}}, metav1.CreateOptions{}))
	patch("w2", `{"metadata":{"labels":{"tier":null}}}`)
	must(pods.Delete(ctx, "w1", metav1.DeleteOptions{GracePeriodSeconds: &zero}))
	must(pods.Delete(ctx, "w2", metav1.DeleteOptions{GracePeriodSeconds: &zero}))
	add("the-end", map[string]string{"app": "x", "tier": "1"})
	for _, p := range pairs {
		wantFirst, want := told(t, p.theirs, "the API server's "+p.query)
		gotFirst, got := told(t, p.ours, "our "+p.query)
		slices.Sort(wantFirst)
		slices.Sort(gotFirst)
		if !slices.Equal(gotFirst, wantFirst) || !slices.Equal(got, want) {
			t.Errorf("WATCH %s\n  tells %s\n%s\nwant %s\n%s", p.query, summary(gotFirst), summary(got), summary(wantFirst), summary(want))
		}
		if len(want) < 3 {
			t.Errorf("WATCH %s tells %d events: the script shows little", p.query, len(want))
		}
	}
	return len(pairs)
}

// compacted watches from a version that etcd has forgotten.
func compacted(t *testing.T, r *realGate, api, ours direct) {
	_, one := api.get(t, "/api/v1/namespaces/west/pods/p1")
	old := one["metadata"].(map[string]any)["resourceVersion"].(string)
	for i := range 5 {
		r.create(t, fmt.Sprintf("later%d", i))
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := r.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	r.StopAPIServer() // whose cache remembers
	if err := r.StartAPIServer(ctx); err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]direct{"the API server": api, "the hub": ours} {
		var e event
		resp := d.open(t, "/api/v1/pods?watch=1&resourceVersion="+old)
		if err := json.NewDecoder(resp.Body).Decode(&e); err != nil || resp.StatusCode != 200 || e.Type != "ERROR" || e.object(t).Code != 410 || e.object(t).Reason != metav1.StatusReasonExpired {
			t.Errorf("%s answers a watch from %s with %s %s %s (%v), want 200 and ERROR 410 Expired", name, old, resp.Status, e.Type, e.Object, err)
		}
	}
}

// restored lets the cluster go back to a backup, R1: a watch is ended with 410 within half a minute, and
// the list has what the cluster has.
func restored(t *testing.T, r *realGate, ours direct) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := r.Backup(ctx); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		r.create(t, fmt.Sprintf("phantom%d", i))
	}
	var rv string
	for found := false; !found; time.Sleep(50 * time.Millisecond) {
		_, now := ours.get(t, "/api/v1/pods")
		text, _ := json.Marshal(now)
		rv, found = now["metadata"].(map[string]any)["resourceVersion"].(string), strings.Contains(string(text), "phantom19")
		if ctx.Err() != nil {
			t.Fatal("the hub does not see what was made after the backup")
		}
	}
	began := time.Now()
	watch := bufio.NewReader(ours.open(t, "/api/v1/pods?watch=1&resourceVersion="+rv).Body)
	if err := r.Restore(ctx); err != nil {
		t.Fatal(err)
	}
	back := time.Now()
	for line := ""; !strings.Contains(line, `"code":410`); {
		var err error
		if line, err = watch.ReadString('\n'); err != nil {
			t.Fatalf("the watch ended with %v, want ERROR 410", err)
		}
	}
	took := time.Since(back)
	_, now := ours.get(t, "/api/v1/pods")
	if text, _ := json.Marshal(now); strings.Contains(string(text), "phantom") || !strings.Contains(string(text), "later4") {
		t.Errorf("after the restore the list has %s", text)
	}
	t.Logf("the cluster was back after %v, the watch ended %v later", back.Sub(began).Round(time.Millisecond), took.Round(time.Millisecond))
	if took > 40*time.Second {
		t.Errorf("the watch ended %v after the cluster was back, want half a minute", took)
	}
}

// summary is events short enough to be read.
func summary(events []string) string {
	var all []string
	for _, e := range events {
		kind, object, ok := strings.Cut(e, " ")
		var o struct {
			Metadata struct {
				Name, ResourceVersion string
				Labels                map[string]string
			}
		}
		if ok && json.Unmarshal([]byte(object), &o) == nil {
			e = fmt.Sprintf("%s %s@%s %v", kind, o.Metadata.Name, o.Metadata.ResourceVersion, o.Metadata.Labels)
		}
		all = append(all, e)
	}
	return strings.Join(all, "; ")
}
