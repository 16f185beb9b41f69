package page

import (
	"sync"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// heroState is the state that the home page draws: a real world in the middle of its work,
// never a drawing of one.
var heroState = sync.OnceValue(func() *state.State {
	w, err := sim.New(sim.Config{Engine: sim.Newest(), Start: "list", Workers: []string{"W1", "W2"}, Handlers: []string{"h1"},
		Indexes: []string{"byNode=.spec.nodeName"}, Cluster: true})
	if err != nil {
		panic("page: the home page's world: " + err.Error())
	}
	for _, line := range []string{"auto off", "create p1 n1", "create p2 n2", "start", "run until idle", "W1 Get", "W1 read",
		"AddAfter p3 40s", "update p1", "run until idle", "update p1", "reflector recv"} {
		if err := do(w, line); err != nil {
			break // a verb that has gone leaves the picture of the step before
		}
	}
	s := state.New(w.Recorder())
	s.AddWorker("W1")
	s.AddWorker("W2")
	for _, e := range w.Recorder().Since(1) {
		s.Apply(e)
	}
	return s
})

func do(w *sim.World, line string) error {
	c, err := sim.ParseCommand(line)
	if err != nil {
		return err
	}
	return w.Do(c)
}
