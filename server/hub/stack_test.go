package hub_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/upstream"
)

// stack is everything between a faulty cluster and who reads it: upstream, hub and gate, over two wires.
type stack struct {
	*faulty
	t       testing.TB
	hub     *hub.Hub
	cluster *upstream.Cluster
	front   *wire // clients are on it
	http    *http.Client
	log     *logged
	dir     string            // with ca.crt, token and helper
	client  dynamic.Interface // of the gate, for informers
	cleanup func(func())      // what is done at the end
}

// setup is how a stack is made; the zero value is the plain one.
type setup struct {
	user      string // of the kubeconfig: "" has a token, "file" a file with one, "helper" a program that gives one
	needs     string // the token that the cluster wants; "" is any
	authority bool   // in a file of its own
	resources string
	metadata  bool
	token     string           // that clients need
	http1     bool             // to the cluster
	times     [2]time.Duration // of the hub, see SetTimes
}

// logged is a log that is read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text.Len() > 256<<10 { // the last is looked at
		l.text.Reset()
	}
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func newStack(t testing.TB, s *faulty, as setup) *stack {
	t.Helper()
	if as.resources == "" {
		as.resources = "pods,configmaps"
	}
	resources, err := gate.ParseResources(as.resources, as.metadata)
	if err != nil {
		t.Fatal(err)
	}
	st := &stack{faulty: s, t: t, front: newWire(), log: &logged{}, dir: t.TempDir(), cleanup: t.Cleanup}
	log := slog.New(slog.NewTextHandler(st.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	authority, user := "certificate-authority-data: "+base64.StdEncoding.EncodeToString(s.authority()), "{token: own-token}"
	if as.authority {
		authority = "certificate-authority: " + st.file("ca.crt", string(s.authority()), 0o600)
	}
	switch as.user {
	case "file":
		user = "{tokenFile: " + st.file("token", as.needs, 0o600) + "}"
	case "helper":
		user = "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: IfAvailable, command: " + st.helper(gives(as.needs)) + "}}"
	}
	s.with(func() { s.token = as.needs })
	config := `{apiVersion: v1, kind: Config, current-context: here, contexts: [{name: here, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "https://cluster", ` + authority + `}}], users: [{name: u, user: ` + user + `}]}`
	st.cluster, err = upstream.Load(upstream.Options{Kubeconfig: st.file("kubeconfig", config, 0o600), Resources: resources, MetadataOnly: as.metadata, Log: log, Dial: s.dial})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	st.hub = hub.New(ctx, st.cluster, log)
	if as.times[0] > 0 {
		st.hub.SetTimes(as.times[0], as.times[1])
	}
	g, err := gate.New(gate.Config{Source: st.hub, Hosts: []string{"gate"}, Token: as.token, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	server := g.Server()
	go func() { _ = server.Serve(st.front) }() // it ends with an error, as it should
	if st.client, err = dynamic.NewForConfig(&rest.Config{Host: "http://gate", Dial: st.front.dial, QPS: -1}); err != nil {
		t.Fatal(err)
	}
	st.http = &http.Client{Transport: &http.Transport{DialContext: st.front.dial}}
	t.Cleanup(func() {
		end()
		_ = st.front.Close()
		_ = server.Close()
		st.http.CloseIdleConnections()
	})
	return st
}

// file writes a file, and returns its path.
func (s *stack) file(name, text string, mode os.FileMode) string {
	s.t.Helper()
	name = filepath.Join(s.dir, name)
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		s.t.Fatal(err)
	}
	return name
}

// helper makes the login helper do what a shell script says.
func (s *stack) helper(script string) string {
	return s.file("helper", "#!/bin/sh\n"+script+"\n", 0o700)
}

// gives is a login helper that gives a token for half an hour.
func gives(token string) string {
	until := time.Now().Add(30 * time.Minute).Format(time.RFC3339)
	return `echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"` + token + `","expirationTimestamp":"` + until + `"}}'`
}

// get asks the gate.
func (s *stack) get(path string, header ...string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, "http://gate"+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := s.http.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp, string(body)
}

// info is what the page is told.
func (s *stack) info() (i gate.Info) {
	s.t.Helper()
	_, body := s.get("/informerscope/v1/info")
	if err := json.Unmarshal([]byte(body), &i); err != nil {
		s.t.Fatal(err)
	}
	return i
}

// trouble is what is told of the feed of pods; "" is none.
func (s *stack) trouble() string {
	s.t.Helper()
	for _, f := range s.info().Feeds {
		if strings.HasPrefix(f.Resource, "pods") {
			return f.Trouble
		}
	}
	return "no feed"
}

// refused fails unless a list is refused with a problem.
func (s *stack) refused(path string, want *gate.Problem) {
	s.t.Helper()
	resp, body := s.get(path)
	var st metav1.Status
	if err := json.Unmarshal([]byte(body), &st); err != nil || resp.StatusCode != want.Code || st.Details == nil || string(st.Details.Causes[0].Type) != want.ID {
		s.t.Errorf("a list: %d %s, want %s", resp.StatusCode, body, want.ID)
	}
	if strings.Contains(body, "10.0.0.9") {
		s.t.Error("the cluster's own words reach clients")
	}
}

// reader is a client that lists, watches, goes on where it stood, and lists again when it is told to: what
// every careful client does. It runs in a goroutine of its own.
type reader struct {
	s      *stack
	path   string // /api/v1/pods
	query  string // such as labelSelector=app%3D1
	socket bool
	cancel context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	have   map[string]string
	uids   map[string]string
	rv     string
	events []string // as "ADDED a@101"; what a list brings is no event
	lists  int      // that were answered
	opened int      // watches
	gone   int      // how often it was told 410
	odd    []string // what no client should see
	beat   time.Time
}

func (s *stack) reader(query string) *reader {
	return s.start(&reader{path: "/api/v1/pods", query: query})
}

func (s *stack) start(c *reader) *reader {
	ctx, cancel := context.WithCancel(context.Background())
	c.s, c.cancel, c.done = s, cancel, make(chan struct{})
	s.cleanup(c.stop)
	go func() {
		defer close(c.done)
		for ctx.Err() == nil {
			c.turn(ctx)
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
	}()
	return c
}

func (c *reader) stop() { c.cancel(); <-c.done }

// turn is a list, if one is needed, and a watch.
func (c *reader) turn(ctx context.Context) {
	c.mu.Lock()
	rv := c.rv
	c.mu.Unlock()
	if rv == "" && !c.list(ctx) {
		return
	}
	if c.socket {
		c.frames(ctx)
		return
	}
	c.lines(ctx)
}

func (c *reader) address(scheme, more string) string {
	return scheme + "://gate" + c.path + "?" + strings.Trim(c.query+"&"+more, "&")
}

func (c *reader) list(ctx context.Context) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address("http", ""), nil)
	if err != nil {
		panic(err)
	}
	resp, err := c.s.http.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	var l struct {
		Metadata struct{ ResourceVersion string }
		Items    []struct {
			Metadata metav1.ObjectMeta
		}
	}
	if resp.StatusCode != http.StatusOK || json.NewDecoder(resp.Body).Decode(&l) != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lists++
	c.have, c.uids, c.rv = map[string]string{}, map[string]string{}, l.Metadata.ResourceVersion
	for _, i := range l.Items {
		c.have[i.Metadata.Name], c.uids[i.Metadata.Name] = i.Metadata.ResourceVersion, string(i.Metadata.UID)
	}
	return true
}

func (c *reader) watching() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return "watch=true&allowWatchBookmarks=true&resourceVersion=" + url.QueryEscape(c.rv)
}

func (c *reader) lines(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address("http", c.watching()), nil)
	if err != nil {
		panic(err)
	}
	resp, err := c.s.http.Do(req)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		c.forget()
		return
	}
	c.open()
	for r := bufio.NewReader(resp.Body); ; {
		line, err := r.ReadBytes('\n')
		if err != nil {
			if len(line) > 0 {
				c.strange("a fragment: " + string(line))
			}
			return
		}
		if !c.take(line) {
			return
		}
	}
}

