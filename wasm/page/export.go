package page

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
)

// fileName names what is taken out of the page: by lesson and step.
func (p *Page) fileName(end string) string {
	name := "informerscope-" + p.hash.Page
	if l := p.lessonShown(); l != nil {
		name = "informerscope-" + l.ID
	}
	if p.player != nil && p.hash.Page != "live" {
		name += "-" + strconv.Itoa(p.player.step)
	}
	return name + end
}

// lessonShown is the lesson, or the one that a playground left; nil elsewhere.
func (p *Page) lessonShown() *scenarios.Lesson {
	switch {
	case p.player == nil || p.hash.Page != "lesson" && p.hash.Page != "play":
		return nil
	case p.player.lesson != nil:
		return p.player.lesson
	}
	return p.player.base
}

// momentText is what the moment is about, in a sentence: the headline without its marks.
func (p *Page) momentText() string {
	switch {
	case p.player == nil:
		return ""
	case p.hash.Page == "play":
		return strings.ReplaceAll(p.playLine(), "*", "")
	case p.hash.Page == "trace":
		return strings.ReplaceAll(p.caption(p.player.step), "*", "")
	case p.hash.Page == "lesson":
		return plain(p.tale())
	}
	return ""
}

func (p *Page) momentTitle() string {
	if l := p.lessonShown(); l != nil {
		return strings.TrimSpace(l.Number + " " + l.Text(p.lang(), "title"))
	}
	return p.t("page." + map[string]string{"play": "playground", "live": "live", "trace": "trace"}[p.hash.Page])
}

// picture is what the stage shows when nothing moves.
func (p *Page) picture() (shapes []scene.Shape, w, h float64) {
	s := p.shown()
	if s == nil {
		return nil, 0, 0
	}
	v := p.view(s)
	w, h = v.Size()
	return p.ghosts(scene.Build(s, v), v), w, h
}

// pictureSVG is the moment as a document of its own, in the colours that are shown.
func (p *Page) pictureSVG() string {
	shapes, w, h := p.picture()
	theme := "light"
	switch pal := p.palette(); {
	case pal.Two():
		theme = "hc"
	case pal == scene.Dark():
		theme = "dark"
	}
	return still.SVG(shapes, still.Options{W: w, H: h, Margin: scene.Margin, Title: p.momentTitle(), Desc: p.momentText(), Theme: theme, Bg: true})
}

// errCut is why a long live session has no trace file.
var errCut = errors.New("page: the beginning of the trace is gone")

// traceLines is the whole run as JSON lines.
func (p *Page) traceLines() (string, error) {
	s := p.shown()
	if s == nil || s.Recorder().Oldest() > 1 {
		return "", errCut
	}
	var b bytes.Buffer
	err := s.Recorder().WriteJSON(&b)
	return b.String(), err
}

// traceMime is the type of JSON lines.
const traceMime = "application/x-ndjson"

// script is the lesson as it stands in its file, or the session written as one.
func (p *Page) script() (string, error) {
	pl := p.player
	if pl == nil {
		return "", nil
	}
	if pl.lesson != nil {
		if p.hash.File {
			return p.file.text, nil
		}
		return scenarios.Files(pl.lesson.ID + ".iq")
	}
	if pl.session == nil {
		return "", nil
	}
	id, title := "my-session", p.t("save.title")
	if pl.base != nil {
		id, title = pl.base.ID+"-what-if", p.t("fork.in", "number", pl.base.Number)
	}
	return scenarios.Save(id, title, pl.session.Branch().World)
}
