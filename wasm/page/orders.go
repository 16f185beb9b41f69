package page

import (
	"strconv"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/orders"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const (
	ordersGraphID = "orders-graph"
	ordersStateID = "orders-state"
)

// ordersAbove reports whether the line above the headline has room for the button: not on a phone, and not
// beside a choice of engines or queues.
func (p *Page) ordersAbove() bool {
	return p.HasOrders() && p.Layout() == "wide" && len(p.Engines()) < 2 && (len(p.Queues()) < 2 || p.Hash.Page == "play")
}

// ordersButton opens the dialog of the orders.
func (p *Page) ordersButton() app.UI {
	return app.Button().Type("button").Class("whatif").DataSet("act", "orders").Hidden(!p.ordersAbove()).Title(p.T("orders.open.title")).
		Text(p.T("orders.open")).OnClick(p.on(player.OpenOrders{}))
}

// ordersBelow is the button where there is no room above, and what the lesson says of other orders at one of
// its steps.
func (p *Page) ordersBelow() app.UI {
	box := app.Section().Class("orders-hint")
	said := p.OrdersHint()
	if !p.HasOrders() || said == "" && p.ordersAbove() {
		return box.Hidden(true)
	}
	return box.Body(app.H2().Text(p.T("orders.open")), app.P().Hidden(said == "").Text(said),
		app.Div().Class("tools").Body(app.Button().Type("button").DataSet("act", "orders-below").Title(p.T("orders.open.title")).Text(p.T("orders.show")).OnClick(p.on(player.OpenOrders{}))))
}

// ordersDialog shows in which orders things can go on: the graph, the state that is picked, and what goes wrong.
func (p *Page) ordersDialog() app.UI {
	d := app.Dialog().ID(player.OrdersID).Class("share orders").Aria("labelledby", "orders-title").
		On("close", p.saying(func() player.Msg { return player.OrdersClosed{} }))
	if !p.Orders.Open || p.Orders.X == nil {
		p.ordersSeen, p.ordersDrawn = ordersSeen{}, ordersDrawn{}
		return d
	}
	p.later(p.drawOrders)
	return d.Body(app.Div().Class("inner").Body(
		app.H2().ID("orders-title").Body(app.Text(p.T("orders.title")), app.Button().Type("button").Class("close").DataSet("act", "orders-close").Aria("label", p.T("page.close")).Text("×").
			OnClick(p.on(player.CloseOrders{}))),
		app.P().Class("quiet").Text(p.T("orders.about")),
		app.P().Class("said").DataSet("role", "orders-known").Role("status").Aria("live", "polite").Text(p.OrdersKnown()),
		app.Div().Class("halves").Body(
			app.Div().ID(ordersGraphID).Class("graph").Role("img").TabIndex(0).Aria("label", p.OrdersKnown()).OnClick(p.clickOrders),
			app.Div().Class("state").Body(
				app.Div().ID(ordersStateID).Role("img").Aria("label", p.OrdersWay()),
				app.P().Aria("live", "polite").Text(p.OrdersWay()),
				p.orderTools(), p.orderSteps(), p.orderFaults(),
			),
		),
	))
}

func (p *Page) orderTools() app.UI {
	return app.Div().Class("tools").Body(
		app.Button().Type("button").DataSet("act", "orders-back").Disabled(len(p.Orders.Way) == 0).Text(p.T("orders.back")).OnClick(p.on(player.UntakeStep{})),
		app.Button().Type("button").DataSet("act", "orders-own").Text(p.T("orders.ownWay")).OnClick(p.on(player.OwnWay{})),
		app.Button().Type("button").Class("go").DataSet("act", "orders-play").Disabled(!p.CanPlayWay()).Text(p.T("orders.play")).OnClick(p.on(player.PlayWay{})),
	)
}

// orderSteps are the steps that can be taken in the picked state: the graph for the keyboard, and by ear.
func (p *Page) orderSteps() app.UI {
	x := p.Orders.X
	var out []app.UI
	for _, n := range x.States()[p.Orders.Picked].Out {
		out = append(out, app.Button().Type("button").DataSet("take", strconv.Itoa(n)).Text(middle(visible(x.Steps()[n].Name), 40)).OnClick(p.on(player.TakeStep{N: n})))
	}
	return app.Div().Class("tools").Role("group").Aria("label", p.T("orders.next")).Hidden(len(out) == 0).
		Body(append([]app.UI{app.Span().Class("lab").Text(p.T("orders.next"))}, out...)...)
}

