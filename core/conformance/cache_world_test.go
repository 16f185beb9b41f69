package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// The world of the two programs that use tools/cache: objects, what is written down, and an
// API server. Nothing here knows whose cache it is.

// program does a script line by line and writes down what it sees.
type program interface {
	do(line string)
	took() []string
	end()
}

// diary is what a program writes down.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) note(parts ...any) {
	if len(parts) == 1 && parts[0] == nil {
		return // no error
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, strings.TrimSuffix(fmt.Sprintln(parts...), "\n"))
}

func (d *diary) took() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	lines := d.lines
	d.lines = nil
	return lines
}

func (d *diary) rest() { synctest.Wait() }
func (d *diary) end()  {}

// noMeta is an object without metadata, written "!text".
type noMeta struct{ text string }

// parseObject reads namespace/name@rv/node/label,label; the namespace may be missing, and
// so may everything from @ on.
func parseObject(s string) any {
	if strings.HasPrefix(s, "!") {
		return noMeta{s}
	}
	key, rest, _ := strings.Cut(s, "@")
	namespace, name, ok := strings.Cut(key, "/")
	if !ok {
		namespace, name = "", key
	}
	f := append(strings.Split(rest, "/"), "", "")
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, ResourceVersion: f[0],
		Labels: map[string]string{"node": f[1], "labels": f[2]}}}
}

func parseObjects(args string) (rv string, list []any) {
	f := strings.Fields(args)
	for _, s := range f[1:] {
		list = append(list, parseObject(s))
	}
	return strings.Trim(f[0], "\""), list
}

func parseUnknown(args string) (key string, obj any) {
	obj = parseObject(args)
	key, _, _ = strings.Cut(args, "@")
	return key, obj
}

func showObject(o any) string {
	switch o := o.(type) {
	case nil:
		return "nil"
	case *metav1.PartialObjectMetadata:
		if o == nil {
			return "nil"
		}
		return fmt.Sprintf("%s/%s@%s/%s/%s/%s", o.Namespace, o.Name, o.ResourceVersion, o.Labels["node"], o.Labels["labels"], o.Annotations["changed"])
	}
	return fmt.Sprintf("%T", o)
}

func showObjects(list []any) []string {
	texts := make([]string, len(list))
	for i, o := range list {
		texts[i] = showObject(o)
	}
	return texts
}

func sortedObjects(list []any) []string { return sortedText(showObjects(list)) }

func sortedText(texts []string) []string {
	texts = slices.Clone(texts)
	slices.Sort(texts)
	return texts
}

func labelValues(o any) ([]string, error) {
	m, ok := o.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil, errors.New("no labels")
	}
	return strings.FieldsFunc(m.Labels["labels"], func(r rune) bool { return r == ',' }), nil
}

func nodeValue(o any) ([]string, error) {
	m, ok := o.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil, errors.New("no node")
	}
	return []string{m.Labels["node"]}, nil
}

// changeObject is the transform of all programs: it counts how often it saw an object, and
// fails on resourceVersion 13.
func changeObject(o any) (any, error) {
	m, ok := o.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil, errors.New("cannot transform this")
	}
	if m.ResourceVersion == "13" {
		return nil, errors.New("unlucky")
	}
	m = m.DeepCopy()
	if m.Annotations == nil {
		m.Annotations = map[string]string{}
	}
	m.Annotations["changed"] += "'"
	return m, nil
}

// objectShelf is the store behind a queue; it lists in a fixed order, so that client-go's
// queue has no order of its own.
type objectShelf struct {
	mu   sync.Mutex
	keys []string
	objs map[string]any
}

func (s *objectShelf) put(key string, o any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.objs == nil {
		s.objs = map[string]any{}
	}
	if s.objs[key] == nil {
		s.keys = append(s.keys, key)
	}
	s.objs[key] = o
}

func (s *objectShelf) drop(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objs, key)
	s.keys = slices.DeleteFunc(s.keys, func(k string) bool { return k == key })
}

func (s *objectShelf) replace(list []any) {
	s.mu.Lock()
	s.keys, s.objs = nil, nil
	s.mu.Unlock()
	for _, o := range list {
		if m, ok := o.(*metav1.PartialObjectMetadata); ok {
			s.put(strings.TrimPrefix(m.Namespace+"/"+m.Name, "/"), o)
		}
	}
}

func (s *objectShelf) ListKeys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.keys)
}

