package page

import (
	"strconv"
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

// headline says the one thing worth knowing now.
func (l *Live) headline(p *Page) (kick, rest, line string) {
	kick = p.t("page.live")
	s := l.shown()
	switch {
	case !l.ready:
		if l.down != "" {
			return kick, "", "**" + p.t("live.notYet") + "** " + l.down
		}
		return kick, "", p.t("live.connecting")
	case l.tooMany > 0:
		return kick, l.res.String(), p.t("live.tooMany", "n", strconv.Itoa(l.tooMany), "max", strconv.Itoa(feed.MaxObjects))
	case s == nil:
		return kick, "", p.t("live.connecting")
	}
	rest = p.t("live.count", "res", l.res.String(), "ns", orAll(p, l.res.Namespace), "n", strconv.Itoa(len(s.Store.Items)), "workers", strconv.Itoa(l.workers))
	if l.down != "" {
		return kick, rest, "**" + p.t("live.stale", "time", clock(l.downAt)) + "** " + l.down
	}
	if !s.FIFO.Synced {
		return kick, rest, p.t("live.syncing", "state", p.t("refl."+s.Refl.State))
	}
	if !s.Refl.Open {
		return kick, rest, p.t("live.closed", "state", p.t("refl."+s.Refl.State))
	}
	slow := state.Worker{Since: 1 << 62}
	for _, w := range s.Workers {
		if w.Busy && w.Since < slow.Since {
			slow = w
		}
	}
	switch {
	case len(s.Queue) > 3*max(l.workers, 1) && l.growing():
		line = p.t("live.behind", "n", strconv.Itoa(len(s.Queue)), "workers", strconv.Itoa(l.workers))
	case len(s.Queue) > 3*max(l.workers, 1):
		line = p.t("live.draining", "n", strconv.Itoa(len(s.Queue)), "workers", strconv.Itoa(l.workers))
	case slow.Busy:
		line = p.t("live.busy", "worker", slow.Name, "key", middle(shown(s.Name(slow.Key)), 40), "t", waits(time.Duration(max(l.time()-slow.Since, 0)).Round(100*time.Millisecond)))
	case len(s.Heap) > 0:
		w := s.Sorted()[0]
		line = p.t("live.waiting", "n", strconv.Itoa(len(s.Heap)), "key", middle(shown(s.Name(w.Key)), 40), "t", waits(time.Duration(max(w.Due-l.time(), 0)).Round(100*time.Millisecond)))
	default:
		line = p.t("live.idle")
	}
	return kick, rest, line
}

// growing reports whether the queue is longer than it was ten seconds ago.
func (l *Live) growing() bool {
	n := len(l.samples)
	return n > 10 && l.samples[n-1].queue > l.samples[n-11].queue
}

func orAll(p *Page, ns string) string {
	if ns == "" {
		return p.t("live.allNamespaces")
	}
	return ns
}

func clock(t time.Time) string { return t.Format("15:04:05") }
