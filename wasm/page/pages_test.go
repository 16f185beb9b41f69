package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/informerscope/informerscope/core/golden"
)

// What stands on every kind of page at every moment, element for element, with its attributes and the
// beginnings of its texts: what is missing, stands twice, elsewhere or under another name is a
// difference. What was written before is only named, and of many rows of a kind the first two
// and the last are written.
func TestEveryPageStandsAsWritten(t *testing.T) {
	o := outline{written: map[string]bool{}}
	all, names := kinds()
	for _, name := range names {
		for _, width := range []float64{1400, 390} {
			c := all[name]
			if width == 390 && !onPhone[name] {
				continue
			}
			o.lines = append(o.lines, "", fmt.Sprintf("# %s, %.0f px: %s", name, width, c.link))
			for _, e := range elementsOf(shownAt(width, c.link, c.messages...).Render()) {
				o.write("", e)
			}
		}
	}
	golden.Holds(t, "testdata/pages.txt", strings.Join(o.lines, "\n")+"\n")
}

// onPhone are pages whose elements are others there.
var onPhone = map[string]bool{"home": true, "lesson": true, "code": true, "compared": true, "zone": true, "play": true, "edit": true, "exercise": true, "live, running": true}

// standing is an element that is not hidden, or a text, which has no name.
type standing struct {
	name string // with the attributes
	kids []standing
	all  string // in one line
}

func elementsOf(ui app.UI) []standing {
	switch el := ui.(type) {
	case app.Composer:
		return elementsOf(el.Render())
	case app.HTML:
		attrs := attrsOf(el)
		if attrs["hidden"] == "true" {
			return nil
		}
		e := standing{name: el.Tag()}
		if class := attrs["class"]; class != "" {
			e.name += "." + strings.ReplaceAll(class, " ", ".")
		}
		for _, name := range slices.Sorted(maps.Keys(attrs)) {
			switch value := beginning(attrs[name]); {
			case value == "false" || name == "class" || name == "type" || name == "viewBox" || name == "rel" || name == "target":
			default:
				e.name += " " + name + "=" + value
			}
		}
		for _, kid := range inside(&el, "children").Interface().([]app.UI) {
			e.kids = append(e.kids, elementsOf(kid)...)
		}
		e.kids = few(e.kids)
		e.all = e.name
		if len(e.kids) > 0 {
			var kids []string
			for _, kid := range e.kids {
				kids = append(kids, kid.all)
			}
			e.all += "{" + strings.Join(kids, " ") + "}"
		}
		return []standing{e}
	}
	return []standing{{all: beginning(strings.Join(strings.Fields(app.HTMLString(ui)), " "))}}
}

// few are elements without those in the middle of many of the same kind.
func few(all []standing) (some []standing) {
	kind := func(e standing) string { name, _, _ := strings.Cut(e.name, " "); return name }
	for len(all) > 0 {
		n := 1
		for n < len(all) && kind(all[n]) == kind(all[0]) {
			n++
		}
		if n > 4 && kind(all[0]) != "button" {
			some = append(some, all[0], all[1], standing{all: "…"}, all[n-1])
		} else {
			some = append(some, all[:n]...)
		}
		all = all[n:]
	}
	return some
}

// beginning is a text of which only so much is written that lessons can be worded anew.
func beginning(text string) string {
	if r := []rune(text); len(r) > 30 {
		return string(r[:29]) + "…"
	}
	return text
}

// outline writes elements as lines, each once.
type outline struct {
	lines   []string
	written map[string]bool
}

const before = " as before"

func (o *outline) write(margin string, e standing) {
	switch {
	case len(e.all) < 40:
		o.lines = append(o.lines, margin+e.all)
		return
	case o.written[e.all]:
		name, _, _ := strings.Cut(e.name, " ")
		if last := &o.lines[len(o.lines)-1]; strings.HasSuffix(*last, before) && strings.HasPrefix(*last, margin) && (*last)[len(margin)] != ' ' {
			*last = strings.TrimSuffix(*last, before) + ", " + name + before
		} else {
			o.lines = append(o.lines, margin+name+before)
		}
		return
	}
	o.written[e.all] = true
	if len(e.all) < 140 {
		o.lines = append(o.lines, margin+e.all)
		return
	}
	o.lines = append(o.lines, margin+e.name)
	for _, kid := range e.kids {
		o.write(margin+" ", kid)
	}
}
