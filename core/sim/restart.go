package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// asks is what a program of the World asks for: how it gets its first list, and how often handlers
// hear the whole store again. Another program may ask otherwise.
type asks struct {
	start  string        // "list" or "stream"
	pages  int           // objects of a page of a LIST; 0 is all in one
	resync time.Duration // 0 is never
}

// parseAsks reads "start=stream", "pages=2" and "resync=30s" beside each other; what is not said is as in a.
func parseAsks(text string, a asks) (asks, error) {
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(value)
		period, bad := time.ParseDuration(value)
		switch {
		case key == "start" && (value == "list" || value == "stream"):
			a.start = value
		case key == "pages" && err == nil && n >= 0:
			a.pages = n
		case key == "resync" && bad == nil && period >= 0:
			a.resync = period
		default:
			return a, fmt.Errorf("%q: want start=list, start=stream, pages=2 or resync=30s", word)
		}
	}
	return a, nil
}

// restart ends the program where a panic has not, and begins it anew: machines, actors and
// handlers are made once more as the Config says, and know nothing. The API server is another
// program and goes on, and so does time.
func (w *World) restart(c Command) {
	workers := w.workers
	w.tap.Begin()
	// trace: restart
	w.tap.Emit(trace.Restart, 0)
	w.actors, w.workers, w.crashed, w.draining = nil, nil, false, false
	w.newQueue()
	if old := w.inf; old != nil {
		w.asks, _ = parseAsks(c.Text, w.asks)
		// What the Config says has been made before, so it can be made again.
		if err := w.newInformer(machine.EngineNamed(w.cfg.Engine), old.server); err != nil {
			panic("sim: what a World was made of cannot be made again: " + err.Error())
		}
		w.inf.latency, w.inf.lists, w.inf.watches, w.inf.calls = old.latency, old.lists, old.watches, old.calls
	}
	for _, k := range workers {
		if !k.retired {
			w.addWorker(k.name).script = k.script
		}
	}
}
