package gate_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/upstream"
)

// badInput is a request that must not do what it wants.
type badInput struct {
	name    string
	method  string // GET when empty
	target  string
	headers string // as they go over the wire, each with its \r\n; {host} is filled in; a Host is added when there is none
	body    string
	want    []int
}

const pods = "/api/v1/namespaces/default/pods"

// wsHeaders are those of a well-formed handshake from the page itself.
const wsHeaders = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"

var badInputs = []badInput{
	// Methods.
	{"create a pod", "POST", pods, "Content-Type: application/json\r\n", "{}", []int{405}},
	{"replace a pod", "PUT", pods + "/a", "", "{}", []int{405}},
	{"patch a pod", "PATCH", pods + "/a", "Content-Type: application/merge-patch+json\r\n", "{}", []int{405}},
	{"delete a collection", "DELETE", pods, "", "", []int{405}},
	{"delete options in a body", "DELETE", pods + "/a", "", `{"gracePeriodSeconds":0}`, []int{405}},
	{"evict", "POST", pods + "/a/eviction", "", "{}", []int{405}},
	{"bind", "POST", "/api/v1/namespaces/default/bindings", "", "{}", []int{405}},
	{"a form's POST from another site", "POST", pods, "Origin: http://evil.test\r\nContent-Type: text/plain\r\n", "{}", []int{405}},
	{"method override", "", pods + "/a", "X-HTTP-Method-Override: DELETE\r\n", "", []int{405}},
	{"method override, another name", "", pods + "/a", "X-Method-Override: PUT\r\n", "", []int{405}},
	{"unknown method", "FOO", pods, "", "", []int{405}},
	{"lower-case method", "get", pods, "", "", []int{405}},
	{"TRACE", "TRACE", pods, "", "", []int{405}},
	{"HEAD", "HEAD", pods, "", "", []int{405}},
	{"CONNECT to a path", "CONNECT", pods, "", "", []int{405}},
	{"CONNECT to a host", "CONNECT", "10.0.0.1:443", "", "", []int{400, 405, 421}},
	{"preflight", "OPTIONS", pods, "Origin: http://evil.test\r\nAccess-Control-Request-Method: DELETE\r\n", "", []int{405}},
	{"OPTIONS *", "OPTIONS", "*", "", "", []int{400, 405}},
	{"HTTP/2 preface", "PRI", "*", "", "", []int{400, 405, 505}},
	{"POST to a page file", "POST", "/web/boot.js", "", "x", []int{405}},
	{"POST to info", "POST", "/informerscope/v1/info", "", "", []int{405}},
	{"a GET with a body", "GET", pods, "", "{}", []int{400}},
	{"a POST with chunks", "POST", pods, "Transfer-Encoding: chunked\r\n", "0\r\n\r\n", []int{400}},
	{"a GET with chunks", "GET", pods, "Transfer-Encoding: chunked\r\n", "0\r\n\r\n", []int{400}},

	// Host and Origin.
	{"rebinding", "", pods, "Host: evil.test\r\n", "", []int{421}},
	{"rebinding, our port", "", pods, "Host: evil.test:{port}\r\n", "", []int{421}},
	{"a name that ends otherwise", "", pods, "Host: localhost.evil.test\r\n", "", []int{421}},
	{"a name for our address", "", pods, "Host: 127.0.0.1.nip.io:{port}\r\n", "", []int{421}},
	{"another port", "", pods, "Host: 127.0.0.1:1\r\n", "", []int{421}},
	{"no port", "", pods, "Host: 127.0.0.1\r\n", "", []int{421}},
	{"a trailing dot", "", pods, "Host: 127.0.0.1.:{port}\r\n", "", []int{421}},
	{"an address in octal", "", pods, "Host: 0177.0.0.1:{port}\r\n", "", []int{421}},
	{"an address in short", "", pods, "Host: 127.1:{port}\r\n", "", []int{421}},
	{"a user before the host", "", pods, "Host: 127.0.0.1@{host}\r\n", "", []int{400, 421}},
	{"an empty host", "", pods, "Host: \r\n", "", []int{400, 421}},
	{"a host for a page file", "", "/", "Host: evil.test\r\n", "", []int{421}},
	{"a forwarded host does not help", "", pods, "Host: evil.test\r\nX-Forwarded-Host: {host}\r\nForwarded: host={host}\r\n", "", []int{421}},
	{"absolute form to another host", "", "http://evil.test/api/v1/pods", "", "", []int{400, 421}},
	{"absolute form to us", "", "http://{host}/api/v1/pods", "", "", []int{400}},
	{"cross-site fetch", "", pods, "Sec-Fetch-Site: cross-site\r\nOrigin: http://evil.test\r\n", "", []int{403}},
	{"cross-site script", "", pods, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n", "", []int{403}},
	{"another port's page", "", pods, "Sec-Fetch-Site: same-site\r\n", "", []int{403}},
	{"a fetch site nobody knows", "", pods, "Sec-Fetch-Site: Same-Origin\r\n", "", []int{403}},
	{"another origin", "", pods, "Origin: http://evil.test\r\n", "", []int{403}},
	{"a null origin", "", pods, "Origin: null\r\n", "", []int{403}},
	{"our origin as a prefix", "", pods, "Origin: http://{host}.evil.test\r\n", "", []int{403}},
	{"our host under another scheme", "", pods, "Origin: file://{host}\r\n", "", []int{403}},
	{"two origins", "", pods, "Origin: http://{host}\r\nOrigin: http://evil.test\r\n", "", []int{403}},
	{"info across sites", "", "/informerscope/v1/info", "Sec-Fetch-Site: cross-site\r\n", "", []int{403}},
	{"version across sites", "", "/version", "Origin: http://evil.test\r\n", "", []int{403}},

	// Subresources, and paths that are none of ours.
	{"exec", "", pods + "/a/exec?command=id&stdin=1", "", "", []int{403}},
	{"attach", "", pods + "/a/attach", "", "", []int{403}},
	{"log", "", pods + "/a/log", "", "", []int{403}},
	{"portforward", "", pods + "/a/portforward?ports=80", "", "", []int{403}},
	{"status", "", pods + "/a/status", "", "", []int{403}},
	{"ephemeralcontainers", "", pods + "/a/ephemeralcontainers", "", "", []int{403}},
	{"pod proxy", "", pods + "/a:8080/proxy/admin", "", "", []int{403}},
	{"pod proxy at its root", "", pods + "/a:8080/proxy", "", "", []int{403}},
	{"service proxy", "", "/api/v1/namespaces/kube-system/services/https:kubernetes-dashboard:/proxy/", "", "", []int{403}},
	{"node proxy", "", "/api/v1/nodes/n1/proxy/run/default/a/c", "", "", []int{403}},
	{"node proxy, short", "", "/api/v1/nodes/n1/proxy", "", "", []int{403}},
	{"old proxy prefix", "", "/api/v1/proxy/nodes/n1/stats", "", "", []int{403}},
	{"account token", "", "/api/v1/namespaces/default/serviceaccounts/default/token", "", "", []int{403}},
	{"scale", "", "/apis/apps/v1/namespaces/default/deployments/a/scale", "", "", []int{403}},
	{"finalize", "", "/api/v1/namespaces/default/finalize", "", "", []int{403}},
	{"metrics", "", "/metrics", "", "", []int{403}},
	{"pprof", "", "/debug/pprof/heap", "", "", []int{403}},
	{"logs", "", "/logs/", "", "", []int{403}},
	{"a log file", "", "/logs/kube-apiserver.log", "", "", []int{403, 404}},
	{"openapi", "", "/openapi/v3", "", "", []int{403}},
	{"openapi and up", "", "/openapi/v3/../../api/v1/secrets", "", "", []int{403}},
	{"a file beside the page", "", "/web/../go.mod", "", "", []int{403, 404}},
	{"a file that starts with a dot", "", "/web/dist/.keep", "", "", []int{403, 404}},
	{"a folder", "", "/web/dist/", "", "", []int{403, 404}},
	{"a list with a slash", "", pods + "/", "", "", []int{403}},
	{"metrics API", "", "/apis/metrics.k8s.io/v1beta1/pods", "", "", []int{403}},
	{"access review", "", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "", "", []int{403}},

	// Encodings.
	{"an encoded slash", "", "/api/v1/namespaces/default/pods%2Fa%2Fexec", "", "", []int{400}},
	{"an encoded letter", "", "/api/v1/%70ods", "", "", []int{400}},
	{"an encoded secret", "", "/api/v1/%73ecrets", "", "", []int{400}},
	{"a doubly encoded slash", "", "/api/v1/pods%252Fa", "", "", []int{400}},
	{"up to secrets", "", pods + "/../secrets", "", "", []int{400, 403}},
	{"up as a name", "", pods + "/..", "", "", []int{400}},
	{"here as a name", "", pods + "/.", "", "", []int{400}},
	{"encoded up", "", pods + "/%2e%2e/secrets", "", "", []int{400}},
	{"half-encoded up", "", pods + "/.%2e/secrets", "", "", []int{400}},
	{"two slashes before", "", "//api/v1/pods", "", "", []int{400, 403}},
	{"two slashes within", "", "/api/v1//pods", "", "", []int{400, 403}},
	{"two slashes and a host", "", "//evil.test/api/v1/pods", "", "", []int{400, 403}},
	{"dots before", "", "/./api/v1/pods", "", "", []int{400, 403}},
	{"backslashes", "", "/api\\v1\\secrets", "", "", []int{400, 403, 404}},
	{"NUL", "", pods + "%00/a", "", "", []int{400}},
	{"a line break", "", "/api/v1/pods%0d%0aX-A:1", "", "", []int{400}},
	{"an overlong slash", "", "/api/v1/pods%c0%afa", "", "", []int{400}},
	{"a full-width letter", "", "/api/v1/ｐods", "", "", []int{400, 403}},
	{"a semicolon", "", "/api/v1/pods;a=1", "", "", []int{400, 403}},
	{"capitals", "", "/api/v1/PODS", "", "", []int{400}},
	{"a tilde", "", "/api/v1/~secrets", "", "", []int{400, 403}},
	{"a name that is too long", "", pods + "/" + strings.Repeat("a", 254), "", "", []int{400}},
	{"a name that starts with a dot", "", pods + "/.a", "", "", []int{400}},

	// Resources.
	{"secrets", "", "/api/v1/secrets", "", "", []int{403}},
	{"secrets of a namespace", "", "/api/v1/namespaces/kube-system/secrets", "", "", []int{403}},
	{"one secret", "", "/api/v1/namespaces/kube-system/secrets/x", "", "", []int{403}},
	{"secrets through the watch prefix", "", "/api/v1/watch/secrets", "", "", []int{403}},
	{"secrets in another group", "", "/apis/apps/v1/secrets", "", "", []int{403}},
	{"secrets in another version", "", "/api/v2/secrets", "", "", []int{403}},
	{"secrets as a Table", "", "/api/v1/secrets?includeObject=Object", "Accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n", "", []int{403}},
	{"secrets as metadata", "", "/api/v1/secrets", "Accept: application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io\r\n", "", []int{403}},
	{"watching secrets", "", "/api/v1/secrets?watch=1", "", "", []int{403}},
	{"watching secrets by socket", "", "/api/v1/secrets?watch=1", "Origin: http://{host}\r\n" + wsHeaders, "", []int{403}},
	{"configmaps", "", "/api/v1/configmaps", "", "", []int{403}},
	{"pods in a version that is not served", "", "/api/v1beta1/pods", "", "", []int{403}},
	{"pods in a group they are not in", "", "/apis/apps/v1/pods", "", "", []int{403}},
	{"nodes in a namespace", "", "/api/v1/namespaces/default/nodes", "", "", []int{403}},
	{"a pod without its namespace", "", "/api/v1/pods/a", "", "", []int{403}},
	{"an unknown group", "", "/apis/example.com/v1", "", "", []int{403}},

	// Upgrades.
	{"a socket on exec", "", pods + "/a/exec", "Origin: http://{host}\r\n" + wsHeaders, "", []int{403}},
	{"a socket without an origin", "", pods + "?watch=1", wsHeaders, "", []int{403}},
	{"a socket from another site", "", pods + "?watch=1", "Origin: http://evil.test\r\n" + wsHeaders, "", []int{403}},
	{"a socket from a sandbox", "", pods + "?watch=1", "Origin: null\r\n" + wsHeaders, "", []int{403}},
	{"a socket on a list", "", pods, "Origin: http://{host}\r\n" + wsHeaders, "", []int{400}},
	{"a socket of an old version", "", pods + "?watch=1", "Origin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", "", []int{400}},
	{"a socket without a key", "", pods + "?watch=1", "Origin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n", "", []int{400}},
	{"a socket that offers only a token", "", pods + "?watch=1", "Origin: http://{host}\r\nSec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.YQ\r\n" + wsHeaders, "", []int{400}},
	{"SPDY", "", pods, "Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n", "", []int{400}},
	{"HTTP/2 in the clear", "", pods, "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n", "", []int{400}},
	{"an upgrade of an object", "", pods + "/a", "Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n", "", []int{400}},

	// A class, where there is none; class_test.go has those where there is one.
	{"a class", "", "/informerscope/v1/class", "", "", []int{404}},
	{"a class by socket", "", "/informerscope/v1/class", "Origin: http://{host}\r\n" + wsHeaders, "", []int{404}},
	{"a class from another site", "", "/informerscope/v1/class", "Origin: http://evil.test\r\n" + wsHeaders, "", []int{403}},
	{"a class's code in the path", "", "/informerscope/v1/class/abc234", "", "", []int{404}},
	{"a class in capitals", "", "/informerscope/v1/CLASS", "", "", []int{400, 403}},

	// Parameters.
	{"a version that is no number", "", "/api/v1/pods?watch=1&resourceVersion=abc", "", "", []int{400}},
	{"a negative version", "", "/api/v1/pods?resourceVersion=-1", "", "", []int{400}},
	{"a version beyond 64 bits", "", "/api/v1/pods?resourceVersion=18446744073709551616", "", "", []int{400}},
	{"a version given twice", "", "/api/v1/pods?resourceVersion=1&resourceVersion=2", "", "", []int{400}},
	{"an unknown parameter", "", "/api/v1/pods?foo=1", "", "", []int{400}},
	{"pretty", "", "/api/v1/pods?pretty=true", "", "", []int{400}},
	{"a token in the query", "", "/api/v1/pods?token=abc", "", "", []int{400}},
	{"a parameter in capitals", "", "/api/v1/pods?Watch=1", "", "", []int{400}},
	{"a semicolon in the query", "", "/api/v1/pods?watch=1;limit=1", "", "", []int{400}},
	{"a broken escape", "", "/api/v1/pods?labelSelector=%zz", "", "", []int{400}},
	{"watch=maybe", "", "/api/v1/pods?watch=maybe", "", "", []int{400}},
	{"a negative limit", "", "/api/v1/pods?limit=-1", "", "", []int{400}},
	{"a limit that is no number", "", "/api/v1/pods?limit=1e3", "", "", []int{400}},
	{"a selector that is none", "", "/api/v1/pods?labelSelector=%21%21%3D%3D", "", "", []int{400}},
	{"a selector with a line break", "", "/api/v1/pods?labelSelector=a%0Ab", "", "", []int{400}},
	{"a field selector that is none", "", "/api/v1/pods?fieldSelector=metadata.name", "", "", []int{400}},
	{"a continue with a line break", "", "/api/v1/pods?continue=a%0d%0aX", "", "", []int{400}},
	{"continue and a version", "", "/api/v1/pods?continue=abc&resourceVersion=7", "", "", []int{400}},
	{"an unknown match", "", "/api/v1/pods?resourceVersion=1&resourceVersionMatch=Newest", "", "", []int{422}},
	{"a match without a version", "", "/api/v1/pods?resourceVersionMatch=Exact", "", "", []int{422}},
	{"exactly any version", "", "/api/v1/pods?resourceVersion=0&resourceVersionMatch=Exact", "", "", []int{422}},
	{"a match on a watch", "", "/api/v1/pods?watch=1&resourceVersion=1&resourceVersionMatch=NotOlderThan", "", "", []int{422}},
	{"initial events without a match", "", "/api/v1/pods?watch=1&sendInitialEvents=true", "", "", []int{422}},
	{"initial events of a list", "", "/api/v1/pods?sendInitialEvents=true&resourceVersionMatch=NotOlderThan", "", "", []int{422}},
	{"no initial events without a match", "", "/api/v1/pods?watch=1&sendInitialEvents=false", "", "", []int{422}},
	{"watching one object", "", pods + "/a?watch=1", "", "", []int{400}},
	{"a parameter for info", "", "/informerscope/v1/info?x=1", "", "", []int{400}},

	// Representations and sizes.
	{"protobuf only", "", pods, "Accept: application/vnd.kubernetes.protobuf\r\n", "", []int{406}},
	{"Table only", "", pods, "Accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n", "", []int{406}},
	{"JSON that is not wanted", "", pods, "Accept: text/html, application/json;q=0\r\n", "", []int{406}},
	{"YAML only", "", pods, "Accept: application/yaml\r\n", "", []int{406}},
	{"a header of 33 KiB", "", pods, "X-Big: " + strings.Repeat("a", 33<<10) + "\r\n", "", []int{431}},
	{"many headers", "", pods, strings.Repeat("X-Big: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", 1000), "", []int{431}},
	{"headers of 200 kB", "", pods, "X-Big: " + strings.Repeat("a", 200000) + "\r\n", "", []int{431}},
	{"a request line of 9 KiB", "", "/api/v1/pods?labelSelector=" + strings.Repeat("a", 9<<10), "", "", []int{414}},
	{"a request line of 100 kB", "", "/api/v1/pods?labelSelector=" + strings.Repeat("a", 100000), "", "", []int{414}},
	{"a value of 5 KiB", "", "/api/v1/pods?labelSelector=" + strings.Repeat("a", 5<<10), "", "", []int{400}},
}

func (b badInput) wire(s served) string {
	method, headers := b.method, b.headers
	if method == "" {
		method = "GET"
	}
	if !strings.Contains(headers, "Host: ") || strings.Contains(headers, "X-Forwarded-Host: ") && !strings.HasPrefix(headers, "Host: ") {
		headers = "Host: {host}\r\n" + headers
	}
	if b.body != "" && !strings.Contains(headers, "Transfer-Encoding") {
		headers += fmt.Sprintf("Content-Length: %d\r\n", len(b.body))
	}
	text := method + " " + b.target + " HTTP/1.1\r\n" + headers + "\r\n" + b.body
	_, port, _ := strings.Cut(s.host, ":")
	return strings.NewReplacer("{host}", s.host, "{port}", port).Replace(text)
}

// Each is refused, with an answer of ours where it got as far as us, and none reaches the cluster.
func TestBadInputsAreRefusedBeforeTheCluster(t *testing.T) {
	cluster := newEcho(t)
	s := serve(t, gate.Config{Source: followed(t, load(t, cluster.Server, "", upstream.Options{}))})
	for _, b := range badInputs {
		t.Run(b.name, func(t *testing.T) {
			resp, body := raw(t, s.host, b.wire(s))
			if !slices.Contains(b.want, resp.StatusCode) {
				t.Errorf("%s %.80s = %d, want %v\n%.200s", b.method, b.target, resp.StatusCode, b.want, body)
			}
			if seen := cluster.take(); len(seen) > 0 {
				t.Errorf("%s %.80s reached the cluster as %s %s", b.method, b.target, seen[0].Method, seen[0].RequestURI)
			}
			if resp.Header.Get("Content-Type") != "application/json" || b.method == "HEAD" {
				return // Go's own parser refused it
			}
			if st := statusOf(t, body); int(st.Code) != resp.StatusCode {
				t.Errorf("Status.code = %d beside HTTP %d", st.Code, resp.StatusCode)
			}
			for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store", "Access-Control-Allow-Origin": ""} {
				if got := resp.Header.Get(name); got != want {
					t.Errorf("header %s = %q, want %q", name, got, want)
				}
			}
		})
	}
}

