//go:build !js

package core_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/trace"
)

// stands is what stands in client-go's line.
var stands = map[string]string{
	"queue.add":          "q.queue.Push(item)",
	"queue.add owed":     "if q.processing.Has(item)",
	"queue.add merged":   "if q.dirty.Has(item)",
	"queue.dropped":      "if q.shuttingDown",
	"queue.dropped heap": "if q.ShuttingDown()",
	"queue.get":          "q.queue.Pop()",
	"queue.blocked":      "q.cond.Wait()",
	"queue.over":         "return *new(T), true",
	"queue.done":         "q.processing.Delete(item)",
	"queue.done again":   "q.queue.Push(item)",
	"queue.stray":        "q.queue.Push(item)",
	"queue.shut":         "q.shuttingDown = true",
	"queue.shut drain":   "q.shuttingDown = true",

	"heap.now":             "duration <= 0",
	"heap.add":             "heap.Push(q, entry)",
	"heap.earlier":         "existing.readyAt = entry.readyAt",
	"heap.ignored":         "existing.readyAt.After(entry.readyAt)",
	"heap.due":             "heap.Pop(waitingForQueue)",
	"limiter.when":         "r.failures[item] + 1",
	"limiter.when max":     "limiter.When(item)",
	"limiter.token":        "r.Limiter.Reserve()",
	"limiter.token filled": "rate.NewLimiter(",
	"limiter.forget":       "delete(r.failures, item)",
	"limiter.forget max":   "limiter.Forget(item)",

	"fifo.push":                   "append(f.items, Delta{",
	"fifo.push classic":           "append(f.queue, id)",
	"fifo.push classic merged":    "append(oldDeltas, Delta{",
	"fifo.push classic replaces":  "deltas[n-2] = *out",
	"fifo.replace":                "append(f.items, Delta{",
	"fifo.mark":                   "append(f.items, Delta{",
	"fifo.mark SyncAll":           "append(f.items, Delta{",
	"fifo.skip":                   "if keysInQueue.Has(knownKey)",
	"fifo.skip classic":           "!exists && !itemsExist",
	"fifo.skip classic Sync":      "len(f.items[id]) > 0",
	"fifo.begin":                  "f.items = f.items[len(deltas):]",
	"fifo.begin ordered":          "f.items = f.items[1:]",
	"fifo.begin classic":          "f.queue = f.queue[1:]",
	"fifo.end":                    "err := process()",
	"fifo.end classic":            "err := process(item, isInInitialList)",
	"fifo.initial filled":         "f.initialPopulationCount = len(f.items)",
	"fifo.initial filled classic": "f.initialPopulationCount = keys.Len()",
	"fifo.initial":                "f.initialPopulationCount -= len(deltas)",
	"fifo.initial ordered":        "f.initialPopulationCount--",
	"fifo.initial classic":        "f.initialPopulationCount--",
	"fifo.synced":                 "close(f.synced)",
	"fifo.synced classic":         "close(f.synced)",
	"fifo.transform":              "s.transform = handler",
	"fifo.refuse":                 "f.transformer(obj)",
	"fifo.refuse ReplacedAll":     "f.transformer(obj)",
	"fifo.refuse classic":         "f.transformer(obj)",
	"fifo.refuse streaming":       "c.transformer(obj)",

	"store.put":                "c.items[key] = obj",
	"store.put ReplacedAll":    "c.items = items",
	"store.delete":             "delete(c.items, key)",
	"store.delete ReplacedAll": "c.items = items",
	"store.rv":                 "c.rv = rv",
	"store.rv removed":         "c.rv = rv",
	"store.rv several":         "c.rv = rv",
	"store.rv ReplacedAll":     "c.rv = resourceVersion",
	"store.rv Bookmark":        "c.rv = rv",
	"index.add":                "set.Insert(key)",
	"index.delete":             "set.Delete(key)",
	"index.delete ReplacedAll": "c.index.reset()",

	"handler.add":             "p.listeners[listener] = true",
	"handler.period":          "return desired",
	"handler.period raised":   "resyncPeriod = s.resyncCheckPeriod",
	"handler.period never":    "return 0",
	"handler.due":             "p.nextResync = now.Add(p.resyncPeriod)",
	"handler.push":            "p.addCh <- notification",
	"handler.begin update":    "p.handler.OnUpdate(",
	"handler.begin add":       "p.handler.OnAdd(",
	"handler.begin delete":    "p.handler.OnDelete(",
	"handler.end":             "sleepAfterCrash = false",
	"handler.end panicked":    "defer utilruntime.HandleCrashWithLogger(",
	"handler.synced":          "t.cancel()",
	"handler.synced upstream": "t.cancel()",
	"handler.remove":          "delete(p.listeners, listener)",

	"reflector.rv":                      "r.lastSyncResourceVersion = v",
	"reflector.list":                    "r.listerWatcher.ListWithContext(ctx, opts)",
	"reflector.page":                    "list.Items = append(list.Items, obj)",
	"reflector.listed":                  "r.syncWith(items, resourceVersion)",
	"reflector.listed failed":           `fmt.Errorf("failed to list`,
	"reflector.watch":                   "r.listerWatcher.WatchWithContext(ctx, options)",
	"reflector.watch initial":           "r.listerWatcher.WatchWithContext(ctx, options)",
	"reflector.watching":                "handleWatch(",
	"reflector.watching initial":        "handleListWatch(",
	"reflector.watching failed":         "isWatchErrorRetriable(err)",
	"reflector.watching initial failed": "isErrorRetriableWithSideEffectsFn(err)",
	"reflector.event":                   "store.Add(event.Object)",
	"reflector.event MODIFIED":          "store.Update(event.Object)",
	"reflector.event DELETED":           "store.Delete(event.Object)",
	"reflector.event BOOKMARK":          "bookmarkStore.Bookmark(resourceVersion)",
	"reflector.event BOOKMARK end":      "watchListBookmarkReceived = true",
	"reflector.event ERROR":             "apierrors.FromObject(event.Object)",
	"reflector.closed":                  "w.Stop()",
	"reflector.closed server":           "if !ok",
	"reflector.timer":                   "backoff.DelayWithReset(",
	"reflector.timer resync":            "r.clock.NewTimer(r.resyncPeriod)",

	"worker.read":         "l.indexer.GetByKey(key)",
	"worker.read nothing": "errors.NewNotFound(",

	"step start":       "s.controller.RunWithContext(ctx)",
	"step add-index":   "c.index.updateSingleIndex(name, nil, item, key)",
	"crash controller": "panic(fmt.Errorf(",
	"crash detector":   "panic(msg)",
}

