package page

import (
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Host is what only the browser shell has. Every field is needed.
type Host struct {
	// StartPainter puts a painter into the element with that id; an error (no WebGL) leaves
	// the SVG still in its place.
	StartPainter func(elementID string) (Painter, error)
	Transport    feed.Transport
	// Text looks a message up in a language, "en" or "zh".
	Text func(lang, key string, args ...string) string
	// Mounted is called once the first page is in the document.
	Mounted func()
}

// New returns the page; go-app routes every path to it.
func New(h Host) app.Composer { return &Page{host: h} }

// Page is the one component. Everything it shows follows from hash, player and live.
type Page struct {
	app.Compo
	host Host
	ctx  app.Context

	hash    Hash
	address string // the hash as last read or written
	visited string // the address as go-app knows it
	opened  bool
	notice  string // one message line: what was seen, what to do
	bad     bool
	stage   Stage
	motion  motion
	player  *Player
	live    *Live
	tools   playTools
	pointer pointer
	touch   touch
	present present
	ask     ask
	opener  app.Value // had the focus when a zone was opened
	left    Hash      // of the lesson, when a what-if left it
	share   share
	file    *opened // the reader's own
	reading int     // which of the files that were opened is read now
	code    codePanel
	done    *progress    // nil until it is needed
	find    string       // what the course is searched for
	listed  tell.Listing // of the state table
	scroll  float64      // of the state table
	meter   *model.Meter // of the metrics, once they were shown

	laid        laid              // over the keys
	laidZones   laid              // over the titles
	drawings    map[string]*drawn // by the prefix of their ids
	scrubShapes []scene.Shape     // of the scrubber, for hits
	long        longStory
	scrubFrom   int // the step before its first cell

	above         above
	width, height float64
	prefs         prefs
	reduced       bool
	started       bool
}

// OnMount starts the painter and listens to window, media and keyboard.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.media()
	p.measureWindow()
	p.listen("resize", func(app.Event) { p.resized() })
	p.listen("keydown", p.key)
	p.listen("pointermove", p.pointed)
	app.Window().Get("document").Call("addEventListener", "fullscreenchange", app.FuncOf(func(app.Value, []app.Value) any { p.leftFullscreen(app.Event{}); return nil }))
	for _, query := range preferences {
		app.Window().Call("matchMedia", query).Call("addEventListener", "change", app.FuncOf(func(app.Value, []app.Value) any {
			p.ctx.Dispatch(func(app.Context) { p.media(); p.theme(); p.draw() })
			return nil
		}))
	}
	p.dropping()
	p.motion.init(p)
	p.expose()
	p.open()
	ctx.Defer(func(app.Context) {
		p.host.Mounted()
		p.watchStage()
		painter, err := p.host.StartPainter(stageID)
		if err == nil {
			p.stage.Use(painter)
			painter.OnLost(func() { p.ctx.Dispatch(func(app.Context) { p.stage.Use(nil) }) })
		}
		p.started = true
		p.resized()
	})
}

// listen calls f for the window's events; at once, so that it can prevent the default.
func (p *Page) listen(name string, f func(app.Event)) {
	app.Window().Call("addEventListener", name, app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(app.Event{Value: args[0]})
		return nil
	}))
}

// expose lets tests and the reader's own scripts ask where a thing stands in the stage:
// informerscope.where("key:a") is its centre in CSS pixels, or null.
func (p *Page) expose() {
	scope := app.Window().Get("informerscope")
	if !scope.Truthy() {
		return
	}
	scope.Set("where", app.FuncOf(func(_ app.Value, args []app.Value) any {
		x, y, ok := scene.Centre(p.stage.shapes, args[0].String())
		if !ok {
			return nil
		}
		scale, dx, dy := p.stage.Fit()
		return []any{dx + x*scale, dy + y*scale}
	}))
}

// OnNav follows hash edits, links and the browser's Back.
func (p *Page) OnNav(ctx app.Context) {
	p.visited = app.Window().URL().String()
	if p.ctx.Context != nil {
		p.ctx = ctx
		p.open()
	}
}

// open reads the hash and brings up what it names.
func (p *Page) open() {
	address := app.Window().Get("location").Get("hash").String()
	if p.opened && address == p.address {
		return // go-app tells of the first page twice
	}
	p.opened, p.address = true, address
	hash, problems := Parse(address)
	was := p.hash
	p.hash = hash
	p.say(p.teller().Problems(problems), true)
	p.theme()
	if hash.Page == "lesson" && hash.Lesson == "" {
		p.hash.Lesson, hash.Lesson = scenarios.List()[0].ID, scenarios.List()[0].ID
	}
	same := p.player != nil && was.Page == hash.Page && was.Lesson == hash.Lesson && was.Engine == hash.Engine && was.Inline == hash.Inline && was.If == hash.If && was.File == hash.File
	switch {
	case hash.Page == "live":
		if p.live == nil || was.Page != "live" || was.Resource != hash.Resource || was.Namespace != hash.Namespace {
			p.leave()
			p.startLive()
		}
	case hash.Page == "trace" && same, hash.Page == "lesson" && same:
		if p.player.step != hash.Step {
			p.goTo(hash.Step)
		}
	case hash.Page == "lesson":
		p.leave()
		p.startLesson()
	case hash.Page == "play" && same:
		if hash.Step == Newest {
			hash.Step = p.player.line.Last()
		}
		if p.player.step != hash.Step {
			p.goTo(hash.Step)
		}
	case hash.Page == "play":
		p.leave()
		p.startPlay()
	case hash.Page == "trace":
		p.leave()
		p.startTrace()
	default:
		p.leave()
	}
	p.takeSpeed()
	p.takePart(p.hash.Part)
	p.draw()
}

