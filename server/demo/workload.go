package demo

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
)

// workload is what goes on in the town. It is a list of actions, each at its time; an action changes
// objects and puts down further actions. All of it runs inside store.at.
type workload struct {
	store   *store
	rng     *rand.Rand
	now     time.Duration
	pending actions
	seq     int
	pods    map[string][]string // keys of the living pods of each replica set, oldest first
	nextIP  int
	apps    []*app
	jobs    int
}

const second, minute = time.Second, time.Minute

var nodeNames = []string{"node-1", "node-2", "node-3", "node-4"}

// newWorkload builds the town and puts down what happens first.
func newWorkload(s *store, seed uint64) *workload {
	w := &workload{store: s, rng: rand.New(rand.NewPCG(seed, 0x696e666f726d6572)), pods: map[string][]string{}}
	s.at(0, func() {
		for _, name := range []string{"default", "kube-system", "shop", "batch"} {
			s.create("namespaces", cluster.Object{Kind: "Namespace", Name: name, Phase: "Active", Labels: map[string]string{"kubernetes.io/metadata.name": name}})
		}
		for i, name := range nodeNames {
			s.create("nodes", cluster.Object{
				Kind: "Node", Name: name,
				Labels: map[string]string{"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "topology.kubernetes.io/zone": "zone-" + string(rune('a'+i%2))},
				Fields: map[string]string{"ip": fmt.Sprintf("192.168.7.%d", 11+i)},
			})
			w.after(time.Duration(i)*7*second+10*second, func() { w.heartbeat(name) })
		}
		for _, a := range []*app{
			{namespace: "kube-system", name: "coredns", image: "registry.k8s.io/coredns/coredns", tag: 12, want: 2},
			{namespace: "shop", name: "frontend", image: "registry.example/shop/frontend", tag: 40, want: 4, rolls: true},
			{namespace: "shop", name: "cart", image: "registry.example/shop/cart", tag: 17, want: 3, rolls: true},
			{namespace: "shop", name: "checkout", image: "registry.example/shop/checkout", tag: 9, want: 2, rolls: true},
			{namespace: "shop", name: "payments", image: "registry.example/shop/payments", tag: 23, want: 2, rolls: true},
			{namespace: "shop", name: "recommender", image: "registry.example/shop/recommender", tag: 3, want: 1, crashes: true},
		} {
			w.apps = append(w.apps, a)
			w.deploy(a)
		}
		w.after(20*second, w.rolloutSomething)
		w.after(5*second, w.startJob)
	})
	return w
}

// heartbeat is a node saying that it is alive.
func (w *workload) heartbeat(node string) {
	w.store.edit("nodes", node, func(o *cluster.Object) { o.Fields["heartbeat"] = w.stamp() })
	w.after(30*second, func() { w.heartbeat(node) })
}

// rolloutSomething gives one deployment a new image, and comes again.
func (w *workload) rolloutSomething() {
	var ready []*app
	for _, a := range w.apps {
		if a.rolls && !a.rolling {
			ready = append(ready, a)
		}
	}
	if len(ready) > 0 {
		w.rollout(ready[w.rng.IntN(len(ready))])
	}
	w.after(w.between(30*second, 60*second), w.rolloutSomething)
}

// stamp is the present time as a Field.
func (w *workload) stamp() string { return strconv.FormatInt(w.now.Nanoseconds(), 10) }

// between is a random time from lo to hi.
func (w *workload) between(lo, hi time.Duration) time.Duration {
	return lo + time.Duration(w.rng.Int64N(int64(hi-lo)))
}

// suffix is a random name part, of the letters Kubernetes uses.
func (w *workload) suffix(n int) string {
	const letters = "bcdfghjklmnpqrstvwxz2456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[w.rng.IntN(len(letters))]
	}
	return string(b)
}

// action is something to do at a time. Equal times are done in the order they were put down.
type action struct {
	at  time.Duration
	seq int
	do  func()
}

func (w *workload) after(d time.Duration, do func()) {
	w.seq++
	heap.Push(&w.pending, action{w.now + d, w.seq, do})
}

// next is when the next action is due.
func (w *workload) next() (time.Duration, bool) {
	if len(w.pending) == 0 {
		return 0, false
	}
	return w.pending[0].at, true
}

// advance does what is due at now.
func (w *workload) advance(now time.Duration) {
	for len(w.pending) > 0 && w.pending[0].at <= now {
		a := heap.Pop(&w.pending).(action)
		w.now = a.at
		a.do()
	}
}

// actions is a heap by time.
type actions []action

func (h actions) Len() int { return len(h) }
func (h actions) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].seq < h[j].seq
}
func (h actions) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements heap.Interface.
func (h *actions) Push(x any) { *h = append(*h, x.(action)) }

// Pop implements heap.Interface.
func (h *actions) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
