package tell

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

func TestARefusalQuotesWhatTheProgramSays(t *testing.T) {
	_, err := scenarios.Parse("mine.iq", "id: mine\ntitle: Mine\nworkers: W1\n\nupdat p1\n")
	if err == nil {
		t.Fatal("a wrong script is taken")
	}
	for _, c := range []struct {
		err  error
		lang string
		want []string
	}{
		{errors.New("sim: it failed\u202e"), "en", []string{"it failed‹U+202E›"}},
		{fmt.Errorf("more: %w", &scenarios.Error{File: "mine.iq", Line: 12, Text: "unknown verb"}), "en", []string{"12", "unknown verb"}},
		{&scenarios.Error{File: "mine.iq", Line: 7, Engine: "classic", Text: "no such key"}, "zh", []string{"7", "classic", "no such key"}},
		{&scenarios.Error{File: "mine.iq", Text: "nothing in it"}, "en", []string{"nothing in it"}},
		{errors.New(strings.Repeat("x", 900)), "en", []string{"…"}},
		{err, "en", []string{"Line 5", "updat"}},
	} {
		said := to(c.lang).Refusal(c.err)
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("Refusal(%.60q) = %q, want %q in it", c.err, said, want)
			}
		}
		if strings.ContainsAny(said, "{}") || len([]rune(said)) > maxWhy+100 {
			t.Errorf("Refusal(%.60q) = %q", c.err, said)
		}
	}
}

func TestProblemsOfALinkEndWithWhatHolds(t *testing.T) {
	if got := to("en").Problems(nil); got != "" {
		t.Errorf("no problem is told as %q", got)
	}
	if got, rest := to("en").Problems([]Problem{{"link.number", "step", `"x"`, "0"}}), to("en").Say("link.rest"); !strings.HasSuffix(got, ". "+rest) {
		t.Errorf("one problem is told as %q, and not that the rest holds", got)
	}
	all := []Problem{{"link.number", "step", `"x"`, "0"}, {"link.other", "theme", "\"\u202edim\"", "light, dark"}}
	en, zh := to("en").Problems(all), to("zh").Problems(all)
	for _, want := range []string{"step", `"x"`, "theme", "‹U+202E›", "light, dark", to("en").Say("link.rest")} {
		if !strings.Contains(en, want) {
			t.Errorf("%q lacks %q", en, want)
		}
	}
	if strings.Count(zh, "。") < 3 || strings.Contains(zh, "。 ") || !strings.HasSuffix(en, ". "+to("en").Say("link.rest")) {
		t.Errorf("sentences are joined as %q, %q", en, zh)
	}
}

func TestColumnsAreThoseOfThePart(t *testing.T) {
	for _, part := range []string{scene.Store, scene.FIFO, scene.Heap, scene.Tree, scene.All, scene.Workqueue} {
		known, live := Columns(part, true), Columns(part, false)
		if known[0] != "key" || slices.Contains(live, "server") || !slices.Equal(live, slices.DeleteFunc(slices.Clone(known), func(c string) bool { return c == "server" })) {
			t.Errorf("columns of %s: %q, with a real API server %q", part, known, live)
		}
		for _, c := range known {
			if to("en").Say("table."+c) == "table."+c {
				t.Errorf("column %s has no name", c)
			}
		}
	}
	if got := Columns(scene.Store, true)[1]; got != "server" {
		t.Errorf("the column beside a key of the store is %s", got)
	}
}

// Where room is little the due moment stands alone, and is heard once.
func TestADueMomentIsHeardOnce(t *testing.T) {
	r := Row{Waits: true, Due: 5e9}
	for _, c := range []struct {
		little bool
		want   []Piece
	}{
		{false, []Piece{{Pip: "wait", Label: "yes"}, {Text: "due at 5 s"}}},
		{true, []Piece{{Pip: "wait", Label: "due at 5 s"}, {Text: "5 s", Unheard: true}}},
	} {
		if got := to("en").Cell(r, "heap", c.little); !slices.Equal(got, c.want) {
			t.Errorf("little room %t: %+v, want %+v", c.little, got, c.want)
		}
	}
	for _, column := range []string{"queue", "dirty", "processing", "sets", "heap", "array", "fifo", "store", "server", "index", "pending", "unknown"} {
		if got := to("en").Cell(Row{}, column, false); !slices.Equal(got, []Piece{{Pip: "no", Label: "no"}}) {
			t.Errorf("%s of nothing is %+v", column, got)
		}
	}
}

