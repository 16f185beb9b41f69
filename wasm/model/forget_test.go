package model

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
)

type answer = machine.In[*cluster.Object]

// upstream is an API server as live mode sees one: pods come, change and go, each under a
// name of its own, and watches end.
type upstream struct {
	t    *testing.T
	pods []*cluster.Object
	rv   int
	made int
	gen  uint32 // of the open watch; 0 is none
}

func (u *upstream) do(w *sim.World, c sim.Command) {
	u.t.Helper()
	if err := w.Do(c); err != nil {
		u.t.Fatal(err)
	}
}

// write is the next change of a pod, as a watch event.
func (u *upstream) write(second int) answer {
	u.rv++
	in := answer{Kind: machine.WatchEvent, Type: trace.WatchModified, RV: strconv.Itoa(u.rv)}
	at := second * 7 % len(u.pods)
	switch second % 4 {
	case 0:
		in.Type, at = trace.WatchAdded, len(u.pods)
		u.made++
		u.pods = append(u.pods, &cluster.Object{Namespace: "ns" + strconv.Itoa(u.made%3), Name: fmt.Sprintf("pod-%06d", u.made), UID: strconv.Itoa(u.made), Node: "n" + strconv.Itoa(u.made)})
	case 2:
		in.Type, at = trace.WatchDeleted, 0
	}
	in.Obj = copied(u.pods[at])
	in.Obj.RV, in.Obj.Body = in.RV, "# body of "+in.Obj.Name
	u.pods[at] = in.Obj
	if in.Type == trace.WatchDeleted {
		u.pods = u.pods[1:]
	}
	return in
}

// copied is an object of its own, which no recorder knows.
func copied(o *cluster.Object) *cluster.Object {
	return &cluster.Object{Namespace: o.Namespace, Name: o.Name, UID: o.UID, RV: o.RV, Node: o.Node, Body: o.Body}
}

// say brings in to w, with an object of its own.
func (u *upstream) say(w *sim.World, in answer) {
	u.t.Helper()
	if in.Obj != nil {
		in.Obj = copied(in.Obj)
	}
	if err := w.Answer(in); err != nil {
		u.t.Fatal(err)
	}
}

// answer gives w what it asks for: the initial objects as a stream, then an open watch.
func (u *upstream) answer(w *sim.World) {
	for _, e := range w.Effects() {
		if e.Kind != "watch" {
			continue
		}
		u.gen = e.Gen
		u.say(w, answer{Kind: machine.WatchOpened, Gen: e.Gen})
		if !e.Initial {
			continue
		}
		for _, o := range u.pods {
			u.say(w, answer{Kind: machine.WatchEvent, Gen: e.Gen, Type: trace.WatchAdded, Obj: o, RV: o.RV})
		}
		u.say(w, answer{Kind: machine.WatchEvent, Gen: e.Gen, Type: trace.WatchBookmark, RV: strconv.Itoa(u.rv), End: true})
	}
}

// kept is what a session holds on to.
type kept struct{ events, texts, objects, refs, steps, points, keys, log int }

func (k kept) all() []int {
	return []int{k.events, k.texts, k.objects, k.refs, k.steps, k.points, k.keys, k.log}
}

func keeps(w *sim.World, line *Timeline) kept {
	r := w.Recorder()
	k := kept{events: int(r.Len() - r.Oldest() + 1), steps: len(line.steps), points: len(line.points), keys: len(line.head.Keys), log: len(w.Log())}
	k.texts, k.objects, k.refs = r.Size()
	return k
}

