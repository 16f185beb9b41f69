package page

import (
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"strconv"
)

// Host is what only the browser shell has. Every field is needed.
type Host struct {
	// StartPainter puts a painter into the element with that id; an error (no WebGL) leaves
	// the SVG still in its place.
	StartPainter func(elementID string) (Painter, error)
	Transport    feed.Transport
	// Text looks a message up in a language, one of text.Langs.
	Text func(lang, key string, args ...string) string
	// Mounted is called once the first page is in the document.
	Mounted func()
}

// New returns the page; go-app routes every path to it.
func New(h Host) app.Composer {
	return &Page{host: h, Player: player.New(player.Env{Text: h.Text, Kept: kept, Base: base(), Web: web(), Boxed: boxed()})}
}

// Page is the one component: the player as elements. What is said to it becomes a message to the
// player, and what the player wants done is done in shell.go.
type Page struct {
	app.Compo
	*player.Player
	host Host
	ctx  app.Context

	stage   Stage
	motion  animation
	timers  timers
	calls   calls        // to the server, under way
	speak   func(string) // in the class that was attended last
	visited string       // the address as go-app knows it
	chosen  app.Value
	job     app.Value // the film that is made
	opener  app.Value // had the focus when a zone was opened
	pointer pointer
	touch   touch

	laid        laid              // over the keys
	observed    bool              // the browser says when the stage changes its size
	laidZones   laid              // over the titles
	drawings    map[string]*drawn // by the prefix of their ids
	ordersDrawn ordersDrawn       // the graph of the orders that stands in its dialog
	ordersSeen  ordersSeen        // what the graph was scrolled for last
	scrubShapes []draw.Shape      // of the scrubber, for hits
	seen        litLine           // of the code, what it was scrolled to last
	above       above
	framed      bool // by another page
	mounted     bool
	stands      bool     // the first picture, on the screen
	early       []string // what the page around said before
	away        bool     // in a frame, scrolled out of sight
	barred      bool     // whoever serves the page lets it ask no other site

	heard func(player.Msg) // set by tests: hears what is said instead of the player
}

// OnMount starts the painter and listens to window, media and keyboard.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.take(preferred())
	p.measure()
	p.listen("resize", func(app.Event) { p.say(p.size()) })
	p.listen("keydown", p.key)
	p.listen("pointermove", p.pointed)
	p.document("fullscreenchange", func() {
		if !window().Get("document").Get("fullscreenElement").Truthy() {
			p.say(player.LeftFullscreen{})
		}
	})
	p.document("visibilitychange", p.seenOrNot)
	for _, query := range preferences {
		window().Call("matchMedia", query).Call("addEventListener", "change", app.FuncOf(func(app.Value, []app.Value) any {
			p.say(preferred())
			return nil
		}))
	}
	p.listen("securitypolicyviolation", func(e app.Event) {
		p.barred = p.barred || e.Get("effectiveDirective").String() == "connect-src"
	})
	p.hosted()
	p.dropping()
	p.motion.init(func() { p.say(player.Arrived{}) })
	p.expose()
	p.take(player.Opened{Hash: address()})
	ctx.Defer(func(app.Context) {
		p.host.Mounted()
		p.watchStage()
		painter, err := p.host.StartPainter(stageID)
		if err == nil {
			p.stage.Use(painter)
			painter.OnLost(func() { p.ctx.Dispatch(func(app.Context) { p.stage.Use(nil) }) })
		}
		p.say(player.Started{})
		p.mounted = true
		p.say(p.size())
	})
}

// OnNav follows hash edits, links and the browser's Back.
func (p *Page) OnNav(ctx app.Context) {
	p.visited = window().URL().String()
	if p.ctx.Context != nil {
		p.ctx = ctx
		p.take(player.Opened{Hash: address()})
	}
}

// expose lets tests and the reader's own scripts ask where a thing stands in the stage:
// informerscope.where("key:a") is its centre in CSS pixels, or null.
func (p *Page) expose() {
	scope := window().Get("informerscope")
	if !scope.Truthy() {
		return
	}
	scope.Set("where", app.FuncOf(func(_ app.Value, args []app.Value) any {
		x, y, ok := draw.Centre(p.stage.shapes, args[0].String())
		if !ok {
			return nil
		}
		scale, dx, dy := p.stage.Fit()
		return []any{dx + x*scale, dy + y*scale}
	}))
	p.completes(scope)
}

