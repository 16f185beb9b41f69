package replay

import (
	"bytes"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/hub"
)

func TestWhatIsNoTraceOfAClusterIsRefused(t *testing.T) {
	for text, says := range map[string]string{
		"": "", "{}": "", "<html>": "", `{"format":"informerscope-trace","version":1}`: "no objects of a cluster",
		`{"format":"informerscope-trace","version":99}`: "version",
	} {
		if _, err := Load(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Load(%q) = %v, want an error that says %q", text, err, says)
		}
	}
}

// A lesson's trace, too, is a cluster's: with relists, deletions and versions that go up.
func TestLessonsArePlayed(t *testing.T) {
	played := 0
	for _, l := range scenarios.List() {
		run, err := l.Run(l.Engines[0])
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := run.World.Recorder().WriteJSON(&file); err != nil {
			t.Fatal(err)
		}
		c, err := Load(&file)
		if err != nil {
			continue // a lesson of the queue alone
		}
		played++
		last := uint64(0)
		known := map[string]bool{}
		for _, ch := range c.changes {
			if ch.rv <= last || ch.o.ResourceVersion == "" || known[ch.key] != (ch.kind != "ADDED") {
				t.Errorf("%s: %s of %s at %d after %d, known: %v", l.ID, ch.kind, ch.key, ch.rv, last, known[ch.key])
			}
			last, known[ch.key] = ch.rv, ch.kind != "DELETED"
		}
		c.Advance(c.length)
		if _, err := c.List(t.Context(), hub.Collection{Resource: c.resource}, hub.ListFrom{}); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
	}
	if played < 20 {
		t.Errorf("%d lessons were played, want at least 20", played)
	}
}
