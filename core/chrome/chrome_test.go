package chrome_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/chrome"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// entry is what a viewer reads.
type entry struct {
	Name string
	Ph   string
	TS   *int64
	PID  int
	TID  int
	Args map[string]any
}

func read(t *testing.T, rec *trace.Recorder) []entry {
	t.Helper()
	var b bytes.Buffer
	if err := chrome.Write(&b, rec, "a title"); err != nil {
		t.Fatal(err)
	}
	var file struct {
		DisplayTimeUnit string
		TraceEvents     []entry
	}
	var loose map[string]any
	if err := json.Unmarshal(b.Bytes(), &loose); err != nil || len(loose) != 2 {
		t.Fatalf("%v, %d fields", err, len(loose))
	}
	if err := json.Unmarshal(b.Bytes(), &file); err != nil || file.DisplayTimeUnit != "ms" {
		t.Fatalf("%v, unit %q", err, file.DisplayTimeUnit)
	}
	return file.TraceEvents
}

func played(t *testing.T, id, engine string) *scenarios.Run {
	t.Helper()
	run, err := scenarios.Find(id).Run(engine)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// What a viewer asks of the format holds for each lesson on each engine: time does not go back,
// slices nest and end, every track has its name, and no mark stands before its event.
func TestEveryLessonIsWellFormed(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			rec := played(t, l.ID, engine).Recorder
			open, named, last, marks := map[int][]string{}, map[int]bool{}, int64(0), uint64(0)
			for i, e := range read(t, rec) {
				where := fmt.Sprintf("%s on %s, entry %d, %s %q", l.ID, engine, i, e.Ph, e.Name)
				if e.PID != 1 || e.Name == "" || e.TS == nil {
					t.Fatalf("%s: pid %d, ts %v", where, e.PID, e.TS)
				}
				if e.Ph != "M" {
					if *e.TS < last {
						t.Errorf("%s: at %d µs, after %d", where, *e.TS, last)
					}
					last = *e.TS
				}
				if e.Ph != "C" && e.Ph != "M" && !named[e.TID] {
					t.Errorf("%s: track %d has no name", where, e.TID)
				}
				switch stack := open[e.TID]; e.Ph {
				case "M":
					named[e.TID] = true
				case "B":
					open[e.TID] = append(stack, e.Name)
				case "E":
					if len(stack) == 0 || stack[len(stack)-1] != e.Name {
						t.Fatalf("%s: open are %q", where, stack)
					}
					open[e.TID] = stack[:len(stack)-1]
				case "i":
					marks++
					if ev := rec.Event(marks); e.Args["seq"] != float64(marks) || e.Args["line"] != rec.Line(ev) || *e.TS < ev.At/1000 {
						t.Errorf("%s: %v at %d µs, want the event %s", where, e.Args, *e.TS, rec.Line(ev))
					}
				case "C":
					if len(e.Args) == 0 {
						t.Errorf("%s: counts nothing", where)
					}
				default:
					t.Errorf("%s: unknown phase", where)
				}
			}
			for tid, stack := range open {
				if len(stack) > 0 {
					t.Errorf("%s on %s: %q on track %d does not end", l.ID, engine, stack, tid)
				}
			}
			if marks != rec.Len() {
				t.Errorf("%s on %s: %d marks of %d events", l.ID, engine, marks, rec.Len())
			}
		}
	}
}

// tracks prints what stands on each track: slices with their length in µs, marks without.
func tracks(all []entry) map[string][]string {
	names, out, began := map[int]string{}, map[string][]string{}, map[int]int64{}
	for _, e := range all {
		switch e.Ph {
		case "M":
			if e.Name == "thread_name" {
				names[e.TID] = e.Args["name"].(string)
			}
		case "B":
			began[e.TID] = *e.TS
		case "E":
			out[names[e.TID]] = append(out[names[e.TID]], fmt.Sprintf("%s %dµs", e.Name, *e.TS-began[e.TID]))
		case "i":
			out[names[e.TID]] = append(out[names[e.TID]], e.Name)
		case "C":
			out[e.Name] = append(out[e.Name], strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(e.Args), "map["), "]"))
		}
	}
	return out
}

func TestAPassIsASliceFromGetToDone(t *testing.T) {
	got := tracks(read(t, played(t, "dirty-and-processing", "workqueue").Recorder))
	for track, want := range map[string][]string{
		"W1":         {"queue.get a", "queue.done a (again)", "pass over a 2999997µs"},
		"work queue": {"processing:0 queued:1", "processing:1 queued:0"},
	} {
		if n := len(want); len(got[track]) < n || !slices.Equal(got[track][:n], want) {
			t.Errorf("%s has %q, want %q first", track, got[track], want)
		}
	}
}

func TestAnInformerIsSlicesOnItsTracks(t *testing.T) {
	got := tracks(read(t, played(t, "first-light", "atomic").Recorder))
	for track, want := range map[string]string{
		"reflector": "LIST(0) ", "watch": "watch from 10 ", "controller": "process p1 ", "h1": "OnUpdate(p1@5 p1@11) ", "FIFO": "deltas:1", "handlers": "h1:2",
	} {
		if !slices.ContainsFunc(got[track], func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("%s has %q, want one that begins with %q", track, got[track], want)
		}
	}
}

// A program that ends by a panic takes with it what was going on.
func TestACrashEndsEverySlice(t *testing.T) {
	l := scenarios.Find("S69")
	all := read(t, played(t, l.ID, l.Engines[len(l.Engines)-1]).Recorder)
	at := slices.IndexFunc(all, func(e entry) bool { return e.Ph == "i" && strings.HasPrefix(e.Name, "crash") })
	next := at + 1 + slices.IndexFunc(all[at+1:], func(e entry) bool { return e.Ph == "i" })
	depth := 0
	for _, e := range all[:next] {
		switch e.Ph {
		case "B":
			depth++
		case "E":
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d slices go on after the crash", depth)
	}
}

func TestATraceWithoutItsBeginningIsRefused(t *testing.T) {
	rec := trace.New(2)
	tap := rec.AddPart("queue", "queue")
	for range 5 {
		tap.Emit(trace.QueueBlocked, 0)
	}
	if err := chrome.Write(&bytes.Buffer{}, rec, ""); !errors.Is(err, chrome.ErrCut) {
		t.Errorf("Write = %v, want ErrCut", err)
	}
}