func (c *reader) frames(ctx context.Context) {
	conn, _, err := websocket.Dial(ctx, c.address("ws", c.watching()), &websocket.DialOptions{HTTPClient: c.s.http, HTTPHeader: http.Header{"Origin": {"http://gate"}}})
	if err != nil {
		c.forget()
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(64 << 20)
	c.open()
	for {
		_, frame, err := conn.Read(ctx)
		if err != nil || !c.take(frame) {
			return
		}
	}
}

func (c *reader) open() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opened++
	c.beat = time.Now()
}

// forget lets the next turn begin with a list.
func (c *reader) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rv = ""
}

func (c *reader) strange(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.odd = append(c.odd, what)
}

// take takes an event; false ends the watch.
func (c *reader) take(line []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beat = time.Now()
	if len(bytes.TrimSpace(line)) == 0 {
		return true
	}
	var e struct {
		Type   string
		Object struct {
			Code     int
			Metadata metav1.ObjectMeta
		}
	}
	if err := json.Unmarshal(line, &e); err != nil {
		c.odd = append(c.odd, fmt.Sprintf("%.80q: %v", line, err))
		return false
	}
	m := e.Object.Metadata
	before, known := c.have[m.Name]
	switch e.Type {
	case "ERROR":
		if c.rv = ""; e.Object.Code == http.StatusGone {
			c.gone++
		}
		return false
	case "BOOKMARK":
		c.rv = m.ResourceVersion
		return true
	case "DELETED":
		delete(c.have, m.Name)
	default:
		c.have[m.Name], c.uids[m.Name] = m.ResourceVersion, string(m.UID)
	}
	if known == (e.Type == "ADDED") || m.Name == "" {
		c.odd = append(c.odd, fmt.Sprintf("%s %s@%s, which stood at %q", e.Type, m.Name, m.ResourceVersion, before))
	}
	if len(c.events) > 200 {
		c.events = nil
	}
	c.events = append(c.events, e.Type+" "+m.Name+"@"+m.ResourceVersion)
	c.rv = m.ResourceVersion
	return true
}

