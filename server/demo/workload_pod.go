package demo

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
)

// podPlan is a pod to be made, and what is to be told of it.
type podPlan struct {
	namespace, name  string
	owner, ownerKind string
	labels           map[string]string
	container, image string
	running          func(key string) // the container runs
	ready            func(key string) // and it passes its probe; nil if it has none
}

// startPod plays scheduler and kubelet: Pending, then a node, then a container that runs, then ready.
func (w *workload) startPod(p podPlan) string {
	o := w.store.create("pods", cluster.Object{
		Kind: "Pod", Namespace: p.namespace, Name: p.name, Labels: p.labels, Owner: p.owner, OwnerKind: p.ownerKind, Phase: "Pending",
		Fields: map[string]string{"container": p.container, "image": p.image, "restarts": "0"},
	})
	key := o.Key()
	w.after(w.between(80*time.Millisecond, 400*time.Millisecond), func() {
		w.store.edit("pods", key, func(o *cluster.Object) {
			o.Node = nodeNames[w.rng.IntN(len(nodeNames))]
			o.Fields["waiting"], o.Fields["scheduled"] = "ContainerCreating", w.stamp()
		})
	})
	w.after(w.between(700*time.Millisecond, 1500*time.Millisecond), func() {
		there := w.store.edit("pods", key, func(o *cluster.Object) {
			w.nextIP++
			o.Fields["ip"] = fmt.Sprintf("10.244.%d.%d", w.nextIP/250%250, w.nextIP%250+2)
			w.setRunning(o)
		})
		if there && p.running != nil {
			p.running(key)
		}
	})
	if p.ready != nil {
		w.after(w.between(2*second, 4*second), func() {
			if w.store.edit("pods", key, func(o *cluster.Object) { o.Fields["ready"] = w.stamp() }) {
				p.ready(key)
			}
		})
	}
	return key
}

// setRunning makes the container of o a running one.
func (w *workload) setRunning(o *cluster.Object) {
	o.Phase = "Running"
	o.Fields["started"] = w.stamp()
	delete(o.Fields, "waiting")
	delete(o.Fields, "finished")
}

// stopPod plays a graceful deletion: the pod is marked, its container stops, it is gone.
func (w *workload) stopPod(key string, gone func()) {
	w.store.edit("pods", key, func(o *cluster.Object) {
		o.Fields["deleting"] = w.stamp()
		delete(o.Fields, "ready")
	})
	w.after(w.between(1*second, 2*second), func() {
		w.store.remove("pods", key)
		gone()
	})
}

// crash is the life of a pod that cannot run: it starts, fails, waits twice as long, starts again.
func (w *workload) crash(key string) {
	w.after(w.between(2*second, 4*second), func() {
		restarts := 0
		there := w.store.edit("pods", key, func(o *cluster.Object) {
			restarts = count(o.Fields["restarts"])
			o.Fields["finished"], o.Fields["exit"] = w.stamp(), "1"
			delete(o.Fields, "ready")
		})
		if !there {
			return
		}
		w.after(second, func() {
			w.store.edit("pods", key, func(o *cluster.Object) { o.Fields["waiting"] = "CrashLoopBackOff" })
		})
		// The kubelet's back-off, with its cap of five minutes cut to forty seconds: people are watching.
		backoff := 10 * second << min(restarts, 2)
		w.after(backoff, func() {
			there := w.store.edit("pods", key, func(o *cluster.Object) {
				w.setRunning(o)
				o.Fields["restarts"] = strconv.Itoa(restarts + 1)
			})
			if there {
				w.crash(key)
			}
		})
	})
}

// startJob runs a job that takes some seconds and is cleaned up a minute later, and comes again.
func (w *workload) startJob() {
	w.jobs++
	name := "report-" + strconv.Itoa(29000000+w.jobs)
	labels := map[string]string{"job-name": name, "app": "report"}
	job := w.store.create("jobs", cluster.Object{
		Kind: "Job", Namespace: "batch", Name: name, Labels: labels,
		Fields: map[string]string{"image": "registry.example/batch/report:5", "active": "1", "succeeded": "0", "start": w.stamp()},
	}).Key()
	w.startPod(podPlan{
		namespace: "batch", name: name + "-" + w.suffix(5), owner: name, ownerKind: "Job", labels: labels, container: "report",
		image: "registry.example/batch/report:5",
		running: func(pod string) {
			w.after(w.between(5*second, 12*second), func() {
				w.store.edit("pods", pod, func(o *cluster.Object) {
					o.Phase, o.Fields["finished"], o.Fields["exit"] = "Succeeded", w.stamp(), "0"
				})
				w.store.edit("jobs", job, func(o *cluster.Object) {
					o.Fields["active"], o.Fields["succeeded"], o.Fields["finished"] = "0", "1", w.stamp()
				})
				w.after(minute, func() {
					w.store.remove("pods", pod)
					w.store.remove("jobs", job)
				})
			})
		},
	})
	w.after(w.between(25*second, 35*second), w.startJob)
}

// forget takes key out of the living pods of a replica set.
func (w *workload) forget(replicaSet, key string) {
	keys := w.pods[replicaSet]
	if i := slices.Index(keys, key); i >= 0 {
		w.pods[replicaSet] = slices.Delete(keys, i, i+1)
	}
}

func count(s string) int { n, _ := strconv.Atoi(s); return n }
