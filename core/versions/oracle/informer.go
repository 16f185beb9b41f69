package oracle

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// informer is client-go's SharedIndexInformer over an API server that is asked over the wire. Where
// there are workers, its handlers feed a queue.
type informer struct {
	cache.SharedIndexInformer
	wire     *wire
	config   line
	ctx      context.Context
	stop     context.CancelFunc
	index    string
	start    time.Time
	step     time.Time   // when the step of the lesson began
	asked    chan string // "list" or "watch" was answered
	waited   bool        // the step waited for one of them: its length is client-go's
	queue    *queue      // nil without workers
	handlers []*handler
	detector *detector // nil where there is none
	program  *program
	streams  string // whether client-go streams by itself
	restore  func() // puts back what it goes by

	mu      sync.Mutex
	changed chan struct{} // closed when the server has news
}

// beginInformer reads: informer resync= start= gates= transform= indexes= handlers= workers= detector= lasts=,
// and what beginQueue reads. Handlers are parted by blanks.
func beginInformer(w *wire, l line) (session, error) {
	r := &informer{wire: w, config: l, changed: make(chan struct{}), asked: make(chan string, 1024),
		streams: strconv.FormatBool(enabled(streamGate)), restore: func() {}}
	mutationDetectionEnabled = l.args["detector"] == "true"
	return r, r.boot()
}

// boot makes the program: queue, informer and handlers.
func (r *informer) boot() (err error) {
	c := r.config
	r.restore()
	r.restore, err = c.engine()
	r.ctx, r.stop = context.WithCancel(context.Background())
	r.program, r.handlers, r.index, r.queue = &program{}, nil, "", nil
	running = r.program
	if err != nil {
		return err
	}
	if len(c.words("workers")) > 0 {
		r.queue = newQueue(r.wire, c, r.program)
	}
	if r.start.IsZero() { // it is the first program
		if r.queue != nil {
			r.queue.sampleFirst()
		}
		r.start, r.step = time.Now(), time.Now()
	}
	indexers := cache.Indexers{}
	for _, spec := range c.words("indexes") {
		name, f, err := indexOf(spec)
		if err == nil && r.index != "" {
			err = errors.New("a second index: one is looked at")
		}
		if err != nil {
			return err
		}
		r.index, indexers[name] = name, f
	}
	r.SharedIndexInformer = cache.NewSharedIndexInformerWithOptions(r, &metav1.PartialObjectMetadata{},
		cache.SharedIndexInformerOptions{ResyncPeriod: c.lasts("resync"), Indexers: indexers})
	r.detector = detectorOf(r.SharedIndexInformer)
	if spec := c.args["transform"]; spec != "" {
		if err := r.SetTransform(transformOf(spec)); err != nil {
			return err
		}
	}
	for _, spec := range c.words("handlers") {
		if err := r.addHandler(spec); err != nil {
			return err
		}
	}
	return nil
}

func (r *informer) end() {
	r.stop()
	if r.queue != nil {
		r.queue.ShutDown()
	}
	time.Sleep(time.Hour) // a slow handler returns first
	synctest.Wait()
	mutationDetectionEnabled = false
	r.restore()
}

// do reads: verb= with what it needs; of=queue is a command for the queue.
func (r *informer) do(l line) (string, error) {
	if l.args["of"] == "queue" {
		if r.queue == nil {
			return "", errors.New("there is no queue: no workers")
		}
		return r.queue.do(l)
	}
	verb := l.args["verb"]
	if call := informerCalls[verb]; call != nil {
		return call(r, l)
	}
	switch verb {
	case "":
		return "", nil
	case "news":
		r.mu.Lock()
		close(r.changed)
		r.changed = make(chan struct{})
		r.mu.Unlock()
		return "", nil
	case "until":
		return "", r.until(l.lasts("time"))
	case "await":
		return r.await(l.args["text"])
	case "catch-up":
		if !r.waited {
			time.Sleep(time.Until(r.step.Add(l.lasts("took"))))
		}
		synctest.Wait()
		r.step, r.waited = time.Now(), false
		return "", nil
	default:
		return "", fmt.Errorf("%q is nothing that an informer is asked for", verb)
	}
}

