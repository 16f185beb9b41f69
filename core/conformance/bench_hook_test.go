//go:build bench

package conformance

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	ours "github.com/informerscope/informerscope/core/workqueue"
)

// costOfAnEvent is what a Trace adds to Add, Get and Done of a hot key, for each of the three
// events, in ns of CPU time.
func costOfAnEvent() float64 {
	var silent, traced cost
	for i := range 200 {
		silent = better(silent, measure(func() (func(), int) { return hotKeys(ours.NewTyped[string]()) }), i == 0)
		traced = better(traced, measure(func() (func(), int) {
			return hotKeys(ours.NewTypedWithConfig(ours.TypedQueueConfig[string]{Trace: ours.NewTrace(1 << 12)}))
		}), i == 0)
	}
	return (traced.cpu - silent.cpu) / 3
}

// costOfTheHook is the time of hot keys with the hooks and no observer, divided by the time
// without hooks: in the second build a Tap is on for nobody, which the compiler knows, so
// that nothing is left of them.
func costOfTheHook(t *testing.T) float64 {
	dir := t.TempDir()
	whole, err := filepath.Abs("../trace/recorder.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	for _, cut := range [][2]string{
		{"func (t Tap) On() bool { return t.rec != nil }", "func (t Tap) On() bool { return false }"},
		{"func (t Tap) Begin() {\n\tif t.rec != nil {\n\t\tt.rec.first = true\n\t}\n}", "func (t Tap) Begin() {}"},
		{"func (t Tap) Emit(op Op, key ID) *Event {\n\tif t.rec == nil {", "func (t Tap) Emit(op Op, key ID) *Event {\n\tif true {"},
	} {
		if !strings.Contains(text, cut[0]) {
			t.Fatalf("core/trace/recorder.go has no %q any more: change the cut", cut[0])
		}
		text = strings.Replace(text, cut[0], cut[1], 1)
	}
	silenced := filepath.Join(dir, "recorder.go")
	overlay := filepath.Join(dir, "overlay.json")
	replace, _ := json.Marshal(map[string]map[string]string{"Replace": {whole: silenced}})
	for file, content := range map[string]string{silenced: text, overlay: string(replace)} {
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	hooks, none := filepath.Join(dir, "hooks.test"), filepath.Join(dir, "none.test")
	build := func(args ...string) {
		cmd := exec.Command("go", append([]string{"test", "-c", "-vet=off"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
		}
	}
	build("-o", hooks, "../workqueue")
	build("-o", none, "-overlay", overlay, "../workqueue")
	with, without := 0.0, 0.0
	for i := range 15 {
		a, b := hotNanos(t, hooks), hotNanos(t, none)
		if i == 0 {
			with, without = a, b
		}
		with, without = min(with, a), min(without, b)
	}
	return with / without
}

var hotLine = regexp.MustCompile(`(?m)^BenchmarkHotKeys.*\s([0-9.]+) best-ns`)

// hotNanos is the best round of BenchmarkHotKeys of a test binary.
func hotNanos(t *testing.T, binary string) float64 {
	out, err := exec.Command(binary, "-test.run", "^$", "-test.bench", "^BenchmarkHotKeys$", "-test.benchtime", "100ms").Output()
	if err != nil {
		t.Fatal(err)
	}
	best := 0.0
	for _, m := range hotLine.FindAllSubmatch(out, -1) {
		if ns, err := strconv.ParseFloat(string(m[1]), 64); err == nil && (best == 0 || ns < best) {
			best = ns
		}
	}
	if best == 0 {
		t.Fatalf("no time in %q", out)
	}
	return best
}
