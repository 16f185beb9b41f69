package deploy

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// rendered is what kubectl apply -k would send.
func rendered(t *testing.T) (all []*unstructured.Unstructured) {
	t.Helper()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range resources.Resources() {
		text, err := r.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		o := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(text, &o.Object); err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

// Kustomize renders it, and whoever selects pods selects ours alone.
func TestKustomizeRendersIt(t *testing.T) {
	var kinds []string
	for _, o := range rendered(t) {
		kinds = append(kinds, o.GetKind())
		if cluster := o.GetKind() == "ClusterRole" || o.GetKind() == "ClusterRoleBinding"; (o.GetNamespace() == "informerscope") == cluster {
			t.Errorf("%s is in namespace %q", o.GetKind(), o.GetNamespace())
		}
		for _, path := range map[string][][]string{
			"Service":             {{"spec", "selector"}},
			"Deployment":          {{"spec", "selector", "matchLabels"}, {"spec", "template", "metadata", "labels"}},
			"PodDisruptionBudget": {{"spec", "selector", "matchLabels"}},
			"NetworkPolicy":       {{"spec", "podSelector", "matchLabels"}},
		}[o.GetKind()] {
			got, _, err := unstructured.NestedStringMap(o.Object, path...)
			if err != nil || got["app.kubernetes.io/name"] != "informerscope" {
				t.Errorf("%s: %v = %v (%v), want our label", o.GetKind(), path, got, err)
			}
		}
	}
	slices.Sort(kinds)
	want := []string{"ClusterRole", "ClusterRoleBinding", "Deployment", "NetworkPolicy", "PodDisruptionBudget", "Service", "ServiceAccount"}
	if !slices.Equal(kinds, want) {
		t.Errorf("rendered are %v, want %v", kinds, want)
	}
}