// leave ends what the last page kept running.
func (p *Page) leave() {
	p.motion.stop()
	if p.live != nil {
		p.live.stop()
		p.live = nil
	}
	if p.player != nil {
		p.player.playing = false
	}
}

func (p *Page) startLesson() {
	l := p.findLesson()
	if l == nil && p.hash.File {
		p.noFile()
		return
	}
	if l == nil {
		p.noLesson()
		l = scenarios.List()[0]
		p.hash = p.hash.instead(l.ID)
	}
	player, err := NewLesson(l, p.hash.Engine, p.hash.Step)
	if err != nil {
		p.say(p.refusal(err), true)
		return
	}
	if p.player == nil || p.player.lesson != l {
		p.ask = ask{}
	}
	p.ask.open = false
	p.player = player
	if p.hash.File && len(player.run.Failures) > 0 {
		p.say(p.failureText(player.run.Failures), true)
	}
}

// findLesson is the lesson that the hash names: of the course, or from the reader's file.
func (p *Page) findLesson() *scenarios.Lesson {
	if !p.hash.File {
		return scenarios.Find(p.hash.Lesson)
	}
	if f := p.keptFile(); f != nil && f.lesson != nil && f.lesson.ID == p.hash.Lesson {
		return f.lesson
	}
	return nil
}

// maxNear bounds the lessons that an unknown one may have meant.
const maxNear = 3

// noLesson says that there is no such lesson, and which ones are called nearly so.
func (p *Page) noLesson() {
	var ids []string
	for _, l := range scenarios.List() {
		ids = append(ids, l.ID)
	}
	id := p.hash.Lesson
	near := sim.Nearest(id[:min(len(id), maxShown)], ids, maxNear)
	if id = middle(shown(id), maxShown); len(near) == 0 {
		p.say(p.t("page.bad.lesson", "id", id), true)
		return
	}
	p.say(p.t("page.bad.lesson.near", "id", id, "ids", strings.Join(near, ", ")), true)
}

// maxShown bounds what is shown of a name in a link.
const maxShown = 40

// save writes the hash of what is shown into the address bar, without a new entry in the
// history.
func (p *Page) save() {
	if p.player != nil && (p.hash.Page == "lesson" || p.hash.Page == "trace") {
		p.hash.Step = p.player.step
	}
	p.hash.Part = 0
	if p.player != nil && p.hash.Stage() && p.hash.Page != "live" {
		p.hash.Part = p.player.part
	}
	if p.player != nil && p.player.session != nil && p.hash.Page == "play" {
		p.keepPlay()
	}
	p.address = p.hash.String()
	app.Window().Get("history").Call("replaceState", nil, "", p.address)
}

// link is a link to another page that keeps language and theme.
func (p *Page) link(h Hash) string {
	h.Lang, h.Theme, h.Embed, h.Code, h.Side, h.Present = p.hash.Lang, p.hash.Theme, p.hash.Embed, p.hash.Code, p.hash.Side, p.hash.Present
	return h.String()
}

func (p *Page) say(text string, bad bool) {
	if bad {
		text = sim.PlainText(text) // an error of ours, for people
	}
	p.notice, p.bad = text, bad
}

// t looks a message of the page up in the reader's language.
func (p *Page) t(key string, args ...string) string { return p.host.Text(p.lang(), key, args...) }

func (p *Page) lang() string {
	if p.hash.Lang != "" {
		return p.hash.Lang
	}
	return p.prefs.language()
}

func (p *Page) measureWindow() {
	p.width, p.height = app.Window().Get("innerWidth").Float(), app.Window().Get("innerHeight").Float()
}

// watchStage repaints when the element changes its size for whatever reason.
func (p *Page) watchStage() {
	el := element(stageID)
	if !el.Truthy() || !app.Window().Get("ResizeObserver").Truthy() {
		return
	}
	app.Window().Get("ResizeObserver").New(app.FuncOf(func(app.Value, []app.Value) any {
		if p.stage.Measure() {
			p.draw()
		}
		return nil
	})).Call("observe", el)
}

