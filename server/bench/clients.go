package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// result is what was measured of one subject.
type result struct {
	name           string
	joins          time.Duration // until the last of all clients has its list
	p50, p99       time.Duration // from before the write to the client
	deadP99        time.Duration // of the others, when a fifth does not read
	cpu            time.Duration // of the subject's process
	apiServer      time.Duration // of the API server
	lost, doubled  int
	lists, watches int
	perClient      int // bytes that each watching client adds to the process
}

func measure(ctx context.Context, c *realCluster, s *subject, clients, seconds int) (result, error) {
	r := result{name: s.name}
	if _, _, err := c.asked(""); err != nil {
		return r, err
	}
	for range 3 {
		took, err := s.join(ctx, clients)
		if err != nil {
			return r, err
		}
		if r.joins == 0 || took < r.joins {
			r.joins = took
		}
	}
	before := resident(s.pid)
	w, err := s.watch(ctx, clients, 0, seconds*rate)
	if err != nil {
		return r, err
	}
	r.perClient = (resident(s.pid) - before) / clients
	began, beganAPI := cpu(s.pid), cpu(c.PIDs()[1])
	if err := c.write(ctx, seconds*rate); err != nil {
		return r, err
	}
	w.finish()
	r.cpu, r.apiServer = cpu(s.pid)-began, cpu(c.PIDs()[1])-beganAPI
	r.p50, r.p99, r.lost, r.doubled = w.summary()
	if r.lists, r.watches, err = c.asked(""); err != nil {
		return r, err
	}
	if w, err = s.watch(ctx, clients, clients/5, seconds*rate); err != nil {
		return r, err
	}
	if err := c.write(ctx, seconds*rate); err != nil {
		return r, err
	}
	w.finish()
	var lost, doubled int
	_, r.deadP99, lost, doubled = w.summary()
	r.lost, r.doubled = r.lost+lost, r.doubled+doubled
	return r, nil
}

const podsPath = "/api/v1/pods"

// join lets all clients ask for the list at once, as a class does.
func (s *subject) join(ctx context.Context, clients int) (time.Duration, error) {
	start, errs := make(chan struct{}), make(chan error, clients)
	for range clients {
		go func() {
			client := s.client()
			defer client.CloseIdleConnections()
			<-start
			resp, err := s.get(ctx, client, podsPath, "Accept-Encoding", "gzip")
			if err == nil {
				var n int64
				if n, err = io.Copy(io.Discard, resp.Body); err == nil && n < 1000 {
					err = fmt.Errorf("a list of %d bytes", n)
				}
				resp.Body.Close()
			}
			errs <- err
		}()
	}
	began := time.Now()
	close(start)
	var all error
	for range clients {
		all = errors.Join(all, <-errs)
	}
	return time.Since(began), all
}

// watchers are clients that watch.
type watchers struct {
	cancel  context.CancelFunc
	wait    sync.WaitGroup
	mu      sync.Mutex
	late    []time.Duration
	lost    int
	doubled int
}

// watch opens a watch for each client; dead of them read nothing. It returns when all are open.
func (s *subject) watch(ctx context.Context, clients, dead, events int) (*watchers, error) {
	rv, err := s.version(ctx)
	if err != nil {
		return nil, err
	}
	return s.watchFrom(ctx, clients, dead, rv, events)
}

// version is that of the present list.
func (s *subject) version(ctx context.Context) (string, error) {
	client := s.client()
	defer client.CloseIdleConnections()
	resp, err := s.get(ctx, client, podsPath)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var list struct {
		Metadata struct{ ResourceVersion string }
	}
	err = json.NewDecoder(resp.Body).Decode(&list)
	return list.Metadata.ResourceVersion, err
}

func (s *subject) watchFrom(ctx context.Context, clients, dead int, rv string, events int) (*watchers, error) {
	w := &watchers{}
	ctx, w.cancel = context.WithCancel(ctx)
	opened := make(chan error, clients)
	for i := range clients {
		w.wait.Add(1)
		go func() {
			defer w.wait.Done()
			resp, err := s.get(ctx, s.client(), podsPath+"?watch=true&allowWatchBookmarks=true&resourceVersion="+rv)
			opened <- err
			if err != nil {
				return
			}
			defer resp.Body.Close()
			if i < dead {
				<-ctx.Done()
				return
			}
			w.read(resp, events)
		}()
	}
	var err error
	for range clients {
		err = errors.Join(err, <-opened)
	}
	return w, err
}

// read takes events until it has had all of them, or the watch ends.
func (w *watchers) read(resp *http.Response, events int) {
	seen, late, doubled, got := make([]bool, events), make([]time.Duration, 0, events), 0, 0
	lines := bufio.NewReaderSize(resp.Body, 16<<10)
	for got < events {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		n, at := field(line, `"bench/n":"`), field(line, `"bench/t":"`)
		if n < 0 || int(n) >= events || !bytes.HasPrefix(line, []byte(`{"type":"MODIFIED"`)) {
			continue
		}
		if seen[n] {
			doubled++
			continue
		}
		seen[n] = true
		got++
		late = append(late, time.Since(time.Unix(0, at)))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.late = append(w.late, late...)
	w.lost += events - got
	w.doubled += doubled
}

// field reads the number after name; -1 where it is not.
func field(line []byte, name string) int64 {
	_, rest, ok := bytes.Cut(line, []byte(name))
	if !ok {
		return -1
	}
	n, err := strconv.ParseInt(string(rest[:max(0, bytes.IndexByte(rest, '"'))]), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// finish waits for who is still reading, at most a while.
func (w *watchers) finish() {
	done := make(chan struct{})
	time.AfterFunc(5*time.Second, w.cancel)
	go func() { w.wait.Wait(); close(done) }()
	<-done
	w.cancel()
}

func (w *watchers) summary() (p50, p99 time.Duration, lost, doubled int) {
	slices.Sort(w.late)
	if n := len(w.late); n > 0 {
		p50, p99 = w.late[n/2], w.late[n*99/100]
	}
	return p50, p99, w.lost, w.doubled
}
