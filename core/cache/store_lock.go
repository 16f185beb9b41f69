package cache

import (
	"sync"
	"sync/atomic"
)

// storeLock is the lock of a store. Many readers that list a big store hold each other and a
// writer up: a writer waits until all of them have copied everything, and then they begin
// anew. So while several list at once they share one copy, made under the lock, and each
// copies that with the lock free. A write ends it.
// Source of the trouble: kubernetes/kubernetes#130767.
type storeLock struct {
	sync.RWMutex
	list   atomic.Pointer[[]interface{}] // as long as nothing was written since
	making sync.Mutex
}

// Lock locks for writing.
func (l *storeLock) Lock() {
	l.RWMutex.Lock()
	l.list.Store(nil) // nobody sets it before Unlock
}

// snapshot returns what list returns under the lock: read only.
func (l *storeLock) snapshot(list func() []interface{}) []interface{} {
	if s := l.list.Load(); s != nil {
		return *s
	}
	l.making.Lock()
	defer l.making.Unlock()
	if s := l.list.Load(); s != nil {
		return *s
	}
	l.RLock()
	defer l.RUnlock()
	s := list()
	l.list.Store(&s)
	return s
}
