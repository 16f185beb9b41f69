package scenarios

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
)

// Header is a key that a header can have.
type Header struct {
	Key, Help string
	Example   string      // a value
	Fields    []sim.Field // of the World that it makes: what is filled in; nil of what is only said
	Many      bool        // words, each made by the fields
	Exercise  bool        // it makes the file one
}

// What some keys can say.
var (
	tracks      = []string{"workqueue", "informer"}
	levels      = []string{"1", "2", "3"}
	lessonViews = []string{"all", "workqueue", "fifo", "store", "heap", "tree"}
	lessonSides = []string{"metrics"}
)

// headers are the keys in the order in which messages name them.
var headers = []Header{
	{Key: "goal", Help: "makes the file an exercise: what is to be reached", Example: "Make two workers hold a.", Exercise: true},
	{Key: "allow", Help: "verbs that a reader of the exercise may call", Example: "Add Get Done", Exercise: true},
	{Key: "id", Help: "names the scenario: a-z, 0-9 and -", Example: "my-lesson"},
	{Key: "number", Help: "its place in a course", Example: "S99"},
	{Key: "title", Help: "what stands over it", Example: "One key, two workers"},
	{Key: "question", Help: "the one question that it answers", Example: "Who gets the key?"},
	{Key: "track", Help: "workqueue or informer", Example: "informer"},
	{Key: "level", Help: "1 core, 2 practice, 3 trap", Example: "2"},
	{Key: "tags", Help: "words to find it by", Example: "retry backoff"},
	{Key: "engines", Help: "the versions of client-go that it runs on; workqueue has no informer", Example: "ordered atomic"},
	{Key: "queue", Help: "the work queue, with every engine: client-go's, controller-runtime's with priorities, or both, of which the first is shown at first", Example: "client-go priority",
		Fields: []sim.Field{{Name: "queue", Of: sim.Queues(), Usual: sim.PriorityQueue, Must: true}}},
	{Key: "view", Help: "the part of the picture that is shown", Example: "all"},
	{Key: "side", Help: "metrics: what a dashboard would show is unfolded from the start", Example: "metrics"},
	{Key: "workers", Help: "who calls Get", Example: "W1 W2", Many: true,
		Fields: []sim.Field{{Name: "worker", Usual: "W3", Must: true}}},
	{Key: "handlers", Help: "handlers that are registered before the start, and what each does", Example: "h1 slow=3s h3=observe,resync=30s", Many: true,
		Fields: sim.HandlerFields},
	{Key: "indexes", Help: "indices of the store: a name, and the fields whose values they hold", Example: "byNode=.spec.nodeName", Many: true,
		Fields: sim.IndexFields},
	{Key: "transform", Help: "what is done to each object before it is queued", Example: "drop=.status.phase",
		Fields: sim.TransformFields},
	{Key: "server", Help: "what the API server has at the beginning", Example: "rv=10 p1@5/n1 p2@7/n2", Many: true,
		Fields: []sim.Field{
			{Name: "object", Usual: "p1"},
			{Name: "rv", Kind: sim.ANumber, Before: "@", Joined: true, Needs: "object"},
			{Name: "node", Before: "/", Joined: true, Like: []string{"n1", "n2"}, Needs: "object"},
			{Name: "uid", Before: "/", Joined: true, Needs: "node"},
			{Name: "reached", Kind: sim.ANumber, Before: "rv="},
		}},
	{Key: "start", Help: "how the reflector gets its first list", Example: "stream",
		Fields: []sim.Field{{Name: "start", Of: []string{"list", "stream"}, Usual: "list", Must: true}}},
	{Key: "seed", Help: "where chance begins: jitter, failures", Example: "42",
		Fields: []sim.Field{{Name: "number", Kind: sim.ANumber, Usual: "1", Must: true}}},
	{Key: "limiter", Help: "the waits of AddRateLimited: from base doubled up to max, and a bucket of burst that fills qps times a second", Example: "base=5ms max=1000s qps=10 burst=100",
		Fields: []sim.Field{
			{Name: "base", Kind: sim.ADuration, Before: "base=", Usual: "5ms"},
			{Name: "max", Kind: sim.ADuration, Before: "max=", Usual: "1000s"},
			{Name: "qps", Kind: sim.ANumber, Before: "qps="},
			{Name: "burst", Kind: sim.ANumber, Before: "burst=", Needs: "qps"},
		}},
	{Key: "pages", Help: "how many objects a page of a LIST has", Example: "2",
		Fields: []sim.Field{{Name: "number", Kind: sim.ANumber, Usual: "2", Must: true}}},
	{Key: "resync", Help: "how often handlers hear the whole store again", Example: "30s",
		Fields: []sim.Field{{Name: "period", Kind: sim.ADuration, Usual: "30s", Must: true}}},
	{Key: "detector", Help: "on: the program ends when somebody changes an object of the cache", Example: "on",
		Fields: []sim.Field{{Name: "on", Of: []string{"on", "off"}, Usual: "on", Must: true}}},
	{Key: "invariants", Help: "promises of client-go that it speaks of", Example: "queued-once"},
	{Key: "orders", Help: "a step, and what goes wrong from there on in some order: none, or some of broken, panic, missed, stuck, lost", Example: "3 none"},
	{Key: "after", Help: "numbers of the lessons to know first", Example: "S02"},
	{Key: "sources", Help: "why it is taught: files and threads", Example: "k/k#131840"},
	{Key: "unverified", Help: "why client-go cannot run it", Example: "the machine is broken on purpose"},
}

// Headers lists the keys that a header can have.
func Headers() []Header { return slices.Clone(headers) }

// HeaderNamed is the key of that name.
func HeaderNamed(key string) (h Header, ok bool) {
	i := slices.IndexFunc(headers, func(h Header) bool { return h.Key == key })
	if i < 0 {
		return h, false
	}
	return headers[i], true
}

var headerKeys = keysOf(false)

func keysOf(exercise bool) (keys []string) {
	for _, h := range headers {
		if !h.Exercise || exercise {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// HeaderKeys lists the keys that a lesson's header can have.
func HeaderKeys() []string { return slices.Clone(headerKeys) }

// Line writes the header line whose value is what stands there already and, where it has words, one
// more, unless that is one of them.
func (h Header) Line(words string, value func(name string) string) string {
	filled := sim.Fill(h.Fields, value)
	if h.Many {
		all := strings.Fields(words)
		for _, w := range strings.Fields(filled) {
			if !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
		filled = strings.Join(all, " ")
	}
	return strings.TrimSpace(h.Key + ": " + filled)
}
