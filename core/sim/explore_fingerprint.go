package sim

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
)

// fingerprint tells states apart: two worlds with the same one go on alike, whatever is done to both. Times in
// it are counted from now, so that a state that comes back later is the same; when an object was created is
// left out.
type fingerprint [16]byte

func fingerprintOf(w *World, given []int) fingerprint {
	var b strings.Builder
	fmt.Fprintln(&b, given, len(w.broken), w.crashed, w.draining, w.auto, w.takes, w.fails, uint64(w.rand), w.asks, w.q.mustDrain())
	for _, line := range w.picture(w.now) {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	fmt.Fprintln(&b, w.waits())
	for _, a := range w.actors {
		if a.ready && !a.gone {
			fmt.Fprintln(&b, a.name, a.held, a.what, max(a.at-w.now, 0))
		}
	}
	for _, k := range w.workers {
		fmt.Fprintln(&b, k.key, k.priority, k.asks, k.script, k.pc, k.retired, k.stopped, k.quit, max(k.until-w.now, 0), max(k.back-w.now, 0))
	}
	if w.inf != nil {
		w.inf.fingerprint(&b)
	}
	h := fnv.New128a()
	h.Write([]byte(b.String())) // which never fails
	return fingerprint(h.Sum(nil))
}

// waits are the keys that wait, in the order in which they will leave.
func (w *World) waits() (keys []string) {
	for _, x := range w.q.waiting() {
		keys = append(keys, x.key)
	}
	return keys
}

// fingerprint is what the picture does not tell of an informer.
func (f *informer) fingerprint(b *strings.Builder) {
	now := f.w.now
	fmt.Fprintln(b, f.popped, f.more, f.joins, f.latency, f.watching, f.armed, f.pending, f.shared.Synced())
	if f.popped {
		for _, d := range f.batch.Deltas[min(f.written, len(f.batch.Deltas)):] {
			fmt.Fprint(b, d.Type, d.Key, d.Unknown, d.RV, marked(d.Obj))
			for _, o := range d.List {
				b.WriteString(marked(o))
			}
		}
	}
	f.shared.Audience(func(n int, syncing bool) { fmt.Fprintln(b, n, syncing) })
	for _, h := range f.handlers {
		fmt.Fprintln(b, h.busy, max(h.until-now, 0), h.mail.Closed(), h.mail.Told())
		if h.busy {
			note(b, &h.in)
		}
		h.mail.Each(func(n *machine.Note[object]) { note(b, n) })
	}
	if f.refl == nil {
		return
	}
	q := f.question
	fmt.Fprintln(b, f.refl.Rest(now), q.Kind, q.RV, q.Limit, q.Continue, q.Initial, q.Timeout, q.Ended)
	switch q.Kind {
	case machine.ArmTimer:
		fmt.Fprintln(b, f.asked+q.After-now)
	case machine.DoList, machine.DoWatch:
		fmt.Fprintln(b, max(f.due()-now, 0))
	case machine.StoreReplace:
		for _, o := range q.List {
			b.WriteString(marked(o))
		}
	}
	if f.armed {
		fmt.Fprintln(b, f.resyncAt-now)
	}
	if f.watching {
		fmt.Fprintln(b, f.closes-now, max(f.arrives-now, 0))
	}
	if f.server != nil {
		b.WriteString(f.server.Rest(&f.watch))
	}
}

func note(b *strings.Builder, n *machine.Note[object]) {
	fmt.Fprintln(b, n.Key, n.Kind, n.Initial, n.Unknown, n.Sync, marked(n.Old), marked(n.New))
}

// marked is an object as far as a World depends on it.
func marked(o *cluster.Object) string {
	if o == nil {
		return "-"
	}
	return " " + o.Key() + "@" + o.RV + " " + o.UID + " " + o.Node + " " + o.Phase
}
