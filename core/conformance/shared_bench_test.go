//go:build bench

package conformance

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	ours "github.com/informerscope/informerscope/core/cache"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	theirs "k8s.io/client-go/tools/cache"
)

func init() {
	bars := map[int]float64{1: 3, 10: 6, 100: 10}
	for _, listeners := range slices.Sorted(maps.Keys(bars)) {
		bar, events := bars[listeners], 300_000/(listeners+4)
		benchRows = append(benchRows, benchRow{work: fmt.Sprintf("distribution to %d listeners, an event", listeners), bar: bar, runs: 7,
			theirs: func() (func(), int) { return distribution(listeners, events, theirShared) },
			ours:   func() (func(), int) { return distribution(listeners, events, ourShared) }})
	}
	for _, stream := range []bool{true, false} {
		name := "list"
		if stream {
			name = "stream"
		}
		benchRows = append(benchRows, benchRow{work: "initial sync, 100k pods, 1 index, 1 handler, " + name, bar: 2, runs: 3,
			theirs: func() (func(), int) { return initialSync(stream, theirShared) },
			ours:   func() (func(), int) { return initialSync(stream, ourShared) }})
		benchRows = append(benchRows, benchRow{work: "initial sync, 100k whole pods of 2.7 kB, 3 indices, 1 handler, " + name, bar: 1.8, runs: 3,
			theirs: func() (func(), int) { return syncOf(wholeServer(stream), theirShared) },
			ours:   func() (func(), int) { return syncOf(wholeServer(stream), ourShared) }})
		// Of a list both copy every pod: benchFoot says why.
		most := map[bool]float64{true: 0.5, false: 0.8}[stream]
		memoryRows = append(memoryRows, memoryRow{what: "allocated for a pod in an initial sync, " + name, bar: most,
			theirs: func() float64 { return syncBytes(stream, theirShared).allocated },
			ours:   func() float64 { return syncBytes(stream, ourShared).allocated }})
	}
	memoryRows = append(memoryRows,
		memoryRow{what: "the same: the pods' copies, nothing else", limit: true,
			theirs: func() float64 { return syncBytes(false, theirShared).allocated },
			ours:   copyBytes},
		memoryRow{what: "kept for a pod after an initial sync, stream", bar: 1,
			theirs: func() float64 { return syncBytes(true, theirShared).kept },
			ours:   func() float64 { return syncBytes(true, ourShared).kept }})
}

// benchServer gives a list once, or as a stream, and then what comes in events.
type benchServer struct {
	pods   []corev1.Pod
	events chan watch.Event
	stream bool
	whole  bool // the pods are whole, and the informer has three indices
}

func (s *benchServer) IsWatchListSemanticsUnSupported() bool { return !s.stream }

func (s *benchServer) List(metav1.ListOptions) (kruntime.Object, error) {
	return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}, Items: s.pods}, nil
}

func (s *benchServer) Watch(o metav1.ListOptions) (watch.Interface, error) {
	w := watch.NewProxyWatcher(s.events)
	if o.SendInitialEvents == nil {
		return w, nil
	}
	all := make(chan watch.Event, 100)
	go func() {
		for i := range s.pods {
			all <- watch.Event{Type: watch.Added, Object: &s.pods[i]}
		}
		all <- watch.Event{Type: watch.Bookmark, Object: &corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "1",
			Annotations: map[string]string{metav1.InitialEventsAnnotationKey: "true"}}}}
	}()
	return watch.NewProxyWatcher(all), nil
}

func benchPod(i, rv int) corev1.Pod {
	return corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprintf("namespace-%d", i%20), Name: fmt.Sprintf("pod-%d", i), ResourceVersion: strconv.Itoa(rv),
			Labels: map[string]string{"app": fmt.Sprintf("app-%d", i%500)}},
		Spec: corev1.PodSpec{NodeName: fmt.Sprintf("node-%d", i%300)},
	}
}

func wholeServer(stream bool) *benchServer {
	s := &benchServer{events: make(chan watch.Event), stream: stream, whole: true}
	for i := range benchSize {
		s.pods = append(s.pods, wholePod(i))
	}
	return s
}

