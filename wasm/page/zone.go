package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A zone explains itself: its title, or a key from 1 to 6, opens what it is for, the fields of
// client-go behind it with their values at the step shown, and the way to the source. It stands
// beside the picture, which goes on: with each step the values follow.

const (
	explainID  = "explain"
	zonesID    = "zones"
	zoneKeys   = 6   // zones that a key opens
	valueRunes = 240 // shown of a value: a live store has thousands of keys
)

// zones are those of the picture by their numbers. Where the sets are, the queue and the heap
// are too, whether or not there is room for their titles.
func (p *Page) zones() (all []string) {
	for _, t := range scene.Titles(p.stage.shapes) {
		all = append(all, t.Zone)
	}
	if !slices.Contains(all, "dirty") {
		return all
	}
	var sets []string
	for _, z := range scene.Zones {
		if z.Name == "queue" || z.Name == "heap" || slices.Contains(all, z.Name) {
			sets = append(sets, z.Name)
		}
	}
	return sets
}

// zoneName is what a zone is called: "FIFO", of engines side by side "FIFO, classic".
func (p *Page) zoneName(zone string) string {
	zone, engine, _ := strings.Cut(zone, "|")
	name := p.t(scene.ZoneOf(zone).Title)
	if parts := strings.Split(name, "*"); len(parts) > 1 {
		name = strings.TrimSpace(strings.NewReplacer("{name}", "").Replace(parts[1]))
	}
	if engine != "" {
		name += ", " + engine
	}
	return name
}

// explain opens a zone, or closes it when it is open.
func (p *Page) explain(zone string) {
	if zone == p.hash.Zone {
		zone = ""
	}
	if zone != "" && p.hash.Zone == "" {
		p.opener = app.Window().Get("document").Get("activeElement")
	}
	p.hash.Zone = zone
	p.noCard()
	p.save()
	p.later(func() {
		if zone != "" {
			focusOn(element(explainID + "-title"))
		} else if p.opener != nil {
			focusOn(p.opener)
		}
	})
}

func focusOn(el app.Value) {
	if el.Truthy() && el.Get("isConnected").Bool() {
		el.Call("focus", map[string]any{"preventScroll": true})
	}
}

// zoneKey opens the zone of a number, or closes it.
func (p *Page) zoneKey(k string) bool {
	if !p.playing() || len(k) != 1 || k[0] < '1' || k[0] > '0'+zoneKeys {
		return false
	}
	if all, i := p.zones(), int(k[0]-'1'); i < len(all) {
		p.explain(all[i])
		return true
	}
	return false
}

// zoneState is where the values come from: of engines side by side, that of one of them.
func (p *Page) zoneState(engine string) (*state.State, *sim.World) {
	for _, r := range p.rivals() {
		if r.engine == engine {
			return r.now, r.world
		}
	}
	if p.player != nil && p.hash.Page != "live" {
		return p.shown(), p.player.world
	}
	return p.shown(), nil
}

// explanation is the panel of the zone that is open.
func (p *Page) explanation() app.UI {
	zone, engine, _ := strings.Cut(p.hash.Zone, "|")
	s, world := p.zoneState(engine)
	if zone == "" || !p.hash.Stage() || s == nil {
		return app.Section().ID(explainID).Class(explainID).Hidden(true)
	}
	row := scene.ZoneOf(zone)
	body := []app.UI{
		app.Div().Class("bar").Body(
			app.H2().ID(explainID+"-title").TabIndex(-1).Text(p.zoneName(p.hash.Zone)),
			app.Button().Type("button").DataSet("act", "explain-close").Class("close").Aria("label", p.t("page.close")).Text("×").
				OnClick(func(app.Context, app.Event) { p.explain("") }),
		),
		app.P().Text(p.t(row.Explain(s))),
	}
	for _, g := range tell.Behind(zone, s, world) {
		var rows []app.UI
		for _, f := range g.Fields {
			field := app.Div()
			if f.Name == zone {
				field = field.Class("own")
			}
			rows = append(rows, field.Body(app.Dt().Body(app.B().Text(f.Name), app.Text(" "+f.Type)), app.Dd().Text(middle(shown(f.Value), valueRunes))))
		}
		if len(rows) > 0 {
			body = append(body, app.H3().Body(structLink(g)), app.Dl().Body(rows...))
		}
	}
	body = append(body, p.machineButton(row.Code(s)), p.zoneChoice())
	return app.Section().ID(explainID).Class(explainID+p.zoneSide()).Role("dialog").Aria("labelledby", explainID+"-title").Body(body...)
}

// zoneChoice leads to the other zones, with their keys.
func (p *Page) zoneChoice() app.UI {
	all := p.zones()
	return app.Div().Class("tools").Role("group").Aria("label", p.t("zones.label")).Body(app.Range(all).Slice(func(i int) app.UI {
		z := all[i]
		body := []app.UI{app.Text(p.zoneName(z))}
		if i < zoneKeys {
			body = append([]app.UI{app.Small().Text(strconv.Itoa(i+1) + " ")}, body...)
		}
		return app.Button().Type("button").DataSet("explain", z).Aria("pressed", z == p.hash.Zone).Body(body...).
			OnClick(func(app.Context, app.Event) {
				if z != p.hash.Zone {
					p.explain(z)
				}
			}, app.EventScope(z))
	}))
}

// zoneSide keeps the panel away from what it explains, where the picture takes the whole width.
func (p *Page) zoneSide() string {
	for _, t := range scene.Titles(p.stage.shapes) {
		if t.Zone == p.hash.Zone && (t.N0+t.N1)/2 > p.stage.w/2 {
			return " left"
		}
	}
	return ""
}

// machineButton leads to the function of our own machine, where the page shows code.
func (p *Page) machineButton(name string) app.UI {
	if !p.hasCode() || p.compared() != nil || p.layout() == "embed" {
		return app.Span().Hidden(true)
	}
	return app.Button().Type("button").Class("machine").DataSet("act", "machine").Text(p.t("explain.code", "func", name)).
		OnClick(func(app.Context, app.Event) {
			p.hash.Code, p.hash.Zone = "1", ""
			p.code.pinned, p.code.key = pinned{name, p.player.step, p.player.part}, codeKey{}
			p.save()
			p.later(func() {
				el := element(codeID)
				focusOn(el)
				if el.Truthy() {
					el.Call("scrollIntoView", map[string]any{"block": "center"})
				}
			})
		}, app.EventScope(name))
}

// pinned is a function that the reader asked for, at a step.
type pinned struct {
	name       string
	step, part int
}

// pin is the function asked for at the step that is shown; nil when there is none.
func (p *Page) pin() *core.Func {
	at := p.code.pinned
	if at.name == "" || at.step != p.player.step || at.part != p.player.part {
		return nil
	}
	for _, place := range source().Places {
		if place.Func.Name == at.name {
			return place.Func
		}
	}
	return nil
}

// zoneButtons is the group of buttons over the titles; placeTokens fills it.
func (p *Page) zoneButtons() app.UI {
	return app.Div().ID(zonesID).Class(zonesID).Role("group").Aria("label", p.t("zones.label")).
		On("click", func(_ app.Context, e app.Event) { p.explain(tokenOf(e)) })
}

// structLink leads to where a struct stands in client-go.
func structLink(s scene.Struct) app.UI {
	url := tell.URL(s)
	if url == "" {
		return app.Span().Text(s.Name)
	}
	return app.A().Href(url).Target("_blank").Rel("noopener").Text(s.Name)
}
