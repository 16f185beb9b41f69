package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/informerscope/informerscope/server/gate"
)

// The errors of a Reflector are logged here by handlers that look at a clock of another bubble.
func TestMain(m *testing.M) {
	utilruntime.ErrorHandlers = nil
	m.Run()
}

// listed is a list as the tests look at it.
type listed struct {
	Metadata struct{ ResourceVersion string }
	Items    []struct {
		Metadata struct{ Name, ResourceVersion string }
	}
}

func list(t *testing.T, h *Hub, q gate.Query) (l listed, err error) {
	t.Helper()
	body, err := h.List(t.Context(), request(q))
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(body.JSON(), &l); err != nil {
		t.Fatal(err)
	}
	return l, nil
}

func (l listed) names() (all []string) {
	for _, i := range l.Items {
		all = append(all, i.Metadata.Name+"@"+i.Metadata.ResourceVersion)
	}
	return all
}

// client is a watch that keeps what it is told: a reflector in small.
type client struct {
	t    *testing.T
	h    *Hub
	q    gate.Query
	s    gate.Stream
	have map[string]string
	rv   string
	err  error // what ended the watch
}

func newClient(t *testing.T, h *Hub, q gate.Query) *client {
	t.Helper()
	l, err := list(t, h, q)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, h: h, q: q, have: map[string]string{}, rv: l.Metadata.ResourceVersion}
	for _, i := range l.Items {
		c.have[i.Metadata.Name] = i.Metadata.ResourceVersion
	}
	c.open()
	return c
}

// withClient runs a test in a bubble, on a cluster that has one pod, a hub and a client that follows.
func withClient(t *testing.T, test func(t *testing.T, c *fakeCluster, h *Hub, cl *client)) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.put("a", "")
		h := New(t.Context(), c, nil)
		cl := newClient(t, h, gate.Query{})
		defer func() { cl.s.Close() }()
		test(t, c, h, cl)
	})
}

func (c *client) open() {
	c.t.Helper()
	q := c.q
	q.Watch, q.ResourceVersion = true, c.rv
	c.s, c.err = c.h.Watch(c.t.Context(), request(q))
}

// read takes what there is, until nothing comes for a second.
func (c *client) read() {
	c.t.Helper()
	for c.err == nil {
		ev, err := c.s.Next(c.t.Context(), time.Second)
		switch {
		case err != nil:
			c.err = err
		case ev.Quiet:
			if ev.RV < c.rv {
				c.t.Fatalf("a bookmark at %s after %s", ev.RV, c.rv)
			}
			c.rv = ev.RV
			return
		default:
			c.take(ev)
		}
	}
}

func (c *client) take(ev gate.Event) {
	c.t.Helper()
	var e struct {
		Type   string
		Object struct {
			Kind     string
			Reason   string
			Metadata struct{ Name, ResourceVersion string }
		}
	}
	if err := json.Unmarshal(ev.Line, &e); err != nil {
		c.t.Fatalf("line %q: %v", ev.Line, err)
	}
	name, rv := e.Object.Metadata.Name, e.Object.Metadata.ResourceVersion
	_, known := c.have[name]
	switch e.Type {
	case "ERROR":
		c.err = errors.New(e.Object.Reason)
		return
	case "DELETED":
		delete(c.have, name)
	default:
		c.have[name] = rv
	}
	if known == (e.Type == "ADDED") || e.Object.Kind != "Pod" || len(rv) < len(c.rv) || len(rv) == len(c.rv) && rv <= c.rv {
		c.t.Fatalf("at %s: %s of %s %s@%s, known before: %v", c.rv, e.Type, e.Object.Kind, name, rv, known)
	}
	c.rv = rv
}

func (c *client) names() (all []string) {
	for name, rv := range c.have {
		all = append(all, name+"@"+rv)
	}
	slices.Sort(all)
	return all
}

