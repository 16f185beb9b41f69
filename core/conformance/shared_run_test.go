package conformance

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// sharedRun drives our SharedIndexInformer as theirRun drives client-go's: with the same
// ListerWatcher and the same handlers, over a cluster of its own.
type sharedRun struct {
	theirRun      // the server, as List and Watch, and what handlers are called with
	informer      cache.SharedIndexInformer
	registrations []cache.ResourceEventHandlerRegistration // of theirRun's handlers
}

// sharedHandler is a theirHandler that knows our tombstones.
type sharedHandler struct{ *theirHandler }

func (h sharedHandler) OnDelete(o any) {
	if d, ok := o.(cache.DeletedFinalStateUnknown); ok {
		h.called(fmt.Sprintf("OnDelete(%s unknown=true)", showTheirs(d.Obj)))
		return
	}
	h.theirHandler.OnDelete(o)
}

// sharedEngine is the engine of our informer that does as e.
func sharedEngine(e engine) (cache.Engine, bool) {
	kind, err := cache.ParseEngine(e.Name)
	return kind, err == nil
}

func runShared(t *testing.T, e engine, script []string) (reports []*report) {
	kind, ok := sharedEngine(e)
	if !ok {
		t.Fatalf("our informer has no engine %q", e.name)
	}
	synctest.Test(t, func(t *testing.T) {
		r := &sharedRun{theirRun: theirRun{server: newServer(), changed: make(chan struct{}), report: newReport()}}
		r.informer = cache.NewSharedIndexInformerWithOptions(r, &metav1.PartialObjectMetadata{}, cache.SharedIndexInformerOptions{
			ResyncPeriod: time.Duration(resyncOf(script)),
			Indexers:     cache.Indexers{"node": labelled},
			Engine:       kind, DisableWatchList: !e.stream,
		})
		if err := r.informer.SetWatchErrorHandlerWithContext(func(context.Context, *cache.Reflector, error) { r.failed() }); err != nil {
			t.Fatal(err)
		}
		reports = r.play(t.Context(), script, r.do, func() string { return r.state(e) })
		if r.started && !r.informer.IsStopped() {
			t.Error("our informer has not stopped with its context")
		}
	})
	return reports
}

// do runs a line. Those of the server and of the clock are theirRun's.
func (r *sharedRun) do(ctx context.Context, line string) {
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
		h := &theirHandler{run: &r.theirRun, name: f[1], changed: make(chan struct{})}
		registration, err := r.informer.AddEventHandlerWithOptions(sharedHandler{h}, o)
		if err != nil {
			panic(err)
		}
		r.handlers = append(r.handlers, h)
		r.registrations = append(r.registrations, registration)
	case "remove":
		n := slices.IndexFunc(r.handlers, func(h *theirHandler) bool { return h.name == f[1] })
		r.handlers[n].removed = true
		if err := r.informer.RemoveEventHandler(r.registrations[n]); err != nil {
			panic(err)
		}
	default:
		r.theirRun.do(ctx, line)
	}
}

func (r *sharedRun) state(e engine) string {
	r.mu.Lock()
	s := stored(r.informer.GetIndexer(), r.informer.GetIndexer().ListIndexFuncValues("node")) + " synced=" + strconv.FormatBool(r.informer.HasSynced()) + " failures=" + strconv.Itoa(r.failures)
	r.mu.Unlock()
	if r.started {
		s += " rv=" + r.informer.LastSyncResourceVersion()
	}
	if e.Atomic {
		s += " store=" + r.informer.GetStore().LastStoreSyncResourceVersion()
	}
	for n, h := range r.handlers {
		s += " " + h.name + ":" + strconv.FormatBool(r.registrations[n].HasSynced())
	}
	return s
}