// wholePod is a pod as a Deployment's that runs: 2.7 kB as JSON, without what the server notes
// of who wrote which field.
func wholePod(i int) corev1.Pod {
	p := benchPod(i, 1)
	app := p.Labels["app"]
	now := metav1.Unix(1_700_000_000+int64(i), 0)
	p.TypeMeta = metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}
	p.UID, p.CreationTimestamp = types.UID(fmt.Sprintf("4f1c2d3e-0000-4000-8000-%012d", i)), now
	p.GenerateName = app + "-6d4cf56db6-"
	p.Labels["pod-template-hash"], p.Labels["app.kubernetes.io/part-of"] = "6d4cf56db6", "shop"
	p.Annotations = map[string]string{"prometheus.io/scrape": "true", "prometheus.io/port": "9090", "checksum/config": fmt.Sprintf("%064x", i)}
	yes := true
	p.OwnerReferences = []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: app + "-6d4cf56db6", UID: types.UID(fmt.Sprintf("7a8b9c0d-0000-4000-8000-%012d", i%500)), Controller: &yes, BlockOwnerDeletion: &yes}}
	p.Spec.ServiceAccountName, p.Spec.RestartPolicy, p.Spec.DNSPolicy, p.Spec.SchedulerName = app, corev1.RestartPolicyAlways, corev1.DNSClusterFirst, corev1.DefaultSchedulerName
	p.Spec.Volumes = []corev1.Volume{
		{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: app + "-config"}}}},
		{Name: "tmp", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
	}
	p.Spec.Tolerations = []corev1.Toleration{
		{Key: "node.kubernetes.io/not-ready", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute},
		{Key: "node.kubernetes.io/unreachable", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute},
	}
	p.Spec.Containers = []corev1.Container{{
		Name: "app", Image: "registry.example.com/shop/" + app + ":v1.2.3", ImagePullPolicy: corev1.PullIfNotPresent,
		Args:  []string{"--config=/etc/app/config.yaml", "--listen=:8080"},
		Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080, Protocol: corev1.ProtocolTCP}},
		Env: []corev1.EnvVar{{Name: "LOG_LEVEL", Value: "info"},
			{Name: "POD_NAME", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.name"}}}},
		Resources: corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m"), corev1.ResourceMemory: resource.MustParse("128Mi")},
			Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("256Mi")}},
		VolumeMounts:           []corev1.VolumeMount{{Name: "config", MountPath: "/etc/app", ReadOnly: true}, {Name: "tmp", MountPath: "/tmp"}},
		TerminationMessagePath: corev1.TerminationMessagePathDefault, TerminationMessagePolicy: corev1.TerminationMessageReadFile,
	}}
	p.Status = corev1.PodStatus{Phase: corev1.PodRunning, QOSClass: corev1.PodQOSBurstable, StartTime: &now,
		HostIP: fmt.Sprintf("10.0.%d.%d", i%300/250, i%250), PodIP: fmt.Sprintf("10.%d.%d.%d", 1+i>>16, i>>8&0xff, i&0xff)}
	for _, c := range []corev1.PodConditionType{corev1.PodScheduled, corev1.PodInitialized, corev1.ContainersReady, corev1.PodReady} {
		p.Status.Conditions = append(p.Status.Conditions, corev1.PodCondition{Type: c, Status: corev1.ConditionTrue, LastTransitionTime: now})
	}
	p.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "app", Ready: true, Started: &yes, Image: p.Spec.Containers[0].Image,
		ImageID: fmt.Sprintf("registry.example.com/shop/%s@sha256:%064x", app, i%500), ContainerID: fmt.Sprintf("containerd://%064x", i),
		State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: now}}}}
	return p
}

// counter is a handler that is done after so many calls.
type counter struct {
	left int
	done *sync.WaitGroup
}

func (c *counter) called() {
	if c.left--; c.left == 0 {
		c.done.Done()
	}
}
func (c *counter) OnAdd(any, bool)   { c.called() }
func (c *counter) OnUpdate(any, any) { c.called() }
func (c *counter) OnDelete(any)      { c.called() }

// A sharedMaker makes an informer with an index by node, adds handlers and runs it. It
// returns what holds its memory.
type sharedMaker func(ctx context.Context, s *benchServer, handlers []*counter) any

func byNode(o any) ([]string, error) { return []string{o.(*corev1.Pod).Spec.NodeName}, nil }

func byApp(o any) ([]string, error) { return []string{o.(*corev1.Pod).Labels["app"]}, nil }

