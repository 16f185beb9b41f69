package player

import (
	"testing"

	"github.com/informerscope/informerscope/core/sim"
)

func TestASessionIsWrittenAsALinkReadsIt(t *testing.T) {
	w, err := sim.New(sim.Config{Workers: []string{"W1"}})
	if err != nil {
		t.Fatal(err)
	}
	var steps [][]sim.Timed
	from := w.Point()
	for _, text := range []string{"Add a x3", "+2s W1 Get", "run t=5s", "AddAfter b 1s", "step", "worker W1 = get, sleep 3s, ok"} {
		l, err := sim.ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		w.Advance(l.Wait)
		if err := w.Do(l.Command); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, sim.Between(w.Log(), from, w.Point()))
		from = w.Point()
	}
	if got, want := inline(steps), "Add a x3; +2s W1 Get; run t=5s; AddAfter b 1s; step; worker W1 = get, sleep 3s, ok"; got != want {
		t.Errorf("inline = %q, want %q", got, want)
	}
}
