package hub_test

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

var soakSeed = flag.Uint64("soak.seed", 0, "what happens in it; 0 takes one from the clock for TestSoak")

// soak is a stack under random faults, with clients of all kinds that come and go.
type soak struct {
	*stack
	r       *rand.Rand
	clients []*guest
	cert    func() // brings the first certificate back
	steps   int    // what was written
	faults  map[string]int
}

// guest is a client: what it has, and what it should have.
type guest struct {
	kind string
	has  func() []string
	of   func(object) bool
	odd  func() []string
	stop func()
}

func newSoak(t testing.TB, seed uint64, clients int, as setup) *soak {
	c := newFaulty(t, false)
	c.with(func() { c.rv, c.floor = 100_000, 100_000 })
	s := &soak{stack: newStack(t, c, as), r: rand.New(rand.NewPCG(seed, 1)), faults: map[string]int{}}
	first := c.cert
	s.cert = func() { c.renew(first) }
	s.cleanup = func(func()) {}
	t.Cleanup(func() {
		for _, g := range s.clients {
			g.stop()
		}
	})
	for range 60 {
		s.step()
	}
	for n := range clients {
		s.clients = append(s.clients, s.guest(n))
	}
	return s
}

// step writes or deletes something.
func (s *soak) step() {
	s.steps++
	o := object{resource: "pods", namespace: []string{"d", "e"}[s.r.IntN(2)], name: fmt.Sprint("p", s.r.IntN(40))}
	o.name += o.namespace
	switch s.r.IntN(10) {
	case 0, 1:
		s.drop(o)
		return
	case 2:
		size := 20 << 10
		if s.r.IntN(10) == 0 {
			size = 300 << 10
		}
		o.body = `,"status":{"message":"` + strings.Repeat("x", size) + `"}`
	case 3:
		o.resource = "configmaps" // which uses up versions
	}
	o.more = fmt.Sprintf(`,"labels":{"app":"%d"}`, s.r.IntN(3))
	s.write(o)
}

// guest is a new client of the nth kind.
func (s *soak) guest(n int) *guest {
	app := fmt.Sprint(s.r.IntN(3))
	all := func(o object) bool { return o.resource == "pods" }
	chosen := func(o object) bool { return all(o) && strings.Contains(o.more, `"app":"`+app+`"`) }
	switch n % 8 {
	case 0:
		return s.reading("stream", &reader{path: "/api/v1/pods"}, all)
	case 1:
		return s.reading("stream with a selector", &reader{path: "/api/v1/pods", query: "labelSelector=app%3D" + app}, chosen)
	case 2:
		return s.reading("stream of a namespace", &reader{path: "/api/v1/namespaces/e/pods"}, func(o object) bool { return all(o) && o.namespace == "e" })
	case 3:
		return s.reading("socket", &reader{path: "/api/v1/pods", socket: true}, all)
	case 4:
		return s.reading("socket with a selector", &reader{path: "/api/v1/pods", query: "labelSelector=app%21%3D" + app, socket: true},
			func(o object) bool { return all(o) && !chosen(o) })
	case 5, 6:
		i := s.informer(podsOf, n%8 == 5, "app="+app)
		return &guest{kind: "informer", of: chosen, stop: i.stop, odd: func() []string { return nil }, has: func() (have []string) {
			for _, o := range i.GetStore().List() {
				m := o.(*unstructured.Unstructured)
				have = append(have, m.GetName()+"@"+m.GetResourceVersion()+"#"+string(m.GetUID()))
			}
			return have
		}}
	}
	conn, err := s.front.dial(s.t.Context(), "", "")
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = io.WriteString(conn, "GET /api/v1/pods?watch=true HTTP/1.1\r\nHost: gate\r\n\r\n") // and that is all it does
	return &guest{kind: "sleeper", stop: func() { _ = conn.Close() }}
}

func (s *soak) reading(kind string, c *reader, of func(object) bool) *guest {
	s.start(c)
	return &guest{kind: kind, of: of, stop: c.stop,
		odd: func() []string {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.odd
		},
		has: func() (have []string) {
			c.mu.Lock()
			defer c.mu.Unlock()
			for name, rv := range c.have {
				have = append(have, name+"@"+rv+"#"+c.uids[name])
			}
			return have
		}}
}

