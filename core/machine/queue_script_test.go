package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/trace"
)

// TestQueueScripts runs the files of testdata/queue. A file says what is done, a line each,
// and below each line, indented, what was answered, the events, and the state when it
// changed. Lines that begin with # are comments. Write the answers with -update.
//
//	limiter exponential <base> <max> | fastslow <fast> <slow> <attempts> | bucket <a second> <burst>
//	at <time>            now is so long after the start; keys that are due are added
//	add k | get | done k | shut | drain
//	after k <wait> | limited k | forget k
func TestQueueScripts(t *testing.T) { eachScript(t, "testdata/queue", runScript) }

// eachScript runs the files of a folder and compares what run makes of each with the file, or
// writes it with -update.
func eachScript(t *testing.T, folder string, run func(text string) (string, error)) {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := run(string(want))
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			golden.Holds(t, file, got)
		})
	}
}

// world is a queue with everything around it, as a rate limiting queue has it.
type world struct {
	rec     *trace.Recorder
	queue   *Queue[string]
	delay   *Delay[string]
	limiter Limiter[string]
	limit   trace.Tap
	now     Time
	seen    uint64
	state   string
}

func runScript(text string) (string, error) {
	rec := trace.New(0)
	w := &world{rec: rec, limit: rec.AddPart("limiter", "limiter")}
	w.queue = NewQueue[string](rec.AddPart("queue", "queue"), nil)
	w.delay = NewDelay[string](rec.AddPart("heap", "heap"), nil)
	w.limiter = NewExponential[string](int64(5*time.Millisecond), int64(time.Second), w.limit, nil)
	w.state = w.look()
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		fmt.Fprintln(&out, line)
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		answer, err := w.do(f)
		if err != nil {
			return "", fmt.Errorf("line %d: %q: %w", i+1, line, err)
		}
		if answer != "" {
			fmt.Fprintln(&out, "    ->", answer)
		}
		w.events(&out)
		if state := w.look(); state != w.state {
			fmt.Fprintln(&out, "    ==", state)
			w.state = state
		}
	}
	return out.String(), nil
}

func (w *world) do(f []string) (string, error) {
	args := append(f[1:], "", "", "")
	switch f[0] {
	case "limiter":
		return "", w.choose(args)
	case "at":
		d, err := time.ParseDuration(args[0])
		w.now = int64(d)
		w.rec.At = w.now
		for k, ok := w.delay.Expire(w.now); ok; k, ok = w.delay.Expire(w.now) {
			w.queue.Add(k)
		}
		return strings.TrimPrefix(w.next(), ", "), err
	case "add":
		return wakeText(w.queue.Add(args[0])), nil
	case "get":
		k, got := w.queue.TryGet()
		return strings.TrimSpace([]string{"key", "nothing", "shut down"}[got] + " " + k), nil
	case "done":
		return wakeText(w.queue.Done(args[0])), nil
	case "shut", "drain":
		wake := wakeText(w.queue.ShutDown(f[0] == "drain"))
		if w.queue.MustDrain() {
			wake += ", must drain"
		}
		return wake, nil
	case "after":
		d, err := time.ParseDuration(args[1])
		return w.after(args[0], int64(d)), err
	case "limited":
		return w.after(args[0], w.limiter.When(w.now, args[0])), nil
	case "forget":
		w.limiter.Forget(args[0])
		return "", nil
	}
	return "", fmt.Errorf("unknown verb")
}

func (w *world) after(k string, d Dur) string {
	placed := w.delay.AddAfter(w.now, k, d, w.queue.ShuttingDown())
	if placed == PlacedNow {
		w.queue.Add(k)
	}
	return []string{"now", "first", "waiting", "ignored", "dropped"}[placed] + w.next()
}

func (w *world) next() string {
	at, ok := w.delay.Next()
	if !ok {
		return ""
	}
	return fmt.Sprintf(", next at %v", time.Duration(at))
}

func (w *world) choose(args []string) error {
	n := make([]int64, 3)
	for i, a := range args[1:4] {
		d, err := time.ParseDuration(a)
		n[i] = int64(d)
		if err != nil && a != "" {
			if n[i], err = strconv.ParseInt(a, 10, 64); err != nil {
				return err
			}
		}
	}
	switch args[0] {
	case "exponential":
		w.limiter = NewExponential[string](n[0], n[1], w.limit, nil)
	case "fastslow":
		w.limiter = NewFastSlow[string](n[0], n[1], int(n[2]), w.limit, nil)
	case "bucket":
		w.limiter = NewBucket[string](float64(n[0]), int(n[1]), w.limit, nil)
	case "controller":
		quiet := trace.Tap{}
		w.limiter = NewMaxOf([]Limiter[string]{
			NewExponential[string](int64(5*time.Millisecond), int64(1000*time.Second), quiet, nil),
			NewBucket[string](float64(n[0]), int(n[1]), quiet, nil),
		}, w.limit, nil)
	default:
		return fmt.Errorf("unknown limiter")
	}
	return nil
}

func wakeText(w Wake) string {
	var s []string
	for i, name := range []string{"wake one", "wake all", "wake drainers"} {
		if w&(1<<i) != 0 {
			s = append(s, name)
		}
	}
	return strings.Join(s, ", ")
}

// events prints what was recorded since the last call; * marks the first of a transition.
func (w *world) events(out *strings.Builder) {
	for _, e := range w.rec.Since(w.seen + 1) {
		w.seen = e.Seq
		first := " "
		if e.Flag&trace.First != 0 {
			first = "*"
		}
		info := e.Op.Info()
		fmt.Fprintf(out, "    %s %s", first, info.Name)
		if k := w.rec.Text(e.Key); k != "" {
			fmt.Fprintf(out, " %s", k)
		}
		if info.Bits {
			fmt.Fprintf(out, " %s>%s", bitText(e.Before), bitText(e.After))
		}
		switch e.Op {
		case trace.HeapAdd, trace.HeapEarlier, trace.HeapIgnored, trace.HeapDue:
			fmt.Fprintf(out, " due=%v", time.Duration(e.A))
		case trace.LimitWhen:
			fmt.Fprintf(out, " wait=%v failures=%d", time.Duration(e.A), e.B)
		case trace.QueueShut:
			fmt.Fprintf(out, " drain=%d", e.A)
		}
		fmt.Fprintln(out)
	}
}

func bitText(bits uint8) string {
	s := []byte("---")
	for i, c := range []byte("qdp") {
		if bits&(1<<i) != 0 {
			s[i] = c
		}
	}
	return string(s)
}

// look is the state of all three machines: the line, who is processed, who waits.
func (w *world) look() string {
	var line, held []string
	n := 0
	w.queue.Each(func(k string, bits uint8) {
		if n++; n <= w.queue.Len() {
			line = append(line, k)
			return
		}
		held = append(held, k+" "+bitText(bits))
	})
	slices.Sort(held)
	type waiting struct {
		due, order int64
		key        string
	}
	var heap []waiting
	w.delay.Each(func(k string, due Time, order int64) { heap = append(heap, waiting{due, order, k}) })
	slices.SortFunc(heap, func(a, b waiting) int {
		return slices.Compare([]int64{a.due, a.order}, []int64{b.due, b.order})
	})
	s := fmt.Sprintf("line %v held %v heap", line, held)
	for _, h := range heap {
		s += fmt.Sprintf(" %s@%v", h.key, time.Duration(h.due))
	}
	return s
}
