package upstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/informerscope/informerscope/server/gate"
)

// lastApplied is where kubectl apply keeps the object as it was given, secrets and all.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// List implements gate.Source.
func (c *Cluster) List(ctx context.Context, req gate.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.listTime)
	defer cancel()
	var list struct {
		Kind       string            `json:"kind"`
		APIVersion string            `json:"apiVersion"`
		Metadata   json.RawMessage   `json:"metadata"`
		Items      []json.RawMessage `json:"items"`
	}
	if err := c.read(ctx, req, true, &list); err != nil {
		return nil, err
	}
	if list.Items == nil {
		list.Items = []json.RawMessage{}
	}
	for i := range list.Items {
		item, _, err := prune(list.Items[i])
		if err != nil {
			return nil, c.failed(ctx, gate.ErrNotKubernetes, err)
		}
		list.Items[i] = item
	}
	return encode(list), nil
}

// Get implements gate.Source.
func (c *Cluster) Get(ctx context.Context, req gate.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.listTime)
	defer cancel()
	var object json.RawMessage
	if err := c.read(ctx, req, false, &object); err != nil {
		return nil, err
	}
	body, _, err := prune(object)
	if err != nil {
		return nil, c.failed(ctx, gate.ErrNotKubernetes, err)
	}
	return body, nil
}

// read reads a whole answer: one that breaks off is an error, however politely it was broken off.
func (c *Cluster) read(ctx context.Context, req gate.Request, list bool, into any) error {
	p, query := c.target(req)
	resp, err := c.get(ctx, p, query, c.accept(list))
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
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return c.failed(ctx, gate.ErrSlow, err)
	}
	return c.failed(ctx, gate.ErrIncomplete, err)
}

// prune leaves out of an object what nobody may or wants to see, and returns its resourceVersion.
func prune(object json.RawMessage) (json.RawMessage, string, error) {
	var whole, meta, annotations map[string]json.RawMessage
	if err := json.Unmarshal(object, &whole); err != nil {
		return nil, "", err
	}
	if err := json.Unmarshal(whole["metadata"], &meta); err != nil {
		return nil, "", err
	}
	delete(meta, "managedFields")
	if raw, ok := meta["annotations"]; ok && bytes.Contains(raw, []byte(lastApplied)) {
		if err := json.Unmarshal(raw, &annotations); err != nil {
			return nil, "", err
		}
		delete(annotations, lastApplied)
		meta["annotations"] = encode(annotations)
		if len(annotations) == 0 {
			delete(meta, "annotations")
		}
	}
	var rv string
	if raw, ok := meta["resourceVersion"]; ok {
		if err := json.Unmarshal(raw, &rv); err != nil {
			return nil, "", err
		}
	}
	whole["metadata"] = encode(meta)
	return encode(whole), rv, nil
}

// encode is compact JSON that leaves < > & as they are, as API servers do.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("upstream: what was just decoded encodes: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
