package testcluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/rest"
)

const (
	// Below the ports that systems hand to dialers (Linux: from 32768, macOS: from 49152). Otherwise a
	// client that redials while the apiserver is down could be given its port, or connect to itself.
	firstPort, lastPort = 20000, 30000

	portTries      = 100
	startTries     = 3 // another program may take a port between our look and the server's bind
	readyWithin    = 2 * time.Minute
	readyPollEvery = 50 * time.Millisecond
)

// Options say how a cluster starts. The zero value is a usable default.
type Options struct {
	// Binaries to run; empty means those that Build returns.
	Binaries Binaries
	// Log gets the progress of Build; nil means nobody reads it.
	Log io.Writer
	// APIServerArgs are flags for kube-apiserver after the usual ones, such as
	// "--watch-cache-sizes=pods#0" or "--etcd-compaction-interval=4s".
	APIServerArgs []string
}

// Cluster is a running etcd and kube-apiserver. Its methods may be called from any goroutine.
type Cluster struct {
	// Dir holds all of the cluster's files, logs included. Stop removes it.
	Dir string
	// URL is the apiserver's address, the same over its restarts.
	URL string
	// AdminKubeconfig and ReadOnlyKubeconfig are the paths of files in Dir that only this user can read.
	// The admin may do everything. The read-only account is a ServiceAccount that may get, list and
	// watch what ReadOnlyRules says; its token lasts a day.
	AdminKubeconfig, ReadOnlyKubeconfig string

	admin, readOnly *rest.Config
	binaries        Binaries
	etcdPort, port  int
	extraArgs       []string

	mu              sync.Mutex // guards what follows, and lets one start or stop happen at a time
	etcd, apiServer *child
	stopped         bool
}

// Start starts a cluster and returns once it answers: the apiserver is ready, the namespace "default" is
// there, and the read-only account may read. ctx bounds the start, not the cluster's life: call Stop to end
// it. When Start returns an error it has left nothing behind.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	if o.Binaries == (Binaries{}) {
		var err error
		if o.Binaries, err = Build(ctx, o.Log); err != nil {
			return nil, err
		}
	}
	for try := 1; ; try++ {
		c, err := startOnce(ctx, o)
		if err == nil || try == startTries || !errors.Is(err, errPortTaken) {
			return c, err
		}
	}
}

// errPortTaken is what starting a server wraps when the port it was given is another's.
var errPortTaken = errors.New("the port is taken")

func startOnce(ctx context.Context, o Options) (_ *Cluster, err error) {
	c := &Cluster{binaries: o.Binaries, extraArgs: o.APIServerArgs}
	if c.Dir, err = os.MkdirTemp("", "informerscope-cluster-"); err != nil {
		return nil, fmt.Errorf("testcluster: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Stop())
		}
	}()
	if c.etcdPort, err = freePort(0); err != nil {
		return nil, err
	}
	if c.port, err = freePort(c.etcdPort); err != nil {
		return nil, err
	}
	c.URL = apiServerURL(c.port)
	keys, err := newPKI(time.Now())
	if err != nil {
		return nil, err
	}
	if err := keys.write(c.Dir); err != nil {
		return nil, err
	}
	c.admin = adminConfig(c.URL, keys)
	c.AdminKubeconfig = filepath.Join(c.Dir, "admin.kubeconfig")
	if err := writeKubeconfig(c.AdminKubeconfig, "admin", c.admin); err != nil {
		return nil, err
	}
	if err := c.startEtcd(ctx); err != nil {
		return nil, err
	}
	if err := c.StartAPIServer(ctx); err != nil {
		return nil, err
	}
	token, err := grantReadOnly(ctx, c.admin)
	if err != nil {
		return nil, err
	}
	c.readOnly = tokenConfig(c.URL, keys, token)
	c.ReadOnlyKubeconfig = filepath.Join(c.Dir, "read-only.kubeconfig")
	if err := writeKubeconfig(c.ReadOnlyKubeconfig, "read-only", c.readOnly); err != nil {
		return nil, err
	}
	if err := c.waitFor(ctx, c.apiServer, "read-only account", c.readOnly, readOnlyProbes()...); err != nil {
		return nil, err
	}
	return c, nil
}

// AdminConfig returns a client's configuration that may do everything, and that the client does not slow
// down.
func (c *Cluster) AdminConfig() *rest.Config { return rest.CopyConfig(c.admin) }

// ReadOnlyConfig returns the configuration in ReadOnlyKubeconfig.
func (c *Cluster) ReadOnlyConfig() *rest.Config { return rest.CopyConfig(c.readOnly) }

