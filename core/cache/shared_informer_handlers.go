package cache

import (
	"fmt"
	"slices"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/klog/v2"
)

// AddEventHandler adds a handler with the informer's own resync period.
func (s *sharedIndexInformer) AddEventHandler(handler ResourceEventHandler) (ResourceEventHandlerRegistration, error) {
	return s.AddEventHandlerWithOptions(handler, HandlerOptions{})
}

// AddEventHandlerWithResyncPeriod adds a handler that wants a resync every resyncPeriod.
func (s *sharedIndexInformer) AddEventHandlerWithResyncPeriod(handler ResourceEventHandler, resyncPeriod time.Duration) (ResourceEventHandlerRegistration, error) {
	return s.AddEventHandlerWithOptions(handler, HandlerOptions{ResyncPeriod: &resyncPeriod})
}

// AddEventHandlerWithOptions adds a handler. A batch that is being processed ends first, so
// that the handler misses nothing and hears nothing twice.
func (s *sharedIndexInformer) AddEventHandlerWithOptions(handler ResourceEventHandler, options HandlerOptions) (ResourceEventHandlerRegistration, error) {
	s.life.Lock()
	defer s.life.Unlock()
	if s.stopped {
		return nil, fmt.Errorf("handler %v was not added to shared informer because it has stopped already", handler)
	}
	logger := klog.Background()
	if options.Logger != nil {
		logger = *options.Logger
	}
	period := machine.DefaultResync
	if options.ResyncPeriod != nil {
		period = machine.Dur(*options.ResyncPeriod)
	}
	s.block.Lock()
	defer s.block.Unlock()
	r := newRegistration(handler, s.name(), logger, s.clock)
	var snapshot []machine.Note[any]
	var synced bool
	r.id, snapshot, synced = s.join(period)
	s.handlers = append(s.handlers, r)
	if granted := time.Duration(s.informer.Period(r.id)); options.ResyncPeriod != nil && granted != *options.ResyncPeriod {
		logger.Info("Warning: the handler gets another resync period than it asked for", "desired", *options.ResyncPeriod, "granted", granted)
	}
	// Before run, and before anybody has r: HasSynced is never true for want of the list.
	r.push(machine.NewPost(snapshot), true)
	if synced {
		r.upstream()
	}
	if s.calling {
		s.calls.Go(r.run)
	}
	return r, nil
}

// join lets the machine add a handler and read the store.
func (s *sharedIndexInformer) join(period machine.Dur) (machine.HandlerID, []machine.Note[any], bool) {
	defer s.store.mu.RUnlock(s.store.mu.RLock())
	return s.informer.AddHandler(s.now(), period)
}

// RemoveEventHandler removes a handler; one that is not, or no more, here is no error.
func (s *sharedIndexInformer) RemoveEventHandler(handle ResourceEventHandlerRegistration) error {
	r, ok := handle.(*registration)
	if !ok {
		return fmt.Errorf("invalid key type %T: want the registration an informer has returned", handle)
	}
	s.life.Lock()
	defer s.life.Unlock()
	s.block.Lock()
	defer s.block.Unlock()
	n := slices.Index(s.handlers, r)
	if n < 0 {
		return nil
	}
	s.informer.RemoveHandler(r.id)
	s.handlers = slices.Delete(s.handlers, n, n+1)
	r.shut(s.calling)
	return nil
}

// ShutDownEventHandler removes a handler and waits until no call of it runs. It must not be
// called by the handler itself: it would wait for its own end.
func ShutDownEventHandler(informer SharedInformer, handle ResourceEventHandlerRegistration) error {
	if err := informer.RemoveEventHandler(handle); err != nil {
		return err
	}
	r, ok := handle.(interface{ ShutdownChan() <-chan struct{} })
	if !ok {
		return fmt.Errorf("handle does not support ShutdownChan()")
	}
	<-r.ShutdownChan()
	return nil
}
