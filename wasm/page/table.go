package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The state table holds what the canvas shows, as text: one row a key. It draws only the
// rows in sight.
const (
	rowPx    = 32
	rowsPage = 40 // rows drawn at most
)

// columns of the table by the part that is shown.
func columns(part string) []string {
	switch part {
	case scene.Store:
		return []string{"key", "server", "store", "index", "pending"}
	case scene.FIFO:
		return []string{"key", "server", "fifo", "store", "pending"}
	case scene.Heap:
		return []string{"key", "queue", "sets", "heap", "failures"}
	case scene.Tree:
		return []string{"key", "array", "heap", "queue", "sets"}
	case scene.All:
		return []string{"key", "store", "queue", "sets", "heap"}
	}
	return []string{"key", "queue", "dirty", "processing", "heap"}
}

func (p *Page) table() app.UI {
	s := p.shown()
	all := p.listed.List(s)
	if p.hash.Page == "live" && p.live != nil {
		all = p.live.filter(s, all)
	}
	part := p.part()
	cols := columns(part)
	if s != nil && !s.Server.Known { // a real API server shows itself in what it sends only
		cols = slices.DeleteFunc(cols, func(c string) bool { return c == "server" })
	}
	from := 0
	if len(all) > rowsPage {
		from = min(max(int(p.scroll)/rowPx-5, 0), len(all)-rowsPage)
	}
	to := min(from+rowsPage, len(all))
	most := 18 // characters of a key's name
	if len(cols) > 4 {
		most = 13
	}
	head := make([]app.UI, len(cols))
	for i, c := range cols {
		head[i] = app.Th().Scope("col").Text(p.t("table." + c))
	}
	body := []app.UI{app.Tr().Hidden(from == 0).Aria("hidden", true).Body(app.Td().ColSpan(len(cols)).Style("height", px(float64(from*rowPx))))}
	for i, r := range p.listed.Rows(all[from:to]) {
		cells := []app.UI{app.Th().Scope("row").Body(
			app.Button().Type("button").DataSet("key", r.Name).Title(r.Name).Text(middle(shown(r.Name), most)).OnClick(func(app.Context, app.Event) { p.pick(r.Name) }, app.EventScope(r.Name)))}
		for _, c := range cols[1:] {
			cells = append(cells, app.Td().DataSet("col", c).Body(p.cell(r, c)...))
		}
		class := ""
		if p.hash.Token == r.Name {
			class = "on"
		}
		body = append(body, app.Tr().Class(class).DataSet("row", r.Name).Attr("aria-rowindex", strconv.Itoa(from+i+2)).Body(cells...))
	}
	body = append(body, app.Tr().Hidden(to == len(all)).Aria("hidden", true).Body(app.Td().ColSpan(len(cols)).Style("height", px(float64((len(all)-to)*rowPx)))))
	right := p.t("page.time", "t", clockText(p.viewTime()))
	if s != nil && s.Refl.State != "" {
		right = p.t("refl."+s.Refl.State) + " · rv " + orDash(s.Refl.RV)
	}
	height := "auto"
	if len(all) > 12 {
		height = px(13 * rowPx)
	}
	return app.Section().Body(
		app.H2().Body(app.Text(p.t("page.state")), app.Span().Text(right)),
		app.Div().Class("rows").Style("height", height).On("scroll", func(ctx app.Context, _ app.Event) {
			if y := ctx.JSSrc().Get("scrollTop").Float(); int(y)/rowPx != int(p.scroll)/rowPx {
				p.scroll = y
			} else {
				ctx.PreventUpdate()
			}
		}).Body(
			app.Table().Class("state").Attr("aria-rowcount", strconv.Itoa(len(all)+1)).Body(
				app.Caption().Class("sr").Text(p.t("page.state")),
				app.THead().Body(app.Tr().Body(head...)),
				app.TBody().Body(body...),
			),
		),
		app.P().Hidden(len(all) > 0).Class("quiet").Text(p.t("page.state.empty")),
	)
}

func pip(class, label string) app.UI {
	return app.Span().Class("pip "+class).Role("img").Aria("label", label)
}

func (p *Page) cell(r tell.Row, col string) []app.UI {
	none := []app.UI{pip("no", p.t("table.no"))}
	text := func(s string) []app.UI {
		if s == "" {
			return none
		}
		return []app.UI{app.Span().Text(s)}
	}
	switch col {
	case "queue":
		if r.Queue == 0 {
			return none
		}
		t := p.place(r.Queue)
		if r.Twice {
			t += " ×2"
		}
		return text(t)
	case "dirty":
		if r.Key.Bits&trace.Dirty == 0 {
			return none
		}
		return []app.UI{pip("dirty", p.t("table.yes"))}
	case "processing":
		if r.Key.Bits&trace.Processing == 0 {
			return none
		}
		return []app.UI{pip("proc", p.t("table.yes")), app.Span().Text(r.Worker)}
	case "sets":
		var out []app.UI
		if r.Key.Bits&trace.Dirty != 0 {
			out = append(out, pip("dirty", p.t("table.dirty")))
		}
		if r.Key.Bits&trace.Processing != 0 {
			out = append(out, pip("proc", p.t("table.processing")), app.Span().Text(r.Worker))
		}
		if len(out) == 0 {
			return none
		}
		return out
	case "heap":
		if !r.Waits {
			return none
		}
		due := p.t("table.dueAt", "t", clockText(r.Due))
		if p.part() == scene.All { // beside four other columns
			return []app.UI{pip("wait", due), app.Span().Aria("hidden", true).Text(clockText(r.Due))}
		}
		return []app.UI{pip("wait", p.t("table.yes")), app.Span().Text(due)}
	case "array":
		if !r.Waits {
			return none
		}
		return text("[" + strconv.Itoa(r.Array) + "]")
	case "failures":
		return text(strconv.FormatInt(r.Key.Failures, 10))
	case "fifo":
		if r.FIFO == 0 {
			return none
		}
		return text(strconv.Itoa(r.FIFO) + "Δ")
	case "store":
		if !r.Stored {
			return none
		}
		return text("@" + middle(r.Store.RV, 10))
	case "server":
		if !r.Served {
			return none
		}
		return text("@" + middle(r.Server.RV, 10))
	case "index":
		return text(middle(strings.Join(r.Postings, ", "), 16))
	case "pending":
		t := ""
		if r.Pending > 0 {
			t = strconv.Itoa(r.Pending)
		}
		if r.InHand {
			t = strings.TrimSpace(p.t("table.inHand") + " " + t)
		}
		return text(t)
	}
	return none
}