// Whatever Go's parser takes as two requests is one to us, or none.
func TestMalformedRequestsAreRefused(t *testing.T) {
	cluster := newEcho(t)
	s := serve(t, gate.Config{Source: followed(t, load(t, cluster.Server, "", upstream.Options{}))})
	smuggled := "GET /api/v1/secrets HTTP/1.1\r\nHost: " + s.host + "\r\n\r\n"
	for name, request := range map[string]string{
		"length and chunks":         "POST " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
		"length and chunks on GET":  "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
		"two lengths":               "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n",
		"two hosts":                 "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nHost: evil.test\r\n\r\n",
		"no host":                   "GET " + pods + " HTTP/1.1\r\n\r\n",
		"a space before the colon":  "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nTransfer-Encoding : chunked\r\n\r\n",
		"a folded header":           "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\n Host: evil.test\r\n\r\n",
		"HTTP/0.9":                  "GET " + pods + "\r\n\r\n",
		"a NUL in a header":         "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nX-A: a\x00b\r\n\r\n",
		"a space in the path":       "GET /api/v1/pods /x HTTP/1.1\r\nHost: " + s.host + "\r\n\r\n",
		"a control in the path":     "GET /api/v1/po\x01ds HTTP/1.1\r\nHost: " + s.host + "\r\n\r\n",
		"an unknown coding":         "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nTransfer-Encoding: xchunked\r\n\r\n",
		"chunked twice":             "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nTransfer-Encoding: chunked, chunked\r\n\r\n",
		"TLS on a plain port":       "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
		"a body and a second after": "GET " + pods + " HTTP/1.1\r\nHost: " + s.host + "\r\nContent-Length: 3\r\n\r\nabc" + smuggled,
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := raw(t, s.host, request)
			if resp.StatusCode < 400 || resp.StatusCode >= 600 || resp.StatusCode == http.StatusInternalServerError {
				t.Errorf("answer = %d, want a refusal\n%.200s", resp.StatusCode, body)
			}
			if !resp.Close {
				t.Error("the connection stays open for what follows")
			}
			if seen := cluster.take(); len(seen) > 0 {
				t.Errorf("the cluster saw %s %s", seen[0].Method, seen[0].RequestURI)
			}
		})
	}
}

