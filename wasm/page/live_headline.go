package page

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/feed"
)

func (l *Live) where(p *Page) string {
	if l == nil || !l.ready {
		return p.t("page.live")
	}
	return p.t("live.where", "name", shown(l.info.Context), "version", l.info.Version)
}

// headline says the one thing worth knowing now, below a kicker in two parts.
func (l *Live) headline(p *Page) (kick, rest, line string) {
	kick = p.t("page.live")
	key, args := l.news(p)
	line = p.t(key, args...)
	switch s := l.shown(); {
	case !l.ready || s == nil && l.tooMany == 0:
	case l.tooMany > 0:
		rest = l.res.String()
	default:
		rest = p.t("live.count", "res", l.res.String(), "ns", l.place(p), "n", strconv.Itoa(len(s.Store.Items)), "workers", strconv.Itoa(l.workers))
	}
	return kick, rest, line
}

// news is the message that says the one thing worth knowing now. Those listed in apart are
// in the way of the connection.
func (l *Live) news(p *Page) (key string, args []string) {
	s := l.shown()
	workers := []string{"workers", strconv.Itoa(l.workers)}
	switch {
	case !l.ready && l.down != "":
		return "live.notYet", []string{"why", l.down}
	case !l.ready, s == nil && l.tooMany == 0:
		return "live.connecting", nil
	case l.tooMany > 0:
		return "live.tooMany", []string{"n", strconv.Itoa(l.tooMany), "max", strconv.Itoa(feed.MaxObjects)}
	case !s.FIFO.Synced && s.Refl.Trouble != "":
		return "live.refused", []string{"res", l.res.String(), "why", strings.TrimRight(shown(s.Refl.Trouble), ".")}
	case l.down != "":
		return "live.stale", []string{"time", clock(l.downAt), "why", l.down}
	case !s.FIFO.Synced:
		return "live.syncing", []string{"state", p.t("refl." + orAuto2(s.Refl.State))}
	case !s.Refl.Open:
		return "live.closed", []string{"state", p.t("refl." + s.Refl.State)}
	}
	slow := state.Worker{Since: 1 << 62}
	for _, w := range s.Workers {
		if w.Busy && w.Since < slow.Since {
			slow = w
		}
	}
	now := l.time()
	long := len(s.Queue) > 3*max(l.workers, 1)
	switch {
	case long && l.growing():
		return "live.behind", append(workers, "n", strconv.Itoa(len(s.Queue)))
	case long:
		return "live.draining", append(workers, "n", strconv.Itoa(len(s.Queue)))
	case slow.Busy:
		return "live.busy", []string{"worker", slow.Name, "key", p.keyName(s.Name(slow.Key)), "t", tenths(now - slow.Since)}
	case len(s.Heap) > 0:
		w := s.Sorted()[0]
		return "live.waiting", []string{"n", strconv.Itoa(len(s.Heap)), "key", p.keyName(s.Name(w.Key)), "t", tenths(w.Due - now)}
	}
	return "live.idle", nil
}

// growing reports whether the queue is longer than it was ten seconds ago.
func (l *Live) growing() bool {
	n := len(l.samples)
	return n > 10 && l.samples[n-1].queue > l.samples[n-11].queue
}

// place is the namespace that is looked at, or what stands for it.
func (l *Live) place(p *Page) string {
	switch {
	case l.clusterWide(l.res):
		return p.t("live.cluster")
	case l.res.Namespace == "":
		return p.t("live.allNamespaces")
	}
	return l.res.Namespace
}

// clusterWide reports whether a resource belongs to no namespace, as the server says.
func (l *Live) clusterWide(r feed.Resource) bool {
	for _, known := range l.info.Resources {
		if known.String() == r.String() {
			return !known.Namespaced
		}
	}
	return false
}

func clock(t time.Time) string { return t.Format("15:04:05") }