// nowhere are the ops that client-go has no line for, with the reason; of some only without a word.
var nowhere = map[trace.Op]string{
	trace.QueuePriority: "client-go's queue has no priorities",
	trace.QueueRaise:    "client-go's queue has no priorities",
	trace.QueueFetch:    "in client-go an Add leaves the wait of a key as it is",
	trace.QueueSkip:     "in client-go's line stands no key that a worker holds",
	trace.Step:          "a user's command, or an actor's turn",
	trace.ReflState:     "client-go's reflector keeps no name of what it is doing",
	trace.StoreTouch:    "somebody else's code does it",
	trace.ServerPut:     "the API server",
	trace.ServerDel:     "the API server",
	trace.ServerCompact: "the API server",
	trace.ServerSkip:    "the API server",
	trace.ServerLink:    "the network",
	trace.WorkerEnd:     "the controller's own code",
	trace.WorkerPanic:   "the controller's own code",
	trace.Restart:       "a program that begins anew",
	trace.NoteTake:      "what is called is in a word",
	trace.Broken:        "our checker",
	trace.Crash:         "a panic of the controller's own code",
}

// Of a new client-go this names each line that has moved, and where what stood in it is now.
func TestEachOriginIsTheLineOfClientGo(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/client-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(string(out))
	met := map[string]bool{}
	for _, o := range core.Origins() {
		if core.OfRuntime(o.File) { // conformance/priority reads them
			continue
		}
		what := strings.Join(append([]string{o.Op.String()}, o.Words...), " ")
		if met[what] {
			t.Errorf("%s has two rows", what)
		}
		met[what] = true
		want := stands[what]
		if want == "" {
			t.Errorf("%s: say here what stands in its line", what)
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, o.File))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		from, to := function(t, o.File, text, o.Func)
		if from == 0 {
			t.Errorf("%s: %s has no %s", what, o.File, o.Func)
			continue
		}
		var at []int
		for i, line := range bytes.Split(text, []byte("\n")) {
			if n := i + 1; n >= from && n <= to && strings.Contains(string(line), want) {
				at = append(at, n)
			}
		}
		if !slices.Contains(at, o.Line) {
			t.Errorf("%s: %q of %s stands in lines %v of %s, the row says %d", what, want, o.Func, at, o.File, o.Line)
		}
	}
	for what := range stands {
		if !met[what] {
			t.Errorf("%s has no row in origin.go", what)
		}
	}
}

// function returns the lines of a function; 0 when there is none of that name.
func function(t *testing.T, file string, text []byte, name string) (from, to int) {
	t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		called := f.Name.Name
		if f.Recv != nil {
			kind := f.Recv.List[0].Type
			if star, ok := kind.(*ast.StarExpr); ok {
				kind = star.X
			}
			if generic, ok := kind.(*ast.IndexExpr); ok {
				kind = generic.X
			}
			called = kind.(*ast.Ident).Name + "." + called
		}
		if called == name {
			return fset.Position(f.Pos()).Line, fset.Position(f.End()).Line
		}
	}
	return 0, 0
}

// However an op ends, client-go's line is known, or the reason why there is none.
func TestEachOpHasAnOriginOrAReason(t *testing.T) {
	for _, op := range trace.Ops() {
		if _, ok := core.OriginOf(op); ok == (nowhere[op] != "") {
			t.Errorf("%s has a line of client-go: %v; the reason why it has none: %q", op, ok, nowhere[op])
		}
	}
	for _, test := range []struct {
		op    trace.Op
		words string
		want  string
	}{
		{trace.QueueAdd, "queue owed", "Typed.Add"},
		{trace.QueueDropped, "heap limited", "delayingType.AddAfter"},
		{trace.FIFOBegin, "fifo classic", "DeltaFIFO.Pop"},
		{trace.FIFOBegin, "fifo atomic", "RealFIFO.PopBatch"},
		{trace.NoteTake, "listener delete", "processorListener.run"},
		{trace.QueueAdd, "priority merged", "priorityqueue.lockedAddWithOpts"},
		{trace.QueueDone, "priority free", "priorityqueue.Done"},
		{trace.QueueStray, "priority", ""},
	} {
		if o, _ := core.OriginOf(test.op, strings.Fields(test.words)...); o.Func != test.want {
			t.Errorf("%s with %q is in %s, want %s", test.op, test.words, o.Func, test.want)
		}
	}
}
