package hub_test

import (
	"bufio"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/server/gate"
)

// The faults that a watch meets on its way, and the public reports of such, each by its number. What
// each is says its row.
const faultIDs = `F01 F02 F02b F03 F04 F05 F06 F09 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F21 F22 F23 F24 F25 F26 F27 F29 F30 F32 F33 F34 F35 F36 F37 F38 F39 F40 F42
R1 R2 R3 R4 R5 R7 R8 R10 R11 R12 R13 R14 R16 R17 R18 R19 R21 R22 R23 R24 R26 R27 R29 R31 R32`

// fault is a row: what goes wrong, and what becomes of it. The cluster has pods a and b when run is
// called, at 101 and 102.
type fault struct {
	ids  string
	name string
	as   setup
	run  func(t *testing.T, s *stack)
	held string // tests elsewhere that hold it, as "server/gate TestX wasm/feed TestY"
}

// wait lets time pass, and what is then under way come to rest.
func wait(d time.Duration) { time.Sleep(d); synctest.Wait() }

// away is the cluster gone for a while.
func (s *stack) away() { s.refuse(true); s.reset() }

// back is the cluster there again.
func (s *stack) back() { s.refuse(false) }

// endWatches ends the open watches politely, as API servers do now and then.
func (s *stack) endWatches() { s.say("", true) }

// within fails unless so comes true in time; it looks every second.
func within(t *testing.T, limit time.Duration, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !so(); wait(time.Second) {
		if time.Now().After(end) {
			t.Errorf("after %v it is not so that %s", limit, what)
			return
		}
	}
}

// noMore fails when more requests for what came since a time than should.
func (s *stack) noMore(most int, since time.Time, what ...string) {
	s.t.Helper()
	if n := s.count(since, what...); n > most {
		s.t.Errorf("%d requests for %v in %v, want at most %d", n, what, time.Since(since), most)
	}
}

// failing is a cluster that answers what it should not; clients keep the picture, and those that come first
// are told why there is none.
func failing(instead answer, want *gate.Problem, most int, reason string) func(t *testing.T, s *stack) {
	return func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		began := time.Now()
		s.fail(instead, "list", "watch", "probe", "one", "version")
		s.endWatches()
		wait(time.Second)
		if got := s.trouble(); got != want.ID {
			t.Errorf("the trouble is %q, want %s", got, want.ID)
		}
		wait(58 * time.Second)
		s.noMore(most, began, "list", "watch", "probe", "one")
		if up := s.info().Upstream; up.State != "down" || up.Reason != reason {
			t.Errorf("the cluster is said to be %+v, want down for %s", up, reason)
		}
		if resp, _ := s.get("/readyz"); resp.StatusCode != http.StatusOK {
			t.Errorf("/readyz is %d", resp.StatusCode)
		}
		s.refused("/api/v1/configmaps", want)
		s.put("c")
		s.fail(nil, "list", "watch", "probe", "one", "version")
		wait(time.Minute + 5*time.Second)
		c.saw(want2("ADDED c@103"))
		if s.trouble() != "" || s.info().Upstream.State != "up" {
			t.Errorf("after it: %q, %+v", s.trouble(), s.info().Upstream)
		}
		if resp, _ := s.get("/api/v1/configmaps"); resp.StatusCode != http.StatusOK {
			t.Errorf("what had no data is still %d", resp.StatusCode)
		}
	}
}

// want2 is what a client sees that is never cut off: one list, one watch, and events.
func want2(events string) want { return want{events: events, lists: 1, opened: 1} }

