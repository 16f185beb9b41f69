package site

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"github.com/informerscope/informerscope/scenarios"
)

// docOrder is how the docs stand in their list. A translation is called <name>.<lang>.md.
var docOrder = []string{"quick-start", "authors", "examples", "teachers", "operators", "hosting", "developers", "benchmarks", "weight", "deviations", "versions", "scenarios", "trace", "links", "keys", "commands", "glossary", "faq"}

// docsFolder is where they lie, but for those that lie beside what they tell of.
const docsFolder = "web/docs/"

var elsewhere = map[string]string{"benchmarks": "core/BENCHMARKS.md", "weight": "web/BENCHMARKS.md", "deviations": "core/conformance/deviations.md", "versions": "core/VERSIONS.md"}

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// placeholder is a paragraph that stands for what the program knows: {{verbs}} for the template
// "docs.verbs" of reference.html, {{example name}} for "docs.example" with a word.
var placeholder = regexp.MustCompile(`<p>\{\{(\w+)(?: (\w+))?\}\}</p>`)

// doc is a page of the docs.
type doc struct {
	page
	List []docLink
	Body template.HTML
}

type docLink struct {
	Text, Href string
	Lang       string // of a page that is not translated; "" is the language of this one
	Here       bool
}

// docFile is where the Markdown of a page lies.
func docFile(lang, name string) string {
	switch {
	case lang != scenarios.Languages[0]:
		return docsFolder + name + "." + lang + ".md"
	case elsewhere[name] != "":
		return elsewhere[name]
	}
	return docsFolder + name + ".md"
}

// hasDoc reports whether there is such a page; its index is always there.
func (s *site) hasDoc(file string) bool {
	name := strings.TrimSuffix(path.Base(file), ".html")
	if name == "index" {
		return true
	}
	for _, lang := range scenarios.Languages {
		if lang != scenarios.Languages[0] && strings.HasPrefix(file, langFolder(lang)) {
			_, err := fs.Stat(s.Docs, docFile(lang, name))
			return err == nil
		}
	}
	_, err := fs.Stat(s.Docs, docFile(scenarios.Languages[0], name))
	return err == nil
}

// docs writes the docs in each language, what is not translated in English.
func (s *site) docs() error {
	for _, lang := range scenarios.Languages {
		var list []docLink
		texts := map[string][]byte{}
		for _, name := range docOrder {
			text, err := fs.ReadFile(s.Docs, docFile(lang, name))
			at := docLink{Href: name + ".html"}
			if err != nil { // not translated
				if text, err = fs.ReadFile(s.Docs, docFile(scenarios.Languages[0], name)); err != nil {
					return fmt.Errorf("docs: %w", err)
				}
				at.Href, at.Lang = "../../docs/"+at.Href, scenarios.Languages[0]
			} else {
				texts[name] = text
			}
			at.Text = heading(text)
			list = append(list, at)
		}
		for i, name := range docOrder {
			if texts[name] == nil {
				continue
			}
			p := doc{page: s.page(lang, langFolder(lang)+"docs/"+name+".html")}
			p.Nav, p.Title = "docs", heading(texts[name])
			p.Description = firstParagraph(texts[name])
			p.List = append(p.List, list...)
			p.List[i].Here = true
			body, err := s.told(p.page, texts[name])
			if err != nil {
				return fmt.Errorf("%s: %w", docFile(lang, name), err)
			}
			p.Body = body
			if err := s.render(p.Name, "doc.html", p); err != nil {
				return err
			}
			if i == 0 { // the first page is the index
				p.Name, p.Canonical = path.Dir(p.Name)+"/index.html", p.Name
				if err := s.render(p.Name, "doc.html", p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// reachable lets the keyboard scroll what may be wider than the page. An empty cell heads no column.
var reachable = strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<table tabindex="0">`, "<th></th>", "<td></td>")

// told is a text of the docs as HTML, with what the program knows in it.
func (s *site) told(p page, text []byte) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Convert(text, &b); err != nil {
		return "", err
	}
	var failed error
	body := placeholder.ReplaceAllStringFunc(reachable.Replace(b.String()), func(found string) string {
		words := placeholder.FindStringSubmatch(found)
		var b bytes.Buffer
		err := fmt.Errorf("{{%s}}: reference.html has no docs.%[1]s", words[1])
		if templates.Lookup("docs."+words[1]) != nil {
			err = templates.ExecuteTemplate(&b, "docs."+words[1], arg(reference{p}, words[2]))
		}
		failed = cmp.Or(failed, err)
		return b.String()
	})
	return template.HTML(body), failed // our own text; goldmark lets no HTML through
}

// heading is the title of a page: its first line.
func heading(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return strings.TrimSpace(strings.TrimLeft(string(line), "#"))
}

// firstParagraph is what a page is about.
func firstParagraph(text []byte) string {
	parts := strings.SplitN(string(text), "\n\n", 3)
	if len(parts) < 2 {
		return ""
	}
	return strings.NewReplacer("\n", " ", "`", "", "**", "").Replace(parts[1])
}
