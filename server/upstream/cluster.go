package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"path"
	"sync"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiversion "k8s.io/apimachinery/pkg/version"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// Limits of one request to the cluster.
const (
	listTime    = 60 * time.Second // for a whole list
	headersTime = 30 * time.Second // until a watch is open
	probeTime   = 3 * time.Second  // for the answer that Info needs
	freshFor    = 10 * time.Second // how long the last answer counts as the present state
)

// Cluster is a hub.Upstream. Its methods may be called concurrently.
type Cluster struct {
	client       *http.Client
	base         *url.URL
	context      string
	insecure     bool
	metadataOnly bool
	resources    []gate.Resource
	log          *slog.Logger
	listTime     time.Duration
	headersTime  time.Duration

	probing sync.Mutex // held by the one probe

	mu      sync.Mutex
	state   gate.State
	heard   time.Time // when the state was last confirmed
	version string
}

// Resources implements hub.Upstream.
func (c *Cluster) Resources() []gate.Resource { return c.resources }

// Info implements hub.Upstream. It asks the cluster for its version when nothing has been heard for a while.
func (c *Cluster) Info(ctx context.Context) gate.Info {
	c.mu.Lock()
	stale := time.Since(c.heard) > freshFor || c.version == ""
	c.mu.Unlock()
	if stale && c.probing.TryLock() {
		c.probe(ctx)
		c.probing.Unlock()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return gate.Info{Source: "cluster", Context: c.context, Version: c.version, MetadataOnly: c.metadataOnly, Insecure: c.insecure, Upstream: c.state}
}

func (c *Cluster) probe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	var v apiversion.Info
	if err := c.getJSON(ctx, "/version", &v); err == nil {
		c.mu.Lock()
		c.version = v.GitVersion
		c.mu.Unlock()
	}
}

// getJSON gets a path that no client chose.
func (c *Cluster) getJSON(ctx context.Context, p string, into any) error {
	resp, err := c.get(ctx, p, "", "application/json")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return c.failed(ctx, gate.ErrIncomplete, err)
	}
	return nil
}

// lookUp asks the cluster for kind and scope of the resources that are not built in.
func (c *Cluster) lookUp() error {
	for i, r := range c.resources {
		if r.Kind != "" {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), headersTime)
		var list metav1.APIResourceList
		err := c.getJSON(ctx, r.Root(), &list)
		cancel()
		if err != nil {
			return fmt.Errorf("look up %s in the cluster: %w; check its name with kubectl api-resources", r, err)
		}
		for _, found := range list.APIResources {
			if found.Name == r.Resource {
				c.resources[i].Kind, c.resources[i].Namespaced = found.Kind, found.Namespaced
			}
		}
		if c.resources[i].Kind == "" {
			return &ConfigError{fmt.Sprintf("--resources: the cluster has no %s in %s: see kubectl api-resources", r.Resource, r.APIVersion())}
		}
	}
	return nil
}

// target is the path for what a feed follows. Everything in it has passed the gate's grammar.
func target(c hub.Collection) string {
	p := c.Resource.Root()
	if c.Namespace != "" {
		p += "/namespaces/" + c.Namespace
	}
	return p + "/" + c.Resource.Resource
}

// accept is the media type to ask for; list says whether a list is expected.
func (c *Cluster) accept(list bool) string {
	switch {
	case !c.metadataOnly:
		return "application/json"
	case list:
		return "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
	}
	return "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
}

// get is every request to the cluster there is. It returns an answer with status 200 and a JSON body.
func (c *Cluster) get(ctx context.Context, p, query, accept string) (*http.Response, error) {
	u := *c.base
	u.Path, u.RawQuery = path.Join("/", c.base.Path, p), query
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", accept)
	resp, err := c.do(req)
	if err != nil {
		return nil, c.failed(ctx, classify(err), err)
	}
	if problem, detail := check(resp); problem != nil {
		resp.Body.Close()
		return nil, c.failed(ctx, problem, detail)
	}
	c.heardFrom(nil)
	return resp, nil
}

// errHelper says that a request was given up before it got as far as a connection.
var errHelper = errors.New("getting credentials: the login helper takes too long")

// do sends req, and gives up when its context ends. The client would not while a login helper runs.
func (c *Cluster) do(req *http.Request) (*http.Response, error) {
	type answer struct {
		resp *http.Response
		err  error
	}
	var out atomic.Bool // the credentials are there
	ctx := httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{GetConn: func(string) { out.Store(true) }})
	answered := make(chan answer, 1)
	go func() {
		resp, err := c.client.Do(req.WithContext(ctx))
		answered <- answer{resp, err}
	}()
	select {
	case a := <-answered:
		return a.resp, a.err
	case <-ctx.Done():
	}
	if out.Load() {
		a := <-answered
		return a.resp, a.err
	}
	go func() {
		if a := <-answered; a.err == nil {
			a.resp.Body.Close()
		}
	}()
	return nil, errHelper
}