var faults = []fault{
	{ids: "F01", name: "the cluster dies and is back after 4 s", run: func(t *testing.T, s *stack) {
		c, i := s.reader(""), s.informer(podsOf, true, "")
		wait(90 * time.Second)
		s.away()
		wait(2 * time.Second)
		if up := s.info().Upstream; up.State != "down" {
			t.Errorf("the cluster is said to be %+v", up)
		}
		if resp, _ := s.get("/readyz"); resp.StatusCode != http.StatusOK || s.trouble() != gate.ErrUnreachable.ID {
			t.Errorf("/readyz is %d, the trouble %q", resp.StatusCode, s.trouble())
		}
		wait(2 * time.Second)
		s.put("c")
		s.back()
		wait(30 * time.Second)
		c.saw(want2("ADDED c@103"))
		if up := s.info().Upstream; up.State != "up" || s.trouble() != "" || s.last("watch").rv != "102" || s.count(time.Time{}, "list") != 1 {
			t.Errorf("after it: %+v, %q, the watch from %s, %d lists", up, s.trouble(), s.last("watch").rv, s.count(time.Time{}, "list"))
		}
		i.was("add a@101#a-101, add b@102#b-102, add c@103#c-103")
	}},
	{ids: "F02", name: "a connection breaks within a line", run: fragment(func(s *stack) { s.reset() })},
	{ids: "F02", name: "a connection of HTTP/1.1 breaks within a line", as: setup{http1: true}, run: fragment(func(s *stack) { s.reset() })},
	{ids: "F03", name: "a watch ends politely within an object", run: fragment(func(s *stack) { s.endWatches() })},
	{ids: "F03", name: "a watch of HTTP/1.1 ends politely within an object", as: setup{http1: true}, run: fragment(func(s *stack) { s.endWatches() })},
	{ids: "F04", name: "a list ends before its end", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		s.write(object{resource: "configmaps", namespace: "d", name: "m"})
		wait(time.Second)
		s.fail(truncated(s.faulty), "list")
		s.refused("/api/v1/configmaps", gate.ErrIncomplete)
		s.drop(pod("a"))
		s.say(errorLine(410, "Expired"), true)
		wait(30 * time.Second)
		if got := c.names(); !slices.Equal(got, []string{"b@102"}) {
			t.Errorf("while lists end early the client has %v", got)
		}
		s.fail(nil, "list")
		wait(time.Minute)
		c.saw(want2("DELETED a@104"))
	}},
	{ids: "F05 R8", name: "410 in an event", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		s.say(errorLine(410, "Expired"), true)
		wait(2 * time.Second)
		s.put("c")
		wait(time.Second)
		c.saw(want2("ADDED c@103")) // the list brought nothing new, so that nobody noticed
		if s.count(time.Time{}, "list") != 2 {
			t.Errorf("the cluster saw %d lists, want 2", s.count(time.Time{}, "list"))
		}
	}},
	{ids: "F05", name: "410 in an event, and something was lost", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		s.away()
		s.put("c")
		s.drop(pod("a"))
		s.compact()
		s.back()
		wait(30 * time.Second)
		c.saw(want{lists: 2, opened: 2, gone: 1})
	}},
	{ids: "F06", name: "410 as a status", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		s.fail(s.times(1, status(410, "Expired")), "watch")
		s.endWatches()
		wait(10 * time.Second)
		s.put("c")
		wait(time.Second)
		c.saw(want2("ADDED c@103"))
		if s.count(time.Time{}, "list") != 2 {
			t.Errorf("the cluster saw %d lists, want 2", s.count(time.Time{}, "list"))
		}
	}},
	{ids: "F09", name: "429 with Retry-After on a list", run: func(t *testing.T, s *stack) {
		began := time.Now()
		s.fail(status(429, "TooManyRequests", 7), "list")
		for range 5 {
			s.refused("/api/v1/pods", gate.ErrThrottled)
		}
		if resp, _ := s.get("/api/v1/pods"); resp.Header.Get("Retry-After") != "7" {
			t.Errorf("clients are asked to wait %q s, want 7", resp.Header.Get("Retry-After"))
		}
		wait(6900 * time.Millisecond)
		s.noMore(1, began, "list")
		s.fail(nil, "list")
		wait(5 * time.Second)
		c := s.reader("")
		wait(time.Second)
		c.saw(want2(""))
	}},
	{ids: "F09", name: "429 with Retry-After on a watch", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		began := time.Now()
		s.fail(s.times(1, status(429, "TooManyRequests", 7)), "watch")
		s.endWatches()
		wait(6900 * time.Millisecond)
		s.noMore(1, began, "watch")
		s.noMore(0, began, "list")
		c.saw(want2(""))
		s.put("c")
		wait(10 * time.Second)
		c.saw(want2("ADDED c@103"))
	}},
	{ids: "F10", name: "500", run: failing(status(500, "InternalError"), gate.ErrUpstream, 10, gate.ErrUpstream.ID)},
	{ids: "F10", name: "503", run: failing(status(503, "ServiceUnavailable"), gate.ErrUnreachable, 10, gate.ErrUnreachable.ID)},
	{ids: "F10", name: "504", run: failing(status(504, "GatewayTimeout"), gate.ErrUpstream, 10, gate.ErrUpstream.ID)},
	{ids: "F11", name: "a login page", run: failing(loginPage, gate.ErrNotKubernetes, 10, gate.ErrNotKubernetes.ID)},
	{ids: "F12", name: "a certificate that runs out", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(25 * time.Hour)
		s.reset()
		wait(2 * time.Second)
		if up := s.info().Upstream; up.Reason != gate.ErrTLS.ID || s.trouble() != gate.ErrTLS.ID {
			t.Errorf("the cluster is said to be %+v, the trouble %q", up, s.trouble())
		}
		s.refused("/api/v1/configmaps", gate.ErrTLS)
		c.saw(want2(""))
	}},
	{ids: "F12", name: "a certificate authority that is another", as: setup{authority: true}, run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		s.renew(certificate(t, 24*time.Hour))
		s.reset()
		wait(time.Second)
		if s.trouble() != gate.ErrTLS.ID {
			t.Errorf("the trouble is %q, want %s", s.trouble(), gate.ErrTLS.ID)
		}
		s.put("c")
		s.file("ca.crt", string(s.authority()), 0o600)
		wait(6 * time.Minute) // client-go reads it again every 5 min
		c.saw(want2("ADDED c@103"))
		if s.trouble() != "" || s.info().Upstream.State != "up" {
			t.Errorf("after it: %q, %+v", s.trouble(), s.info().Upstream)
		}
	}},
	{ids: "F13 R23", name: "a token that is changed in its file", as: setup{user: "file", needs: "first"}, run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Hour)
		s.with(func() { s.token = "second" })
		s.file("token", "second\n", 0o600)
		began := time.Now()
		s.endWatches()
		s.put("c")
		wait(time.Minute)
		if n := s.count(began, "401"); n == 0 || n > 10 {
			t.Errorf("%d refusals of the old token, want a few", n)
		}
		then := time.Now()
		wait(30 * time.Second) // the longest pause
		s.noMore(0, then, "401")
		c.saw(want2("ADDED c@103"))
		if s.trouble() != "" || s.info().Upstream.State != "up" {
			t.Errorf("after it: %q, %+v", s.trouble(), s.info().Upstream)
		}
	}},
	{ids: "F14", name: "a login helper that fails after an hour", as: setup{user: "helper", needs: "helped"}, run: func(t *testing.T, s *stack) {
		if runtime.GOOS == "windows" {
			return // the helper is a shell script
		}
		c := s.reader("")
		wait(time.Minute)
		c.saw(want2(""))
		s.helper("echo hunter2 >&2; exit 1")
		wait(time.Hour) // what it gave has expired
		s.reset()
		wait(5 * time.Second)
		if up := s.info().Upstream; up.Reason != gate.ErrCredentials.ID || s.trouble() != gate.ErrCredentials.ID {
			t.Errorf("the cluster is said to be %+v, the trouble %q", up, s.trouble())
		}
		s.helper("read answer || exit 3; echo hunter2") // it asks, and there is nobody
		s.refused("/api/v1/configmaps", gate.ErrCredentials)
		if _, body := s.get("/informerscope/v1/info"); strings.Contains(body+s.log.String(), "hunter2") {
			t.Error("what the helper prints is told")
		}
		s.put("c")
		s.helper(gives("helped"))
		wait(time.Minute)
		c.saw(want2("ADDED c@103"))
	}},
	{ids: "F15", name: "another API server takes over, and is behind", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		for range 60 {
			s.put("a")
		}
		wait(time.Minute)
		began := time.Now()
		s.with(func() { s.lag = 50 })
		s.endWatches()
		wait(10 * time.Second)
		c.saw(want{events: "-", lists: 1, opened: 1})
		s.with(func() { s.lag = 0 })
		s.put("c")
		wait(time.Second)
		c.saw(want{events: "-", lists: 1, opened: 1})
		s.noMore(0, began, "list")
		s.noMore(1, began, "watch")
	}},
	{ids: "R21 F15", name: "too large a version", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		for range 60 {
			s.put("a")
		}
		wait(time.Minute)
		began := time.Now()
		s.with(func() { s.lag = 50 })
		s.say(errorLine(410, "Expired"), true)
		wait(20 * time.Second)
		s.noMore(4, began, "list")
		c.saw(want{events: "-", lists: 1, opened: 1})
		s.with(func() { s.lag = 0 })
		s.put("c")
		wait(30 * time.Second)
		c.saw(want{events: "-", lists: 1, opened: 1})
		resp, body := s.get("/api/v1/pods?resourceVersion=9999&resourceVersionMatch=NotOlderThan")
		if resp.StatusCode != http.StatusGatewayTimeout || !strings.Contains(body, "ResourceVersionTooLarge") || !strings.Contains(body, `"retryAfterSeconds":1`) {
			t.Errorf("a list from what never comes: %d %s", resp.StatusCode, body)
		}
	}},
	{ids: "F16 R12 R13 R14", name: "the network is parted", run: parted(45 * time.Second)},
	{ids: "F16 R12", name: "the network is parted on HTTP/1.1", as: setup{http1: true}, run: parted(90 * time.Second)},
	{ids: "F17 F36", name: "a client takes nothing", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Second)
		asleep, err := s.front.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer asleep.Close()
		fmt.Fprint(asleep, "GET /api/v1/pods?watch=true&resourceVersion=102 HTTP/1.1\r\nHost: gate\r\n\r\n")
		wait(time.Second)
		if n := s.info().Feeds[0].Clients; n != 2 {
			t.Fatalf("%d clients, want 2", n)
		}
		for range 100 { // more than is under way
			s.write(object{resource: "pods", namespace: "d", name: "a", body: `,"status":{"message":"` + strings.Repeat("x", 4<<10) + `"}`})
		}
		wait(16 * time.Second)
		if n := s.info().Feeds[0].Clients; n != 1 {
			t.Errorf("16 s after it took nothing %d clients, want the other alone", n)
		}
		c.saw(want{events: "-", lists: 1, opened: 1})
		awake := s.start(&reader{path: "/api/v1/pods", rv: "102", have: map[string]string{"a": "101", "b": "102"}, uids: map[string]string{}})
		wait(time.Second)
		awake.saw(want{events: "-", opened: 1})
		if n := len(strings.Fields(awake.told())) / 2; n != 100 {
			t.Errorf("who wakes is told of %d events, want 100", n)
		}
	}},
	{ids: "F18", name: "a list stalls after its headers", run: func(t *testing.T, s *stack) {
		s.fail(stall, "list")
		began := time.Now()
		s.refused("/api/v1/pods", gate.ErrSlow)
		if took := time.Since(began); took > time.Minute {
			t.Errorf("it took %v, want a minute at most", took)
		}
		s.fail(nil, "list")
		wait(10 * time.Second)
		c := s.reader("")
		wait(time.Second)
		c.saw(want2(""))
	}},
	{ids: "F21 R29", name: "events that do not fit", run: func(t *testing.T, s *stack) {
		c, i := s.reader(""), s.informer(podsOf, true, "")
		wait(time.Minute)
		s.happen("MODIFIED", object{resource: "pods", namespace: "d", name: "new", uid: "n"})
		s.happen("ADDED", object{resource: "pods", namespace: "d", name: "a", uid: "a-101"})
		s.happen("DELETED", object{resource: "pods", namespace: "d", name: "new", uid: "n"})
		s.happen("DELETED", object{resource: "pods", namespace: "d", name: "new", uid: "n"})
		s.happen("DELETED", object{resource: "pods", namespace: "d", name: "never", uid: "x"})
		s.happen("MODIFIED", object{resource: "pods", namespace: "d", name: "b", uid: "b-102", rv: 102}) // as it was
		wait(time.Second)
		c.saw(want2("ADDED new@103 MODIFIED a@104 DELETED new@105 MODIFIED b@102"))
		i.was("add a@101#a-101, add b@102#b-102, add new@103#n, update a@101#a-101 to a@104#a-101, delete new@105#n, update b@102#b-102 to b@102#b-102")
	}},
	{ids: "F22 R3 R4 R5", name: "streaming lists that have no end", run: func(t *testing.T, s *stack) {
		i := s.informer(podsOf, true, "")
		wait(time.Second)
		if !i.HasSynced() {
			t.Error("the informer has not synced")
		}
		i.was("add a@101#a-101, add b@102#b-102")
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, a := range s.asked { // so that no server, old or new, can leave one without its end
			if strings.Contains(a.uri, "sendInitialEvents") {
				t.Errorf("the cluster was asked for a streaming list: %s", a.uri)
			}
		}
	}, held: "wasm/player TestAStreamWithoutItsEndIsGivenUp"},
	{ids: "F23", name: "no bookmarks", run: func(t *testing.T, s *stack) {
		s.with(func() { s.unmark = true })
		c := s.reader("")
		for range 10 {
			wait(time.Minute)
			s.write(object{resource: "configmaps", namespace: "d", name: "m"}) // uses up versions
			if quiet := c.quiet(); quiet > 20*time.Second {
				t.Fatalf("silent for %v", quiet)
			}
		}
		s.put("c")
		wait(time.Second)
		c.saw(want2("ADDED c@113"))
		if s.count(time.Time{}, "list") != 1 {
			t.Errorf("the cluster saw %d lists, want 1", s.count(time.Time{}, "list"))
		}
	}},
	{ids: "F24 R18", name: "large objects", run: func(t *testing.T, s *stack) {
		c, i := s.reader(""), s.informer(podsOf, false, "")
		wait(time.Second)
		for _, size := range []int{1536 << 10, 3 << 20, 1536 << 10} {
			s.write(object{resource: "pods", namespace: "d", name: "big", body: `,"status":{"message":"` + strings.Repeat("x", size) + `"}`})
		}
		s.put("c")
		wait(time.Second)
		c.saw(want2("ADDED big@103 MODIFIED big@104 MODIFIED big@105 ADDED c@106"))
		if got := i.names(); !slices.Equal(got, s.names("pods")) {
			t.Errorf("the informer has %v", got)
		}
	}, held: "server/upstream TestLargeObjectsPass"},
	{ids: "F25", name: "many objects", run: func(t *testing.T, s *stack) {
		for n := range 1998 {
			s.put(fmt.Sprint("p", n))
		}
		c := s.reader("")
		wait(time.Second)
		c.saw(want2(""))
		pages := s.count(time.Time{}, "list")
		if last := s.last("list"); pages != 4 || !strings.Contains(last.uri, "limit=500") || !strings.Contains(last.uri, "continue=1500") {
			t.Errorf("2,000 objects came on %d pages, the last asked for as %s", pages, last.uri)
		}
	}},
	{ids: "F26 R1", name: "the cluster is restored from a backup", run: history(func(s *stack) {
		s.restore(95, object{resource: "pods", namespace: "d", name: "a", uid: "a-101", rv: 91})
		s.put("a")
		s.put("a")
	}, "update a@101#a-101 to a@97#a-101")},
	{ids: "R2", name: "a pod that a backup does not have", run: history(func(s *stack) {
		s.restore(101, object{resource: "pods", namespace: "d", name: "a", uid: "a-101", rv: 101})
	}, "final state unknown b@102#b-102")},
	{ids: "F27", name: "another cluster behind the same address", run: history(func(s *stack) {
		s.with(func() { s.uid = "u-2" })
		s.restore(9000, object{resource: "pods", namespace: "d", name: "a", uid: "a-else", rv: 8000})
	}, "final state unknown b@102#b-102")},
	{ids: "F29", name: "a kind that comes later", as: setup{resources: "pods,widgets.v1.example.com"}, run: func(t *testing.T, s *stack) {
		const path = "/apis/example.com/v1/widgets"
		s.fail(status(404, "NotFound"), "list", "watch", "probe")
		began := time.Now()
		for range 10 {
			s.refused(path, gate.ErrNotFound)
			wait(6 * time.Second)
		}
		s.noMore(3, began, "list", "watch", "probe")
		s.fail(nil, "list", "watch", "probe")
		c := s.start(&reader{path: path})
		s.write(object{resource: "widgets", namespace: "d", name: "w"})
		within(t, 40*time.Second, "the new kind is there", func() bool { return len(c.names()) == 1 })
		s.write(object{resource: "widgets", namespace: "d", name: "v"})
		wait(time.Second)
		c.saw(want2("ADDED v@104"))
	}},
	{ids: "F30 R19", name: "a kind that goes and comes back", as: setup{resources: "pods,widgets.v1.example.com"}, run: func(t *testing.T, s *stack) {
		const path = "/apis/example.com/v1/widgets"
		w := object{resource: "widgets", namespace: "d", name: "w"}
		s.write(w)
		c := s.start(&reader{path: path})
		wait(time.Minute)
		s.drop(w)
		s.fail(status(404, "NotFound"), "list", "watch", "probe")
		s.endWatches()
		wait(time.Minute)
		c.mu.Lock()
		events, gone := strings.Join(c.events, " "), c.gone
		c.mu.Unlock()
		if events != "DELETED w@104" || gone != 1 || len(c.names()) > 0 {
			t.Errorf("the client saw %q, 410 %d times, and has %v", events, gone, c.names())
		}
		s.refused(path, gate.ErrNotFound)
		began := time.Now()
		wait(5 * time.Minute)
		s.noMore(11, began, "list", "watch", "probe") // one at each end
		s.fail(nil, "list", "watch", "probe")
		s.write(w)
		wait(time.Minute)
		c.saw(want{events: "-", lists: 2, gone: 1})
	}},
	{ids: "F32", name: "who may list, and not watch", run: func(t *testing.T, s *stack) {
		s.fail(status(403, "Forbidden"), "watch")
		c := s.reader("")
		wait(time.Minute)
		if s.trouble() != gate.ErrForbidden.ID {
			t.Errorf("the trouble is %q, want %s", s.trouble(), gate.ErrForbidden.ID)
		}
		began := time.Now()
		s.put("c")
		within(t, time.Minute, "the client has what a later list shows", func() bool { return slices.Equal(c.names(), s.names("pods")) })
		wait(time.Until(began.Add(10 * time.Minute)))
		s.noMore(21, began, "watch") // one at each end
		s.noMore(21, began, "list")
		c.saw(want{lists: 2, gone: 1})
	}},
	{ids: "F32", name: "who may watch, and not list", run: func(t *testing.T, s *stack) {
		s.fail(status(403, "Forbidden"), "list", "probe")
		began := time.Now()
		for range 10 {
			s.refused("/api/v1/pods", gate.ErrForbidden)
			wait(30 * time.Second)
		}
		s.noMore(11, began, "list", "watch", "probe")
	}},
	{ids: "F32", name: "a right that is taken away", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		began := time.Now()
		s.fail(status(403, "Forbidden"), "list", "watch", "probe")
		s.endWatches()
		wait(5 * time.Minute)
		if resp, _ := s.get("/api/v1/pods"); resp.StatusCode != http.StatusOK || s.trouble() != gate.ErrForbidden.ID {
			t.Errorf("the last data: %d, the trouble %q", resp.StatusCode, s.trouble())
		}
		s.noMore(11, began, "list", "watch")
		c.saw(want2(""))
		s.fail(nil, "list", "watch", "probe")
		wait(time.Minute)
		s.put("c")
		wait(time.Second)
		c.saw(want2("ADDED c@103"))
	}},
	{ids: "F33", name: "a namespace is deleted", run: func(t *testing.T, s *stack) {
		s.write(object{resource: "pods", namespace: "e", name: "stays"})
		c, d, i := s.reader(""), s.start(&reader{path: "/api/v1/namespaces/d/pods"}), s.informer(podsOf, true, "")
		wait(time.Second)
		s.drop(pod("a"))
		s.drop(pod("b"))
		wait(time.Minute)
		c.saw(want2("DELETED a@104 DELETED b@105"))
		if d.names() != nil || d.told() != "DELETED a@104 DELETED b@105" {
			t.Errorf("who watches the namespace has %v by %v", d.names(), d.told())
		}
		if want := ", delete a@104#a-101, delete b@105#b-102"; !strings.HasSuffix(i.heard(), want) {
			t.Errorf("the informer heard %s, want it to end in %s", i.heard(), want)
		}
	}},
	{ids: "F34 R16", name: "deleted and made anew while nobody looked", run: gap(func(s *stack) {
		s.drop(pod("a"))
		s.put("a")
	}, "update a@101#a-101 to a@104#a-104, "+again)},
	{ids: "F35 R17", name: "a deletion that nobody saw", run: gap(func(s *stack) {
		o := pod("a")
		o.more = `,"deletionTimestamp":"2000-01-01T00:01:00Z"`
		s.write(o)
		s.drop(o)
	}, "final state unknown a@101#a-101, "+again)},
	{ids: "F37", name: "clients leave", run: func(t *testing.T, s *stack) {
		var all []*reader
		for n := range 200 {
			all = append(all, s.reader(fmt.Sprintf("labelSelector=app!%%3D%d", n)))
		}
		wait(5 * time.Second)
		if n := s.info().Feeds[0].Clients; n != 200 {
			t.Fatalf("%d clients, want 200", n)
		}
		for _, c := range all {
			c.stop()
		}
		wait(2 * time.Second)
		if n := s.info().Feeds[0].Clients; n != 0 {
			t.Errorf("2 s after they left, %d clients", n)
		}
		began := time.Now()
		wait(9 * time.Minute)
		if len(s.info().Feeds) != 1 {
			t.Error("the watch of the cluster was not kept")
		}
		wait(time.Minute)
		if len(s.info().Feeds) != 0 {
			t.Error("the watch of the cluster was kept for too long")
		}
		s.noMore(0, began, "list", "watch")
	}, held: "server/gate TestNothingIsLeftOfClientsThatLeave"},
	{ids: "F38 R22", name: "what stands between keeps bytes back", run: func(t *testing.T, s *stack) {
		s.restore(200)
		for _, marks := range []bool{true, false} {
			began := time.Now()
			ctx, cancel := context.WithCancel(t.Context())
			req, _ := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://gate/api/v1/pods?watch=true&allowWatchBookmarks=%v&resourceVersion=200", marks), nil)
			resp, err := s.http.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > time.Second || resp.Header.Get("X-Accel-Buffering") != "no" || !strings.Contains(resp.Header.Get("Cache-Control"), "no-transform") {
				t.Errorf("headers after %v: %v", took, resp.Header)
			}
			line, err := bufio.NewReader(resp.Body).ReadString('\n')
			if took := time.Since(began); took > 21*time.Second || err != nil || marks != strings.Contains(line, "BOOKMARK") {
				t.Errorf("the first line after %v: %q, %v", took, line, err)
			}
			cancel()
			_ = resp.Body.Close()
		}
	}},
	{ids: "F39", name: "more streams than a connection has", run: func(t *testing.T, s *stack) {
		for n := range 300 {
			s.start(&reader{path: "/api/v1/" + []string{"pods", "configmaps"}[n%2], query: fmt.Sprintf("labelSelector=app!%%3D%d", n)})
		}
		wait(5 * time.Second)
		if n := s.count(time.Time{}, "watch"); n != 2 || s.dials() > 2 {
			t.Errorf("300 clients cost %d watches on %d connections, want one a resource", n, s.dials())
		}
	}},
	{ids: "F40", name: "an API server stops and another starts", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		began := time.Now()
		stopped := make(chan struct{})
		go func() { // GOAWAY, and then its watches end
			defer close(stopped)
			_ = s.server.Shutdown(t.Context())
		}()
		wait(time.Second)
		s.endWatches()
		next := s.serve()
		s.put("c")
		wait(time.Minute)
		<-stopped
		s.with(func() { s.server = next })
		c.saw(want2("ADDED c@103"))
		s.noMore(0, began, "list")
		s.noMore(3, began, "watch")
	}},
	{ids: "F42", name: "a table in a watch", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		s.say(`{"type":"ADDED","object":{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"103"},"rows":[]}}`+"\n", false)
		s.put("c")
		wait(time.Minute)
		c.saw(want2("ADDED c@103"))
		if resp, _ := s.get("/api/v1/pods", "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"); resp.StatusCode != http.StatusNotAcceptable {
			t.Errorf("a table alone: %d, want 406", resp.StatusCode)
		}
	}},
	{name: "types of events that nobody knows, and what is no object", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		s.say(`{"type":"SHUFFLED","object":{"kind":"Pod","metadata":{"name":"x","resourceVersion":"103"}}}`+"\n", false)
		s.say(`{"type":"SHUFFLED","object":5}`+"\n", false)
		s.say(`{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":5,"resourceVersion":"103"}}}`+"\n", false)
		s.put("c")
		wait(time.Minute)
		c.saw(want2("ADDED c@103"))
		began := time.Now()
		s.say(`{"type":"ADDED","object":{"kind":"Pod","metadata":[]}}`+"\n", false)
		s.say("<html>\n", false)
		s.put("d")
		wait(time.Minute)
		c.saw(want2("ADDED c@103 ADDED d@104"))
		s.noMore(5, began, "watch", "list")
	}},
	{ids: "R7", name: "200 and close, again and again", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute + 5*time.Second) // the look of each half minute is not asked for by trouble
		began := time.Now()
		s.fail(closeAtOnce, "watch")
		s.endWatches()
		wait(time.Second)
		s.put("c")
		wait(8900 * time.Millisecond)
		s.noMore(3, began, "watch", "list", "probe", "one")
		wait(20 * time.Second)
		s.noMore(3*3+3, began, "watch", "list", "probe", "one")
		s.fail(nil, "watch")
		wait(time.Minute)
		c.saw(want{lists: 2, opened: 2, gone: 1})
	}},
	{ids: "R10", name: "a list whose last object is old", run: func(t *testing.T, s *stack) {
		s.restore(100, object{resource: "pods", namespace: "d", name: "b", uid: "b", rv: 3}, object{resource: "pods", namespace: "d", name: "a", uid: "a", rv: 95})
		c := s.reader("")
		wait(time.Second)
		first := s.last("watch").rv
		s.reset()
		wait(5 * time.Second)
		if again := s.last("watch").rv; first != "100" || again != "100" || s.count(time.Time{}, "watch") != 2 {
			t.Errorf("the watches are from %s and %s, want the list's 100", first, again)
		}
		c.saw(want2(""))
	}},
	{ids: "R11", name: "nobody to connect to for 5 s", run: func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		began, before := time.Now(), s.dials()
		s.away()
		wait(5 * time.Second)
		if n := s.dials() - before; n == 0 || n > 4 {
			t.Errorf("%d connections were tried in 5 s, want at most 4", n)
		}
		s.back()
		wait(30 * time.Second)
		if n := s.count(began, "watch"); n != 1 || s.count(began, "list") != 0 {
			t.Errorf("%d watches and %d lists after it, want one watch", n, s.count(began, "list"))
		}
		c.saw(want2(""))
	}},
	{ids: "R24", name: "secrets in what kubectl applied, and in data", as: setup{resources: "secrets,configmaps", metadata: true}, run: func(t *testing.T, s *stack) {
		for _, resource := range []string{"secrets", "configmaps"} {
			o := object{resource: resource, namespace: "d", name: "x", body: `,"data":{"key":"-----BEGIN PRIVATE KEY-----"}`,
				more: `,"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"data\":\"hunter2\"}"}`}
			s.write(o)
			path := "/api/v1/" + resource
			_, list := s.get(path)
			c := s.start(&reader{path: path})
			wait(time.Second)
			o.name = "y"
			s.write(o)
			wait(time.Second)
			_, one := s.get("/api/v1/namespaces/d/" + resource + "/x")
			_, watch := s.get(path + "?watch=true&timeoutSeconds=1")
			for _, body := range []string{list, one, watch, s.log.String()} {
				if strings.Contains(body, "hunter2") || strings.Contains(body, "PRIVATE") {
					t.Errorf("a secret is told: %s", body)
				}
			}
			if !strings.Contains(watch, `"name":"y"`) || len(c.names()) != 2 {
				t.Errorf("%s are not served: %s", resource, watch)
			}
		}
	}, held: "server/upstream TestTheLastAppliedConfigurationIsInNoAnswer"},
	{ids: "R26", name: "who has no token asks for what another has read", as: setup{token: "the-token"}, run: func(t *testing.T, s *stack) {
		if resp, _ := s.get("/api/v1/pods", "Authorization", "Bearer the-token"); resp.StatusCode != http.StatusOK {
			t.Fatalf("with the token: %d", resp.StatusCode)
		}
		for _, path := range []string{"/api/v1/pods", "/api/v1/namespaces/d/pods/a", "/api/v1/pods?watch=true"} {
			if resp, body := s.get(path); resp.StatusCode != http.StatusUnauthorized || strings.Contains(body, "101") {
				t.Errorf("%s without the token: %d %s", path, resp.StatusCode, body)
			}
		}
	}},
	{ids: "R27", name: "other sites' pages, by name or by address", held: "server/gate TestBadInputsAreRefusedBeforeTheCluster server/gate TestSocketsNeedOurOriginAndTheToken"},
	{ids: "R32", name: "a browser asks", run: func(t *testing.T, s *stack) {
		_, plain := s.get("/api/v1/pods", "User-Agent", "curl/8")
		_, browser := s.get("/api/v1/pods", "User-Agent", "Mozilla/5.0 (X11; Linux x86_64)")
		if plain != browser || strings.Contains(plain, "\n ") || strings.Contains(plain, ": ") {
			t.Errorf("lists differ, or are not compact:\n%s\n%s", plain, browser)
		}
	}, held: "server/gate TestAnswersAreCompactAndTheSameForAll"},
	{ids: "F02b", name: "the page's own connection fails", held: "wasm/player TestAWatchThatBreaksGoesOnWhereItStood wasm/player TestAServerThatWasAwayIsNoProxy"},
	{ids: "F19", name: "the clock of the wall jumps", held: "server/gate TestAnAnswerIsNeverYoungerThanNow"},
	{ids: "R31", name: "a list in the page that stalls, or ends early", held: "wasm/feed TestATruncatedListIsNoList"},
}

