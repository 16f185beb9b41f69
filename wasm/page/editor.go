package page

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// editID is the text area of the editor. What is typed is the browser's: it is written only when the
// player puts another text there. The richer editor of web/editor, where it was built, lies over it in
// richID, and keeps the area's text and cursor as its own are. It hears of what is put there by events.
const (
	editID = "edit-text"
	richID = "edit-rich"

	proseID = "edit-prose"
)

// editor is the text of a scenario with what is wrong in it. Its element has a kind of its own, so that
// another page's never becomes it.
func (p *Page) editor() app.UI {
	e := &p.Edit
	var ran []app.UI
	for _, r := range e.Ran {
		says, args := "edit.holds", []string{"engine", r.On}
		if r.Wrong != 0 {
			says, args = "edit.wrong", append(args, "n", strconv.Itoa(r.Wrong))
		}
		if r.Wrong < 0 {
			says = "edit.refused"
		}
		said := p.T(says, args...)
		if r.Other != nil {
			said = p.Tell(r.Other)
		}
		ran = append(ran, plain("li", "data-engine="+r.On, said))
	}
	var marks []app.UI
	for _, m := range e.Marks[:min(len(e.Marks), maxMarks)] {
		marks = append(marks, plain("li", "", "", app.Button().Type("button").DataSet("line", strconv.Itoa(m.Line)).Text(p.Tell(m.Says)).OnClick(p.on(player.ToLine{N: m.Line}))))
	}
	state := p.Tell(e.Said)
	if more := len(e.Marks) - len(marks); more > 0 {
		state = p.T("edit.more", "n", strconv.Itoa(more))
	}
	return plain("edit-panel", "class=editor", "",
		plain("label", "class=sr|for="+editID, p.T("edit.text")),
		plain("textarea", "id="+editID+"|spellcheck=false|autocomplete=off|autocapitalize=off|wrap=off|rows=20", "").
			On("input", p.typing(true)).On("keyup", p.typing(false)).On("click", p.typing(false)),
		plain("div", "class=rich|id="+richID, "").Attr("hidden", true),
		plain("div", "class=prose", "",
			plain("div", "class=tools", "", plain("label", "for="+proseID, p.T("edit.prose")), p.press("file-md", p.T("edit.save.prose"), player.Take{What: "md"})),
			plain("textarea", "id="+proseID+"|spellcheck=false|autocomplete=off|rows=12", "").Attr("readonly", e.Asks).On("input", p.prosing())).Attr("hidden", !e.Beside),
		plain("p", "class=said|role=status", p.Tell(e.Lacks)),
		plain("div", "class=tools", "",
			p.press("fill", p.T("edit.fill"), player.Fill{}),
			p.press("run-all", p.T("edit.all"), player.RunAll{}),
			p.fileChooser(),
			p.press("file-iq", p.T("edit.save"), player.Take{What: "iq"}),
			plain("button", "type=button|data-act=beside|aria-pressed="+strconv.FormatBool(e.Beside), p.T("edit.beside")).OnClick(p.on(player.Translate{})),
			plain("span", "class=busy", "", p.press("edit-stop", p.T("edit.stop"), player.StopEdit{})).Attr("hidden", !e.Running())),
		plain("p", "class=said|role=status", state),
		plain("ul", "class=ran", "", ran...),
		plain("ol", "class=marks|aria-label="+p.T("edit.marks"), "", marks...),
		plain("p", "class=quiet", p.T("edit.hint")+" ", p.languageLink()))
}

// maxMarks is how many marks are listed.
const maxMarks = 20

// typing tells the player what stands in the text area, and where its cursor is.
func (p *Page) typing(text bool) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		value := ctx.JSSrc().Get("value").String()
		line := lineAt(value, ctx.JSSrc().Get("selectionStart").Int())
		var m player.Msg = player.Cursor{Line: line}
		if text {
			m = player.Typed{Text: value, Line: line}
		}
		if !p.take(m) {
			ctx.PreventUpdate()
		}
	}
}