// informerCalls are what the verbs are in client-go.
var informerCalls = map[string]func(r *informer, l line) (string, error){
	"start":          func(r *informer, _ line) (string, error) { go r.Run(r.ctx.Done()); return "", nil },
	"stop":           func(r *informer, _ line) (string, error) { r.stop(); return "", nil },
	"restart":        func(r *informer, l line) (string, error) { return "", r.restart(l) },
	"read":           (*informer).read,
	"mutate":         func(r *informer, l line) (string, error) { return "", r.mutate(l) },
	"add-index":      func(r *informer, l line) (string, error) { return r.addIndex(l.args["text"]) },
	"add-handler":    func(r *informer, l line) (string, error) { return "", r.addHandler(l.args["text"]) },
	"remove-handler": func(r *informer, l line) (string, error) { return "", r.removeHandler(l.args["text"]) },
}

// Verbs are those of lessons that a queue or an informer of client-go's is told.
func Verbs() []string {
	return slices.Concat(slices.Sorted(maps.Keys((&queue{}).calls(line{}, nil))), slices.Sorted(maps.Keys(informerCalls)))
}

// restart ends the program, whatever of it still runs, and makes another, which may ask otherwise for
// its first list.
func (r *informer) restart(l line) error {
	r.program.end("restarted")
	r.stop()
	if r.queue != nil {
		r.queue.ShutDown()
	}
	synctest.Wait()
	config := line{verb: r.config.verb, args: maps.Clone(r.config.args)}
	for _, word := range l.words("text") {
		key, value, _ := strings.Cut(word, "=")
		config.args[key] = value
	}
	r.config = config
	return r.boot()
}

func (r *informer) until(at time.Duration) error {
	time.Sleep(time.Until(r.start.Add(at)))
	return nil
}

// await waits for the next answer to a LIST or WATCH, and says how long that took.
func (r *informer) await(what string) (string, error) {
	for len(r.asked) > 0 {
		<-r.asked
	}
	r.waited = true
	from, late := time.Now(), time.After(time.Hour)
	for asked := ""; asked != what; {
		select {
		case asked = <-r.asked:
		case <-late:
			return "", fmt.Errorf("no %s within an hour", strings.ToUpper(what))
		}
	}
	return time.Since(from).String(), nil
}

// read is a worker's read of the cache.
func (r *informer) read(l line) (string, error) {
	key := l.args["key"]
	if key == "" && r.queue != nil {
		if w := r.queue.workers[l.args["actor"]]; w != nil {
			key = r.queue.keys.name(w.key)
		}
	}
	o, found, err := r.GetStore().GetByKey(key)
	if !found {
		return "NotFound", err
	}
	return show(o), err
}

func (r *informer) view(name string) (string, bool) {
	if handler, ok := strings.CutPrefix(name, "calls "); ok {
		return r.called(handler), true
	}
	switch name {
	case "S":
		var out []string
		for _, o := range r.GetStore().List() {
			out = append(out, show(o))
		}
		return set(out), true
	case "I":
		if r.index == "" {
			return "", false
		}
		var out []string
		for _, v := range r.GetIndexer().ListIndexFuncValues(r.index) {
			keys, err := r.GetIndexer().IndexKeys(r.index, v)
			if err != nil {
				return err.Error(), true
			}
			slices.Sort(keys)
			out = append(out, v+":["+strings.Join(keys, " ")+"]")
		}
		return set(out), true
	case "node":
		return r.nodes(), true
	case "panic":
		if r.program.ended() {
			return r.program.view(), true
		}
		return r.detector.view(), true
	case "F":
		waiting, _ := r.fifo()
		if waiting == 0 {
			return "[]", true
		}
		return fmt.Sprintf("[%d waiting]", waiting), true
	case "fifo":
		_, kind := r.fifo()
		return kind, true
	case "streams":
		return r.streams, true
	case "rv":
		return r.LastSyncResourceVersion(), true
	case "synced":
		return strconv.FormatBool(r.HasSynced()), true
	case "pend":
		return r.pending()
	case "heard":
		return r.heard(), true
	case "resync":
		return r.resyncs(), true
	case "q", "d", "p", "heap", "rq", "array", "hands", "shut", "metrics":
		if r.queue != nil {
			return r.queue.view(name)
		}
	}
	return "", false
}

