package player

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// Way is a way to put a moment into another page: what to write there, and for some tools the file
// that a site needs once.
type Way struct {
	Name  string // "hugo"; the message "share.hugo" says what it is
	Text  string // a template; see Excerpt.Fill
	File  string // what the site needs once, "" for nothing
	Once  string // what stands in it, a template too
	Sized bool   // the size of the frame counts
	Runs  bool   // the element is in it, which shows lessons only
}

// element is the element as HTML, in a block of its own, so that Markdown leaves it alone.
const element = `<div><informer-scope{html.parameters}>
  ` + picture + `
</informer-scope></div>
<script type="module" src="{html.element}"></script>`

// picture leads to the moment, and stays within its column, whatever a theme says of pictures. Not Markdown: Hugo leaves
// escapes in an alt. pictureJSX is the same for JSX.
const (
	pictureOf  = `<a href="{html.link}"><img src="{html.picture}" alt="{html.alt}" `
	picture    = pictureOf + `style="max-width:100%;height:auto"></a>`
	pictureJSX = pictureOf + `style={{ maxWidth: "100%", height: "auto" }} /></a>`
)

// Ways are all ways, in the order in which they are offered.
var Ways = []Way{
	{Name: "link", Text: `{link}`},
	{Name: "markdown", Text: `[![{md.alt}]({picture})]({link})`},
	{Name: "embed", Sized: true, Text: `<iframe src="{html.frame}" title="{html.title}" width="{w}" height="{h}" loading="lazy" sandbox="allow-scripts allow-popups" allow="fullscreen; clipboard-write" style="{style}"></iframe>`},
	{Name: "element", Runs: true, Text: element},
	{Name: "hugo", Runs: true, Text: "{{< informer-scope{q.parameters} >}}\n" + picture + "\n{{< /informer-scope >}}",
		File: "layouts/shortcodes/informer-scope.html", Once: `<div><informer-scope{{ range $name, $value := .Params }} {{ printf ` + "`%s=\"%s\"`" + ` $name (htmlEscape $value) | safeHTMLAttr }}{{ end }}>
{{ .Inner | safeHTML }}
</informer-scope></div>
<script type="module" src="{html.element}"></script>`},
	{Name: "docusaurus", Runs: true, Text: "<InformerScope{jsx.parameters}>\n  " + pictureJSX + "\n</InformerScope>",
		File: "src/theme/MDXComponents.js", Once: `import React, { useEffect } from "react";
import MDXComponents from "@theme-original/MDXComponents";

function InformerScope({ children, ...parameters }) {
  useEffect(() => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = "{element}";
    document.head.append(script);
  }, []);
  return <informer-scope {...parameters}>{children}</informer-scope>;
}

export default { ...MDXComponents, InformerScope };`},
	{Name: "mdbook", Runs: true, Text: element},
	{Name: "mkdocs", Runs: true, Text: element},
	{Name: "jekyll", Runs: true, Text: `{% include informer-scope.html{q.parameters} link="{q.link}" picture="{q.picture}" alt="{q.alt}" %}`,
		File: "_includes/informer-scope.html", Once: `<div><informer-scope{% for p in include %}{% if p[0] != "link" and p[0] != "picture" and p[0] != "alt" %} {{ p[0] }}="{{ p[1] | escape }}"{% endif %}{% endfor %}>
  <a href="{{ include.link | escape }}"><img src="{{ include.picture | escape }}" alt="{{ include.alt | escape }}" style="max-width:100%;height:auto"></a>
</informer-scope></div>
<script type="module" src="{html.element}"></script>`},
	{Name: "reveal", Text: `<section>
  <iframe data-src="{html.present}" title="{html.title}" sandbox="allow-scripts allow-popups" allow="fullscreen" class="r-stretch" style="width:100%;border:0"></iframe>
</section>`},
	{Name: "slidev", Text: "---\nlayout: iframe\nurl: \"{present}\"\n---"},
}

// Excerpt is what a snippet says of what is shown.
type Excerpt struct {
	Link    string // to the page
	Frame   string // to the page as it stands in a frame
	Present string // the same, for a projector
	Picture string // address, or the name of the file that can be downloaded
	Element string // address of embed.js
	Title   string
	Alt     string // what the picture shows
	W, H    int    // of the frame, px; 0 fills the column
	// Parameters are the attributes of the element: scenario, step, and so on.
	Parameters [][2]string
}

