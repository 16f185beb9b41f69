package page

import (
	"net/url"
	"strconv"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// shareButton stands in the header, and in an embed beside the scrubber.
func (p *Page) shareButton() app.UI {
	return app.Button().Type("button").DataSet("act", "share").Hidden(p.Shown() == nil).Text(p.T("share.open")).OnClick(p.on(player.OpenShare{}))
}

// shareDialog is a dialog of the browser's own: it keeps the focus in, closes with Esc, and
// gives the focus back.
func (p *Page) shareDialog() app.UI {
	d := app.Dialog().ID(player.ShareID).Class("share").Aria("labelledby", "share-title").
		On("close", p.saying(func() player.Msg { return player.ShareClosed{} })).
		OnClick(func(ctx app.Context, e app.Event) {
			if e.Get("target").Get("id").String() == player.ShareID { // the backdrop
				p.take(player.CloseShare{})
			} else {
				ctx.PreventUpdate()
			}
		})
	if !p.Share.Open {
		return d
	}
	note := ""
	if p.Tools.Lost && p.Hash.Page == "play" {
		note = p.T("share.lost")
	}
	if p.Hash.Page == "edit" && p.Edit.Long {
		note = p.T("edit.long")
	} else if p.Hash.Page == "edit" && p.Edit.Alone {
		note = p.T("edit.alone")
	}
	own := p.OwnFile()
	if own {
		note = p.T("share.here")
	}
	link := p.shareField("link", p.T("share.link"), p.Address(false), note, nil)
	body := []app.UI{
		app.H2().ID("share-title").Body(app.Text(p.T("share.title")), app.Button().Type("button").Class("close").DataSet("act", "share-close").Aria("label", p.T("page.close")).Text("×").
			OnClick(p.on(player.CloseShare{}))),
		app.P().Class("quiet").Text(p.About()),
	}
	if own { // what can be sent comes first
		body = append(append(body, app.P().DataSet("role", "share-here").Text(p.T("share.send"))), append(p.shareFiles(), link)...)
	} else {
		body = append(append(body, p.shareWays(note)...), p.shareFiles()...)
	}
	return d.Body(app.Div().Class("inner").Body(append(body, app.P().Class("said").Role("status").Aria("live", "polite").Text(p.Tell(p.Share.Said)))...))
}

// shareWays are the ways into another page: a choice, what to write there, and how it looks.
func (p *Page) shareWays(note string) []app.UI {
	way, m := p.Way(), p.Excerpt()
	var ways []app.UI
	for i, w := range player.Ways {
		if p.Leads(w) {
			ways = append(ways, app.Option().Value(strconv.Itoa(i)).Selected(w.Name == way.Name).Text(p.T("share."+w.Name)))
		}
	}
	var choice app.UI
	if way.Sized {
		choice = p.frameChoice()
		if m.W == 0 {
			note = p.T("share.fluid")
		} else {
			note = p.T("share.fixed", "w", strconv.Itoa(m.W), "h", strconv.Itoa(m.H))
		}
	}
	body := []app.UI{
		app.Div().Class("copy").Body(app.Label().For("share-way").Text(p.T("share.where")),
			app.Select().ID("share-way").DataSet("act", "way").Body(ways...).OnChange(p.number("way", func(v float64) player.Msg { return player.ShareWay{I: int(v)} }))),
		p.shareField("snippet", p.T("share."+way.Name), m.Fill(way.Text), note, choice),
	}
	if way.File != "" {
		body = append(body, p.shareField("once", p.T("share.once", "file", way.File), m.Fill(way.Once), "", nil))
	}
	svg, w, h := p.PictureSVG()
	if w > 0 && h > 0 {
		body = append(body, app.Img().Class("preview").Alt(m.Alt).Src("data:image/svg+xml,"+url.PathEscape(svg)))
	}
	return body
}

// shareFiles are the files to take along; of the reader's own file, what opens it again is
// the first.
func (p *Page) shareFiles() []app.UI {
	pictures := []app.UI{p.fileButton("svg", "SVG"), p.fileButton("png", "PNG")}
	runs := []app.UI{p.fileButton("trace", p.T("share.trace")), p.fileButton("chrome", p.T("share.chrome"))}
	if text, err := p.Script(); text != "" || err != nil {
		script := p.fileButton("iq", p.T("share.scenario"))
		if p.OwnFile() {
			runs = append([]app.UI{script}, runs...)
		} else {
			runs = append(runs, script)
		}
	}
	all := append(pictures, runs...)
	if p.OwnFile() {
		all = append(runs, pictures...)
	}
	return append([]app.UI{
		app.Div().Class("tools").Role("group").Aria("label", p.T("share.files")).Body(append([]app.UI{app.Span().Class("lab").Text(p.T("share.files"))}, all...)...),
		app.If(p.Share.File != nil, func() app.UI {
			return app.Textarea().ID("share-file").ReadOnly(true).Rows(6).Aria("label", p.T("share.text")).Text(p.Tell(p.Share.File))
		}),
	}, p.shareFilm()...)
}

func (p *Page) fileButton(act, label string) app.UI {
	return app.Button().Type("button").DataSet("act", "file-"+act).Text(label).OnClick(p.on(player.Take{What: act}))
}

// shareField is a text to copy with its label and button.
func (p *Page) shareField(name, label, value, note string, choice app.UI) app.UI {
	id := "share-" + name
	body := []app.UI{
		app.Label().For(id).Text(label),
		app.Textarea().ID(id).ReadOnly(true).Rows(2).Spellcheck(false).Text(value),
		app.Button().Type("button").DataSet("act", "copy-"+name).Aria("label", p.T("share.copy")+p.T("join.colon")+label).Text(p.T("share.copy")).
			OnClick(p.on(player.CopyField{ID: id})),
	}
	if choice != nil {
		body = append(body, choice)
	}
	return app.Div().Class("copy").Body(append(body, app.Small().Hidden(note == "").Text(note))...)
}

func (p *Page) frameChoice() app.UI {
	return app.Select().DataSet("act", "frame").Aria("label", p.T("share.size")).Body(app.Range(player.Frames).Slice(func(i int) app.UI {
		label := strconv.Itoa(player.Frames[i][0]) + " × " + strconv.Itoa(player.Frames[i][1])
		if player.Frames[i][0] == 0 {
			label = p.T("share.column")
		}
		return app.Option().Value(strconv.Itoa(i)).Selected(i == p.Share.Size).Text(label)
	})).OnChange(p.number("frame", func(v float64) player.Msg { return player.ShareSize{I: int(v)} }))
}
