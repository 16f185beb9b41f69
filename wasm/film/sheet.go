package film

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// MaxPanels bounds a contact sheet.
const MaxPanels = 24

// Panels are the steps a sheet shows: the marked ones; without marks those that say
// something, without any, all. Of more than MaxPanels some are left out, evenly.
func (f *Film) Panels() []int {
	var marked, told, all []int
	for n, st := range f.Run.Steps {
		if st.Marker {
			marked = append(marked, n)
		}
		if st.Beat != "" {
			told = append(told, n)
		}
		all = append(all, n)
	}
	for _, some := range [][]int{marked, told, all} {
		if len(some) > 1 || len(some) == len(all) {
			return evenly(some, MaxPanels)
		}
	}
	return all
}

func evenly(all []int, most int) []int {
	if len(all) <= most {
		return all
	}
	out := make([]int, most)
	for i := range out {
		out[i] = all[i*(len(all)-1)/(most-1)]
	}
	return out
}

// Measures of a sheet in stage pixels.
const (
	margin   = 28.
	gap      = 24.
	head     = 84. // title and question
	foot     = 30.
	pad      = 10. // around a panel's picture
	nameSize = 17.
	saidSize = 16.
	saidLead = 22.
)

// Sheet draws a contact sheet: the panels in rows of columns, each with its number, its
// command and what is said about it. columns 0 chooses by the layout.
func (f *Film) Sheet(k Look, columns int) Picture {
	panels := f.Panels()
	v := k.view(f.Lesson)
	w, h := v.Size()
	switch {
	case columns > 0:
	case v.Layout == scene.Phone:
		columns = 4
	default:
		columns = 2
	}
	columns = max(1, min(columns, len(panels)))
	cell := w + 2*pad
	width := 2*margin + float64(columns)*cell + float64(columns-1)*gap
	p := Picture{W: width, Title: f.title(k.Lang), Desc: Plain(f.Lesson.Text(k.Lang, "question"))}
	p.words(margin, margin+24, 28, width-2*margin, draw.Run{Text: p.Title, Bold: true})
	p.words(margin, margin+54, 19, width-2*margin, draw.Run{Text: p.Desc, Ink: draw.Text2})
	y := margin + head
	for row := 0; row < len(panels); row += columns {
		lines := 1
		var said [][]string
		for _, n := range panels[row:min(row+columns, len(panels))] {
			text := ""
			if id := f.Run.Steps[n].Beat; id != "" {
				text = Plain(f.Lesson.Said(k.Lang, id, f.Run.Engine))
			}
			said = append(said, Wrap(text, cell-2*pad, saidSize))
			lines = max(lines, len(said[len(said)-1]))
		}
		tall := h + 2*pad + 36 + float64(lines)*saidLead
		for i, beat := range said {
			n := panels[row+i]
			p.told(f.Panel(n, k), n, f.Name(n, k.Lang), margin+float64(i)*(cell+gap), y, tall, f.opens(panels, row+i, k.Lang), beat)
		}
		y += tall + gap
	}
	p.words(margin, y+6, 14, width-2*margin, draw.Run{Text: f.source(k.Lang), Ink: draw.Text3})
	p.H = math.Ceil(y - gap + foot + margin)
	return p
}

// told puts a picture of step n into a box at x, y that is tall high, with its number and what it is called, the
// chapter that it opens, and what is said about it.
func (p *Picture) told(panel Picture, n int, called string, x, y, tall float64, opens string, said []string) {
	w, h := panel.W, panel.H
	cell := w + 2*pad
	p.Shapes = append(p.Shapes, draw.Shape{Kind: draw.Rect, X: x, Y: y, W: cell, H: tall, R: 8, Fill: draw.Bg, Stroke: draw.Line, StrokeWidth: 1})
	for _, s := range panel.Shapes {
		p.Shapes = append(p.Shapes, inside(s, w, h).Shifted(x+pad, y+pad))
	}
	under := y + h + 2*pad
	p.Shapes = append(p.Shapes, draw.Shape{Kind: draw.Rect, X: x, Y: under, W: cell, H: 1, Fill: draw.Line2})
	name := []draw.Run{{Text: strconv.Itoa(n) + "  ", Bold: true, Ink: draw.Text3}, {Text: text.Isolated(called), Bold: true}}
	if opens != "" {
		name = append(name, draw.Run{Text: "   " + opens, Ink: draw.Text3})
	}
	p.words(x+pad, under+24, nameSize, cell-2*pad, name...)
	for j, line := range said {
		p.words(x+pad, under+48+float64(j)*saidLead, saidSize, 0, draw.Run{Text: line, Ink: draw.Text2})
	}
}

// opens is the title of the chapter that a panel opens: what is so from there on may have been said in a
// step that the sheet leaves out.
func (f *Film) opens(panels []int, i int, lang string) string {
	chapter := f.Run.Steps[panels[i]].Chapter
	if chapter == "" || i > 0 && f.Run.Steps[panels[i-1]].Chapter == chapter {
		return ""
	}
	return Plain(f.Lesson.Text(lang, chapter))
}

// inside clips a shape that reaches out of its panel, as the page's stage does.
func inside(s draw.Shape, w, h float64) draw.Shape {
	x0, y0, x1, y1 := s.Bounds()
	if s.ClipW == 0 && (x0 < -pad || y0 < -pad || x1 > w+pad || y1 > h+pad) {
		s.ClipX, s.ClipY, s.ClipW, s.ClipH = -pad, -pad, w+2*pad, h+2*pad
	}
	return s
}

// source says where the sheet comes from.
func (f *Film) source(lang string) string {
	out := "Informerscope · " + text.For(lang).Text("cli.engine", "engine", f.Run.Setting())
	if proof, ok := f.Lesson.Verified(f.Run.Engine); ok {
		out += " · " + text.For(lang).Text("page.verified", "version", proof.On())
	}
	return out
}

// words puts a line at x, y, shortened to width when that is not 0.
func (p *Picture) words(x, y, size, width float64, runs ...draw.Run) {
	if width > 0 {
		last := &runs[len(runs)-1]
		room := width - draw.Width(runs[:len(runs)-1], size)
		last.Text = draw.Ellipsis(last.Text, room, size, last.Bold, last.Mono)
	}
	p.Shapes = append(p.Shapes, draw.Shape{Kind: draw.Words, X: x, Y: y, Size: size, Runs: runs})
}

// Closers are characters that never begin a line.
const Closers = "，。、；：？！）》”’…,.;:?!)]}"

// Wrap breaks a text into lines of at most width px: at blanks, and between the characters of
// scripts that have none. A word that is longer is shortened.
func Wrap(s string, width, size float64) []string {
	var lines []string
	line := ""
	for _, piece := range pieces(s) {
		if line != "" && draw.TextWidth(line+piece, size, false, false) > width && !strings.ContainsRune(Closers, []rune(piece)[0]) {
			lines = append(lines, strings.TrimSpace(line))
			line, piece = "", strings.TrimLeft(piece, " ")
		}
		line += draw.Ellipsis(piece, width, size, false, false)
	}
	return append(lines, strings.TrimSpace(line))
}

// pieces cuts a text at blanks and around characters of scripts that have none, but not after a bracket
// or mark that opens.
func pieces(s string) (out []string) {
	start, before := 0, ' '
	for i, r := range s {
		if i > start && (r == ' ' || wide(r) || wide(before)) && !strings.ContainsRune("（《“‘「", before) {
			out, start = append(out, s[start:i]), i
		}
		before = r
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}
