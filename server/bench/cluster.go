package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"

	"github.com/informerscope/informerscope/server/testcluster"
)

const (
	podCount = 200
	podSize  = 2600 // bytes of JSON, as a usual pod has
	rate     = 20   // events a second
)

// realCluster is a real API server with pods in it, which says what was asked of it.
type realCluster struct {
	*testcluster.Cluster
	admin *kubernetes.Clientset
	audit string
	seen  int64 // how much of the audit log was counted
}

const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [ResponseStarted, ResponseComplete, Panic]
rules:
- level: Metadata
  verbs: [list, watch]
  resources: [{group: "", resources: [pods]}]
- level: None
`

func startCluster(ctx context.Context) (*realCluster, error) {
	dir, err := os.MkdirTemp("", "informerscope-bench-")
	if err != nil {
		return nil, err
	}
	c := &realCluster{audit: filepath.Join(dir, "audit.log")}
	policyFile := filepath.Join(dir, "policy.yaml")
	if err := os.WriteFile(policyFile, []byte(policy), 0o600); err != nil {
		return nil, err
	}
	if c.Cluster, err = testcluster.Start(ctx, testcluster.Options{Log: os.Stderr,
		APIServerArgs: []string{"--audit-policy-file=" + policyFile, "--audit-log-path=" + c.audit, "--max-requests-inflight=2000"}}); err != nil {
		return nil, err
	}
	config := c.AdminConfig()
	if c.admin, err = kubernetes.NewForConfig(config); err != nil {
		return nil, err
	}
	for i := range podCount {
		p := &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Name: podName(i), Labels: map[string]string{"app": strconv.Itoa(i)}},
			Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "registry.example/c:1"}}},
		}
		bare, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		p.Annotations = map[string]string{"bench/fill": filler(i, podSize-len(bare)-900)} // the API server fills in 900
		if _, err := c.admin.CoreV1().Pods("default").Create(ctx, p, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// filler is text that packs about as well as a pod does.
func filler(seed, size int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "name-%x value ", r.Uint32())
	}
	return b.String()[:size]
}

func podName(i int) string { return fmt.Sprintf("pod-%03d", i) }

func (c *realCluster) stop() {
	_ = c.Stop()
	_ = os.RemoveAll(filepath.Dir(c.audit))
}

// write changes a pod 20 times a second; each change has a number from 0 on, and says when it was made.
func (c *realCluster) write(ctx context.Context, events int) error {
	tick := time.NewTicker(time.Second / rate)
	defer tick.Stop()
	for n := range events {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		patch := fmt.Sprintf(`{"metadata":{"annotations":{"bench/n":"%d","bench/t":"%d"}}}`, n, time.Now().UnixNano())
		if _, err := c.admin.CoreV1().Pods("default").Patch(ctx, podName(n%podCount), types.MergePatchType, []byte(patch), metav1.PatchOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// asked counts the lists and watches of pods that came since the last call, from a program whose user agent
// begins so. Lists of one object are looks at the version.
func (c *realCluster) asked(agent string) (lists, watches int, err error) {
	time.Sleep(500 * time.Millisecond) // the log is written a little later
	f, err := os.Open(c.audit)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	if _, err := f.Seek(c.seen, 0); err != nil {
		return 0, 0, err
	}
	var text bytes.Buffer
	n, err := text.ReadFrom(f)
	if err != nil {
		return 0, 0, err
	}
	c.seen += n
	for line := range strings.Lines(text.String()) {
		var e struct{ Verb, UserAgent, RequestURI string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return 0, 0, fmt.Errorf("the audit log: %w", err)
		}
		switch {
		case !strings.HasPrefix(e.UserAgent, agent), strings.Contains(e.RequestURI, "limit=1&"), strings.HasSuffix(e.RequestURI, "limit=1"):
		case e.Verb == "list":
			lists++
		case e.Verb == "watch":
			watches++
		}
	}
	return lists, watches, nil
}
