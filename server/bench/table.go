package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"
)

// table is what was measured, in the order of the subjects.
type table struct {
	clients, seconds int
	results          []result
	rows             []row
}

// row is a bar and what it is met by.
type row struct {
	what, value, bar string
	met              bool
}

// fanOut counts what the cluster sees of ours: of many selectors, and after a start anew.
func (t *table) fanOut(ctx context.Context, c *realCluster, s *subject, clients int) error {
	const selectors = 1000
	if err := s.restart(ctx); err != nil {
		return err
	}
	if _, _, err := c.asked(""); err != nil {
		return err
	}
	var wait sync.WaitGroup
	errs := make(chan error, selectors)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for i := range selectors {
		wait.Add(1)
		go func() {
			defer wait.Done()
			resp, err := s.get(ctx, s.client(), fmt.Sprintf("%s?labelSelector=app%%3D%d", podsPath, i))
			if err == nil {
				_, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			errs <- err
		}()
	}
	wait.Wait()
	var all error
	for range selectors {
		all = errors.Join(all, <-errs)
	}
	lists, watches, err := c.asked("informerscope")
	if all = errors.Join(all, err); all != nil {
		return all
	}
	t.bar("LIST and WATCH upstream for 1,000 selectors", fmt.Sprintf("%d + %d", lists, watches), "1 + 1", lists == 1 && watches == 1)

	w, err := s.watch(ctx, clients, 0, 2*rate)
	if err != nil {
		return err
	}
	rv, err := s.version(ctx)
	if err != nil {
		return err
	}
	if err := s.restart(ctx); err != nil {
		return err
	}
	w.cancel()
	if w, err = s.watchFrom(ctx, clients, 0, rv, 2*rate); err != nil {
		return err
	}
	if err := c.write(ctx, 2*rate); err != nil {
		return err
	}
	w.finish()
	_, _, lost, doubled := w.summary()
	if lists, watches, err = c.asked("informerscope"); err != nil {
		return err
	}
	t.bar(fmt.Sprintf("the same after our restart, %d clients that go on where they stood", clients), fmt.Sprintf("%d + %d; %d lost, %d doubled", lists, watches, lost, doubled),
		"1 + 1; 0, 0", lists == 1 && watches == 1 && lost == 0 && doubled == 0)
	return nil
}

func (t *table) bar(what, value, bar string, met bool) {
	t.rows = append(t.rows, row{what, value, bar, met})
}

// bars are what design asks of ours beside kubectl proxy.
func (t *table) bars() {
	proxy, ours := t.results[1], t.results[2]
	ratio := func(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }
	rows := t.rows
	t.rows = nil
	t.bar(fmt.Sprintf("LIST and WATCH upstream for %d clients that join three times, then watch", t.clients), fmt.Sprintf("%d + %d", ours.lists, ours.watches), "1 + 1", ours.lists == 1 && ours.watches == 1)
	t.rows = append(t.rows, rows...)
	t.bar("events lost, doubled", fmt.Sprintf("%d, %d", ours.lost, ours.doubled), "0, 0", ours.lost+ours.doubled == 0)
	t.bar("joins: time of kubectl proxy's", fmt.Sprintf("%.2f", ratio(ours.joins, proxy.joins)), "≤ 0.7", ratio(ours.joins, proxy.joins) <= 0.7)
	t.bar("p50 of kubectl proxy's", fmt.Sprintf("%.2f", ratio(ours.p50, proxy.p50)), "≤ 1", ours.p50 <= proxy.p50)
	t.bar("p99 of kubectl proxy's", fmt.Sprintf("%.2f", ratio(ours.p99, proxy.p99)), "≤ 1", ours.p99 <= proxy.p99)
	t.bar("CPU of kubectl proxy's", fmt.Sprintf("%.2f", ratio(ours.cpu, proxy.cpu)), "≤ 1.5", ratio(ours.cpu, proxy.cpu) <= 1.5)
	t.bar("p99 of the others beside a fifth that does not read", fmt.Sprintf("%.2f", ratio(ours.deadP99, ours.p99)), "< 1.2", ratio(ours.deadP99, ours.p99) < 1.2)
	t.bar("memory a watching client adds, its socket's buffers included", fmt.Sprintf("%d kB", ours.perClient>>10), "≤ 60 kB", ours.perClient <= 60<<10)
}

func (t *table) markdown() string {
	if len(t.rows) < 5 {
		t.bars()
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# The server beside kubectl proxy

Written by %s: %s/%s, %d cores, a real kube-apiserver and etcd v1.37.2 on the same cores.

%d clients, each with a connection of its own, join at once (a list of %d pods of %.1f kB, gzip), then watch while %d events a second
come for %d s; a latency is from before the write to the client's line. Then once more with a fifth of the clients not reading. Clients,
writer, API server and subject share the cores, so that only ratios mean something.

| | joins | p50 | p99 | p99 beside the dead | its CPU | API server's CPU | LIST + WATCH upstream | lost | doubled |
|---|---|---|---|---|---|---|---|---|---|
`, "`make bench-server`", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), t.clients, podCount, podSize/1000., rate, t.seconds)
	for _, r := range t.results {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %d + %d | %d | %d |\n", r.name, ms(r.joins), ms(r.p50), ms(r.p99), ms(r.deadP99), ms(r.cpu), ms(r.apiServer), r.lists, r.watches, r.lost, r.doubled)
	}
	b.WriteString("\n| of ours | measured | bar | |\n|---|---|---|---|\n")
	for _, r := range t.rows {
		met := "met"
		if !r.met {
			met = "MISSED"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.what, r.value, r.bar, met)
	}
	return b.String()
}

func (t *table) missed() error {
	var all []string
	for _, r := range t.rows {
		if !r.met {
			all = append(all, fmt.Sprintf("%s: %s, bar %s", r.what, r.value, r.bar))
		}
	}
	if len(all) > 0 {
		return fmt.Errorf("missed: %s", strings.Join(all, "; "))
	}
	return nil
}

func ms(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
