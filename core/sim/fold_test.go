package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// watcher folds the events of a world and compares the picture with the machines.
type watcher struct {
	w     *World
	s     *state.State
	seen  uint64
	moves int // transitions folded
	told  map[trace.ID]told
}

// told is what the picture tells of a key and no machine knows: calls counted since they were.
type told struct {
	adds, passes, merged int
	since                int64
}

// count notes an event of the work queue.
func (c *watcher) count(e trace.Event) {
	if e.Op == trace.Restart || c.told == nil {
		c.told = map[trace.ID]told{}
	}
	k, came := c.told[e.Key], false // into the line, or out of it
	switch e.Op {
	case trace.QueueAdd:
		k.adds++
		came = e.Case() == trace.CaseQueued
		k.merged++
	case trace.QueueFetch:
		k.adds++
		came = true
	case trace.QueueGet:
		k.passes++
		came = true
	case trace.QueueDone, trace.QueueStray:
		came = e.Pushed()
	default:
		return
	}
	if came {
		k.merged, k.since = 0, e.At
	}
	c.told[e.Key] = k
}

func watchWorld(w *World) *watcher { return &watcher{w: w, s: state.New(w.Recorder())} }

// compare folds what is new and returns the first difference.
func (c *watcher) compare() error {
	for _, e := range c.w.rec.Since(c.seen + 1) {
		c.s.Apply(e)
		c.count(e)
		c.seen = e.Seq
		if e.Flag&trace.First != 0 {
			c.moves++
		}
	}
	for _, k := range c.s.Keys {
		if got, want := (told{k.Adds, k.Passes, k.Merged, k.Since}), c.told[k.ID]; got != want {
			return fmt.Errorf("event %d: of %s is told %+v, want %+v", c.seen, c.s.Text(k.ID), got, want)
		}
	}
	fold, machines := picture(c.s), c.w.picture(0)
	for i := range fold {
		if fold[i] != machines[i] {
			return fmt.Errorf("event %d: the fold has\n\t%s\nthe machines\n\t%s", c.seen, fold[i], machines[i])
		}
	}
	return nil
}

// picture is all that the fold knows of the machines.
func picture(s *state.State) []string {
	var bits, fails []string
	for _, k := range s.Keys {
		if k.Bits != 0 {
			bits = append(bits, fmt.Sprintf("%s:%d", s.Text(k.ID), k.Bits))
		}
		if k.Failures != 0 {
			fails = append(fails, fmt.Sprintf("%s:%d", s.Text(k.ID), k.Failures))
		}
	}
	var line, heap []string
	said := func(id trace.ID) string {
		k, _ := s.Key(id)
		return trace.Ranked(s.Text(id), k.Priority)
	}
	for _, id := range s.Queue {
		line = append(line, said(id))
	}
	for _, x := range s.Heap {
		heap = append(heap, fmt.Sprintf("%s@%d", said(x.Key), x.Due))
	}
	slices.Sort(bits)
	slices.Sort(fails)
	slices.Sort(heap)
	bucket := "bucket"
	if s.Bucket.Every > 0 {
		bucket += fmt.Sprint(" ", s.Bucket.Last)
	}
	out := []string{bucket, "line " + strings.Join(line, " "), "bits " + strings.Join(bits, " "), "heap " + strings.Join(heap, " "),
		"failures " + strings.Join(fails, " "), fmt.Sprintf("shut %v", s.Shut)}
	for _, k := range s.Workers {
		text := fmt.Sprintf("worker %s blocked=%v", k.Name, k.Blocked)
		if k.Busy {
			text += " on " + s.Text(k.Key)
		}
		out = append(out, text)
	}
	if s.Refl.State == "" {
		return out
	}
	out = append(out, "fifo "+s.View("F", 0, 0), fmt.Sprintf("fifo busy=%v held=%v synced=%v", s.FIFO.Busy, s.FIFO.Held, s.FIFO.Synced),
		"store "+s.View("S", 0, 0), "nodes "+s.View("node", 0, 0), "store rv "+s.StoreRV)
	var postings []string
	for _, p := range s.Index {
		var keys []string
		for _, k := range p.Keys {
			keys = append(keys, s.Text(k))
		}
		postings = append(postings, p.Name+" "+strings.Join(keys, ","))
	}
	slices.Sort(postings)
	out = append(out, "index "+strings.Join(postings, " "))
	for _, l := range s.Listeners {
		if !l.Gone {
			out = append(out, fmt.Sprintf("listener %s pending=%d busy=%v outstanding=%d synced=%v", l.Name, len(l.Pending), l.Busy, l.Outstanding, l.Synced))
			if l.Period != 0 {
				out = append(out, fmt.Sprintf("resync %s every %d due %d", l.Name, l.Period, l.Due))
			}
		}
	}
	return append(out, "reflector "+s.Refl.State+" rv "+s.Refl.RV+" list "+s.View("list", 0, 0))
}

