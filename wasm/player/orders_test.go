package player

import (
	"testing"
	"time"
)

// While states are found, the graph is drawn anew only when they have become a quarter more, or another one is picked. In the
// end all are drawn.
func TestTheGraphOfOrdersIsDrawnAsItGrows(t *testing.T) {
	p := newPlayer()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	do := func(m Msg) { at = at.Add(40 * time.Millisecond); p.Update(at, m) } // a slice stays as it is
	do(Opened{"#p=play&z=worker+W1+%3D+get%2C+ok%3Bworker+W2+%3D+get%2C+ok%3Bauto+on%3BAdd+a%3BAdd+b%3BAdd+c&step=3"})
	do(OpenOrders{})
	graph, states := p.OrdersGraph(), len(p.Orders.X.States())
	slices, pictures := 0, 1
	for p.Orders.Going {
		do(Rang{"orders"})
		slices++
		g, n := p.OrdersGraph(), len(p.Orders.X.States())
		if (g != graph) != (n >= states*5/4 || !p.Orders.Going) {
			t.Errorf("drawn anew %v, with %d states after %d", g != graph, n, states)
		}
		if g != graph {
			graph, states = g, n
			pictures++
		}
		if slices == 8 {
			do(PickState{3})
			if g := p.OrdersGraph(); g == graph {
				t.Error("another state is picked, and the graph stays")
			} else {
				graph, states = g, len(p.Orders.X.States())
			}
		}
	}
	if pictures >= slices || slices < 10 || states != len(p.Orders.X.States()) || p.OrdersGraph() != graph {
		t.Errorf("%d pictures in %d slices, the last of %d states of %d", pictures, slices, states, len(p.Orders.X.States()))
	}
}
