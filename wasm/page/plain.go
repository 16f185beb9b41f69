package page

import (
	"strings"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The pages for reading that few open are made of plain elements: a call of go-app's for each attribute
// makes ten times their code in the program.

// plain is an element with attributes, as in "class=bar|data-act=print", a text and what is in it.
func plain(tag, attrs, text string, kids ...app.UI) app.HTMLElem {
	el := app.Elem(tag)
	for _, a := range strings.Split(attrs, "|") {
		if name, value, ok := strings.Cut(a, "="); ok {
			el.Attr(name, value)
		}
	}
	if text != "" {
		kids = append([]app.UI{app.Text(text)}, kids...)
	}
	return el.Body(kids...)
}

// press is a button that says m.
func (p *Page) press(act, label string, m player.Msg) app.UI {
	return plain("button", "type=button|data-act="+act, label).OnClick(p.on(m))
}

// leads is a link in the looks of a button.
func (p *Page) leads(act, label string, h player.Hash) app.UI {
	return plain("a", "class=plain|data-act="+act+"|href="+p.Link(h), label)
}

// list is a list of rows below a title; nothing where there are none.
func list(level, title, class string, rows []app.UI) []app.UI {
	if len(rows) == 0 {
		return nil
	}
	return []app.UI{plain(level, "", title), plain("ul", "class="+class, "", rows...)}
}
