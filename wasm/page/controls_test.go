package page

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Every control that is not hidden, on every kind of page in every width, and what it says when it
// is used: a wrong message, one that is disabled or shown where it should not be, and one that is
// missing are each a difference.
func TestEveryControlSaysItsMessage(t *testing.T) {
	const file = "testdata/controls.txt"
	var out strings.Builder
	controls, shown := map[string][]control{}, map[string]string{} // by the names of pages
	pages := maps.Clone(pages)
	maps.Copy(pages, moments)
	for name, c := range pages {
		controls[name] = merged(func(width float64) []string {
			p := shownAt(width, c.link, c.messages...)
			shown[name] = p.Hash.Page
			return controlsOf(p)
		})
	}
	common := map[control]bool{}
	group := func(title string, names []string) {
		fmt.Fprintln(&out, "\n# "+title)
		for _, c := range controls[names[0]] {
			if !common[c] && !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(controls[n], c) }) {
				common[c] = true
				fmt.Fprintln(&out, c)
			}
		}
	}
	names := slices.Sorted(maps.Keys(pages))
	of := func(names []string, like func(page string) bool) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !like(shown[n]) })
	}
	group("on every page", names)
	group("wherever there is a picture", of(names, func(p string) bool { return player.Hash{Page: p}.Stage() }))
	for _, page := range []string{"lesson", "play", "live"} {
		group("on every page of "+page, of(names, func(p string) bool { return p == page }))
	}
	for _, name := range names {
		fmt.Fprintf(&out, "\n# %s: %s\n", name, pages[name].link)
		for _, c := range controls[name] {
			if !common[c] {
				fmt.Fprintln(&out, c)
			}
		}
	}
	golden.Holds(t, file, out.String())
}

// control is a control's line, and how often it is there in each width.
type control struct {
	line string
	in   [3]int
}

var widths = [3]float64{1400, 1000, 390}

func (c control) String() string {
	if c.in == [3]int{1, 1, 1} {
		return c.line
	}
	var in []string
	for i, n := range c.in {
		switch {
		case n == 1:
			in = append(in, fmt.Sprintf("%.0f", widths[i]))
		case n > 1:
			in = append(in, fmt.Sprintf("%.0f ×%d", widths[i], n))
		}
	}
	return c.line + "   [" + strings.Join(in, ", ") + "]"
}

func merged(of func(width float64) []string) (all []control) {
	for i, width := range widths {
		for _, line := range of(width) {
			at := slices.IndexFunc(all, func(c control) bool { return c.line == line })
			if at < 0 {
				at = len(all)
				all = append(all, control{line: line})
			}
			all[at].in[i]++
		}
	}
	return all
}

// controlsOf are the lines of what can be used on a page, in the order of the document.
func controlsOf(p *Page) (lines []string) {
	var heard []string
	p.heard = func(m player.Msg) { heard = append(heard, saidAs(m)) }
	walk(p.Render(), func(el app.HTML) {
		attrs, handlers := attrsOf(el), inside(&el, "eventHandlers")
		if href := attrs["href"]; strings.HasPrefix(href, "#") && (!strings.Contains(href, "p=lesson") && attrs["data-notes"] == "" || attrs["data-act"] != "") {
			lines = append(lines, called(el, attrs)+" → "+attrs["href"])
		}
		for _, event := range slices.SortedFunc(slices.Values(handlers.MapKeys()), func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) }) {
			h := handlers.MapIndex(event)
			handler := reflect.New(h.Type())
			handler.Elem().Set(h)
			use := inside(handler.Interface(), "goHandler").Interface().(app.EventHandler)
			value, state := used(el, attrs)
			heard = nil
			use(contextOf(el, thing{Value: noBrowser, has: map[string]any{"value": value, "scrollTop": 99.}}), app.Event{Value: thing{Value: noBrowser}})
			does := called(el, attrs) + state
			if event.String() != "click" && event.String() != "change" && event.String() != "input" {
				does += " " + event.String()
			}
			lines = append(lines, does+" → "+cmp.Or(strings.Join(heard, ", "), "–"))
		}
	})
	return lines
}

// walk calls f for each element that is not hidden, in the order of the document.
func walk(ui app.UI, f func(app.HTML)) {
	switch el := ui.(type) {
	case app.Composer:
		walk(el.Render(), f)
	case app.HTML:
		if attrsOf(el)["hidden"] == "true" {
			return
		}
		f(el)
		for _, child := range inside(&el, "children").Interface().([]app.UI) {
			walk(child, f)
		}
	}
}

