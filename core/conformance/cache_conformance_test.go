package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

var cacheUpdate = flag.Bool("cache.update", false, "write the program over core/cache anew")

// TestTheProgramsDifferByTheImportPath holds the two programs of this package together.
func TestTheProgramsDifferByTheImportPath(t *testing.T) {
	for theirs, ours := range map[string]string{"cache_program_theirs_test.go": "cache_program_ours_test.go", "bad_theirs_test.go": "bad_ours_test.go"} {
		text, err := os.ReadFile(theirs)
		if err != nil {
			t.Fatal(err)
		}
		imports, rest, _ := strings.Cut(string(text), "\n)\n")
		_, body, _ := strings.Cut(rest, "\n\n") // after the comment on the file
		want := "// Code generated from " + theirs + " by go test -cache.update; DO NOT EDIT.\n\n" + imports + "\n)\n\n" + body
		want = strings.NewReplacer("k8s.io/client-go/tools/cache", ourModule+"cache", "k8s.io/client-go/util/workqueue", ourModule+"workqueue",
			"from "+theirs, "from "+theirs, "theirs", "ours", "Theirs", "Ours").Replace(want)
		want = sortedImports(want)
		if *cacheUpdate {
			if err := os.WriteFile(ours, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(ours); err != nil || string(got) != want {
			t.Errorf("%s is not %s with another import path (%v): go test -run %s -cache.update, and run again", ours, theirs, err, t.Name())
		}
	}
}

const ourModule = "github.com/informerscope/informerscope/core/"

// sortedImports moves our imports to where gofmt wants them.
func sortedImports(text string) string {
	ours := ""
	for _, name := range []string{"cache", "workqueue"} {
		if line := "\t\"" + ourModule + name + "\"\n"; strings.Contains(text, line) {
			text, ours = strings.Replace(text, line, "", 1), ours+line
		}
	}
	std, others, _ := strings.Cut(text, "\n\n\t") // the imports are two blocks
	return std + "\n\n" + ours + "\t" + others
}

// quietErrors keeps errors that both sides report, thousands of them, out of the log.
func quietErrors(t *testing.T) {
	standing := utilruntime.ErrorHandlers
	utilruntime.ErrorHandlers = nil
	klog.SetLogger(klog.New(nil))
	t.Cleanup(func() {
		utilruntime.ErrorHandlers = standing
		klog.ClearLogger()
	})
}

// quietPanics lets both sides go on after a panic, and keeps it out of the log.
func quietPanics(t *testing.T) {
	crash, handlers := utilruntime.ReallyCrash, utilruntime.PanicHandlers
	utilruntime.ReallyCrash, utilruntime.PanicHandlers = false, nil
	t.Cleanup(func() { utilruntime.ReallyCrash, utilruntime.PanicHandlers = crash, handlers })
}

// runProgram does the script in a bubble of its own; the answers are those of each line.
// Goroutines that are left when the program has ended fail the test.
func runProgram(t *testing.T, start func() program, script []string) (answers [][]string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := start()
		for _, line := range script {
			p.do(line)
			synctest.Wait()
			answers = append(answers, p.took())
		}
		p.end()
		synctest.Wait()
		answers = append(answers, p.took())
	})
	return answers
}

// programDiff runs the script on both sides and returns the first difference, "" for none.
// Within a line the order is left out: goroutines take turns as they like.
func programDiff(t *testing.T, theirs, ours func() program, script []string) string {
	a, b := runProgram(t, theirs, script), runProgram(t, ours, script)
	for i := range a {
		x, y := sortedText(a[i]), sortedText(b[i])
		if slices.Equal(x, y) {
			continue
		}
		line := "(end)"
		if i < len(script) {
			line = script[i]
		}
		onlyIn := func(list, other []string) string {
			other = slices.Clone(other)
			return strings.Join(slices.DeleteFunc(slices.Clone(list), func(s string) bool {
				at := slices.Index(other, s)
				if at >= 0 {
					other = slices.Delete(other, at, at+1)
				}
				return at >= 0
			}), "\n    ")
		}
		return fmt.Sprintf("line %d: %s\n  client-go only:\n    %s\n  ours only:\n    %s", i+1, line, onlyIn(x, y), onlyIn(y, x))
	}
	return ""
}

// comparePrograms fails with the shortest script that shows a difference.
func comparePrograms(t *testing.T, name string, number uint64, theirs, ours func() program, script []string) {
	t.Helper()
	diff := programDiff(t, theirs, ours, script)
	if diff == "" {
		return
	}
	short := shrink(script, func(s []string) bool {
		d := programDiff(t, theirs, ours, s)
		if d != "" {
			diff = d
		}
		return d != ""
	})
	mode, _, _ := strings.Cut(name, " seed")
	text := "# " + strings.ReplaceAll(strings.TrimSpace(diff), "\n", "\n# ") + "\nmode: " + mode + "\n" + strings.Join(short, "\n") + "\n"
	if _, replayed := cacheModes()[mode]; !replayed {
		t.Fatalf("%s of -seed=%d:\n%s", name, seed(), text)
	}
	t.Fatalf("%s of -seed=%d, kept as %s:\n%s", name, seed(), keep(t, "cache", number, text), text)
}

