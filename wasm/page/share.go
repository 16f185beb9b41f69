package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// share is the dialog in which a moment is taken along: as a link, a snippet, a picture, a
// file.
type share struct {
	open bool
	said string // what became of the last press, for eye and ear
	size int    // of frames
	file string // shown as text where downloads are refused
}

// frames are the sizes an embed is offered in, px; 0 fills the column.
var frames = [][2]int{{0, 0}, {640, 360}, {800, 450}, {480, 270}}

const shareID = "share"

func (p *Page) openShare() {
	p.share = share{open: true, size: p.share.size}
	if p.player != nil {
		p.player.playing = false
	}
	p.motion.stop()
	p.draw()
	p.later(func() {
		if d := element(shareID); d.Truthy() && !p.sharing() {
			d.Call("showModal")
		}
	})
}

// sharing reports whether the dialog stands over the page.
func (p *Page) sharing() bool {
	d := element(shareID)
	return d.Truthy() && d.Get("open").Bool()
}

func (p *Page) closeShare() {
	if p.sharing() {
		element(shareID).Call("close")
	}
}

// pageBase is the address of the page without its hash.
func pageBase() string {
	address, _, _ := strings.Cut(app.Window().Get("location").Get("href").String(), "#")
	return address
}

// moment is the link to what is shown.
func (p *Page) moment(embed bool) string {
	p.save()
	h := p.hash
	h.Embed = embed
	return pageBase() + h.String()
}

var attribute = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")

// snippet is the frame for another page.
func (p *Page) snippet() string {
	w, h := frames[p.share.size][0], frames[p.share.size][1]
	style := "border:0;max-width:100%"
	if w == 0 {
		w, h, style = 640, 360, "aspect-ratio:16/9;width:100%;height:auto;border:0"
	}
	return `<iframe src="` + attribute.Replace(p.moment(true)) + `" title="` + attribute.Replace(p.momentTitle()) + `" width="` + strconv.Itoa(w) + `" height="` + strconv.Itoa(h) +
		`" loading="lazy" sandbox="allow-scripts allow-popups" allow="fullscreen; clipboard-write" style="` + style + `"></iframe>`
}

var brackets = strings.NewReplacer("[", `\[`, "]", `\]`, "\n", " ")

// markdown is a picture of the moment that leads to it. A lesson's picture is served by the
// page; any other is the SVG that can be downloaded beside it.
func (p *Page) markdown() string {
	pic := p.fileName(".svg")
	if p.hash.Page == "lesson" && p.player != nil && p.player.lesson != nil && !p.hash.File {
		pic = pageBase() + "web/dist/stills/" + p.player.lesson.ID + "/" + strconv.Itoa(p.player.step) + ".svg"
	}
	alt := p.momentText()
	if alt == "" {
		alt = p.momentTitle()
	}
	return "[![" + brackets.Replace(alt) + "](" + pic + ")](" + p.moment(false) + ")"
}

// take downloads a file, or shows its text where the frame is not allowed to.
func (p *Page) take(name, mime string, text string, err error) {
	switch {
	case err == errCut:
		p.share.said = p.t("share.cut")
	case err != nil:
		p.share.said = p.refusal(err)
	case sandboxed():
		p.share.file, p.share.said = text, p.t("share.selected")
		p.later(func() {
			if f := element("share-file"); f.Truthy() {
				f.Call("focus")
				f.Call("select")
			}
		})
	default:
		download(name, blob(text, mime))
		p.share.said = p.t("share.saved", "file", name)
	}
}

func (p *Page) takePNG() {
	p.pictureBlob(func(png app.Value) {
		p.ctx.Dispatch(func(app.Context) {
			if png == nil || !png.Truthy() || sandboxed() {
				p.share.said = p.t("share.noPNG")
				return
			}
			download(p.fileName(".png"), png)
			p.share.said = p.t("share.saved", "file", p.fileName(".png"))
		})
	})
}

func (p *Page) saveScenario() {
	text, err := p.script()
	p.take(p.fileName(".iq"), "text/plain", text, err)
	if !p.share.open && (err != nil || sandboxed()) { // the dialog has the room to say so
		said, file := p.share.said, p.share.file
		p.openShare()
		p.share.said, p.share.file = said, file
	}
}

// shareButton stands in the header, and in an embed beside the scrubber.
func (p *Page) shareButton() app.UI {
	off := !p.hash.Stage() || p.shown() == nil
	return app.Button().Type("button").DataSet("act", "share").Hidden(off).Text(p.t("share.open")).OnClick(func(app.Context, app.Event) { p.openShare() })
}