// begin begins one fault, and says how it ends.
func (s *soak) begin() (name string, end func()) {
	everything := []string{"list", "watch", "probe", "one", "version"}
	instead := func(a answer, what ...string) func() {
		s.fail(a, what...)
		s.endWatches()
		return func() { s.fail(nil, what...) }
	}
	nothing := func() {}
	half := `{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"c","namesp`
	all := []struct {
		name  string
		begin func() func()
	}{
		{"dead", func() func() { s.away(); return s.back }},
		{"reset", func() func() { s.reset(); return nothing }},
		{"parted", func() func() { s.part(); return s.join }},
		{"reset within a line", func() func() { s.say(half, false); s.reset(); return nothing }},
		{"end within a line", func() func() { s.say(half, true); return nothing }},
		{"410 event", func() func() { s.say(errorLine(410, "Expired"), true); return nothing }},
		{"500 event", func() func() { s.say(errorLine(500, "InternalError"), true); return nothing }},
		{"410", func() func() { return instead(s.times(2, status(410, "Expired")), "watch") }},
		{"429", func() func() { return instead(status(429, "TooManyRequests", 1), everything...) }},
		{"500", func() func() { return instead(status(500, "InternalError"), everything...) }},
		{"503", func() func() { return instead(status(503, "ServiceUnavailable"), everything...) }},
		{"401", func() func() { return instead(status(401, "Unauthorized"), everything...) }},
		{"login page", func() func() { return instead(loginPage, everything...) }},
		{"stall", func() func() {
			end := instead(stall, "list", "probe")
			return func() { end(); s.reset() }
		}},
		{"truncated", func() func() {
			end := instead(truncated(s.faulty), "list")
			s.say(errorLine(410, "Expired"), true)
			return end
		}},
		{"closed at once", func() func() { return instead(closeAtOnce, "watch") }},
		{"another certificate", func() func() {
			s.renew(certificate(s.t, time.Hour))
			s.reset()
			return func() { s.cert(); s.reset() }
		}},
		{"compacted meanwhile", func() func() { s.away(); return func() { s.compact(); s.back() } }},
		{"behind", func() func() {
			s.with(func() { s.lag = 20 })
			s.endWatches()
			return func() { s.with(func() { s.lag = 0 }) }
		}},
		{"restored", func() func() { s.turn(-1000); return nothing }},
		{"another cluster", func() func() {
			s.with(func() { s.uid = fmt.Sprint("u-", s.steps) })
			s.turn(5000)
			return nothing
		}},
		{"restarted", func() func() {
			old := s.server
			s.server = s.serve()
			_ = old.Close()
			return nothing
		}},
		{"no bookmarks", func() func() {
			s.with(func() { s.unmark = true })
			return func() { s.with(func() { s.unmark = false }) }
		}},
		{"a table, and an unknown type", func() func() {
			s.say(`{"type":"SHUFFLED","object":5}`+"\n"+`{"type":"ADDED","object":{"kind":"Table","metadata":{"resourceVersion":"1"}}}`+"\n", false)
			return nothing
		}},
		{"a namespace emptied", func() func() {
			for n := range 40 {
				s.drop(object{resource: "pods", namespace: "e", name: fmt.Sprint("p", n, "e")})
			}
			return nothing
		}},
		{"nothing", func() func() { return nothing }},
	}
	f := all[s.r.IntN(len(all))]
	s.faults[f.name]++
	return f.name, f.begin()
}

// turn makes another history of s: some of what was there is, at a version by this much other.
func (s *soak) turn(by int) {
	s.mu.Lock()
	rv := s.rv + uint64(by)
	var left []object
	for _, key := range slices.Sorted(maps.Keys(s.faulty.objects)) {
		if o := s.faulty.objects[key]; o.rv <= rv && s.r.IntN(3) > 0 {
			left = append(left, o)
		}
	}
	s.mu.Unlock()
	s.restore(rv, left...)
}

// round is some faults one after another, or at a time, while things happen and clients come and go.
func (s *soak) round() {
	var ends []func()
	for range 1 + s.r.IntN(4) {
		_, end := s.begin()
		for range 5 + s.r.IntN(40) {
			s.step()
			time.Sleep(time.Duration(s.r.IntN(60)) * time.Millisecond)
		}
		if s.r.IntN(3) == 0 {
			ends = append(ends, end) // it goes on beside the next
		} else {
			end()
		}
		for range 2 {
			n := s.r.IntN(len(s.clients))
			s.clients[n].stop()
			s.clients[n] = s.guest(n)
		}
	}
	for _, end := range slices.Backward(ends) {
		end()
	}
}

// settled waits until every client has what the cluster has, and says how long it took.
func (s *soak) settled(limit time.Duration) time.Duration {
	s.t.Helper()
	began := time.Now()
	for {
		differs := s.differs()
		if differs == "" {
			return time.Since(began)
		}
		if time.Since(began) > limit {
			s.t.Fatalf("%v after the last fault %s\n%+v", limit, differs, s.info())
		}
		time.Sleep(time.Second)
	}
}

func (s *soak) differs() string {
	for _, g := range s.clients {
		if g.of == nil {
			continue
		}
		var want []string
		s.mu.Lock()
		for _, o := range s.faulty.objects {
			if g.of(o) {
				want = append(want, fmt.Sprintf("%s@%d#%s", o.name, o.rv, o.uid))
			}
		}
		s.mu.Unlock()
		have := g.has()
		slices.Sort(have)
		if slices.Sort(want); !slices.Equal(have, want) {
			return fmt.Sprintf("a %s has %v, the cluster %v", g.kind, have, want)
		}
		if odd := g.odd(); len(odd) > 0 {
			return fmt.Sprintf("a %s saw what it should not: %q", g.kind, odd)
		}
	}
	return ""
}

// Whatever happens to the cluster and on the way to it, every client ends with what the cluster has. Time is
// a bubble's: half an hour takes a few seconds.
func TestClientsEndWithWhatTheClusterHas(t *testing.T) {
	seed := *soakSeed
	synctest.Test(t, func(t *testing.T) {
		s := newSoak(t, seed, 16, setup{http1: seed%2 == 1})
		for range 10 {
			s.round()
			s.settled(3 * time.Minute)
		}
		t.Log(s.faults)
	})
}
