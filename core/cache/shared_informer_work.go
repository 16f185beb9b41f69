package cache

import (
	"context"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// workPause is how long the informer rests after a panic of an index function, where
// programs have switched off that a panic ends them.
// Source: client-go tools/cache, controller.go (v0.37).
const workPause = time.Second

// work processes batches until ctx is cancelled, or the queue is closed and empty.
func (s *sharedIndexInformer) work(ctx context.Context, in *intake) {
	for !s.workUntilPanic(ctx, in) {
		t := s.clock.NewTimer(workPause)
		select {
		case <-t.C():
		case <-ctx.Done():
			t.Stop()
			return
		}
	}
}

// workUntilPanic reports whether there is nothing more to do.
func (s *sharedIndexInformer) workUntilPanic(ctx context.Context, in *intake) (ended bool) {
	defer utilruntime.HandleCrashWithContext(ctx)
	for ctx.Err() == nil {
		b, ok := s.begin(in)
		if !ok {
			return true
		}
		if err := s.process(in, b); err != nil {
			klog.FromContext(ctx).V(2).Info("Changes could not be processed and are lost", "type", s.name(), "err", err)
		}
	}
	return true
}

// begin waits for a batch; false when the queue is closed and empty. A batch with Hold comes
// with the intake locked.
func (s *sharedIndexInformer) begin(in *intake) (machine.Batch[any], bool) {
	in.mu.Lock()
	for {
		s.syncedWith(in.fifo.SyncEdge())
		b, got := in.fifo.Begin()
		in.measure()
		switch {
		case got == machine.GotNothing:
			in.news.Wait()
			continue
		case !b.Hold || got == machine.GotShutDown:
			in.mu.Unlock()
		}
		return b, got == machine.GotKey
	}
}

// process makes the changes of a batch and tells the handlers, and ends the batch also when
// an index function panics.
func (s *sharedIndexInformer) process(in *intake, b machine.Batch[any]) error {
	defer func() {
		if !b.Hold {
			in.mu.Lock()
		}
		synced := in.fifo.End()
		in.mu.Unlock()
		s.syncedWith(synced)
	}()
	if in.latency != nil {
		start := s.clock.Now()
		defer func() { in.latency.Observe(s.clock.Since(start).Seconds()) }()
	}
	s.block.Lock()
	defer s.block.Unlock()
	defer s.informer.Abandon()
	s.informer.Begin(b)
	for {
		post, more, err := s.change()
		s.distribute(post)
		if !more || err != nil {
			return err
		}
	}
}

// change makes one indivisible change of the store.
func (s *sharedIndexInformer) change() (post machine.Post[any], more bool, err error) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	_, more, err = s.informer.Next()
	setVersion(s.store.version, s.store.index.RV())
	return s.informer.Post(), more, err
}

// distribute puts what a change is to be told of into the mailboxes; block is held, and keeps
// handlers from coming and going.
func (s *sharedIndexInformer) distribute(post machine.Post[any]) {
	notes := post.Notes()
	if len(notes) == 0 {
		return
	}
	if _, off := s.mutations.(noMutationDetector); !off {
		for i := range notes {
			if notes[i].Kind != machine.NoteDelete {
				s.mutations.AddObject(notes[i].New)
			}
		}
	}
	s.informer.Audience(func(n int, syncing bool) { s.handlers[n].push(post, syncing) })
}

// syncedWith carries the news that the queue has synced to the informer and its handlers.
// Only the goroutine that works calls it; the intake may be locked.
func (s *sharedIndexInformer) syncedWith(edge bool) {
	if !edge {
		return
	}
	s.block.Lock()
	defer s.block.Unlock()
	s.informer.MarkSynced()
	close(s.synced)
	for _, r := range s.handlers {
		r.upstream()
	}
}

// resyncDue is asked when the reflector's resync timer fires.
func (s *sharedIndexInformer) resyncDue() bool {
	s.block.Lock()
	defer s.block.Unlock()
	return s.informer.ResyncTick(s.now())
}
