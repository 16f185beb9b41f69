//go:build cluster

package informers_test

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/clientgo"
	"github.com/informerscope/informerscope/core/informers"
	"github.com/informerscope/informerscope/server/testcluster"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

var churnFlag = flag.Duration("churn", time.Minute, "how long the pods change")

const churnPods = 1000

// TestStoresEqualARealAPIServerUnderChurn lets 1,000 pods change for a minute while watches
// are cut every two seconds, etcd is compacted every four and the apiserver is restarted.
// After that each informer's store, what its handler has heard, and what the example's
// controller has worked on, are what the apiserver has: no event was lost, none came twice.
func TestStoresEqualARealAPIServerUnderChurn(t *testing.T) {
	c, err := testcluster.Start(t.Context(), testcluster.Options{Log: t.Output(), APIServerArgs: []string{"--etcd-compaction-interval=4s"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Stop() })
	cut := newCutter(t, c.URL)
	admin := c.AdminConfig()
	admin.QPS, admin.Burst = 2000, 2000
	writer, err := dynamic.NewForConfig(admin)
	if err != nil {
		t.Fatal(err)
	}
	pods := writer.Resource(podsResource).Namespace("default")
	for i := range churnPods {
		if _, err := pods.Create(t.Context(), churnPod(i), metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
	}

	through := rest.CopyConfig(admin)
	through.Host = cut.url
	ctx, cancel := context.WithCancel(t.Context())
	followers := startFollowers(t, ctx, through)
	var controllers sync.WaitGroup
	controllers.Go(func() { followers[0].controller.run(ctx, 2) })

	writes := churn(t, ctx, pods, cut, c)
	final, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, p := range final.Items {
		want["default/"+p.GetName()] = p.GetResourceVersion()
	}
	t.Logf("%d writes, %d connections cut, %d pods at the end, hash %x", writes, cut.cuts.Load(), len(want), hashOf(want))
	for _, f := range followers {
		f.compare(t, want)
	}
	cancel()
	controllers.Wait()
	for _, f := range followers {
		f.factory.Shutdown()
	}
}

func churnPod(i int) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": fmt.Sprintf("pod-%d", i)},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "c", "image": "none"}}},
	}}
}

