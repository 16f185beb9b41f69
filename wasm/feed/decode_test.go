package feed

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

const podList = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"42"},"items":[
 {"metadata":{"name":"a","namespace":"d","uid":"u1","resourceVersion":"7"},"spec":{"nodeName":"n1"}},
 {"metadata":{"name":"b","namespace":"d","uid":"u2","resourceVersion":"9"}}]}`

func TestAListBecomesObjects(t *testing.T) {
	items, rv, err := DecodeList([]byte(podList))
	if err != nil || rv != "42" || len(items) != 2 {
		t.Fatalf("DecodeList = %d items, rv %q, %v; want 2, 42, nil", len(items), rv, err)
	}
	if got := items[0]; got.Key() != "d/a" || got.UID != "u1" || got.RV != "7" || got.Node != "n1" || !strings.Contains(got.Body, `"nodeName":"n1"`) {
		t.Errorf("first item = %+v", got)
	}
}

// A list counts only when its JSON is whole: cut anywhere, it is an error and no objects.
func TestATruncatedListIsNoList(t *testing.T) {
	for n := range len(podList) {
		if items, _, err := DecodeList([]byte(podList[:n])); err == nil || items != nil {
			t.Fatalf("DecodeList of the first %d bytes = %d items, %v; want an error", n, len(items), err)
		}
	}
}

func TestWhatIsNoListIsSaidToBeSo(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`<html>log in</html>`, "not whole"},
		{`{"kind":"Status","message":"no"}`, `a "Status", not a list`},
		{`{"kind":"PodList","items":[{"metadata":{}}]}`, "item 0"},
		{`{"kind":"PodList","items":[7]}`, "item 0"},
	} {
		if _, _, err := DecodeList([]byte(c.body)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("DecodeList(%s) = %v, want an error with %q", c.body, err, c.want)
		}
	}
}

func TestTooManyObjectsAreCounted(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"kind":"PodList","items":[`)
	for i := range MaxObjects + 1 {
		fmt.Fprintf(&b, `%s{"metadata":{"name":"p%d"}}`, strings.Repeat(",", min(i, 1)), i)
	}
	b.WriteString("]}")
	_, _, err := DecodeList([]byte(b.String()))
	var many TooMany
	if !errors.As(err, &many) || many.Count != MaxObjects+1 {
		t.Errorf("DecodeList = %v, want TooMany{%d}", err, MaxObjects+1)
	}
}

