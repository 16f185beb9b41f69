package cluster

import (
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// Object is an API object as the cluster stores it. Stored objects are never changed: an
// update stores a new one, so pointers may be shared. The zero value of a field is left
// out of what a server renders.
type Object struct {
	Kind      string // "Pod"; filled in from the resource when empty
	Namespace string // "" for cluster-scoped resources
	Name      string
	UID       string // given by the cluster at creation, from a counter
	RV        string // resourceVersion, given by the cluster at each write
	Created   int64  // ns since the start
	Gen       int64  // metadata.generation: 1, and one more each time Fields or Node change

	Labels      map[string]string
	Annotations map[string]string
	Owner       string // name of the controlling owner, "" for none
	OwnerKind   string
	Node        string // spec.nodeName
	Phase       string // status.phase

	// Fields are further values by path, such as "spec.replicas": "3", for whoever
	// renders a body. Body is a literal JSON or YAML body that overrides everything.
	Fields map[string]string
	Body   string

	traced struct { // its place in a recorder's object table; a copy of an object has none
		of  *Object
		rec *trace.Recorder
		id  trace.ID
	}
}

// Key is "namespace/name", or "name" without a namespace.
func (o *Object) Key() string {
	if o.Namespace == "" {
		return o.Name
	}
	return o.Namespace + "/" + o.Name
}

// Clone returns an object of its own with the same content and the same place in a trace.
// Maps are shared.
func (o *Object) Clone() *Object {
	c := *o
	if c.traced.of == o {
		c.traced.of = &c
	}
	return &c
}

// Touch says that somebody has changed the object in place: it gets a new place in a trace.
func (o *Object) Touch() { o.traced.of = nil }

// Traced is what an event's object table knows of o.
func (o *Object) Traced() trace.Object {
	return trace.Object{Key: o.Key(), UID: o.UID, RV: o.RV, Node: o.Node, Body: o.Body}
}

// EventType is a watch event's type; its values are trace's.
type EventType int64

// The watch event types.
const (
	Added    = EventType(trace.WatchAdded)
	Modified = EventType(trace.WatchModified)
	Deleted  = EventType(trace.WatchDeleted)
	Bookmark = EventType(trace.WatchBookmark)
	Error    = EventType(trace.WatchError)
)

// String is the API's name of the type, such as "ADDED".
func (t EventType) String() string { return trace.WatchNames[t] }

// Event is one line of a watch.
type Event struct {
	Type EventType
	Obj  *Object // nil for Bookmark and Error; of Deleted the last state, at the RV of the deletion
	RV   string  // the object's, or the bookmark's
	End  bool    // the bookmark that ends the initial events
	// Fault is the Status of an Error event.
	Fault Fault
}

// Fault is what can be wrong with an answer. The zero Fault is success. It converts to
// machine.Fault: machine.Fault(f).
type Fault struct {
	Code   int    // HTTP status, or Refused
	Reason string // metav1.StatusReason, or TooLarge
	Text   string
}

// Codes and reasons of faults.
const (
	Refused          = -1 // connection refused, or no answer at all
	CodeUnauthorized = 401
	CodeForbidden    = 403
	CodeNotFound     = 404
	CodeExpired      = 410
	CodeThrottled    = 429
	CodeInternal     = 500
	CodeTimeout      = 504

	TooLarge = "ResourceVersionTooLarge"
)

// OK reports whether there is no fault.
func (f Fault) OK() bool { return f.Code == 0 }

// Error is the text; it makes a Fault an error.
func (f Fault) Error() string { return f.Text }

// Ref returns the number of o in the recorder's object table, new at its first use. It is
// what a machine's Meta.Ref wants.
func Ref(rec *trace.Recorder, o *Object) trace.ID {
	if o == nil {
		return 0
	}
	if o.traced.of == o && o.traced.rec == rec && rec.Knows(o.traced.id) {
		return o.traced.id
	}
	id := rec.AddObject(o.Traced())
	o.traced.of, o.traced.rec, o.traced.id = o, rec, id
	return id
}

// KindOf is the kind of a resource's objects: "Pod" for "pods".
func KindOf(resource string) string {
	if kind, ok := kinds[resource]; ok {
		return kind
	}
	if resource == "" {
		return ""
	}
	singular := strings.TrimSuffix(resource, "s")
	return strings.ToUpper(singular[:1]) + singular[1:]
}

var kinds = map[string]string{
	"pods": "Pod", "nodes": "Node", "services": "Service", "configmaps": "ConfigMap", "secrets": "Secret",
	"namespaces": "Namespace", "events": "Event", "endpoints": "Endpoints",
	"deployments": "Deployment", "replicasets": "ReplicaSet", "statefulsets": "StatefulSet",
	"daemonsets": "DaemonSet", "jobs": "Job", "cronjobs": "CronJob", "ingresses": "Ingress",
	"endpointslices": "EndpointSlice", "leases": "Lease", "networkpolicies": "NetworkPolicy",
}
