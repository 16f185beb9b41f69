package demo

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// capacity is what every node has.
var capacity = corev1.ResourceList{
	corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("16Gi"), corev1.ResourcePods: resource.MustParse("110"),
}

func (r renderer) node() any {
	beat, ok := r.stamp("heartbeat")
	if !ok {
		beat = r.time(r.Created)
	}
	return &corev1.Node{
		ObjectMeta: r.meta(),
		Status: corev1.NodeStatus{
			Capacity: capacity, Allocatable: capacity,
			Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "KubeletReady",
				Message: "kubelet is posting ready status", LastHeartbeatTime: beat, LastTransitionTime: r.time(r.Created)}},
			Addresses: []corev1.NodeAddress{{Type: corev1.NodeInternalIP, Address: r.Fields["ip"]}, {Type: corev1.NodeHostName, Address: r.Name}},
			NodeInfo:  corev1.NodeSystemInfo{KubeletVersion: kubernetesVersion, OperatingSystem: "linux", Architecture: "amd64"},
		},
	}
}

func (r renderer) pod() any {
	restart := corev1.RestartPolicyAlways
	if r.OwnerKind == "Job" {
		restart = corev1.RestartPolicyNever
	}
	p := &corev1.Pod{
		ObjectMeta: r.meta(),
		Spec: corev1.PodSpec{
			NodeName: r.Node, RestartPolicy: restart, ServiceAccountName: "default",
			Containers: []corev1.Container{{Name: r.Fields["container"], Image: r.Fields["image"],
				Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m"), corev1.ResourceMemory: resource.MustParse("128Mi")}}}},
		},
		Status: corev1.PodStatus{Phase: corev1.PodPhase(r.Phase), PodIP: r.Fields["ip"], QOSClass: corev1.PodQOSBurstable},
	}
	if p.Status.PodIP != "" {
		p.Status.PodIPs = []corev1.PodIP{{IP: p.Status.PodIP}}
	}
	p.Status.Conditions = r.podConditions()
	if r.Node != "" {
		started := r.time(r.Created)
		p.Status.StartTime = &started
		p.Status.ContainerStatuses = []corev1.ContainerStatus{r.container()}
	}
	return p
}

func (r renderer) podConditions() []corev1.PodCondition {
	scheduled := corev1.PodCondition{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, LastTransitionTime: r.time(r.Created)}
	if at, ok := r.stamp("scheduled"); ok {
		scheduled.Status, scheduled.LastTransitionTime = corev1.ConditionTrue, at
	}
	ready := corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionFalse, LastTransitionTime: r.time(r.Created)}
	if at, ok := r.stamp("ready"); ok {
		ready.Status, ready.LastTransitionTime = corev1.ConditionTrue, at
	}
	if r.Phase == "Succeeded" {
		ready.Reason = "PodCompleted"
	} else if ready.Status == corev1.ConditionFalse && r.Node != "" {
		ready.Reason = "ContainersNotReady"
	}
	return []corev1.PodCondition{scheduled, ready}
}

func (r renderer) container() corev1.ContainerStatus {
	_, ready := r.stamp("ready")
	status := corev1.ContainerStatus{Name: r.Fields["container"], Image: r.Fields["image"], ImageID: r.Fields["image"], RestartCount: r.number("restarts"), Ready: ready && r.Phase == "Running"}
	started, _ := r.stamp("started")
	finished, over := r.stamp("finished")
	ended := &corev1.ContainerStateTerminated{ExitCode: r.number("exit"), Reason: "Completed", StartedAt: started, FinishedAt: finished}
	if ended.ExitCode != 0 {
		ended.Reason = "Error"
	}
	switch waiting := r.Fields["waiting"]; {
	case waiting != "":
		status.State.Waiting = &corev1.ContainerStateWaiting{Reason: waiting}
		if over {
			status.LastTerminationState.Terminated = ended
		}
	case over:
		status.State.Terminated = ended
	default:
		status.State.Running = &corev1.ContainerStateRunning{StartedAt: started}
	}
	return status
}
