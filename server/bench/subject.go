package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/kubectl/pkg/proxy"
)

// subject is who is asked.
type subject struct {
	name    string
	url     string
	pid     int // 0 where there is no process between
	token   string
	tls     *tls.Config
	restart func(ctx context.Context) error
}

// startSubjects starts them in the order of the table; ours is the last.
func startSubjects(ctx context.Context, c *realCluster, program string) (all []*subject, end func(), err error) {
	var stops []func()
	end = func() {
		for _, stop := range stops {
			stop()
		}
	}
	tlsConfig, err := rest.TLSConfigFor(c.ReadOnlyConfig())
	if err != nil {
		return nil, end, err
	}
	tlsConfig.NextProtos = nil // each client has a connection of its own, as each browser would
	all = append(all, &subject{name: "the API server", url: c.URL, tls: tlsConfig, token: c.ReadOnlyConfig().BearerToken})
	self, err := os.Executable()
	if err != nil {
		return nil, end, err
	}
	for _, p := range []struct {
		name string
		args []string
	}{
		{"kubectl proxy", []string{self, "kubectl-proxy", c.ReadOnlyKubeconfig}},
		{"informerscope", []string{program, "serve", "--kubeconfig", c.ReadOnlyKubeconfig, "--listen", "127.0.0.1:0", "--public", "--open=false", "--resources", "pods"}},
	} {
		s := &subject{name: p.name}
		var stop func()
		start := func(args []string) error {
			var err error
			s.url, s.pid, stop, err = startProcess(ctx, args)
			return err
		}
		if err := start(p.args); err != nil {
			return nil, end, err
		}
		stops = append(stops, func() { stop() })
		s.restart = func(context.Context) error {
			stop()
			args := append([]string(nil), p.args...)
			for i := range args {
				if args[i] == "127.0.0.1:0" {
					args[i] = strings.TrimPrefix(s.url, "http://")
				}
			}
			return start(args)
		}
		all = append(all, s)
	}
	return all, end, nil
}

// startProcess starts a program that prints its URL first.
func startProcess(ctx context.Context, args []string) (url string, pid int, stop func(), err error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", 0, nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", 0, nil, err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", 0, nil, fmt.Errorf("%s prints no URL: %w", filepath.Base(args[0]), err)
	}
	url, _, _ = strings.Cut(strings.TrimSpace(line), "/#")
	return strings.TrimSuffix(url, "/"), cmd.Process.Pid, stop, nil
}

// serveKubectlProxy is what kubectl proxy does, with its defaults.
func serveKubectlProxy(kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	filter := &proxy.FilterServer{
		AcceptPaths:   proxy.MakeRegexpArrayOrDie(proxy.DefaultPathAcceptRE),
		RejectPaths:   proxy.MakeRegexpArrayOrDie(proxy.DefaultPathRejectRE),
		AcceptHosts:   proxy.MakeRegexpArrayOrDie(proxy.DefaultHostAcceptRE),
		RejectMethods: proxy.MakeRegexpArrayOrDie(proxy.DefaultMethodRejectRE),
	}
	server, err := proxy.NewServer("", "/", "/static/", filter, config, 0, false)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	return server.ServeOnListener(l)
}

// client is a client with a connection of its own.
func (s *subject) client() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: s.tls.Clone(), DisableCompression: true, TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}}}
}

func (s *subject) get(ctx context.Context, c *http.Client, path string, headers ...string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return nil, err
	}
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	req.Header.Set("Accept", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := c.Do(req)
	if err == nil && resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("GET %s: %s", path, resp.Status)
	}
	return resp, err
}

// cpu is the time that a process has worked. Source: proc(5).
func cpu(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100
}

// resident is the memory that a process has, in bytes. Source: proc(5).
func resident(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.Atoi(strings.Fields(kb)[0])
			return n << 10
		}
	}
	return 0
}
