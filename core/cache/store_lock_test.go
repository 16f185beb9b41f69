package cache

import (
	"sync"
	"testing"
	"testing/synctest"
)

// One writer, or any number of readers; whoever waits comes in at last.
func TestStoreLockKeepsWriterAndReadersApart(t *testing.T) {
	const rounds = 2000
	var l storeLock
	var all sync.WaitGroup
	written := 0
	for range 3 {
		all.Go(func() {
			for range rounds {
				l.Lock()
				written++
				l.Unlock()
			}
		})
	}
	for range 4 {
		all.Go(func() {
			for last := 0; last < 3*rounds; {
				s := l.RLock()
				now := written // the race detector sees a writer that is inside
				l.RUnlock(s)
				if now < last {
					t.Errorf("read %d writes after %d", now, last)
				}
				last = now
			}
		})
	}
	all.Wait()
	if written != 3*rounds {
		t.Errorf("%d writes were made, want %d", written, 3*rounds)
	}
}

// A writer sleeps while somebody reads for long, and is woken by the last who leaves.
func TestStoreLockLetsAWriterInWhenTheLastReaderLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l storeLock
		first, second := l.RLock(), l.RLock()
		wrote := false
		go func() {
			l.Lock()
			wrote = true
			l.Unlock()
		}()
		synctest.Wait()
		l.RUnlock(first)
		synctest.Wait()
		if wrote {
			t.Error("a writer came in while somebody reads")
		}
		l.RUnlock(second)
		synctest.Wait()
		s := l.RLock()
		if !wrote {
			t.Error("the writer still sleeps")
		}
		l.RUnlock(s)
	})
}
