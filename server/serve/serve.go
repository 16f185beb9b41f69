package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/metrics"
	"github.com/informerscope/informerscope/server/replay"
	"github.com/informerscope/informerscope/server/upstream"
)

// flags are the flags of serve, as given.
type flags struct {
	demo          bool
	kubeconfig    string
	context       string
	inCluster     bool
	listen        string
	hosts         []string
	token         string
	public        bool
	class         bool
	proxied       bool
	resources     string
	metadataOnly  bool
	allowInsecure bool
	replay        string
	speed         float64
	metrics       string
	pprof         bool
	verbose       bool
	open          bool
	namespace     string

	version string
	given   func(flag string) bool
}

// Command is serve. The cluster's audit log sees the version.
func Command(version string, files Page) *cobra.Command {
	f := flags{version: version}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the page and a read-only gate to a cluster",
		Long: `serve prints one line, the URL to open, and serves until it is interrupted.
At a desktop's terminal it opens the URL, too.

With --class it prints two: yours, who present, and that of your class, whose pages
follow yours. Nobody needs an account, and nothing is kept.

Without --demo it shows the cluster of the kubeconfig's current context. It only ever
reads: GET of lists, watches and objects of the resources it was told to show.`,
		Example: `  informerscope serve --demo
  informerscope serve --context kind-kind --resources pods,deployments.apps
  informerscope serve --namespace shop --open=false
  informerscope serve --demo --listen 0.0.0.0:8350 --token blue-whale-42
  informerscope serve --demo --class --listen 0.0.0.0:8350 --public`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.given = cmd.Flags().Changed
			f.tokenFrom(os.Getenv)
			return serve(cmd.Context(), f, cmd.OutOrStdout(), cmd.ErrOrStderr(), files)
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.BoolVar(&f.demo, "demo", false, "show a cluster that is made up; none is needed")
	set.StringVar(&f.replay, "replay", "", "play a trace `file`, as record or live mode writes it, as a cluster")
	set.Float64Var(&f.speed, "speed", 1, "how many `times` as fast as it was")
	set.StringVar(&f.kubeconfig, "kubeconfig", "", "kubeconfig `file` (default: $KUBECONFIG, then ~/.kube/config)")
	set.StringVar(&f.context, "context", "", "`name` of the kubeconfig's context (default: the current one)")
	set.BoolVar(&f.inCluster, "in-cluster", false, "show the cluster that this runs in as a pod, with its ServiceAccount")
	set.StringVarP(&f.namespace, "namespace", "n", "", "`name` of a namespace, at which live mode is opened (default: the first page is)")
	set.StringVar(&f.listen, "listen", defaultListen, "`host:port` to listen on; the default moves on to the next free port")
	set.StringArrayVar(&f.hosts, "host", nil, "further `host:port` by which browsers reach this server; may be repeated")
	set.StringVar(&f.token, "token", "", "`token` that readers must have (default: $INFORMERSCOPE_TOKEN, then a random one, in the URL)")
	set.BoolVar(&f.public, "public", false, "let everyone who can connect read, without a token")
	set.BoolVar(&f.class, "class", false, "hold a class: pages that join by its code follow yours, vote and say when they are lost")
	set.BoolVar(&f.proxied, "behind-proxy", false, "nobody but a proxy connects: limits go by the last address that its X-Forwarded-For names")
	set.StringVar(&f.resources, "resources", "", "`list` of what may be read, such as pods,deployments.apps,widgets.v1.example.com")
	set.BoolVar(&f.metadataOnly, "metadata-only", false, "ask the cluster for metadata only: specs and values never reach this program")
	set.BoolVar(&f.allowInsecure, "allow-insecure", false, "accept a kubeconfig that does not check the cluster's certificate")
	set.StringVar(&f.metrics, "metrics", "", "`host:port` of a listener of its own that answers Prometheus at /metrics")
	set.BoolVar(&f.pprof, "pprof", false, "profiles of this program at /debug/pprof/ of the --metrics listener, on loopback only")
	set.BoolVar(&f.open, "open", false, "open the page in a browser (default: at a terminal on a desktop, not over SSH)")
	set.BoolVar(&f.verbose, "verbose", false, "log every request")
	return cmd
}

// Page is what there is to look at: the page itself, and what it fetches from web/.
type Page struct {
	Index []byte
	Web   fs.FS
}