func (p *Page) resized() {
	p.measureWindow()
	p.stage.Measure()
	p.draw()
	p.ctx.Dispatch(func(app.Context) {})
}

// layout is the chrome: wide, embed or phone.
func (p *Page) layout() string {
	switch {
	case p.hash.Embed, p.hash.Present && p.hash.Stage():
		return "embed"
	case p.width < 760:
		return "phone"
	}
	return "wide"
}

// stackedBelow is how wide a window has to be for a column beside the picture: in a narrower
// one the type of the picture would be hard to read, so the column stands beneath it.
const stackedBelow = 1100

func (p *Page) stacked() bool {
	return p.layout() == "wide" && p.hash.Stage() && p.width < stackedBelow && p.compared() == nil
}

// Render implements app.Composer. The children of the root and of the player keep their
// places, so that the stage element stays the same one for good.
func (p *Page) Render() app.UI {
	class := "app " + p.layout()
	playing := p.hash.Stage()
	switch {
	case p.stacked():
		class += " stacked"
	case playing && p.layout() == "wide":
		class += " fixed"
	}
	if p.narrowSide() {
		class += " narrow"
	}
	if p.layout() == "embed" && p.hasCode() {
		class += " coded"
	}
	class += p.compareClass()
	if p.hash.Present && playing {
		class += " present"
	}
	return app.Div().Class(class).DataSet("page", p.hash.Page).Body(
		p.top(),
		p.message(),
		app.Main().Class(shelfClass(p.hash.Page)).Hidden(playing).Body(p.shelf()...),
		app.Main().Class("player").Hidden(!playing).Body(
			app.Div().Class("head").Body(p.head()...),
			app.Div().ID(stageID).Class("stage").Aria("hidden", true).
				On("pointermove", p.hover).On("pointerleave", p.unhover).OnClick(p.click).
				On("pointerdown", p.touchDown).On("pointerup", p.touchUp).On("pointercancel", p.touchCancel).On("contextmenu", p.noMenu),
			p.zoneButtons(),
			p.tokens(),
			p.questionOn("embed"),
			app.Aside().Class("side").Aria("label", p.t("page.side")).Body(p.side()...),
			app.Div().Class("transport").Body(p.transport()...),
		),
		app.Div().ID(cardID).Class("card"),
		app.Div().Class("sr").Aria("live", "polite").Role("status").Text(p.heard()),
		p.explanation(),
		p.help(),
		p.presenting(),
		p.shareDialog(),
	)
}

func (p *Page) message() app.UI {
	class := "notice"
	if p.bad {
		class += " bad"
	}
	return app.Div().Class(class).Hidden(p.notice == "").Role("alert").Body(
		app.Span().Text(p.notice),
		app.Button().Type("button").Text(p.t("page.close")).OnClick(func(app.Context, app.Event) { p.say("", false) }),
	)
}

func (p *Page) top() app.UI {
	where := p.t("page.tagline")
	badge := ""
	switch {
	case p.hash.Page == "lesson" && p.player != nil && p.player.lesson != nil:
		where = p.t("track." + p.player.lesson.Track)
		badge = p.badge()
		if p.hash.File {
			where, badge = shown(p.file.name), ""
		}
	case p.hash.Page == "trace" && p.file != nil:
		where = shown(p.file.name)
	case p.hash.Page == "play":
		if where = p.t("page.play"); p.player != nil && p.player.base != nil {
			where = p.t("track." + p.player.base.Track)
		}
	case p.hash.Page == "live":
		where = p.live.where(p)
	}
	nav := func(page, label string) app.UI {
		a := app.A().Href(p.link(Hash{Page: page})).Text(label)
		if p.hash.Page == page {
			a = a.Aria("current", "page")
		}
		return a
	}
	next, other := "zh", "中文"
	if p.lang() == "zh" {
		next, other = "en", "English"
	}
	return app.Header().Class("top").Body(
		app.A().Class("brand").Href(p.link(Hash{Page: "home"})).Text("informerscope"),
		app.Span().Class("where").Text(where),
		app.Nav().Aria("label", p.t("page.nav")).Body(
			app.Span().Class("badge").Hidden(badge == "").Text(badge),
			app.Span().Class("far").Body(nav("course", p.t("page.lessons"))),
			app.Span().Class("far").Body(nav("play", p.t("page.playground"))),
			app.Span().Class("far").Body(nav("live", p.t("page.live"))),
			p.shareButton(),
			app.Button().Type("button").DataSet("act", "lang").Lang(next).Text(other).OnClick(func(app.Context, app.Event) {
				p.hash.Lang = next
				p.theme()
				p.save()
				p.draw()
			}, app.EventScope(next)),
			app.Button().Type("button").DataSet("act", "theme").Text(p.t("page.theme")).Title(p.t("page.theme."+orAuto(p.hash.Theme))).OnClick(func(app.Context, app.Event) { p.nextTheme() }),
			p.presentButton(),
			p.helpButton(),
		),
	)
}