var (
	attribute = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;", "{", "&#123;") // Hugo and Jekyll look for {{ everywhere
	prose     = strings.NewReplacer("&", "&amp;", "<", "&lt;", `\`, `\\`, "[", `\[`, "]", `\]`, "{", `\{`, "*", `\*`, "_", `\_`, "`", "\\`", "\n", " ")
	quoted    = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
)

// Fill fills a template: {title} is the title as it is, {html.title} as it stands in an attribute
// of HTML, {md.title} in Markdown, {q.title} between quotes of a shortcode; {jsx.parameters} are attributes in JSX.
func (m Excerpt) Fill(template string) string {
	w, h, style := m.W, m.H, "border:0;max-width:100%"
	if w == 0 {
		w, h, style = 640, 360, "aspect-ratio:16/9;width:100%;height:auto;border:0"
	}
	pairs := []string{"{w}", strconv.Itoa(w), "{h}", strconv.Itoa(h), "{style}", style}
	for _, f := range [][2]string{{"link", m.Link}, {"frame", m.Frame}, {"present", m.Present}, {"picture", m.Picture}, {"element", m.Element}, {"title", m.Title}, {"alt", m.Alt}} {
		pairs = append(pairs, "{"+f[0]+"}", f[1], "{html."+f[0]+"}", attribute.Replace(f[1]), "{md."+f[0]+"}", prose.Replace(f[1]), "{q."+f[0]+"}", quoted.Replace(f[1]))
	}
	html, jsx, quotes := "", "", ""
	for _, a := range m.Parameters {
		one := " " + a[0] + `="` + attribute.Replace(a[1]) + `"`
		html += one
		if a[0] == "key" { // a name that React keeps for itself
			one = " data-" + one[1:]
		}
		jsx += one
		quotes += " " + a[0] + `="` + quoted.Replace(a[1]) + `"`
	}
	return strings.NewReplacer(append(pairs, "{html.parameters}", html, "{jsx.parameters}", jsx, "{q.parameters}", quotes)...).Replace(template)
}

// Excerpt is what a snippet says of what is shown now.
func (p *Player) Excerpt() Excerpt {
	size := Frames[p.Share.Size]
	m := Excerpt{Link: p.Address(false), Frame: p.Address(true), Picture: p.fileName(".svg"), Element: p.env.Base + "embed.js",
		Title: p.Title(), Alt: p.About(), W: size[0], H: size[1]}
	m.Parameters = parameters(m.Frame)
	if m.Present = m.Frame; !p.Hash.Present {
		m.Present += "&present=1"
	}
	if p.env.Web == Web { // a site has it beside the page, too, and pictures beside the lesson, under names that stay
		m.Element = p.env.Base + Web + "embed.js"
	}
	if p.lessonOfOurs() { // its picture is served by the page; any other is the SVG that can be downloaded
		still := p.Head.Lesson.ID + "/" + strconv.Itoa(p.Head.Step) + ".svg"
		m.Picture = p.env.Base + p.env.Web + "dist/stills/" + still
		if root, ok := strings.CutSuffix(p.env.Base, "v1/"); ok && p.env.Web != Web {
			if lang := p.Lang(); lang != scenarios.Languages[0] { // whose pages lie in a folder of their own
				root += lang + "/"
			}
			m.Picture = root + "s/" + still
		}
	}
	if m.Alt == "" {
		m.Alt = m.Title
	}
	return m
}

// unknown are the keys of a link that the element does not have; s is its scenario.
var unknown = map[string]bool{"p": true, "of": true, "embed": true}

// parameters are those of an address as the attributes of the element.
func parameters(address string) (all [][2]string) {
	_, hash, _ := strings.Cut(address, "#")
	for part := range strings.SplitSeq(hash, "&") {
		name, value, _ := strings.Cut(part, "=")
		if value, err := url.QueryUnescape(value); err == nil && !unknown[name] {
			if name == "s" {
				name = "scenario"
			}
			all = append(all, [2]string{name, value})
		}
	}
	return all
}

// lessonOfOurs reports whether what is shown is a lesson of the page's own, as the element shows it.
func (p *Player) lessonOfOurs() bool {
	return p.Hash.Page == "lesson" && p.Head != nil && p.Head.Lesson != nil && !p.Hash.File
}

// Leads reports whether a way leads to what is shown: the element has lessons, of ours or fetched from where a link says.
func (p *Player) Leads(w Way) bool {
	fetched := p.Hash.Page == "lesson" && p.Hash.Src != "" && p.Head != nil && p.Head.Lesson != nil
	return !w.Runs || p.lessonOfOurs() || fetched
}

// Way is the one that is chosen.
func (p *Player) Way() Way {
	if w := Ways[p.Share.Way]; p.Leads(w) {
		return w
	}
	return Ways[0]
}