// fragment is half an event, and then an end; what follows is told once, and whole.
func fragment(end func(s *stack)) func(t *testing.T, s *stack) {
	return func(t *testing.T, s *stack) {
		c, k := s.reader(""), s.start(&reader{path: "/api/v1/pods", socket: true})
		wait(time.Minute)
		s.say(`{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"c","namesp`, false)
		wait(time.Second)
		end(s)
		s.put("c")
		wait(30 * time.Second)
		c.saw(want2("ADDED c@103"))
		k.saw(want2("ADDED c@103"))
		if n := s.count(time.Time{}, "list"); n != 1 || s.last("watch").rv != "102" {
			t.Errorf("the cluster saw %d lists and then a watch from %s", n, s.last("watch").rv)
		}
	}
}

// parted is a network that loses everything, for two minutes. It is noticed within a limit.
func parted(limit time.Duration) func(t *testing.T, s *stack) {
	return func(t *testing.T, s *stack) {
		c := s.reader("")
		wait(time.Minute)
		before, last := s.dials(), s.info().Feeds[0].Heard
		s.part()
		s.put("c")
		within(t, limit+time.Second, "a new connection is tried", func() bool { return s.dials() > before })
		wait(2*time.Minute - limit)
		quiet := c.quiet()
		info := s.info()
		if resp, _ := s.get("/api/v1/pods"); quiet > 20*time.Second || info.Upstream.State != "down" || !info.Feeds[0].Heard.Equal(last) || len(resp.Header.Get("X-Informerscope-Staleness")) < 3 {
			t.Errorf("two minutes later: the last beat %v ago, %+v; the list is %q s old", quiet, info, resp.Header.Get("X-Informerscope-Staleness"))
		}
		s.join()
		wait(time.Minute)
		c.saw(want2("ADDED c@103"))
		if s.count(time.Time{}, "list") != 1 || s.info().Upstream.State != "up" {
			t.Errorf("after it: %d lists, %+v", s.count(time.Time{}, "list"), s.info())
		}
	}
}

