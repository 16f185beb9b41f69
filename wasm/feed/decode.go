package feed

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// MaxObjects is how many objects the page takes; a larger list gets a clear choice instead.
const MaxObjects = 5000

// maxBody bounds what is kept of one object for the inspector, in bytes.
const maxBody = 64 << 10

// Resource is what to watch: the pods of every namespace when only Name is set.
type Resource struct {
	Group, Version, Name string
	Namespace            string // "" is all
}

// ParseResource reads "pods", "v1/pods" or "apps/v1/deployments".
func ParseResource(text string) (Resource, error) {
	parts := strings.Split(text, "/")
	for _, p := range parts {
		if p == "" || p[0] == '.' || strings.Trim(p, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
			return Resource{}, fmt.Errorf("feed: resource %.40q: want name, version/name or group/version/name, such as pods or apps/v1/deployments", text)
		}
	}
	switch len(parts) {
	case 1:
		return Resource{Version: "v1", Name: parts[0]}, nil
	case 2:
		return Resource{Version: parts[0], Name: parts[1]}, nil
	case 3:
		return Resource{Group: parts[0], Version: parts[1], Name: parts[2]}, nil
	}
	return Resource{}, fmt.Errorf("feed: resource %.40q has %d parts; want at most group/version/name", text, len(parts))
}

// IsName reports whether s can be the name of a namespace: lower case letters, digits and
// inner hyphens, at most 63.
func IsName(s string) bool {
	return len(s) > 0 && len(s) <= 63 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && s[0] != '-' && s[len(s)-1] != '-'
}

// String is the form that ParseResource reads.
func (r Resource) String() string {
	switch {
	case r.Group != "":
		return r.Group + "/" + r.Version + "/" + r.Name
	case r.Version == "v1":
		return r.Name
	}
	return r.Version + "/" + r.Name
}

// Path is the path below the server's root, relative, so that a page under a sub-path
// finds it.
func (r Resource) Path() string {
	root := "api/" + r.Version
	if r.Group != "" {
		root = "apis/" + r.Group + "/" + r.Version
	}
	if r.Namespace != "" {
		root += "/namespaces/" + r.Namespace
	}
	return root + "/" + r.Name
}

// ListURL is the address of a LIST at rv.
func (r Resource) ListURL(rv string) string {
	q := url.Values{}
	if rv != "" {
		q.Set("resourceVersion", rv)
	}
	return withQuery(r.Path(), q)
}

// ProbeURL asks for one object: whether the list is allowed, and if not, why.
func (r Resource) ProbeURL() string { return withQuery(r.Path(), url.Values{"limit": {"1"}}) }

// WatchURL is the address of a WATCH from rv; initial asks for a streaming list.
func (r Resource) WatchURL(rv string, initial bool) string {
	q := url.Values{"watch": {"true"}, "allowWatchBookmarks": {"true"}}
	if rv != "" {
		q.Set("resourceVersion", rv)
	}
	if initial {
		q.Set("sendInitialEvents", "true")
		q.Set("resourceVersionMatch", "NotOlderThan")
	}
	return withQuery(r.Path(), q)
}

