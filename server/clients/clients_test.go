//go:build cluster

package clients

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/kubectl/pkg/cmd"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/testcluster"
	"github.com/informerscope/informerscope/server/upstream"
)

// served is our server before a real cluster, and an account that may write there.
func served(t *testing.T) (url string, admin *kubernetes.Clientset) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	t.Cleanup(cancel)
	c, err := testcluster.Start(ctx, testcluster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	resources, err := gate.ParseResources("pods,namespaces,configmaps,deployments.apps", false)
	if err != nil {
		t.Fatal(err)
	}
	up, err := upstream.Load(upstream.Options{Kubeconfig: c.ReadOnlyKubeconfig, Resources: resources})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g, err := gate.New(gate.Config{Source: hub.New(t.Context(), up, nil), Hosts: []string{l.Addr().String()}})
	if err != nil {
		t.Fatal(err)
	}
	s := g.Server()
	go func() { _ = s.Serve(l) }() // ends with Close
	t.Cleanup(func() { _ = s.Close() })
	if admin, err = kubernetes.NewForConfig(c.AdminConfig()); err != nil {
		t.Fatal(err)
	}
	return "http://" + l.Addr().String(), admin
}

func create(t *testing.T, admin *kubernetes.Clientset, name string) {
	t.Helper()
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default", Labels: map[string]string{"app": name}},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "registry.example/c:1"}}}}
	if _, err := admin.CoreV1().Pods("default").Create(context.Background(), p, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// text is what a command says, which is read while it still says more.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *text) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *text) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// kubectl runs kubectl on our server, with no configuration of anybody's.
func kubectl(t *testing.T, url string, out io.Writer, args ...string) (err error) {
	t.Helper()
	none := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(none, []byte("{apiVersion: v1, kind: Config}"), 0o600); err != nil {
		return err
	}
	// kubectl ends the process when something is wrong.
	cmdutil.BehaviorOnFatal(func(said string, code int) { panic(fmt.Errorf("exit %d: %s", code, said)) })
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	args = append([]string{"--server", url, "--kubeconfig", none, "--cache-dir", t.TempDir()}, args...)
	c := cmd.NewKubectlCommand(cmd.KubectlOptions{
		Arguments:   append([]string{"kubectl"}, args...),
		ConfigFlags: genericclioptions.NewConfigFlags(true),
		IOStreams:   genericiooptions.IOStreams{In: strings.NewReader(""), Out: out, ErrOut: out},
	})
	c.SetArgs(args)
	c.SetOut(out)
	c.SetErr(out)
	return c.Execute()
}

// within asks until it is so.
func within(t *testing.T, what string, ask func() bool) {
	t.Helper()
	for began := time.Now(); !ask(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}

func TestOthersReadUsAsAnAPIServer(t *testing.T) {
	url, admin := served(t)
	create(t, admin, "a")
	create(t, admin, "b")

	t.Run("kubectl get", func(t *testing.T) {
		for _, row := range []struct {
			args  string
			shows []string
		}{
			{"get pods", []string{"NAME", "a", "b"}},
			{"get pods -A -o wide", []string{"NAMESPACE", "default"}},
			{"get pod a -o jsonpath={.metadata.labels.app}", []string{"a"}},
			{"get pods -l app=b -o name", []string{"pod/b\n"}},
			{"get pods --field-selector metadata.name=a -o name", []string{"pod/a\n"}},
			{"get pods,namespaces -o name", []string{"pod/a", "namespace/default"}},
			{"get deployments.apps -o yaml", []string{"kind: List"}},
			{"get --raw /api/v1/pods?limit=1", []string{`"kind":"PodList"`}},
			{"get --raw /version", []string{`"gitVersion":"v1.37.2"`}},
			{"api-resources", []string{"deployments", "apps/v1"}},
			{"wait pod/a --for jsonpath={.status.phase}=Pending --timeout 10s", []string{"pod/a condition met"}},
		} {
			var out text
			if err := kubectl(t, url, &out, strings.Fields(row.args)...); err != nil {
				t.Errorf("kubectl %s: %v\n%s", row.args, err, out.String())
			}
			for _, s := range row.shows {
				if !strings.Contains(out.String(), s) {
					t.Errorf("kubectl %s shows %q, want %q in it", row.args, out.String(), s)
				}
			}
		}
	})
	t.Run("kubectl get -w", func(t *testing.T) {
		var out text
		// It ends with the server, which the test's end closes; kubectl knows no other way.
		go func() { _ = kubectl(t, url, &out, "get", "pods", "-w", "-o", "name") }()
		within(t, "kubectl lists", func() bool { return strings.Contains(out.String(), "pod/b") })
		create(t, admin, "watched")
		within(t, "kubectl sees a new pod", func() bool { return strings.Contains(out.String(), "pod/watched") })
	})
	t.Run("controller-runtime's cache", func(t *testing.T) {
		c, err := cache.New(&rest.Config{Host: url, QPS: -1}, cache.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- c.Start(ctx) }()
		defer func() { cancel(); <-done }()
		informer, err := c.GetInformer(ctx, &corev1.Pod{})
		if err != nil {
			t.Fatal(err)
		}
		seen := make(chan string, 100)
		if _, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
			AddFunc:    func(o any) { seen <- "added " + o.(*corev1.Pod).Name },
			DeleteFunc: func(o any) { seen <- fmt.Sprintf("deleted %T", o) },
		}); err != nil {
			t.Fatal(err)
		}
		if !c.WaitForCacheSync(ctx) {
			t.Fatal("the cache has not synced")
		}
		var pods corev1.PodList
		if err := c.List(ctx, &pods, client.InNamespace("default"), client.MatchingLabels{"app": "b"}); err != nil || len(pods.Items) != 1 || pods.Items[0].Name != "b" {
			t.Errorf("List() = %d pods, %v, want b", len(pods.Items), err)
		}
		zero := int64(0)
		if err := admin.CoreV1().Pods("default").Delete(ctx, "b", metav1.DeleteOptions{GracePeriodSeconds: &zero}); err != nil {
			t.Fatal(err)
		}
		var told []string
		within(t, "the handler hears of the deletion", func() bool {
			select {
			case s := <-seen:
				told = append(told, s)
			default:
			}
			return slices.Contains(told, "deleted *v1.Pod")
		})
	})
}
