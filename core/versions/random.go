package versions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// Random makes up a scenario: even numbers are of a queue alone, odd ones of an informer of engine e. What
// it expects is what ours does. The text is a file that check takes as well.
func Random(e *machine.Engine, seed uint64, number int) (l *scenarios.Lesson, text string, err error) {
	g := &gen{r: rand.New(rand.NewPCG(seed, uint64(number)))}
	if number%2 == 0 {
		err = g.queue()
	} else {
		err = g.informer(e.Name)
	}
	if err != nil {
		return nil, "", fmt.Errorf("versions: random script %d of seed %d: %w\n%s", number, seed, err, g.text.String())
	}
	if l, err = scenarios.Parse("random.iq", g.text.String()); err != nil {
		return nil, "", err
	}
	run, err := l.Run(l.Engines[0])
	if err != nil {
		return nil, "", err
	}
	text = l.Update(run)
	l, err = scenarios.Parse("random.iq", text)
	return l, text, err
}

// gen writes a scenario, and plays it as it goes: what cannot be done is left out.
type gen struct {
	r     *rand.Rand
	text  strings.Builder
	world *sim.World
	state *state.State
	seen  uint64 // events that the state has
	views string
	steps int
}

func (g *gen) begin(header, views string) error {
	head := "id: random\ntitle: random\nquestion: random?\nsources: k/k#1\n" + header + "\n"
	g.text.WriteString(head)
	l, err := scenarios.Parse("random.iq", head+"\n"+"run until idle\n")
	if err != nil {
		return err
	}
	g.views = views
	run, err := l.Run(l.Engines[0])
	if err != nil {
		return err
	}
	g.world, g.state = run.World, state.New(run.Recorder)
	return nil
}

// step does lines one after the other, as far as they can be done, lets the world come to rest, and holds
// what is to be seen. It returns what the last of them gave.
func (g *gen) step(wait time.Duration, lines ...string) (result string, done bool, err error) {
	g.world.Advance(wait)
	var did []string
	for _, text := range append(lines, "run until idle") {
		c, err := sim.ParseCommand(text)
		if err != nil {
			return "", false, err
		}
		if g.world.Refuses(c) != nil {
			continue
		}
		if err := g.world.Do(c); err != nil {
			return "", false, fmt.Errorf("%s: %w", text, err)
		}
		if text != "run until idle" {
			if result = g.world.Result(); c.Verb == "Get" {
				text += " => " + result
			}
		}
		if did = append(did, text); len(did) == 1 && wait > 0 {
			did[0] = "+" + wait.String() + " " + text
		}
	}
	for _, e := range g.world.Recorder().Since(g.seen + 1) {
		g.state.Apply(e)
		g.seen++
	}
	g.steps++
	fmt.Fprintf(&g.text, "\nstep %d {\n  %s\n}\n----\n%s\n", g.steps, strings.Join(did, "\n  "), g.views)
	return result, len(did) > 1, nil
}

const (
	randomKeys  = 4
	randomSteps = 40
	randomPods  = 5
	// pause is longer than the two minutes after which a reflector's waits begin anew, and less than the
	// five that a watch is open at least, since when one ends is chance.
	pause = 130 * time.Second
)

// queue has two workers who take and return keys; one at most waits in Get, since of several any may be
// the one that gets the next key. No two keys are due in the same moment, which client-go leaves open.
func (g *gen) queue() error {
	if err := g.begin("engines: workqueue\nworkers: W1 W2", "q=[x]  d={x}  p={x}  heap=[x]  rq={x}"); err != nil {
		return err
	}
	waits := ""
	for i := range randomSteps {
		key := string(rune('a' + g.r.IntN(randomKeys)))
		worker := fmt.Sprintf("W%d", 1+g.r.IntN(2))
		// Microseconds of its own keep each step's times apart.
		wait := time.Duration(g.r.IntN(30))*time.Millisecond + time.Duration(i*17+1)*time.Microsecond
		var line string
		switch n := g.r.IntN(100); {
		case n < 25:
			line = "Add " + key
		case n < 40:
			line = fmt.Sprintf("AddAfter %s %v", key, time.Duration(g.r.IntN(40))*time.Millisecond)
		case n < 50:
			line = "AddRateLimited " + key
		case n < 55:
			line = "Forget " + key
		case n < 78:
			if g.held(worker) != "" || waits != "" {
				continue
			}
			line = worker + " Get"
		case n < 98:
			if g.held(worker) == "" {
				continue
			}
			line = worker + " Done " + g.held(worker)
		default:
			if i < randomSteps*3/4 {
				continue
			}
			line = "ShutDown"
		}
		result, done, err := g.step(wait, line)
		if err != nil {
			return err
		}
		if line == "ShutDown" && done {
			return nil
		}
		if strings.HasSuffix(line, " Get") && result == "blocked" {
			waits = worker
		}
		if waits != "" && g.held(waits) != "" {
			waits = ""
		}
	}
	return nil
}

