package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"

	"github.com/informerscope/informerscope/server/testcluster"
)

// work is what a manager has to do. There is no kubelet: pods stay pending.
type work struct{ deployments, replicas int }

// result is one run.
type result struct {
	cpu                  time.Duration
	peak                 float64 // MB
	create, roll, remove time.Duration
	retries              float64 // of Deployments, while they were rolled
	ends                 ends
	shares               shares
}

func (r result) String() string {
	return fmt.Sprintf("CPU %.1f s, peak %.0f MB, created in %.1f s, rolled in %.1f s with %.0f retries, deleted in %.1f s, informers and queues %.1f %%",
		r.cpu.Seconds(), r.peak, r.create.Seconds(), r.roll.Seconds(), r.retries, r.remove.Seconds(), 100*r.shares.all)
}

// ends are what was there after each part of the work: a line an object's kind, owner and content, counted.
type ends map[string]map[string]int

func (e ends) same(other ends) error {
	for _, when := range slices.Sorted(maps.Keys(e)) {
		if !maps.Equal(e[when], other[when]) {
			return fmt.Errorf("after it was %s there is something else than after the first run:\n%v\n%v", when, other[when], e[when])
		}
	}
	return nil
}

const settled = 10 * time.Minute // how long each part may take

// run has a program do the work on a cluster of its own.
func (w work) run(ctx context.Context, binaries testcluster.Binaries, program, profileFile string) (r result, err error) {
	c, err := testcluster.Start(ctx, testcluster.Options{Binaries: binaries, APIServerArgs: []string{"--max-requests-inflight=3000", "--max-mutating-requests-inflight=1000"}})
	if err != nil {
		return r, err
	}
	defer c.Stop()
	client, err := kubernetes.NewForConfig(c.AdminConfig())
	if err != nil {
		return r, err
	}
	m, err := start(ctx, program, c.AdminKubeconfig, c.Dir)
	if err != nil {
		return r, err
	}
	defer m.stop()

	var profiling sync.WaitGroup
	var profile []byte
	var unprofiled error
	// As long as the work may last here: it ends with the part that was asked for.
	profiling.Go(func() { profile, unprofiled = m.get(ctx, "debug/pprof/profile?seconds=90") })
	r.ends = ends{}
	if r.create, err = w.timed(ctx, func() error { return w.create(ctx, client) }, w.complete(client, "v1")); err != nil {
		return r, fmt.Errorf("creating: %w", err)
	}
	if r.ends["created"], err = census(ctx, client); err != nil {
		return r, err
	}
	before, err := m.retries(ctx)
	if err != nil {
		return r, err
	}
	if r.roll, err = w.timed(ctx, func() error { return w.roll(ctx, client) }, w.complete(client, "v2")); err != nil {
		return r, fmt.Errorf("rolling: %w", err)
	}
	if r.retries, err = m.retries(ctx); err != nil {
		return r, err
	}
	r.retries -= before
	if r.ends["rolled"], err = census(ctx, client); err != nil {
		return r, err
	}
	if r.remove, err = w.timed(ctx, func() error { return w.remove(ctx, client) }, empty(client)); err != nil {
		return r, fmt.Errorf("deleting: %w", err)
	}
	if r.ends["deleted"], err = census(ctx, client); err != nil {
		return r, err
	}
	if r.cpu, err = m.cpu(); err != nil {
		return r, err
	}
	if r.peak, err = m.peak(); err != nil {
		return r, err
	}
	profiling.Wait()
	if unprofiled != nil {
		return r, fmt.Errorf("its profile: %w", unprofiled)
	}
	if err := os.WriteFile(profileFile, profile, 0o644); err != nil {
		return r, err
	}
	r.shares, err = sharesOf(program, profileFile)
	return r, err
}