// Whatever happens to the cluster and on the way to it, each client that lists, watches and comes back
// where it stood has what a new list has; every event comes to it once, in order.
func TestClientsHaveWhatTheNextListHas(t *testing.T) {
	for seed := range uint64(60) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			c := newCluster()
			for range 5 {
				c.some(r)
			}
			h := New(t.Context(), c, nil)
			var clients []*client
			for _, q := range []gate.Query{{}, {LabelSelector: "app=1"}, {LabelSelector: "app!=2"}, {FieldSelector: "metadata.name=b"}} {
				clients = append(clients, newClient(t, h, q))
			}
			expired := 0
			for range 40 {
				for range r.IntN(4) {
					c.some(r)
				}
				switch r.IntN(12) {
				case 0:
					c.with(func() { c.broken++ })
				case 1:
					c.with(func() { c.broken++; c.watchErr = gate.ErrUnreachable })
					time.Sleep(3 * time.Second)
					c.some(r)
					c.with(func() { c.watchErr = nil })
				case 2: // what we have not seen is compacted
					c.with(func() { c.broken++; c.watchErr = gate.ErrUnreachable })
					c.some(r)
					c.some(r)
					c.with(func() { c.floor, c.log, c.watchErr = c.rv, nil, nil })
				case 3:
					c.with(func() { c.marks = !c.marks })
				}
				for _, cl := range clients {
					switch r.IntN(6) {
					case 0:
						continue // one that lags
					case 1:
						if cl.err == nil {
							cl.s.Close()
							cl.open()
						}
					}
					cl.read()
					if cl.err != nil {
						expired++
						if !strings.Contains(cl.err.Error(), "Expired") {
							t.Fatalf("seed %d: a watch ended with %v", seed, cl.err)
						}
						if cl.s != nil {
							cl.s.Close()
						}
						*cl = *newClient(t, h, cl.q)
					}
				}
			}
			time.Sleep(2 * time.Minute)
			for _, cl := range clients {
				for cl.read(); cl.err != nil; cl.read() {
					*cl = *newClient(t, h, cl.q)
				}
				l, err := list(t, h, cl.q)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := cl.names(), l.names(); !slices.Equal(got, want) {
					t.Fatalf("seed %d: a client of %+v has %v, a new list %v", seed, cl.q, got, want)
				}
				cl.s.Close()
			}
			if l, _ := list(t, h, gate.Query{}); !slices.Equal(l.names(), c.names()) {
				t.Fatalf("seed %d: the hub has %v, the cluster %v", seed, l.names(), c.names())
			}
		})
	}
}

// One LIST and one WATCH, however many ask for whatever of it.
func TestManyClientsCostTheClusterOneListAndOneWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.put("a", "")
		h := New(t.Context(), c, nil)
		done := make(chan struct{})
		for i := range 500 {
			go func() {
				defer func() { done <- struct{}{} }()
				q := gate.Query{}
				switch i % 3 {
				case 1:
					q.LabelSelector = fmt.Sprintf("app=%d", i)
				case 2:
					yes := true
					q = gate.Query{Watch: true, SendInitialEvents: &yes}
				}
				if !q.Watch {
					if _, err := h.List(t.Context(), request(q)); err != nil {
						t.Error(err)
					}
					return
				}
				s, err := h.Watch(t.Context(), request(q))
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				if ev, err := s.Next(t.Context(), time.Second); err != nil || !strings.Contains(string(ev.Line), "ADDED") {
					t.Errorf("the first event is %s, %v", ev.Line, err)
				}
			}()
		}
		for range 500 {
			<-done
		}
		if lists, watches := c.count("list "), c.count("watch "); lists != 1 || watches != 1 {
			t.Errorf("the cluster saw %d lists and %d watches, want 1 and 1: %v", lists, watches, c.asked)
		}
	})
}