// A live session of six hours keeps what one of half an hour keeps, and shows what a World
// that remembers everything shows.
func TestALongLiveSessionStaysSmall(t *testing.T) {
	const most, span = 20_000, 5 * time.Minute
	u := &upstream{t: t}
	for range 40 {
		u.rv++
		u.made++
		u.pods = append(u.pods, &cluster.Object{Name: fmt.Sprintf("pod-%06d", u.made), UID: strconv.Itoa(u.made), RV: strconv.Itoa(u.rv)})
	}
	var worlds [2]*sim.World
	var lines [2]*Timeline
	for i, bound := range []int{most, 0} {
		w, err := sim.New(sim.Config{Engine: "atomic", Start: "stream", Workers: []string{"W1", "W2"}, Handlers: []string{"h1=enqueue"},
			Indexes: []string{"byNode=.spec.nodeName", "byNamespace=.metadata.namespace"}, Seed: 7, MaxEvents: bound})
		if err != nil {
			t.Fatal(err)
		}
		worlds[i], lines[i] = w, New(w.Recorder(), 0, nil)
		u.do(w, sim.Command{Verb: "auto", Text: "on"})
		u.do(w, sim.Command{Verb: "set", Text: "duration", After: 500 * time.Millisecond})
		u.do(w, sim.Command{Verb: "set", Text: "failure", Value: 0.3})
		u.do(w, sim.Command{Verb: "start"})
	}
	counted := func(line *Timeline) (all string) { // each field of Past, with what the keys have of it
		past := reflect.ValueOf(line.head.Past)
		for i := range past.NumField() {
			name, n := past.Type().Field(i).Name, past.Field(i).Int()
			for _, k := range line.head.Keys {
				n += reflect.ValueOf(k).FieldByName(name).Int()
			}
			all += fmt.Sprintf("%s %d ", name, n)
		}
		return all
	}
	var early, late kept
	for second := 1; second <= 6*3600; second++ {
		in, end := u.write(second), answer{Kind: machine.WatchClosed}
		if second%3600 == 0 { // the history is gone: a new initial stream
			end = answer{Kind: machine.WatchEvent, Type: trace.WatchError,
				Fault: machine.Fault{Code: 410, Reason: "Expired", Text: "too old resource version"}}
		}
		for i, w := range worlds {
			w.AdvanceTo(int64(second) * int64(time.Second))
			if u.answer(w); u.gen != 0 {
				in.Gen, end.Gen = u.gen, u.gen
				u.say(w, in)
				if second%500 == 0 || second%3600 == 0 {
					u.say(w, end)
				}
			}
			lines[i].CutSteps()
		}
		lines[0].Forget(most, span)
		switch k := keeps(worlds[0], lines[0]); {
		case second > 1800 && second <= 3*3600:
			early = kept{max(early.events, k.events), max(early.texts, k.texts), max(early.objects, k.objects), max(early.refs, k.refs),
				max(early.steps, k.steps), max(early.points, k.points), max(early.keys, k.keys), max(early.log, k.log)}
		case second > 3*3600:
			late = kept{max(late.events, k.events), max(late.texts, k.texts), max(late.objects, k.objects), max(late.refs, k.refs),
				max(late.steps, k.steps), max(late.points, k.points), max(late.keys, k.keys), max(late.log, k.log)}
		}
		if second%1237 == 0 || second == 6*3600 {
			same(t, lines[0], lines[1])
			if got, want := counted(lines[0]), counted(lines[1]); got != want {
				t.Fatalf("%d s: %scounted, want %s", second, got, want)
			}
		}
	}
	whole := keeps(worlds[1], lines[1])
	t.Logf("at most, in the first three hours: %+v", early)
	t.Logf("at most, in the last three hours:  %+v", late)
	t.Logf("remembering everything:            %+v", whole)
	for i, n := range late.all() {
		if e := early.all()[i]; n > e+e/4+8 {
			t.Errorf("kept in the last three hours: %+v\nin the first three: %+v; want no growth", late, early)
			break
		}
	}
	if late.events > most+most/slack+distance || whole.events < 10*late.events || whole.texts < 10*late.texts {
		t.Errorf("%d events kept of %d, %d texts of %d", late.events, whole.events, late.texts, whole.texts)
	}
	if ago := time.Duration(lines[0].head.At - lines[0].Step(lines[0].First()).At); ago < 4*time.Minute {
		t.Errorf("the oldest step is %v ago, want about 5m", ago)
	}
}

// same compares the newest, the oldest and some steps between of two timelines.
func same(t *testing.T, bounded, whole *Timeline) {
	t.Helper()
	if bounded.Last() != whole.Last() {
		t.Fatalf("Last() = %d, want %d", bounded.Last(), whole.Last())
	}
	first := bounded.First()
	for n := first; n <= bounded.Last(); n += max((bounded.Last()-first)/5, 1) {
		got, want := bounded.At(n), whole.At(n)
		if g, w := got.Line(views...), want.Line(views...); g != w {
			t.Fatalf("At(%d) = %s\nwant %s", n, g, w)
		}
		for i, it := range got.Store.Items {
			if g, w := got.Recorder().Object(it.Object), want.Recorder().Object(want.Store.Items[i].Object); g != w {
				t.Fatalf("At(%d) has the object %+v, want %+v", n, g, w)
			}
		}
		if n == first {
			continue
		}
		for i, e := range whole.Events(n) {
			g, w := bounded.Events(n)[i], e
			if a, b := bounded.rec.Line(g), whole.rec.Line(w); a != b {
				t.Fatalf("event %d of step %d = %s, want %s", i, n, a, b)
			}
		}
	}
	if g, w := bounded.Head().Line(views...), whole.Head().Line(views...); g != w || strings.Contains(g, "?") {
		t.Fatalf("Head = %s\nwant %s", g, w)
	}
}
