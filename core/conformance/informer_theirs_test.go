package conformance

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// theirRun drives client-go's SharedIndexInformer under a virtual clock.
type theirRun struct {
	mu      sync.Mutex // of everything here
	server  *server
	changed chan struct{} // closed when the server has news
	report  *report

	informer cache.SharedIndexInformer
	handlers []*theirHandler
	failures int
	started  bool
	angry    string // the pod that makes handlers panic
	pending  bool   // state says how many notifications wait
}

type theirHandler struct {
	run          *theirRun
	name         string
	registration cache.ResourceEventHandlerRegistration
	held         bool
	allowed      int
	changed      chan struct{}
	removed      bool
}

// runTheirs plays the script on client-go's shared informer. The reports say how many notifications
// wait at each handler, which our shared informer does not show, where pending is true.
func runTheirs(t *testing.T, e engine, script []string, pending bool) (reports []*report) {
	synctest.Test(t, func(t *testing.T) {
		r := &theirRun{pending: pending, server: newServer(), changed: make(chan struct{}), report: newReport()}
		r.informer = cache.NewSharedIndexInformerWithOptions(r, &metav1.PartialObjectMetadata{}, cache.SharedIndexInformerOptions{
			ResyncPeriod: time.Duration(resyncOf(script)),
			Indexers:     cache.Indexers{"node": labelled},
		})
		if err := r.informer.SetWatchErrorHandlerWithContext(func(context.Context, *cache.Reflector, error) { r.failed() }); err != nil {
			t.Fatal(err)
		}
		reports = r.play(t.Context(), script, r.do, func() string { return r.state(e) })
	})
	return reports
}

func labelled(o any) ([]string, error) {
	return []string{o.(*metav1.PartialObjectMetadata).Labels["node"]}, nil
}

func (r *theirRun) failed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures++
}

// play runs a script to its end, with what does a line and prints the state after it.
func (r *theirRun) play(ctx context.Context, script []string, do func(context.Context, string), state func() string) (reports []*report) {
	ctx, cancel := context.WithCancel(ctx)
	for _, line := range script {
		r.mu.Lock()
		r.report = newReport()
		rep := r.report
		r.mu.Unlock()
		do(ctx, strings.TrimSuffix(line, " ~"))
		synctest.Wait()
		rep.state = state()
		r.mu.Lock()
		rep.api = r.server.took()
		r.mu.Unlock()
		reports = append(reports, rep)
	}
	cancel()
	for _, h := range r.handlers {
		h.let(false, 0)
	}
	synctest.Wait()
	return reports
}

func (r *theirRun) do(ctx context.Context, line string) {
	r.mu.Lock()
	if r.server.do(line) {
		close(r.changed)
		r.changed = make(chan struct{})
		r.mu.Unlock()
		return
	}
	r.mu.Unlock()
	f := strings.Fields(line)
	switch f[0] {
	case "start":
		r.started = true
		go r.informer.RunWithContext(ctx)
	case "handler":
		var o cache.HandlerOptions
		if len(f) > 2 {
			d := time.Duration(duration(f[2]))
			o.ResyncPeriod = &d
		}
		h := &theirHandler{run: r, name: f[1], changed: make(chan struct{})}
		registration, err := r.informer.AddEventHandlerWithOptions(h, o)
		if err != nil {
			panic(err)
		}
		h.registration = registration
		r.handlers = append(r.handlers, h)
	case "remove":
		h := r.handler(f[1])
		h.removed = true
		if err := r.informer.RemoveEventHandler(h.registration); err != nil {
			panic(err)
		}
	case "hold":
		r.handler(f[1]).let(true, 0)
	case "release":
		if len(f) > 2 {
			r.handler(f[1]).let(true, number(f[2]))
		} else {
			r.handler(f[1]).let(false, 0)
		}
	case "sleep":
		time.Sleep(time.Duration(duration(f[1])))
	case "anger":
		r.mu.Lock()
		r.angry = f[1]
		r.mu.Unlock()
	}
}

func (r *theirRun) handler(name string) *theirHandler {
	return r.handlers[slices.IndexFunc(r.handlers, func(h *theirHandler) bool { return h.name == name })]
}

