package cache

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// registration is one handler of a shared informer: its mailbox, and one goroutine that
// calls the handler. client-go has three goroutines and two channels here.
type registration struct {
	mu   sync.Mutex
	wake sync.Cond             // of the goroutine that runs; nobody else waits
	mail machine.Listener[any] // not behind a pointer: a note to each of many handlers finds it where their lock is

	handler  ResourceEventHandler
	funcs    ResourceEventHandlerFuncs // what handler points to, if it is one of these
	deaf     uint8                     // by machine.NoteKind: nothing is done with such a note, so nobody is woken for it
	name     string
	id       machine.HandlerID
	logger   klog.Logger
	clock    clock.Clock
	synced   chan struct{} // closed when the handler has seen the initial list
	closed   chan struct{} // closed when the handler gets nothing more
	gone     atomic.Bool   // closed is closed
	finished chan struct{} // closed when the handler is not, and will not be, called
}

func newRegistration(h ResourceEventHandler, upstream string, logger klog.Logger, c clock.Clock) *registration {
	r := &registration{
		handler: h, name: upstream + " + event handler " + nameForHandler(h), logger: logger, clock: c,
		synced: make(chan struct{}), closed: make(chan struct{}), finished: make(chan struct{}),
		mail: *machine.NewListener(trace.Tap{}, storeMeta),
	}
	r.wake.L = &r.mu
	switch h := h.(type) {
	case ResourceEventHandlerFuncs:
		r.funcs = h
		r.handler = &r.funcs
		r.deaf = deaf(h.AddFunc == nil, h.UpdateFunc == nil, h.DeleteFunc == nil)
	case ResourceEventHandlerDetailedFuncs:
		r.deaf = deaf(h.AddFunc == nil, h.UpdateFunc == nil, h.DeleteFunc == nil)
	}
	return r
}

func deaf(add, update, del bool) (kinds uint8) {
	if add {
		kinds |= 1 << machine.NoteAdd
	}
	if update {
		kinds |= 1 << machine.NoteUpdate
	}
	if del {
		kinds |= 1 << machine.NoteDelete
	}
	return kinds
}

// hears reports whether something in post is for the handler, or counts for its sync.
func (r *registration) hears(post machine.Post[any]) bool {
	if r.deaf == 0 || post.Initial() > 0 {
		return true
	}
	notes := post.Notes()
	for n := range notes {
		if r.deaf>>notes[n].Kind&1 == 0 {
			return true
		}
	}
	return false
}

// HasSynced reports whether the handler has seen the initial list.
func (r *registration) HasSynced() bool { return IsDone(done{r.name, r.synced}) }

// HasSyncedChecker is HasSynced to wait for.
func (r *registration) HasSyncedChecker() DoneChecker { return done{r.name, r.synced} }

// ShutdownChan is closed when the handler was removed and its last call has returned.
func (r *registration) ShutdownChan() <-chan struct{} { return r.finished }

// push puts a post into the mailbox.
func (r *registration) push(post machine.Post[any], syncing bool) {
	if !r.hears(post) {
		return
	}
	r.mu.Lock()
	wake := r.mail.PushAll(post, syncing)
	r.mu.Unlock()
	if wake {
		r.wake.Signal()
	}
}

// upstream says that the informer has synced.
func (r *registration) upstream() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mark(r.mail.Upstream())
}

func (r *registration) mark(synced bool) {
	if synced {
		close(r.synced)
	}
}

// shut drops what waits. Only the first call counts; running says that run was started.
func (r *registration) shut(running bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mail.Closed() {
		return
	}
	r.mail.Close()
	r.gone.Store(true)
	close(r.closed)
	if !running {
		close(r.finished)
	}
	r.wake.Signal()
}

// run calls the handler for one notification after the other until the mailbox is shut.
func (r *registration) run() {
	defer close(r.finished)
	h, ok := r.take()
	for ok {
		panicked := r.call(&h)
		h, ok = r.next(h, panicked)
	}
}

// call hands the notes of h to the handler and reports whether it panicked; unless the
// program has switched it off, a panic ends the program. It stops when the mailbox is shut.
func (r *registration) call(h *machine.Hand[any]) (panicked bool) {
	panicked = true
	defer utilruntime.HandleCrashWithLogger(r.logger)
	for n, ok := h.Next(); ok && !r.gone.Load(); n, ok = h.Next() {
		tell(r.handler, n)
	}
	return false
}

// next ends the calls for h and takes what comes next; false when there will be nothing.
func (r *registration) next(h machine.Hand[any], panicked bool) (machine.Hand[any], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	synced, pause := r.mail.FinishMany(h, panicked)
	r.mark(synced)
	if pause > 0 {
		r.mu.Unlock()
		r.rest(time.Duration(pause))
		r.mu.Lock()
	}
	return r.takeLocked()
}

func (r *registration) take() (machine.Hand[any], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.takeLocked()
}

func (r *registration) takeLocked() (machine.Hand[any], bool) {
	for {
		h, ok := r.mail.TakeMany()
		if ok || r.mail.Closed() {
			return h, ok
		}
		r.wake.Wait()
	}
}

// rest waits, or until the mailbox is shut.
func (r *registration) rest(pause time.Duration) {
	t := r.clock.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C():
	case <-r.closed:
	}
}
