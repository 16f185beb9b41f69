package gate

import (
	"context"
	"encoding/json"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Source is where the data comes from: package hub. Errors are *Problem; any other
// error reaches the client as ErrInternal and the log as itself. All methods may be called concurrently.
type Source interface {
	// Resources are what the source serves: the allow-list. It never changes.
	Resources() []Resource
	// Info is what the page is told; it must answer within seconds even when the cluster does not.
	Info(ctx context.Context) Info
	// List returns the list.
	List(ctx context.Context, req Request) (*Body, error)
	// Get returns the object req.Name.
	Get(ctx context.Context, req Request) (*Body, error)
	// Watch opens a watch. ctx is the stream's whole life.
	Watch(ctx context.Context, req Request) (Stream, error)
}

// Stream is an open watch. It is used by one goroutine, which closes it.
type Stream interface {
	// Next waits for the next event. After idle without one it returns a QuietEvent. io.EOF is the normal
	// end; another error says why the watch broke off.
	Next(ctx context.Context, idle time.Duration) (Event, error)
	// Close frees the stream.
	Close()
}

// Event is one event of a Stream.
type Event struct {
	Line  []byte // {"type":…,"object":…} as compact JSON, with a newline
	RV    string // the resourceVersion the watcher is at; "" if not known
	Quiet bool   // nothing has happened up to RV: Line is a bookmark for clients that want one, or nil
	Last  bool   // an ERROR: nothing follows
}

// QuietEvent is the Event for a watch of objects of that kind on which nothing has happened up to rv,
// which may be "".
func QuietEvent(kind, apiVersion, rv string) Event {
	ev := Event{RV: rv, Quiet: true}
	if rv != "" {
		ev.Line = BookmarkLine(kind, apiVersion, rv, false)
	}
	return ev
}

// BookmarkLine is a BOOKMARK event at rv; end marks the one that ends the initial events.
func BookmarkLine(kind, apiVersion, rv string, end bool) []byte {
	type meta struct {
		ResourceVersion string            `json:"resourceVersion"`
		Annotations     map[string]string `json:"annotations,omitempty"`
	}
	type object struct {
		Kind       string `json:"kind"`
		APIVersion string `json:"apiVersion"`
		Metadata   meta   `json:"metadata"`
	}
	m := meta{ResourceVersion: rv}
	if end {
		m.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	}
	line, err := json.Marshal(struct {
		Type   string `json:"type"`
		Object object `json:"object"`
	}{"BOOKMARK", object{kind, apiVersion, m}})
	if err != nil {
		panic("gate: a bookmark always encodes: " + err.Error())
	}
	return append(line, '\n')
}

// Request says what is asked of a Source; nothing else of the client's request reaches it.
type Request struct {
	Resource  Resource
	Namespace string // "" for all
	Name      string // "" for the collection
	Query     Query
}

// Query holds the parameters of a LIST or WATCH, checked. Zero values were not given.
type Query struct {
	Watch                bool
	ResourceVersion      string // digits
	ResourceVersionMatch string // "", Exact or NotOlderThan
	Limit                int64
	Continue             string
	LabelSelector        string
	FieldSelector        string
	AllowWatchBookmarks  bool
	SendInitialEvents    *bool
	TimeoutSeconds       int64
}

// Info is what /informerscope/v1/info says.
type Info struct {
	Source       string     `json:"source"`            // "demo", "cluster" or "replay"
	Context      string     `json:"context"`           // the kubeconfig's context; "demo"
	Version      string     `json:"kubernetesVersion"` // such as "v1.37.2"; "" until the cluster has told
	MetadataOnly bool       `json:"metadataOnly"`
	Insecure     bool       `json:"insecure"` // the cluster's certificate is not checked
	Public       bool       `json:"public"`   // no token is needed; filled in by the gate
	Resources    []Resource `json:"resources"`
	Upstream     State      `json:"upstream"`
	Time         time.Time  `json:"time"`            // by the clock of all times here; filled in by the gate
	Feeds        []Feed     `json:"feeds,omitempty"` // what is being followed in the cluster
}

// Feed is how one collection is followed.
type Feed struct {
	Resource        string    `json:"resource"`
	Namespace       string    `json:"namespace,omitempty"`
	Objects         int       `json:"objects"`
	ResourceVersion string    `json:"resourceVersion,omitempty"` // "" before the first list
	Heard           time.Time `json:"heard,omitzero"`            // when the cluster last said something of it
	Clients         int       `json:"clients"`
	Trouble         string    `json:"trouble,omitempty"` // the Problem's ID for which it is not followed
}

// State is how the connection to the cluster is.
type State struct {
	State  string    `json:"state"`            // "up", "down", or "unknown" before the first request
	Since  time.Time `json:"since"`            // when it became so
	Reason string    `json:"reason,omitempty"` // the Problem's ID when down
	Text   string    `json:"text,omitempty"`
	Next   string    `json:"next,omitempty"`
}