func theirShared(ctx context.Context, s *benchServer, handlers []*counter) any {
	indexers := theirs.Indexers{"node": byNode}
	if s.whole {
		indexers["app"], indexers[theirs.NamespaceIndex] = byApp, theirs.MetaNamespaceIndexFunc
	}
	i := theirs.NewSharedIndexInformer(s, &corev1.Pod{}, 0, indexers)
	for _, h := range handlers {
		_, _ = i.AddEventHandler(h)
	}
	go i.RunWithContext(ctx)
	return i
}

func ourShared(ctx context.Context, s *benchServer, handlers []*counter) any {
	indexers := ours.Indexers{"node": byNode}
	if s.whole {
		indexers["app"], indexers[ours.NamespaceIndex] = byApp, ours.MetaNamespaceIndexFunc
	}
	i := ours.NewSharedIndexInformer(s, &corev1.Pod{}, 0, indexers)
	for _, h := range handlers {
		_, _ = i.AddEventHandler(h)
	}
	go i.RunWithContext(ctx)
	return i
}

// distribution measures how long it takes until every handler has heard of every event.
func distribution(listeners, events int, make_ sharedMaker) (func(), int) {
	const pods = 1000
	s := &benchServer{events: make(chan watch.Event, 100)}
	for i := range pods {
		s.pods = append(s.pods, benchPod(i, 1))
	}
	changes := make([]corev1.Pod, events)
	for i := range changes {
		changes[i] = benchPod(i%pods, 2+i)
	}
	var synced, heard sync.WaitGroup
	handlers := make([]*counter, listeners)
	for i := range handlers {
		handlers[i] = &counter{pods, &synced}
	}
	synced.Add(listeners)
	ctx, cancel := context.WithCancel(context.Background())
	make_(ctx, s, handlers)
	synced.Wait()
	heard.Add(listeners)
	for _, h := range handlers {
		h.left, h.done = events, &heard
	}
	return func() {
		for i := range changes {
			s.events <- watch.Event{Type: watch.Modified, Object: &changes[i]}
		}
		heard.Wait()
		cancel()
	}, events
}

// initialSync measures how long it takes until a handler has heard of 100k pods.
func initialSync(stream bool, make_ sharedMaker) (func(), int) {
	s := &benchServer{events: make(chan watch.Event), stream: stream}
	for i := range benchSize {
		s.pods = append(s.pods, benchPod(i, 1))
	}
	return syncOf(s, make_)
}

func syncOf(s *benchServer, make_ sharedMaker) (func(), int) {
	return func() {
		var synced sync.WaitGroup
		synced.Add(1)
		ctx, cancel := context.WithCancel(context.Background())
		make_(ctx, s, []*counter{{benchSize, &synced}})
		synced.Wait()
		cancel()
	}, 1
}

// podBytes is what an informer's first list costs a pod, beside the pod itself.
type podBytes struct{ allocated, kept float64 }

// syncBytes is what 100k pods cost an informer with an index and a handler.
func syncBytes(stream bool, make_ sharedMaker) podBytes {
	s := &benchServer{events: make(chan watch.Event), stream: stream}
	for i := range benchSize {
		s.pods = append(s.pods, benchPod(i, 1))
	}
	var synced sync.WaitGroup
	synced.Add(1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	before := heapInUse()
	var m, n runtime.MemStats
	runtime.ReadMemStats(&m)
	informer := make_(ctx, s, []*counter{{benchSize, &synced}})
	synced.Wait()
	time.Sleep(100 * time.Millisecond) // both have gone to rest
	runtime.ReadMemStats(&n)
	kept := heapInUse() - before
	runtime.KeepAlive(informer)
	runtime.KeepAlive(s)
	return podBytes{float64(n.TotalAlloc-m.TotalAlloc) / benchSize, float64(kept) / benchSize}
}

// copyBytes is what it takes to copy a pod out of a list, as client-go does lest a single pod
// keep the whole list in memory.
func copyBytes() float64 {
	list := &corev1.PodList{}
	for i := range benchSize {
		list.Items = append(list.Items, benchPod(i, 1))
	}
	var m, n runtime.MemStats
	runtime.ReadMemStats(&m)
	_ = meta.EachListItemWithAlloc(list, func(kruntime.Object) error { return nil })
	runtime.ReadMemStats(&n)
	return float64(n.TotalAlloc-m.TotalAlloc) / benchSize
}
