package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A zone explains itself: its title, or a key from 1 to 6, opens what it is for, the fields of
// client-go behind it with their values at the step shown, and the way to the source. It stands
// beside the picture, which goes on: with each step the values follow.

const (
	explainID  = player.ExplainID
	zonesID    = "zones"
	valueRunes = 240 // shown of a value: a live store has thousands of keys
)

// runtimeField is the field of controller-runtime's queue that a zone shows, where it has another name.
var runtimeField = map[string]string{"queue": "ready", "dirty": "ready", "processing": "locked", "heap": "waiting"}

// explanation is the panel of the zone that is open.
func (p *Page) explanation() app.UI {
	zone, engine, _ := strings.Cut(p.Hash.Zone, "|")
	s, world := p.ZoneState(engine)
	if zone == "" || !p.Hash.Stage() || s == nil {
		return app.Section().ID(explainID).Class(explainID).Hidden(true)
	}
	row := scene.ZoneOf(zone)
	body := []app.UI{
		app.Div().Class("titlebar").Body(
			app.H2().ID(explainID+"-title").TabIndex(-1).Text(p.Teller().ZoneName(p.Hash.Zone)),
			app.Button().Type("button").DataSet("act", "explain-close").Class("close").Aria("label", p.T("page.close")).Text("×").
				OnClick(p.on(player.Explain{})),
		),
		app.P().Text(p.T(row.Explain(s))),
	}
	for _, g := range tell.Behind(zone, s, world) {
		var rows []app.UI
		for _, f := range g.Fields {
			field := app.Div()
			if f.Name == zone || f.Name == runtimeField[zone] {
				field = field.Class("own")
			}
			rows = append(rows, field.Body(app.Dt().Body(app.B().Text(f.Name), app.Text(" "+f.Type)), app.Dd().Text(middle(visible(f.Value), valueRunes))))
		}
		if len(rows) > 0 {
			body = append(body, app.H3().Body(structLink(g)), app.Dl().Body(rows...))
		}
	}
	body = append(body, p.sources(zone, s)...)
	body = append(body, p.machineButton(row.Code(s)), p.zoneChoice())
	return app.Section().ID(explainID).Class(explainID+p.zoneSide()).Role("dialog").Aria("labelledby", explainID+"-title").Body(body...)
}

// sources lead to client-go's lines that do what the zone shows.
func (p *Page) sources(zone string, s *state.State) []app.UI {
	var rows []app.UI
	all := tell.Sources(zone, s)
	for _, f := range all {
		lines := app.Range(f.Lines).Slice(func(i int) app.UI {
			l := f.Lines[i]
			return app.A().Href(tell.OriginURL(l)).Target("_blank").Rel("noopener").Aria("label", f.Func+", "+tell.Place(l)).
				Title(strings.Join(append([]string{l.Op.String()}, l.Words...), " ")).Text(strconv.Itoa(l.Line))
		})
		rows = append(rows, app.Div().Body(app.Dt().Body(app.B().Text(f.Func)), app.Dd().Class("at").Body(lines)))
	}
	if len(rows) == 0 {
		return nil
	}
	said := "explain.lines"
	if core.OfRuntime(all[0].Lines[0].File) {
		said = "explain.lines.runtime"
	}
	return []app.UI{app.H3().Text(p.T(said, "version", scenarios.ClientGo, "runtime", scenarios.ControllerRuntime)), app.Dl().Body(rows...)}
}

// zoneChoice leads to the other zones, with their keys.
func (p *Page) zoneChoice() app.UI {
	all := p.Zones()
	return app.Div().Class("tools").Role("group").Aria("label", p.T("zones.label")).Body(app.Range(all).Slice(func(i int) app.UI {
		z := all[i]
		body := []app.UI{app.Text(p.Teller().ZoneName(z))}
		if key := player.ZoneKey(i); key != "" {
			body = append([]app.UI{app.Small().Text(key + " ")}, body...)
		}
		return app.Button().Type("button").DataSet("explain", z).Aria("pressed", z == p.Hash.Zone).Body(body...).
			OnClick(p.on(player.Turn{Zone: z}))
	}))
}

// zoneSide keeps the panel away from what it explains, where the picture takes the whole width.
func (p *Page) zoneSide() string {
	for _, t := range scene.Titles(p.stage.shapes) {
		if t.Zone == p.Hash.Zone && (t.N0+t.N1)/2 > p.stage.w/2 {
			return " left"
		}
	}
	return ""
}

// machineButton leads to the function of our own machine, where the page shows code.
func (p *Page) machineButton(name string) app.UI {
	if !p.HasCode() || p.Compared() != nil || p.Layout() == "embed" {
		return app.Span().Hidden(true)
	}
	return app.Button().Type("button").Class("machine").DataSet("act", "machine").Text(p.T("explain.code", "func", name)).
		OnClick(p.on(player.Machine{Func: name}))
}

// zoneButtons is the group of buttons over the titles; placeTokens fills it.
func (p *Page) zoneButtons() app.UI {
	return app.Div().ID(zonesID).Class(zonesID).Role("group").Aria("label", p.T("zones.label")).
		On("click", func(_ app.Context, e app.Event) { p.take(player.Explain{Zone: tokenOf(e)}) })
}

// structLink leads to where a struct stands in client-go.
func structLink(s scene.Struct) app.UI {
	url := tell.URL(s)
	if url == "" {
		return app.Span().Text(s.Name)
	}
	return app.A().Href(url).Target("_blank").Rel("noopener").Text(s.Name)
}
