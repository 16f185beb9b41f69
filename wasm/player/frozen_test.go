package player

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What a server, the time and the reader's knobs can bring while the page looks at one moment.
var whileFrozen = map[string][]Msg{
	"nothing but time":    nil,
	"objects":             {liveFrame("ADDED", "p5", 30), liveFrame("ADDED", "p6", 31), liveFrame("ADDED", "p7", 32), liveFrame("MODIFIED", "p1", 33)},
	"a delete":            {liveFrame("DELETED", "p1", 30)},
	"a watch that ends":   {WatchClosed{Run: 2, Gen: 1, Reason: "closed"}},
	"a watch that breaks": {WatchClosed{Run: 2, Gen: 1, Reason: "broken"}, WatchClosed{Run: 2, Gen: 1, Reason: "refused"}},
	"no cluster":          {Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"upstream":{"state":"down","reason":"UpstreamUnreachable"}}`)}},
	"no server":           {Got{Run: 1, What: "info", Reason: "refused"}},
	"a page out of sight": {Hidden{true}, Hidden{}},
	"knobs":               {LiveKnob{"failure", 1}, LiveKnob{"duration", 3}},
}

func liveFrame(kind, name string, rv int) Msg {
	return WatchFrame{Run: 2, Gen: 1, Frame: []byte(fmt.Sprintf(`{"type":%q,"object":{"metadata":{"name":%q,"namespace":"shop","resourceVersion":"%d","uid":%q}}}`, kind, name, rv, name))}
}

// busyLive is live mode after a minute in which pods came faster than they were worked off, and the
// moment of it.
func busyLive(t *testing.T) (*Player, time.Time) {
	t.Helper()
	p, now := livePage(t), start
	p.Update(now, WatchOpened{Run: 2, Gen: 1})
	p.Update(now, LiveKnob{"failure", 0})
	p.Update(now, LiveKnob{"duration", 2})
	p.Update(now, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1","annotations":{"k8s.io/initial-events-end":"true"}}}}`)})
	for s := range 60 {
		for i := range 3 {
			p.Update(now, liveFrame("ADDED", fmt.Sprintf("q%d-%d", s, i), 2+s))
		}
		now = now.Add(time.Second)
		p.Update(now, Rang{"live.tick"})
	}
	return p, now
}

// TestAFrozenMomentStandsInWordsAndNumbers holds that what is heard, said and read of a frozen moment stays
// as it was, whatever comes and however long it lasts; the curve of the queue alone goes on. Who follows
// again hears of the present.
func TestAFrozenMomentStandsInWordsAndNumbers(t *testing.T) {
	for name, brings := range whileFrozen {
		p, now := busyLive(t)
		tells := func() string {
			_, rest, line := p.Headline()
			all, at, _ := p.Readings()
			d := p.view(p.Shown()).Detail
			return strings.Join([]string{"heard: " + p.Heard(), "headline: " + rest + ": " + line, fmt.Sprintf("step %d at %d", p.Here().Step, p.Moment()),
				fmt.Sprintf("metrics: %+v", all[at]), fmt.Sprintf("a second: %.1f adds, %.1f gets", d.Adds, d.Gets)}, "\n")
		}
		p.Update(now, Toggle{})
		was, noted := tells(), p.Live.sampled
		for _, m := range brings {
			p.Update(now.Add(time.Second/2), m)
		}
		for s := range 90 {
			now = now.Add(time.Second)
			p.Update(now, Rang{"live.tick"})
			if got := tells(); got != was {
				t.Fatalf("%s, frozen for %d s: %s\nwas\n%s", name, s+1, firstDifference(was, got), was)
			}
		}
		if p.Live.sampled != noted+90 {
			t.Errorf("%s, frozen for 90 s: the curve has %d s more, want 90", name, p.Live.sampled-noted)
		}
		p.Update(now, Toggle{})
		apart := p.Live.facts().Down != nil || !p.Shown().Refl.Open // which is told once it has lasted
		if heard, is := p.Heard(), p.Tell(p.Live.facts().Summary()); !apart && heard != is {
			t.Errorf("%s, following again: heard is %q, want %q", name, heard, is)
		}
	}
}
