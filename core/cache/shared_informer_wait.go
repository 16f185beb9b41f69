package cache

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
)

// InformerSynced reports whether an informer, or a handler, has synced.
type InformerSynced func() bool

// DoneChecker is something that will be done once, to wait for without polling.
type DoneChecker interface {
	// Name says what is waited for. It may cost something to compute.
	Name() string
	// Done is closed when it is done.
	Done() <-chan struct{}
}

// IsDone reports whether it is done.
func IsDone(checker DoneChecker) bool {
	select {
	case <-checker.Done():
		return true
	default:
		return false
	}
}

// done is a DoneChecker made of its parts.
type done struct {
	name string
	c    <-chan struct{}
}

func (d done) Name() string          { return d.name }
func (d done) Done() <-chan struct{} { return d.c }

// syncedPollPeriod is how often WaitForCacheSync asks.
const syncedPollPeriod = 100 * time.Millisecond

// WaitForCacheSync waits until all of cacheSyncs are true, which it asks every 100 ms. It
// returns false when stopCh is closed first. With a closed stopCh it asks once.
func WaitForCacheSync(stopCh <-chan struct{}, cacheSyncs ...InformerSynced) bool {
	return wait.PollUntilContextCancel(wait.ContextForChannel(stopCh), syncedPollPeriod, true,
		func(context.Context) (bool, error) {
			return !slices.ContainsFunc(cacheSyncs, func(synced InformerSynced) bool { return !synced() }), nil
		}) == nil
}

// WaitForNamedCacheSync is WaitForCacheSync that logs for whom it waits and how it ended.
func WaitForNamedCacheSync(controllerName string, stopCh <-chan struct{}, cacheSyncs ...InformerSynced) bool {
	ctx := klog.NewContext(wait.ContextForChannel(stopCh), klog.LoggerWithValues(klog.Background(), "controller", controllerName))
	return WaitForNamedCacheSyncWithContext(ctx, cacheSyncs...)
}

// WaitForNamedCacheSyncWithContext is WaitForCacheSync until ctx is cancelled; it logs with
// the logger of ctx.
func WaitForNamedCacheSyncWithContext(ctx context.Context, cacheSyncs ...InformerSynced) bool {
	logger := klog.FromContext(ctx)
	logger.Info("Waiting for caches to sync")
	if !WaitForCacheSync(ctx.Done(), cacheSyncs...) {
		utilruntime.HandleErrorWithContext(ctx, nil, "Unable to sync caches")
		return false
	}
	logger.Info("Caches are synced")
	return true
}

// WaitFor waits until all checkers are done and returns true, or until ctx is cancelled:
// then it returns whether they are all done by now. With a what it logs, for each, when it
// was done, and at the end those that were not.
func WaitFor(ctx context.Context, what string, checkers ...DoneChecker) bool {
	logger := klog.New(nil)
	if what != "" {
		var helper func()
		helper, logger = klog.FromContext(ctx).WithCallStackHelper() // whoever waits is the place that is logged
		helper()
	}
	logger.Info("Waiting", "for", what)
	// One wait at a time is enough to know when all are done; the log wants to know when
	// each is, so those that are done meanwhile are named first.
	left := slices.Clone(checkers)
	for len(left) > 0 {
		waiting := left[:0] // logged from this frame: a function of DeleteFunc would be one more than helper takes out
		for _, c := range left {
			if IsDone(c) {
				logger.Info("Done waiting", "for", what, "instance", c.Name())
			} else {
				waiting = append(waiting, c)
			}
		}
		left = waiting
		if len(left) == 0 {
			break
		}
		if ctx.Err() != nil {
			names := make([]string, len(left))
			for i, c := range left {
				names[i] = c.Name()
			}
			slices.Sort(names)
			logger.Info("Timed out waiting", "for", what, "cause", context.Cause(ctx), "instances", names)
			return false
		}
		waitForOne(ctx, left)
	}
	return true
}

// waitForOne returns when one of checkers is done, or ctx is.
func waitForOne(ctx context.Context, checkers []DoneChecker) {
	cases := make([]reflect.SelectCase, 0, len(checkers)+1)
	cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ctx.Done())})
	for _, c := range checkers {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c.Done())})
	}
	reflect.Select(cases)
}

// SyncResult is how a factory's WaitForCacheSyncWithContext ended. Handlers may be behind
// their informer; wait for their registrations, too.
type SyncResult struct {
	// Err is why the waiting stopped, the cause of the context; nil when all have synced.
	Err error
	// Synced says for each type of object whether its informer has synced.
	Synced map[reflect.Type]bool
}

// AsError names what has not synced and wraps Err; nil when all have synced.
func (c SyncResult) AsError() error {
	if c.Err == nil {
		return nil
	}
	var missing []string
	for t, synced := range c.Synced {
		if !synced {
			missing = append(missing, t.String())
		}
	}
	slices.Sort(missing)
	return fmt.Errorf("failed to sync all caches: %s: %w", strings.Join(missing, ", "), c.Err)
}