// A feed that nobody asks for ten minutes is let go, and begins anew with the next.
func TestAFeedEndsWhenNobodyAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		h := New(t.Context(), c, nil)
		cl := newClient(t, h, gate.Query{})
		time.Sleep(time.Hour)
		if n := c.count("list "); n != 1 {
			t.Errorf("%d lists within an hour of a watch, want 1", n)
		}
		cl.s.Close()
		time.Sleep(linger - time.Second)
		cl = newClient(t, h, gate.Query{})
		cl.s.Close()
		time.Sleep(linger + time.Second)
		if f := h.Info(t.Context()).Feeds; len(f) != 0 {
			t.Errorf("ten minutes after the last client: %+v", f)
		}
		if newClient(t, h, gate.Query{}).s.Close(); c.count("list ") != 2 {
			t.Errorf("%d lists, want a second for the feed that began anew", c.count("list "))
		}
	})
}

// A client that stood at a version when we were started anew goes on there: the first list is of it.
func TestAfterARestartClientsGoOnWhereTheyStood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.put("a", "")
		ctx, stop := context.WithCancel(t.Context())
		cl := newClient(t, New(ctx, c, nil), gate.Query{})
		cl.s.Close()
		stop()
		synctest.Wait()
		c.put("b", "")
		c.forgetAsked()
		cl.h = New(t.Context(), c, nil)
		if cl.open(); cl.err != nil {
			t.Fatal(cl.err)
		}
		if cl.read(); !slices.Equal(cl.names(), c.names()) || c.count("list ") != 1 || c.count("watch ") != 1 {
			t.Errorf("the client has %v (%v), the cluster %v, which saw %v", cl.names(), cl.err, c.names(), c.asked)
		}
		// One that stood further on is not told of what it knows.
		late := &client{t: t, h: cl.h, have: map[string]string{"a": "101", "b": "102"}, rv: "102"}
		if late.open(); late.err != nil {
			t.Fatal(late.err)
		}
		c.put("c", "")
		if late.read(); !slices.Equal(late.names(), c.names()) {
			t.Errorf("a client from 102 has %v (%v), the cluster %v", late.names(), late.err, c.names())
		}
		// What the cluster has compacted cannot be gone on from.
		c.with(func() { c.floor, c.log = c.rv, nil })
		old := &client{t: t, h: New(t.Context(), c, nil), rv: "101"}
		if old.open(); old.err == nil {
			old.read()
		}
		if old.err == nil || old.err.Error() != "Expired" {
			t.Errorf("a client from a compacted version: %v, want Expired", old.err)
		}
	})
}

// F26, F27, R1, R2: a cluster that went back, or is another, is noticed within half a minute; every watch
// ends, and the next list is the cluster's.
func TestAnotherHistoryIsNoticed(t *testing.T) {
	for name, turn := range map[string]func(c *fakeCluster){
		"restored from a backup": func(c *fakeCluster) {
			c.rv, c.floor, c.log = 50, 40, nil
			c.objects = map[string]*Object{"a": made("a", 45, "")}
		},
		"another cluster, further on": func(c *fakeCluster) {
			c.rv, c.floor, c.log, c.uid = 9000, 8000, nil, "u-2"
			c.objects = map[string]*Object{"z": made("z", 8500, "")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCluster()
				c.put("a", "")
				c.put("b", "")
				h := New(t.Context(), c, nil)
				cl := newClient(t, h, gate.Query{})
				time.Sleep(time.Minute)
				c.with(func() { c.deaf = true; turn(c) }) // the watch stays open: no event tells it
				time.Sleep(sentinel + 5*time.Second)
				c.with(func() { c.deaf = false })
				if cl.read(); cl.err == nil || cl.err.Error() != "Expired" {
					t.Fatalf("the watch ended with %v, want Expired", cl.err)
				}
				cl.s.Close()
				if l, err := list(t, h, gate.Query{}); err != nil || !slices.Equal(l.names(), c.names()) {
					t.Errorf("the next list has %v (%v), the cluster %v", l.names(), err, c.names())
				}
			})
		})
	}
}

