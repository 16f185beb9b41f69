package hub

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/server/gate"
)

// Limits of a feed.
const (
	window     = 4096             // how many events clients can resume over
	windowSize = 32 << 20         // of how many bytes of objects at most
	linger     = 10 * time.Minute // how long a feed goes on that nobody asks
	sentinel   = 30 * time.Second // how often the cluster's history is looked at
)

// feed is one collection: what it holds now, and the chain of what happened to it.
type feed struct {
	hub    *Hub
	what   Collection
	begin  string // a resourceVersion to begin at: of a client that was here before us
	end    context.CancelFunc
	oldest atomic.Uint64 // the seq of chain.first: who stands before it has fallen out of the window

	mu      sync.Mutex
	over    context.CancelFunc // ends the history that is followed
	form    Form
	synced  bool
	changed chan struct{} // closed at the next change of rv, synced or trouble
	rv      uint64
	past    uint64        // the newest rv of histories that are over
	heard   time.Time     // of the last event, bookmark or list
	trouble *gate.Problem // why the last try to read the cluster failed; nil when it did not
	objects []*Object     // sorted by key
	lent    bool          // objects are in somebody's hands: they are copied before the next change
	lists   map[listKey]*madeList
	chain
	users int
	quiet *time.Timer // ends the feed
}

// chain is the events that clients can resume over, the oldest first.
type chain struct {
	first *event // the place before the oldest; its rv is the oldest that can be resumed from
	last  *event
	count int
	bytes int
}

// event is a change, and the place after it. What is next is set once, then ready is closed.
type event struct {
	rv       uint64
	seq      uint64        // ascending, through all histories
	kind     string        // ADDED, MODIFIED or DELETED; "" in the place before all
	now, was *Object       // after and before; now is the last state of one that is gone
	reached  atomic.Uint64 // the newest rv at which this was the last event
	lines    [3]line       // as ADDED, MODIFIED, DELETED
	next     *event        // nil at the end of a history
	ready    chan struct{} // closed when next is there, or will never be
}

// Kinds of events.
const (
	added    = string(watch.Added)
	modified = string(watch.Modified)
	deleted  = string(watch.Deleted)
)

// line is what clients are sent of an event, made when the first needs it.
type line struct {
	once sync.Once
	text []byte
}

func newEvent(rv uint64) *event {
	e := &event{rv: rv, ready: make(chan struct{})}
	e.reached.Store(rv)
	return e
}

func newFeed(h *Hub, what Collection, begin string) *feed {
	f := &feed{hub: h, what: what, begin: begin, changed: make(chan struct{})}
	f.first = newEvent(0)
	f.last = f.first
	return f
}

// run follows the cluster until ctx ends. Each turn of the loop is one history of the cluster's.
func (f *feed) run(ctx context.Context) {
	for ctx.Err() == nil {
		history, end := context.WithCancel(ctx)
		f.mu.Lock()
		f.over = end
		f.mu.Unlock()
		source := &source{feed: f}
		go source.guard(history)
		cache.NewReflectorWithOptions(source, nil, f, cache.ReflectorOptions{
			Name: f.what.Resource.String(), TypeDescription: f.what.Resource.Kind, DisableWatchList: true, Backoff: pauses(),
		}).RunWithContext(klog.NewContext(history, logr.Discard())) // what goes wrong is logged where it is seen
		end()
	}
}

// pauses are those between attempts to read the cluster: 0.8 s at first, and never more than 30 s, since
// each is stretched by up to as much again.
func pauses() *wait.Backoff {
	return &wait.Backoff{Duration: 800 * time.Millisecond, Factor: 2, Jitter: 1, Cap: 15 * time.Second, Steps: 30}
}

// Replace implements cache.ReflectorStore: a list at a resourceVersion. If it brings nothing new, watches go
// on. Else what came between is lost, and every watch ends, as an API server ends them.
func (f *feed) Replace(list []any, rv string) error {
	objects := make([]*Object, len(list))
	for i, o := range list {
		objects[i] = o.(*Object)
	}
	slices.SortFunc(objects, func(a, b *Object) int { return cmp.Compare(a.key, b.key) })
	f.mu.Lock()
	defer f.mu.Unlock()
	at := number(rv)
	if !f.synced || at < f.rv || !slices.EqualFunc(objects, f.objects, sameVersion) {
		f.cut(at)
	}
	f.objects, f.lent, f.synced, f.trouble = objects, false, true, nil
	f.advance(at)
	return nil
}

func sameVersion(a, b *Object) bool { return a.key == b.key && a.ResourceVersion == b.ResourceVersion }

// cut begins a new chain at rv and ends the watches along the old one.
func (f *feed) cut(rv uint64) {
	old := f.last
	f.first = newEvent(rv)
	f.first.seq = old.seq + 1 // who stands at old is out of the window
	f.last, f.count, f.bytes, f.rv = f.first, 0, 0, rv
	f.oldest.Store(f.first.seq)
	close(old.ready)
}

// forget lets go of everything: the resource is gone.
func (f *feed) forget(why *gate.Problem) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.empty(why)
}

func (f *feed) empty(why *gate.Problem) {
	if f.synced {
		f.cut(0)
	}
	f.synced, f.objects, f.lists, f.trouble = false, nil, nil, why
	f.tell()
}

