package film

import (
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Layouts are the names of what a step can be drawn as.
var Layouts = []string{"wide", "embed", "phone"}

// Views are the parts of the picture that can be asked for.
var Views = scene.Plans

// Look says how steps are drawn. The zero Look is the lesson's own view, wide, in English.
type Look struct {
	Layout string
	View   string // "" is the lesson's
	Lang   string
}

func (k Look) view(l *scenarios.Lesson) scene.View {
	v := scene.View{Plan: k.View, Text: text.For(k.Lang).Text}
	if v.Plan == "" {
		v.Plan = l.View
	}
	switch {
	case k.Layout == "embed":
		v.Layout = scene.Embed
	case k.Layout == "phone":
		v.Layout = scene.Phone
	}
	return v
}

// Picture is a drawing with its size in stage pixels and its text alternative.
type Picture struct {
	Shapes []draw.Shape
	W, H   float64
	Title  string // what it is
	Desc   string // what it says
}

// edge is the room around a picture that stands alone.
const edge = 16.

// Frame draws step n, with the ways that things came.
func (f *Film) Frame(n int, k Look) Picture {
	p := f.Panel(n, k)
	for i, s := range p.Shapes {
		p.Shapes[i] = s.Shifted(edge, edge)
	}
	p.W, p.H = p.W+2*edge, p.H+2*edge
	return p
}

// Panel draws step n without room around it.
func (f *Film) Panel(n int, k Look) Picture {
	v := f.view(n, k)
	bare, moves := moves(f.Line, n, v)
	w, h := v.Size()
	return Picture{Shapes: scene.Trail(bare, moves), W: w, H: h, Title: f.title(k.Lang), Desc: Plain(f.Beat(n, k.Lang))}
}

// view is how step n is drawn.
func (f *Film) view(n int, k Look) scene.View {
	v := k.view(f.Lesson)
	v.Now = f.Run.Steps[n].At
	v.Began = f.Run.Steps[max(0, n-1)].At
	v.Detail.Base, v.Detail.Cap = f.Run.World.Ladder()
	v.Detail.Asked = f.Run.Asks(n)
	return v
}

// moves are the shapes of a step, and what moves on the way to them.
func moves(line *model.Timeline, n int, v scene.View) ([]draw.Shape, []scene.Move) {
	s := line.At(n)
	v.Now = max(s.At, v.Now)
	v.Prev = line.At(n - 1)
	return scene.Build(s, v), scene.Moves(v.Prev, s, line.Events(n), v)
}

func (f *Film) title(lang string) string {
	t := strings.TrimSpace(f.Lesson.Place() + " " + f.Lesson.Text(lang, "title"))
	if t == "" {
		t = f.Lesson.ID
	}
	return text.Visible(t)
}

// Plain is a text without its marks, and without what hides or turns.
func Plain(s string) string {
	return text.Isolated(strings.ReplaceAll(text.Plain(s), "`", ""))
}
