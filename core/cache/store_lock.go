package cache

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// storeLock is the lock of a store: one writer, or any number of readers. It differs from a
// sync.RWMutex in three points that who reads much can feel:
//
//   - Readers are counted in several places, so that two processors that read at once do not
//     take the same cache line from each other. A writer looks at all of them, which is cheap
//     as long as nobody reads.
//   - A reader that meets a writer waits a moment before it goes to sleep, and so does a
//     writer that meets readers: nearly all of what is done under this lock takes less time
//     than to fall asleep and wake up.
//   - While several readers list a big store at once they share one copy, made under the lock,
//     and each copies that with the lock free; a write ends it. Otherwise a writer would wait
//     until all of them have copied everything, and then they would begin anew.
//     Source of the trouble: kubernetes/kubernetes#130767.
//
// As with a sync.RWMutex, a writer that waits keeps new readers out; so who reads must not
// read again inside. The zero storeLock is free.
type storeLock struct {
	writer  sync.Mutex  // held by who writes
	writing atomic.Bool // somebody writes, or waits for readers to leave
	asleep  atomic.Bool // the writer sleeps until readers have left
	wake    sync.Mutex
	left    sync.Cond // of the writer that is asleep; its lock is wake

	making sync.Mutex
	list   atomic.Pointer[[]interface{}] // as long as nothing was written since

	_     [cacheLine]byte // what readers write is away from what they only read
	seats [seats]seat
}

// seat counts readers, those of some goroutines.
type seat struct {
	readers atomic.Int64
	_       [cacheLine - 8]byte
}

const (
	cacheLine = 64
	seatBits  = 4
	seats     = 1 << seatBits // a writer looks at each
	patience  = 100           // looks at the other side before going to sleep: some 100 ns
)

// RLock locks for reading. RUnlock wants the seat.
func (l *storeLock) RLock() *seat {
	s := l.seat()
	s.readers.Add(1)
	if l.writing.Load() {
		l.rlockSlow(s)
	}
	return s
}

// seat returns the same seat to a goroutine nearly always, and to others mostly another: each
// has its stack elsewhere.
func (l *storeLock) seat() *seat {
	var here byte
	return &l.seats[uint32(uintptr(unsafe.Pointer(&here))>>11)*0x9e3779b1>>(32-seatBits)]
}

// rlockSlow takes the seat, which was taken while there is a writer, when there is none.
func (l *storeLock) rlockSlow(s *seat) {
	l.RUnlock(s)
	for range patience {
		if l.writing.Load() {
			continue
		}
		if s.readers.Add(1); !l.writing.Load() {
			return
		}
		l.RUnlock(s)
	}
	l.writer.Lock()
	s.readers.Add(1)
	l.writer.Unlock()
}

// RUnlock ends reading.
func (l *storeLock) RUnlock(s *seat) {
	s.readers.Add(-1)
	if l.asleep.Load() {
		l.wake.Lock()
		l.left.Signal()
		l.wake.Unlock()
	}
}

// Lock locks for writing.
func (l *storeLock) Lock() {
	l.writer.Lock()
	l.writing.Store(true)
	if l.reading() {
		l.awaitReaders()
	}
	if l.list.Load() != nil {
		l.list.Store(nil) // nobody sets it before Unlock
	}
}

func (l *storeLock) reading() bool {
	for i := range l.seats {
		if l.seats[i].readers.Load() != 0 {
			return true
		}
	}
	return false
}

// awaitReaders returns when nobody reads; nobody new begins.
func (l *storeLock) awaitReaders() {
	for range patience {
		if !l.reading() {
			return
		}
	}
	l.wake.Lock()
	defer l.wake.Unlock()
	l.left.L = &l.wake
	l.asleep.Store(true)
	for l.reading() {
		l.left.Wait()
	}
	l.asleep.Store(false)
}

// Unlock ends writing.
func (l *storeLock) Unlock() {
	l.writing.Store(false)
	l.writer.Unlock()
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
	defer l.RUnlock(l.RLock())
	s := list()
	l.list.Store(&s)
	return s
}
