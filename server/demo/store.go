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

// store is a cluster that may be used concurrently, and is told the time.
type store struct {
	mu      sync.Mutex
	c       *cluster.Cluster
	changed chan struct{} // closed at the next change
}

func newStore() *store {
	return &store{c: cluster.New(trace.Tap{}, window), changed: make(chan struct{})}
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
	if _, err := s.c.Update(resource, o); err != nil {
		panic(fmt.Sprintf("demo: update %s %s that was just read: %v", resource, key, err))
	}
	return true
}

func (s *store) remove(resource, key string) {
	if _, err := s.c.Get(resource, key); err != nil {
		return
	}
	if _, err := s.c.Delete(resource, key); err != nil {
		panic(fmt.Sprintf("demo: delete %s %s that was just read: %v", resource, key, err))
	}
}
