package site

import (
	"bytes"
	"fmt"
	"html/template"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/raster"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

// lessonPage is what a lesson's page and its sheet to print are made of.
type lessonPage struct {
	page
	Lesson   *scenarios.Lesson
	Place    string
	Question template.HTML
	Engine   string
	Verified string // on which client-go; "" is on none
	// Otherwise says which client-go does otherwise, and why; "" is none.
	Otherwise template.HTML
	Panels    []panel
	Cover     panel
	Next      *link
	Before    []link // to know first
	Sources   []link
	Minutes   int
	Script    string // its text, beside the page
	Own       bool   // of the folder of --scenarios
}

// panel is a step that matters: its picture, and what is said there.
type panel struct {
	Step           int
	Name           string
	SVG, Dark, PNG string // beside the page
	W, H           int
	Small          string // the same for little room, light
	SmallW, SmallH int
	Alt            string
	Said           template.HTML
	Chapter        string // that it opens
	Asks           []question
	App            string // this moment in the program
}

// question is asked on the way to a panel.
type question struct {
	Text    template.HTML
	Options []option
}

type option struct {
	Text, Why template.HTML
	Right     bool
}

type link struct{ Text, Href string }

// lessonFolder is where a lesson's page lies.
func lessonFolder(lang, id string) string { return langFolder(lang) + "s/" + id + "/" }

// lesson writes all that there is of one lesson.
func (s *site) lesson(l *scenarios.Lesson) error {
	engine := l.Engines[len(l.Engines)-1]
	f, err := film.Record(l, engine)
	if err != nil {
		return err
	}
	for _, lang := range scenarios.Languages {
		folder := lessonFolder(lang, l.ID)
		p := lessonPage{page: s.page(lang, folder+"index.html"), Lesson: l, Place: l.Place(), Engine: engine, Minutes: l.Minutes()}
		p.Own = !l.Ours()
		if proof, ok := l.Verified(engine); ok {
			p.Verified = proof.On()
			if on, why := versions.Otherwise(lang, l); len(on) > 0 {
				p.Otherwise = rich(p.T("lesson.otherwise", "versions", strings.Join(on, ", "), "why", why))
			}
		}
		p.Title = strings.TrimSpace(p.Place + " " + l.Text(lang, "title"))
		p.Description = text.Plain(l.Text(lang, "question"))
		p.Question = rich(l.Text(lang, "question"))
		for _, src := range l.Sources {
			href, _ := scenarios.SourceURL(src)
			p.Sources = append(p.Sources, link{src, href})
		}
		for _, b := range l.Before() {
			p.Before = append(p.Before, link{b.Place() + " " + b.Text(lang, "title"), "../" + b.ID + "/"})
		}
		if n := scenarios.Next(l); n != nil && !p.Own {
			p.Next = &link{n.Place() + " " + n.Text(lang, "title"), "../" + n.ID + "/"}
		}
		if err := s.script(&p); err != nil {
			return err
		}
		if err := s.panels(&p, f); err != nil {
			return err
		}
		p.Picture = folder + p.Cover.PNG
		p.OEmbed = s.oEmbed(&p)
		if err := s.render(folder+"index.html", "lesson.html", p); err != nil {
			return err
		}
		p.Robots, p.OEmbed = "noindex", ""
		p.Name, p.Canonical = folder+"handout.html", folder
		if err := s.render(folder+"handout.html", "handout.html", p); err != nil {
			return err
		}
		if err := s.sheet(f, lang, folder); err != nil {
			return err
		}
	}
	return nil
}

// script lays the lesson's text beside its pages, and of one's own the translations that there are, for the page to
// find.
func (s *site) script(p *lessonPage) error {
	id := p.Lesson.ID
	data := s.ownFiles[id+".iq"]
	if !p.Own {
		text, err := scenarios.Files(id + ".iq")
		if err != nil {
			return err
		}
		data = []byte(text)
	}
	for _, lang := range scenarios.Languages[1:] {
		if words := s.ownFiles[id+"."+lang+".md"]; p.Own && words != nil {
			s.tree.Put(lessonFolder(p.Lang, id)+id+"."+lang+".md", words)
		}
	}
	p.Script = id + ".iq"
	s.tree.Put(lessonFolder(p.Lang, id)+p.Script, data)
	return nil
}

// OwnSource is the address of a lesson that the program does not have, seen from the program.
func (p lessonPage) OwnSource() string {
	if !p.Own {
		return ""
	}
	return up(v1) + lessonFolder(p.Lang, p.Lesson.ID) + p.Script
}

// named is how a link of the program names the lesson.
func (p lessonPage) named() string {
	if src := p.OwnSource(); src != "" {
		return "src=" + template.URLQueryEscaper(src)
	}
	return "s=" + p.Lesson.ID
}

// Foot does not say of a lesson of one's own what holds of the course.
func (p lessonPage) Foot() string {
	if p.Own {
		return "foot.own"
	}
	return p.page.Foot()
}

// Asked are all questions of the lesson.
func (p lessonPage) Asked() (all []question) {
	for _, at := range p.Panels {
		all = append(all, at.Asks...)
	}
	return all
}

// panels draws the steps that matter.
func (s *site) panels(p *lessonPage, f *film.Film) error {
	folder := lessonFolder(p.Lang, p.Lesson.ID)
	t := tell.Teller{Say: text.For(p.Lang).Text, Lang: p.Lang}
	for n := range f.Run.Steps { // also those that the page leaves out: links to a picture of a step stay
		s.svg(folder+strconv.Itoa(n)+".svg", f.Frame(n, film.Look{Lang: p.Lang}), "light")
	}
	chapter, last := "", -1
	for _, n := range f.Panels() {
		pic := f.Frame(n, film.Look{Lang: p.Lang})
		no := strconv.Itoa(n)
		at := panel{Step: n, Name: f.Name(n, p.Lang), SVG: no + ".svg", Dark: no + "-dark.svg", PNG: no + ".png", W: int(pic.W), H: int(pic.H)}
		s.svg(folder+at.Dark, pic, "dark")
		small := f.Frame(n, film.Look{Lang: p.Lang, Layout: "embed"})
		at.Small, at.SmallW, at.SmallH = no+"-embed.svg", int(small.W), int(small.H)
		s.svg(folder+at.Small, small, "light")
		if err := s.png(folder+at.PNG, pic, s.Scale); err != nil {
			return err
		}
		tale := t.Tale(tell.Moment{Line: f.Line, Step: n, State: f.At(n), Run: f.Run})
		if tale == "" {
			tale = p.Lesson.Text(p.Lang, "question")
		}
		at.Said, at.Alt = rich(tale), film.Plain(tale)
		if c := f.Run.Steps[n].Chapter; c != "" && c != chapter {
			at.Chapter, chapter = p.Lesson.Text(p.Lang, c), c
		}
		for k := last + 1; k <= n; k++ {
			if g := f.Run.Steps[k].Gate; g != nil {
				at.Asks = append(at.Asks, asked(p.Lesson, p.Lang, g))
			}
		}
		last = n
		at.App = p.Program + "#" + p.named() + "&step=" + no + "&lang=" + p.Lang
		p.Panels = append(p.Panels, at)
	}
	p.Cover = p.Panels[len(p.Panels)-1]
	for _, at := range p.Panels {
		if at.Step >= player.Cover(p.Lesson) {
			p.Cover = at
			break
		}
	}
	s.covers.Store(p.Lang+p.Lesson.ID, p.Cover)
	return nil
}

// svg writes a picture in a theme.
func (s *site) svg(name string, pic film.Picture, theme string) {
	s.tree.Put(name, []byte(still.SVG(pic.Shapes, still.Options{W: pic.W, H: pic.H, Title: pic.Title, Desc: pic.Desc, Theme: theme, Fixed: true, Bg: true})))
}

// asked is a question as the page shows it, in the order of its answers there.
func asked(l *scenarios.Lesson, lang string, g *scenarios.Gate) question {
	q := question{Text: rich(l.Text(lang, g.ID))}
	options := l.Options(lang, g.ID)
	for _, i := range g.Order() {
		q.Options = append(q.Options, option{Text: rich(options[i]), Why: rich(l.Why(lang, g.ID, i)), Right: i == 0})
	}
	return q
}

func (s *site) png(name string, pic film.Picture, scale float64) error {
	pal := still.Palette("light")
	fonts := <-s.fonts
	defer func() { s.fonts <- fonts }()
	img, err := raster.Paint(pal.Suit(pic.Shapes), pic.W, pic.H, scale, pal, fonts)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return err
	}
	s.tree.Put(name, b.Bytes())
	return nil
}