// randomCommand is one thing that could happen.
func randomCommand(r *machine.Rand, informer bool) Command {
	pick := func(words ...string) string { return words[r.Below(int64(len(words)))] }
	key, name := pick("a", "b", "c", "p1", "p2"), pick("p1", "p2", "p3", "p4", "p5")
	worker := pick("W1", "W2", "W3")
	wait := time.Duration(r.Below(3000)) * time.Millisecond
	if !informer || r.Below(3) == 0 {
		switch r.Below(15) {
		case 14:
			if r.Below(8) == 0 {
				return Command{Verb: "restart"}
			}
			if r.Below(8) == 0 {
				return Command{Verb: "quit", Actor: worker}
			}
			return Command{Verb: "panic", Actor: worker, Text: pick(caught, deferred)}
		case 0, 1, 2:
			return Command{Verb: "Add", Key: key, Times: int(r.Below(3))}
		case 3:
			return Command{Verb: "AddAfter", Key: key, After: wait}
		case 4:
			return Command{Verb: "AddRateLimited", Key: key}
		case 5:
			return Command{Verb: "Forget", Key: key}
		case 6, 7:
			return Command{Verb: "Get", Actor: worker}
		case 8:
			return Command{Verb: "Done", Actor: worker}
		case 9:
			return Command{Verb: pick("ok", "fail"), Actor: worker}
		case 10:
			return Command{Verb: "read", Actor: worker, Key: key}
		case 11:
			return Command{Verb: "auto", Text: pick("on", "on", "off")}
		case 12:
			return Command{Verb: "set", Text: "failure", Value: float64(r.Below(10)) / 10}
		default:
			return Command{Verb: "worker", Actor: worker, Text: pick("get, ok|fail", "get, read, sleep 3s, ok|fail", "get, sleep 1s, requeue, done")}
		}
	}
	if r.Below(20) == 0 {
		return Command{Verb: "mutate", Actor: worker, Name: name, Node: pick("n8", "n9")}
	}
	switch r.Below(20) {
	case 0, 1, 2, 3:
		return Command{Verb: "create", Name: name, Node: pick("n1", "n2", "")}
	case 4, 5, 6, 7:
		return Command{Verb: "update", Name: name, Node: pick("n1", "n2", "n3")}
	case 8, 9:
		return Command{Verb: "delete", Name: name}
	case 10:
		return Command{Verb: "error", Code: int([]int64{403, 410, 429, 500}[r.Below(4)])}
	case 11:
		if r.Below(4) == 0 {
			return Command{Verb: "end-mark", Text: pick("none", "plain", "sent", "sent")}
		}
		if r.Below(4) == 0 {
			return Command{Verb: "token", Text: pick("expires", "lost")}
		}
		return Command{Verb: pick("close", "bookmark", "compact")}
	case 12:
		return Command{Verb: pick("partition", "heal", "heal", "heal")}
	case 13:
		return Command{Verb: "latency", After: wait / 10}
	case 14:
		return Command{Verb: "add-handler", Text: pick("late", "late=2s", "late2=observe", "late=observe,resync=2s", "late2=observe,resync=12s")}
	case 15:
		return Command{Verb: "remove-handler", Text: pick("late", "late2")}
	case 16:
		return Command{Verb: "resync"}
	case 17:
		return Command{Verb: pick("hold", "release", "release"), Text: pick("h1", "controller", "reflector")}
	case 18:
		return Command{Verb: "start"}
	default:
		return Command{Verb: "heal"}
	}
}