// With which priority a key will come back is in the table: its token on the ruler has no room for it.
func TestThePriorityOfAnEntryIsInTheTable(t *testing.T) {
	for _, c := range []struct {
		row          Row
		column, want string
	}{
		{Row{Waits: true, Due: 5e9, Key: state.Key{Priority: -100}}, "heap", "due at 5 s · −100"},
		{Row{Waits: true, Due: 5e9}, "heap", "due at 5 s"},
		{Row{Queue: 1, Key: state.Key{Priority: 7}}, "queue", "1st · 7"},
		{Row{Queue: 1, Key: state.Key{Priority: math.MinInt64}}, "queue", "1st · −922…808"},
	} {
		if got := to("en").Cell(c.row, c.column, false); got[len(got)-1].Text != c.want {
			t.Errorf("%+v in %s: %+v, want %q", c.row, c.column, got, c.want)
		}
	}
}

// A key whose priority grows moves down in the picture, to the lane next to Get: no message says that it rises.
func TestNoMessageSaysThatAKeyRises(t *testing.T) {
	for _, lang := range text.Langs() {
		for _, key := range []string{"op.queue.raise", "prio.explain.queue", "prio.explain.dirty", "promise.only-rises", "promise.only-rises.so"} {
			said := text.For(lang).Text(key)
			if said == key {
				t.Errorf("%s has no %s", lang, key)
			}
			for _, word := range []string{"rise", "raise", " up", "升", "抬"} {
				if strings.Contains(said, word) {
					t.Errorf("%s in %s is %q, which says %q", key, lang, said, word)
				}
			}
		}
	}
}

func TestAKeyIsFoundByEitherName(t *testing.T) {
	var l Listing
	s := played(t, "atomic", "Add ns/p1; Add other/p1; Add b; create default/p9").Head()
	for _, c := range []struct{ name, want string }{{"ns/p1", "ns/p1"}, {"other/p1", "other/p1"}, {"b", "b"}, {"p9", "p9"}, {"default/p9", "p9"}} {
		id, ok := l.Find(s, c.name)
		if !ok || s.Name(id) != c.want {
			t.Errorf("Find(%q) = %q, %t, want %q", c.name, s.Name(id), ok, c.want)
		}
		if got := l.Called(s, "key:"+c.name); got != c.want {
			t.Errorf("Called(key:%s) = %q, want %q", c.name, got, c.want)
		}
	}
	if got := l.Called(s, "key:b+"); got != "b" {
		t.Errorf("the second token of b is of %q", got)
	}
	for _, name := range []string{"", "nobody"} {
		if _, ok := l.Find(s, name); ok {
			t.Errorf("Find(%q) finds a key", name)
		}
	}
	if got := l.Called(s, "key:nobody"); got != "nobody" {
		t.Errorf("Called = %q", got)
	}
	if _, ok := l.Find(nil, "a"); ok || len(l.List(nil)) != 0 {
		t.Error("nothing has a key")
	}
	cards := to("en").Cards(&l, s, 0, []string{"zone:heap", "key:\u202enobody", "key:b", "key:ns/p1"})
	if want := []string{"", "‹U+202E›nobody", "b · no. 3 in the queue", "ns/p1 · no. 1 in the queue"}; !slices.Equal(cards, want) {
		t.Errorf("Cards = %q, want %q", cards, want)
	}
	if got := to("en").Cards(&l, nil, 0, []string{"key:a"}); !slices.Equal(got, []string{""}) {
		t.Errorf("the cards of nothing are %q", got)
	}
}