// timed does something and waits until it has settled.
func (w work) timed(ctx context.Context, do func() error, done func(context.Context) (bool, error)) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, settled)
	defer cancel()
	from := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	for {
		if ok, err := done(ctx); err != nil || ok {
			return time.Since(from), err
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("not settled after %v", settled)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func name(n int) string { return fmt.Sprintf("web-%03d", n) }

func (w work) create(ctx context.Context, c kubernetes.Interface) error {
	replicas, all := int32(w.replicas), intstr.FromString("100%")
	for n := range w.deployments {
		labels := map[string]string{"app": name(n)}
		d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name(n)}, Spec: appsv1.DeploymentSpec{
			Replicas: &replicas, Selector: &metav1.LabelSelector{MatchLabels: labels},
			// Without a kubelet no pod is ever available: a rollout goes on only if none has to be.
			Strategy: appsv1.DeploymentStrategy{RollingUpdate: &appsv1.RollingUpdateDeployment{MaxUnavailable: &all}},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels, Annotations: map[string]string{"template": "v1"}},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: "example.com/web"}}}},
		}}
		if _, err := c.AppsV1().Deployments("default").Create(ctx, d, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (w work) roll(ctx context.Context, c kubernetes.Interface) error {
	patch := []byte(`{"spec":{"template":{"metadata":{"annotations":{"template":"v2"}}}}}`)
	for n := range w.deployments {
		if _, err := c.AppsV1().Deployments("default").Patch(ctx, name(n), types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (w work) remove(ctx context.Context, c kubernetes.Interface) error {
	behind := metav1.DeletePropagationBackground
	for n := range w.deployments {
		if err := c.AppsV1().Deployments("default").Delete(ctx, name(n), metav1.DeleteOptions{PropagationPolicy: &behind}); err != nil {
			return err
		}
	}
	return nil
}

// complete says whether every Deployment tells that all its pods are there, of a template, and no other.
func (w work) complete(c kubernetes.Interface, template string) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		list, err := c.AppsV1().Deployments("default").List(ctx, metav1.ListOptions{ResourceVersion: "0"})
		if err != nil {
			return false, err
		}
		for _, d := range list.Items {
			s := d.Status
			if d.Spec.Template.Annotations["template"] != template || s.ObservedGeneration != d.Generation || s.Replicas != int32(w.replicas) || s.UpdatedReplicas != s.Replicas {
				return false, nil
			}
		}
		return len(list.Items) == w.deployments, nil
	}
}

// empty says whether the last ReplicaSet and the last pod have gone.
func empty(c kubernetes.Interface) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		pods, err := c.CoreV1().Pods("default").List(ctx, metav1.ListOptions{Limit: 1})
		if err != nil || len(pods.Items) > 0 {
			return false, err
		}
		sets, err := c.AppsV1().ReplicaSets("default").List(ctx, metav1.ListOptions{Limit: 1})
		return err == nil && len(sets.Items) == 0, err
	}
}

// census counts what is there, without what chance names.
func census(ctx context.Context, c kubernetes.Interface) (map[string]int, error) {
	seen := map[string]int{}
	list := metav1.ListOptions{}
	deployments, err := c.AppsV1().Deployments("default").List(ctx, list)
	if err != nil {
		return nil, err
	}
	for _, d := range deployments.Items {
		seen[fmt.Sprintf("Deployment %s revision %s: %d replicas, %d updated, %d unavailable", d.Name, d.Annotations["deployment.kubernetes.io/revision"],
			d.Status.Replicas, d.Status.UpdatedReplicas, d.Status.UnavailableReplicas)]++
	}
	sets, err := c.AppsV1().ReplicaSets("default").List(ctx, list)
	if err != nil {
		return nil, err
	}
	for _, s := range sets.Items {
		seen[fmt.Sprintf("ReplicaSet of %s, %s: %d replicas wanted, %d there", owner(s.ObjectMeta), s.Spec.Template.Annotations["template"], *s.Spec.Replicas, s.Status.Replicas)]++
	}
	pods, err := c.CoreV1().Pods("default").List(ctx, list)
	if err != nil {
		return nil, err
	}
	for _, p := range pods.Items {
		seen[fmt.Sprintf("Pod of %s, %s: %s", p.Labels["app"], p.Annotations["template"], p.Status.Phase)]++
	}
	return seen, nil
}

func owner(o metav1.ObjectMeta) string {
	if r := metav1.GetControllerOfNoCopy(&o); r != nil {
		return r.Name
	}
	return "nobody"
}
