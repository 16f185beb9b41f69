package demo

import (
	"fmt"
	"strconv"

	"github.com/informerscope/informerscope/core/cluster"
)

// historyLimit is how many emptied replica sets a deployment keeps.
const historyLimit = 2

// app is a deployment and what it is made of.
type app struct {
	namespace, name string
	image           string
	tag             int // of the image that is wanted
	want            int // replicas
	rolls           bool
	crashes         bool

	rolling  bool
	revision int
	current  string   // key of the replica set that is wanted
	old      []string // keys of earlier ones, oldest first
}

func (a *app) key() string          { return a.namespace + "/" + a.name }
func (a *app) imageOf(t int) string { return fmt.Sprintf("%s:1.%d.0", a.image, t) }

// deploy makes the deployment, its service and its first replica set, all at once.
func (w *workload) deploy(a *app) {
	labels := map[string]string{"app": a.name}
	w.store.create("services", cluster.Object{
		Kind: "Service", Namespace: a.namespace, Name: a.name, Labels: labels,
		Fields: map[string]string{"app": a.name, "ip": fmt.Sprintf("10.96.0.%d", 10+len(w.apps)), "port": "8080"},
	})
	w.store.create("deployments", cluster.Object{
		Kind: "Deployment", Namespace: a.namespace, Name: a.name, Labels: labels,
		Fields: map[string]string{"app": a.name, "image": a.imageOf(a.tag), "replicas": strconv.Itoa(a.want), "generation": "1"},
	})
	w.newReplicaSet(a)
	for range a.want {
		w.addReplica(a, func() {})
	}
}

// newReplicaSet makes the replica set for the deployment's present image.
func (w *workload) newReplicaSet(a *app) {
	a.revision++
	hash := w.suffix(10)
	rs := w.store.create("replicasets", cluster.Object{
		Kind: "ReplicaSet", Namespace: a.namespace, Name: a.name + "-" + hash, Owner: a.name, OwnerKind: "Deployment",
		Labels:      map[string]string{"app": a.name, "pod-template-hash": hash},
		Annotations: map[string]string{"deployment.kubernetes.io/revision": strconv.Itoa(a.revision)},
		Fields:      map[string]string{"app": a.name, "hash": hash, "image": a.imageOf(a.tag), "replicas": "0", "generation": "1"},
	})
	a.current = rs.Key()
}

// addReplica scales the wanted replica set up by one; ready is called when the pod is.
func (w *workload) addReplica(a *app, ready func()) {
	set := a.current
	w.scale(set, +1)
	o, err := w.store.c.Get("replicasets", set)
	if err != nil {
		panic("demo: a deployment's current replica set exists: " + err.Error())
	}
	plan := podPlan{
		namespace: a.namespace, name: o.Name + "-" + w.suffix(5), owner: o.Name, ownerKind: "ReplicaSet",
		labels: o.Labels, container: a.name, image: o.Fields["image"],
	}
	if a.crashes {
		plan.running = w.crash
	} else {
		plan.ready = func(string) {
			w.observe(a, set)
			ready()
		}
	}
	w.pods[set] = append(w.pods[set], w.startPod(plan))
	w.observe(a, set)
}

// rollout gives a a new image: one pod more, when it is ready one old pod less, until all are new.
func (w *workload) rollout(a *app) {
	a.rolling, a.tag = true, a.tag+1
	a.old = append(a.old, a.current)
	w.store.edit("deployments", a.key(), func(o *cluster.Object) {
		o.Fields["image"] = a.imageOf(a.tag)
		o.Fields["generation"] = strconv.Itoa(count(o.Fields["generation"]) + 1)
	})
	w.newReplicaSet(a)
	w.surge(a, a.old[len(a.old)-1], a.want)
}

func (w *workload) surge(a *app, from string, left int) {
	w.addReplica(a, func() {
		w.scale(from, -1)
		pod := w.pods[from][0]
		w.forget(from, pod)
		w.observe(a, from)
		w.stopPod(pod, func() { w.observe(a, from) })
		if left > 1 {
			w.surge(a, from, left-1)
			return
		}
		a.rolling = false
		if len(a.old) > historyLimit {
			delete(w.pods, a.old[0])
			w.store.remove("replicasets", a.old[0])
			a.old = a.old[1:]
		}
	})
}

// scale changes what a replica set wants.
func (w *workload) scale(set string, by int) {
	w.store.edit("replicasets", set, func(o *cluster.Object) {
		o.Fields["replicas"] = strconv.Itoa(count(o.Fields["replicas"]) + by)
		o.Fields["generation"] = strconv.Itoa(count(o.Fields["generation"]) + 1)
	})
}

// observe writes the status of a replica set, and of its deployment, as its pods are now.
func (w *workload) observe(a *app, set string) {
	total, ready := w.tally(set)
	w.store.edit("replicasets", set, func(o *cluster.Object) { setStatus(o, total, ready) })
	updated, _ := w.tally(a.current)
	for _, old := range append([]string{a.current}, a.old...) {
		if old != set {
			t, r := w.tally(old)
			total, ready = total+t, ready+r
		}
	}
	w.store.edit("deployments", a.key(), func(o *cluster.Object) {
		setStatus(o, total, ready)
		o.Fields["updated"] = strconv.Itoa(updated)
	})
}

// tally counts the living pods of a replica set and those that are ready.
func (w *workload) tally(set string) (total, ready int) {
	for _, key := range w.pods[set] {
		if o, err := w.store.c.Get("pods", key); err == nil {
			total++
			if o.Fields["ready"] != "" {
				ready++
			}
		}
	}
	return total, ready
}

func setStatus(o *cluster.Object, total, ready int) {
	o.Fields["total"], o.Fields["ready"] = strconv.Itoa(total), strconv.Itoa(ready)
	o.Fields["observed"] = o.Fields["generation"]
}
