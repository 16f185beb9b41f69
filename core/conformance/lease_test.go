package conformance

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// What lesson S52 says of leases is client-go's own leaderelection, run here: with the
// defaults of Kubernetes's components, on a lock in memory whose connection can be cut.

const (
	leaseDuration = 15 * time.Second
	renewDeadline = 10 * time.Second
	retryPeriod   = 2 * time.Second

	requestTimeout = renewDeadline / 2 // what resourcelock.NewFromKubeconfig sets
)

var leases = schema.GroupResource{Group: "coordination.k8s.io", Resource: "leases"}

// leaseServer keeps one lease, with a version, as an API server does.
type leaseServer struct {
	mu      sync.Mutex
	record  []byte
	version int
	renewed time.Time // the last write
}

func (s *leaseServer) lastWrite() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.renewed
}

// leaseClient is a replica's resourcelock. While it is cut, its requests time out.
type leaseClient struct {
	server *leaseServer
	name   string
	mu     sync.Mutex
	cut    bool
	seen   int
}

func (c *leaseClient) setCut(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
}

func (c *leaseClient) reach(ctx context.Context) error {
	c.mu.Lock()
	cut := c.cut
	c.mu.Unlock()
	if !cut {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
	case <-time.After(requestTimeout):
	}
	return errors.NewTimeoutError("cut", 0)
}

func (c *leaseClient) Get(ctx context.Context) (*resourcelock.LeaderElectionRecord, []byte, error) {
	if err := c.reach(ctx); err != nil {
		return nil, nil, err
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.server.version == 0 {
		return nil, nil, errors.NewNotFound(leases, "lock")
	}
	c.seen = c.server.version
	r := &resourcelock.LeaderElectionRecord{}
	return r, c.server.record, json.Unmarshal(c.server.record, r)
}

func (c *leaseClient) Create(ctx context.Context, r resourcelock.LeaderElectionRecord) error {
	return c.write(ctx, r, 0)
}

func (c *leaseClient) Update(ctx context.Context, r resourcelock.LeaderElectionRecord) error {
	return c.write(ctx, r, c.seen)
}

// write keeps the record when the client has seen the version that stands.
func (c *leaseClient) write(ctx context.Context, r resourcelock.LeaderElectionRecord, seen int) error {
	if err := c.reach(ctx); err != nil {
		return err
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if seen != c.server.version {
		return errors.NewConflict(leases, "lock", nil)
	}
	c.server.version++
	c.seen, c.server.renewed = c.server.version, time.Now()
	var err error
	c.server.record, err = json.Marshal(r)
	return err
}

func (c *leaseClient) RecordEvent(string) {}
func (c *leaseClient) Identity() string   { return c.name }
func (c *leaseClient) Describe() string   { return "lock" }

// term is what happened to a replica, and when; zero times have not come.
type term struct {
	*leaseClient
	cancel context.CancelFunc // what a signal does
	mu     sync.Mutex
	late   time.Duration
	led    time.Time // OnStartedLeading is called
	ended  time.Time // it returns, late after its context has ended
	lost   time.Time // OnStoppedLeading
	over   time.Time // Run returned
}

func (x *term) at(what *time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	*what = time.Now()
}

func (x *term) setLate(late time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.late = late
}

func (x *term) linger() {
	x.mu.Lock()
	late := x.late
	x.mu.Unlock()
	time.Sleep(late)
}

func (x *term) times() (led, ended, lost, over time.Time) {
	synctest.Wait()
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.led, x.ended, x.lost, x.over
}

// run starts a replica.
func (s *leaseServer) run(ctx context.Context, t *testing.T, name string, release bool) *term {
	ctx, cancel := context.WithCancel(ctx)
	x := &term{leaseClient: &leaseClient{server: s, name: name}, cancel: cancel}
	le, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: x, LeaseDuration: leaseDuration, RenewDeadline: renewDeadline, RetryPeriod: retryPeriod, ReleaseOnCancel: release,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				x.at(&x.led)
				<-ctx.Done()
				x.linger()
				x.at(&x.ended)
			},
			OnStoppedLeading: func() { x.at(&x.lost) },
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		le.Run(ctx)
		x.at(&x.over)
	}()
	return x
}

