package scene_test

import (
	"fmt"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// script writes events by hand and folds them: the states that pictures are tested on.
type script struct {
	rec                *trace.Recorder
	queue, heap, limit trace.Tap
	fifo, store, refl  trace.Tap
	server, h1         trace.Tap
	s, prev            *state.State
	seq                uint64
	bits               map[trace.ID]uint8
	line               []trace.ID
	order              int64
	steps              []*state.State
	names              []string
}

func newScript(fifo string) *script {
	rec := trace.New(0)
	p := &script{rec: rec, bits: map[trace.ID]uint8{}, seq: 1}
	p.queue, p.heap, p.limit = rec.AddPart("queue", "queue"), rec.AddPart("heap", "heap"), rec.AddPart("limiter", "limiter")
	p.fifo, p.store = rec.AddPart("fifo", "fifo "+fifo), rec.AddPart("store", "store")
	p.refl, p.server, p.h1 = rec.AddPart("reflector", "reflector"), rec.AddPart("server", "server"), rec.AddPart("h1", "listener")
	p.s = state.New(rec)
	p.prev = p.s.Clone()
	p.steps = []*state.State{p.prev}
	return p
}

// step closes a step: what was emitted is folded, and the state before it is kept.
func (p *script) step(what string) *script {
	p.prev = p.s.Clone()
	for _, e := range p.rec.Since(p.seq) {
		p.s.Apply(e)
	}
	p.seq = p.rec.Len() + 1
	p.steps = append(p.steps, p.s.Clone())
	p.names = append(p.names, what)
	return p
}

func (p *script) id(k string) trace.ID { return p.rec.Intern(k) }

func (p *script) at(ns float64) *script { p.rec.At = int64(ns); return p }

func (p *script) as(actor string) *script { p.rec.Actor = p.rec.ActorID(actor); return p }

func (p *script) set(op trace.Op, k trace.ID, after uint8) {
	p.queue.Begin()
	p.queue.Bits(op, k, p.bits[k], after)
	p.bits[k] = after
}

func (p *script) add(k string) *script {
	id := p.id(k)
	after := p.bits[id] | trace.Dirty
	if after&trace.Processing == 0 && p.bits[id]&trace.Dirty == 0 {
		after |= trace.Queued
		p.line = append(p.line, id)
	}
	p.rec.Actor = 0
	p.set(trace.QueueAdd, id, after)
	return p
}

func (p *script) get(actor string) *script {
	p.as(actor)
	if len(p.line) == 0 {
		p.queue.Emit(trace.QueueBlocked, 0)
		return p
	}
	id := p.line[0]
	p.line = p.line[1:]
	p.set(trace.QueueGet, id, trace.Processing)
	return p
}

func (p *script) done(k string) *script {
	id := p.id(k)
	after := p.bits[id] &^ trace.Processing
	if after&trace.Dirty != 0 {
		after |= trace.Queued
		p.line = append(p.line, id)
	}
	p.set(trace.QueueDone, id, after)
	return p
}

func (p *script) wait(k string, ns int64) *script {
	p.order++
	p.heap.Numbers(trace.HeapAdd, p.id(k), p.rec.At+ns, p.order)
	return p
}

func (p *script) due(k string) *script {
	p.heap.Emit(trace.HeapDue, p.id(k))
	return p.add(k)
}

func (p *script) fail(k string, n, ns int64) *script {
	p.limit.Numbers(trace.LimitWhen, p.id(k), ns, n)
	return p.wait(k, ns)
}

func (p *script) object(k string, rv int64, node string) trace.ID {
	return p.rec.AddObject(trace.Object{Key: k, UID: "u-" + k, RV: fmt.Sprint(rv), Node: node})
}

func (p *script) emit(t trace.Tap, op trace.Op, k string, a, b int64, val trace.ID, before, after uint8) *script {
	e := t.Emit(op, p.id(k))
	e.A, e.B, e.Val, e.Before, e.After = a, b, val, before, after
	return p
}

func (p *script) text(t trace.Tap, op trace.Op, val string, a, b int64) *script {
	t.Note(op, 0, val, a, b)
	return p
}

// s02 plays "one key, in two sets at once" up to its fifth step.
func s02() *script {
	p := newScript("atomic")
	p.s.AddWorker("W1")
	p.s.AddWorker("W2")
	p.steps[0] = p.s.Clone()
	p.add("a").step("Add a")
	p.get("W1").step("Get: a")
	p.at(2e8).add("a").step("Add a")
	p.at(5e8)
	for range 10 {
		p.add("a")
	}
	p.step("Add a ×10")
	return p.at(1e9).add("b").step("Add b")
}

// s02done goes on: W1 is done with a, which goes to the back.
func s02done() *script { return s02().at(1.2e9).as("W1").done("a").step("Done a") }

// s07 fails a fourteen times.
func s07() *script {
	p := newScript("atomic")
	p.s.AddWorker("W1")
	p.steps[0] = p.s.Clone()
	p.add("a").step("Add a")
	at := int64(0)
	for n := int64(1); n <= 14; n++ {
		d := int64(5e6) << (n - 1)
		p.at(float64(at)).get("W1")
		p.fail("a", n, d).done("a").step(fmt.Sprintf("try %d", n))
		if n < 14 {
			at += d
			p.at(float64(at)).due("a")
		}
	}
	return p
}

func (p *script) posting(op trace.Op, k, name string) *script {
	return p.emit(p.store, op, k, 0, 0, p.rec.Intern(name), 0, 0)
}

// s14 moves a pod from n1 to n2.
func s14() *script {
	p := newScript("atomic")
	put := func(k string, rv, old int64, node string) *script {
		o := p.object(k, rv, node)
		return p.emit(p.store, trace.StorePut, k, rv, old, o, 0, 0)
	}
	note := func(k string, rv, old int64, node string, kind, flags uint8) *script {
		return p.emit(p.h1, trace.NotePush, k, rv, old, p.object(k, rv, node), kind, flags)
	}
	p.text(p.server, trace.ServerLink, "up", 0, 0)
	p.emit(p.server, trace.ServerPut, "default/p1", 5, 0, p.object("default/p1", 5, "n1"), 0, 0)
	p.emit(p.server, trace.ServerPut, "default/p2", 7, 0, p.object("default/p2", 7, "n2"), 0, 0)
	p.h1.Numbers(trace.HandlerAdd, 0, 0, 0)
	p.text(p.refl, trace.ReflState, "Listing", 0, 0).text(p.refl, trace.ReflList, "0", 0, 0)
	p.text(p.refl, trace.ReflListed, "10", 2, 0).text(p.refl, trace.ReflRV, "10", 0, 0)
	put("default/p1", 5, 0, "n1").posting(trace.IndexAdd, "default/p1", "byNode=n1")
	put("default/p2", 7, 0, "n2").posting(trace.IndexAdd, "default/p2", "byNode=n2")
	p.step("LIST rv 10")
	p.text(p.refl, trace.ReflState, "Watching", 0, 0).text(p.refl, trace.ReflWatch, "10", 0, 0).text(p.refl, trace.ReflWatchUp, "", 0, 0).step("WATCH")
	note("default/p1", 5, 0, "n1", trace.NoteAdd, trace.NoteInitial)
	p.h1.Emit(trace.NoteTake, 0)
	p.h1.Numbers(trace.NoteDone, 0, 0, 0)
	p.step("OnAdd p1")
	note("default/p2", 7, 0, "n2", trace.NoteAdd, trace.NoteInitial)
	p.h1.Emit(trace.NoteTake, 0)
	p.h1.Numbers(trace.NoteDone, 0, 0, 0)
	p.step("OnAdd p2")
	p.emit(p.server, trace.ServerPut, "default/p1", 11, 5, p.object("default/p1", 11, "n2"), 0, 0)
	p.refl.Numbers(trace.ReflEvent, p.id("default/p1"), 11, trace.WatchModified)
	p.text(p.refl, trace.ReflRV, "11", 0, 0)
	put("default/p1", 11, 5, "n2")
	p.posting(trace.IndexDel, "default/p1", "byNode=n1").posting(trace.IndexAdd, "default/p1", "byNode=n2")
	note("default/p1", 11, 5, "n2", trace.NoteUpdate, 0)
	return p.step("MODIFIED p1@11")
}

// s04 is a pipeline under load: p1@13 is in the FIFO while W1 works from p1@5.
func s04() *script {
	p := newScript("atomic")
	p.s.AddWorker("W1")
	p.steps[0] = p.s.Clone()
	const k = "default/p1"
	write := func(rv, old int64) {
		p.rec.Actor = 0
		p.emit(p.server, trace.ServerPut, k, rv, old, p.object(k, rv, "n1"), 0, 0)
	}
	store := func(rv, old int64) {
		p.rec.Actor = 0
		p.emit(p.store, trace.StorePut, k, rv, old, p.object(k, rv, "n1"), 0, 0)
		kind := trace.NoteUpdate
		if old == 0 {
			kind = trace.NoteAdd
		}
		p.emit(p.h1, trace.NotePush, k, rv, old, p.object(k, rv, "n1"), kind, 0)
		p.h1.Emit(trace.NoteTake, 0)
		p.add(k)
		p.h1.Numbers(trace.NoteDone, 0, 0, 0)
	}
	write(5, 0)
	p.h1.Numbers(trace.HandlerAdd, 0, 0, 0)
	p.text(p.refl, trace.ReflState, "Listing", 0, 0).text(p.refl, trace.ReflList, "0", 0, 0)
	p.text(p.refl, trace.ReflListed, "10", 1, 0).text(p.refl, trace.ReflRV, "10", 0, 0)
	p.text(p.refl, trace.ReflState, "Watching", 0, 0).text(p.refl, trace.ReflWatch, "10", 0, 0).text(p.refl, trace.ReflWatchUp, "", 0, 0)
	store(5, 0)
	p.step("listed @5")
	p.get("W1")
	p.emit(p.queue, trace.WorkerRead, k, 5, 0, p.object(k, 5, "n1"), 0, 0).step("W1 Get")
	for i, rv := range []int64{11, 12} {
		p.at(1e9 + float64(i)*5e8)
		old := rv - 1
		if rv == 11 {
			old = 5
		}
		write(rv, old)
		p.refl.Numbers(trace.ReflEvent, p.id(k), rv, trace.WatchModified)
		p.text(p.refl, trace.ReflRV, fmt.Sprint(rv), 0, 0)
		o := p.object(k, rv, "n1")
		p.emit(p.fifo, trace.FIFOPush, k, rv, trace.DeltaUpdated, o, 0, 0)
		p.fifo.Numbers(trace.FIFOBegin, p.id(k), 1, 0)
		store(rv, old)
		p.fifo.Emit(trace.FIFOEnd, 0)
		p.step(fmt.Sprintf("@%d", rv))
	}
	p.at(2.25e9)
	write(13, 12)
	p.refl.Numbers(trace.ReflEvent, p.id(k), 13, trace.WatchModified)
	p.text(p.refl, trace.ReflRV, "13", 0, 0)
	p.emit(p.fifo, trace.FIFOPush, k, 13, trace.DeltaUpdated, p.object(k, 13, "n1"), 0, 0)
	return p.step("@13")
}

// s04gone goes on: p1 is deleted, and the FIFO has not told anyone.
func s04gone() *script {
	p := s04().at(2.6e9)
	k := "default/p1"
	p.rec.Actor = 0
	p.emit(p.server, trace.ServerDel, k, 14, 13, p.object(k, 13, "n1"), 0, 0)
	p.text(p.refl, trace.ReflRV, "14", 0, 0)
	p.emit(p.fifo, trace.FIFOPush, k, 14, trace.DeltaDeleted, p.object(k, 14, "n1"), 0, 0)
	return p.step("DELETED")
}

// crowd is a live state: keys in the line, workers, waiting keys.
func crowd(queued, workers, waiting int) *script {
	p := newScript("atomic")
	names := []string{"web", "api", "job", "db", "cron", "mq", "dns"}
	name := func(i int) string { return fmt.Sprintf("prod/%s-%d", names[i%len(names)], i) }
	for i := range workers {
		p.at(float64(i) * 1e8).add(name(i)).get(fmt.Sprintf("W%d", i+1))
	}
	for i := range workers {
		if i%2 == 0 {
			for range 3 + 20*i {
				p.add(name(i))
			}
		}
	}
	for i := range queued {
		p.at(1e9 + 3e9*float64(i)/float64(queued)).add(name(workers + i))
	}
	p.at(4e9)
	for i := range waiting {
		p.fail(name(workers+queued+i), int64(1+i%17), int64(5e6)<<(i*16/max(waiting, 1))+int64(i)*7e6)
	}
	return p.step("now")
}

// relist is a half replaced store on the classic or ordered FIFO, or a parcel on the atomic one.
func relist(kind string) *script {
	p := newScript(kind)
	keys := []string{"default/p1", "default/p2", "default/p3"}
	for i, k := range keys[:2] {
		p.emit(p.server, trace.ServerPut, k, int64(i+1), 0, p.object(k, int64(i+1), "n1"), 0, 0)
		p.emit(p.store, trace.StorePut, k, int64(i+1), 0, p.object(k, int64(i+1), "n1"), 0, 0)
	}
	p.h1.Numbers(trace.HandlerAdd, 0, 0, 0)
	p.text(p.refl, trace.ReflState, "Watching", 0, 0).text(p.refl, trace.ReflWatch, "2", 0, 0).text(p.refl, trace.ReflWatchUp, "", 0, 0).text(p.refl, trace.ReflRV, "2", 0, 0).step("synced")
	p.server.Numbers(trace.ServerDel, p.id(keys[1]), 7, 2)
	p.emit(p.server, trace.ServerPut, keys[2], 8, 0, p.object(keys[2], 8, "n1"), 0, 0)
	p.server.Numbers(trace.ServerCompact, 0, 6, 0)
	p.refl.Fault(trace.ReflClosed, "410 Gone", trace.CodeExpired, 0)
	p.text(p.refl, trace.ReflState, "Listing", 0, 0).text(p.refl, trace.ReflList, "", 0, 0)
	p.text(p.refl, trace.ReflListed, "10", 2, 0).text(p.refl, trace.ReflRV, "10", 0, 0)
	o1, o3 := p.object(keys[0], 1, "n1"), p.object(keys[2], 8, "n1")
	push := func(k string, rv, typ int64, o trace.ID, flags uint8) {
		p.emit(p.fifo, trace.FIFOPush, k, rv, typ, o, 0, flags)
	}
	if kind == "atomic" {
		off := p.rec.AddList([]trace.Ref{{Key: p.id(keys[0]), Object: o1}, {Key: p.id(keys[2]), Object: o3}})
		p.emit(p.fifo, trace.FIFOReplace, "", off, 2, p.rec.Intern("10"), 0, 0)
		return p.step("LIST")
	}
	dead := func() {
		push(keys[1], 2, trace.DeltaDeleted, p.object(keys[1], 2, "n1"), trace.Unknown)
	}
	if kind == "ordered" {
		dead()
	}
	push(keys[0], 1, trace.DeltaReplaced, o1, 0)
	push(keys[2], 8, trace.DeltaReplaced, o3, 0)
	if kind == "classic" {
		dead()
	}
	p.step("LIST")
	p.emit(p.fifo, trace.FIFOBegin, keys[0], 1, 0, 0, 0, 1)
	if kind == "ordered" {
		p.emit(p.store, trace.StoreDel, keys[1], 2, 0, 0, 0, 0)
		p.emit(p.h1, trace.NotePush, keys[1], 2, 0, p.object(keys[1], 2, "n1"), trace.NoteDelete, trace.NoteUnknown)
	} else {
		p.emit(p.store, trace.StorePut, keys[0], 1, 1, o1, 0, 0)
		p.emit(p.h1, trace.NotePush, keys[0], 1, 1, o1, trace.NoteUpdate, 0)
	}
	return p.step("pop 1")
}

// start is a lesson before its first step.
func start() *script {
	p := newScript("atomic")
	p.s.AddWorker("W1")
	p.s.AddWorker("W2")
	return p
}

// waiting has n keys on the delay heap, one in the line and one in work.
func waiting(n int) *script {
	p := start()
	p.add("a").get("W1").add("b")
	for i := range n {
		k := string(rune('c' + i))
		p.fail(k, int64(3+i), int64(40e6)<<i)
	}
	return p.at(1e7).step("wait")
}

// array puts n keys on the heap as S35 does, later ones sooner.
func array(n int) *script {
	p := start()
	for i := range n {
		due := []int64{5e9, 3e9, 4e9, 1e9, 2e9}[i%5] + int64(i/5)*7e9
		p.wait(string(rune('a'+i)), due).step("AddAfter")
	}
	return p
}

// arrayFix sets a sooner, and arrayPop lets the first of n come due.
func arrayFix() *script {
	p := array(5)
	p.order++
	p.heap.Numbers(trace.HeapEarlier, p.id("a"), 5e8, p.order)
	return p.step("AddAfter a 500ms")
}

func arrayPop(n int) *script { return array(n).at(1e9).due("d").step("d is due") }

// busy has long names: workers in work, every second owed again, and a line.
func busy(workers, queued int) *script {
	p := newScript("atomic")
	name := func(i int) string { return fmt.Sprintf("kube-system/coredns-5d78c9869d-%c%d", 'a'+i%26, i) }
	for i := range workers {
		p.add(name(i)).get(fmt.Sprintf("W%d", i+1))
		if i%2 == 1 {
			p.add(name(i))
		}
	}
	for i := range queued {
		p.at(1e8 * float64(i+1)).add(name(workers + i))
	}
	return p.step("busy")
}

// stray calls Done without Get: the key is in the line twice.
func stray() *script {
	p := start()
	p.add("a").step("Add a")
	id := p.id("a")
	p.set(trace.QueueStray, id, trace.Queued)
	p.get("W1")
	p.queue.Note(trace.Broken, id, "queue = dirty - processing", 0, 0)
	return p.step("Done a")
}

// s40 is "a Done too many", up to its nth step.
func s40(n int) *script {
	p := start()
	broke := func(promises ...trace.Promise) {
		for _, b := range promises {
			p.queue.Note(trace.Broken, p.id("a"), string(b), 0, 0)
		}
	}
	steps := []func(){
		func() { p.add("a") },
		func() {
			p.set(trace.QueueStray, p.id("a"), trace.Dirty|trace.Queued)
			broke(trace.QueuedOnce)
		},
		func() {
			p.as("W1").set(trace.QueueGet, p.id("a"), trace.Processing|trace.Queued)
			broke(trace.QueueInDirty, trace.QueueIsFree)
		},
		func() {
			p.as("W2").set(trace.QueueGet, p.id("a"), trace.Processing)
			broke(trace.OneWorker)
		},
		func() { p.as("W1").set(trace.QueueDone, p.id("a"), 0) },
		func() { p.line = nil; p.add("a") },
	}
	for _, do := range steps[:n] {
		do()
		p.step("")
	}
	return p
}

// leftBehind is a worker that has gone on to b without Done of a.
func leftBehind() *script {
	p := start()
	p.add("a").get("W1").add("b").step("W1 has a")
	return p.get("W1").step("W1 Get: b")
}