func withQuery(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

type meta struct {
	Name            string            `json:"name"`
	Namespace       string            `json:"namespace"`
	UID             string            `json:"uid"`
	ResourceVersion string            `json:"resourceVersion"`
	Annotations     map[string]string `json:"annotations"`
}

type object struct {
	Metadata meta `json:"metadata"`
	Spec     struct {
		NodeName string `json:"nodeName"`
	} `json:"spec"`
	// a Status, when the object is an error
	Kind    string `json:"kind"`
	Code    int    `json:"code"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// stored is the object as the store takes it.
func (o *object) stored(raw json.RawMessage) *cluster.Object {
	body := string(raw)
	if len(body) > maxBody {
		body = fmt.Sprintf(`{"note":"%d bytes, not kept"}`, len(raw))
	}
	return &cluster.Object{Namespace: o.Metadata.Namespace, Name: o.Metadata.Name, UID: o.Metadata.UID,
		RV: o.Metadata.ResourceVersion, Node: o.Spec.NodeName, Body: body}
}

// TooMany says that a list is larger than the page takes.
type TooMany struct{ Count int }

func (e TooMany) Error() string {
	return fmt.Sprintf("feed: %d objects; the page takes %d: choose a namespace", e.Count, MaxObjects)
}

// DecodeList reads a whole list. The error says what is wrong: cut off, not a list, or
// TooMany.
func DecodeList(data []byte) (items []*cluster.Object, rv string, err error) {
	var list struct {
		Kind     string            `json:"kind"`
		Metadata meta              `json:"metadata"`
		Items    []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, "", fmt.Errorf("feed: the list is not whole: %d bytes, then %w", len(data), err)
	}
	if !strings.HasSuffix(list.Kind, "List") {
		return nil, "", fmt.Errorf("feed: the answer is a %.40q, not a list", list.Kind)
	}
	if len(list.Items) > MaxObjects {
		return nil, "", TooMany{len(list.Items)}
	}
	for i, raw := range list.Items {
		var o object
		if err := json.Unmarshal(raw, &o); err != nil || o.Metadata.Name == "" {
			return nil, "", fmt.Errorf("feed: item %d of the list has no readable metadata", i)
		}
		items = append(items, o.stored(raw))
	}
	return items, list.Metadata.ResourceVersion, nil
}

// endMark is the annotation of the bookmark that ends a streaming list.
const endMark = "k8s.io/initial-events-end"

// DecodeEvent reads one line of a watch as an answer without its Gen. A blank line (a
// heartbeat) gives ok false.
func DecodeEvent(data []byte) (a Answer, ok bool, err error) {
	if strings.TrimSpace(string(data)) == "" {
		return a, false, nil
	}
	var ev struct {
		Type   string          `json:"type"`
		Object json.RawMessage `json:"object"`
	}
	if err := json.Unmarshal(data, &ev); err != nil {
		return a, false, fmt.Errorf("feed: a watch line is not readable: %.60q: %w", data, err)
	}
	var o object
	if err := json.Unmarshal(ev.Object, &o); err != nil {
		return a, false, fmt.Errorf("feed: the object of a %.20q event is not readable: %w", ev.Type, err)
	}
	a = Answer{Kind: machine.WatchEvent, Type: watchTypes[ev.Type], RV: o.Metadata.ResourceVersion}
	switch a.Type {
	case trace.WatchAdded, trace.WatchModified, trace.WatchDeleted:
		if o.Metadata.Name == "" {
			return a, false, fmt.Errorf("feed: a %s event has no metadata.name", ev.Type)
		}
		a.Obj = o.stored(ev.Object)
	case trace.WatchBookmark:
		a.End = o.Metadata.Annotations[endMark] == "true"
	case trace.WatchError:
		a.Fault = machine.Fault{Code: o.Code, Text: o.Reason + ": " + o.Message}
	default:
		return a, false, fmt.Errorf("feed: unknown watch event type %.40q", ev.Type)
	}
	return a, true, nil
}

var watchTypes = map[string]int64{"ADDED": trace.WatchAdded, "MODIFIED": trace.WatchModified,
	"DELETED": trace.WatchDeleted, "BOOKMARK": trace.WatchBookmark, "ERROR": trace.WatchError}

// Cause reads by what name a refusal is known out of a Status body, "" where it has none.
func Cause(data []byte) string {
	var o struct {
		Details struct {
			Causes []struct {
				Reason string `json:"reason"`
			} `json:"causes"`
		} `json:"details"`
	}
	if json.Unmarshal(data, &o) != nil || len(o.Details.Causes) == 0 {
		return ""
	}
	return o.Details.Causes[0].Reason
}

// Status reads the reason of a refusal out of a Status body.
func Status(code int, data []byte) string {
	var o object
	if json.Unmarshal(data, &o) == nil && o.Message != "" {
		return o.Message
	}
	return fmt.Sprintf("HTTP %d", code)
}
