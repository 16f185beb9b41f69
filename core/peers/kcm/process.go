package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// manager is a kube-controller-manager that runs.
type manager struct {
	cmd  *exec.Cmd
	port int
	log  string
}

// start starts a program with the account of a kubeconfig, and waits until it answers.
func start(ctx context.Context, program, kubeconfig, dir string) (*manager, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &manager{port: l.Addr().(*net.TCPAddr).Port, log: filepath.Join(dir, "kube-controller-manager.log")}
	l.Close()
	out, err := os.Create(m.log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	m.cmd = exec.CommandContext(ctx, program, "--kubeconfig="+kubeconfig, "--leader-elect=false",
		"--kube-api-qps=500", "--kube-api-burst=1000", "--bind-address=127.0.0.1", "--secure-port="+strconv.Itoa(m.port),
		"--cert-dir="+dir, "--authentication-kubeconfig="+kubeconfig, "--authorization-kubeconfig="+kubeconfig,
		"--authentication-tolerate-lookup-failure=true", "--authorization-always-allow-paths=/healthz,/metrics,/debug/pprof/*")
	m.cmd.Dir, m.cmd.Stdout, m.cmd.Stderr = dir, out, out
	// Nothing else of our environment: it takes KUBE_FEATURE_… from it.
	m.cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir}
	if err := m.cmd.Start(); err != nil {
		return nil, err
	}
	for range 600 {
		if body, err := m.get(ctx, "healthz"); err == nil && string(body) == "ok" {
			return m, nil
		}
		select {
		case <-ctx.Done():
			m.stop()
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	text, _ := os.ReadFile(m.log)
	m.stop()
	return nil, fmt.Errorf("%s does not answer; its log ends with\n%s", program, text[max(0, len(text)-2000):])
}

func (m *manager) stop() {
	m.cmd.Process.Kill()
	m.cmd.Wait()
}

// local trusts the certificate that the manager has made for itself: it listens here only.
var local = http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}

func (m *manager) get(ctx context.Context, path string) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("https://127.0.0.1:%d/%s", m.port, path), nil)
	if err != nil {
		return nil, err
	}
	a, err := local.Do(q)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", path, a.Status)
	}
	return body, err
}

// retries is how often its Deployment controller has had a key come again later: workqueue_retries_total.
func (m *manager) retries(ctx context.Context) (float64, error) {
	const series = `workqueue_retries_total{name="deployment"} `
	text, err := m.get(ctx, "metrics")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if n, is := strings.CutPrefix(line, series); is {
			return strconv.ParseFloat(strings.TrimSpace(n), 64)
		}
	}
	return 0, fmt.Errorf("/metrics has no %s", series)
}

// ticks is how many parts of a second Linux counts CPU time in.
const ticks = 100

// cpu is the CPU time that the process has had.
func (m *manager) cpu() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", m.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := bytes.Cut(text, []byte(") ")) // the name may hold anything
	f := strings.Fields(string(rest))
	if len(f) < 13 {
		return 0, fmt.Errorf("/proc/…/stat is %q", text)
	}
	user, err1 := strconv.Atoi(f[11])
	system, err2 := strconv.Atoi(f[12])
	if err1 != nil || err2 != nil {
		return 0, fmt.Errorf("/proc/…/stat is %q", text)
	}
	return time.Duration(user+system) * time.Second / ticks, nil
}

// peak is the most memory that the process has had, in MB.
func (m *manager) peak() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", m.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			kb, err := strconv.ParseFloat(f[1], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("/proc/…/status has no VmHWM")
}
