package testcluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
)

// Compact forgets every version before the present one, as etcd is told to every five minutes: who watches
// from one of them is answered 410.
func (c *Cluster) Compact(ctx context.Context) error {
	var now struct {
		Header struct {
			Revision string `json:"revision"`
		} `json:"header"`
	}
	// Source: https://etcd.io/docs/v3.6/dev-guide/api_grpc_gateway/
	if err := c.askEtcd(ctx, "/v3/kv/range", map[string]any{"key": "AA==", "count_only": true}, &now); err != nil {
		return err
	}
	return c.askEtcd(ctx, "/v3/kv/compaction", map[string]any{"revision": now.Header.Revision, "physical": true}, nil)
}

func (c *Cluster) askEtcd(ctx context.Context, path string, ask map[string]any, into any) error {
	body, err := json.Marshal(ask)
	if err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, etcdURL(c.etcdPort)+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("testcluster: ask etcd: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("testcluster: ask etcd for %s: %s, want 200", path, resp.Status)
	}
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return fmt.Errorf("testcluster: read etcd's answer: %w", err)
	}
	return nil
}

// Backup keeps the data as it is now, for Restore. The cluster is away meanwhile.
func (c *Cluster) Backup(ctx context.Context) error {
	return c.swap(ctx, filepath.Join(c.Dir, "etcd"), filepath.Join(c.Dir, "backup"))
}

// Restore makes the data what it was at the last Backup, as after a disaster: versions go back, and are
// given out once more. The cluster is away meanwhile.
func (c *Cluster) Restore(ctx context.Context) error {
	return c.swap(ctx, filepath.Join(c.Dir, "backup"), filepath.Join(c.Dir, "etcd"))
}

// swap puts a copy of from in the place of to, while nobody writes there.
func (c *Cluster) swap(ctx context.Context, from, to string) error {
	c.mu.Lock()
	c.apiServer.kill()
	c.etcd.kill()
	err := os.RemoveAll(to)
	if err == nil {
		err = os.CopyFS(to, os.DirFS(from))
	}
	c.mu.Unlock()
	if err != nil {
		return fmt.Errorf("testcluster: copy etcd's data: %w", err)
	}
	if err := c.startEtcd(ctx); err != nil {
		return err
	}
	return c.StartAPIServer(ctx)
}
