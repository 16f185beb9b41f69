package demo

import (
	"context"
	"encoding/json"
	"net"
	"reflect"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// serve serves d and returns a client-go client for it.
func serve(t *testing.T, d *Demo) *kubernetes.Clientset {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g, err := gate.New(gate.Config{Source: hub.New(t.Context(), d, nil), Hosts: []string{l.Addr().String()}, Token: "sesame-sesame", Idle: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	s := g.Server()
	go func() { _ = s.Serve(l) }() // ends with Close below
	t.Cleanup(func() { _ = s.Close() })
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host: "http://" + l.Addr().String(), BearerToken: "sesame-sesame", QPS: -1,
		ContentConfig: rest.ContentConfig{ContentType: "application/json"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Real client-go informers follow the demo, through lists, watches, an expired version and a restart of
// theirs, and end with what the demo has.
func TestClientGoInformersFollowTheDemo(t *testing.T) {
	d := New(1)
	client := serve(t, d)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory := informers.NewSharedInformerFactory(client, 0)
	following := map[string]cache.SharedIndexInformer{
		"pods": factory.Core().V1().Pods().Informer(), "nodes": factory.Core().V1().Nodes().Informer(),
		"deployments": factory.Apps().V1().Deployments().Informer(), "replicasets": factory.Apps().V1().ReplicaSets().Informer(),
		"jobs": factory.Batch().V1().Jobs().Informer(), "services": factory.Core().V1().Services().Informer(), "namespaces": factory.Core().V1().Namespaces().Informer(),
	}
	added, updated, deleted := 0, 0, 0
	_, err := following["pods"].AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { added++ }, UpdateFunc: func(any, any) { updated++ }, DeleteFunc: func(any) { deleted++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"),
		informers.WithTweakListOptions(func(o *metav1.ListOptions) { o.LabelSelector = "app=cart" }))
	cart := shop.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	shop.Start(ctx.Done())
	for kind, ok := range factory.WaitForCacheSync(waitFor(t)) {
		if !ok {
			t.Fatalf("the informer of %v has not synced after 10 s", kind)
		}
	}
	if !cache.WaitForCacheSync(waitFor(t), cart.HasSynced) {
		t.Fatal("the informer of the cart's pods has not synced after 10 s")
	}
	// Half an hour in steps: informers read along.
	for m := 1; m <= 30; m++ {
		d.Advance(warmUp + time.Duration(m)*time.Minute)
		time.Sleep(5 * time.Millisecond) // lets them; how far they get does not matter
	}
	want := map[string][]runtimeObject{}
	for name := range following {
		want[name] = listed(t, d, name, "", "")
	}
	deadline := time.Now().Add(10 * time.Second)
	for name, informer := range following {
		for !same(informer.GetStore(), want[name]) {
			if time.Now().After(deadline) {
				t.Fatalf("the informer of %s has %v, want %v", name, keys(informer.GetStore().List()), want[name])
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	wantCart := listed(t, d, "pods", "shop", "app=cart")
	for !same(cart.GetStore(), wantCart) {
		if time.Now().After(deadline) {
			t.Fatalf("the informer of the cart's pods has %v, want %v", keys(cart.GetStore().List()), wantCart)
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	factory.Shutdown() // the handler counts are ours now
	if added-deleted != len(want["pods"]) || updated < added {
		t.Errorf("%d pods added, %d updated, %d deleted; want %d left and more updates than additions", added, updated, deleted, len(want["pods"]))
	}
	t.Logf("%d pods added, %d updated, %d deleted", added, updated, deleted)
}

func waitFor(t *testing.T) <-chan struct{} {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx.Done()
}

type runtimeObject struct{ key, uid, rv string }

// listed is what the demo itself says it has.
func listed(t *testing.T, d *Demo, resource, namespace, selector string) []runtimeObject {
	t.Helper()
	sel, err := labels.Parse(selector)
	if err != nil {
		t.Fatal(err)
	}
	objects, _, _ := d.store.c.List(resource, "")
	var all []runtimeObject
	for _, o := range objects {
		if (namespace == "" || namespace == o.Namespace) && sel.Matches(labels.Set(o.Labels)) {
			all = append(all, runtimeObject{o.Key(), o.UID, o.RV})
		}
	}
	return all
}

func same(store cache.Store, want []runtimeObject) bool {
	if len(store.ListKeys()) != len(want) {
		return false
	}
	for _, w := range want {
		got, ok, _ := store.GetByKey(w.key)
		if !ok || got.(metav1.Object).GetResourceVersion() != w.rv || string(got.(metav1.Object).GetUID()) != w.uid {
			return false
		}
	}
	return true
}

func keys(objects []any) []string {
	var all []string
	for _, o := range objects {
		m := o.(metav1.Object)
		all = append(all, m.GetNamespace()+"/"+m.GetName()+"@"+m.GetResourceVersion())
	}
	return all
}

// client-go's discovery sees the resources that are served.
func TestDiscoveryNamesWhatIsServed(t *testing.T) {
	client := serve(t, New(1))
	groups, lists, err := client.Discovery().ServerGroupsAndResources()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, l := range lists {
		for _, r := range l.APIResources {
			found[l.GroupVersion+" "+r.Name+" "+r.Kind] = r.Namespaced
		}
	}
	want := map[string]bool{}
	for _, r := range resources {
		want[r.APIVersion()+" "+r.Resource+" "+r.Kind] = r.Namespaced
	}
	if !reflect.DeepEqual(found, want) || len(groups) != 3 {
		t.Errorf("discovery = %v in %d groups, want %v in 3", found, len(groups), want)
	}
	v, err := client.Discovery().ServerVersion()
	if err != nil || v.GitVersion != kubernetesVersion || v.Major != "1" || v.Minor != "37" {
		t.Errorf("version = %v, %v, want %s", v, err, kubernetesVersion)
	}
}

// Equal seeds and equal passing of time give equal objects, however the time passes.
func TestTheSameSeedGivesTheSameTown(t *testing.T) {
	a, b, other := New(3), New(3), New(4)
	a.start, b.start, other.start = time.Time{}, time.Time{}, time.Time{}
	a.Advance(warmUp + 5*time.Minute)
	for s := range 300 {
		b.Advance(warmUp + time.Duration(s+1)*time.Second)
	}
	other.Advance(warmUp + 5*time.Minute)
	show := func(d *Demo) (all string) {
		for _, r := range resources {
			page, err := d.List(context.Background(), hub.Collection{Resource: r}, hub.ListFrom{})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range page.Items {
				all += o.JSON()
			}
		}
		return all
	}
	if show(a) != show(b) {
		t.Error("two towns with one seed differ after five minutes")
	}
	if show(a) == show(other) {
		t.Error("two seeds give one town")
	}
}

// What goes on looks like Kubernetes: owners exist, pods are in phases that fit, and there is never a
// moment with fewer ready pods than a deployment wants while it is rolled out.
func TestTheTownIsBelievable(t *testing.T) {
	d := New(5)
	rollouts, crashed, terminating, jobs := map[string]bool{}, false, false, map[string]bool{}
	for s := range 600 {
		d.Advance(warmUp + time.Duration(s)*time.Second)
		uids := map[string]bool{}
		for _, name := range []string{"deployments", "replicasets", "jobs"} {
			objects, _, _ := d.store.c.List(name, "")
			for _, o := range objects {
				uids[o.UID] = true
			}
		}
		objects, _, _ := d.store.c.List("pods", "")
		for _, o := range objects {
			var p corev1.Pod
			decode(t, d.render(o), &p)
			owner := metav1.GetControllerOf(&p)
			if owner == nil || !uids[string(owner.UID)] {
				t.Fatalf("second %d: pod %s has no owner that exists: %v", s, o.Key(), owner)
			}
			if owner.Kind == "Job" {
				jobs[owner.Name] = true
			}
			switch p.Status.Phase {
			case corev1.PodPending:
				if p.Status.PodIP != "" {
					t.Errorf("second %d: pending pod %s has an address", s, o.Key())
				}
			case corev1.PodRunning, corev1.PodSucceeded:
				if p.Spec.NodeName == "" || p.Status.PodIP == "" || len(p.Status.ContainerStatuses) != 1 {
					t.Errorf("second %d: %s pod %s has node %q, address %q", s, p.Status.Phase, o.Key(), p.Spec.NodeName, p.Status.PodIP)
				}
			default:
				t.Errorf("second %d: pod %s is %q", s, o.Key(), p.Status.Phase)
			}
			for _, c := range p.Status.ContainerStatuses {
				if w := c.State.Waiting; w != nil && w.Reason == "CrashLoopBackOff" {
					crashed = crashed || c.RestartCount > 0 && c.LastTerminationState.Terminated != nil
				}
			}
			terminating = terminating || p.DeletionTimestamp != nil
		}
		objects, _, _ = d.store.c.List("deployments", "")
		for _, o := range objects {
			if ready, want := count(o.Fields["ready"]), count(o.Fields["replicas"]); ready < want && o.Name != "recommender" {
				t.Errorf("second %d: deployment %s has %d of %d pods ready", s, o.Key(), ready, want)
			}
			rollouts[o.Name+o.Fields["image"]] = true
		}
	}
	if len(rollouts) < 12 || !crashed || !terminating || len(jobs) < 15 {
		t.Errorf("in ten minutes: %d images, crash loop %v, graceful deletion %v, %d jobs; want at least 12, both, 15", len(rollouts), crashed, terminating, len(jobs))
	}
	if n := d.store.c.Len("pods"); n < 12 || n > 30 {
		t.Errorf("there are %d pods, want a town of 12 to 30", n)
	}
}

// What is rendered is what Kubernetes' own types hold: nothing is lost when they read it.
func TestRenderedObjectsAreKubernetesObjects(t *testing.T) {
	d := New(2)
	client := serve(t, d)
	pods, err := client.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{})
	if err != nil || len(pods.Items) == 0 {
		t.Fatalf("List() = %d pods, %v", len(pods.Items), err)
	}
	for _, p := range pods.Items {
		one, err := client.CoreV1().Pods(p.Namespace).Get(context.Background(), p.Name, metav1.GetOptions{})
		if err != nil || !equality.Semantic.DeepEqual(*one, p) {
			t.Errorf("pod %s by itself and in the list differ (%v)", p.Name, err)
		}
		if p.CreationTimestamp.IsZero() || p.UID == "" || p.ResourceVersion == "" || len(p.Spec.Containers) != 1 {
			t.Errorf("pod %s lacks what every pod has: %+v", p.Name, p.ObjectMeta)
		}
	}
}

// Run lets time pass with the wall clock and ends with its context.
func TestRunIsLive(t *testing.T) {
	d := New(1)
	before := d.store.c.RV()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { d.Run(ctx); close(done) }()
	deadline := time.After(15 * time.Second)
	for {
		d.store.mu.Lock()
		now, changed := d.store.c.RV(), d.store.changed
		d.store.mu.Unlock()
		if now != before {
			break
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatal("nothing has happened for 15 s")
		}
	}
	cancel()
	<-done
}

func decode(t *testing.T, body []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(body, into); err != nil {
		t.Fatalf("%.200s: %v", body, err)
	}
}