// PIDs returns the processes that run now: etcd's, then kube-apiserver's.
func (c *Cluster) PIDs() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	var pids []int
	for _, p := range []*child{c.etcd, c.apiServer} {
		if !p.ended() {
			pids = append(pids, p.cmd.Process.Pid)
		}
	}
	return pids
}

// Stop ends both processes at once and removes Dir. A second call does nothing.
func (c *Cluster) Stop() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	// Killed: asked to end, they would take 3 s to hand over what nobody will read.
	c.apiServer.kill()
	c.etcd.kill()
	if err := os.RemoveAll(c.Dir); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	return nil
}

// StopAPIServer ends kube-apiserver at once, as a crash would: its connections break and its port refuses.
// The data stays in etcd. Without a running apiserver it does nothing.
func (c *Cluster) StopAPIServer() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.apiServer.kill()
}

// StartAPIServer starts kube-apiserver again on the same port with the same data and accounts, and returns
// once it is ready. When one is running already it only waits for it.
func (c *Cluster) StartAPIServer(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return errors.New("testcluster: start kube-apiserver: the cluster is stopped; Start another")
	}
	if c.apiServer.ended() {
		args := apiServerArgs(c.Dir, c.port, c.etcdPort, c.extraArgs)
		var err error
		if c.apiServer, err = c.run(c.binaries.APIServer, apiServerProgram.file, args); err != nil {
			return err
		}
	}
	// Ready does not mean that the first namespace is there: a loop makes it after that.
	return c.waitFor(ctx, c.apiServer, "kube-apiserver", c.admin, "/readyz", "/api/v1/namespaces/default")
}

func (c *Cluster) startEtcd(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	if c.etcd, err = c.run(c.binaries.Etcd, etcdProgram.file, etcdArgs(c.Dir, c.etcdPort)); err != nil {
		return err
	}
	return c.waitFor(ctx, c.etcd, "etcd", &rest.Config{Host: etcdURL(c.etcdPort)}, "/health")
}

// run starts a program with Dir as its working directory and home, and its output in a file there.
func (c *Cluster) run(path, name string, args []string) (*child, error) {
	log, err := os.OpenFile(c.logPath(name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("testcluster: %w", err)
	}
	defer log.Close() // the child has its own
	cmd := exec.Command(path, args...)
	cmd.Dir = c.Dir
	// Nothing else of our environment: etcd takes ETCD_… and kube-apiserver KUBE_FEATURE_… from theirs.
	cmd.Env = []string{"HOME=" + c.Dir, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + c.Dir}
	cmd.Stdout, cmd.Stderr = log, log
	p, err := startChild(cmd, os.Kill)
	if err != nil {
		return nil, fmt.Errorf("testcluster: start %s: %w", name, err)
	}
	p.name = name
	return p, nil
}

func (c *Cluster) logPath(name string) string { return filepath.Join(c.Dir, name+".log") }

// waitFor polls paths, each until it answers 200, with the account of config. It gives up when p, the
// process that answers, ends.
func (c *Cluster) waitFor(ctx context.Context, p *child, what string, config *rest.Config, paths ...string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyWithin, fmt.Errorf("not ready within %v", readyWithin))
	defer cancel()
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return fmt.Errorf("testcluster: %s: %w", what, err)
	}
	defer client.CloseIdleConnections()
	for _, path := range paths {
		for {
			seen := probe(ctx, client, config.Host+path)
			if seen == nil {
				break
			}
			select {
			case <-p.done:
				return c.endedError(p)
			case <-ctx.Done():
				return fmt.Errorf("testcluster: %s: %w; last seen: %v\n%s", what, context.Cause(ctx), seen, tailOf(c.logPath(p.name)))
			case <-time.After(readyPollEvery):
			}
		}
	}
	return nil
}

// endedError says why a process that should run does not.
func (c *Cluster) endedError(p *child) error {
	log := tailOf(c.logPath(p.name))
	cause := p.err
	if strings.Contains(log, "address already in use") {
		cause = errPortTaken
	}
	if cause == nil {
		cause = errors.New("exit status 0")
	}
	return fmt.Errorf("testcluster: %s ended by itself: %w\n%s", p.name, cause, log)
}

// probe returns nil if url answers 200, else what it saw.
func probe(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s: %s", req.URL.Path, resp.Status, body)
	}
	return nil
}

// freePort returns a port on loopback that nobody listens on, other than not.
func freePort(not int) (int, error) {
	var last error
	for range portTries {
		port := firstPort + rand.IntN(lastPort-firstPort)
		if port == not {
			continue
		}
		l, err := net.Listen("tcp", net.JoinHostPort(loopback, strconv.Itoa(port)))
		if err == nil {
			return port, l.Close()
		}
		last = err
	}
	return 0, fmt.Errorf("testcluster: no free port in %d–%d after %d tries: %w", firstPort, lastPort-1, portTries, last)
}
