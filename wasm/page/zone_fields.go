package page

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// goVersion is the client-go whose fields are shown: a test reads them in its source.
const goVersion = "v0.37.2"

// fields are those of one struct of client-go, or of one function of it.
type fields struct {
	file   string // "util/workqueue/queue.go"; "" is our own cluster, which plays the API server
	line   int    // where it begins
	of     string
	fields []field
}

type field struct{ name, kind, value string }

// link leads to the source.
func (f fields) link() app.UI {
	if f.file == "" {
		return app.Span().Text(f.of)
	}
	return app.A().Href("https://github.com/kubernetes/client-go/blob/" + goVersion + "/" + f.file + "#L" + strconv.Itoa(f.line)).
		Target("_blank").Rel("noopener").Text(f.of)
}

func orAtomic(kind string) string { return cmp.Or(kind, "atomic") }

// behind are the fields of a zone with their values in s. The world, where there is one, knows
// the constants.
func behind(zone string, s *state.State, world *sim.World) []fields {
	number, yes := strconv.Itoa, strconv.FormatBool
	view := func(name string) string { return s.View(name, 0, 0) }
	switch zone {
	case "queue", "dirty", "processing":
		return []fields{{"util/workqueue/queue.go", 190, "workqueue.Typed", []field{
			{"queue", "Queue[t]", view("q")},
			{"dirty", "sets.Set[t]", members(s, trace.Dirty)},
			{"processing", "sets.Set[t]", members(s, trace.Processing)},
			{"shuttingDown", "bool", yes(s.Shut)},
		}}}
	case "heap":
		var names []string
		for _, w := range s.Heap {
			names = append(names, s.Name(w.Key))
		}
		rate := []field{{"failures", "map[T]int", view("rq")}}
		if world != nil {
			c := world.Config()
			rate = append(rate, field{"baseDelay", "time.Duration", cmp.Or(c.Base, 5*time.Millisecond).String()},
				field{"maxDelay", "time.Duration", cmp.Or(c.Max, 1000*time.Second).String()})
		}
		return []fields{{"util/workqueue/delaying_queue.go", 276, "delayingType.waitingLoop", []field{
			{"waitingForQueue", "*waitForPriorityQueue[T]", view("array")},
			{"waitingEntryByData", "map[T]*waitFor[T]", "{" + strings.Join(names, " ") + "}"},
		}}, {"util/workqueue/default_rate_limiters.go", 84, "TypedItemExponentialFailureRateLimiter", rate}}
	case "server":
		if !s.Server.Known { // a real one: only what it sends is known
			return nil
		}
		var objects []string
		for _, it := range s.Server.Objects.Items {
			objects = append(objects, s.Name(it.Key)+"@"+s.Recorder().Object(it.Object).RV)
		}
		return []fields{{"", 0, "cluster.Cluster", []field{
			{"resources", "map[string]*resource", "{" + strings.Join(objects, " ") + "}"},
			{"rv", "int64", strconv.FormatInt(s.Server.RV, 10)},
			{"compacted", "int64", strconv.FormatInt(s.Server.Compacted, 10)},
		}}}
	case "reflector":
		return []fields{{"tools/cache/reflector.go", 106, "cache.Reflector", []field{
			{"lastSyncResourceVersion", "string", strconv.Quote(s.Refl.RV)},
			{"listerWatcher", "ListerWatcherWithContext", "LIST ×" + number(s.Refl.Lists) + ", WATCH ×" + number(s.Refl.Watches)},
		}}}
	case "fifo":
		left := []field{{"populated", "bool", yes(s.FIFO.Populated)}, {"initialPopulationCount", "int", strconv.FormatInt(s.FIFO.Left, 10)}}
		if s.FIFO.Kind != "classic" {
			return []fields{{"tools/cache/the_real_fifo.go", 93, "cache.RealFIFO", append([]field{{"items", "[]Delta", view("F")},
				{"emitAtomicEvents", "bool", yes(orAtomic(s.FIFO.Kind) == "atomic")}}, left...)}}
		}
		var keys []string
		for _, t := range s.FIFO.Trays {
			keys = append(keys, s.Name(t.Key))
		}
		return []fields{{"tools/cache/delta_fifo.go", 108, "cache.DeltaFIFO", append([]field{{"items", "map[string]Deltas", view("F")},
			{"queue", "[]string", "[" + strings.Join(keys, " ") + "]"}}, left...)}}
	case "store":
		return []fields{{"tools/cache/thread_safe_store.go", 256, "cache.threadSafeMap", []field{
			{"items", "map[string]interface{}", view("S")}, {"rv", "string", strconv.Quote(s.StoreRV)}}}}
	case "index":
		return []fields{{"tools/cache/thread_safe_store.go", 94, "cache.storeIndex", []field{{"indices", "Indices", view("I")}}}}
	case "handlers":
		var all []field
		for _, l := range s.Listeners {
			if !l.Gone {
				all = append(all, field{"handlerName", "string", strconv.Quote(l.Name)}, field{"pendingNotifications", "buffer.RingGrowing", number(len(l.Pending))})
			}
		}
		return []fields{{"tools/cache/shared_informer.go", 1353, "cache.processorListener", all}}
	}
	return nil
}

// members are the keys that have the bit, as a set.
func members(s *state.State, bit uint8) string {
	var names []string
	for _, k := range s.Keys {
		if k.Bits&bit != 0 {
			names = append(names, s.Name(k.ID))
		}
	}
	return "{" + strings.Join(names, " ") + "}"
}

// machineOf is the function of our machine that does what a zone is about.
func machineOf(zone string, s *state.State) string {
	if zone == "fifo" && s.FIFO.Kind == "classic" {
		return "DeltaFIFO.put"
	}
	return map[string]string{"queue": "Queue.trySpecial", "dirty": "Queue.added", "processing": "Queue.done", "heap": "Delay.AddAfter", "server": "Cluster.Create",
		"reflector": "Reflector.event", "fifo": "RealFIFO.add", "store": "Index.put", "index": "Index.join", "handlers": "Listener.Push"}[zone]
}