// maxOrderFaults bounds the list of what goes wrong.
const maxOrderFaults = 12

func (p *Page) orderFaults() app.UI {
	all := p.Orders.X.Faults()
	var out []app.UI
	for i, f := range all[:min(len(all), maxOrderFaults)] {
		out = append(out, app.Li().Body(app.Button().Type("button").DataSet("fault", strconv.Itoa(i)).
			Text(p.Teller().Wrong(f.Mark)+p.T("play.between")+p.n("orders.steps", len(f.Way))).OnClick(p.on(player.PickFault{I: i}))))
	}
	return app.Ul().Class("faults").Aria("label", p.T("orders.wrong")).Hidden(len(out) == 0).Body(out...)
}

// drawOrders draws the graph in its own size, and the picked state as wide as there is room.
func (p *Page) drawOrders() {
	if el, g := element(ordersGraphID), p.OrdersGraph(); el.Truthy() && g != nil {
		if is := (ordersDrawn{g, p.Palette()}); is != p.ordersDrawn {
			p.ordersDrawn = is
			p.drawInto(el, g.Shapes, g.W, g.H, "orders")
			if svg := el.Get("firstElementChild"); svg.Truthy() {
				svg.Get("style").Set("width", px(g.W))
				svg.Get("style").Set("height", px(g.H))
			}
		}
		p.followOrders(el, g)
	}
	if el := element(ordersStateID); el.Truthy() {
		if s := p.OrdersState(); s.W > 0 {
			p.drawInto(el, s.Shapes, s.W, s.H, "order")
		}
	}
}

// ordersDrawn is the graph that stands in the dialog, and its colours.
type ordersDrawn struct {
	graph *orders.Picture
	pal   draw.Palette
}

// ordersSeen is what the graph was scrolled for last: states that are found on the way move those that are there.
type ordersSeen struct {
	picked             int
	w, h, roomW, roomH float64
}

// followOrders brings the picked state into view. Where nothing has changed since, the reader may have scrolled.
func (p *Page) followOrders(el app.Value, g *orders.Picture) {
	is := ordersSeen{p.Orders.Picked, g.W, g.H, el.Get("clientWidth").Float(), el.Get("clientHeight").Float()}
	if is == p.ordersSeen || is.roomW == 0 || is.roomH == 0 {
		return
	}
	p.ordersSeen = is
	if x, y, ok := draw.Centre(g.Shapes, "state:"+strconv.Itoa(is.picked)); ok {
		el.Set("scrollLeft", scrolled(el.Get("scrollLeft").Float(), is.roomW, x))
		el.Set("scrollTop", scrolled(el.Get("scrollTop").Float(), is.roomH, y))
	}
}

// orderMargin is how far from the edge a picked state stands at least, px: a card is not cut.
const orderMargin = 80

// scrolled is how far to scroll, so that what is at a place stands well within the room: as far as before, where it does,
// else so that it stands in the middle.
func scrolled(before, room, at float64) float64 {
	margin := min(orderMargin, room/4)
	if at >= before+margin && at <= before+room-margin {
		return before
	}
	return at - room/2
}

// clickOrders picks the state that was hit.
func (p *Page) clickOrders(ctx app.Context, e app.Event) {
	el, g := element(ordersGraphID).Get("firstElementChild"), p.OrdersGraph()
	if !el.Truthy() || g == nil {
		return
	}
	box := el.Call("getBoundingClientRect")
	k := g.W / box.Get("width").Float()
	x, y := (e.Get("clientX").Float()-box.Get("left").Float())*k, (e.Get("clientY").Float()-box.Get("top").Float())*k
	if n, ok := orders.StateAt(draw.Hit(g.Shapes, x, y)); !ok || !p.take(player.PickState{N: n}) {
		ctx.PreventUpdate()
	}
}
