package conformance

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/client-go/features"
)

// cacheModes are the pairs of programs that a script can be played on, by the name of their
// mode.
func cacheModes() map[string][2]func() program {
	modes := map[string][2]func() program{}
	for _, o := range []storeOptions{{}, {transform: true}} {
		name := "store transform=false"
		if o.transform {
			name = "store transform=true"
		}
		modes[name] = [2]func() program{func() program { return newTheirsStore(o) }, func() program { return newOursStore(o) }}
	}
	for _, o := range queueModes {
		modes["queue "+o.name] = [2]func() program{func() program { return newTheirsQueue(o) }, func() program { return newOursQueue(o) }}
	}
	for _, o := range reflectorModes {
		modes["reflector "+o.name] = [2]func() program{func() program { return newTheirsReflector(o) }, func() program { return newOursReflector(o) }}
	}
	return modes
}

// TestCacheScriptsWorthKeeping replays testdata/cache: one behaviour a script, and those
// that once differed. "mode: queue *" plays one in all modes that begin so.
func TestCacheScriptsWorthKeeping(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	features.ReplaceFeatureGates(gates{features.WatchListClient: true, features.AtomicFIFO: true})
	files, err := filepath.Glob("testdata/cache/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in testdata/cache: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(l string) bool { return l == "" || strings.HasPrefix(l, "#") })
		want, ok := strings.CutPrefix(script[0], "mode: ")
		if !ok {
			t.Fatalf("%s: the first line is %q, want mode: …", file, script[0])
		}
		played := 0
		for name, pair := range cacheModes() {
			if start, all := strings.CutSuffix(want, "*"); name != want && !(all && strings.HasPrefix(name, start)) {
				continue
			}
			played++
			if diff := programDiff(t, pair[0], pair[1], script[1:]); diff != "" {
				t.Errorf("%s in %q: %s", file, name, diff)
			}
		}
		if played == 0 {
			t.Errorf("%s: there is no mode %q", file, want)
		}
	}
}

// TestProgramsDifferWhenTheyShould makes sure that the comparison can fail, in each component.
func TestProgramsDifferWhenTheyShould(t *testing.T) {
	quietErrors(t)
	modes := cacheModes()
	for _, c := range []struct {
		theirs, ours string
		script       []string
	}{
		{"store transform=false", "store transform=true", []string{"add a/p1@1", "look a/p1"}},
		{"queue classic", "queue ordered", []string{"add a/p1@1", "add a/p1@2", "pop", "close"}},
		{"queue atomic", "queue atomic with a transform", []string{"add a/p1@1", "pop", "close"}},
		{"reflector list", "reflector stream", []string{"run"}},
	} {
		if programDiff(t, modes[c.theirs][0], modes[c.ours][1], c.script) == "" {
			t.Errorf("client-go's %q and our %q gave the same answers to %q", c.theirs, c.ours, c.script)
		}
	}
}