// worlds are what random runs go through.
func worlds() []Config {
	all := []Config{{Engine: "workqueue", Workers: []string{"W1", "W2", "W3"}},
		{Engine: "workqueue", Queue: PriorityQueue, Workers: []string{"W1", "W2", "W3"}},
		{Engine: "atomic", Queue: PriorityQueue, Cluster: true, Workers: []string{"W1", "W2"}, Handlers: []string{"h1"}, Resync: 5 * time.Second}}
	for _, engine := range Engines() {
		for pages, start := range []string{"list", "list", "stream"} {
			all = append(all, Config{Engine: engine, Start: start, Pages: pages, Cluster: true, Workers: []string{"W1", "W2", "W3"},
				Handlers: []string{"h1", "slow=3s"}, Indexes: []string{"byNode=.spec.nodeName"}, Resync: 5 * time.Second})
		}
	}
	for _, engine := range Engines() { // and with a transform that fails now and then
		all = append(all, Config{Engine: engine, Start: "stream", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"},
			Indexes: []string{"byNode=.spec.nodeName"}, Transform: "fail=.spec.nodeName=n2 drop=.spec.nodeName"})
	}
	return all
}

// walk goes n random steps through a world and calls look after each.
func walk(w *World, r *machine.Rand, n int, look func() error) error {
	informer := w.inf != nil
	if informer {
		if err := w.Do(Command{Verb: "start"}); err != nil {
			return err
		}
	}
	for range n {
		switch r.Below(4) {
		case 0:
			// What the world refuses leaves it as it was, and look sees to that.
			c := randomCommand(r, informer)
			if w.cfg.Queue == PriorityQueue {
				c = c.withPriority(r)
			}
			_ = w.Do(c)
		case 1:
			w.Advance(time.Duration(r.Below(400)) * time.Millisecond)
		default:
			w.StepActor("")
		}
		if err := look(); err != nil {
			return err
		}
	}
	return nil
}

// withPriority makes more of a command where there are priorities.
func (c Command) withPriority(r *machine.Rand) Command {
	switch c.Verb {
	case "Add", "AddAfter", "AddRateLimited":
		c.Priority = int(r.Below(5)-2) * 50
	case "Get":
		if r.Below(2) == 0 {
			c.Verb = "GetWithPriority"
		}
	}
	return c
}

func TestFoldIsTheMachinesAfterEveryStepOfRandomRuns(t *testing.T) {
	moves, steps := 0, 0
	for _, cfg := range worlds() {
		for seed := range uint64(6) {
			cfg.Seed, cfg.Shuffle = seed, seed%2 == 1
			w, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			r, c := machine.Rand(seed*7919+1), watchWorld(w)
			for _, k := range w.workers {
				c.s.AddWorker(k.name)
			}
			var broken error
			w.after = func() {
				if broken == nil {
					broken = c.compare()
				}
				steps++
			}
			if err := walk(w, &r, 400, func() error { return broken }); err != nil {
				t.Errorf("%s, %s, seed %d: %v", cfg.Engine, cfg.Start, seed, err)
				break
			}
			moves += c.moves
		}
	}
	t.Logf("%d transitions in %d steps", moves, steps)
	if moves < 20_000 {
		t.Errorf("only %d transitions: the runs are too tame", moves)
	}
}
