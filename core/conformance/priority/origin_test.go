package priority_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
)

// stands is what stands in controller-runtime's line.
var stands = map[string]string{
	"queue.dropped priority":    "if w.shutdown.Load()",
	"queue.priority priority":   "ptr.Deref(o.Priority, 0)",
	"queue.add priority":        "w.ready.ReplaceOrInsert(item)",
	"queue.add priority merged": "if w.items[key].ReadyAt == nil",
	"queue.raise priority":      "priority = newPriority",
	"queue.fetch priority":      "tree, previousTree = w.ready, w.waiting",
	"queue.skip priority":       "if w.locked.Has(item.Key)",
	"queue.get priority":        "w.locked.Insert(item.Key)",
	"queue.blocked priority":    "case item := <-w.get",
	"queue.over priority":       "if w.shutdown.Load()",
	"queue.done priority":       "w.locked.Delete(item)",
	"queue.shut priority":       "w.shutdown.Store(true)",
	"heap.add priority":         "w.waiting.ReplaceOrInsert(item)",
	"heap.earlier priority":     "item.ReadyAt = readyAt",
	"heap.ignored priority":     "readyAt = w.items[key].ReadyAt",
	"heap.due priority":         "w.waiting.Delete(toMove)",
}

// The lines beside the code are controller-runtime's, of the version that the page names, each in its function.
func TestEachOriginIsTheLineOfControllerRuntime(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}} {{.Version}}", "sigs.k8s.io/controller-runtime").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir, version, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if version != scenarios.ControllerRuntime {
		t.Errorf("the lines are of %s, the module is %s", scenarios.ControllerRuntime, version)
	}
	met := 0
	for _, o := range core.Origins() {
		if !core.OfRuntime(o.File) {
			continue
		}
		met++
		what := strings.Join(append([]string{o.Op.String()}, o.Words...), " ")
		text, err := os.ReadFile(filepath.Join(dir, o.File))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		if want := stands[what]; want == "" || o.Line > len(lines) || !strings.Contains(lines[o.Line-1], want) {
			t.Errorf("%s: in line %d of %s stands %q, want %q", what, o.Line, o.File, lines[min(o.Line, len(lines))-1], want)
		}
		_, method, _ := strings.Cut(o.Func, ".")
		if in := above(lines, o.Line); in != method {
			t.Errorf("%s: line %d is in %s, the row says %s", what, o.Line, in, method)
		}
	}
	if met != len(stands) {
		t.Errorf("%d lines are of controller-runtime, want %d", met, len(stands))
	}
}

// The fields that a zone shows of a queue with priorities are those of controller-runtime's, by name and type,
// and its struct stands in the line that the link leads to.
func TestZonesShowFieldsOfControllerRuntime(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/controller-runtime").Output()
	if err != nil {
		t.Fatal(err)
	}
	w, err := sim.New(sim.Config{Queue: sim.PriorityQueue})
	if err != nil {
		t.Fatal(err)
	}
	for _, zone := range []string{"queue", "dirty", "processing", "heap"} {
		fields := 0
		for _, b := range scene.ZoneOf(zone).Behind(state.New(w.Recorder()), scene.Detail{}) {
			if !core.OfRuntime(b.File) {
				if zone != "heap" || b.Name != "TypedItemExponentialFailureRateLimiter" { // it takes client-go's
					t.Errorf("%s shows %s of %s", zone, b.Name, b.File)
				}
				continue
			}
			text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), b.File))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			if at := lines[b.Line-1]; !strings.HasPrefix(at, "type "+b.Name+"[") {
				t.Errorf("%s: in line %d of %s stands %q, want the struct %s", zone, b.Line, b.File, at, b.Name)
			}
			lines = lines[b.Line:]
			lines = lines[:slices.Index(lines, "}")]
			for _, f := range b.Fields {
				fields++
				if !slices.ContainsFunc(lines, func(l string) bool { return strings.Join(strings.Fields(l), " ") == f.Name+" "+f.Type }) {
					t.Errorf("%s: %s has no field %s %s", zone, b.Name, f.Name, f.Type)
				}
			}
		}
		if fields < 6 {
			t.Errorf("%s shows %d fields", zone, fields)
		}
	}
}

// above is the function that a line stands in.
func above(lines []string, n int) string {
	for i := n - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(lines[i], "func "); ok {
			if _, after, method := strings.Cut(rest, ") "); method && strings.HasPrefix(rest, "(") {
				rest = after
			}
			name, _, _ := strings.Cut(rest, "(")
			return name
		}
	}
	return ""
}