// F16, R12: a watch on which nothing comes, not even a bookmark, is opened anew where it stood.
func TestADeadWatchIsOpenedAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		h := New(t.Context(), c, nil)
		cl := newClient(t, h, gate.Query{})
		defer cl.s.Close()
		c.with(func() { c.deaf = true })
		c.put("a", "")
		time.Sleep(silence / 2)
		c.with(func() { c.deaf = true }) // its waking is no byte
		time.Sleep(silence/2 + time.Second)
		c.with(func() { c.deaf = false })
		if cl.read(); !slices.Equal(cl.names(), c.names()) || c.count("list ") != 1 || c.count("watch ") < 2 {
			t.Errorf("the client has %v, the cluster %v, which saw %v", cl.names(), c.names(), c.asked)
		}
	})
}

// What the cluster refuses is told, and asked again as seldom as it deserves. F09, F10, F29, F32, R11, R19.
func TestARefusalIsToldAndNotInsistedOn(t *testing.T) {
	throttled := *gate.ErrThrottled
	throttled.RetryAfter = 7
	for _, row := range []struct {
		name   string
		p      *gate.Problem
		within time.Duration
		most   int // requests within
	}{
		{"429 for 7 s", &throttled, 7 * time.Second, 1},
		{"503", gate.ErrUnreachable, time.Minute, 10},
		{"403", gate.ErrForbidden, time.Minute, 3},
		{"404", gate.ErrNotFound, time.Minute, 3},
		{"credentials", gate.ErrCredentials, time.Minute, 10},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCluster()
				c.put("a", "")
				c.listErr, c.watchErr = row.p, row.p
				h := New(t.Context(), c, nil)
				if _, err := list(t, h, gate.Query{}); !errors.Is(err, row.p) {
					t.Errorf("List() = %v, want %v", err, row.p)
				}
				time.Sleep(row.within - time.Second)
				if n := c.count("list "); n > row.most || n == 0 {
					t.Errorf("%d lists in %v, want at most %d", n, row.within, row.most)
				}
				if f := h.Info(t.Context()).Feeds; len(f) != 1 || f[0].Trouble != row.p.ID {
					t.Errorf("info = %+v, want the trouble %s", f, row.p.ID)
				}
				c.with(func() { c.listErr, c.watchErr = nil, nil })
				time.Sleep(2 * time.Minute)
				if l, err := list(t, h, gate.Query{}); err != nil || !slices.Equal(l.names(), c.names()) {
					t.Errorf("two minutes after it was well: %v, %v", l.names(), err)
				}
				if f := h.Info(t.Context()).Feeds; f[0].Trouble != "" {
					t.Errorf("info = %+v, want no trouble", f)
				}
			})
		})
	}
}

// F01, F32: what was once read stays to be read while the cluster is away, with its age; watches stay open
// and go on.
func TestACacheOutlivesTheClustersAbsence(t *testing.T) {
	withClient(t, func(t *testing.T, c *fakeCluster, h *Hub, cl *client) {
		time.Sleep(time.Minute)
		c.with(func() { c.broken++; c.listErr, c.watchErr = gate.ErrUnreachable, gate.ErrUnreachable })
		time.Sleep(10 * time.Minute)
		if l, err := list(t, h, gate.Query{}); err != nil || !slices.Equal(l.names(), []string{"a@101"}) {
			t.Errorf("while the cluster is away: %v, %v", l.names(), err)
		}
		if f := h.Info(t.Context()).Feeds[0]; f.Trouble != "UpstreamUnreachable" || time.Since(f.Heard) < 9*time.Minute {
			t.Errorf("info = %+v, want the trouble and when it was last heard of", f)
		}
		c.put("b", "")
		c.with(func() { c.listErr, c.watchErr = nil, nil })
		time.Sleep(2 * time.Minute)
		if cl.read(); cl.err != nil || !slices.Equal(cl.names(), c.names()) || c.count("list ") != 1 {
			t.Errorf("the watch has %v (%v), the cluster %v; lists: %d", cl.names(), cl.err, c.names(), c.count("list "))
		}
	})
}