func (c *reader) names() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, rv := range c.have {
		all = append(all, name+"@"+rv)
	}
	slices.Sort(all)
	return all
}

// quiet is how long nothing has come.
func (c *reader) quiet() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(c.beat)
}

// told is its events so far, joined.
func (c *reader) told() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.events, " ")
}

// want is what a reader should have been through.
type want struct {
	events string // as they came, with spaces; "-" does not look
	lists  int
	opened int // 0 does not look
	gone   int
}

// saw fails unless the reader has what the cluster has, got there as wanted, and saw nothing odd.
func (c *reader) saw(w want) {
	t := c.s.t
	t.Helper()
	if got, is := c.names(), c.s.names(path.Base(c.path)); !slices.Equal(got, is) {
		t.Errorf("the client has %v, the cluster %v", got, is)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if got := strings.Join(c.events, " "); w.events != "-" && got != w.events || c.lists != w.lists || c.gone != w.gone || w.opened > 0 && c.opened != w.opened {
		t.Errorf("the client saw %q, listed %d times, watched %d times, was told 410 %d times, want %+v", got, c.lists, c.opened, c.gone, w)
	}
	if len(c.odd) > 0 {
		t.Errorf("the client saw what it should not: %q", c.odd)
	}
}

// informer is a stock informer of client-go's, with what its handler is told.
type informer struct {
	cache.SharedIndexInformer
	t    testing.TB
	stop func()
	mu   sync.Mutex
	told []string
}

// plain is a list and watch without streaming lists.
type plain struct{ *cache.ListWatch }

func (plain) IsWatchListSemanticsUnSupported() bool { return true }

// informer starts one on the gate; selector may be "".
func (s *stack) informer(resource schema.GroupVersionResource, streaming bool, selector string) *informer {
	s.t.Helper()
	on := s.client.Resource(resource)
	lw := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			o.LabelSelector = selector
			return on.List(ctx, o)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			o.LabelSelector = selector
			return on.Watch(ctx, o)
		},
	}
	var from cache.ListerWatcher = lw
	if !streaming {
		from = plain{lw}
	}
	i := &informer{t: s.t, SharedIndexInformer: cache.NewSharedIndexInformer(from, &unstructured.Unstructured{}, 0, nil)}
	at := func(o any) string {
		m, err := meta.Accessor(o)
		if err != nil {
			return fmt.Sprint(err)
		}
		return m.GetName() + "@" + m.GetResourceVersion() + "#" + string(m.GetUID())
	}
	tell := func(what string) {
		i.mu.Lock()
		defer i.mu.Unlock()
		if len(i.told) > 200 {
			i.told = nil
		}
		i.told = append(i.told, what)
	}
	_, err := i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { tell("add " + at(o)) },
		UpdateFunc: func(was, is any) { tell("update " + at(was) + " to " + at(is)) },
		DeleteFunc: func(o any) {
			if final, ok := o.(cache.DeletedFinalStateUnknown); ok {
				tell("final state unknown " + at(final.Obj))
				return
			}
			tell("delete " + at(o))
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); i.RunWithContext(ctx) }()
	i.stop = func() { end(); <-done }
	s.cleanup(i.stop)
	return i
}

var podsOf = schema.GroupVersionResource{Version: "v1", Resource: "pods"}

func (i *informer) names() (all []string) {
	for _, o := range i.GetStore().List() {
		m := o.(*unstructured.Unstructured)
		all = append(all, m.GetName()+"@"+m.GetResourceVersion())
	}
	slices.Sort(all)
	return all
}

// heard is what the handler was told so far, joined.
func (i *informer) heard() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return strings.Join(i.told, ", ")
}

// was fails unless that is what the handler was told, in the order of a list, which is none.
func (i *informer) was(want string) {
	i.t.Helper()
	got, all := strings.Split(i.heard(), ", "), strings.Split(want, ", ")
	slices.Sort(got)
	if slices.Sort(all); !slices.Equal(got, all) {
		i.t.Errorf("the informer heard %s, want %s", i.heard(), want)
	}
}