// history is a cluster that is not what it was. Everybody is told within half a minute, and lists again;
// the handler of an informer hears of it so that it ends in last.
func history(turn func(s *stack), last string) func(t *testing.T, s *stack) {
	return func(t *testing.T, s *stack) {
		c, i, k := s.reader(""), s.informer(podsOf, false, ""), s.start(&reader{path: "/api/v1/pods", socket: true})
		wait(time.Minute + 5*time.Second)
		turn(s)
		wait(35 * time.Second)
		c.saw(want{lists: 2, opened: 2, gone: 1})
		k.saw(want{lists: 2, opened: 2, gone: 1})
		wait(5 * time.Second)
		if !slices.Equal(i.names(), s.names("pods")) || !strings.Contains(i.heard(), last) || strings.Count(i.heard(), "b@102") != 2 {
			t.Errorf("the informer has %v, the cluster %v; heard %s, want %s", i.names(), s.names("pods"), i.heard(), last)
		}
		s.put("z")
		wait(time.Second)
		if !slices.Equal(c.names(), s.names("pods")) {
			t.Errorf("it is not followed: %v, %v", c.names(), s.names("pods"))
		}
	}
}

const again = "update b@102#b-102 to b@102#b-102" // as client-go tells what a list brings again

// gap is what happens while the connection is lost, and compacted before it is back.
func gap(happens func(s *stack), last string) func(t *testing.T, s *stack) {
	return func(t *testing.T, s *stack) {
		c, i := s.reader(""), s.informer(podsOf, true, "")
		wait(time.Minute)
		s.away()
		happens(s)
		s.compact()
		s.back()
		wait(time.Minute)
		c.saw(want{lists: 2, opened: 2, gone: 1})
		c.mu.Lock()
		defer c.mu.Unlock()
		for name, uid := range c.uids {
			if is := s.objects["pods d/"+name].uid; uid != is {
				t.Errorf("%s has the uid %s, in the cluster %s", name, uid, is)
			}
		}
		i.was("add a@101#a-101, add b@102#b-102, " + last)
	}
}