// prosing tells the player what stands in the area of the translation.
func (p *Page) prosing() app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		if !p.take(player.Prosed{Text: ctx.JSSrc().Get("value").String()}) {
			ctx.PreventUpdate()
		}
	}
}

// put writes a text into the editor.
func (p *Page) put(text string) {
	area := put(editID, text)
	if !area.Truthy() {
		return
	}
	tellArea(area, "put", "")
	if scope := window().Get("informerscope"); scope.Get("rich").Truthy() {
		scope.Call("rich", area, element(richID))
	}
}

// put writes a text into an area, which stays scrolled as it was.
func put(id, text string) (area app.Value) {
	if area = element(id); area.Truthy() {
		top := area.Get("scrollTop")
		area.Set("value", text)
		area.Call("setSelectionRange", 0, 0)
		area.Set("scrollTop", top)
	}
	return area
}

// marked tells the richer editor, now or once it is there, which line is shown and what is wrong in which.
func (p *Page) marked(text string) {
	if area := element(editID); area.Truthy() {
		area.Get("dataset").Set("marked", text)
		tellArea(area, "marked", text)
	}
}

func tellArea(area app.Value, name, detail string) {
	area.Call("dispatchEvent", window().Get("CustomEvent").New(name, map[string]any{"detail": detail}))
}

// completes lets the richer editor ask what can stand where the cursor is, and for the words that it
// colours or shows.
func (p *Page) completes(scope app.Value) {
	scope.Set("complete", app.FuncOf(func(_ app.Value, args []app.Value) any {
		typed, options := p.Complete(args[0].Int(), args[1].String())
		return asJSON(map[string]any{"typed": typed, "options": options})
	}))
	scope.Set("words", app.FuncOf(func(app.Value, []app.Value) any {
		return asJSON(map[string]any{"verbs": player.Vocabulary(), "label": p.T("edit.text"), "phrases": map[string]string{"Completions": p.T("edit.completions"), "Diagnostics": p.T("edit.marks")}})
	}))
}

func asJSON(v any) string {
	text, _ := json.Marshal(v) // of maps and strings
	return string(text)
}

// caret puts the cursor of the editor into a line.
func (p *Page) caret(line int) {
	area := element(editID)
	if !area.Truthy() {
		return
	}
	at, n := lineBegins(area.Get("value").String(), line)
	area.Call("focus")
	area.Call("setSelectionRange", at, at)
	area.Set("scrollTop", float64(max(line-4, 0))*area.Get("scrollHeight").Float()/float64(n))
	tellArea(area, "caret", "")
}

// The browser counts characters in the units of UTF-16.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// lineAt is the line, from 1, in which the unit at of a text stands.
func lineAt(text string, at int) int {
	n := 1
	for line := range strings.Lines(text) {
		if at -= units(line); at < 0 || !strings.HasSuffix(line, "\n") {
			break
		}
		n++
	}
	return n
}

// lineBegins is the unit at which a line begins, and how many lines there are.
func lineBegins(text string, line int) (at, of int) {
	lines := strings.SplitAfter(text, "\n")
	return units(strings.Join(lines[:max(min(line, len(lines))-1, 0)], "")), len(lines)
}

// both packs or unpacks a text and its translation, of which there may be none.
func (p *Page) both(what, text, prose string, done func(text, prose string), failed func(app.Value)) {
	scope := window().Get("informerscope")
	settled(scope.Call(what, text), func(text app.Value) {
		if prose == "" {
			done(text.String(), "")
			return
		}
		settled(scope.Call(what, prose), func(prose app.Value) { done(text.String(), prose.String()) }, failed)
	}, failed)
}

// pack packs a text for a link, and its translation.
func (p *Page) pack(e player.Pack) {
	p.both("pack", e.Text, e.Prose, func(text, prose string) { p.say(player.Packed{N: e.N, Text: text, Prose: prose}) }, func(app.Value) {})
}