// place prints a place in a line: 1st, 22nd, 第 3.
func (p *Page) place(n int) string {
	text := strconv.Itoa(n)
	if p.lang() == "en" {
		switch {
		case n%100 >= 11 && n%100 <= 13:
			text += "th"
		case n%10 >= 1 && n%10 <= 3:
			text += []string{"st", "nd", "rd"}[n%10-1]
		default:
			text += "th"
		}
	}
	return p.t("table.place", "n", text)
}

// viewTime is the moment the picture shows, ns.
func (p *Page) viewTime() int64 {
	if p.hash.Page == "live" && p.live != nil {
		return p.live.time()
	}
	if p.player == nil {
		return 0
	}
	return p.player.Time()
}

// inspector shows the picked key: where it is everywhere, how it came there, its object.
func (p *Page) inspector() app.UI {
	name := p.hash.Token
	s := p.shown()
	if name == "" || s == nil {
		return app.Section().Hidden(true)
	}
	id, ok := p.keyCalled(name)
	if !ok {
		return app.Section().Class("inspect").Body(
			app.H2().Body(app.Text(shown(name)), p.closeInspector()),
			app.P().Text(p.t("inspect.nowhere")))
	}
	r := p.listed.Rows([]trace.ID{id})[0]
	var facts []app.UI
	fact := func(key string, body ...app.UI) {
		facts = append(facts, app.Dt().Text(p.t("inspect."+key)), app.Dd().Body(body...))
	}
	fact("sets", p.cell(r, "sets")...)
	if r.Queue > 0 {
		fact("queue", app.Text(p.place(r.Queue)+" / "+strconv.Itoa(len(s.Queue))))
	}
	if r.Waits {
		fact("due", app.Text(p.t("inspect.dueIn", "t", waits(max(time.Duration(r.Due-p.viewTime()), 0)))))
	}
	fact("failures", app.Text(strconv.FormatInt(r.Key.Failures, 10)))
	fact("adds", app.Text(strconv.Itoa(r.Key.Adds)))
	fact("passes", app.Text(strconv.Itoa(r.Key.Passes)))
	if r.Served {
		fact("server", app.Code().Text("@"+r.Server.RV))
	}
	if r.Stored {
		fact("store", app.Code().Text("@"+r.Store.RV))
		if r.Store.UID != "" {
			fact("uid", app.Code().Text(r.Store.UID))
		}
		if r.Store.Node != "" {
			fact("node", app.Text(shown(r.Store.Node)))
		}
	}
	var story []app.UI
	for _, st := range p.story(r.ID) {
		story = append(story, app.Li().Body(app.Span().Text(st[0]), app.Text(st[1])))
	}
	return app.Section().Class("inspect").Body(
		app.H2().Body(app.Text(shown(s.Text(r.ID))), p.closeInspector()),
		p.life(r.ID),
		app.Dl().Body(facts...),
		app.Ol().Aria("label", p.t("inspect.story")).Body(story...),
		app.Pre().Hidden(r.Store.Body == "").TabIndex(0).Text(tell.Pretty(r.Store.Body)),
	)
}

func (p *Page) closeInspector() app.UI {
	return app.Button().Type("button").Class("close").Aria("label", p.t("page.close")).Text("×").OnClick(func(app.Context, app.Event) { p.pick("") })
}

// storyMax bounds the story of a key in the inspector: the last steps that were about it.
const storyMax = 12

func (p *Page) story(id trace.ID) [][2]string {
	if p.player == nil {
		return nil
	}
	line := p.player.line
	last := p.player.step
	if p.hash.Page == "live" && p.live != nil {
		last = line.Last()
	}
	var out [][2]string
	for n := last; n > line.First() && len(out) < storyMax && n > last-2000; n-- {
		events := line.Events(n)
		for i := len(events) - 1; i >= 0; i-- {
			if events[i].Key == id {
				label := p.stepName(p.player.label(n, p.lang()))
				if p.hash.Page == "live" {
					label = p.fact(events[i])
				}
				out = append(out, [2]string{seconds(events[i].At), label})
				break
			}
		}
	}
	slices.Reverse(out)
	return out
}

// pick opens the inspector on a key, or closes it.
func (p *Page) pick(name string) {
	if p.hash.Token == name {
		name = ""
	}
	p.hash.Token = name
	p.noCard()
	if p.player != nil && p.hash.Page == "lesson" {
		p.player.playing = false
	}
	p.save()
	p.draw()
}
