package page

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Bounds of a file that is opened, in bytes.
const (
	maxScript  = 1 << 20
	maxTrace   = 64 << 20
	maxKeptFor = 2 << 20 // kept for a reload
)

// opened is the reader's own file: a scenario or a recorded trace.
type opened struct {
	name, text string
	lesson     *scenarios.Lesson
	rec        *trace.Recorder
}

// readFile reads a file by its text; errors tell what was seen and what was expected, for
// people. pause is called now and then with how much of a trace was read, in percent.
func readFile(name, text string, pause func(percent int)) (*opened, error) {
	f := &opened{name: name, text: text}
	var err error
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\ufeff"), "{") {
		f.rec, err = trace.ReadJSON(&unhurried{text: text, every: breath, pause: pause})
		return f, err
	}
	f.lesson, err = scenarios.Parse(name, strings.TrimPrefix(text, "\ufeff"))
	return f, err
}

// tooLarge reports whether a file of so many bytes is not even read.
func tooLarge(name string, size int) (most int, over bool) {
	most = maxTrace
	if strings.HasSuffix(name, ".iq") || strings.HasSuffix(name, ".txt") {
		most = maxScript
	}
	return most, size > most
}

// bytesText prints a size as people say it.
func bytesText(n int) string {
	if n < 1<<20 {
		return strconv.Itoa((n+1023)/1024) + " KB"
	}
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}

// NewTrace is a player of a recorded run: it stands at the first step.
func NewTrace(rec *trace.Recorder) *Player {
	p := &Player{speed: 1, line: model.New(rec, 0, nil)}
	p.line.CutSteps()
	p.Seek(0)
	return p
}

// openFile reads a File of the browser and shows it; a file that cannot be read leaves the
// picture as it is.
func (p *Page) openFile(file app.Value) {
	name, size := file.Get("name").String(), file.Get("size").Int()
	if most, over := tooLarge(name, size); over {
		p.say(p.t("file.large", "file", shown(name), "size", bytesText(size), "max", bytesText(most)), true)
		return
	}
	settled(file.Call("text"), func(text app.Value) {
		go p.readText(name, text.String())
	}, func(err app.Value) {
		p.ctx.Dispatch(func(app.Context) {
			p.say(p.t("file.unread", "file", shown(name), "why", err.Get("message").String()), true)
		})
	})
}

// readText reads a file while the page goes on; the file that was opened last is shown.
func (p *Page) readText(name, text string) {
	p.reading++
	me, told := p.reading, 0
	f, err := readFile(name, text, func(percent int) {
		if percent/10 > told {
			told = percent / 10
			p.ctx.Dispatch(func(app.Context) {
				if me == p.reading {
					p.say(p.t("file.reading", "file", shown(name), "percent", strconv.Itoa(percent)), false)
				}
			})
		}
		time.Sleep(time.Millisecond) // the browser's turn
	})
	p.ctx.Dispatch(func(app.Context) {
		if me == p.reading {
			p.reading++ // what it told is over
			p.showFile(name, f, err)
		}
	})
}

// showFile shows a file that was read, or says why not.
func (p *Page) showFile(name string, f *opened, err error) {
	if err == nil && f.lesson != nil {
		_, err = NewLesson(f.lesson, "", 0)
	}
	if err != nil {
		p.say(p.t("file.bad", "file", shown(name), "why", p.refusal(err)), true)
		return
	}
	p.file = f
	keepFile(f)
	h := Hash{Page: "trace", File: true, Lang: p.hash.Lang, Theme: p.hash.Theme, Embed: p.hash.Embed, Code: p.hash.Code}
	if f.lesson != nil {
		h.Page, h.Lesson = "lesson", f.lesson.ID
	}
	p.hash.Page = "home" // it is opened anew, even under the same name
	p.visit(h)
}

// maxFailing bounds each side of an expectation that is shown, in characters.
const maxFailing = 160

// failureText tells the first expectation of the reader's file that did not hold, and how
// many more did not.
func (p *Page) failureText(all []scenarios.Failure) string {
	f := all[0]
	text := p.t("file.fails", "at", shown(f.File)+":"+strconv.Itoa(f.Line), "engine", f.Engine,
		"want", middle(shown(f.Item), maxFailing), "got", middle(shown(f.Got), maxFailing), "try", middle(shown(f.Advice()), maxFailing))
	if more := len(all) - 1; more > 0 {
		text += " " + p.t("file.fails.more", "n", strconv.Itoa(more))
	}
	return text
}

// visit goes to another place with an entry in the history, through go-app: it ignores a link
// to where it thinks the page is. So where it thinks just that, it is not asked.
func (p *Page) visit(h Hash) {
	p.address = ""
	here := app.Window().URL()
	here.Fragment, here.RawFragment = "", ""
	there, err := url.Parse(here.String() + h.String())
	if err == nil && there.String() != p.visited {
		p.ctx.NavigateTo(there)
		return
	}
	app.Window().Get("history").Call("pushState", nil, "", h.String())
	p.open()
}

const fileItem = "informerscope.file"

// keepFile keeps a small file for a reload of the page, in this tab only.
func keepFile(f *opened) {
	defer func() { _ = recover() }() // no storage, or none left
	store := app.Window().Get("sessionStorage")
	store.Call("removeItem", fileItem)
	if len(f.text) <= maxKeptFor {
		store.Call("setItem", fileItem, f.name+"\n"+f.text)
	}
}

// keptFile is the file that a link speaks of: the one open now, or before a reload.
func (p *Page) keptFile() (f *opened) {
	if p.file != nil {
		return p.file
	}
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	v := app.Window().Get("sessionStorage").Call("getItem", fileItem)
	if !v.Truthy() {
		return nil
	}
	name, text, _ := strings.Cut(v.String(), "\n")
	f, err := readFile(name, text, func(int) {})
	if err != nil {
		return nil
	}
	p.file = f
	return f
}

// startTrace shows the recorded run that was opened.
func (p *Page) startTrace() {
	f := p.keptFile()
	if f == nil || f.rec == nil {
		p.noFile()
		return
	}
	p.player = NewTrace(f.rec)
	p.player.Seek(p.hash.Step)
}

// noFile goes home when the link's file is not here.
func (p *Page) noFile() {
	p.say(p.t("file.gone"), true)
	p.hash = Hash{Page: "home", Lang: p.hash.Lang, Theme: p.hash.Theme}
	p.save()
}

// fileChooser is the button that opens a file; a file can also be dropped on the page.
func (p *Page) fileChooser() app.UI {
	return app.Label().Class("file").Body(
		app.Text(p.t("file.open")),
		app.Input().Type("file").DataSet("act", "open").Accept(".iq,.jsonl,.ndjson,.json,.txt").OnChange(func(ctx app.Context, _ app.Event) {
			if files := ctx.JSSrc().Get("files"); files.Get("length").Int() > 0 {
				p.openFile(files.Index(0))
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
			p.openFile(list.Index(0))
			p.ctx.Dispatch(func(app.Context) {})
		}
	})
}