// A list that brings nothing new ends no watch.
func TestAListAnewThatBringsNothingEndsNoWatch(t *testing.T) {
	withClient(t, func(t *testing.T, c *fakeCluster, _ *Hub, cl *client) {
		c.with(func() { c.broken++; c.rv, c.floor, c.log = 500, 400, nil }) // other resources have used up the versions
		time.Sleep(2 * time.Minute)
		c.put("b", "")
		if cl.read(); cl.err != nil || !slices.Equal(cl.names(), c.names()) || c.count("list ") < 2 {
			t.Errorf("the watch has %v (%v), the cluster %v; lists: %d", cl.names(), cl.err, c.names(), c.count("list "))
		}
	})
}

// F30: a resource that is gone is not shown as if it were there.
func TestAResourceThatIsGoneIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.put("a", "")
		h := New(t.Context(), c, nil)
		cl := newClient(t, h, gate.Query{})
		c.with(func() { c.broken++; c.listErr, c.watchErr = gate.ErrNotFound, gate.ErrNotFound })
		time.Sleep(2 * time.Minute)
		if cl.read(); cl.err == nil {
			t.Error("the watch goes on")
		}
		cl.s.Close()
		if _, err := list(t, h, gate.Query{}); !errors.Is(err, gate.ErrNotFound) {
			t.Errorf("List() = %v, want %v", err, gate.ErrNotFound)
		}
	})
}

// A request that is under way when a history ends gets the next one's list, or why there is none: never an
// empty list of no version.
func TestWhatIsUnderWayWhenAHistoryEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.put("a", "")
		h := New(t.Context(), c, nil)
		f, err := h.follow(t.Context(), request(gate.Query{}))
		if err != nil {
			t.Fatal(err)
		}
		defer f.leave()
		synctest.Wait() // its watch is open: nothing more is said of the cluster
		f.forget(gate.ErrNotFound)
		if err := f.hold(t.Context()); !errors.Is(err, gate.ErrNotFound) {
			t.Errorf("of what is gone hold() = %v, want %v", err, gate.ErrNotFound)
		}
		f.turn(t.Context())
		if err := f.hold(t.Context()); err != nil || f.rv != 101 || len(f.objects) != 1 {
			t.Errorf("after a turn hold() = %v with %d objects at %d, want one at 101", err, len(f.objects), f.rv)
		}
		f.mu.Unlock()
	})
}

// Who may not list everywhere follows the namespaces that are asked for.
func TestNamespacesHaveFeedsOfTheirOwnWhereTheyMust(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.put("a", "")
		c.listErr = gate.ErrForbidden
		h := New(t.Context(), c, nil)
		if _, err := h.List(t.Context(), request(gate.Query{})); !errors.Is(err, gate.ErrForbidden) {
			t.Errorf("List() of everything = %v, want %v", err, gate.ErrForbidden)
		}
		for range 3 {
			body, err := h.List(t.Context(), gate.Request{Resource: gate.BuiltIn[0], Namespace: "d"})
			if err != nil || !strings.Contains(string(body.JSON()), `"name":"a"`) {
				t.Fatalf("List() of a namespace = %v", err)
			}
		}
		synctest.Wait()
		if c.count("list d") != 1 || c.count("watch d") != 1 {
			t.Errorf("the cluster saw %v, want one list and one watch of the namespace", c.asked)
		}
	})
}