type componentGen struct {
	*rand.Rand
	rv int
}

func (g *componentGen) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

func (g *componentGen) obj() string {
	g.rv++
	if g.IntN(60) == 0 {
		return "!bad"
	}
	return fmt.Sprintf("%sp%d@%d/n%d/%s", g.pick("a/", "a/", "b/", ""), g.IntN(4), g.rv, g.IntN(3), g.pick("", "x", "x,y", "y,x,x", "z"))
}

func (g *componentGen) objs(verbs ...string) string {
	s := ""
	for g.IntN(4) != 0 {
		if s += " "; len(verbs) > 0 {
			s += g.pick(verbs...) + ":"
		}
		s += g.obj()
	}
	return s
}

func cacheStoreScript(seed uint64) []string {
	g := &componentGen{Rand: rand.New(rand.NewPCG(seed, 11))}
	var script []string
	for range 3 + g.IntN(25) {
		line := ""
		switch n := g.IntN(100); {
		case n < 45:
			line = g.pick("add ", "update ") + g.obj()
		case n < 60:
			line = "delete " + g.obj()
		case n < 65:
			line = "unknown " + strings.TrimPrefix(g.obj(), "!")
		case n < 75:
			line = fmt.Sprintf("replace %s%s", g.pick("100", "\"\"", "xyz"), g.objs())
		case n < 85:
			line = "txn" + g.objs("add", "update", "delete")
		case n < 90:
			line = fmt.Sprintf("bookmark %d", g.rv)
		case n < 93:
			line = "index nodes"
		case n < 94:
			line = "resync"
		default:
			line = "look " + g.obj()
		}
		script = append(script, line)
	}
	return append(script, "look "+g.obj())
}

// TestStoresDoAsClientGos plays random scripts of everything a store with indices can do.
func TestStoresDoAsClientGos(t *testing.T) {
	t.Logf("-seed=%d", seed())
	for i := range scripts(10_000) {
		o := storeOptions{transform: i%4 == 0}
		script := cacheStoreScript(seed()<<24 + i)
		coverLines("cache: store with indices", script)
		comparePrograms(t, fmt.Sprintf("store transform=%t seed=%d", o.transform, i), i, func() program { return newTheirsStore(o) }, func() program { return newOursStore(o) }, script)
	}
}

var queueModes = []queueOptions{
	{name: "classic"}, {name: "classic without a store", noKnown: true}, {name: "classic with Sync for Replaced", legacy: true},
	{name: "classic with a transform", transform: true}, {name: "ordered", real: true}, {name: "ordered with a transform", real: true, transform: true},
	{name: "atomic", real: true, atomic: true}, {name: "atomic with a transform", real: true, atomic: true, transform: true},
	{name: "atomic, unlocked", real: true, atomic: true, unlock: true}, {name: "atomic without bookmarks", real: true, atomic: true, noBookmarks: true},
}

func cacheQueueScript(o queueOptions, seed uint64) []string {
	g := &componentGen{Rand: rand.New(rand.NewPCG(seed, 12))}
	change := func() string {
		switch n := g.IntN(100); {
		case n < 30:
			return "add " + g.obj()
		case n < 50:
			return "update " + g.obj()
		case n < 65:
			return "delete " + g.obj()
		case n < 70:
			return "unknown " + strings.TrimPrefix(g.obj(), "!")
		case n < 85:
			g.rv++
			return fmt.Sprintf("replace %d%s", g.rv, g.objs())
		case n < 93:
			return "resync"
		case n < 95:
			return "wrong " + g.pick("on", "off")
		default:
			g.rv++
			return fmt.Sprintf("bookmark %d", g.rv)
		}
	}
	// Of several that wait in Pop any may be served, so they are alike. In an unlocked queue
	// they would work side by side: there an add releases each before the next comes.
	pop := g.pick("pop", "batch")
	var script []string
	for range 5 + g.IntN(30) {
		if g.IntN(100) >= 40 {
			script = append(script, change())
			continue
		}
		line := pop
		for sep := " "; o.unlock && g.IntN(3) == 0; sep = "; " {
			line += sep + change()
		}
		if script = append(script, line); o.unlock {
			script = append(script, "add "+strings.TrimPrefix(g.obj(), "!"))
		}
	}
	if !o.unlock {
		script = append(script, slices.Repeat([]string{pop}, 6)...)
	}
	return append(script, "close", pop, "add a/p1@999", pop)
}

// TestQueuesDoAsClientGos plays random scripts on DeltaFIFO and RealFIFO in all modes; who
// pops an empty queue waits, and is released by what comes or by Close.
func TestQueuesDoAsClientGos(t *testing.T) {
	quietErrors(t)
	t.Logf("-seed=%d", seed())
	for i := range scripts(10_000) {
		o := queueModes[i%uint64(len(queueModes))]
		script := cacheQueueScript(o, seed()<<24+i)
		coverLines("cache: DeltaFIFO, RealFIFO, 10 modes", script)
		comparePrograms(t, fmt.Sprintf("queue %s seed=%d", o.name, i), i, func() program { return newTheirsQueue(o) }, func() program { return newOursQueue(o) }, script)
	}
}
