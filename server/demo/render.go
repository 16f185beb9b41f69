package demo

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/informerscope/informerscope/core/cluster"
)

// render is o as Kubernetes JSON, as it stands in a list: without its kind.
func (d *Demo) render(o *cluster.Object) []byte {
	r := renderer{o, d.start}
	var v any
	switch o.Kind {
	case "Pod":
		v = r.pod()
	case "Node":
		v = r.node()
	case "Namespace":
		v = &corev1.Namespace{ObjectMeta: r.meta(),
			Spec: corev1.NamespaceSpec{Finalizers: []corev1.FinalizerName{"kubernetes"}}, Status: corev1.NamespaceStatus{Phase: corev1.NamespacePhase(o.Phase)}}
	case "Service":
		v = r.service()
	case "Deployment":
		v = r.deployment()
	case "ReplicaSet":
		v = r.replicaSet()
	case "Job":
		v = r.job()
	default:
		panic(fmt.Sprintf("demo: the workload makes no %s", o.Kind))
	}
	body, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("demo: a %s always encodes: %v", o.Kind, err))
	}
	return body
}

// renderer reads one object's Fields; start is their time 0.
type renderer struct {
	*cluster.Object
	start time.Time
}

func (r renderer) meta() metav1.ObjectMeta {
	m := metav1.ObjectMeta{
		Name: r.Name, Namespace: r.Namespace, UID: types.UID(r.UID), ResourceVersion: r.RV, CreationTimestamp: r.time(r.Created),
		Labels: r.Labels, Annotations: r.Annotations, Generation: r.number64("generation"),
	}
	if r.Owner != "" {
		yes, apiVersion := true, "apps/v1"
		if r.OwnerKind == "Job" {
			apiVersion = "batch/v1"
		}
		m.OwnerReferences = []metav1.OwnerReference{{APIVersion: apiVersion, Kind: r.OwnerKind, Name: r.Owner,
			UID: types.UID(uid(r.OwnerKind, r.Namespace, r.Owner)), Controller: &yes, BlockOwnerDeletion: &yes}}
	}
	if at, ok := r.stamp("deleting"); ok {
		grace := int64(30)
		m.DeletionTimestamp, m.DeletionGracePeriodSeconds = &at, &grace
	}
	return m
}

// uid is the UID of the object of that kind and name; the workload uses no name twice.
func uid(kind, namespace, name string) string {
	b := sha256.Sum256([]byte(kind + "/" + namespace + "/" + name))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // version 4, variant 1
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

func (r renderer) time(ns int64) metav1.Time {
	return metav1.NewTime(r.start.Add(time.Duration(ns)).UTC().Truncate(time.Second))
}

func (r renderer) stamp(field string) (metav1.Time, bool) {
	ns, err := strconv.ParseInt(r.Fields[field], 10, 64)
	if err != nil {
		return metav1.Time{}, false
	}
	return r.time(ns), true
}

func (r renderer) number(field string) int32   { return int32(count(r.Fields[field])) }
func (r renderer) number64(field string) int64 { return int64(count(r.Fields[field])) }

// template is the pod that a deployment, replica set or job makes.
func (r renderer) template(labels map[string]string, container string, restart corev1.RestartPolicy) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: labels},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: container, Image: r.Fields["image"]}}, RestartPolicy: restart},
	}
}

func (r renderer) deployment() any {
	replicas, labels := r.number("replicas"), map[string]string{"app": r.Fields["app"]}
	one, zero := intstr.FromInt32(1), intstr.FromInt32(0)
	d := &appsv1.Deployment{
		ObjectMeta: r.meta(),
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas, Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: r.template(labels, r.Name, corev1.RestartPolicyAlways),
			Strategy: appsv1.DeploymentStrategy{Type: appsv1.RollingUpdateDeploymentStrategyType,
				RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &one, MaxUnavailable: &zero}},
		},
		Status: appsv1.DeploymentStatus{
			ObservedGeneration: r.number64("observed"), Replicas: r.number("total"), UpdatedReplicas: r.number("updated"),
			ReadyReplicas: r.number("ready"), AvailableReplicas: r.number("ready"), UnavailableReplicas: max(0, replicas-r.number("ready")),
		},
	}
	available := corev1.ConditionFalse
	if d.Status.AvailableReplicas >= replicas {
		available = corev1.ConditionTrue
	}
	d.Status.Conditions = []appsv1.DeploymentCondition{{Type: appsv1.DeploymentAvailable, Status: available, LastUpdateTime: r.time(r.Created), LastTransitionTime: r.time(r.Created)}}
	return d
}

func (r renderer) replicaSet() any {
	replicas := r.number("replicas")
	return &appsv1.ReplicaSet{
		ObjectMeta: r.meta(),
		Spec: appsv1.ReplicaSetSpec{
			Replicas: &replicas, Selector: &metav1.LabelSelector{MatchLabels: r.Labels},
			Template: r.template(r.Labels, r.Fields["app"], corev1.RestartPolicyAlways),
		},
		Status: appsv1.ReplicaSetStatus{ObservedGeneration: r.number64("observed"), Replicas: r.number("total"),
			FullyLabeledReplicas: r.number("total"), ReadyReplicas: r.number("ready"), AvailableReplicas: r.number("ready")},
	}
}

func (r renderer) job() any {
	one := int32(1)
	ttl := int32(60)
	started, _ := r.stamp("start")
	j := &batchv1.Job{
		ObjectMeta: r.meta(),
		Spec: batchv1.JobSpec{Parallelism: &one, Completions: &one, TTLSecondsAfterFinished: &ttl,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"job-name": r.Name}},
			Template: r.template(r.Labels, "report", corev1.RestartPolicyNever)},
		Status: batchv1.JobStatus{StartTime: &started, Active: r.number("active"), Succeeded: r.number("succeeded")},
	}
	if at, ok := r.stamp("finished"); ok {
		j.Status.CompletionTime = &at
		j.Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobComplete, Status: corev1.ConditionTrue, LastProbeTime: at, LastTransitionTime: at}}
	}
	return j
}

func (r renderer) service() any {
	port := r.number("port")
	return &corev1.Service{
		ObjectMeta: r.meta(),
		Spec: corev1.ServiceSpec{
			Type: corev1.ServiceTypeClusterIP, ClusterIP: r.Fields["ip"], ClusterIPs: []string{r.Fields["ip"]},
			Selector: map[string]string{"app": r.Fields["app"]},
			Ports:    []corev1.ServicePort{{Name: "http", Protocol: corev1.ProtocolTCP, Port: port, TargetPort: intstr.FromInt32(port)}},
		},
	}
}
