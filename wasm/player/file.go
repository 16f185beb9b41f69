package player

import (
	"io"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// MaxFile bounds what is read of a file, in bytes.
const MaxFile = 64 << 20

// Bounds of a file that is opened, in bytes.
const (
	maxScript  = 1 << 20
	maxTrace   = MaxFile
	maxKeptFor = 2 << 20 // kept for a reload
)

// File is the reader's own file: a scenario or a recorded trace.
type File struct {
	Name, Text string
	Lesson     *scenarios.Lesson // nil of a trace
	rec        *trace.Recorder
	Prose      string // its translation, where there is one
	from       string // what the link said that brought it; "" is the reader's own
	packs      int    // the number by which it was packed for a class; 0 is not
	packed     string // its text, as links carry it; "" until then, and of a trace
}

// ReadFile reads a file by its text; errors tell what was seen and what was expected, for
// people. slow hands on the text of a trace, which may be long; nil reads it at a stretch.
func ReadFile(name, text string, slow func(text string) io.Reader) (*File, error) {
	f := &File{Name: name, Text: text}
	var err error
	if f.trace() {
		var r io.Reader = strings.NewReader(text)
		if slow != nil {
			r = slow(text)
		}
		f.rec, err = trace.ReadJSON(r)
		return f, err
	}
	f.Lesson, err = scenarios.Parse(name, strings.TrimPrefix(text, "\ufeff"))
	return f, err
}

// trace reports whether it reads as a trace, whatever it is.
func (f *File) trace() bool { return strings.HasPrefix(strings.TrimLeft(f.Text, " \t\r\n\ufeff"), "{") }

// prose reports whether it is a translation, by its name.
func (f *File) prose() bool { return strings.HasSuffix(f.Name, "."+translated+".md") }

type (
	// FileChosen says that the reader chose a file of so many bytes.
	FileChosen struct {
		Name string
		Size int
	}
	// FileReading says how much of a file was read, in percent; N is that of Read.
	FileReading struct {
		N       int
		Name    string
		Percent int
	}
	// FileRead brings a file that was read, or why not.
	FileRead struct {
		N    int
		Name string
		File *File
		Err  error
	}
	// FileLost says why a file could not be had at all.
	FileLost struct {
		Name, Why string
		Site      string // whose server was asked for it; "" is the reader's own file
		Shut      bool   // the server answers, and does not say that pages of other sites may read it
		Barred    bool   // the page itself may ask no other site
		Cut       bool   // it came in a link, and breaks off behind Read
		Read      string
	}
)

func (m FileChosen) do(p *Player) {
	most := maxTrace
	if strings.HasSuffix(m.Name, ".iq") || strings.HasSuffix(m.Name, ".txt") {
		most = maxScript
	}
	if m.Size > most {
		p.say(tell.Message("file.large", "file", visible(m.Name), "size", tell.Bytes(m.Size), "max", tell.Bytes(most)), true)
		return
	}
	p.reading++
	p.emit(Read{p.reading})
}

func (m FileReading) do(p *Player) {
	if m.N == p.reading {
		p.say(tell.Message("file.reading", "file", visible(m.Name), "percent", strconv.Itoa(m.Percent)), false)
	}
}

func (m FileLost) do(p *Player) {
	key := "file.unread"
	switch {
	case m.Cut:
		lines := strings.Split(m.Read, "\n")
		p.say(tell.Message("link.cut", "line", strconv.Itoa(len(lines)), "text", visible(middle(lines[len(lines)-1], maxShown))), true)
		return
	case m.Barred:
		key = "file.barred"
	case m.Shut:
		key = "file.shut"
	case m.Site != "":
		key = "file.unfetched"
	}
	p.say(tell.Message(key, "file", visible(m.Name), "why", m.Why, "site", visible(m.Site)), true)
}

// do shows a file that was read, or says why not; of several the one that was opened last.
func (m FileRead) do(p *Player) {
	if m.N != p.reading {
		return
	}
	p.reading++ // what it told is over
	if p.edited(m.File, m.N) {
		return
	}
	if f := m.File; f != nil && f.prose() && p.OwnFile() && p.File != nil && p.File.Lesson != nil {
		p.say(nil, false)
		p.File.Prose = f.Text
		p.tellIn(p.File, m.Name)
		return
	}
	err := m.Err
	if err == nil && m.File.Lesson != nil {
		_, err = NewLesson(m.File.Lesson, "", 0)
	}
	if err != nil {
		p.say(tell.Message("file.bad", "file", visible(m.Name), "why", refusal(err)), true)
		p.Reference = !strings.HasSuffix(m.Name, ".jsonl") && !strings.HasSuffix(m.Name, ".ndjson")
		return
	}
	if p.Hash.fromLink() && m.N == p.brings {
		p.brought(m.File)
		return
	}
	p.File = m.File
	keep := Keep{Name: fileKey, Tab: true}
	if len(m.File.Text) <= maxKeptFor {
		keep.Text = m.File.Name + "\n" + m.File.Text
	}
	p.emit(keep)
	h := p.Hash.elsewhere()
	h.Page, h.File = "trace", true
	if m.File.Lesson != nil {
		h.Page, h.Lesson = "lesson", m.File.Lesson.ID
	}
	p.leave()
	p.Head = nil
	p.Hash.Page = "home" // it is opened anew, even under the same name
	p.opening = true
	p.visit(h)
}

const fileKey = "informerscope.file"

// keptFile is the file that a link speaks of: the one open now, or before a reload.
func (p *Player) keptFile() *File {
	if p.File != nil {
		return p.File
	}
	name, text, ok := strings.Cut(p.kept(fileKey), "\n")
	if !ok {
		return nil
	}
	f, err := ReadFile(name, text, nil)
	if err != nil {
		return nil
	}
	p.File = f
	return f
}

// noFile goes home when the link's file is not here.
func (p *Player) noFile() {
	p.say(tell.Message("file.gone"), true)
	p.Hash = Hash{Page: "home", Lang: p.Hash.Lang, Theme: p.Hash.Theme}
	p.opening = false
}