// A story ends at the playhead, but live, where it goes on; it is of the last steps only.
func TestAStoryIsAsLongAsMayBeTold(t *testing.T) {
	line := played(t, "atomic", "Add a; Add b; W1 Get; "+strings.Repeat("Add a; ", 15)+"W1 Done a")
	a, _ := line.Head().Find("a")
	m := at(line, 3)
	if got, want := fmt.Sprint(to("en").Story(m, a)), "[{0 s Add a} {0 s W1 Get}]"; got != want {
		t.Errorf("at step 3: %s, want %s", got, want)
	}
	if l := to("en").Life(m, a); len(l.Last) == 0 || to("en").Fact(m, l.Last[len(l.Last)-1]) != "W1 takes a" {
		t.Errorf("at step 3 the last call is %v", l.Last)
	}
	m.Live = true
	got := to("en").Story(m, a)
	if last := got[len(got)-1].What; len(got) != storyMost || last != "a goes to the back of the queue again" {
		t.Errorf("live: %d passages, the last %q", len(got), last)
	}
	if l := to("en").Life(m, a); to("en").Fact(m, l.Last[len(l.Last)-1]) != "a goes to the back of the queue again" {
		t.Errorf("live, the last call is %v", l.Last)
	}
	none := to("en").Life(Moment{State: line.Head()}, a)
	if to("en").Story(Moment{}, a) != nil || none.Last != nil || !strings.Contains(to("en").LifeLabel(m, none), to("en").Say("life.none")) {
		t.Errorf("without a timeline: %v", none.Last)
	}
	if got := to("en").Fact(Moment{}, trace.Event{}); got != "" {
		t.Errorf("the fact of nothing is %q", got)
	}
}

func TestAnEventBelongsToItsStep(t *testing.T) {
	line := played(t, "atomic", "Add a; Add b; W1 Get")
	for n := 1; n <= line.Last(); n++ {
		for _, e := range line.Events(n) {
			if got := StepOf(line, e.Seq); got != n {
				t.Errorf("event %d belongs to step %d, want %d", e.Seq, got, n)
			}
		}
	}
	if StepOf(nil, 3) != 0 || StepOf(line, 1<<40) != line.Last() {
		t.Error("an event of no step")
	}
}

// Of a promise that was broken more than once the last time is told.
func TestAPromiseIsBrokenAtTheLastStepOfIts(t *testing.T) {
	line := played(t, "atomic", "Add a; Done a; W1 Get; W2 Get; W1 Done a; W2 Done a; Add b; Done b")
	all, _ := to("en").Promises(at(line, 8))
	if got := all[0]; got.Stands != "broken" || !strings.HasPrefix(got.So, "Broken at step 8.") {
		t.Errorf("broken at steps 2 and 8: %+v", got)
	}
	all, count := to("en").Promises(at(line, 1))
	if all != nil || count != "" {
		t.Errorf("before: %+v, %q", all, count)
	}
}

func TestTheMarginHasRoomForThreeKeysAndTwoSteps(t *testing.T) {
	line := played(t, "atomic", "Add a; Add b; Add c; Add d; Add e")
	m := at(line, 5)
	id := func(name string) trace.ID { id, _ := m.State.Find(name); return id }
	marks := func(step, times int, keys ...string) (out []model.Mark) {
		for _, k := range keys {
			out = append(out, model.Mark{Line: 7, Key: id(k), Step: step, Times: times})
		}
		return out
	}
	for _, c := range []struct {
		marks []model.Mark
		want  string
	}{
		{marks(1, 1, "a", "b", "c"), "a b c, step 1"},
		{marks(1, 1, "a", "b", "c", "d"), "a b c +1, step 1"},
		{marks(1, 1, "a", "b", "c", "d", "e"), "a b c +2, step 1"},
		{marks(2, 2, "a"), "a, step 2 ×2"},
		{slices.Concat(marks(3, 1, "a"), marks(2, 1, "b"), marks(1, 1, "c")), "a, step 3; b, step 2"},
	} {
		if got := to("en").Margin(m, model.Code{Marks: c.marks}, 7); got != c.want {
			t.Errorf("the margin of %+v is %q, want %q", c.marks, got, c.want)
		}
	}
}

// Each zone but the API server's leads to client-go's functions, and to those of the engine that is
// shown.
func TestEachZoneLeadsToLinesOfClientGo(t *testing.T) {
	for _, engine := range sim.Engines() {
		s := played(t, engine, "create p1; run until idle").Head()
		for _, z := range scene.Zones {
			var names []string
			for _, f := range Sources(z.Name, s) {
				names = append(names, f.Func)
				if len(f.Lines) == 0 || !slices.IsSortedFunc(f.Lines, func(a, b core.Origin) int { return a.Line - b.Line }) {
					t.Errorf("%s on %s: %s has the lines %v", z.Name, engine, f.Func, f.Lines)
				}
			}
			if (len(names) == 0) != (z.Name == "server") {
				t.Errorf("%s on %s: %v", z.Name, engine, names)
			}
			if z.Name == "fifo" && slices.Contains(names, "DeltaFIFO.Pop") != (engine == "classic") {
				t.Errorf("the FIFO of %s: %v", engine, names)
			}
		}
	}
}

