package player

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/informerscope/informerscope/core/chrome"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Share is the dialog in which a moment is taken along: as a link, a snippet, a picture, a
// file.
type Share struct {
	Open bool
	Said tell.Saying // what became of the last press, for eye and ear
	Way  int         // of Ways
	Size int         // of frames
	File tell.Saying // shown as text where downloads are refused
	Film Filming
}

// Frames are the sizes an embed is offered in, px; 0 fills the column.
var Frames = [][2]int{{0, 0}, {640, 360}, {800, 450}, {480, 270}}

// ShareID is the id of the dialog.
const ShareID = "share"

type (
	// OpenShare opens the dialog; CloseShare closes it, and ShareClosed says that it is.
	OpenShare   struct{}
	CloseShare  struct{}
	ShareClosed struct{}
	// ShareWay chooses how it is taken into another page.
	ShareWay struct{ I int }
	// ShareSize chooses the size of a frame.
	ShareSize struct{ I int }
	// CopyField copies a text of the dialog, and Copied says whether that went well.
	CopyField struct{ ID string }
	Copied    struct{ OK bool }
	// Take takes the moment along as a file: "svg", "png", "trace", "chrome", "iq", or "md", the translation in the editor.
	Take struct{ What string }
	// Painted says whether a PNG could be painted.
	Painted struct{ OK bool }
)

func (OpenShare) do(p *Player) {
	StopFilm{}.do(p)
	p.Share = Share{Open: true, Way: p.Share.Way, Size: p.Share.Size, Film: Filming{n: p.Share.Film.n}}
	p.filmAll()
	if p.Hash.Page == "edit" && p.timers["pack"] {
		p.pack() // the link is of what stands there now
	}
	if p.Head != nil {
		p.Head.Playing = false
	}
	p.stop()
	p.emit(Dialog{ShareID, true})
}

func (CloseShare) do(p *Player)  { p.emit(Dialog{ShareID, false}) }
func (ShareClosed) do(p *Player) { p.Share.Open = false; StopFilm{}.do(p) }

func (m ShareWay) do(p *Player) {
	if m.I >= 0 && m.I < len(Ways) {
		p.Share.Way = m.I
	}
}

func (m ShareSize) do(p *Player) {
	if m.I >= 0 && m.I < len(Frames) {
		p.Share.Size = m.I
	}
}

func (m CopyField) do(p *Player) { p.emit(Copy(m)) }

func (m Copied) do(p *Player) {
	said := tell.Message("share.selected")
	if m.OK {
		said = tell.Message("share.copied")
	}
	p.Share.Said, p.Tools.Form.Said = said, said
}

func (m Take) do(p *Player) {
	switch m.What {
	case "svg":
		svg, _, _ := p.PictureSVG()
		p.take(p.fileName(".svg"), "image/svg+xml", tell.Verbatim(svg), nil)
	case "png":
		svg, w, h := p.PictureSVG()
		p.emit(Download{File: p.fileName(".png"), Text: svg, PNG: true, W: w, H: h})
	case "trace":
		lines, err := p.traceIn(func(w io.Writer, rec *trace.Recorder) error { return rec.WriteJSON(w) })
		p.take(p.fileName(".jsonl"), traceMime, tell.Verbatim(lines), err)
	case "chrome":
		text, err := p.traceIn(func(w io.Writer, rec *trace.Recorder) error { return chrome.Write(w, rec, p.Title()) })
		p.take(p.fileName(".json"), "application/json", tell.Verbatim(text), err)
	case "md":
		name := "scenario"
		if p.Edit.file != nil {
			name = p.Edit.file.ID
		}
		if p.Edit.Asks {
			return // it is not here yet
		}
		p.take(name+"."+translated+".md", "text/plain", tell.Verbatim(p.Edit.Prose), nil)
	case "iq":
		text, err := p.Script()
		if !p.Share.Open && (err != nil || p.env.Boxed) { // the dialog has the room to say so
			OpenShare{}.do(p)
		}
		p.take(p.fileName(".iq"), "text/plain", tell.Verbatim(text), err)
		if e := &p.Edit; p.Hash.Page == "edit" && e.Prose != e.begun {
			e.Said = tell.Message("edit.saved.alone")
		}
	}
}

func (m Painted) do(p *Player) {
	p.Share.Said = tell.Message("share.noPNG")
	if m.OK {
		p.Share.Said = tell.Message("share.saved", "file", p.fileName(".png"))
	}
}

// take downloads a file, or shows its text where the frame is not allowed to.
func (p *Player) take(name, mime string, text tell.Saying, err error) {
	switch {
	case errors.Is(err, errCut):
		p.Share.Said = tell.Message("share.cut")
	case err != nil:
		p.Share.Said = refusal(err)
	case p.env.Boxed:
		p.Share.File, p.Share.Said = text, tell.Message("share.selected")
		p.emit(Select{"share-file"})
	default:
		p.emit(Download{File: name, Mime: mime, Text: p.Tell(text)})
		p.Share.Said = tell.Message("share.saved", "file", name)
	}
}

// Address is the link to what is shown.
func (p *Player) Address(embed bool) string {
	h := p.Hash
	h.Part = 0
	p.mode().address(&h)
	p.textOf(&h)
	if h.Embed = embed; embed && h.Page == "edit" {
		h.Page = "lesson" // a frame has no room for the text
	}
	return p.env.Base + h.String()
}

// LessonShown is the lesson, or the one that a playground left; nil elsewhere.
func (p *Player) LessonShown() *scenarios.Lesson {
	switch {
	case p.Head == nil || p.Hash.Page != "lesson" && p.Hash.Page != "play" && p.Hash.Page != "edit":
		return nil
	case p.Head.Lesson != nil:
		return p.Head.Lesson
	}
	return p.Head.Base
}

// fileName names what is taken out of the page: by lesson and step.
func (p *Player) fileName(end string) string {
	name := "informerscope-" + p.Hash.Page
	if l := p.LessonShown(); l != nil {
		name = "informerscope-" + l.ID
	}
	if p.Head != nil && p.Hash.Page != "live" {
		name += "-" + strconv.Itoa(p.Head.Step)
	}
	return name + end
}

// errCut is why a long live session has no trace file.
var errCut = errors.New("player: the beginning of the trace is gone")

// traceMime is the type of JSON lines.
const traceMime = "application/x-ndjson"

// traceIn is the whole run in a form.
func (p *Player) traceIn(write func(io.Writer, *trace.Recorder) error) (string, error) {
	s := p.Shown()
	if s == nil || s.Recorder().Oldest() > 1 {
		return "", errCut
	}
	var b bytes.Buffer
	err := write(&b, s.Recorder())
	return b.String(), err
}

// Script is the lesson as it stands in its file, or the session written as one; "" where there is
// neither.
func (p *Player) Script() (string, error) {
	h := p.Head
	if p.Hash.Page == "edit" {
		return p.Edit.Text, nil
	}
	if h == nil {
		return "", nil
	}
	if h.Lesson != nil {
		if p.Hash.File {
			return p.File.Text, nil
		}
		return scenarios.Files(h.Lesson.ID + ".iq")
	}
	if h.Session == nil {
		return "", nil
	}
	id, title := "my-session", p.T("save.title")
	if h.Base != nil {
		id, title = h.Base.ID+"-what-if", p.T("fork.in", "number", h.Base.Place())
	}
	return scenarios.Save(id, title, h.Session.Branch().World)
}