// Render implements app.Composer. The children of the root and of the player keep their
// places, so that the stage element stays the same one for good.
func (p *Page) Render() app.UI {
	class := "app " + p.Layout()
	playing := p.Hash.Stage()
	switch {
	case p.Stacked():
		class += " stacked"
	case playing && p.Layout() == "wide":
		class += " fixed"
	}
	if p.Narrow() {
		class += " narrow"
	}
	if p.Layout() == "embed" && p.HasCode() {
		class += " coded"
	}
	class += p.compareClass()
	if f := p.Hash.Frame; playing {
		if f.Controls != "" {
			class += " controls-" + f.Controls
		}
		if f.Narrate != "" {
			class += " narrate-" + f.Narrate
		}
	}
	switch {
	case p.Hash.Present && playing:
		class += " present"
	case p.InRoom():
		class += " room"
	}
	return app.Div().Class(class).DataSet("page", p.Hash.Page).Body(
		p.top(),
		p.message(),
		p.classBar(),
		app.Main().Class(shelfClass(p.Hash.Page)).Hidden(playing).Body(p.shelf()...),
		app.Main().Class("player").Hidden(!playing).Body(
			app.Div().Class("head").Body(p.head()...),
			app.Div().Class("over").Body(p.zoneButtons(), p.tokens()),
			app.Div().ID(stageID).Class("stage").Aria("hidden", true).
				On("pointermove", p.hover).On("pointerleave", p.unhover).OnClick(p.click).
				On("pointerdown", p.touchDown).On("pointerup", p.touchUp).On("pointercancel", p.touchCancel).On("contextmenu", p.noMenu),
			p.questionOn("embed"),
			p.endOn("embed"),
			app.Aside().Class("side").Aria("label", p.T("page.side")).Body(p.side()...),
			app.Div().Class("transport").Body(p.transport()...),
		),
		app.Div().ID(cardID).Class("card"),
		app.Div().Class("sr").Aria("live", "polite").Role("status").Text(p.Heard()),
		p.explanation(),
		p.meaning(),
		p.help(),
		p.presenting(),
		p.shareDialog(),
		p.ordersDialog(),
		p.classCode(),
	)
}

func (p *Page) message() app.UI {
	class := "notice"
	if p.Bad {
		class += " bad"
	}
	return app.Div().Class(class).Hidden(p.Notice() == "").Role("alert").Body(
		app.Span().Text(p.Notice()),
		app.Span().Hidden(!p.Reference).Body(p.languageLink()),
		app.Button().Type("button").DataSet("act", "agree").Hidden(p.Foreign() == "").Text(p.T("file.agree")).OnClick(p.on(player.Agree{})),
		app.Button().Type("button").Text(p.T("page.close")).OnClick(p.on(player.CloseNotice{})),
	)
}

// part names the part of the course that a lesson stands in; of another one the page's line.
func (p *Page) part(l *scenarios.Lesson) string {
	n, part := scenarios.PartOf(l)
	if part == nil {
		return p.T("page.tagline")
	}
	return strconv.Itoa(n) + "  " + p.T("course."+part.ID)
}

func (p *Page) top() app.UI {
	where := p.T("page.tagline")
	badge := ""
	switch {
	case p.Hash.Page == "lesson" && p.Head != nil && p.Head.Lesson != nil:
		where = p.part(p.Head.Lesson)
		badge = p.badge()
		if p.Hash.File {
			where, badge = visible(p.File.Name), ""
		}
	case p.Hash.Page == "trace" && p.File != nil:
		where = visible(p.File.Name)
	case p.Hash.Page == "play":
		if where = p.T("page.play"); p.Head != nil && p.Head.Base != nil {
			where = p.part(p.Head.Base)
		}
	case p.Hash.Page == "edit":
		where = p.T("page.edit")
	case p.Hash.Page == "live":
		if where = p.T("page.live"); p.Live != nil {
			where = p.Live.Where()
		}
	}
	nav := func(page, label string) app.UI {
		a := app.A().Href(p.Link(player.Hash{Page: page})).Text(label)
		if p.Hash.Page == page {
			a = a.Aria("current", "page")
		}
		return a
	}
	next, other := "zh", "中文"
	if p.Lang() == "zh" {
		next, other = "en", "English"
	}
	return app.Header().Class("top").Body(
		app.A().Class("brand").Href(p.Link(player.Hash{Page: "home"})).Text("informerscope"),
		app.Span().Class("where").Text(where),
		app.Nav().Aria("label", p.T("page.nav")).Body(
			away(versionsURL, badge).Class("badge").Title(p.T("page.versions")).Hidden(badge == ""),
			app.Span().Class("far").Body(nav("course", p.T("page.lessons"))),
			app.Span().Class("far").Body(nav("play", p.T("page.playground"))),
			app.Span().Class("far").Body(nav("live", p.T("page.live"))),
			p.shareButton(),
			app.Button().Type("button").DataSet("act", "lang").Lang(next).Text(other).OnClick(p.on(player.Language{To: next})),
			app.Button().Type("button").DataSet("act", "theme").Text(p.T("page.theme")).Title(p.T("page.theme."+orAuto(p.Hash.Theme))).OnClick(p.on(player.NextTheme{})),
			p.presentButton(),
			p.helpButton(),
		),
	)
}
