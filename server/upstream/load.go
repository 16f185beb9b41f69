package upstream

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // OIDC and the like, as kubectl has them
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/informerscope/informerscope/server/gate"
)

// Options say which cluster, and what of it.
type Options struct {
	Kubeconfig    string          // a file; "" is $KUBECONFIG, then ~/.kube/config
	Context       string          // "" is the current one
	InCluster     bool            // the cluster that we run in, as the pod's ServiceAccount, and no kubeconfig
	Resources     []gate.Resource // nil is gate.Default()
	MetadataOnly  bool
	AllowInsecure bool // accept insecure-skip-tls-verify
	UserAgent     string
	Log           *slog.Logger // nil discards
	// Dial makes the connections to the cluster; nil is the network's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// ConfigError is a kubeconfig that cannot be used: what was seen, what was expected, what to do.
type ConfigError struct{ text string }

// Error is the text.
func (e *ConfigError) Error() string { return e.text }

func configErrorf(format string, args ...any) error {
	return &ConfigError{fmt.Sprintf(format, args...)}
}

// Load reads the kubeconfig and returns its cluster, without speaking to it unless Resources has one that
// is not built in. A *ConfigError says what is wrong with the kubeconfig.
func Load(o Options) (*Cluster, error) {
	if o.InCluster {
		return loadInCluster(o, serviceAccount)
	}
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = o.Kubeconfig
	rules.WarnIfAllMissing = false
	where := o.Kubeconfig
	if where == "" {
		where = strings.Join(rules.Precedence, string(os.PathListSeparator))
	}
	raw, err := rules.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, configErrorf("kubeconfig %s does not exist: name one that does with --kubeconfig, or use --demo, which needs none", where)
	case err != nil:
		return nil, configErrorf("kubeconfig %s cannot be read: %v: expected a file as kubectl config writes it; try kubectl --kubeconfig %s config view", where, oneLine(err), where)
	case len(raw.Contexts) == 0 && len(raw.Clusters) == 0:
		return nil, configErrorf("no cluster to show: there is none in %s: name a kubeconfig with --kubeconfig, or use --demo, which needs none", where)
	}
	name, err := checkContext(raw, o.Context, where, o.AllowInsecure)
	if err != nil {
		return nil, err
	}
	cfg, err := clientcmd.NewNonInteractiveClientConfig(*raw, name, &clientcmd.ConfigOverrides{}, rules).ClientConfig()
	if err != nil {
		return nil, configErrorf("kubeconfig %s, context %q: %v: mend it, or try kubectl --context %s version", where, name, oneLine(err), name)
	}
	auth := authKind(cfg)
	cfg.UserAgent = o.UserAgent
	cfg.Dial = o.Dial
	cfg.Timeout = 0 // watches are long; each request has a limit of its own
	if cfg.ExecProvider != nil {
		cfg.ExecProvider.StdinUnavailable = true
		cfg.ExecProvider.StdinUnavailableMessage = "informerscope does not ask: log in with kubectl first"
	}
	c, err := connect(cfg, o)
	if err != nil {
		return nil, configErrorf("kubeconfig %s, context %q: %v: mend it, or try kubectl --context %s version", where, name, oneLine(err), name)
	}
	c.context, c.insecure = name, cfg.Insecure
	c.log.Info("using cluster", "context", name, "server", cfg.Host, "auth", auth, "insecure", cfg.Insecure)
	return c, c.lookUp()
}

func connect(cfg *rest.Config, o Options) (*Cluster, error) {
	client, err := rest.HTTPClientFor(cfg)
	if err != nil {
		return nil, err
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // a login page is no cluster
	base, _, err := rest.DefaultServerUrlFor(cfg)
	if err != nil {
		return nil, err
	}
	c := &Cluster{client: client, base: base, resources: o.Resources, metadataOnly: o.MetadataOnly, log: o.Log, listTime: listTime, headersTime: headersTime}
	if c.resources == nil {
		c.resources = gate.Default()
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	c.state.State = "unknown"
	return c, nil
}

// checkContext finds the context to use and says plainly what is wrong with it.
func checkContext(raw *api.Config, want, where string, allowInsecure bool) (string, error) {
	name := want
	if name == "" {
		name = raw.CurrentContext
	}
	if name == "" {
		return "", configErrorf("kubeconfig %s has no current context: choose one with --context (%s), or use --demo, which needs none", where, names(raw.Contexts))
	}
	ctx, ok := raw.Contexts[name]
	if !ok {
		return "", configErrorf("kubeconfig %s has no context %q: it has %s: choose one of them with --context", where, name, names(raw.Contexts))
	}
	cluster, ok := raw.Clusters[ctx.Cluster]
	if !ok {
		return "", configErrorf("kubeconfig %s, context %q: there is no cluster %q: it has %s: mend it with kubectl config set-context %s --cluster=NAME", where, name, ctx.Cluster, names(raw.Clusters), name)
	}
	if _, ok := raw.AuthInfos[ctx.AuthInfo]; !ok && ctx.AuthInfo != "" {
		return "", configErrorf("kubeconfig %s, context %q: there is no user %q: it has %s: mend it with kubectl config set-context %s --user=NAME", where, name, ctx.AuthInfo, names(raw.AuthInfos), name)
	}
	u, err := url.Parse(cluster.Server)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return "", configErrorf("kubeconfig %s, cluster %q: the server is not a URL of the form https://HOST:PORT: mend it with kubectl config set-cluster %s --server=URL", where, ctx.Cluster, ctx.Cluster)
	}
	if cluster.InsecureSkipTLSVerify && !allowInsecure {
		return "", configErrorf("kubeconfig %s, cluster %q has insecure-skip-tls-verify, so anyone on the way could pose as the cluster: give it a certificate-authority, or add --allow-insecure", where, ctx.Cluster)
	}
	return name, nil
}

func names[T any](m map[string]T) string {
	if len(m) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

// authKind says how cfg proves who we are, without saying more.
func authKind(cfg *rest.Config) string {
	switch {
	case cfg.ExecProvider != nil:
		return "exec " + cfg.ExecProvider.Command
	case cfg.AuthProvider != nil:
		return "provider " + cfg.AuthProvider.Name
	case cfg.CertFile != "" || len(cfg.CertData) > 0:
		return "client certificate"
	case cfg.BearerTokenFile != "":
		return "token file"
	case cfg.BearerToken != "":
		return "token"
	case cfg.Username != "":
		return "password"
	}
	return "none"
}

// oneLine keeps an error of another package's to one line of bearable length.
func oneLine(err error) string {
	s := strings.Join(strings.Fields(err.Error()), " ")
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return s
}
