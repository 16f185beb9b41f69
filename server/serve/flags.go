package serve

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"

	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/room"
)

// tokenForm is what fits a URL's fragment and a header as it is.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{8,128}$`)

// hostForm is a Host as browsers send it.
var hostForm = regexp.MustCompile(`^([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?$`)

// namespaceForm is a namespace's name.
var namespaceForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// tokenFrom takes the token of the environment where none is given: other accounts of a machine can read
// the arguments of a process.
func (f *flags) tokenFrom(getenv func(string) string) {
	token, given := getenv("INFORMERSCOPE_TOKEN"), f.given
	if token == "" || given("token") || given("public") {
		return
	}
	f.token, f.given = token, func(flag string) bool { return flag == "token" || given(flag) }
}

// check finds what is wrong with the flags before anything is opened.
func (f flags) check() (address, error) {
	if f.demo {
		for _, other := range []string{"kubeconfig", "context", "in-cluster", "resources", "metadata-only", "allow-insecure"} {
			if f.given(other) {
				return address{}, cli.Usagef("--demo and --%s exclude each other: --demo shows a cluster that is made up; leave one of them out", other)
			}
		}
	}
	for _, other := range []string{"demo", "kubeconfig", "context", "in-cluster", "resources", "metadata-only", "allow-insecure"} {
		if f.replay != "" && f.given(other) {
			return address{}, cli.Usagef("--replay and --%s exclude each other: a trace is a cluster of its own; leave one of them out", other)
		}
	}
	switch {
	case f.given("replay") && f.replay == "":
		return address{}, cli.Usagef("--replay is empty: name a file that informerscope record wrote")
	case f.given("speed") && f.replay == "":
		return address{}, cli.Usagef("--speed is that of a trace: add --replay FILE")
	case f.speed < 0.01 || f.speed > 1000:
		return address{}, cli.Usagef("--speed %g: expected 0.01 to 1000", f.speed)
	}
	for _, other := range []string{"kubeconfig", "context"} {
		if f.inCluster && f.given(other) {
			return address{}, cli.Usagef("--in-cluster and --%s exclude each other: a pod has an account of its own; leave one of them out", other)
		}
	}
	where, err := parseListen(f.listen, !f.given("listen"))
	if err != nil {
		return address{}, err
	}
	for _, h := range f.hosts {
		if !hostForm.MatchString(h) {
			return address{}, cli.Usagef("--host %q is not a host as browsers send it: expected NAME:PORT in lower case, such as scope.example.com:8350", h)
		}
	}
	switch {
	case f.public && f.given("token"):
		return address{}, cli.Usagef("--public and --token exclude each other: --public means that no token is needed; leave one of them out")
	case f.given("token") && !tokenForm.MatchString(f.token):
		return address{}, cli.Usagef("--token must be 8 to 128 letters, digits and . _ ~ -; leave it out for a random one")
	case !where.loopback && !f.public && !f.given("token"):
		return address{}, cli.Usagef("--listen %s can be reached from other machines: add --token T, which readers then need, or --public to let everyone read", f.listen)
	case f.given("resources") && f.resources == "":
		return address{}, cli.Usagef("--resources is empty: name at least one, such as pods, or leave it out")
	case f.given("kubeconfig") && f.kubeconfig == "":
		return address{}, cli.Usagef("--kubeconfig is empty: name a file, or leave it out for $KUBECONFIG and ~/.kube/config")
	case f.given("context") && f.context == "":
		return address{}, cli.Usagef("--context is empty: name one of the kubeconfig's, or leave it out for the current one")
	case f.given("namespace") && !namespaceForm.MatchString(f.namespace):
		return address{}, cli.Usagef("--namespace %q is not a namespace's name: expected lower case letters, digits and -, such as kube-system", f.namespace)
	}
	if f.metrics == "" && !f.given("metrics") {
		if f.pprof {
			return address{}, cli.Usagef("--pprof needs a listener: add --metrics 127.0.0.1:8351")
		}
		return where, nil
	}
	at, err := parseListen(f.metrics, false)
	switch {
	case err != nil:
		return address{}, cli.Usagef("--metrics %q: expected HOST:PORT, such as 127.0.0.1:8351", f.metrics)
	case f.pprof && !at.loopback:
		return address{}, cli.Usagef("--pprof shows what is in this program's memory, and --metrics %s can be reached from other machines: take 127.0.0.1, or leave --pprof out", f.metrics)
	}
	return where, nil
}

// chooseToken is the token readers need, "" for none. A demo on this machine has nothing to hide.
func (f flags) chooseToken(where address) (string, error) {
	switch {
	case f.public, f.demo && where.loopback && !f.given("token"):
		return "", nil
	case f.given("token"):
		return f.token, nil
	}
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

// invitation is what the fragments of a class say: of the one who presents, and of those who follow.
type invitation struct{ lead, follow string }

// openClass opens a class if there is to be one, with a code and a secret of its own.
func (f flags) openClass() (*room.Class, invitation) {
	if !f.class {
		return nil, invitation{}
	}
	code, secret := room.Code(), rand.Text()
	return room.Open(code, secret), invitation{"class=" + code + "&lead=" + secret, "class=" + code}
}

// fragment is what the page is told: the class, the token, and where to begin.
func (f flags) fragment(token, lead string) string {
	var parts []string
	if lead != "" {
		parts = append(parts, lead)
	}
	if f.namespace != "" {
		parts = append(parts, "p=live", "ns="+f.namespace)
	}
	if token != "" {
		parts = append(parts, "token="+token)
	}
	if len(parts) == 0 {
		return ""
	}
	return "#" + strings.Join(parts, "&")
}

// opens reports whether a browser is to be started.
func (f flags) opens(stdout io.Writer) bool {
	if f.given("open") {
		return f.open
	}
	_, terminal := cli.Terminal(stdout)
	return terminal && inSight(runtime.GOOS, os.Getenv)
}