func (h *theirHandler) let(held bool, allowed int) {
	h.run.mu.Lock()
	defer h.run.mu.Unlock()
	h.held, h.allowed = held, allowed
	close(h.changed)
	h.changed = make(chan struct{})
}

// called notes the call and returns when the handler may.
func (h *theirHandler) called(text string) {
	h.run.mu.Lock()
	h.run.report.call(h.name, text)
	for h.held && h.allowed == 0 {
		changed := h.changed
		h.run.mu.Unlock()
		<-changed
		h.run.mu.Lock()
	}
	if h.held {
		h.allowed--
	}
	angry := h.run.angry
	h.run.mu.Unlock()
	if angry != "" && strings.Contains(text, "default/"+angry+"@") {
		panic("angry about " + angry)
	}
}

func (h *theirHandler) OnAdd(o any, initial bool) {
	h.called(fmt.Sprintf("OnAdd(%s initial=%t)", showTheirs(o), initial))
}

func (h *theirHandler) OnUpdate(old, fresh any) {
	h.called(fmt.Sprintf("OnUpdate(%s %s)", showTheirs(old), showTheirs(fresh)))
}

func (h *theirHandler) OnDelete(o any) {
	unknown := false
	if d, ok := o.(cache.DeletedFinalStateUnknown); ok {
		o, unknown = d.Obj, true
	}
	h.called(fmt.Sprintf("OnDelete(%s unknown=%t)", showTheirs(o), unknown))
}

func showTheirs(o any) string {
	m := o.(*metav1.PartialObjectMetadata)
	uid := string(m.UID)
	return m.Namespace + "/" + m.Name + "@" + m.ResourceVersion + "/" + m.Labels["node"] + "/" + uid[len(uid)-2:]
}

func (r *theirRun) state(e engine) string {
	values := r.informer.GetIndexer().ListIndexFuncValues("node")
	slices.Sort(values)
	r.mu.Lock()
	s := stored(r.informer.GetIndexer(), values) + " synced=" + strconv.FormatBool(r.informer.HasSynced()) + " failures=" + strconv.Itoa(r.failures)
	r.mu.Unlock()
	if r.started {
		s += " rv=" + r.informer.LastSyncResourceVersion()
	}
	if e.Atomic {
		s += " store=" + r.informer.GetStore().LastStoreSyncResourceVersion()
	}
	for _, h := range r.handlers {
		s += " " + h.name + ":" + strconv.FormatBool(h.registration.HasSynced())
		if r.pending && !h.removed {
			ring := reflect.ValueOf(h.registration).Elem().FieldByName("pendingNotificationsLength")
			s += fmt.Sprintf("/%d", (*atomic.Int64)(ring.Addr().UnsafePointer()).Load())
		}
	}
	return s
}

// stored is what a store holds, and under which values of its index.
func stored(all interface {
	List() []any
	IndexKeys(index, value string) ([]string, error)
}, values []string) string {
	var objects []string
	for _, o := range all.List() {
		objects = append(objects, showTheirs(o))
	}
	slices.Sort(objects)
	var index []string
	for _, node := range values {
		keys, _ := all.IndexKeys("node", node)
		index = append(index, node+"["+strings.Join(keys, " ")+"]")
	}
	return "S=[" + strings.Join(objects, " ") + "] I=[" + strings.Join(index, " ") + "]"
}

// List and Watch make a theirRun the ListerWatcher of its informer.
func (r *theirRun) List(o metav1.ListOptions) (runtime.Object, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list, rv, f := r.server.list(o.ResourceVersion)
	if !f.OK() {
		return nil, asError(f)
	}
	return asList(list, rv), nil
}

func (r *theirRun) Watch(o metav1.ListOptions) (watch.Interface, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w, f := r.server.watch(o.ResourceVersion, o.SendInitialEvents != nil && *o.SendInitialEvents)
	if !f.OK() {
		return nil, asError(f)
	}
	s := newWireWatch()
	go s.run(func() news {
		r.mu.Lock()
		defer r.mu.Unlock()
		ev, state := r.server.Next(&w)
		return news{event: ev, state: state, changed: r.changed}
	})
	return s, nil
}
