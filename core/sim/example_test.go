package sim_test

import (
	"fmt"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

func ExampleWorld() {
	w, err := sim.New(sim.Config{Workers: []string{"W1"}})
	if err != nil {
		panic(err)
	}
	lines, err := sim.ParseInline("Add a; W1 Get; Add a; +2s W1 Done a")
	if err != nil {
		panic(err)
	}
	s := state.New(w.Recorder())
	for _, l := range lines {
		w.Advance(l.Wait)
		if err := w.Do(l.Command); err != nil {
			panic(err)
		}
		for _, e := range w.Recorder().Since(s.Seq + 1) {
			s.Apply(e)
		}
		fmt.Printf("%-12s %s\n", l.Command, s.Line("q", "d", "p"))
	}
	// Output:
	// Add a        q=[a]  d={a}  p={}
	// W1 Get       q=[]  d={}  p={a:W1}
	// Add a        q=[]  d={a}  p={a:W1}
	// W1 Done a    q=[a]  d={a}  p={}
}