// sheet is the contact sheet, one picture of all panels.
func (s *site) sheet(f *film.Film, lang, folder string) error {
	sheet := f.Sheet(film.Look{Lang: lang, Layout: "embed"}, 0)
	s.svg(folder+"sheet.svg", sheet, "light")
	return s.png(folder+"sheet.png", sheet, s.Scale/1.5)
}

// readOwn reads the lessons of a folder, with the translations beside them, and says what is wrong with the
// first that is not fit to be shown.
func (s *site) readOwn(dir string) (own []*scenarios.Lesson, err error) {
	if dir == "" {
		return nil, nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.iq"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("--scenarios %s: there is no file there that ends in .iq", dir)
	}
	slices.Sort(names)
	s.ownFiles = map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		l, err := scenarios.Parse(name, string(data))
		if err != nil {
			return nil, err
		}
		if scenarios.Find(l.ID) != nil || slices.ContainsFunc(own, func(o *scenarios.Lesson) bool { return o.ID == l.ID }) {
			return nil, fmt.Errorf("%s: there is a lesson with the id %s already: give it another", name, l.ID)
		}
		for _, lang := range scenarios.Languages[1:] {
			file := strings.TrimSuffix(name, ".iq") + "." + lang + ".md"
			if words, err := os.ReadFile(file); err == nil {
				if err := l.Translate(file, lang, string(words)); err != nil {
					return nil, err
				}
				s.ownFiles[l.ID+"."+lang+".md"] = words
				for _, lack := range l.Untold() {
					s.Progress(lack)
				}
			}
		}
		if bad := l.Check(); len(bad) > 0 {
			return nil, fmt.Errorf("%s does not hold: %s; informerscope check tells all of it", name, bad[0])
		}
		own = append(own, l)
		s.ownFiles[l.ID+".iq"] = data
	}
	return own, nil
}