func attrsOf(el app.HTML) map[string]string {
	attrs := map[string]string{}
	for k, v := range inside(&el, "attributes").Seq2() {
		attrs[k.String()] = v.String()
	}
	return attrs
}

// called is what a control is known by, whatever the language.
func called(el app.HTML, attrs map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		if data, ok := strings.CutPrefix(name, "data-"); ok {
			return el.Tag() + " " + data + "=" + attrs[name]
		}
	}
	for _, name := range []string{"id", "class", "aria-label"} {
		if attrs[name] != "" {
			return el.Tag() + " " + attrs[name]
		}
	}
	text := ""
	for _, child := range inside(&el, "children").Interface().([]app.UI) {
		text += strings.TrimSpace(tags.ReplaceAllString(app.HTMLString(child), ""))
	}
	return el.Tag() + " " + strconv.Quote(text)
}

// used is another value than the control has, and how the control stands before.
func used(el app.HTML, attrs map[string]string) (value, state string) {
	switch {
	case el.Tag() == "select":
		state = " of"
		for _, option := range inside(&el, "children").Interface().([]app.UI) {
			of := attrsOf(option.(app.HTML))
			if of["selected"] == "true" {
				state += " [" + of["value"] + "]"
				continue
			}
			state += " " + of["value"]
			value = cmp.Or(value, of["value"])
		}
	case attrs["type"] == "range" || attrs["type"] == "number" && attrs["max"] != "":
		value, state = attrs["max"], fmt.Sprintf(" %s of %s to %s by %s", attrs["value"], attrs["min"], attrs["max"], attrs["step"])
	case el.Tag() == "input":
		value, state = " typed ", fmt.Sprintf(" %q", attrs["value"])
	}
	for name, says := range map[string]string{"disabled": " (off)", "aria-pressed": " (on)", "aria-selected": " (on)", "aria-expanded": " (open)", "aria-current": " (here)"} {
		if v := attrs[name]; v != "" && v != "false" {
			state += says
		}
	}
	return value, state
}

func saidAs(m player.Msg) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", m), "player.")
	switch m := m.(type) {
	case player.Do:
		return name + " " + m.Command.String()
	default:
		if reflect.TypeOf(m).Size() == 0 {
			return name
		}
		return name + fmt.Sprintf("%+v", m)
	}
}