func serve(ctx context.Context, f flags, stdout, stderr io.Writer, files Page) error {
	level := slog.LevelInfo
	if f.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	where, err := f.check()
	if err != nil {
		return err
	}
	if _, err := fs.Stat(files.Web, "dist/app.wasm"); err != nil {
		return errors.New("this build has no page in it: run make wasm and build again, or take a release")
	}
	up, start, err := f.upstream(log)
	if err != nil {
		return err
	}
	token, err := f.chooseToken(where)
	if err != nil {
		return err
	}
	listener, err := where.listen(ctx)
	if err != nil {
		return err
	}
	defer listener.Close()
	port := portOf(listener)
	running, stop := context.WithCancel(ctx)
	defer stop()
	source := hub.New(running, up, log)
	class, invited := f.openClass()
	g, err := gate.New(gate.Config{
		Source: source, Index: files.Index, Web: files.Web, Hosts: append(where.hosts(port), f.hosts...), Token: token, Class: class, Proxied: f.proxied, Log: log,
	})
	if err != nil {
		return err
	}
	server := g.Server()
	go start(running)
	if err := f.serveMetrics(running, metrics.Server{Gate: g, Hub: source, Class: class, Version: f.version}, log); err != nil {
		return err
	}

	origin, page := "http://"+where.urlHost(port), "/"+f.fragment(token, invited.lead)
	said := origin + page
	if class != nil {
		said = "present  " + said + "\nfollow   " + origin + "/#" + invited.follow
	}
	if _, err := fmt.Fprintln(stdout, said); err != nil {
		return fmt.Errorf("print the URL: %w", err)
	}
	logVisible(log, source, where, token)
	if class != nil {
		logClass(log, where, token, f.proxied)
	}
	if f.proxied {
		logProxied(log, origin, f.hosts)
	}
	if f.opens(stdout) {
		if token != "" || class != nil {
			page, server.Handler = once(server.Handler, page)
		}
		openPage(origin+page, func(err error) { log.Info("no browser was opened; the URL above is the way in", "err", err) })
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(bounded{listener}) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("stopping")
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), 8*time.Second)
	defer cancel()
	if err := g.Shutdown(patience); err != nil {
		log.Warn("watches were cut off", "err", err)
	}
	if err := server.Shutdown(patience); err != nil {
		_ = server.Close() // what is left is cut off
	}
	return nil
}

// logVisible says who can see what, where that is more than the person at this machine.
func logVisible(log *slog.Logger, source gate.Source, where address, token string) {
	names := make([]string, 0, 8)
	for _, r := range source.Resources() {
		names = append(names, r.String())
	}
	who := "this machine"
	if !where.loopback {
		who = "everyone who can connect"
	}
	if token != "" {
		who += " with the token"
	}
	log.Info("serving", "readable", strings.Join(names, ","), "by", who)
}

// logClass says what the links are good for.
func logClass(log *slog.Logger, where address, token string, proxied bool) {
	log.Info("holding a class", "present", "keep this URL to yourself: who has it presents", "follow", "give this one to the class; the page shows its code large, too")
	if where.loopback && !proxied {
		log.Warn("only this machine can join the class: a class on other machines needs --listen 0.0.0.0:8350, or what passes requests on to this port")
	}
	if token != "" {
		log.Info("followers read no cluster data: their link has no token; who adds &token=… to it lets them")
	}
}

// logProxied says what becomes of the links that were printed: they name the address behind the proxy, whose
// own is not known, but for the name that browsers send.
func logProxied(log *slog.Logger, origin string, hosts []string) {
	if len(hosts) == 0 {
		log.Warn("behind a proxy: the URL names the address behind it; --host NAME is missing, and requests for the proxy's name are refused without it", "behind", origin)
		return
	}
	log.Info("behind a proxy: the URL names the address behind it; give out the proxy's in its place", "behind", origin, "instead", publicURL(hosts[0]))
}

// publicURL is where browsers find a host: by HTTPS, which a proxy is there for, unless its port says another.
func publicURL(host string) string {
	if strings.HasSuffix(host, ":80") {
		return "http://" + strings.TrimSuffix(host, ":80")
	}
	return "https://" + strings.TrimSuffix(host, ":443")
}

// upstream makes what is shown, and what has to run for it until the server stops.
func (f flags) upstream(log *slog.Logger) (hub.Upstream, func(context.Context), error) {
	if f.demo {
		d := demo.New(uint64(time.Now().UnixNano()))
		return d, d.Run, nil
	}
	if f.replay != "" {
		return f.replayed(log)
	}
	var resources []gate.Resource
	if f.given("resources") {
		var err error
		if resources, err = gate.ParseResources(f.resources, f.metadataOnly); err != nil {
			return nil, nil, cli.UsageError{Err: err}
		}
	}
	c, err := upstream.Load(upstream.Options{
		Kubeconfig: f.kubeconfig, Context: f.context, InCluster: f.inCluster, Resources: resources, MetadataOnly: f.metadataOnly,
		AllowInsecure: f.allowInsecure, UserAgent: "informerscope/" + f.version, Log: log,
	})
	switch {
	case errors.As(err, new(*upstream.ConfigError)):
		return nil, nil, cli.UsageError{Err: err}
	case err != nil:
		return nil, nil, err
	}
	return c, func(context.Context) {}, nil
}

// replayed is the cluster of a trace.
func (f flags) replayed(log *slog.Logger) (hub.Upstream, func(context.Context), error) {
	file, err := os.Open(f.replay)
	if err != nil {
		return nil, nil, cli.Usagef("--replay: %v: name a file that informerscope record wrote, or that live mode saved", err)
	}
	defer file.Close()
	c, err := replay.Load(file)
	if err != nil {
		return nil, nil, cli.Usagef("--replay %s: %v", f.replay, err)
	}
	return c, func(ctx context.Context) {
		c.Run(ctx, f.speed)
		log.Info("the trace is over; its last state stays", "length", c.Length().Round(time.Second))
	}, nil
}