// fifo says how much waits in the queue of the controller, and what kind of queue client-go has made:
// its type, whether it hands out batches, and whether a list is one event.
func (r *informer) fifo() (waiting int, kind string) {
	controller := reflect.ValueOf(r.SharedIndexInformer).Elem().FieldByName("controller")
	if controller.IsNil() {
		return 0, "none before the start"
	}
	made := controller.Elem().Elem().FieldByName("config").FieldByName("Queue").Elem()
	queue := made.Elem()
	kind = queue.Type().Name()
	if _, batches := made.Type().MethodByName("PopBatch"); batches && enabled("InOrderInformersBatchProcess") {
		kind += " in batches"
	}
	if f := queue.FieldByName("emitAtomicEvents"); f.IsValid() && f.Bool() {
		kind += ", atomic"
	}
	lock := (*sync.RWMutex)(queue.FieldByName("lock").Addr().UnsafePointer())
	lock.RLock()
	defer lock.RUnlock()
	return queue.FieldByName("items").Len(), kind
}

func show(o any) string {
	m := o.(*metav1.PartialObjectMetadata)
	key, err := cache.MetaNamespaceKeyFunc(m)
	if err != nil {
		panic(err)
	}
	return key + "@" + m.ResourceVersion
}

// mutate writes into the object that the lister gives.
func (r *informer) mutate(l line) error {
	o, found, err := r.GetStore().GetByKey(l.args["key"])
	if err != nil || !found {
		return fmt.Errorf("mutate %s: found %t, error %v", l.args["key"], found, err)
	}
	o.(*metav1.PartialObjectMetadata).Labels["node"] = l.args["node"]
	return nil
}

// nodes is what the stored objects say of their node.
func (r *informer) nodes() string {
	var out []string
	for _, o := range r.GetStore().List() {
		if m := o.(*metav1.PartialObjectMetadata); m.Labels["node"] != "" {
			out = append(out, m.Name+":"+m.Labels["node"])
		}
	}
	return set(out)
}

// addIndex adds an index to the running informer.
func (r *informer) addIndex(spec string) (string, error) {
	name, f, err := indexOf(spec)
	if err != nil {
		return "", err
	}
	switch err := r.AddIndexers(cache.Indexers{name: f}); {
	case err == nil:
		r.index = name
		return "added", nil
	case strings.HasPrefix(err.Error(), "indexer conflict"):
		return "conflict", nil
	case strings.Contains(err.Error(), "stopped already"):
		return "stopped", nil
	default:
		return "", err
	}
}

// indexOf reads the index of a lesson.
func indexOf(spec string) (name string, f cache.IndexFunc, err error) {
	name, list, _ := strings.Cut(spec, "=")
	read := map[string]func(*metav1.PartialObjectMetadata) string{
		".spec.nodeName": func(o *metav1.PartialObjectMetadata) string { return o.Labels["node"] },
		".metadata.name": func(o *metav1.PartialObjectMetadata) string { return o.Name },
	}
	paths := strings.Split(list, ",")
	for _, path := range paths {
		if read[strings.TrimSuffix(path, "!")] == nil {
			return "", nil, fmt.Errorf("an index of %s: want .spec.nodeName or .metadata.name", path)
		}
	}
	return name, func(o any) (values []string, err error) {
		for _, path := range paths {
			path, must := strings.CutSuffix(path, "!")
			if v := read[path](o.(*metav1.PartialObjectMetadata)); v != "" {
				values = append(values, v)
			} else if must {
				return nil, fmt.Errorf("no %s", path)
			}
		}
		return values, nil
	}, nil
}

var errTransform = errors.New("transform fails")

// transformed is what a transform of a lesson leaves of the node of an object.
func transformed(spec, name, node string) (string, error) {
	words := strings.Fields(spec)
	if slices.Contains(words, "fail=.spec.nodeName="+node) || slices.Contains(words, "fail=.metadata.name="+name) {
		return node, errTransform
	}
	if slices.Contains(words, "drop=.spec.nodeName") {
		return "", nil
	}
	return node, nil
}

// transformOf is a transform of a lesson. It does not expect a tombstone.
func transformOf(spec string) cache.TransformFunc {
	return func(o any) (any, error) {
		m := o.(*metav1.PartialObjectMetadata)
		node, err := transformed(spec, m.Name, m.Labels["node"])
		if err != nil {
			return nil, err
		}
		if m.Labels = maps.Clone(m.Labels); node == "" {
			delete(m.Labels, "node")
		}
		return m, nil
	}
}
