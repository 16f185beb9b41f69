package gate

import (
	"net/http"
	"path"
	"regexp"
	"strings"
)

// route is a path the gate serves beside the page's files. Segments in braces take any name.
type route struct {
	pattern string
	open    bool // answers without a token
	query   bool // takes parameters
	serve   func(g *Gate, w http.ResponseWriter, r *http.Request, m match)
}

// match is what a path said.
type match struct {
	group, version, resource, namespace, name string
	query                                     Query
}

// routes is everything there is. A new route is one row here and one in routes_test.go.
var routes = []route{
	{"/healthz", true, false, (*Gate).serveHealth},
	{"/readyz", true, false, (*Gate).serveReady},
	{"/informerscope/v1/info", false, false, (*Gate).serveInfo},
	{"/informerscope/v1/class", true, false, (*Gate).serveClass},
	{"/informerscope/v1/class/{name}", true, false, (*Gate).serveQR},
	{"/version", false, true, (*Gate).serveVersion},
	{"/api", false, true, (*Gate).serveVersions},
	{"/apis", false, true, (*Gate).serveGroups},
	{"/api/{version}", false, true, (*Gate).serveResources},
	{"/apis/{group}/{version}", false, true, (*Gate).serveResources},
	{"/api/{version}/{resource}", false, true, (*Gate).serveCollection},
	{"/api/{version}/{resource}/{name}", false, true, (*Gate).serveObject},
	{"/api/{version}/namespaces/{namespace}/{resource}", false, true, (*Gate).serveCollection},
	{"/api/{version}/namespaces/{namespace}/{resource}/{name}", false, true, (*Gate).serveObject},
	{"/apis/{group}/{version}/{resource}", false, true, (*Gate).serveCollection},
	{"/apis/{group}/{version}/{resource}/{name}", false, true, (*Gate).serveObject},
	{"/apis/{group}/{version}/namespaces/{namespace}/{resource}", false, true, (*Gate).serveCollection},
	{"/apis/{group}/{version}/namespaces/{namespace}/{resource}/{name}", false, true, (*Gate).serveObject},
}

var plainPath = regexp.MustCompile(`^[a-z0-9./-]*$`)

// maxName is the longest name of an API object.
const maxName = 253

// findRoute finds the route for p. The shape is looked at first, so that whatever has no route is
// refused as such; then the characters, so that a name is only ever a name.
func findRoute(p string) (route, match, *Problem) {
	segments := strings.Split(strings.TrimPrefix(p, "/"), "/")
	for _, rt := range routes {
		m, ok := rt.match(segments)
		if !ok {
			continue
		}
		if !plainPath.MatchString(p) || path.Clean(p) != p {
			return route{}, match{}, ErrPath
		}
		for _, s := range segments {
			if len(s) > maxName || strings.Trim(s, ".-") != s {
				return route{}, match{}, ErrPath
			}
		}
		return rt, m, nil
	}
	return route{}, match{}, ErrNotServed
}

func (rt route) match(segments []string) (match, bool) {
	var m match
	pattern := strings.Split(strings.TrimPrefix(rt.pattern, "/"), "/")
	if len(pattern) != len(segments) {
		return m, false
	}
	for i, want := range pattern {
		got := segments[i]
		switch want {
		case "{group}":
			m.group = got
		case "{version}":
			m.version = got
		case "{resource}":
			m.resource = got
		case "{namespace}":
			m.namespace = got
		case "{name}":
			m.name = got
		default:
			if got != want {
				return m, false
			}
		}
		if got == "" {
			return m, false
		}
	}
	return m, true
}
