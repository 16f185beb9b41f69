package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// picture is what the machines are like, as text: two worlds with the same picture are the
// same to every promise. Times are counted from origin.
func (w *World) picture(origin int64) []string {
	var bits, line, heap, fails []string
	w.q.each(func(k string, b uint8, priority int, lined bool) {
		if lined {
			line = append(line, trace.Ranked(k, int64(priority)))
		}
		if b != 0 && !slices.Contains(bits, fmt.Sprintf("%s:%d", k, b)) {
			bits = append(bits, fmt.Sprintf("%s:%d", k, b))
		}
	})
	for _, x := range w.q.waiting() {
		heap = append(heap, fmt.Sprintf("%s@%d", trace.Ranked(x.key, int64(x.priority)), x.due-origin))
	}
	if l, ok := w.limit.(*machine.Exponential[string]); ok {
		l.Each(func(k string, n int) { fails = append(fails, fmt.Sprintf("%s:%d", k, n)) })
	}
	slices.Sort(bits)
	slices.Sort(fails)
	slices.Sort(heap)
	bucket := "bucket"
	if w.bucket != nil {
		bucket += fmt.Sprint(" ", w.bucket.Token()-origin)
	}
	out := []string{bucket, "line " + strings.Join(line, " "), "bits " + strings.Join(bits, " "), "heap " + strings.Join(heap, " "),
		"failures " + strings.Join(fails, " "), fmt.Sprintf("shut %v", w.q.down())}
	for _, k := range w.workers {
		text := fmt.Sprintf("worker %s blocked=%v", k.name, k.blocked)
		if k.has {
			text += " on " + k.key
		}
		out = append(out, text)
	}
	f := w.inf
	if f == nil || f.refl == nil {
		return out
	}
	out = append(out, f.fifoPicture()...)
	out = append(out, f.storePicture()...)
	for _, h := range f.handlers {
		out = append(out, fmt.Sprintf("listener %s pending=%d busy=%v outstanding=%d synced=%v", h.name, h.mail.Len(), h.mail.Busy(), h.mail.Outstanding(), h.mail.Synced()))
		if due, ok := f.shared.Due(h.id); ok {
			out = append(out, fmt.Sprintf("resync %s every %d due %d", h.name, f.shared.Period(h.id), due-origin))
		}
	}
	return append(out, "reflector "+f.refl.State().String()+" rv "+f.refl.RV()+" list {"+strings.Join(f.collected(), " ")+"}")
}

// collected is what the reflector has of a list that is not whole yet.
func (f *informer) collected() (names []string) {
	for _, o := range f.refl.Collected() {
		names = append(names, o.Name+"@"+o.RV)
	}
	slices.Sort(names)
	return names
}

// fifoPicture is what waits between reflector and store.
func (f *informer) fifoPicture() []string {
	var deltas []string
	last := ""
	f.fifo.Items(func(key string, d machine.Delta[object]) {
		text := d.Type.String()
		switch d.Type {
		case machine.ReplacedAll:
			text += "(" + d.RV
			for _, o := range d.List {
				text += " " + o.Name + "@" + o.RV
			}
			text += ")"
		case machine.SyncAll:
		case machine.Bookmark:
			text += "(" + d.RV + ")"
		default:
			if d.Unknown {
				text += "(DFSU)"
			}
			text += "@" + d.Obj.RV
			if !f.engine.Trays {
				text = d.Obj.Name + ":" + text
			} else if key == last {
				n := len(deltas) - 1
				deltas[n] = strings.TrimSuffix(deltas[n], "]") + " " + text + "]"
				return
			} else {
				text = d.Obj.Name + ":[" + text + "]"
			}
		}
		deltas, last = append(deltas, text), key
	})
	return []string{"fifo [" + strings.Join(deltas, " ") + "]",
		fmt.Sprintf("fifo busy=%v held=%v synced=%v", f.popped, f.fifo.Locked(), f.fifo.HasSynced())}
}

// storePicture is the store with its indices.
func (f *informer) storePicture() []string {
	var stored, nodes, postings []string
	f.index.Each(func(_ string, o object) bool {
		stored = append(stored, o.Name+"@"+o.RV)
		if o.Node != "" {
			nodes = append(nodes, o.Name+":"+o.Node)
		}
		return true
	})
	slices.Sort(stored)
	slices.Sort(nodes)
	for _, name := range f.index.Indices() {
		for _, v := range f.index.IndexValues(name) {
			objects, _ := f.index.ByIndex(name, v)
			var keys []string
			for _, o := range objects {
				keys = append(keys, o.Key())
			}
			postings = append(postings, name+"="+v+" "+strings.Join(keys, ","))
		}
	}
	slices.Sort(postings)
	return []string{"store {" + strings.Join(stored, " ") + "}", "nodes {" + strings.Join(nodes, " ") + "}",
		"store rv " + f.index.RV(), "index " + strings.Join(postings, " ")}
}