// turn forgets this history of the cluster's, unless it is over, and follows the next.
func (f *feed) turn(history context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if history.Err() == nil {
		f.past = max(f.past, f.rv)
		f.empty(nil)
		f.over()
	}
}

// Add implements cache.ReflectorStore.
func (f *feed) Add(o any) error { return f.Update(o) }

// Update implements cache.ReflectorStore: o is there now, whether it was before or not.
func (f *feed) Update(obj any) error {
	o := obj.(*Object)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.own()
	i, found := f.find(o.key)
	if !found {
		f.objects = slices.Insert(f.objects, i, o)
		f.happened(added, o, nil)
		return nil
	}
	was := f.objects[i]
	f.objects[i] = o
	f.happened(modified, o, was)
	return nil
}

// Delete implements cache.ReflectorStore. An object that is not there was deleted before.
func (f *feed) Delete(obj any) error {
	o := obj.(*Object)
	f.mu.Lock()
	defer f.mu.Unlock()
	if i, found := f.find(o.key); found {
		f.own()
		was := f.objects[i]
		f.objects = slices.Delete(f.objects, i, i+1)
		f.happened(deleted, o, was)
	}
	return nil
}

// Resync implements cache.ReflectorStore. Nobody asks for one.
func (f *feed) Resync() error { return nil }

// UpdateResourceVersion implements cache.ResourceVersionUpdater: nothing more has happened up to rv.
func (f *feed) UpdateResourceVersion(rv string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(number(rv))
}

// find says where the object with that key is, or belongs.
func (f *feed) find(key string) (int, bool) {
	return slices.BinarySearchFunc(f.objects, key, func(o *Object, key string) int { return cmp.Compare(o.key, key) })
}

// own makes sure that nobody else reads f.objects.
func (f *feed) own() {
	if f.lent {
		f.objects, f.lent = slices.Clone(f.objects), false
	}
}

// happened appends an event and lets the oldest go.
func (f *feed) happened(kind string, now, was *Object) {
	e := newEvent(now.version())
	e.seq, e.kind, e.now, e.was = f.last.seq+1, kind, now, was
	f.last.next = e
	close(f.last.ready)
	f.last = e
	f.count++
	f.bytes += len(now.body)
	for f.count > window || f.bytes > windowSize && f.count > 1 {
		f.first = f.first.next
		f.count--
		f.bytes -= len(f.first.now.body)
	}
	f.oldest.Store(f.first.seq)
	f.advance(e.rv)
}

// advance moves the feed to rv, if that is further on.
func (f *feed) advance(rv uint64) {
	f.rv = max(f.rv, rv)
	f.last.reached.Store(f.rv)
	f.heard = time.Now()
	f.lists = nil
	f.tell()
}

// tell wakes who waits for the feed.
func (f *feed) tell() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// failed notes why the cluster could not be read; nil that it could.
func (f *feed) failed(p *gate.Problem) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.trouble != p {
		f.trouble = p
		f.tell()
	}
}

// well reports whether the cluster could be read when it was last asked.
func (f *feed) well() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.trouble == nil
}

// enter counts a request in.
func (f *feed) enter() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.users++
	if f.quiet != nil {
		f.quiet.Stop()
		f.quiet = nil
	}
}

// leave counts a request out; the last lets the feed linger.
func (f *feed) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users--; f.users == 0 {
		f.quiet = time.AfterFunc(f.hub.linger, func() { f.hub.drop(f) })
	}
}

// ready waits for the first list, or for the reason why there is none.
func (f *feed) ready(ctx context.Context) error {
	return f.await(ctx, firstPatience, gate.ErrSlow, func() (bool, error) {
		if !f.synced && f.trouble != nil {
			return false, f.trouble
		}
		return f.synced, nil
	})
}

// hold locks the feed at a moment at which it has a list: between two questions its history may end, and
// what is empty then is no list. The caller unlocks.
func (f *feed) hold(ctx context.Context) error {
	for {
		if err := f.ready(ctx); err != nil {
			return err
		}
		f.mu.Lock()
		if f.synced {
			return nil
		}
		f.mu.Unlock()
	}
}

// reach waits for a moment until the feed is at rv, unless it is of a history that is over.
func (f *feed) reach(ctx context.Context, rv string) error {
	want := number(rv)
	return f.await(ctx, newerPatience, gate.ErrTooLarge, func() (bool, error) {
		if f.rv < want && want <= f.past {
			return false, gate.ErrExpired
		}
		return f.rv >= want, nil
	})
}

// await asks, under the lock, whenever the feed changes, and answers late when it takes too long.
func (f *feed) await(ctx context.Context, patience time.Duration, late error, ask func() (bool, error)) error {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		f.mu.Lock()
		done, err := ask()
		changed := f.changed
		f.mu.Unlock()
		if done || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-limit.C:
			return late
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// info says how the feed is.
func (f *feed) info() gate.Feed {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := gate.Feed{Resource: f.what.Resource.String(), Namespace: f.what.Namespace, Objects: len(f.objects), Clients: f.users}
	if f.synced {
		i.ResourceVersion, i.Heard = strconv.FormatUint(f.rv, 10), f.heard.UTC()
	}
	if f.trouble != nil {
		i.Trouble = f.trouble.ID
	}
	return i
}