// churn changes pods, cuts watches and restarts the apiserver; it returns how many writes
// the apiserver took.
func churn(t *testing.T, ctx context.Context, pods dynamic.ResourceInterface, cut *cutter, c *testcluster.Cluster) int64 {
	var writes atomic.Int64
	var writers sync.WaitGroup
	until := time.Now().Add(*churnFlag)
	none := int64(0)
	for w := range uint64(4) {
		r := rand.New(rand.NewPCG(w, 9))
		writers.Go(func() {
			for time.Now().Before(until) {
				i := r.IntN(churnPods)
				name := fmt.Sprintf("pod-%d", i)
				var err error
				switch r.IntN(6) {
				case 0:
					err = pods.Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: &none})
				case 1:
					_, err = pods.Create(ctx, churnPod(i), metav1.CreateOptions{})
				default:
					patch := fmt.Sprintf(`{"metadata":{"labels":{"n":"%d"}}}`, r.IntN(1_000_000))
					_, err = pods.Patch(ctx, name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
				}
				if err == nil {
					writes.Add(1)
				}
				time.Sleep(5 * time.Millisecond) // leaves a shared machine some room
			}
		})
	}
	restart := time.Now().Add(*churnFlag / 2)
	for time.Now().Before(until) {
		time.Sleep(2 * time.Second)
		cut.all()
		if !restart.IsZero() && time.Now().After(restart) {
			restart = time.Time{}
			c.StopAPIServer()
			time.Sleep(time.Second)
			if err := c.StartAPIServer(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	writers.Wait()
	if writes.Load() < 1000 {
		t.Errorf("only %d writes: the churn is none", writes.Load())
	}
	return writes.Load()
}

// follower is an informer of one kind, with all that is known of what it did.
type follower struct {
	name       string
	factory    *informers.SharedInformerFactory
	store      cache.Store
	heard      *ledger
	controller *controller
	worked     sync.Map // key → resourceVersion, of the controller
}

// startFollowers starts the three engines over the three sources.
func startFollowers(t *testing.T, ctx context.Context, config *rest.Config) []*follower {
	utilruntime.ErrorHandlers = nil // a server that goes away is no news here
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	proto := rest.CopyConfig(config)
	proto.ContentType = "application/vnd.kubernetes.protobuf"
	dyn, err := dynamic.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := metadata.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	all := []*follower{
		follow(ctx, "atomic, typed, protobuf, stream", clientgo.Typed(proto, scheme), informers.WithEngine(cache.EngineAtomic)),
		follow(ctx, "ordered, dynamic, list", clientgo.Dynamic(dyn), informers.WithEngine(cache.EngineOrdered), informers.WithoutWatchList()),
	}
	classic := &follower{name: "classic, metadata, stream", factory: informers.NewSharedInformerFactoryWithOptions(
		clientgo.Metadata(meta), 0, informers.WithEngine(cache.EngineClassic), informers.WithNamespace("default"))}
	classic.listen(classic.factory.ForResource(podsResource).Informer())
	all = append(all, classic)
	for _, f := range all {
		f.factory.StartWithContext(ctx)
		if err := f.factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// follow follows pods as *corev1.Pod, with the example's controller.
func follow(_ context.Context, name string, source informers.Source, options ...informers.SharedInformerOption) *follower {
	f := &follower{name: name, factory: informers.NewSharedInformerFactoryWithOptions(source, 0, append(options, informers.WithNamespace("default"))...)}
	f.listen(informers.For[*corev1.Pod](f.factory, podsResource).Informer())
	var err error
	f.controller, err = newController(f.factory, func(_ context.Context, name cache.ObjectName, pod *corev1.Pod) error {
		if pod == nil {
			f.worked.Delete(name.String())
		} else {
			f.worked.Store(name.String(), pod.ResourceVersion)
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return f
}

func (f *follower) listen(i cache.SharedIndexInformer) {
	f.store, f.heard = i.GetStore(), &ledger{rv: map[string]string{}}
	if _, err := i.AddEventHandler(f.heard); err != nil {
		panic(err)
	}
}

// compare waits until the store is what the apiserver has; the handler and the controller
// follow at once.
func (f *follower) compare(t *testing.T, want map[string]string) {
	t.Helper()
	stored := func() map[string]string {
		got := map[string]string{}
		for _, o := range f.store.List() {
			m := o.(metav1.Object)
			got[m.GetNamespace()+"/"+m.GetName()] = m.GetResourceVersion()
		}
		return got
	}
	heard := func() map[string]string { return f.heard.content() }
	worked := func() map[string]string {
		got := map[string]string{}
		f.worked.Range(func(k, v any) bool {
			got[k.(string)] = v.(string)
			return true
		})
		return got
	}
	sides := map[string]func() map[string]string{"store": stored, "handler": heard}
	if f.name[:6] == "atomic" {
		sides["controller"] = worked
	}
	for what, side := range sides {
		deadline := time.Now().Add(time.Minute)
		for !maps.Equal(side(), want) && time.Now().Before(deadline) {
			time.Sleep(50 * time.Millisecond)
		}
		if got := side(); hashOf(got) != hashOf(want) {
			t.Errorf("%s: the %s has %d pods, hash %x; the apiserver %d, hash %x", f.name, what, len(got), hashOf(got), len(want), hashOf(want))
		}
	}
	f.heard.mu.Lock()
	defer f.heard.mu.Unlock()
	t.Logf("%s: %d adds, %d updates, %d deletes, %d of them found missing in a list", f.name, f.heard.adds, f.heard.updates, f.heard.deletes, f.heard.missed)
	for _, w := range f.heard.wrong {
		t.Errorf("%s: %s", f.name, w)
	}
	if f.heard.updates == 0 || f.heard.deletes == 0 {
		t.Errorf("%s: %d updates and %d deletes: it has followed nothing", f.name, f.heard.updates, f.heard.deletes)
	}
}

func hashOf(content map[string]string) uint64 {
	h := fnv.New64a()
	for _, k := range slices.Sorted(maps.Keys(content)) {
		fmt.Fprintln(h, k, content[k])
	}
	return h.Sum64()
}

// ledger is a handler that keeps books: what it is told must follow from what it was told.
type ledger struct {
	mu                             sync.Mutex
	rv                             map[string]string
	adds, updates, deletes, missed int
	wrong                          []string
}

func (l *ledger) content() map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.rv)
}

func (l *ledger) complain(format string, args ...any) {
	if len(l.wrong) < 10 {
		l.wrong = append(l.wrong, fmt.Sprintf(format, args...))
	}
}

func keyOf(o any) string {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o)
	if err != nil {
		panic(err)
	}
	return key
}

func (l *ledger) OnAdd(o any, _ bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.adds++
	if rv, ok := l.rv[keyOf(o)]; ok {
		l.complain("OnAdd of %s, which is there at %s", keyOf(o), rv)
	}
	l.rv[keyOf(o)] = o.(metav1.Object).GetResourceVersion()
}

func (l *ledger) OnUpdate(old, o any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.updates++
	if rv, was := l.rv[keyOf(o)], old.(metav1.Object).GetResourceVersion(); rv != was {
		l.complain("OnUpdate of %s from %s, which is at %q", keyOf(o), was, rv)
	}
	l.rv[keyOf(o)] = o.(metav1.Object).GetResourceVersion()
}

func (l *ledger) OnDelete(o any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deletes++
	if _, missed := o.(cache.DeletedFinalStateUnknown); missed {
		l.missed++
	}
	if _, ok := l.rv[keyOf(o)]; !ok {
		l.complain("OnDelete of %s, which is not there", keyOf(o))
	}
	delete(l.rv, keyOf(o))
}

// cutter passes connections on to the apiserver and can cut all of them.
type cutter struct {
	url  string
	cuts atomic.Int64

	mu   sync.Mutex
	open map[net.Conn]bool
}

func newCutter(t *testing.T, target string) *cutter {
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{url: "https://" + l.Addr().String(), open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = l.Close()
		c.all()
	})
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go c.pass(conn, u.Host)
		}
	}()
	return c
}

func (c *cutter) pass(in net.Conn, target string) {
	defer in.Close()
	out, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer out.Close()
	c.mu.Lock()
	c.open[in] = true
	c.mu.Unlock()
	ended := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
		go func() {
			_, _ = io.Copy(pair[0], pair[1])
			ended <- struct{}{}
		}()
	}
	<-ended
	c.mu.Lock()
	delete(c.open, in)
	c.mu.Unlock()
}

// all cuts every connection.
func (c *cutter) all() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.open {
		_ = conn.Close()
		c.cuts.Add(1)
	}
}
