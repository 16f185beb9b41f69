package page

import (
	"encoding/json"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// info is what the server says of itself.
type info struct {
	Source    string     `json:"source"` // "demo" or "cluster"
	Context   string     `json:"context"`
	Version   string     `json:"kubernetesVersion"`
	Insecure  bool       `json:"insecure"`
	Resources []resource `json:"resources"`
	Upstream  struct {
		State  string `json:"state"` // "up" or "down"
		Reason string `json:"reason"`
	} `json:"upstream"`
}

type resource struct {
	Group      string `json:"group"`
	Version    string `json:"version"`
	Resource   string `json:"resource"`
	Namespaced bool   `json:"namespaced"`
}

func (r resource) String() string {
	return feed.Resource{Group: r.Group, Version: r.Version, Name: r.Resource}.String()
}

// hello asks the server what it is, until it answers.
func (l *Live) hello() {
	l.p.host.Transport.Get("informerscope/v1/info", func(code int, body []byte, reason string) {
		l.p.ctx.Dispatch(func(app.Context) {
			if l.over {
				return
			}
			switch {
			case code == 200 && json.Unmarshal(body, &l.info) == nil:
				if l.info.Upstream.State == "down" { // since when is told by the reader's clock, like all else
					l.fail(l.p.t("live.upstream", "reason", shown(l.info.Upstream.Reason)))
				} else {
					l.down = ""
				}
				if !l.ready {
					l.ready = true
					if l.unspace() {
						l.p.save()
					}
					l.begin()
				}
				l.retry = time.AfterFunc(infoEvery, l.hello)
				return
			case code == 0:
				l.lost(reason)
			case code == 401:
				l.fail(l.p.t("live.token"))
			case code == 404:
				l.fail(l.p.t("live.static"))
			default:
				l.fail(feed.Status(code, body))
			}
			l.tell(time.Now())
			l.retry = time.AfterFunc(retryEvery, l.hello)
		})
	})
}

func (l *Live) fail(text string) {
	if l.down == "" {
		l.downAt = time.Now()
	}
	l.down = text
}

// lost says that nothing answers, and since when: the first time it was noticed.
func (l *Live) lost(reason string) {
	if l.down == "" {
		l.downAt = time.Now()
	}
	l.down = l.p.t("live.down."+reason, "time", tell.TimeOfDay(l.downAt))
}

// refused answers a watch that did not open. A browser does not tell a refusal from silence,
// so the list is asked for: its answer has the reason.
func (l *Live) refused(w *sim.World, gen uint32) {
	l.p.host.Transport.Get(l.res.ProbeURL(), func(code int, body []byte, reason string) {
		l.answer(w, func() feed.Answer {
			a := feed.Refused(gen, code, body)
			switch {
			case code == 0:
				l.lost(reason)
			case code != 200:
				l.fail(a.Fault.Text)
			default:
				l.lost("refused")
			}
			return a
		})
	})
}

// askNamespaces fills the picker; an account that may not list them types one instead.
func (l *Live) askNamespaces() {
	l.p.host.Transport.Get("api/v1/namespaces", func(code int, body []byte, _ string) {
		items, _, err := feed.DecodeList(body)
		if code != 200 || err != nil {
			return
		}
		l.p.ctx.Dispatch(func(app.Context) {
			l.namespaces = nil
			for _, o := range items {
				l.namespaces = append(l.namespaces, o.Name)
			}
		})
	})
}

// pump carries the World's questions out.
func (l *Live) pump() {
	w := l.world
	for _, e := range w.Effects() {
		switch e.Kind {
		case "cancel":
			if cancel := l.cancels[e.Gen]; cancel != nil {
				cancel()
				delete(l.cancels, e.Gen)
			}
		case "list":
			l.cancels[e.Gen] = l.p.host.Transport.Get(l.res.ListURL(e.RV), func(code int, body []byte, reason string) {
				l.answer(w, func() feed.Answer { return l.listed(e.Gen, code, body, reason) })
			})
		case "watch":
			seen := 0
			l.cancels[e.Gen] = l.p.host.Transport.Watch(l.res.WatchURL(e.RV, e.Initial),
				func() {
					l.answer(w, func() feed.Answer { l.down = ""; return feed.Opened(e.Gen) })
				},
				func(frame []byte) {
					a, ok, err := feed.DecodeEvent(frame)
					if err != nil {
						l.p.ctx.Dispatch(func(app.Context) { l.p.say(l.p.refusal(err), true) })
					}
					if !ok || err != nil {
						return
					}
					a.Gen = e.Gen
					if e.Initial && a.Type == trace.WatchAdded {
						if seen++; seen > feed.MaxObjects {
							l.p.ctx.Dispatch(func(app.Context) { l.stopAt(w, seen) })
							return
						}
					}
					l.answer(w, func() feed.Answer {
						l.lastEvent = time.Now()
						if a.Type == trace.WatchBookmark {
							l.lastMark, l.lastMarkRV = time.Now(), a.RV
						}
						return a
					})
				},
				func(reason string) {
					if reason == "refused" {
						l.refused(w, e.Gen)
						return
					}
					l.answer(w, func() feed.Answer {
						if reason != "closed" {
							l.lost("broken")
						}
						return feed.Closed(e.Gen)
					})
				})
		}
	}
}

func (l *Live) listed(gen uint32, code int, body []byte, reason string) feed.Answer {
	a, err := feed.Listed(gen, code, body, reason)
	switch {
	case code == 0:
		l.lost(reason)
	case code != 200:
		l.fail(a.Fault.Text)
	case err != nil:
		if many, ok := err.(feed.TooMany); ok {
			l.stopAt(l.world, many.Count)
		}
		l.p.say(l.p.refusal(err), true)
	default:
		l.down, l.lastEvent = "", time.Now()
	}
	return a
}

// stopAt ends a run that has more objects than the page takes.
func (l *Live) stopAt(w *sim.World, n int) {
	if w == l.world {
		l.tooMany = n
		l.end()
	}
}

// answer brings something from the server into the World at the moment it came.
func (l *Live) answer(w *sim.World, make func() feed.Answer) {
	l.p.ctx.Dispatch(func(ctx app.Context) {
		if l.over || w != l.world || l.tooMany > 0 {
			return
		}
		l.advance()
		if err := w.Answer(make()); err != nil {
			l.p.say(l.p.refusal(err), true)
		}
		l.pump()
		ctx.PreventUpdate() // a thousand events a second are shown together, at the next tick
	})
}
