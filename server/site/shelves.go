package site

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/text"
)

// card is a lesson among others: a picture that leads to it.
type card struct {
	Place, Title, Question, Href string
	Pic                          panel
}

// shelf is a page that lists lessons.
type shelf struct {
	page
	Cards []card
	Parts []part
	Count int
	First first
	Hero  string
	Ways  []way
}

type part struct {
	Title, About string
	Lessons      []card
}

// first is where somebody new begins.
type first struct{ Text, Place, App string }

// way is a thing that one can do here.
type way struct{ Title, Text, Href, Code string }

// onFront is how many lessons have their picture on the front page.
const onFront = 6

// shelves writes the pages around the lessons, in each language.
func (s *site) shelves(own []*scenarios.Lesson) error {
	for _, lang := range scenarios.Languages {
		folder := langFolder(lang)
		all := scenarios.InOrder()
		t := func(name, of, nav, title, about string, fill func(*shelf)) error {
			p := shelf{page: s.page(lang, folder+name), Count: len(all)}
			p.Nav, p.Title, p.Description = nav, p.T(title), p.T(about)
			p.Picture = lessonFolder(lang, all[1].ID) + strconv.Itoa(player.Cover(all[1])) + ".png"
			fill(&p)
			return s.render(folder+name, of, p)
		}
		if err := t("index.html", "home.html", "", "home.title", "home.lead", func(p *shelf) {
			for i := range onFront {
				p.Cards = append(p.Cards, s.card(all[1+i*(len(all)-1)/onFront], p.page))
			}
			p.First = first{all[0].Text(lang, "title"), all[0].Place(), p.App("s=" + all[0].ID)}
			p.Hero = p.Root + s.app + "dist/stills/home.svg"
			p.Ways = []way{
				{p.T("site.learn"), p.T("site.learn.text"), p.Home + "course/", ""},
				{p.T("site.teach"), p.T("site.teach.text"), p.App("p=teach"), ""},
				{p.T("site.embed"), p.T("site.embed.text"), p.Home + "docs/authors.html", ""},
				{p.T("site.write"), p.T("site.write.text"), p.App("p=edit"), ""},
				{p.T("site.watch"), p.T("site.watch.text"), p.Home + "docs/quick-start.html", "informerscope serve"},
			}
		}); err != nil {
			return err
		}
		if err := t("gallery/index.html", "gallery.html", "gallery", "gallery.title", "gallery.lead", func(p *shelf) {
			for _, l := range all {
				p.Cards = append(p.Cards, s.card(l, p.page))
			}
		}); err != nil {
			return err
		}
		if err := t("course/index.html", "course.html", "course", "course.title", "site.learn.text", func(p *shelf) {
			p.Description = p.T("course.lead", "version", scenarios.ClientGo, "runtime", scenarios.ControllerRuntime)
			for i, of := range scenarios.Course() {
				next := part{Title: strconv.Itoa(i+1) + "  " + p.T("course."+of.ID), About: p.T("course." + of.ID + ".about")}
				for _, l := range of.Lessons {
					next.Lessons = append(next.Lessons, s.card(l, p.page))
				}
				p.Parts = append(p.Parts, next)
			}
			if len(own) > 0 {
				next := part{Title: p.T("own.title"), About: p.T("own.lead")}
				for _, l := range own {
					next.Lessons = append(next.Lessons, s.card(l, p.page))
				}
				p.Parts = append(p.Parts, next)
			}
		}); err != nil {
			return err
		}
	}
	p := shelf{page: s.page(scenarios.Languages[0], lost)}
	p.Title, p.Description, p.Robots = p.T("lost.title"), p.T("lost.text"), "noindex"
	if s.Base != "" { // a server shows it in the place of any page, so that relative links would lead astray
		p.Root, p.Home, p.Program, p.CSS, p.AppCSS, p.Offline = s.Base, s.Base, s.Base+v1, s.Base+s.css, s.Base+s.app+"app.css", s.Base+s.registers
	}
	return s.render(lost, lost, p)
}

// lost is the page that a server shows in the place of one that is not there.
const lost = "404.html"

// card is the lesson with the picture that stands for it. Only steps that matter have one.
func (s *site) card(l *scenarios.Lesson, p page) card {
	folder := p.Root + lessonFolder(p.Lang, l.ID)
	c := card{Place: l.Place(), Title: l.Text(p.Lang, "title"), Question: text.Plain(l.Text(p.Lang, "question")), Href: folder}
	if cover, ok := s.covers.Load(p.Lang + l.ID); ok {
		c.Pic = cover.(panel)
		c.Pic.SVG, c.Pic.Dark = folder+c.Pic.SVG, folder+c.Pic.Dark
		c.Pic.Alt = ""
	}
	return c
}

// App is a link into the program, in the page's language.
func (p page) App(hash string) string { return p.Program + "#" + hash + "&lang=" + p.Lang }

// ClientGo is the version that everything is held to.
func (page) ClientGo() string { return scenarios.ClientGo }

// Favicon is the page's sign.
func (p page) Favicon() string { return p.Root + p.site.app + "favicon.svg" }

// entry is one of the menu.
type entry struct{ Name, Text, Href string }

// Menu is what stands at the top of each page.
func (p page) Menu() []entry {
	return []entry{
		{"course", p.T("nav.course"), p.Home + "course/"},
		{"gallery", p.T("nav.gallery"), p.Home + "gallery/"},
		{"play", p.T("nav.play"), p.App("p=play")},
		{"edit", p.T("nav.edit"), p.App("p=edit")},
		{"docs", p.T("nav.docs"), p.Home + "docs/"},
	}
}

// arg gives a template two things.
func arg(p any, a any) struct{ P, A any } { return struct{ P, A any }{p, a} }
