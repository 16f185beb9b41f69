package page

import (
	"time"

	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/tell"
)

// facts are what is told of the session.
func (l *Live) facts() tell.Live {
	return tell.Live{State: l.shown(), Now: l.time(), Ready: l.ready, Down: l.down, DownAt: l.downAt, Context: l.info.Context, Version: l.info.Version,
		Resource: l.res.String(), Name: l.res.Name, Namespace: l.res.Namespace, Wide: l.clusterWide(l.res), TooMany: l.tooMany, Most: feed.MaxObjects,
		Workers: l.workers, Growing: l.growing()}
}

func (l *Live) where(p *Page) string {
	if l == nil {
		return p.t("page.live")
	}
	return p.teller().Where(l.facts())
}

// tell says what there is to be said at a moment, if anything.
func (l *Live) tell(now time.Time) { l.voice.Tell(l.p.teller(), l.facts(), now) }

// heard is what the live region says.
func (l *Live) heard() string {
	if l == nil {
		return ""
	}
	if l.frozenAt < 0 || l.p.player == nil {
		return l.voice.Said()
	}
	m := l.p.here()
	m.Step = l.frozenAt
	return l.p.teller().Frozen(m)
}

// growing reports whether the queue is longer than it was ten seconds ago.
func (l *Live) growing() bool {
	n := len(l.samples)
	return n > 10 && l.samples[n-1].queue > l.samples[n-11].queue
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
