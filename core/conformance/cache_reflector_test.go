package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"k8s.io/client-go/features"
)

var reflectorModes = []reflectorOptions{
	{name: "list", list: true},
	{name: "stream"},
	{name: "list with resync and retry", list: true, resync: 7350 * time.Millisecond, retry: 3 * time.Second},
	{name: "stream with resync and retry", resync: 7350 * time.Millisecond, retry: 3 * time.Second},
	{name: "stream with a transform", transform: true},
	{name: "list in pages", list: true, pageSize: 2},
	{name: "list in pages with resync and retry", list: true, pageSize: 1, resync: 7350 * time.Millisecond, retry: 3 * time.Second},
}

// clusterGen makes up lines for the API server.
type clusterGen struct {
	*rand.Rand
	script []string
	pods   map[string]bool
	rv     int
}

func (g *clusterGen) add(format string, args ...any) {
	g.script = append(g.script, fmt.Sprintf(format, args...))
}

func (g *clusterGen) write() {
	name := fmt.Sprintf("p%d", g.IntN(5))
	switch {
	case !g.pods[name]:
		g.pods[name] = true
		g.add("create %s n%d", name, g.IntN(3))
	case g.IntN(3) == 0:
		delete(g.pods, name)
		g.add("delete %s", name)
	default:
		g.add("update %s n%d", name, g.IntN(3))
	}
}

func (g *clusterGen) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

// trouble is a line that the API server has trouble in.
func (g *clusterGen) trouble() {
	switch g.IntN(10) {
	case 8:
		g.add("pages %s", g.pick("usual", "zero", "stubborn"))
	case 9:
		g.add("fail page %d %s", 1+g.IntN(3), g.pick("410", "410", "403", "429", "500", "504"))
		g.add("error 410")
	case 0:
		g.add("close")
	case 1:
		g.add("error %s", g.pick("401", "403", "404", "410", "429", "500", "504"))
	case 2:
		g.add("fail %s %d %s", g.pick("list", "watch"), 1+g.IntN(3), g.pick("401", "403", "404", "410", "429", "500", "504"))
		g.add("%s", g.pick("close", "error 410"))
	case 3:
		g.add("partition")
		g.add("close")
	case 4:
		g.add("heal")
	case 5:
		g.add("compact")
	case 6:
		g.rv++
		g.add("ghost %s p9 n1 %d", g.pick("ADDED", "MODIFIED", "DELETED"), 5000+g.rv)
	default:
		g.add("bookmark")
	}
}

func reflectorScript(o reflectorOptions, seed uint64) []string {
	g := &clusterGen{Rand: rand.New(rand.NewPCG(seed, 13)), pods: map[string]bool{}}
	if o.pageSize > 0 {
		g.add("pages %s", g.pick("usual", "zero", "stubborn"))
	}
	for range g.IntN(4) {
		g.write()
	}
	one := g.IntN(4) == 0
	start := "run"
	if one {
		start = "cycle"
	}
	g.add("%s", start)
	for range 8 + g.IntN(20) {
		switch n := g.IntN(100); {
		case n < 40:
			g.write()
		case n < 65:
			g.trouble()
		case n < 85:
			g.add("sleep %s", g.pick("300ms", "1s", "3s", "9s", "45s", "3m"))
		case n < 90:
			g.add("resync %s", g.pick("on", "off"))
		case n < 97:
			call := g.pick("add", "update", "delete", "replace", "resync", "bookmark")
			if call == "replace" && !o.list {
				continue // client-go leaves the watch of a refused streaming list open: I29
			}
			// A panic that comes out of one cycle, or of a resync, ends client-go's program.
			if panics := !one && call != "resync"; panics && g.IntN(2) == 0 {
				if call = g.pick(call, "list", "watch"); call == "list" || call == "watch" {
					g.add("panic %s", call)
					call = "error 410"
				} else {
					call = "panic " + call
				}
				g.add("%s", call)
				continue
			}
			g.add("refuse %s", call)
		case one: // client-go's Run draws a pause it does not wait for when it is stopped
			g.add("stop")
			g.write()
			g.add("cycle")
		}
	}
	g.add("heal")
	g.add("sleep 5m")
	g.write()
	return g.script
}

// TestReflectorsDoAsClientGos plays random scripts of an API server with troubles: when a
// Reflector lists and watches, what it asks for, what its store is told, and what it says of
// itself is the same, to a tenth of a second.
func TestReflectorsDoAsClientGos(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	features.ReplaceFeatureGates(gates{features.WatchListClient: true})
	t.Logf("-seed=%d", seed())
	for i := range scripts(10_000) {
		o := reflectorModes[i%uint64(len(reflectorModes))]
		script := reflectorScript(o, seed()<<24+i)
		coverLines("cache: Reflector", script)
		comparePrograms(t, fmt.Sprintf("reflector %s seed=%d", o.name, i), i, func() program { return newTheirsReflector(o) }, func() program { return newOursReflector(o) }, script)
	}
}

// TestInformersWithOneHandlerDoAsClientGos plays random scripts on NewInformerWithOptions, in
// every engine.
func TestInformersWithOneHandlerDoAsClientGos(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	t.Logf("-seed=%d", seed())
	for _, e := range engines() {
		features.ReplaceFeatureGates(e.gates)
		for i := range share(3000, 8) {
			o := informerOptions{engine: e, transform: i%5 == 0}
			if i%3 == 0 {
				o.resync = 7350 * time.Millisecond
			}
			script := informerScriptOfOne(o, seed()<<24+i)
			coverLines("cache: informer with one handler", script)
			comparePrograms(t, fmt.Sprintf("informer %q seed=%d", e.name, i), i, func() program { return newTheirsInformer(o) }, func() program { return newOursInformer(o) }, script)
		}
	}
}

// informerScriptOfOne waits until a trouble is over, because client-go's pauses are random.
func informerScriptOfOne(o informerOptions, seed uint64) []string {
	g := &clusterGen{Rand: rand.New(rand.NewPCG(seed, 14)), pods: map[string]bool{}}
	g.add("rv 20") // a list with 13, which the transform refuses, is tried for ever
	for range g.IntN(4) {
		g.write()
	}
	g.add("run")
	for range 8 + g.IntN(15) {
		switch n := g.IntN(100); {
		case n < 60:
			g.write()
		case n < 85 && o.resync == 0: // else the number of resyncs would be random, too
			g.add("anger nobody") // a rest may end before or after a random pause
			g.add("sleep 30s")
			g.trouble()
			g.add("heal")
			g.add("sleep 10m")
		case n < 89 && o.resync == 0: // else what a resync has left for after the rest would be random, too
			g.add("anger %s", g.pick("p0", "p1", "nobody"))
		default:
			g.add("sleep 30s")
		}
	}
	return g.script
}