// Of an accepted request nothing but what the grammar took reaches the cluster.
func TestNoInboundHeaderReachesTheCluster(t *testing.T) {
	cluster := newEcho(t)
	up := load(t, cluster.Server, "/k8s/clusters/c-1", upstream.Options{UserAgent: "scope"})
	for _, headers := range [][]string{
		{"Impersonate-User: system:admin", "Impersonate-Group: system:masters", "Impersonate-Uid: 1", "Impersonate-Extra-Scopes: all"},
		{"Authorization: Bearer EVIL"},
		{"Cookie: session=1", "X-Remote-User: admin", "X-Remote-Group: system:masters"},
		{"X-Forwarded-For: 10.0.0.1", "X-Forwarded-Host: evil.test", "X-Forwarded-Proto: https", "Via: 1.1 evil", "Forwarded: for=10.0.0.1"},
		{"Connection: Impersonate-User", "Impersonate-User: system:admin"},
		{"User-Agent: Mozilla/5.0", "Referer: http://evil.test", "Accept: text/html, */*", "Audit-Id: 1"},
		{"Sec-Fetch-Site: same-origin", "Origin: http://HOST", "If-None-Match: *", "Range: bytes=0-1"},
	} {
		s := serve(t, gate.Config{Source: followed(t, up)}) // one that has not asked yet
		resp, body := get(t, s, "/apis/apps/v1/namespaces/shop/deployments?limit=5&labelSelector=a%3Db", strings.Split(strings.ReplaceAll(strings.Join(headers, "|"), "HOST", s.host), "|")...)
		seen := cluster.take()
		if resp.StatusCode != http.StatusOK || len(seen) == 0 {
			t.Fatalf("GET with %q = %d, %d requests reached the cluster, want 200 and a list\n%s", headers, resp.StatusCode, len(seen), body)
		}
		const path = "/k8s/clusters/c-1/apis/apps/v1/deployments?"
		want := http.Header{"Accept": {"application/json"}, "Accept-Encoding": {"gzip"}, "Authorization": {"Bearer own-token"}, "User-Agent": {"scope"}}
		for _, r := range seen { // of the feed, and of the one before
			if r.Method != "GET" || r.RequestURI != path+"limit=500&resourceVersion=0" && r.RequestURI != path+"allowWatchBookmarks=true&resourceVersion=5&watch=true" {
				t.Errorf("the cluster saw %s %s", r.Method, r.RequestURI)
			}
			if !maps.EqualFunc(r.Header, want, slices.Equal[[]string]) {
				t.Errorf("the cluster saw headers %v, want %v", r.Header, want)
			}
		}
	}
}
