package tell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// Struct is one struct of client-go, or one function of it, with its fields.
type Struct struct {
	File   string // "util/workqueue/queue.go"; "" is our own cluster, which plays the API server
	Line   int    // where it begins
	Name   string
	Fields []Field
}

// Field is a field, its type, and what it holds.
type Field struct{ Name, Type, Value string }

// URL leads to the source; "" where that is our own.
func (s Struct) URL() string {
	if s.File == "" {
		return ""
	}
	return "https://github.com/kubernetes/client-go/blob/" + scenarios.ClientGo + "/" + s.File + "#L" + strconv.Itoa(s.Line)
}

// FIFOKind is the kind of a state's FIFO, "classic", "ordered" or "atomic".
func FIFOKind(s *state.State) string { return cmp.Or(s.FIFO.Kind, "atomic") }

// zoneTable says what is behind each zone: a line for the zones, with file, line and name of the
// struct, then one for each field, with its type and what it holds (see value). An engine's own
// FIFO is "fifo.classic" or "fifo.real".
const zoneTable = `
queue,dirty,processing util/workqueue/queue.go 190 workqueue.Typed
queue Queue[t] q
dirty sets.Set[t] d
processing sets.Set[t] processing
shuttingDown bool shut

heap util/workqueue/delaying_queue.go 276 delayingType.waitingLoop
waitingForQueue *waitForPriorityQueue[T] array
waitingEntryByData map[T]*waitFor[T] waiting

heap util/workqueue/default_rate_limiters.go 84 TypedItemExponentialFailureRateLimiter
failures map[T]int rq
baseDelay time.Duration base
maxDelay time.Duration max

server - 0 cluster.Cluster
resources map[string]*resource objects
rv int64 stored
compacted int64 compacted

reflector tools/cache/reflector.go 106 cache.Reflector
lastSyncResourceVersion string last
listerWatcher ListerWatcherWithContext asked

fifo.classic tools/cache/delta_fifo.go 108 cache.DeltaFIFO
items map[string]Deltas F
queue []string trays
populated bool populated
initialPopulationCount int left

fifo.real tools/cache/the_real_fifo.go 93 cache.RealFIFO
items []Delta F
emitAtomicEvents bool atomic
populated bool populated
initialPopulationCount int left

store tools/cache/thread_safe_store.go 256 cache.threadSafeMap
items map[string]interface{} S
rv string storeRV

index tools/cache/thread_safe_store.go 94 cache.storeIndex
indices Indices I

handlers tools/cache/shared_informer.go 1353 cache.processorListener
pendingNotifications buffer.RingGrowing pending
`

// Behind are the structs behind a zone, with the values of their fields in s. The world, where there is one, knows
// the constants. Of a real API server only what it sends is known.
func Behind(zone string, s *state.State, world *sim.World) (all []Struct) {
	switch {
	case zone == "server" && !s.Server.Known:
		return nil
	case zone == "fifo" && s.FIFO.Kind == "classic":
		zone = "fifo.classic"
	case zone == "fifo":
		zone = "fifo.real"
	}
	for part := range strings.SplitSeq(strings.TrimSpace(zoneTable), "\n\n") {
		head, rest, _ := strings.Cut(part, "\n")
		w := strings.Fields(head)
		if !slices.Contains(strings.Split(w[0], ","), zone) {
			continue
		}
		g := Struct{File: strings.Trim(w[1], "-"), Name: w[3]}
		g.Line, _ = strconv.Atoi(w[2])
		for line := range strings.SplitSeq(rest, "\n") {
			if w := strings.Fields(line); world != nil || w[2] != "base" && w[2] != "max" {
				g.Fields = append(g.Fields, Field{w[0], w[1], value(w[2], s, world)})
			}
		}
		all = append(all, g)
	}
	return all
}

// value is what a field holds: by a name of its own, or as the notation of states has it.
func value(of string, s *state.State, world *sim.World) string {
	var list []string
	set := "{}"
	switch of {
	case "shut":
		return strconv.FormatBool(s.Shut)
	case "populated":
		return strconv.FormatBool(s.FIFO.Populated)
	case "atomic":
		return strconv.FormatBool(FIFOKind(s) == "atomic")
	case "left":
		return strconv.FormatInt(s.FIFO.Left, 10)
	case "stored":
		return strconv.FormatInt(s.Server.RV, 10)
	case "compacted":
		return strconv.FormatInt(s.Server.Compacted, 10)
	case "last":
		return strconv.Quote(s.Refl.RV)
	case "storeRV":
		return strconv.Quote(s.StoreRV)
	case "asked":
		return "LIST ×" + strconv.Itoa(s.Refl.Lists) + ", WATCH ×" + strconv.Itoa(s.Refl.Watches)
	case "base":
		return cmp.Or(world.Config().Base, 5*time.Millisecond).String()
	case "max":
		return cmp.Or(world.Config().Max, 1000*time.Second).String()
	case "processing":
		for _, k := range s.Keys {
			if k.Bits&trace.Processing != 0 {
				list = append(list, s.Name(k.ID))
			}
		}
	case "waiting":
		for _, w := range s.Heap {
			list = append(list, s.Name(w.Key))
		}
	case "objects":
		for _, it := range s.Server.Objects.Items {
			list = append(list, s.Name(it.Key)+"@"+s.Recorder().Object(it.Object).RV)
		}
	case "trays":
		set = "[]"
		for _, t := range s.FIFO.Trays {
			list = append(list, s.Name(t.Key))
		}
	case "pending":
		for _, l := range s.Listeners {
			if !l.Gone {
				list = append(list, l.Name+":"+strconv.Itoa(len(l.Pending)))
			}
		}
		set = "  "
	default:
		return s.View(of, 0, 0)
	}
	return strings.TrimSpace(set[:1] + strings.Join(list, " ") + set[1:])
}

// MachineOf is the function of our machine that does what a zone is about.
func MachineOf(zone string, s *state.State) string {
	if zone == "fifo" && s.FIFO.Kind == "classic" {
		return "DeltaFIFO.put"
	}
	return map[string]string{"queue": "Queue.trySpecial", "dirty": "Queue.added", "processing": "Queue.done", "heap": "Delay.AddAfter", "server": "Cluster.Create",
		"reflector": "Reflector.event", "fifo": "RealFIFO.add", "store": "Index.put", "index": "Index.join", "handlers": "Listener.Push"}[zone]
}
