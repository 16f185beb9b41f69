//go:build cluster

package deploy

import (
	"context"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/restmapper"

	"github.com/informerscope/informerscope/server/testcluster"
)

// A real API server takes every object, as kubectl apply --dry-run=server would show.
func TestARealAPIServerTakesIt(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	c, err := testcluster.Start(ctx, testcluster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	}()
	client, err := dynamic.NewForConfig(c.AdminConfig())
	if err != nil {
		t.Fatal(err)
	}
	found, err := restmapper.GetAPIGroupResources(discovery.NewDiscoveryClientForConfigOrDie(c.AdminConfig()))
	if err != nil {
		t.Fatal(err)
	}
	mapper := restmapper.NewDiscoveryRESTMapper(found)
	namespace := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "informerscope",
		// The strictest there is: what the manifests ask for is little enough.
		"labels": map[string]any{"pod-security.kubernetes.io/enforce": "restricted"}}}}
	if _, err := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}).Create(ctx, namespace, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, o := range rendered(t) {
		gvk := o.GroupVersionKind()
		mapping, err := mapper.RESTMapping(gvk.GroupKind(), gvk.Version)
		if err != nil {
			t.Errorf("%s: %v", gvk, err)
			continue
		}
		var to dynamic.ResourceInterface = client.Resource(mapping.Resource)
		if o.GetNamespace() != "" {
			to = client.Resource(mapping.Resource).Namespace(o.GetNamespace())
		}
		options := metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}, FieldValidation: metav1.FieldValidationStrict}
		if _, err := to.Create(ctx, o, options); err != nil {
			t.Errorf("%s %s: %v", gvk.Kind, o.GetName(), err)
		}
		if gvk.Kind != "Deployment" {
			continue
		}
		// The Deployment's pods, which a controller would make, are let in, too.
		template, _, _ := unstructured.NestedMap(o.Object, "spec", "template")
		pod := &unstructured.Unstructured{Object: template}
		pod.SetAPIVersion("v1")
		pod.SetKind("Pod")
		pod.SetGenerateName("informerscope-")
		pod.SetNamespace("informerscope")
		unstructured.RemoveNestedField(pod.Object, "spec", "serviceAccountName") // a dry run has made none
		pods := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "pods"}).Namespace("informerscope")
		if _, err := pods.Create(ctx, pod, options); err != nil {
			t.Errorf("a pod of the Deployment: %v", err)
		}
	}
}
