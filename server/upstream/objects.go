package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// List implements hub.Upstream.
func (c *Cluster) List(ctx context.Context, of hub.Collection, from hub.ListFrom) (hub.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, c.listTime)
	defer cancel()
	q := url.Values{}
	set(q, "resourceVersion", from.RV)
	if from.Exact {
		q.Set("resourceVersionMatch", "Exact")
	}
	if from.Limit > 0 {
		q.Set("limit", strconv.FormatInt(from.Limit, 10))
	}
	set(q, "continue", from.Continue)
	var list struct {
		Metadata struct {
			ResourceVersion string `json:"resourceVersion"`
			Continue        string `json:"continue"`
		} `json:"metadata"`
		Items []json.RawMessage `json:"items"`
	}
	if err := c.read(ctx, target(of), q.Encode(), c.accept(true), &list); err != nil {
		return hub.Page{}, err
	}
	page := hub.Page{Form: c.form(of.Resource), RV: list.Metadata.ResourceVersion, Continue: list.Metadata.Continue, Items: make([]*hub.Object, len(list.Items))}
	if _, err := strconv.ParseUint(page.RV, 10, 64); err != nil {
		return hub.Page{}, c.failed(ctx, gate.ErrNotKubernetes, err)
	}
	for i, raw := range list.Items {
		var err error
		if page.Items[i], err = c.parse(raw); err != nil {
			return hub.Page{}, c.failed(ctx, gate.ErrNotKubernetes, err)
		}
	}
	return page, nil
}

// parse makes an object of what came. Of metadata alone nothing else is kept, whatever the cluster sent: what stands
// between may pass over what was asked for.
func (c *Cluster) parse(raw []byte) (*hub.Object, error) {
	if !c.metadataOnly {
		return hub.ParseObject(raw)
	}
	var only struct {
		Metadata json.RawMessage `json:"metadata"`
	}
	err := json.Unmarshal(raw, &only)
	if err == nil {
		raw, err = json.Marshal(only)
	}
	if err != nil {
		return nil, err
	}
	return hub.ParseObject(raw)
}

func set(q url.Values, name, value string) {
	if value != "" {
		q.Set(name, value)
	}
}

// Identity implements hub.Upstream: the namespace kube-system is made with the cluster, and never again.
func (c *Cluster) Identity(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.listTime)
	defer cancel()
	var ns struct {
		Metadata struct {
			UID string `json:"uid"`
		} `json:"metadata"`
	}
	err := c.read(ctx, "/api/v1/namespaces/kube-system", "", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json", &ns)
	return ns.Metadata.UID, err
}

// form is what the cluster calls the objects of r.
func (c *Cluster) form(r gate.Resource) hub.Form {
	if c.metadataOnly {
		return hub.Form{Kind: "PartialObjectMetadata", APIVersion: "meta.k8s.io/v1", Named: true}
	}
	return hub.Form{Kind: r.Kind, APIVersion: r.APIVersion(), Named: !slices.Contains(gate.BuiltIn, r)}
}

// read reads a whole answer: one that breaks off is an error, however politely it was broken off.
func (c *Cluster) read(ctx context.Context, path, query, accept string, into any) error {
	resp, err := c.get(ctx, path, query, accept)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	dec := json.NewDecoder(resp.Body)
	err = dec.Decode(into)
	if err == nil {
		// Reading on to the end shows a body that is longer, or cut short, and lets the connection be used again.
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("the answer does not end where its JSON does")
		}
	}
	var shape *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return c.failed(ctx, gate.ErrSlow, err)
	case errors.As(err, &shape):
		return c.failed(ctx, gate.ErrNotKubernetes, err)
	}
	return c.failed(ctx, gate.ErrIncomplete, err)
}