func (s *objectShelf) GetByKey(key string) (any, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.objs[key]
	return o, ok, nil
}

type (
	storeOptions struct{ transform bool }
	queueOptions struct {
		name                                                          string
		real, atomic, unlock, noKnown, legacy, transform, noBookmarks bool
	}
	reflectorOptions struct {
		name            string
		list, transform bool // list: no streaming list
		untimed         bool // leave out when the server was asked
		resync, retry   time.Duration
		pageSize        int64
	}
	informerOptions struct {
		engine    engine
		resync    time.Duration
		transform bool
	}
)

// scriptedServer is a ListerWatcher that notes what it is asked, with the virtual time.
type scriptedServer struct {
	*theirRun // for its server: nothing in it is client-go's
	diary     *diary
	start     time.Time
	untimed   bool
	listOnly  bool
	pages     pagedLists
	panics    string // the request that panics next
}

func newScriptedServer(d *diary, o reflectorOptions) *scriptedServer {
	return &scriptedServer{diary: d, start: time.Now(), untimed: o.untimed, listOnly: o.list,
		theirRun: &theirRun{server: newServer(), changed: make(chan struct{}), report: newReport()}}
}

// serve does a line that concerns the API server.
func (s *scriptedServer) serve(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if err := recover(); err != nil { // such as an update of what is not there
			s.diary.note("server:", err)
		}
	}()
	if call, ok := strings.CutPrefix(line, "panic "); ok && (call == "list" || call == "watch") {
		s.panics = call
		return
	}
	if !s.pages.do(line) && !s.server.do(line) {
		panic("unknown line " + line)
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *scriptedServer) when() string {
	if s.untimed {
		return ""
	}
	return since(s.start)
}

func (s *scriptedServer) IsWatchListSemanticsUnSupported() bool { return s.listOnly }

func (s *scriptedServer) ListWithContext(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
	s.diary.note(s.when(), "LIST", o.ResourceVersion, o.ResourceVersionMatch, o.Limit, o.Continue)
	s.panicOn("list")
	s.mu.Lock()
	page, err := s.pages.next(o)
	s.mu.Unlock()
	if page != nil || err != nil {
		return page, err
	}
	all, err := s.theirRun.List(o)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages.first(o, all.(*metav1.PartialObjectMetadataList)), nil
}

func (s *scriptedServer) WatchWithContext(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
	initial := o.SendInitialEvents != nil && *o.SendInitialEvents
	within := o.TimeoutSeconds != nil && *o.TimeoutSeconds >= 300 && *o.TimeoutSeconds <= 600
	s.diary.note(s.when(), "WATCH", o.ResourceVersion, o.ResourceVersionMatch, initial, o.AllowWatchBookmarks, within)
	s.panicOn("watch")
	return s.theirRun.Watch(o)
}

func (s *scriptedServer) panicOn(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.panics == call {
		s.panics = ""
		panic(call)
	}
}

// since is the virtual time without what HandleError sleeps, a few microseconds
// now and then.
func since(start time.Time) string { return time.Since(start).Round(10 * time.Millisecond).String() }

// writtenStore writes down what a Reflector does to it.
type writtenStore struct {
	diary   *diary
	start   time.Time
	mu      sync.Mutex
	refused string // the call that fails next
	panics  string // the call that panics next
}

func (s *writtenStore) refuse(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = call
}

func (s *writtenStore) panic(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.panics = call
}

func (s *writtenStore) did(call string, parts ...any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.diary.note(append([]any{since(s.start), call}, parts...)...)
	if s.panics == call {
		s.panics = ""
		panic(call)
	}
	if s.refused == call {
		s.refused = ""
		return errors.New(call + " refused")
	}
	return nil
}

func (s *writtenStore) Add(o any) error    { return s.did("add", showObject(o)) }
func (s *writtenStore) Update(o any) error { return s.did("update", showObject(o)) }
func (s *writtenStore) Delete(o any) error { return s.did("delete", showObject(o)) }
func (s *writtenStore) Replace(list []any, rv string) error {
	return s.did("replace", sortedObjects(list), rv)
}
func (s *writtenStore) Resync() error                   { return s.did("resync") }
func (s *writtenStore) Bookmark(rv string) error        { return s.did("bookmark", rv) }
func (s *writtenStore) UpdateResourceVersion(rv string) { _ = s.did("version", rv) }