func TestManyKeysHaveNoChanges(t *testing.T) {
	line := played(t, "atomic", "Add a; Add b")
	if got := to("en").Changes(line.At(1), line.At(2)); len(got) != 2 || got[0] != (Change{"queue", "[a]", "[a b]"}) {
		t.Errorf("Changes = %+v", got)
	}
	var adds []string
	for i := range changedKeys + 1 {
		adds = append(adds, fmt.Sprintf("Add k%d", i))
	}
	line = played(t, "atomic", strings.Join(adds, "; "))
	if got := to("en").Changes(line.At(1), line.Head()); got != nil {
		t.Errorf("of %d keys: %+v", len(adds), got)
	}
	long := to("en").Changes(line.At(0), line.At(changedKeys-1))
	if to("en").Changes(nil, line.Head()) != nil || len(long) == 0 || len([]rune(long[0].Is)) != changedRoom {
		t.Errorf("of nothing, or too long: %+v", long)
	}
}

func TestMetricsReadAsADashboard(t *testing.T) {
	var m state.Metrics
	m.Depth, m.Adds, m.Retries, m.Unfinished, m.Longest = 3, 12, 4, 1_500_000_000, 250_000_000
	m.Latency.Observe(2e9)
	want := map[string][2]string{
		"workqueue_depth": {"3", ""}, "workqueue_adds_total": {"12", ""}, "workqueue_retries_total": {"4", ""},
		"workqueue_queue_duration_seconds":            {"p50 5.5 s · p99 9.91 s", "count 1, sum 2 s · mean 2 s"},
		"workqueue_work_duration_seconds":             {"nothing yet", "count 0, sum 0 s"},
		"workqueue_unfinished_work_seconds":           {"1.5 s", ""},
		"workqueue_longest_running_processor_seconds": {"250 ms", ""},
	}
	curves := map[string]float64{"workqueue_depth": 3, "workqueue_adds_total": 12, "workqueue_retries_total": 4, "workqueue_queue_duration_seconds": m.Latency.Quantile(.99),
		"workqueue_work_duration_seconds": math.NaN(), "workqueue_unfinished_work_seconds": 1.5, "workqueue_longest_running_processor_seconds": .25}
	for _, row := range Metrics {
		value, more := to("en").Reading(row, m)
		if got := [2]string{value, more}; got != want[row.Name] {
			t.Errorf("%s reads %q, want %q", row.Name, got, want[row.Name])
		}
		if got, want := row.Curve(m), curves[row.Name]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("the curve of %s is at %v, want %v", row.Name, got, want)
		}
		if to("en").Say("metrics."+row.Name) == "metrics."+row.Name {
			t.Errorf("%s is not explained", row.Name)
		}
	}
	var zeros state.Metrics
	zeros.Work.Observe(0)
	if got := Metrics[3].Curve(zeros); got != 0 {
		t.Errorf("the curve of 0 s is at %v", got)
	}
	at := Moment{State: played(t, "atomic", "Add a").Head()}
	notes := to("en").MetricNotes(at, m)
	if len(notes) != 4 || !strings.Contains(notes[0], "3") || !strings.Contains(notes[0], "1") {
		t.Errorf("a depth of 3 of a queue of 1 has the notes %q", notes)
	}
	m.Depth = 1
	at.Live = true
	if live := to("en").MetricNotes(at, m); len(live) != 3 || live[2] == notes[3] || live[0] != notes[1] {
		t.Errorf("live the notes are %q", live)
	}
}

// Whoever sets the gauges of work in progress is named as the queue's.
func TestTheNotesOfMetricsNameTheirLibrary(t *testing.T) {
	for id, library := range map[string]string{"forgotten-done": "client-go", "depth-by-priority": "controller-runtime"} {
		run, err := scenarios.Find(id).Run("workqueue")
		if err != nil {
			t.Fatal(err)
		}
		at := Moment{State: state.New(run.Recorder)}
		for _, lang := range []string{"en", "zh"} {
			if note := to(lang).MetricNotes(at, state.Metrics{})[0]; !strings.Contains(note, library) || strings.Contains(note, "{") {
				t.Errorf("%s, %s: %q, want %s in it", id, lang, note, library)
			}
		}
	}
}

