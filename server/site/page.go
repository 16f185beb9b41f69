package site

import (
	"bytes"
	"embed"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/text"
)

//go:embed templates assets words.en.json words.zh.json
var files embed.FS

// words are the site's own, below those of the page.
var words = func() map[string]*text.Catalog {
	all := map[string]*text.Catalog{}
	for _, lang := range scenarios.Languages {
		data, err := files.ReadFile("words." + lang + ".json")
		if err == nil {
			all[lang], err = text.Load(lang, data)
		}
		if err != nil {
			panic("site: words." + lang + ".json: " + err.Error()) // it is in the program
		}
	}
	return all
}()

// page is what stands around every page's content.
type page struct {
	Name        string // its file: "s/first-light/index.html"
	Lang        string
	Title       string
	Description string
	Picture     string // for link previews: a file of the site; "" is none
	Canonical   string // the page that says the same, if another one; "" is this one
	Robots      string
	OEmbed      string // where its JSON lies
	Nav         string // the entry of the menu that is lit

	Root    string // the way to the site's root, "../../" or "./"
	Home    string // the way to the language's own root
	Program string // the way to the program
	CSS     string
	AppCSS  string
	Offline string // what registers the service worker
	Base    string // "" where it is not known
	site    *site
}

// langFolder is where the pages of a language lie.
func langFolder(lang string) string {
	if lang == scenarios.Languages[0] {
		return ""
	}
	return lang + "/"
}

func (s *site) page(lang, name string) page {
	root := up(name)
	if root == "" {
		root = "./"
	}
	return page{Name: name, Lang: lang, Root: root, Home: root + langFolder(lang), Program: root + v1, CSS: root + s.css, AppCSS: root + s.app + "app.css", Offline: root + s.registers, Base: s.Base, site: s}
}

// T is a message in the page's language: the site's own, or one of the program's.
func (p page) T(key string, args ...any) string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = fmt.Sprint(a)
	}
	if c := words[p.Lang]; c.Has(key) {
		return c.Text(key, list...)
	}
	return text.For(p.Lang).Text(key, list...)
}

// Foot is the message at the bottom of each page.
func (page) Foot() string { return "foot.what" }

// address is the absolute address of a file; index.html is its folder.
func (s *site) address(name string) string {
	return s.Base + strings.TrimSuffix(name, "index.html")
}

// Address is where the page is found, for those who have it in another place.
func (p page) Address() string {
	if p.Canonical != "" {
		return p.site.address(p.Canonical)
	}
	return p.site.address(p.Name)
}

// PictureAddress is that of the picture.
func (p page) PictureAddress() string { return p.site.address(p.Picture) }

// Other is the same page in another language.
type Other struct{ Tag, Name, Href, Address string }

// Others are the same page in the other languages.
func (p page) Others() (all []Other) {
	plain := strings.TrimPrefix(p.Name, langFolder(p.Lang))
	for _, lang := range scenarios.Languages {
		name := langFolder(lang) + plain
		if lang != p.Lang && p.site.twin(name) {
			all = append(all, Other{words[lang].Text("html.lang"), words[lang].Text("language"), p.Root + strings.TrimSuffix(name, "index.html"), p.site.address(name)})
		}
	}
	return all
}

// twin reports whether a page is there, or will be: docs are not all translated, and a server has one page for
// what is lost.
func (s *site) twin(name string) bool {
	if path.Base(name) == lost {
		return false
	}
	if at := strings.Index(name, "docs/"); at >= 0 {
		return s.hasDoc(name)
	}
	return true
}

var templates = template.Must(template.New("").Funcs(template.FuncMap{"arg": arg, "rich": rich}).ParseFS(files, "templates/*.html"))

// render writes a page.
func (s *site) render(name, of string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, of, data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.tree.Put(name, b.Bytes())
	return nil
}

// rich is a sentence of a lesson, with its marks as elements: **bold** and `code`.
func rich(s string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(s, "**") {
		if i%2 == 1 {
			b.WriteString("<b>")
		}
		for j, piece := range strings.Split(part, "`") {
			switch piece := template.HTMLEscapeString(piece); {
			case j%2 == 1:
				b.WriteString("<code>" + piece + "</code>")
			default:
				b.WriteString(text.Plain(piece))
			}
		}
		if i%2 == 1 {
			b.WriteString("</b>")
		}
	}
	return template.HTML(b.String())
}

// assets are the site's own files.
func (s *site) assets() error {
	css, err := files.ReadFile("assets/site.css")
	if err != nil {
		return err
	}
	s.css = s.hashed("assets/site.css", css)
	s.tree.Put(".nojekyll", nil) // GitHub Pages would leave files out without it
	return nil
}

// sizes are those of frames that oEmbed offers, px; the first is what a page points to.
var sizes = [][2]int{{640, 360}, {480, 270}, {800, 450}}

// oEmbed writes how others embed the lesson, and returns where; "" where nobody knows the site's address.
func (s *site) oEmbed(p *lessonPage) string {
	if s.Base == "" {
		return ""
	}
	first := ""
	for _, size := range sizes {
		frame := s.Base + v1 + "#embed&" + p.named() + "&step=" + fmt.Sprint(p.Cover.Step) + "&lang=" + p.Lang
		data, err := json.MarshalIndent(map[string]any{
			"version": "1.0", "type": "rich", "title": p.Title, "provider_name": "Informerscope", "provider_url": s.Base,
			"width": size[0], "height": size[1], "cache_age": 86400,
			"thumbnail_url": s.address(p.Picture), "thumbnail_width": int(float64(p.Cover.W) * s.Scale), "thumbnail_height": int(float64(p.Cover.H) * s.Scale),
			"html": fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" loading="lazy" sandbox="allow-scripts allow-popups" allow="fullscreen; clipboard-write" style="border:0;max-width:100%%"></iframe>`,
				template.HTMLEscapeString(frame), template.HTMLEscapeString(p.Title), size[0], size[1]),
		}, "", " ")
		if err != nil {
			panic("site: oEmbed: " + err.Error()) // only strings and numbers
		}
		name := lessonFolder(p.Lang, p.Lesson.ID) + fmt.Sprintf("oembed-%d.json", size[0])
		s.tree.Put(name, data)
		if first == "" {
			first = s.address(name)
		}
	}
	return first
}

// siteMap lists the pages for search engines, which want absolute addresses.
func (s *site) siteMap() {
	robots := "User-agent: *\nAllow: /\n"
	if s.Base != "" {
		var b strings.Builder
		b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
		for _, name := range s.tree.Names() {
			if path.Ext(name) == ".html" && path.Base(name) != "handout.html" && name != lost && name != "single.html" {
				b.WriteString("<url><loc>" + template.HTMLEscapeString(s.address(name)) + "</loc></url>\n")
			}
		}
		b.WriteString("</urlset>\n")
		s.tree.Put("sitemap.xml", []byte(b.String()))
		robots += "Sitemap: " + s.Base + "sitemap.xml\n"
	}
	s.tree.Put("robots.txt", []byte(robots))
}