func TestFaults(t *testing.T) {
	for _, f := range faults {
		if f.run == nil {
			continue
		}
		t.Run(strings.TrimSpace(f.ids+" "+f.name), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := newFaulty(t, f.as.http1)
				c.put("a")
				c.put("b")
				f.run(t, newStack(t, c, f.as))
			})
		})
	}
}

// Every fault and every report has a row, and what a row says of other tests is so.
func TestEveryFaultHasARow(t *testing.T) {
	var has []string
	for _, f := range faults {
		has = append(has, strings.Fields(f.ids)...)
		if f.run == nil && f.held == "" {
			t.Errorf("the row %q of %s does nothing", f.name, f.ids)
		}
		held := strings.Fields(f.held)
		for i := 0; i+1 < len(held); i += 2 {
			if !hasTest(t, held[i], held[i+1]) {
				t.Errorf("%s: there is no %s in %s", f.ids, held[i+1], held[i])
			}
		}
	}
	want := strings.Fields(faultIDs)
	for _, id := range want {
		if !slices.Contains(has, id) {
			t.Errorf("%s has no row", id)
		}
	}
	for _, id := range has {
		if !slices.Contains(want, id) {
			t.Errorf("%s is no fault that is known", id)
		}
	}
}

// hasTest reports whether a package has a test of that name.
func hasTest(t *testing.T, pkg, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s: %v", pkg, err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if tree.Scope.Lookup(name) != nil {
			return true
		}
	}
	return false
}