// An account that may not read namespaces is asked once which cluster it is, however many resources are followed, and
// again only when its credentials were not taken meanwhile: they may be others now.
func TestWhoMayNotKnowTheClusterIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		c.whoErr = gate.ErrForbidden
		h := New(t.Context(), c, nil)
		for _, r := range gate.BuiltIn[:3] {
			if _, err := h.List(t.Context(), gate.Request{Resource: r}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if c.count("sentinel") < 20 || c.count("who") != 1 {
			t.Errorf("in five minutes the cluster was asked %d times for its version and %d times who it is, want often and once", c.count("sentinel"), c.count("who"))
		}
		c.with(func() { c.watchErr, c.whoErr, c.broken = gate.ErrCredentials, nil, c.broken+1 })
		time.Sleep(time.Minute)
		synctest.Wait()
		c.with(func() { c.watchErr = nil })
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if c.count("who") < 2 {
			t.Error("with other credentials the cluster is not asked again")
		}
		c.with(func() { c.uid, c.objects = "u-2", map[string]*Object{} })
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if h.identity != "u-2" {
			t.Errorf("the cluster is known as %q, want u-2", h.identity)
		}
	})
}

// F21: an event of a kind that does not fit what is known becomes one that does.
func TestEventsFitWhatIsKnown(t *testing.T) {
	withClient(t, func(t *testing.T, c *fakeCluster, _ *Hub, cl *client) {
		c.with(func() {
			for i, e := range []fakeEvent{{kind: modified, o: made("new", 102, "")}, {kind: added, o: made("a", 103, "")},
				{kind: deleted, o: made("new", 104, "")}, {kind: deleted, o: made("new", 105, "")}, {kind: deleted, o: made("never", 106, "")}} {
				e.rv = uint64(102 + i)
				c.log = append(c.log, e)
			}
			c.rv = 106
		})
		if cl.read(); cl.err != nil || !slices.Equal(cl.names(), []string{"a@103"}) { // take checks each
			t.Errorf("the client has %v (%v), want a@103", cl.names(), cl.err)
		}
	})
}

// A watcher that falls out of the window is told so; it keeps no more than the window alive.
func TestALaggardIsTold(t *testing.T) {
	withClient(t, func(t *testing.T, c *fakeCluster, h *Hub, cl *client) {
		for range window + 10 {
			c.put("a", "")
			synctest.Wait()
			c.with(func() { c.log = c.log[len(c.log)-1:] })
		}
		if cl.read(); cl.err == nil || cl.err.Error() != "Expired" {
			t.Errorf("the watch ended with %v, want Expired", cl.err)
		}
		for _, row := range []struct {
			rv   uint64
			want string
		}{{101, "Expired"}, {c.rv - window, ""}, {c.rv, ""}} {
			cl := &client{t: t, h: h, have: map[string]string{"a": "0"}, rv: fmt.Sprint(row.rv)}
			if cl.open(); cl.err == nil {
				cl.read()
				cl.s.Close()
			}
			if got := fmt.Sprint(cl.err); row.want == "" && cl.err != nil || row.want != "" && got != row.want {
				t.Errorf("from %d of %d: %s, want %q", row.rv, c.rv, got, row.want)
			}
		}
	})
}

