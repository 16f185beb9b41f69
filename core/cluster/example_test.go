package cluster_test

import (
	"fmt"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/trace"
)

func Example() {
	c := cluster.New(trace.Tap{}, 0)
	_, _ = c.Create("pods", cluster.Object{Namespace: "default", Name: "p1"})
	list, rv, _ := c.List("pods", "")
	fmt.Println(len(list), "pod at", rv)

	w, _ := c.Open("pods", rv, false)
	_, _ = c.Update("pods", cluster.Object{Namespace: "default", Name: "p1", Node: "n1"})
	_, _ = c.Delete("pods", "default/p1")
	for ev, state := c.Next(&w); state == cluster.Got; ev, state = c.Next(&w) {
		fmt.Println(ev.Type, ev.Obj.Key(), ev.RV)
	}
	_, err := c.Update("pods", cluster.Object{Namespace: "default", Name: "p1"})
	fmt.Println(err)
	// Output:
	// 1 pod at 2
	// MODIFIED default/p1 3
	// DELETED default/p1 4
	// cluster: update pods "default/p1": not found
}
