package demo

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/trace"
)

// window is how many events of each resource watchers can resume over.
const window = 1000

// store is a cluster that may be used concurrently, told the time, and remembers what each write
// replaced: a watch with a selector must know whether the object was selected before.
type store struct {
	mu      sync.Mutex
	c       *cluster.Cluster
	changed chan struct{} // closed at the next change
	before  map[string]*cluster.Object
	written map[string][]string // by resource, the RVs that before has, oldest first
}

func newStore() *store {
	return &store{c: cluster.New(trace.Tap{}, window), changed: make(chan struct{}), before: map[string]*cluster.Object{},
		written: map[string][]string{}}
}

// at runs f with the cluster's clock at now, then wakes whoever waits. f alone may call create, edit
// and remove.
func (s *store) at(now time.Duration, f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.c.SetTime(now.Nanoseconds())
	f()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *store) create(resource string, o cluster.Object) *cluster.Object {
	o.UID = uid(o.Kind, o.Namespace, o.Name)
	made, err := s.c.Create(resource, o)
	if err != nil {
		panic(fmt.Sprintf("demo: the workload makes each %s once: %v", resource, err))
	}
	s.remember(resource, made.RV, nil)
	return made
}

// edit changes the object with that key and reports whether there is one.
func (s *store) edit(resource, key string, change func(o *cluster.Object)) bool {
	old, err := s.c.Get(resource, key)
	if err != nil {
		return false
	}
	o := *old
	o.Labels, o.Annotations, o.Fields = maps.Clone(old.Labels), maps.Clone(old.Annotations), maps.Clone(old.Fields)
	change(&o)
	made, err := s.c.Update(resource, o)
	if err != nil {
		panic(fmt.Sprintf("demo: update %s %s that was just read: %v", resource, key, err))
	}
	s.remember(resource, made.RV, old)
	return true
}

func (s *store) remove(resource, key string) {
	old, err := s.c.Get(resource, key)
	if err != nil {
		return
	}
	made, err := s.c.Delete(resource, key)
	if err != nil {
		panic(fmt.Sprintf("demo: delete %s %s that was just read: %v", resource, key, err))
	}
	s.remember(resource, made.RV, old)
}

// remember keeps what the write at rv replaced for as long as a watch may still see the write.
func (s *store) remember(resource, rv string, old *cluster.Object) {
	s.before[rv] = old
	written := append(s.written[resource], rv)
	if len(written) > 2*window { // the cluster's log is cut when it is that long
		delete(s.before, written[0])
		written = written[1:]
	}
	s.written[resource] = written
}