// election runs a leader and a standby until the leader has led for a minute.
func election(t *testing.T, release bool, then func(s *leaseServer, leader, standby *term)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &leaseServer{}
		leader := s.run(ctx, t, "a", release)
		synctest.Wait()
		standby := s.run(ctx, t, "b", release)
		time.Sleep(time.Minute)
		if led, _, _, _ := leader.times(); led.IsZero() {
			t.Fatal("the first replica does not lead")
		}
		then(s, leader, standby)
		cancel()
		time.Sleep(time.Hour)
		synctest.Wait()
	})
}

// The leader gives up RetryPeriod and RenewDeadline after its last renewal, 12 s by the usual
// values; its context ends, and OnStoppedLeading is called. The standby leads LeaseDuration
// after that renewal at the earliest; it looks now and then, and so sees late that the lease
// was renewed, and late that it was not.
func TestALostLeaseEndsTheContextBeforeTheNextLeaderStarts(t *testing.T) {
	election(t, false, func(s *leaseServer, leader, standby *term) {
		renewed := s.lastWrite()
		leader.setCut(true)
		time.Sleep(time.Minute)
		_, ended, lost, over := leader.times()
		led, _, _, _ := standby.times()
		for what, at := range map[string]time.Time{"the context ends": ended, "OnStoppedLeading": lost, "Run returns": over} {
			if got, want := at.Sub(renewed), retryPeriod+renewDeadline; got != want {
				t.Errorf("%s %v after the last renewal, want %v", what, got, want)
			}
		}
		if got := led.Sub(renewed); got < leaseDuration || got > leaseDuration+2*longestRetry {
			t.Errorf("the standby leads %v after the last renewal, want %v to %v", got, leaseDuration, leaseDuration+2*longestRetry)
		}
	})
}

// longestRetry is how long a standby waits between two looks: JitterFactor is added.
const longestRetry = retryPeriod + time.Duration(leaderelection.JitterFactor*float64(retryPeriod))

// "you must ensure all code guarded by this lease has successfully completed prior to
// cancelling the context": what the leader runs has not returned when the next one starts.
func TestAReleasedLeaseDoesNotWaitForWhatTheLeaderRuns(t *testing.T) {
	for _, release := range []bool{false, true} {
		election(t, release, func(s *leaseServer, leader, standby *term) {
			leader.setLate(time.Minute)
			renewed, canceled := s.lastWrite(), time.Now()
			leader.cancel()
			time.Sleep(30 * time.Second)
			led, _, _, _ := standby.times()
			if _, ended, _, _ := leader.times(); !ended.IsZero() || led.IsZero() {
				t.Fatalf("released %v: what the leader runs returned at %v, the standby leads at %v; want it to run still, and the standby to lead", release, ended, led)
			}
			from, to, got := leaseDuration, leaseDuration+2*longestRetry, led.Sub(renewed)
			if release {
				from, to, got = 0, longestRetry, led.Sub(canceled)
			}
			if got < from || got > to {
				t.Errorf("released %v: the standby leads after %v, want %v to %v", release, got, from, to)
			}
		})
	}
}

// With ReleaseOnCancel a leader that has lost its lease tries to give it back before its
// context ends; over a dead connection that takes a request's timeout, and goes beyond
// LeaseDuration.
func TestALostLeaseIsGivenBackBeforeTheContextEnds(t *testing.T) {
	election(t, true, func(s *leaseServer, leader, standby *term) {
		renewed := s.lastWrite()
		leader.setCut(true)
		time.Sleep(time.Minute)
		_, ended, lost, _ := leader.times()
		want := retryPeriod + renewDeadline + requestTimeout
		if got := ended.Sub(renewed); got != want || got <= leaseDuration || !lost.Equal(ended) {
			t.Errorf("the context ends %v after the last renewal, and OnStoppedLeading is called at %v; want both after %v", got, lost.Sub(renewed), want)
		}
	})
}
