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
	Down    string    // why it does not answer now
	DownAt  time.Time // since when
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
	key, args := t.News(l)
	line = t.Say(key, args...)
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

// News is the message that says the one thing worth knowing now. Those listed in apart are
// in the way of the connection.
func (t Teller) News(l Live) (key string, args []string) {
	s := l.State
	workers := []string{"workers", strconv.Itoa(l.Workers)}
	switch {
	case !l.Ready && l.Down != "":
		return "live.notYet", []string{"why", l.Down}
	case !l.Ready, s == nil && l.TooMany == 0:
		return "live.connecting", nil
	case l.TooMany > 0:
		return "live.tooMany", []string{"n", strconv.Itoa(l.TooMany), "max", strconv.Itoa(l.Most)}
	case !s.FIFO.Synced && s.Refl.Trouble != "":
		return "live.refused", []string{"res", l.Resource, "why", strings.TrimRight(text.Visible(s.Refl.Trouble), ".")}
	case l.Down != "":
		return "live.stale", []string{"time", TimeOfDay(l.DownAt), "why", l.Down}
	case !s.FIFO.Synced:
		return "live.syncing", []string{"state", t.Say("refl." + cmp.Or(s.Refl.State, "Idle"))}
	case !s.Refl.Open:
		return "live.closed", []string{"state", t.Say("refl." + s.Refl.State)}
	}
	slow := state.Worker{Since: 1 << 62}
	for _, w := range s.Workers {
		if w.Busy && w.Since < slow.Since {
			slow = w
		}
	}
	long := len(s.Queue) > 3*max(l.Workers, 1)
	switch {
	case long && l.Growing:
		return "live.behind", append(workers, "n", strconv.Itoa(len(s.Queue)))
	case long:
		return "live.draining", append(workers, "n", strconv.Itoa(len(s.Queue)))
	case slow.Busy:
		return "live.busy", []string{"worker", slow.Name, "key", t.KeyName(s.Name(slow.Key)), "t", Tenths(l.Now - slow.Since)}
	case len(s.Queue) > 0:
		return "live.queued", []string{"n", strconv.Itoa(len(s.Queue)), "key", t.KeyName(s.Name(s.Queue[0]))}
	case len(s.Heap) > 0:
		w := s.Sorted()[0]
		return "live.waiting", []string{"n", strconv.Itoa(len(s.Heap)), "key", t.KeyName(s.Name(w.Key)), "t", Tenths(w.Due - l.Now)}
	}
	return "live.idle", nil
}

// TimeOfDay prints a moment of the reader's own clock.
func TimeOfDay(t time.Time) string { return t.Format("15:04:05") }
