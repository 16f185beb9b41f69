package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"k8s.io/client-go/features"
)

// TestInformersDoAsClientGosInRandomScripts makes up scripts. After trouble a script waits
// until it is over, because client-go's pauses are random; what happens in one line is
// compared without regard to order.
func TestInformersDoAsClientGosInRandomScripts(t *testing.T) {
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	t.Logf("-seed=%d", seed())
	for _, e := range engines() {
		features.ReplaceFeatureGates(e.gates)
		for i := range share(1200, 8) {
			script := informerScript(rand.New(rand.NewPCG(seed(), i)))
			coverLines("informer machines, 8 engines", script)
			differs := func(s []string) string { return runsDiffer(e, s, runOurs(e, s), runTheirs(t, e, s, true)) }
			if differs(script) != "" {
				keepInformer(t, e, i, script, differs)
			}
		}
	}
}

// keepInformer shrinks a script that differs, keeps it and ends the test.
func keepInformer(t *testing.T, e engine, number uint64, script []string, differs func([]string) string) {
	script = shrink(script, func(s []string) bool { return differs(s) != "" })
	text := "# engine " + e.name + "\n# " + strings.ReplaceAll(strings.TrimSpace(differs(script)), "\n", "\n# ") + "\n" + strings.Join(script, "\n") + "\n"
	t.Fatalf("script %d of -seed=%d, engine %q; kept as %s:\n%s", number, seed(), e.name, keep(t, "informer", number, text), text)
}

type informerGen struct {
	r        *rand.Rand
	script   []string
	pods     map[string]bool
	handlers int
	removed  map[int]bool
	held     map[int]bool
	rv       int
}

func informerScript(r *rand.Rand) []string {
	g := &informerGen{r: r, pods: map[string]bool{}, removed: map[int]bool{}, held: map[int]bool{}, rv: 1000}
	for range g.r.IntN(4) {
		g.write()
	}
	g.handler()
	g.add("start")
	for range 25 {
		g.line()
	}
	g.add("create last n1")
	g.release()
	return g.script
}

// release lets all held handlers go on: client-go relists in random order, and which call a
// held handler has in hand would be random too.
func (g *informerGen) release() {
	for i := range g.handlers {
		if g.held[i] && !g.removed[i] {
			g.hold(i, "release h%d")
		}
	}
}

// hold holds a handler or lets it go on. Nobody releases a handler that is not held.
func (g *informerGen) hold(i int, line string) {
	if line == "release h%d" && !g.held[i] {
		return
	}
	g.held[i] = line != "release h%d"
	g.add(fmt.Sprintf(line, i))
}

func (g *informerGen) add(line string) { g.script = append(g.script, line+" ~") }

func (g *informerGen) handler() {
	g.add(fmt.Sprintf("handler h%d", g.handlers))
	g.handlers++
}

func (g *informerGen) write() {
	name := fmt.Sprintf("p%d", g.r.IntN(5))
	node := fmt.Sprintf("n%d", g.r.IntN(3))
	switch {
	case !g.pods[name]:
		g.add("create " + name + " " + node)
		g.pods[name] = true
	case g.r.IntN(3) == 0:
		g.add("delete " + name)
		delete(g.pods, name)
	default:
		g.add("update " + name + " " + node)
	}
}

func (g *informerGen) line() {
	switch n := g.r.IntN(100); {
	case n < 50:
		g.write()
	case n < 55:
		g.add("bookmark")
	case n < 63:
		g.release()
		g.add("close")
		g.add("sleep 5m")
	case n < 75:
		g.trouble()
	case n < 80:
		g.release()
		g.add("partition")
		for range g.r.IntN(6) {
			g.write()
		}
		if g.r.IntN(2) == 0 {
			g.add("compact")
		}
		g.add("heal")
		g.add("sleep 5m")
	case n < 85:
		g.handler()
	case n < 90 && g.handlers > 0:
		g.holding([]string{"hold h%d", "release h%d 1", "release h%d"}[g.r.IntN(3)])
	case n < 92 && g.handlers > 1:
		i := g.r.IntN(g.handlers)
		if !g.removed[i] {
			g.removed[i] = true
			g.add(fmt.Sprintf("remove h%d", i))
		}
	default:
		g.rv += 1000
		g.add(fmt.Sprintf("rv %d", g.rv))
		g.write()
	}
}

func (g *informerGen) holding(line string) {
	if i := g.r.IntN(g.handlers); !g.removed[i] {
		g.hold(i, line)
	}
}

// trouble breaks the watch, with failing requests after it, and waits.
func (g *informerGen) trouble() {
	code := func() int { return []int{401, 403, 404, 410, 429, 500, 504, -1}[g.r.IntN(8)] }
	g.release()
	for range g.r.IntN(3) {
		verb := []string{"list", "watch"}[g.r.IntN(2)]
		g.add(fmt.Sprintf("fail %s %d %d", verb, 1+g.r.IntN(2), code()))
	}
	if c := code(); c == -1 {
		g.add("close")
	} else {
		g.add(fmt.Sprintf("error %d", c))
	}
	g.add("sleep 20m")
	g.add("heal")
}
