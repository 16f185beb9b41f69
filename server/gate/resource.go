package gate

import (
	"fmt"
	"regexp"
	"strings"
)

// Resource is a kind of object that can be listed and watched.
type Resource struct {
	Group      string `json:"group"` // "" for the core group
	Version    string `json:"version"`
	Resource   string `json:"resource"` // the plural of paths, such as "pods"
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`
}

// APIVersion is "v1" or "apps/v1".
func (r Resource) APIVersion() string {
	if r.Group == "" {
		return r.Version
	}
	return r.Group + "/" + r.Version
}

// Root is the path all of the resource's group and version lie under: "/api/v1" or "/apis/apps/v1".
func (r Resource) Root() string {
	if r.Group == "" {
		return "/api/" + r.Version
	}
	return "/apis/" + r.Group + "/" + r.Version
}

// String is the name that --resources takes: "pods" or "deployments.apps".
func (r Resource) String() string {
	if r.Group == "" {
		return r.Resource
	}
	return r.Resource + "." + r.Group
}

// BuiltIn are the resources whose kind and scope are known without asking a cluster.
var BuiltIn = []Resource{
	{"", "v1", "pods", "Pod", true},
	{"", "v1", "nodes", "Node", false},
	{"", "v1", "namespaces", "Namespace", false},
	{"", "v1", "services", "Service", true},
	{"apps", "v1", "deployments", "Deployment", true},
	{"apps", "v1", "replicasets", "ReplicaSet", true},
	{"apps", "v1", "statefulsets", "StatefulSet", true},
	{"apps", "v1", "daemonsets", "DaemonSet", true},
	{"batch", "v1", "jobs", "Job", true},
	{"batch", "v1", "cronjobs", "CronJob", true},
	// Not served unless named: their values may be private, or they are many.
	{"", "v1", "configmaps", "ConfigMap", true},
	{"", "v1", "secrets", "Secret", true},
	{"", "v1", "events", "Event", true},
	{"", "v1", "endpoints", "Endpoints", true},
	{"", "v1", "serviceaccounts", "ServiceAccount", true},
	{"", "v1", "persistentvolumes", "PersistentVolume", false},
	{"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true},
	{"", "v1", "replicationcontrollers", "ReplicationController", true},
	{"networking.k8s.io", "v1", "ingresses", "Ingress", true},
	{"networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", true},
	{"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", true},
	{"coordination.k8s.io", "v1", "leases", "Lease", true},
	{"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", true},
	{"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true},
	{"storage.k8s.io", "v1", "storageclasses", "StorageClass", false},
}

// Default is what is served of a real cluster when nothing else is asked for.
func Default() []Resource { return append([]Resource(nil), BuiltIn[:10]...) }

var resourceName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$`)

// ParseResources reads a list such as "pods,deployments.apps,widgets.v1.example.com". A resource that is
// not BuiltIn is given as resource.version.group and returned with Kind "", to be looked up in the
// cluster. Secrets are refused unless metadataOnly.
func ParseResources(list string, metadataOnly bool) ([]Resource, error) {
	var found []Resource
	seen := map[string]bool{}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		r, err := parseResource(name)
		if err != nil {
			return nil, err
		}
		if r.Group == "" && r.Resource == "secrets" && !metadataOnly {
			return nil, fmt.Errorf("--resources %s: secrets are only served as metadata: add --metadata-only, or leave secrets out", list)
		}
		if !seen[r.String()] {
			seen[r.String()] = true
			found = append(found, r)
		}
	}
	return found, nil
}

func parseResource(name string) (Resource, error) {
	if !resourceName.MatchString(name) {
		return Resource{}, fmt.Errorf("--resources: %q is not a resource: write pods, deployments.apps or widgets.v1.example.com, separated by commas", name)
	}
	for _, r := range BuiltIn {
		if name == r.String() || name == r.Resource || name == r.Resource+"."+r.Version+"."+r.Group {
			return r, nil
		}
	}
	parts := strings.SplitN(name, ".", 3)
	if len(parts) != 3 || !version.MatchString(parts[1]) || !strings.Contains(parts[2], ".") {
		return Resource{}, fmt.Errorf("--resources: %q is not built in: write resource.version.group in full, as in widgets.v1.example.com", name)
	}
	return Resource{Group: parts[2], Version: parts[1], Resource: parts[0], Namespaced: true}, nil
}

var version = regexp.MustCompile(`^v[0-9]+((alpha|beta)[0-9]+)?$`)
