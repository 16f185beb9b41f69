package gate

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// noted is a source that has nothing, and remembers what it was asked.
type noted struct {
	nothing
	asked []Request
}

func (n *noted) List(_ context.Context, r Request) (*Body, error) {
	n.asked = append(n.asked, r)
	return NewBody([]byte(`{}`), time.Now()), nil
}

func (n *noted) Get(_ context.Context, r Request) (*Body, error) {
	n.asked = append(n.asked, r)
	return nil, ErrNotFound
}

func (n *noted) Watch(_ context.Context, r Request) (Stream, error) {
	n.asked = append(n.asked, r)
	return nil, ErrUnreachable
}

// Whatever path and query come, a source is asked only for what is served, by names that are names, with
// parameters that are whole; every refusal is a Status with something to do, and nothing is ours to blame.
func FuzzPathAndQuery(f *testing.F) {
	for _, target := range []string{"/", "/api/v1/pods", "/api/v1/namespaces/d/pods/a?resourceVersion=5", "/apis/apps/v1/deployments?watch=1&labelSelector=a%3Db&resourceVersion=7",
		"/api/v1/pods/../secrets", "/api/v1/namespaces/d/pods/a/log", "/api/v1/pods?fieldSelector=metadata.name%3Da&fieldSelector=b", "/api/v1/pods?continue=" + strings.Repeat("a", 50),
		"/api//v1/pods", "/api/v1/secrets", "/healthz?x", "/informerscope/v1/info", "/api/v1/pods?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&watch=true", "/%61pi/v1/pods", "/api/v1/pods;a=b", "/informerscope/v1/class", "*", "http://scope:1/api/v1/pods"} {
		f.Add(target)
	}
	f.Fuzz(func(t *testing.T, target string) {
		u, err := url.ParseRequestURI(target)
		if err != nil {
			return // no request: Go's own server answers 400, and nobody here is asked
		}
		source := &noted{}
		g, err := New(Config{Source: source, Hosts: []string{"scope:1"}})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		g.ServeHTTP(w, &http.Request{Method: http.MethodGet, URL: u, RequestURI: target, Host: "scope:1", Header: http.Header{}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1})
		if w.Code == http.StatusInternalServerError {
			t.Errorf("GET %q = 500: %s", target, w.Body)
		}
		var st metav1.Status
		if w.Code >= 400 && (json.Unmarshal(w.Body.Bytes(), &st) != nil || int(st.Code) != w.Code || st.Details == nil || len(st.Details.Causes) != 1 || st.Details.Causes[0].Message == "") {
			t.Errorf("GET %q = %d %s, want a Status that says what to do", target, w.Code, w.Body)
		}
		for _, r := range source.asked {
			_, badLabels := labels.Parse(r.Query.LabelSelector)
			switch {
			case !slices.Contains(source.Resources(), r.Resource), path.Clean(u.Path) != u.Path, strings.Contains(target, "\\"),
				!plainPath.MatchString(r.Namespace + r.Name), strings.Contains(r.Namespace+r.Name, "/"), len(r.Namespace) > maxName, len(r.Name) > maxName,
				!r.Resource.Namespaced && r.Namespace != "", badLabels != nil, len(r.Query.Continue) > maxValue:
				t.Errorf("GET %q asks the source for %+v", target, r)
			}
		}
	})
}
