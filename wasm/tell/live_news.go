package tell

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/text"
)

// Live is what a live session knows when it is asked how things stand.
type Live struct {
	State *state.State // nil is nothing yet
	Now   int64        // by the session's clock, ns

	Ready   bool      // the server has answered
	Down    Saying    // why it does not answer now; nil: it does
	DownAt  time.Time // the moment that is known since then
	Context string    // what the server calls the cluster
	Version string    // of Kubernetes

	Resource, Name string // "apps/v1/deployments", "deployments"
	Namespace      string // "" is all
	Wide           bool   // it belongs to no namespace
	TooMany, Most  int    // objects: how many there are, and how many may be

	Workers int
	Growing bool // the queue is longer than it was ten seconds ago
}

// Where is which cluster is watched.
func (t Teller) Where(l Live) string {
	if !l.Ready {
		return t.Say("page.live")
	}
	return t.Say("live.where", "name", text.Visible(l.Context), "version", l.Version)
}

// LiveHeadline says the one thing worth knowing now, below a kicker in two parts.
func (t Teller) LiveHeadline(l Live) (kick, rest, line string) {
	kick = t.Say("page.live")
	_, news := l.News()
	line = t.Tell(news)
	switch s := l.State; {
	case !l.Ready || s == nil && l.TooMany == 0:
	case l.TooMany > 0:
		rest = l.Resource
	default:
		rest = t.Say("live.count", "res", l.Resource, "ns", t.Namespace(l), "n", strconv.Itoa(len(s.Store.Items)), "workers", strconv.Itoa(l.Workers))
	}
	return kick, rest, line
}

// Namespace is the one that is looked at, or what stands for it.
func (t Teller) Namespace(l Live) string {
	switch {
	case l.Wide:
		return t.Say("live.cluster")
	case l.Namespace == "":
		return t.Say("live.allNamespaces")
	}
	return l.Namespace
}

// News is the message that says the one thing worth knowing now, and its key. Those listed in apart are
// in the way of the connection.
func (l Live) News() (key string, news Saying) {
	say := func(key string, args ...any) (string, Saying) { return key, Message(key, args...) }
	s := l.State
	switch {
	case !l.Ready && l.Down != nil:
		return say("live.notYet", "why", l.Down)
	case !l.Ready, s == nil && l.TooMany == 0:
		return say("live.connecting")
	case l.TooMany > 0:
		return say("live.tooMany", "n", strconv.Itoa(l.TooMany), "max", strconv.Itoa(l.Most))
	case !s.FIFO.Synced && s.Refl.Trouble != "" && l.Down != nil:
		return say("live.noList", "res", l.Resource, "why", l.Down)
	case !s.FIFO.Synced && s.Refl.Trouble != "":
		return say("live.refused", "res", l.Resource, "why", strings.TrimRight(text.Visible(s.Refl.Trouble), "."))
	case l.Down != nil:
		return say("live.stale", "time", TimeOfDay(l.DownAt), "why", l.Down)
	case !s.FIFO.Synced:
		return say("live.syncing", "state", Message("refl."+cmp.Or(s.Refl.State, "Idle")))
	case !s.Refl.Open:
		return say("live.closed", "state", Message("refl."+s.Refl.State))
	}
	slow := state.Worker{Since: 1 << 62}
	for _, w := range s.Workers {
		if w.Busy && w.Since < slow.Since {
			slow = w
		}
	}
	n := strconv.Itoa(len(s.Queue))
	long := len(s.Queue) > 3*max(l.Workers, 1)
	switch {
	case long && l.Growing:
		return say("live.behind", "workers", strconv.Itoa(l.Workers), "n", n)
	case long:
		return say("live.draining", "workers", strconv.Itoa(l.Workers), "n", n)
	case slow.Busy:
		return say("live.busy", "worker", slow.Name, "key", keyNamed(s.Name(slow.Key)), "t", Tenths(l.Now-slow.Since))
	case len(s.Queue) > 0:
		return say("live.queued", "n", n, "key", keyNamed(s.Name(s.Queue[0])))
	case len(s.Heap) > 0:
		w := s.Sorted()[0]
		return say("live.waiting", "n", strconv.Itoa(len(s.Heap)), "key", keyNamed(s.Name(w.Key)), "t", Tenths(w.Due-l.Now))
	}
	return say("live.idle")
}

// Trouble is why something cannot be read, by the name that the server has for it; of one that has no words here,
// what the server says.
func Trouble(name, says string) Saying {
	return func(t Teller) string {
		key := "trouble." + name
		if told := t.Say(key); told != key {
			return told
		}
		return t.Say("live.says", "why", strings.TrimRight(text.Visible(cmp.Or(says, name)), "."))
	}
}

// TimeOfDay prints a moment of the reader's own clock.
func TimeOfDay(t time.Time) string { return t.Format("15:04:05") }