// moments are pages at more moments, for what can be used there.
var moments = map[string]kind{
	"lesson, first step": {link: "#s=dirty-and-processing"},
	"lesson, last step":  {link: "#s=dirty-and-processing&step=99"},
	"lesson, asked":      {link: "#s=dirty-and-processing&step=2", messages: []player.Msg{player.Next{}}},
	"lesson, answered":   {link: "#s=dirty-and-processing&step=2", messages: []player.Msg{player.Next{}, player.Answer{Option: 1}}},
	"lesson, repeated":   {link: "#s=dirty-and-processing&step=2", messages: []player.Msg{player.Next{}, player.Answer{Option: 1}, player.Seek{N: 5}, player.Next{}, player.Answer{Option: 2}, player.Retry{}, player.Answer{}}},
	"lesson, missed":     {link: "#s=dirty-and-processing&step=2", messages: []player.Msg{player.Next{}, player.Answer{Option: 1}, player.End{Last: true}}},
	"quiz, answered":     {link: "#p=quiz&of=queue&seed=3", messages: []player.Msg{player.Answer{Option: 1}}},
	"quiz, over":         {link: "#p=quiz&of=queue&seed=3", messages: quizzed(1, 0, 0, 1, 0, 0, 0, 0)},
	"result, of a quiz":  {link: "#p=quiz&of=queue&seed=3", messages: append(quizzed(1, 0, 0, 1, 0, 0, 0, 0), player.Opened{Hash: "#p=result"})},
	"lesson, in a part":  {link: "#s=pipeline-under-load&step=3&part=2"},
	"projector, asked":   {link: "#s=dirty-and-processing&step=2&present=1", messages: []player.Msg{player.Next{}}},
	"lesson, playing":    {link: "#s=dirty-and-processing&predict=0", messages: []player.Msg{player.Toggle{}}},
	"share, filming":     {link: "#s=dirty-and-processing&step=2", messages: []player.Msg{player.OpenShare{}, player.FilmFrom{N: 2}, player.MakeFilm{Kind: "gif"}, player.FilmAt{N: 1, Done: 3}}},
	"lesson, speed":      {link: "#s=dirty-and-processing&step=1&speed=2"},
	"exercise, commands": {link: "#p=play&ex=appointment-in-vain", messages: []player.Msg{player.Fold{What: "commands"}, player.OpenForm{Verb: "AddAfter"}, player.Fold{What: "goal"}}},
	"form, own line":     {link: "#p=play", messages: []player.Msg{player.Fold{What: "commands"}, player.FindVerb{Text: "script"}, player.OpenForm{Verb: "worker"}, player.Write{Text: "worker W1 = get, okk"}}},
	"form of a search":   {link: "#p=play", messages: []player.Msg{player.Fold{What: "commands"}, player.FindVerb{Text: "bookmark"}}},
	"play, empty":        {link: "#p=play"},
	"exercise":           {link: "#p=play&ex=behind-the-times", messages: []player.Msg{player.Hint{}}},
	"exercise, reached":  {link: "#p=play&ex=two-hold-a&z=Add+a;+Done+a;+W1+Get;+W2+Get"},
	"play, undone":       {link: "#p=play&z=Add+a;+W1+Get", messages: []player.Msg{player.Undo{}}},
	"play, earlier":      {link: "#p=play&z=Add+a;+W1+Get;+Done+a", messages: []player.Msg{player.Seek{N: 2}}},
	"play, blocked":      {link: "#p=play&z=W1+Get"},
	"play, shut down":    {link: "#p=play&z=ShutDown;+W1+Get"},
	"play, pods":         {link: "#p=play&z=create+p1+n1;+create+p2;+delete+p2"},
	"play, another pod":  {link: "#p=play&z=create+p1+n1", messages: []player.Msg{player.Choose{What: "pod", Value: "default/p2"}, player.Choose{What: "key", Value: "b"}}},
	"play, many keys":    {link: "#p=play", messages: append(added(100), player.Scrolled{Y: 20 * rowPx})},
	"play, settled":      {link: "#p=play&z=Add+a", messages: []player.Msg{player.Settle{Engine: "classic"}, player.Fold{What: "settings"}}},
	"play, without":      {link: "#p=play&s=dirty-and-processing&step=3"},
	"projector":          {link: "#s=dirty-and-processing&step=2&present=1"},
	"trace":              {link: "#", messages: traced()},
	"live, frozen":       {link: "#p=live&res=pods", messages: live(player.Toggle{})},
	"live, at its first": {link: "#p=live&res=pods", messages: live(player.Seek{})},
	"live, all nodes":    {link: "#p=live", messages: live(player.LiveChoose{Resource: "nodes"})},
	"live, a namespace":  {link: "#p=live&ns=shop&view=store", messages: live(player.LiveKnob{Name: "workers", V: 3}, player.LiveFind{Text: "p1"})},
	"live, a deployment": {link: "#p=live&res=apps/v1/deployments&ns=shop", messages: live()},
}

// quizzed are the messages of a quiz whose answers are these options.
func quizzed(options ...int) (all []player.Msg) {
	for _, o := range options {
		all = append(all, player.Answer{Option: o}, player.QuizNext{})
	}
	return all
}

// added are the messages of Adds of n keys.
func added(n int) (all []player.Msg) {
	for i := range n {
		all = append(all, player.Do{Command: sim.Command{Verb: "Add", Key: "k" + strconv.Itoa(i)}})
	}
	return all
}

// live are the messages of a server that answers.
func live(then ...player.Msg) []player.Msg {
	return append([]player.Msg{
		player.Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"source":"demo","context":"kind-a","resources":[{"version":"v1","resource":"pods","namespaced":true},{"version":"v1","resource":"nodes"},{"group":"apps","version":"v1","resource":"deployments","namespaced":true}]}`)},
		player.WatchOpened{Run: 2, Gen: 1},
		player.WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"ADDED","object":{"metadata":{"name":"p1","namespace":"shop","resourceVersion":"7","uid":"u1"}}}`)},
		player.WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}`)},
		player.Rang{Name: "live.tick"},
	}, then...)
}

// traced are the messages of a trace that the reader opens.
func traced() []player.Msg {
	l := scenarios.Find("dirty-and-processing")
	run, err := l.Run(l.Engines[0])
	if err != nil {
		panic(err)
	}
	var trace bytes.Buffer
	if err := run.Recorder.WriteJSON(&trace); err != nil {
		panic(err)
	}
	f, err := player.ReadFile("mine.jsonl", trace.String(), nil)
	return []player.Msg{player.FileChosen{Name: "mine.jsonl", Size: trace.Len()}, player.FileRead{N: 1, Name: "mine.jsonl", File: f, Err: err}, player.Opened{Hash: "#p=trace&src=file&step=2"}}
}