// shareDialog is a dialog of the browser's own: it keeps the focus in, closes with Esc, and
// gives the focus back.
func (p *Page) shareDialog() app.UI {
	d := app.Dialog().ID(shareID).Class("share").Aria("labelledby", "share-title").
		On("close", func(app.Context, app.Event) { p.share.open = false }).
		OnClick(func(ctx app.Context, e app.Event) {
			if e.Get("target").Get("id").String() == shareID { // the backdrop
				p.closeShare()
			} else {
				ctx.PreventUpdate()
			}
		})
	if !p.share.open {
		return d
	}
	w, h := frames[p.share.size][0], frames[p.share.size][1]
	size := p.t("share.fixed", "w", strconv.Itoa(w), "h", strconv.Itoa(h))
	if w == 0 {
		size = p.t("share.fluid")
	}
	note := ""
	if p.tools.lost && p.hash.Page == "play" {
		note = p.t("share.lost")
	}
	if p.hash.File {
		note = p.t("share.here")
	}
	links := []app.UI{
		p.shareField("link", p.t("share.link"), p.moment(false), note, nil),
		p.shareField("embed", p.t("share.embed"), p.snippet(), size, p.frameChoice()),
		p.shareField("markdown", p.t("share.markdown"), p.markdown(), "", nil),
	}
	body := []app.UI{
		app.H2().ID("share-title").Body(app.Text(p.t("share.title")), app.Button().Type("button").Class("close").DataSet("act", "share-close").Aria("label", p.t("page.close")).Text("×").
			OnClick(func(app.Context, app.Event) { p.closeShare() })),
		app.P().Class("quiet").Text(p.momentText()),
	}
	if p.hash.File { // what can be sent comes first
		body = append(append(body, app.P().DataSet("role", "share-here").Text(p.t("share.send"))), append(p.shareFiles(), links[0])...)
	} else {
		body = append(append(body, links...), p.shareFiles()...)
	}
	return d.Body(app.Div().Class("inner").Body(append(body, app.P().Class("said").Role("status").Aria("live", "polite").Text(p.share.said))...))
}

// shareFiles are the files to take along; of the reader's own file, what opens it again is
// the first.
func (p *Page) shareFiles() []app.UI {
	pictures := []app.UI{
		p.fileButton("svg", "SVG", func() { p.take(p.fileName(".svg"), "image/svg+xml", p.pictureSVG(), nil) }),
		p.fileButton("png", "PNG", p.takePNG),
	}
	runs := []app.UI{p.fileButton("trace", p.t("share.trace"), func() {
		lines, err := p.traceLines()
		p.take(p.fileName(".jsonl"), traceMime, lines, err)
	})}
	if text, err := p.script(); text != "" || err != nil {
		script := p.fileButton("iq", p.t("share.scenario"), p.saveScenario)
		if p.hash.File {
			runs = append([]app.UI{script}, runs...)
		} else {
			runs = append(runs, script)
		}
	}
	all := append(pictures, runs...)
	if p.hash.File {
		all = append(runs, pictures...)
	}
	return []app.UI{
		app.Div().Class("tools").Role("group").Aria("label", p.t("share.files")).Body(append([]app.UI{app.Span().Class("lab").Text(p.t("share.files"))}, all...)...),
		app.If(p.share.file != "", func() app.UI {
			return app.Textarea().ID("share-file").ReadOnly(true).Rows(6).Aria("label", p.t("share.text")).Text(p.share.file)
		}),
	}
}

func (p *Page) fileButton(act, label string, do func()) app.UI {
	return app.Button().Type("button").DataSet("act", "file-"+act).Text(label).OnClick(func(app.Context, app.Event) { do() }, app.EventScope(act))
}

// shareField is a text to copy with its label and button.
func (p *Page) shareField(name, label, value, note string, choice app.UI) app.UI {
	id := "share-" + name
	body := []app.UI{
		app.Label().For(id).Text(label),
		app.Textarea().ID(id).ReadOnly(true).Rows(2).Spellcheck(false).Text(value),
		app.Button().Type("button").DataSet("act", "copy-"+name).Aria("label", p.t("share.copy")+": "+label).Text(p.t("share.copy")).
			OnClick(func(app.Context, app.Event) { p.copyField(id) }, app.EventScope(name)),
	}
	if choice != nil {
		body = append(body, choice)
	}
	return app.Div().Class("copy").Body(append(body, app.Small().Hidden(note == "").Text(note))...)
}

func (p *Page) frameChoice() app.UI {
	return app.Select().DataSet("act", "frame").Aria("label", p.t("share.size")).Body(app.Range(frames).Slice(func(i int) app.UI {
		label := strconv.Itoa(frames[i][0]) + " × " + strconv.Itoa(frames[i][1])
		if frames[i][0] == 0 {
			label = p.t("share.column")
		}
		return app.Option().Value(strconv.Itoa(i)).Selected(i == p.share.size).Text(label)
	})).OnChange(func(ctx app.Context, _ app.Event) {
		if i, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil && i >= 0 && i < len(frames) {
			p.share.size = i
		}
	})
}
