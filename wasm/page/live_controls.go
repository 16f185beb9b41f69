package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (p *Page) liveControls() []app.UI {
	l := p.Live
	if l == nil {
		return nil
	}
	resources, barred := []string{}, map[string]string{}
	for _, r := range l.Info.Resources {
		resources = append(resources, r.String())
		if why := l.Trouble(feed.Resource{Group: r.Group, Version: r.Version, Name: r.Resource, Namespace: l.Res.Namespace}); slices.Contains(lasting, why) {
			barred[r.String()] = p.T("live.barred." + why)
		}
	}
	if !slices.Contains(resources, l.Res.String()) {
		resources = append([]string{l.Res.String()}, resources...)
	}
	options := func(list []string, chosen string, label func(string) string) []app.UI {
		out := make([]app.UI, len(list))
		for i, v := range list {
			option := app.Option().Value(v).Selected(v == chosen).Text(label(v))
			if barred[v] != "" {
				option = option.Class("barred").Text(p.T("join.of", "a", label(v), "b", barred[v]))
			}
			out[i] = option
		}
		return out
	}
	same := func(s string) string { return s }
	slider := func(act, label, value string, least, most, step, at float64) app.UI {
		return app.Label().Class("field slide").Body(
			app.Span().Text(label),
			app.Input().Type("range").DataSet("act", act).Min(least).Max(most).Step(step).Value(at).Aria("valuetext", value).
				OnInput(p.number("live-"+act, func(v float64) player.Msg { return player.LiveKnob{Name: act, V: v} })),
			app.Span().Text(value),
		)
	}
	event, bookmark, bookmarkRV := l.Fresh()
	age := func(ago time.Duration) string {
		if ago < 0 {
			return "–"
		}
		return p.T("live.ago", "t", waits(ago.Round(time.Second)))
	}
	wide, everywhere := l.ClusterWide(l.Res), "live.allNamespaces"
	if wide {
		everywhere = "live.cluster"
	}
	s := p.Shown()
	var refl state.Reflector
	if s != nil {
		refl = s.Refl
	}
	spoken, ago, away := l.Spoke()
	spoke := age(ago)
	if away {
		spoke = p.T("join.of", "a", tell.TimeOfDay(spoken), "b", spoke)
	}
	mark := age(bookmark)
	if bookmarkRV != "" {
		mark = p.T("join.of", "a", "rv "+bookmarkRV, "b", mark)
	}
	out := []app.UI{
		app.Section().Body(
			app.Label().Class("field").Body(app.Span().Text(p.T("live.resource")), app.Select().DataSet("act", "resource").Body(options(resources, l.Res.String(), same)...).
				OnChange(p.typed("resource", func(v string) player.Msg { return player.LiveChoose{Resource: v, Namespace: p.Live.Res.Namespace} }))),
			app.Label().Class("field").Body(app.Span().Text(p.T("live.namespace")),
				app.Input().Type("text").DataSet("act", "namespace").Value(l.Res.Namespace).Placeholder(p.T(everywhere)).Disabled(wide).List("namespaces").AutoComplete(false).
					OnChange(p.typed("namespace", func(v string) player.Msg {
						return player.LiveChoose{Resource: p.Live.Res.String(), Namespace: strings.TrimSpace(v)}
					})),
				app.DataList().ID("namespaces").Body(options(l.Namespaces, "", same)...)),
			slider("workers", p.T("live.workers"), strconv.Itoa(l.Workers), 1, 10, 1, float64(l.Workers)),
			slider("duration", p.T("live.duration"), waits(time.Duration(l.Seconds*1e9)), 0, 10, 0.1, l.Seconds),
			slider("failure", p.T("live.failure"), fmt.Sprintf("%.0f %%", l.Failing*100), 0, 1, 0.05, l.Failing),
			app.Div().Class("tools").Body(
				p.viewButtons(scene.All, scene.Workqueue, scene.Store)...,
			),
		),
		app.Section().DataSet("role", "freshness").Body(
			app.H2().Body(app.Text(p.T("live.fresh")), app.Span().Text(p.T("refl."+orAuto2(refl.State)))),
			app.Dl().Class("fresh").Body(
				app.Dt().Text(p.T("live.lastEvent")), app.Dd().Text(age(event)),
				app.Dt().Text(p.T("live.lastBookmark")), app.Dd().Text(mark),
				app.Dt().Hidden(spoken.IsZero()).Text(p.T("live.heard")), app.Dd().Hidden(spoken.IsZero()).Class("heard").Text(spoke),
				app.Dt().Text(p.T("live.requests")), app.Dd().Text(fmt.Sprintf("LIST %d · WATCH %d", refl.Lists, refl.Watches)),
				app.Dt().Hidden(refl.Trouble == "").Text(p.T("live.trouble")), app.Dd().Hidden(refl.Trouble == "").Text(refl.Trouble),
			),
		),
		// What is typed is never written back, see form.
		app.Section().Body(app.Label().Class("field").Body(app.Span().Text(p.T("live.find")),
			app.Input().Type("search").DataSet("act", "find").OnInput(p.typed("live-find", func(v string) player.Msg { return player.LiveFind{Text: v} })))),
	}
	if l.Info.Insecure {
		out = append([]app.UI{app.P().Class("notice bad").Text(p.T("live.insecure"))}, out...)
	}
	return out
}

// lasting are the troubles that stay until somebody grants or makes something: what has them is greyed.
var lasting = []string{"UpstreamForbidden", "NotFound"}

func orAuto2(s string) string {
	if s == "" {
		return "Idle"
	}
	return s
}
