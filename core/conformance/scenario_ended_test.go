package conformance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
)

// ended is a program that a panic has ended. In a test it goes on, since other tests want
// to run; but what it does from then on does not count.
type ended struct {
	mu  sync.Mutex
	by  any
	key string // what the handler was called with
}

// end ends the program, unless it has ended.
func (e *ended) end(by any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.by == nil {
		e.by = by
	}
}

func (e *ended) is() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.by != nil
}

// survive keeps a panic of a handler or a worker from ending the test, and notes it. That it
// would end a program is client-go's default: ReallyCrash.
func survive(program func() *ended) (restore func()) {
	crash, handlers := utilruntime.ReallyCrash, utilruntime.PanicHandlers
	if !crash {
		panic("client-go does not end a program that panics any more")
	}
	errorHandlers := utilruntime.ErrorHandlers
	utilruntime.ErrorHandlers = nil // one sleeps by when the last error was, of the clock outside
	utilruntime.ReallyCrash = false
	utilruntime.PanicHandlers = []func(context.Context, any){func(_ context.Context, by any) {
		if p, worker := by.(workerPanic); !worker || p.how == "uncaught" {
			program().end(by)
		}
	}}
	return func() {
		utilruntime.ReallyCrash, utilruntime.PanicHandlers, utilruntime.ErrorHandlers = crash, handlers, errorHandlers
	}
}

// assert is what many handlers do with what they are given.
func (r *realInformer) assert(o any) {
	r.ended.mu.Lock()
	if d, ok := o.(cache.DeletedFinalStateUnknown); ok && r.ended.by == nil {
		r.ended.key = d.Key
	}
	r.ended.mu.Unlock()
	_ = o.(*metav1.PartialObjectMetadata)
}

// unwrap is what a handler does that expects a tombstone as well, as lessons write it: the tombstone is a
// value, and a pod in it is what it is elsewhere.
func unwrap(o any) {
	pod, ok := o.(*metav1.PartialObjectMetadata)
	if !ok {
		if _, pointer := o.(*cache.DeletedFinalStateUnknown); pointer {
			panic("a tombstone is a pointer")
		}
		tombstone, ok := o.(cache.DeletedFinalStateUnknown)
		if !ok {
			panic(fmt.Sprintf("neither pod nor tombstone: %T", o))
		}
		pod = tombstone.Obj.(*metav1.PartialObjectMetadata)
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o)
	if want, _ := cache.MetaNamespaceKeyFunc(pod); err != nil || key != want {
		panic(fmt.Sprintf("key %q of %T, want %q: %v", key, o, want, err))
	}
}

// panicked names what the program died of.
func (r *realInformer) panicked() (string, bool) {
	if !r.ended.is() {
		return r.detector.view()
	}
	return r.ended.view()
}

// view is what the program died of.
func (e *ended) view() (string, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.by == nil {
		return "[]", true
	}
	if p, ok := e.by.(workerPanic); ok {
		return "[" + p.key + "]", true
	}
	if _, failed, ok := strings.Cut(fmt.Sprint(e.by), `unable to calculate an index entry for key "`); ok {
		key, _, _ := strings.Cut(failed, `"`)
		return "[" + key[strings.LastIndexByte(key, '/')+1:] + "]", true
	}
	if text := fmt.Sprint(e.by); !strings.HasPrefix(text, "interface conversion: interface {} is cache.DeletedFinalStateUnknown, not *v1.") {
		return fmt.Sprintf("[panic %q]", text), true
	}
	return "[" + e.key + "]", true
}

// workerPanic is what a worker of a lesson panics with.
type workerPanic struct{ key, how string }

// panics is a worker of wait.Until, as controllers run theirs, that panics over the key it has
// and is there again when wait.Until lets it.
func (q *realQueue[T]) panics(key T, w *realWorker[T]) {
	p := workerPanic{q.keys.name(key), q.how}
	w.has = false
	ctx, stop := context.WithCancel(context.Background())
	again := false
	go wait.UntilWithContext(ctx, func(context.Context) {
		if again {
			stop()
			return
		}
		again = true
		if p.how == "deferred" {
			defer q.Done(key)
		}
		panic(p)
	}, time.Second)
}

// transformOf is the transform of a lesson, as sim has it, for client-go's objects. It does not
// expect a tombstone.
func transformOf(spec string) cache.TransformFunc {
	return func(o any) (any, error) {
		m := o.(*metav1.PartialObjectMetadata)
		o2, err := transformTraced(spec, trace.Object{Key: m.Name, Node: m.Labels["node"]})
		if err != nil {
			return nil, err
		}
		if m.Labels = maps.Clone(m.Labels); o2.Node == "" {
			delete(m.Labels, "node")
		}
		return m, nil
	}
}

var errTransform = errors.New("transform fails")

// transformTraced is the same for objects of a trace.
func transformTraced(spec string, o trace.Object) (trace.Object, error) {
	words := strings.Fields(spec)
	if slices.Contains(words, "fail=.spec.nodeName="+o.Node) || slices.Contains(words, "fail=.metadata.name="+o.Key) {
		return o, errTransform
	}
	if slices.Contains(words, "drop=.spec.nodeName") {
		o.Node = ""
	}
	return o, nil
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
			return "", nil, fmt.Errorf("no index of %s", path)
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

// addIndex adds an index to the running informer.
func (r *realInformer) addIndex(spec string) error {
	name, f, err := indexOf(spec)
	if err != nil {
		return err
	}
	r.last = "added"
	switch err := r.AddIndexers(cache.Indexers{name: f}); {
	case err == nil:
		r.index = name
	case strings.HasPrefix(err.Error(), "indexer conflict"):
		r.last = "conflict"
	case strings.HasSuffix(err.Error(), "it has stopped already"):
		r.last = "stopped"
	default:
		return err
	}
	return nil
}
