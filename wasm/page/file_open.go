package page

import (
	"io"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// choose tells of a File of the browser.
func (p *Page) choose(file app.Value) {
	p.chosen = file
	p.say(player.FileChosen{Name: file.Get("name").String(), Size: file.Get("size").Int()})
}

// readChosen reads the file that was chosen last, while the page goes on.
func (p *Page) readChosen(n int) {
	file := p.chosen
	name := file.Get("name").String()
	settled(file.Call("text"), func(text app.Value) {
		go p.read(n, name, text.String(), "")
	}, func(err app.Value) {
		p.say(player.FileLost{Name: name, Why: err.Get("message").String()})
	})
}

func (p *Page) read(n int, name, text, prose string) {
	told := 0
	f, err := player.ReadFile(name, text, func(text string) io.Reader {
		return &unhurried{text: text, every: breath, pause: func(percent int) {
			if percent/10 > told {
				told = percent / 10
				p.say(player.FileReading{N: n, Name: name, Percent: percent})
			}
			time.Sleep(time.Millisecond) // the browser's turn
		}}
	})
	if f != nil {
		f.Prose = prose
	}
	p.say(player.FileRead{N: n, Name: name, File: f, Err: err})
}

// fetchText gets a text by its address. Whoever has it is told neither who asks nor from where.
func fetchText(url string, done, lost func(string)) {
	failed := func(err app.Value) { lost(err.Get("message").String()) }
	settled(window().Call("fetch", url, map[string]any{"credentials": "omit", "referrerPolicy": "no-referrer"}), func(resp app.Value) {
		if !resp.Get("ok").Bool() {
			lost("HTTP " + strconv.Itoa(resp.Get("status").Int()))
			return
		}
		settled(resp.Call("blob"), func(blob app.Value) {
			if size := blob.Get("size").Int(); size > player.MaxFile {
				lost(strconv.Itoa(size) + " > " + strconv.Itoa(player.MaxFile))
				return
			}
			settled(blob.Call("text"), func(text app.Value) { done(text.String()) }, failed)
		}, failed)
	}, failed)
}

func (p *Page) fetchFile(e player.Fetch) {
	fetchText(e.URL, func(text string) { go p.read(e.N, e.Name, text, "") }, func(why string) { p.say(player.FileLost{Name: e.Name, Why: why, Far: true}) })
}

// beside gets the translation that may lie beside a file.
func (p *Page) beside(e player.Beside) {
	fetchText(e.URL, func(text string) { p.say(player.Translation{From: e.From, Name: e.Name, Text: text}) }, func(string) {})
}

// unpack unpacks the text that a link carries.
func (p *Page) unpack(e player.Unpack) {
	failed := func(err app.Value) { p.say(player.FileLost{Name: e.Name(), Why: err.Get("message").String()}) }
	p.both("unpack", e.Text, e.Prose, func(text, prose string) { go p.read(e.N, e.Name(), text, prose) }, failed)
}

// fileChooser is the button that opens a file; a file can also be dropped on the page.
func (p *Page) fileChooser() app.UI {
	return app.Label().Class("file").Body(
		app.Text(p.T("file.open")),
		app.Input().Type("file").DataSet("act", "open").Accept(".iq,.jsonl,.ndjson,.json,.txt").OnChange(func(ctx app.Context, _ app.Event) {
			if files := ctx.JSSrc().Get("files"); files.Get("length").Int() > 0 {
				p.choose(files.Index(0))
				ctx.JSSrc().Set("value", "")
			}
		}),
	)
}

// dropping takes files that are dropped anywhere on the page.
func (p *Page) dropping() {
	files := func(e app.Event) bool {
		types := e.Get("dataTransfer").Get("types")
		for i := range types.Get("length").Int() {
			if types.Index(i).String() == "Files" {
				return true
			}
		}
		return false
	}
	p.listen("dragover", func(e app.Event) {
		if files(e) {
			e.PreventDefault()
		}
	})
	p.listen("drop", func(e app.Event) {
		if !files(e) {
			return
		}
		e.PreventDefault()
		if list := e.Get("dataTransfer").Get("files"); list.Get("length").Int() > 0 {
			p.choose(list.Index(0))
		}
	})
}
