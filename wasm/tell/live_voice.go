package tell

import (
	"github.com/informerscope/informerscope/wasm/text"
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// Live, something happens all the time, and nobody can listen to all of it. The live region
// says what is in the way of the connection, once it has lasted, and that it works again; apart
// from that how things stand, seldom, and seldomer while it stays the same sort of news. Frozen,
// it says what was called at the step that the reader went to, and nothing by itself.

const (
	lasts   = time.Second      // a watch that ends and is opened again is no news
	everyOf = 10 * time.Second // how often a summary is said at most
	restful = time.Minute      // how often when nothing new is to be told
)

// apart is the news that something is in the way.
var apart = []string{"live.notYet", "live.connecting", "live.tooMany", "live.refused", "live.noList", "live.stale", "live.syncing", "live.closed"}

// Voice is what the live region has said. The zero value has said nothing.
type Voice struct {
	said Saying
	sort string    // of the news it was about
	at   time.Time // when
	wait time.Duration

	now   string    // the sort of the news as it stands, which may not have lasted yet
	since time.Time // since when it stands so, or since when nothing is in the way
	off   time.Time // since when something is in the way; zero is nothing
}

// Said is what was said last.
func (v *Voice) Said() Saying { return v.said }

// Hear takes in how things stand at a moment, and what there is to be said of it, if anything.
func (v *Voice) Hear(l Live, now time.Time) {
	key, news := l.News()
	wrong, was := slices.Contains(apart, key), slices.Contains(apart, v.sort)
	sort := key
	if key == "live.busy" || key == "live.waiting" || key == "live.idle" {
		sort = "live.idle" // these take turns all the time
	}
	if sort != v.now {
		if wrong || slices.Contains(apart, v.now) { // what is not in the way takes turns, and works
			v.since = now
		}
		v.now = sort
	}
	switch {
	case !wrong && !was:
		v.off = time.Time{}
	case wrong && v.off.IsZero():
		v.off = now
	}
	lasted := now.Sub(v.since) >= lasts
	switch {
	case wrong && sort == v.sort, (wrong || was) && !lasted, !wrong && !was && now.Sub(v.at) < v.wait:
		return
	case wrong:
		v.said = func(t Teller) string { return text.Plain(t.Tell(news)) }
	case was && v.sort != "live.connecting" && v.sort != "live.syncing":
		away, summary := Wait(v.since.Sub(v.off).Round(time.Second)), l.Summary()
		v.said = func(t Teller) string { return t.Say("live.again", "t", away) + t.Say("play.between") + t.Tell(summary) }
	default:
		v.said = l.Summary()
	}
	if v.wait *= 2; sort != v.sort {
		v.wait = everyOf
	}
	v.wait = min(v.wait, restful)
	v.sort, v.at = sort, now
}

// Summary is how things stand, in a sentence.
func (l Live) Summary() Saying {
	s := l.State
	busy := 0
	for _, k := range s.Keys {
		if k.Bits&trace.Processing != 0 {
			busy++
		}
	}
	return Message("live.summary", "res", l.Name, "n", strconv.Itoa(len(s.Store.Items)), "queue", strconv.Itoa(len(s.Queue)), "busy", strconv.Itoa(busy), "heap", strconv.Itoa(len(s.Heap)))
}

// Frozen is what was called at the step that the reader went to.
func (t Teller) Frozen(m Moment) string {
	return t.Say("live.step", "n", strconv.Itoa(m.Step)) + t.Say("join.colon") + text.Plain(t.Caption(m))
}