func TestAWatchLineBecomesAnAnswer(t *testing.T) {
	line := func(typ, obj string) string { return `{"type":"` + typ + `","object":` + obj + `}` }
	pod := `{"metadata":{"name":"a","namespace":"d","uid":"u","resourceVersion":"5"},"spec":{"nodeName":"n"}}`
	for _, c := range []struct {
		name, line string
		want       Answer
	}{
		{"added", line("ADDED", pod), Answer{Type: trace.WatchAdded, RV: "5",
			Obj: &cluster.Object{Name: "a", Namespace: "d", UID: "u", RV: "5", Node: "n", Body: pod}}},
		{"bookmark", line("BOOKMARK", `{"metadata":{"resourceVersion":"8"}}`), Answer{Type: trace.WatchBookmark, RV: "8"}},
		{"end of the list", line("BOOKMARK", `{"metadata":{"resourceVersion":"8","annotations":{"k8s.io/initial-events-end":"true"}}}`),
			Answer{Type: trace.WatchBookmark, RV: "8", End: true}},
		{"gone", line("ERROR", `{"kind":"Status","code":410,"reason":"Expired","message":"too old"}`),
			Answer{Type: trace.WatchError, Fault: machine.Fault{Code: 410, Text: "Expired: too old"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok, err := DecodeEvent([]byte(c.line))
			c.want.Kind = machine.WatchEvent
			if err != nil || !ok || !reflect.DeepEqual(got, c.want) {
				t.Errorf("DecodeEvent = %+v, %v, %v; want %+v", got, ok, err, c.want)
			}
		})
	}
}

func TestWhatTheServerSaysBecomesAnAnswer(t *testing.T) {
	no := []byte(`{"kind":"Status","message":"pods is forbidden"}`)
	listed := func(code int, body, reason string) Answer {
		a, _ := Listed(7, code, []byte(body), reason)
		return a
	}
	for _, c := range []struct {
		name  string
		got   Answer
		kind  machine.InKind
		fault machine.Fault
	}{
		{"a list", listed(200, podList, ""), machine.ListAnswered, machine.Fault{}},
		{"silence", listed(0, "", "timeout"), machine.ListAnswered, machine.Fault{Code: -1, Text: "timeout"}},
		{"no", listed(403, string(no), ""), machine.ListAnswered, machine.Fault{Code: 403, Text: "pods is forbidden"}},
		{"half a list", listed(200, podList[:20], ""), machine.ListAnswered, machine.Fault{Code: 500, Text: "feed: the list is not whole: 20 bytes, then unexpected end of JSON input"}},
		{"open", Opened(7), machine.WatchOpened, machine.Fault{}},
		{"closed", Closed(7), machine.WatchClosed, machine.Fault{}},
		{"refused", Refused(7, 403, no), machine.WatchOpened, machine.Fault{Code: 403, Text: "pods is forbidden"}},
		{"refused for no reason", Refused(7, 200, []byte(podList)), machine.WatchOpened, machine.Fault{Code: -1, Text: "connection refused"}},
	} {
		if c.got.Kind != c.kind || c.got.Gen != 7 || c.got.Fault != c.fault {
			t.Errorf("%s: %+v, want kind %d and fault %+v", c.name, c.got, c.kind, c.fault)
		}
	}
	if a := listed(200, podList, ""); len(a.List) != 2 || a.RV != "42" {
		t.Errorf("a list: %+v", a)
	}
}

func TestBrokenWatchLinesAreErrorsAndBlankOnesNothing(t *testing.T) {
	if _, ok, err := DecodeEvent([]byte(" \n")); ok || err != nil {
		t.Errorf("DecodeEvent of a heartbeat = %v, %v; want nothing", ok, err)
	}
	for _, line := range []string{`{`, `{"type":"ADDED"}`, `{"type":"ADDED","object":7}`, `{"type":"ADDED","object":{}}`, `{"type":"EXPLODED","object":{}}`, `[]`} {
		if _, ok, err := DecodeEvent([]byte(line)); ok || err == nil {
			t.Errorf("DecodeEvent(%s) = %v, %v; want an error", line, ok, err)
		}
	}
}

func FuzzDecodeEvent(f *testing.F) {
	f.Add(`{"type":"ADDED","object":{"metadata":{"name":"a"}}}`)
	f.Add(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1","annotations":{"k8s.io/initial-events-end":"true"}}}}`)
	f.Fuzz(func(t *testing.T, line string) {
		if a, ok, err := DecodeEvent([]byte(line)); ok && (err != nil || a.Kind != machine.WatchEvent) {
			t.Errorf("DecodeEvent(%q) = %+v, %v, %v", line, a, ok, err)
		}
	})
}

func TestResourcesReadAndPrint(t *testing.T) {
	for text, path := range map[string]string{
		"pods": "api/v1/pods", "v2/pods": "api/v2/pods", "apps/v1/deployments": "apis/apps/v1/deployments",
	} {
		r, err := ParseResource(text)
		if err != nil || r.Path() != path || r.String() != text {
			t.Errorf("ParseResource(%q) = %+v, path %q, prints %q, %v; want path %q", text, r, r.Path(), r.String(), err, path)
		}
	}
	for _, bad := range []string{"", "a/b/c/d", "pods/../secrets", "Pods", "pods?x", "apps//deployments"} {
		if _, err := ParseResource(bad); err == nil {
			t.Errorf("ParseResource(%q) = nil error", bad)
		}
	}
	r := Resource{Version: "v1", Name: "pods", Namespace: "shop"}
	if got, want := r.WatchURL("", true), "api/v1/namespaces/shop/pods?allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&watch=true"; got != want {
		t.Errorf("WatchURL = %s, want %s", got, want)
	}
}