// held is the key that a worker has in hand, "" for none.
func (g *gen) held(worker string) string {
	for _, word := range strings.Fields(strings.Trim(g.state.View("p", 0, 0), "{}")) {
		if key, by, _ := strings.Cut(word, ":"); by == worker {
			return key
		}
	}
	return ""
}

// What ends a watch, and what a watch is given after a silence that was too long.
var (
	ends = strings.Fields("close error(410) error(429) error(500)")
	gone = strings.Fields("bookmark compact heal")
)

// informer has pods that come and go, a watch that breaks, an API server that refuses, handlers that come
// and go. After trouble it waits until it is over, since client-go's pauses are chance.
func (g *gen) informer(engine string) error {
	start := []string{"list", "stream"}[g.r.IntN(2)]
	var pods []string
	exist := map[string]bool{}
	for i := range g.r.IntN(4) {
		name := fmt.Sprintf("p%d", i)
		pods, exist[name] = append(pods, fmt.Sprintf("%s@%d/n%d", name, i+2, g.r.IntN(3))), true
	}
	header := fmt.Sprintf("engines: %s\nhandlers: h0=observe\nindexes: byNode=.spec.nodeName\nstart: %s\nserver: rv=10 %s", engine, start, strings.Join(pods, " "))
	if err := g.begin(header, "S={x}  I={x}  rv=0  heard={x}"); err != nil {
		return err
	}
	if _, _, err := g.step(0, "start"); err != nil {
		return err
	}
	handlers, removed := 1, map[int]bool{}
	write := func() string {
		name, node := fmt.Sprintf("p%d", g.r.IntN(randomPods)), fmt.Sprintf("n%d", g.r.IntN(3))
		switch {
		case !exist[name]:
			exist[name] = true
			return "create " + name + " " + node
		case g.r.IntN(3) == 0:
			delete(exist, name)
			return "delete " + name
		}
		return "update " + name + " " + node
	}
	for range randomSteps / 2 {
		var lines []string
		wait, settle := time.Duration(1+g.r.IntN(2000))*time.Millisecond, false
		switch n := g.r.IntN(100); {
		case n < 55:
			for range 1 + g.r.IntN(3) {
				lines = append(lines, write())
			}
		case n < 62:
			lines = []string{"bookmark"}
		case n < 80:
			lines, settle = []string{ends[g.r.IntN(len(ends))]}, true
		case n < 88: // the watch stays open, and silent
			lines = []string{"partition"}
			for range 1 + g.r.IntN(4) {
				lines = append(lines, write())
			}
			settle = g.r.IntN(2) == 0
			if lines = append(lines, "heal"); settle { // what it has not read is gone
				lines = append(lines[:len(lines)-1], gone...)
			}
		case n < 95:
			lines = []string{fmt.Sprintf("add-handler h%d=observe", handlers)}
			handlers++
		default:
			i := g.r.IntN(handlers)
			if removed[i] || handlers == 1 {
				continue
			}
			removed[i], lines = true, []string{fmt.Sprintf("remove-handler h%d", i)}
		}
		if _, _, err := g.step(wait, lines...); err != nil {
			return err
		}
		if settle {
			if _, _, err := g.step(pause, "bookmark"); err != nil {
				return err
			}
		}
	}
	return nil
}

// noOrder is for the calls and requests of a random script: a list changes in any order what it finds.
func noOrder(row []string) []string { return slices.Sorted(slices.Values(row)) }
