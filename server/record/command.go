package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/upstream"
)

type flags struct {
	out        string
	namespace  string
	kubeconfig string
	context    string
	demo       bool
	metadata   bool
	anonymise  bool
	insecure   bool
	length     time.Duration
	version    string
}

// Command is record. The cluster's audit log sees the version.
func Command(version string) *cobra.Command {
	f := flags{version: version}
	cmd := &cobra.Command{
		Use:   "record RESOURCE -o FILE.jsonl",
		Short: "Write what happens to a resource of a cluster into a trace",
		Long: `record lists and watches a resource as the page's live mode does, with an informer, a queue
and two workers of its own, until it is interrupted or --for is over, and writes a trace:
the page opens it, and serve --replay plays it as a cluster. It only ever reads.

Objects are in the trace as the cluster has them, without managedFields and the last
applied configuration. With --anonymise every name, label, image, address and text in them
is replaced, the same by the same; kinds, types, phases, reasons, numbers and times stay.`,
		Example: `  informerscope record pods -n shop -o shop.jsonl
  informerscope record deployments.apps --anonymise --for 10m -o rollout.jsonl
  informerscope serve --replay rollout.jsonl --speed 4`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.record(cmd.Context(), args[0], cmd.ErrOrStderr())
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVarP(&f.out, "output", "o", "", "`file` to write, of JSON lines")
	set.StringVarP(&f.namespace, "namespace", "n", "", "`name` of a namespace (default: all)")
	set.DurationVar(&f.length, "for", 0, "`time` to record, such as 10m (default: until interrupted)")
	set.BoolVar(&f.anonymise, "anonymise", false, "replace every name and text, the same by the same")
	set.StringVar(&f.kubeconfig, "kubeconfig", "", "kubeconfig `file` (default: $KUBECONFIG, then ~/.kube/config)")
	set.StringVar(&f.context, "context", "", "`name` of the kubeconfig's context (default: the current one)")
	set.BoolVar(&f.metadata, "metadata-only", false, "ask the cluster for metadata only")
	set.BoolVar(&f.insecure, "allow-insecure", false, "accept a kubeconfig that does not check the cluster's certificate")
	set.BoolVar(&f.demo, "demo", false, "record the cluster that is made up")
	return cmd
}

func (f flags) record(ctx context.Context, resource string, stderr io.Writer) error {
	log := slog.New(slog.NewTextHandler(stderr, nil))
	resources, err := gate.ParseResources(resource, f.metadata)
	switch {
	case err != nil:
		return cli.UsageError{Err: err}
	case len(resources) != 1:
		return cli.Usagef("%q is more than one resource: record one, such as pods", resource)
	case f.out == "":
		return cli.Usagef("there is no file to write: add -o %s.jsonl", resources[0].Resource)
	case f.length < 0:
		return cli.Usagef("--for %v is not a time to record: expected one such as 10m", f.length)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	up, err := f.upstream(ctx, resources, log)
	if err != nil {
		return err
	}
	// The file is made first: whoever has waited for an hour wants to find it.
	file, err := os.CreateTemp(filepath.Dir(f.out), ".informerscope-record-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // it is another's by then, unless something went wrong
	defer file.Close()
	if f.length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.length)
		defer cancel()
	}
	log.Info("recording", "resource", up.Resources()[0].String(), "until", "interrupted, or --for is over")
	rec, why := follow(ctx, hub.New(ctx, up, log), gate.Request{Resource: up.Resources()[0], Namespace: f.namespace}, f.anonymise, time.Now)
	if rec == nil {
		return why
	}
	if err := errors.Join(rec.WriteJSON(file), file.Chmod(0o644), file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", f.out, err)
	}
	if err := os.Rename(file.Name(), f.out); err != nil {
		return err
	}
	log.Info("recorded", "file", f.out, "events", rec.Len(), "time", time.Duration(lastAt(rec)).Round(time.Second))
	return why
}

func lastAt(rec *trace.Recorder) int64 { return rec.Event(rec.Len()).At }

func (f flags) upstream(ctx context.Context, resources []gate.Resource, log *slog.Logger) (hub.Upstream, error) {
	if f.demo {
		d := demo.New(uint64(time.Now().UnixNano()))
		go d.Run(ctx)
		for _, r := range d.Resources() {
			if r == resources[0] {
				return only{d, resources}, nil
			}
		}
		return nil, cli.Usagef("--demo has no %s: it has pods, nodes, namespaces, services, deployments.apps, replicasets.apps and jobs.batch", resources[0])
	}
	c, err := upstream.Load(upstream.Options{Kubeconfig: f.kubeconfig, Context: f.context, Resources: resources, MetadataOnly: f.metadata,
		AllowInsecure: f.insecure, UserAgent: "informerscope/" + f.version, Log: log})
	if errors.As(err, new(*upstream.ConfigError)) {
		return nil, cli.UsageError{Err: err}
	}
	return c, err
}

// only is an Upstream of which not all is asked for.
type only struct {
	hub.Upstream
	resources []gate.Resource
}

// Resources implements hub.Upstream.
func (o only) Resources() []gate.Resource { return o.resources }
