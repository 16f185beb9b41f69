package conformance

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/trace"
)

// server is the API server of one side: a cluster and a list of what was asked.
type server struct {
	*cluster.Cluster
	asked  []string
	ghosts []cluster.Event // sent before anything else
}

// Next is the cluster's, but for events of objects the cluster does not have.
func (s *server) Next(w *cluster.Watch) (cluster.Event, cluster.State) {
	if len(s.ghosts) > 0 {
		ev := s.ghosts[0]
		s.ghosts = s.ghosts[1:]
		return ev, cluster.Got
	}
	return s.Cluster.Next(w)
}

// ghost sends an event as if the object had existed.
func (s *server) ghost(t, name, node, rv string) {
	types := map[string]cluster.EventType{"ADDED": cluster.Added, "MODIFIED": cluster.Modified, "DELETED": cluster.Deleted}
	o := &cluster.Object{Namespace: "default", Name: name, Node: node, RV: rv, UID: "ghost-99"}
	s.ghosts = append(s.ghosts, cluster.Event{Type: types[t], Obj: o, RV: rv})
}

func newServer() *server {
	s := &server{Cluster: cluster.New(trace.Tap{}, 0)}
	_ = s.SetRV(10)
	return s
}

// do runs a line of a script that concerns the API server; false when it does not.
func (s *server) do(line string) bool {
	f := strings.Fields(line)
	arg := func(i int) string {
		if i < len(f) {
			return f[i]
		}
		return ""
	}
	must := func(_ any, err error) {
		if err != nil {
			panic(err)
		}
	}
	o := cluster.Object{Namespace: "default", Name: arg(1), Node: arg(2)}
	switch f[0] {
	case "create":
		must(s.Create("pods", o))
	case "update":
		must(s.Update("pods", o))
	case "delete":
		must(s.Delete("pods", o.Key()))
	case "rv":
		must(nil, s.SetRV(trace.Number(arg(1))))
	case "ghost":
		s.ghost(arg(1), arg(2), arg(3), arg(4))
	case "bookmark":
		s.Bookmark("pods")
	case "compact":
		s.Compact(trace.Number(s.RV()))
	case "close":
		s.CloseWatches(cluster.Fault{})
	case "error":
		s.CloseWatches(cluster.FaultOf(number(arg(1))))
	case "fail":
		s.Fail(arg(1), number(arg(2)), cluster.FaultOf(number(arg(3))))
	case "partition":
		s.Partition()
	case "heal":
		s.Heal()
	default:
		return false
	}
	return true
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func (s *server) list(rv string) ([]*cluster.Object, string, cluster.Fault) {
	list, at, f := s.List("pods", rv)
	s.asked = append(s.asked, fmt.Sprintf("LIST %q -> %s %d", rv, at, f.Code))
	return list, at, f
}

func (s *server) watch(rv string, initial bool) (cluster.Watch, cluster.Fault) {
	w, f := s.Open("pods", rv, initial)
	s.asked = append(s.asked, fmt.Sprintf("WATCH %q initial=%t -> %d", rv, initial, f.Code))
	return w, f
}

// took hands over what was asked since the last time.
func (s *server) took() []string {
	asked := s.asked
	s.asked = nil
	return asked
}
