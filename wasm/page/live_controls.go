package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (l *Live) filter(s *state.State, all []trace.ID) []trace.ID {
	if l.find == "" {
		return all
	}
	var out []trace.ID
	for _, id := range all {
		if strings.Contains(s.Name(id), l.find) {
			out = append(out, id)
		}
	}
	return out
}

func (l *Live) choose(res, ns string) {
	r, err := feed.ParseResource(res)
	if err != nil {
		l.p.say(l.p.refusal(err), true)
		return
	}
	if ns != "" && !feed.IsName(ns) {
		l.p.say(l.p.t("live.badNamespace", "ns", shown(ns)), true)
		return
	}
	l.p.say("", false)
	r.Namespace = ns
	l.res = r
	l.p.hash.Resource, l.p.hash.Namespace, l.p.hash.Token = r.String(), ns, ""
	l.unspace()
	l.p.save()
	l.begin()
}

// unspace leaves the namespace out where the resource belongs to none, and says so.
func (l *Live) unspace() bool {
	ns := l.res.Namespace
	if ns == "" || !l.clusterWide(l.res) {
		return false
	}
	l.p.say(l.p.t("live.noNamespace", "res", l.res.Name, "ns", ns), false)
	l.res.Namespace, l.p.hash.Namespace = "", ""
	l.p.later(func() { // what was typed stays in a field until it is taken out
		if field := app.Window().Get("document").Call("querySelector", "[data-act=namespace]"); field.Truthy() {
			field.Set("value", "")
		}
	})
	return true
}

func (l *Live) controls(p *Page) []app.UI {
	options := func(list []string, chosen string, label func(string) string) []app.UI {
		out := make([]app.UI, len(list))
		for i, v := range list {
			out[i] = app.Option().Value(v).Selected(v == chosen).Text(label(v))
		}
		return out
	}
	var resources []string
	for _, r := range l.info.Resources {
		resources = append(resources, r.String())
	}
	if !slices.Contains(resources, l.res.String()) {
		resources = append([]string{l.res.String()}, resources...)
	}
	same := func(s string) string { return s }
	slider := func(act, label, value string, min, max, step, at float64, set func(float64), command string) app.UI {
		return app.Label().Class("field slide").Body(
			app.Span().Text(label),
			app.Input().Type("range").DataSet("act", act).Min(min).Max(max).Step(step).Value(at).Aria("valuetext", value).OnInput(func(ctx app.Context, _ app.Event) {
				v, err := strconv.ParseFloat(ctx.JSSrc().Get("value").String(), 64)
				if err != nil {
					return
				}
				set(v)
				if l.world != nil {
					l.advance()
					if err := l.world.Do(l.knob(command)); err != nil {
						p.say(p.refusal(err), true)
					}
				}
			}),
			app.Span().Text(value),
		)
	}
	age := func(t time.Time) string {
		if t.IsZero() {
			return "–"
		}
		return p.t("live.ago", "t", waits(time.Since(t).Round(time.Second)))
	}
	wide, everywhere := l.clusterWide(l.res), "live.allNamespaces"
	if wide {
		everywhere = "live.cluster"
	}
	s := l.shown()
	var refl state.Reflector
	if s != nil {
		refl = s.Refl
	}
	mark := age(l.lastMark)
	if l.lastMarkRV != "" {
		mark = "rv " + l.lastMarkRV + ", " + mark
	}
	// What is called back asks p for the Live of then: the elements outlive a change of resource.
	out := []app.UI{
		app.Section().Body(
			app.Label().Class("field").Body(app.Span().Text(p.t("live.resource")), app.Select().DataSet("act", "resource").Body(options(resources, l.res.String(), same)...).
				OnChange(func(ctx app.Context, _ app.Event) {
					p.live.choose(ctx.JSSrc().Get("value").String(), p.live.res.Namespace)
				})),
			app.Label().Class("field").Body(app.Span().Text(p.t("live.namespace")),
				app.Input().Type("text").DataSet("act", "namespace").Value(l.res.Namespace).Placeholder(p.t(everywhere)).Disabled(wide).List("namespaces").AutoComplete(false).
					OnChange(func(ctx app.Context, _ app.Event) {
						p.live.choose(p.live.res.String(), strings.TrimSpace(ctx.JSSrc().Get("value").String()))
					}),
				app.DataList().ID("namespaces").Body(options(l.namespaces, "", same)...)),
			slider("workers", p.t("live.workers"), strconv.Itoa(l.workers), 1, 10, 1, float64(l.workers), func(v float64) { p.live.workers = int(v) }, "workers"),
			slider("duration", p.t("live.duration"), waits(time.Duration(l.seconds*1e9)), 0, 10, 0.1, l.seconds, func(v float64) { p.live.seconds = v }, "duration"),
			slider("failure", p.t("live.failure"), fmt.Sprintf("%.0f %%", l.failing*100), 0, 1, 0.05, l.failing, func(v float64) { p.live.failing = v }, "failure"),
			app.Div().Class("tools").Body(
				p.viewButtons(scene.All, scene.Workqueue, scene.Store)...,
			),
		),
		app.Section().DataSet("role", "freshness").Body(
			app.H2().Body(app.Text(p.t("live.fresh")), app.Span().Text(p.t("refl."+orAuto2(refl.State)))),
			app.Dl().Class("fresh").Body(
				app.Dt().Text(p.t("live.lastEvent")), app.Dd().Text(age(l.lastEvent)),
				app.Dt().Text(p.t("live.lastBookmark")), app.Dd().Text(mark),
				app.Dt().Text(p.t("live.requests")), app.Dd().Text(fmt.Sprintf("LIST %d · WATCH %d", refl.Lists, refl.Watches)),
				app.Dt().Hidden(refl.Trouble == "").Text(p.t("live.trouble")), app.Dd().Hidden(refl.Trouble == "").Text(refl.Trouble),
			),
		),
		app.Section().Body(app.Label().Class("field").Body(app.Span().Text(p.t("live.find")),
			app.Input().Type("search").DataSet("act", "find").Value(l.find).OnInput(func(ctx app.Context, _ app.Event) { l.find = ctx.JSSrc().Get("value").String() }))),
	}
	if l.info.Insecure {
		out = append([]app.UI{app.P().Class("notice bad").Text(p.t("live.insecure"))}, out...)
	}
	return out
}

func orAuto2(s string) string {
	if s == "" {
		return "Idle"
	}
	return s
}