func TestALiveHeadlineSaysWhatIsWatched(t *testing.T) {
	s := played(t, "atomic", "create p1; step; step; step").Head()
	live := Live{Ready: true, State: s, Workers: 2, Resource: "apps/v1/deployments", Name: "deployments", Namespace: "shop", Context: "kind\u202e", Version: "v1.37"}
	for _, c := range []struct {
		change func(*Live)
		rest   string
		where  string
	}{
		{func(*Live) {}, "apps/v1/deployments in shop: 1 object, workers: 2", "kind‹U+202E›"},
		{func(l *Live) { l.Namespace = "" }, "all namespaces", ""},
		{func(l *Live) { l.Wide = true }, "the whole cluster", ""},
		{func(l *Live) { l.State, l.TooMany, l.Most = nil, 6000, 5000 }, "apps/v1/deployments", ""},
		{func(l *Live) { l.Ready = false }, "", "Live"},
		{func(l *Live) { l.State = nil }, "", ""},
	} {
		l := live
		c.change(&l)
		kick, rest, line := to("en").LiveHeadline(l)
		if kick != "Live" || !strings.Contains(rest, c.rest) || c.rest == "" && rest != "" || !strings.HasPrefix(line, "**") {
			t.Errorf("the headline of %+v is %q, %q, %q, want %q", l, kick, rest, line, c.rest)
		}
		if got := to("en").Where(l); !strings.Contains(got, c.where) {
			t.Errorf("Where = %q, want %q", got, c.where)
		}
	}
}

func TestWritesAreThoseOfTheAPIServer(t *testing.T) {
	_, line := lesson(t, scenarios.Find("half-replaced"), "classic")
	times, writes := Writes(line)
	var said []string
	for _, w := range writes {
		said = append(said, fmt.Sprintf("%d@%d %v %t", w.Step, w.RV, time.Duration(w.At), w.Deleted))
	}
	if got, want := strings.Join(said, ", "), "0@5 0s false, 0@7 0s false, 2@50 0s true, 2@51 0s false"; len(times) != line.Last()-line.First()+1 || got != want {
		t.Errorf("Writes = %v, %s, want %s", times, got, want)
	}
}

func TestAnObjectIsIndented(t *testing.T) {
	for body, want := range map[string]string{`{"a":1}`: "{\n  \"a\": 1\n}", "": "", "plain": "plain", `{"a":`: `{"a":`} {
		if got := Pretty(body); got != want {
			t.Errorf("Pretty(%q) = %q, want %q", body, got, want)
		}
	}
}

func TestTheLitLineHasTheColourOfItsSet(t *testing.T) {
	for _, c := range []struct {
		event trace.Event
		want  string
	}{
		{trace.Event{Op: trace.QueueAdd}, "dirty"}, {trace.Event{Op: trace.QueueDone, After: trace.Queued | trace.Dirty}, "dirty"}, {trace.Event{Op: trace.QueueDone}, "plain"},
		{trace.Event{Op: trace.QueueGet}, "proc"}, {trace.Event{Op: trace.HeapAdd}, "wait"}, {trace.Event{Op: trace.LimitWhen}, "wait"}, {trace.Event{Op: trace.HeapDue}, "dirty"},
		{trace.Event{Op: trace.StoreTouch}, "err"}, {trace.Event{Op: trace.Broken}, "err"}, {trace.Event{Op: trace.FIFOPush}, "plain"}, {trace.Event{}, "plain"},
	} {
		if got := Role(c.event); got != c.want {
			t.Errorf("Role(%v) = %s, want %s", c.event.Op, got, c.want)
		}
	}
}

func TestAStructOfClientGoHasItsLine(t *testing.T) {
	for _, c := range []struct {
		of   scene.Struct
		want string
	}{
		{scene.Struct{File: "util/workqueue/queue.go", Line: 190}, "https://github.com/kubernetes/client-go/blob/" + scenarios.ClientGo + "/util/workqueue/queue.go#L190"},
		{scene.Struct{}, ""},
	} {
		if got := URL(c.of); got != c.want {
			t.Errorf("URL(%+v) = %q, want %q", c.of, got, c.want)
		}
	}
}
