package page

import (
	"io"
	"maps"
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

// fetchText gets a text by its address. Whoever has it is told neither who asks nor from where. lost says why not; with
// the answer's status, where there is one.
func fetchText(url string, done func(string), lost func(status int, why string)) {
	failed := func(err app.Value) { lost(0, err.Get("message").String()) }
	settled(fetch(url, nil), func(resp app.Value) {
		if status := resp.Get("status").Int(); !resp.Get("ok").Bool() {
			lost(status, "HTTP "+strconv.Itoa(status))
			return
		}
		settled(resp.Call("blob"), func(blob app.Value) {
			if size := blob.Get("size").Int(); size > player.MaxFile {
				lost(0, strconv.Itoa(size)+" > "+strconv.Itoa(player.MaxFile))
				return
			}
			settled(blob.Call("text"), func(text app.Value) { done(text.String()) }, failed)
		}, failed)
	}, failed)
}

func fetch(url string, more map[string]any) app.Value {
	how := map[string]any{"credentials": "omit", "referrerPolicy": "no-referrer"}
	maps.Copy(how, more)
	return window().Call("fetch", url, how)
}

// afterwards is how long after a request has failed the browser may say that a policy barred it: it says so
// in an event of its own, which on a busy machine comes late.
const afterwards = 500 * time.Millisecond

// fetchFile gets a file. Of one that failed the browser does not say why: a server that answers a request whose answer
// nobody may read lacks the header that would let us.
func (p *Page) fetchFile(e player.Fetch) {
	fetchText(e.URL, func(text string) { go p.read(e.N, e.Name, text, "") }, func(status int, why string) {
		lost := player.FileLost{Name: e.Name, Why: why, Site: e.Site}
		if status != 0 {
			p.say(lost)
			return
		}
		settled(fetch(e.URL, map[string]any{"mode": "no-cors", "method": "HEAD"}), func(app.Value) {
			lost.Shut = true
			p.say(lost)
		}, func(app.Value) {
			time.AfterFunc(afterwards, func() {
				lost.Barred = p.barred
				p.say(lost)
			})
		})
	})
}

// beside gets the translation that may lie beside a file. A server that has none, or not for us, says so.
func (p *Page) beside(e player.Beside) {
	fetchText(e.URL, func(text string) { p.say(player.Translation{From: e.From, Name: e.Name, Text: text}) }, func(status int, why string) {
		if status >= 400 && status < 500 {
			why = ""
		}
		p.say(player.Translation{From: e.From, Name: e.Name, Why: why})
	})
}

// unpack unpacks the text that a link carries.
func (p *Page) unpack(e player.Unpack) {
	failed := func(err app.Value) {
		lost := player.FileLost{Name: e.Name(), Why: err.Get("message").String()}
		if read := err.Get("read"); read.Type() == app.TypeString {
			lost.Cut, lost.Read = true, read.String()
		}
		p.say(lost)
	}
	p.both("unpack", e.Text, e.Prose, func(text, prose string) { go p.read(e.N, e.Name(), text, prose) }, failed)
}

// fileChooser is the button that opens a file; a file can also be dropped on the page.
func (p *Page) fileChooser() app.UI {
	return app.Label().Class("file").Body(
		app.Text(p.T("file.open")),
		app.Input().Type("file").DataSet("act", "open").Accept(".iq,.md,.jsonl,.ndjson,.json,.txt").OnChange(func(ctx app.Context, _ app.Event) {
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
