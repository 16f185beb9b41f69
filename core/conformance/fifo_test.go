package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Random sequences of calls go to our FIFO and to client-go's; every answer must be equal.
// A sequence is text, one call a line, so that one that fails can be made short and kept:
//
//	add p1@5 | update p1@6 | delete p1@7 | tombstone p1@7
//	replace 10 p1@5 p2@6 | resync | bookmark 12 | close
//	fill 2500                              (so many adds)
//	pop | pop; add p3@9; replace 20        (calls while the batch is being processed)
//
// A key that starts with "!" has no key; a transform fails on resourceVersion 13.

type fifoMode struct {
	name      string
	real      bool
	atomic    bool
	batch     int
	unlock    bool
	noKnown   bool
	legacy    bool
	transform bool
}

var fifoModes = []fifoMode{
	{name: "classic"},
	{name: "classic without a store", noKnown: true},
	{name: "classic with Sync for Replaced", legacy: true},
	{name: "classic with a transform", transform: true},
	{name: "ordered", real: true},
	{name: "ordered in batches", real: true, batch: 1000},
	{name: "ordered with a transform", real: true, transform: true},
	{name: "atomic", real: true, atomic: true},
	{name: "atomic in batches", real: true, atomic: true, batch: 1000},
	{name: "atomic in batches, unlocked", real: true, atomic: true, batch: 1000, unlock: true},
	{name: "atomic with a transform", real: true, atomic: true, transform: true},
}

func TestFIFOsAnswerAsClientGos(t *testing.T) {
	t.Logf("-seed=%d", seed())
	for _, m := range fifoModes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			component := "DeltaFIFO"
			if m.real {
				component = "RealFIFO"
			}
			for i := range share(33_000, len(fifoModes)) {
				script := fifoScript(m, rand.New(rand.NewPCG(seed(), i<<8|uint64(len(m.name)))))
				coverLines(component, script)
				if fifoDiff(m, script) == "" {
					continue
				}
				short := shrink(script, func(s []string) bool { return fifoDiff(m, s) != "" })
				diff := fifoDiff(m, short)
				text := "# " + strings.ReplaceAll(diff, "\n", "\n# ") + "\nmode: " + m.name + "\n" + strings.Join(short, "\n") + "\n"
				t.Fatalf("script %d of -seed=%d: ours and client-go's differ in %q; kept as %s:\n%s", i, seed(), m.name, keep(t, "fifo", i, text), text)
			}
		})
	}
}

// TestFIFOSequencesThatOnceDiffered replays testdata/fifo: scripts worth keeping.
func TestFIFOSequencesThatOnceDiffered(t *testing.T) {
	files, err := filepath.Glob("testdata/fifo/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in testdata/fifo: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(l string) bool {
			return strings.HasPrefix(l, "#")
		})
		names := strings.TrimPrefix(lines[0], "mode: ")
		ran := 0
		for _, m := range fifoModes {
			if names != "all" && !slices.Contains(strings.Split(names, " | "), m.name) {
				continue
			}
			ran++
			if diff := fifoDiff(m, lines[1:]); diff != "" {
				t.Errorf("%s in %q: %s", file, m.name, diff)
			}
		}
		if ran == 0 {
			t.Errorf("%s: no mode called %q", file, names)
		}
	}
}

// TestFIFOsDifferWhenTheyShould makes sure that the comparison can fail.
func TestFIFOsDifferWhenTheyShould(t *testing.T) {
	a, b := newOurFIFO(fifoModes[0]), newTheirFIFO(fifoModes[4])
	for _, line := range []string{"add p1@1", "add p1@2", "pop"} {
		if x, y := a.do(line), b.do(line); x != y {
			return
		}
	}
	t.Error("a DeltaFIFO and a RealFIFO gave the same answers to two adds of one key")
}

// fifoDiff runs the script on both sides and returns the first difference, "" for none.
func fifoDiff(m fifoMode, script []string) string {
	a, b := newOurFIFO(m), newTheirFIFO(m)
	for i, line := range script {
		if x, y := a.do(line), b.do(line); x != y {
			return fmt.Sprintf("call %d: %s\n  ours:      %s\n  client-go: %s", i+1, line, x, y)
		}
	}
	return ""
}

// shrink leaves out what is not needed for the script to fail.
func shrink(script []string, fails func([]string) bool) []string {
	for again := true; again; {
		again = false
		for i := len(script) - 1; i >= 0; i-- {
			shorter := slices.Delete(slices.Clone(script), i, i+1)
			if fails(shorter) {
				script, again = shorter, true
			}
		}
	}
	return script
}

func fifoScript(m fifoMode, r *rand.Rand) []string {
	g := fifoGen{r: r, m: m, keys: 1 + r.IntN(6)}
	n := 5 + r.IntN(40)
	script := make([]string, 0, n+20)
	for range n {
		script = append(script, g.line())
	}
	for range 10 {
		script = append(script, "pop")
	}
	return append(script, "close", "pop", "add p1@99", "pop", "pop")
}

type fifoGen struct {
	r    *rand.Rand
	m    fifoMode
	keys int
	rv   int
}

func (g *fifoGen) line() string {
	if g.r.IntN(100) < 35 {
		s := "pop"
		for g.m.unlock && g.r.IntN(3) == 0 {
			s += "; " + g.call()
		}
		return s
	}
	return g.call()
}

func (g *fifoGen) call() string {
	switch n := g.r.IntN(100); {
	case n < 30:
		return "add " + g.obj()
	case n < 50:
		return "update " + g.obj()
	case n < 65:
		return "delete " + g.obj()
	case n < 70:
		return "tombstone " + strings.TrimPrefix(g.obj(), "!")
	case n < 85:
		return g.replace()
	case n < 95:
		return "resync"
	default:
		g.rv++
		return fmt.Sprintf("bookmark %d", g.rv)
	}
}

func (g *fifoGen) replace() string {
	g.rv++
	s := fmt.Sprintf("replace %d", g.rv)
	for g.r.IntN(4) != 0 {
		s += " " + g.obj()
	}
	return s
}

func (g *fifoGen) obj() string {
	g.rv++
	bad := ""
	if g.r.IntN(40) == 0 {
		bad = "!"
	}
	return fmt.Sprintf("%sp%d@%d", bad, 1+g.r.IntN(g.keys), g.rv)
}
