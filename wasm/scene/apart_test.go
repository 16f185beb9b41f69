package scene_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Names of a cluster in the narrowest chip of the store: no two look the same.
func TestNamesInAStoreAreToldApart(t *testing.T) {
	fits := func(s string) bool { return draw.Width([]draw.Run{draw.Bold(s)}, 14)*.88 <= 60 }
	var names []string
	r := rand.New(rand.NewPCG(7, 7))
	for _, base := range []string{"replicaset-controller", "coredns-5d78c9869d", "etcd-kind-control-plane", "kube-proxy", "web"} {
		for range 4 {
			names = append(names, fmt.Sprintf("%s-%05x", base, r.IntN(1<<20)))
		}
	}
	names = append(names, "p1", "p2", "shop/web-0", "shop/web-1")
	seen := map[string]string{}
	for _, n := range names {
		short := scene.Apart(n, names, fits)
		if !fits(short) {
			t.Errorf("%s is shortened to %s, which has no room", n, short)
		}
		if was, twice := seen[short]; twice {
			t.Errorf("%s and %s both look like %s", was, n, short)
		}
		seen[short] = n
		if fits(n) && short != n {
			t.Errorf("%s has room and is shortened to %s", n, short)
		}
	}
}