// Lists that are asked for alike are made once for each version.
func TestAListIsMadeOnce(t *testing.T) {
	c := newCluster()
	c.put("a", `,"labels":{"app":"1"}`)
	h := New(t.Context(), c, nil)
	ask := func(q gate.Query) *gate.Body {
		b, err := h.List(t.Context(), request(q))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	all, some := ask(gate.Query{}), ask(gate.Query{LabelSelector: "app=1"})
	if ask(gate.Query{ResourceVersion: "0"}) != all || ask(gate.Query{LabelSelector: "app=1", Limit: 500}) != some || all == some {
		t.Error("equal requests get different lists")
	}
	for i := range 2 * maxLists {
		ask(gate.Query{LabelSelector: fmt.Sprintf("app=%d", i+10)})
	}
	f, err := h.follow(t.Context(), request(gate.Query{}))
	if err != nil {
		t.Fatal(err)
	}
	defer f.leave()
	if n := len(f.lists); n > maxLists {
		t.Errorf("%d lists are kept, want at most %d", n, maxLists)
	}
	c.put("b", "")
	if l, err := list(t, h, gate.Query{ResourceVersion: "102"}); err != nil || len(l.Items) != 2 {
		t.Errorf("after a change: %v, %v", l.names(), err)
	}
}

func TestSelectorsOnFields(t *testing.T) {
	o, err := ParseObject([]byte(`{"kind":"Pod","metadata":{"namespace":"d","name":"a","resourceVersion":"1"},` +
		`"spec":{"nodeName":"n1","hostNetwork":true,"restartPolicy":"Never"},"status":{"phase":"Running","succeeded":2}}`))
	if err != nil {
		t.Fatal(err)
	}
	bare, _ := ParseObject([]byte(`{"metadata":{"name":"b","resourceVersion":"1"}}`))
	for _, row := range []struct {
		resource, selector string
		has, hasBare       bool
	}{
		{"pods", "spec.nodeName=n1", true, false},
		{"pods", "spec.nodeName!=n1", false, true},
		{"pods", "spec.nodeName=", false, true},
		{"pods", "spec.hostNetwork=true", true, false},
		{"pods", "spec.hostNetwork=false", false, true},
		{"pods", "status.phase=Running,metadata.name!=a", false, false},
		{"pods", "metadata.namespace=d", true, false},
		{"jobs.batch", "status.successful=2", true, false},
		{"jobs.batch", "status.successful=0", false, true},
	} {
		resources, err := gate.ParseResources(row.resource, false)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newSelection(gate.Request{Resource: resources[0], Query: gate.Query{FieldSelector: row.selector}}, false)
		if err != nil || s.has(o) != row.has || s.has(bare) != row.hasBare {
			t.Errorf("%s of %s (%v): %v and %v, want %v and %v", row.selector, row.resource, err, s.has(o), s.has(bare), row.has, row.hasBare)
		}
	}
	for resource, selector := range map[string]string{"pods": "spec.foo=1", "nodes": "metadata.namespace=d", "deployments.apps": "status.phase=x"} {
		resources, _ := gate.ParseResources(resource, false)
		if _, err := newSelection(gate.Request{Resource: resources[0], Query: gate.Query{FieldSelector: selector}}, false); !errors.Is(err, gate.ErrFieldSelector) {
			t.Errorf("%s of %s: %v, want %v", selector, resource, err, gate.ErrFieldSelector)
		}
	}
	if _, err := newSelection(gate.Request{Resource: gate.BuiltIn[0], Query: gate.Query{FieldSelector: "spec.nodeName=n1"}}, true); !errors.Is(err, gate.ErrFieldSelector) {
		t.Errorf("a field that metadata does not have: %v", err)
	}
}

func TestWhatIsNoObjectIsRefused(t *testing.T) {
	for _, raw := range []string{``, `5`, `{}`, `[]`, `{"metadata":5}`, `{"metadata":{}}`, `{"metadata":{"resourceVersion":"x"}}`, `{"metadata":{"resourceVersion":5}}`,
		`{"metadata":{"resourceVersion":"5","labels":[]}}`, `{"metadata":{"resourceVersion":"5"}`} {
		if o, err := ParseObject([]byte(raw)); err == nil {
			t.Errorf("ParseObject(%s) = %+v, want an error", raw, o)
		}
	}
}

// A request that goes away leaves the feed, and takes nothing with it.
func TestARequestThatGoesAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster()
		h := New(t.Context(), c, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := h.List(ctx, request(gate.Query{ResourceVersion: "999"})); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("List() = %v", err)
		}
		if _, err := h.List(t.Context(), request(gate.Query{ResourceVersion: "999"})); !errors.Is(err, gate.ErrTooLarge) {
			t.Errorf("List() of what never comes = %v, want %v", err, gate.ErrTooLarge)
		}
		if f := h.Info(t.Context()).Feeds[0]; f.Clients != 0 {
			t.Errorf("%d clients are counted, want none", f.Clients)
		}
		if _, err := h.Get(t.Context(), gate.Request{Resource: gate.BuiltIn[0], Namespace: "d", Name: "a"}); err == nil || err.(*gate.Problem).Code != http.StatusNotFound {
			t.Errorf("Get() = %v", err)
		}
	})
}
