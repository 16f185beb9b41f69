package site

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/text"
)

// reference is what the program knows of itself, for the templates of reference.html: each fact of it
// stands in the program alone, and the docs say where it is to be seen.
type reference struct{ page }

// row is a form, what it means, and an example.
type row struct{ Form, Means, Example string }

// section is rows under a title.
type section struct {
	ID, Title string
	Rows      []row
}

// Sample is a scenario with every kind of line.
func (reference) Sample() string { return strings.TrimSpace(scenarios.Sample()) }

// Lines are the kinds of lines of a scenario.
func (r reference) Lines() (rows []row) {
	for _, g := range scenarios.Grammar(r.Lang) {
		rows = append(rows, row{g.Form, g.Help, strings.Trim(g.Examples, "\n")})
	}
	return rows
}

// Header are the keys of a scenario's header.
func (r reference) Header() (rows []row) {
	for _, h := range scenarios.Headers() {
		rows = append(rows, row{h.Key + ":", scenarios.HeaderHelp(r.Lang, h), h.Key + ": " + h.Example})
	}
	return rows
}

// Verbs are the commands of a scenario, by who acts or is acted upon.
func (r reference) Verbs() (groups []section) {
	for _, v := range sim.InGroups() {
		if name := v.At.Name(); len(groups) == 0 || groups[len(groups)-1].ID != name {
			groups = append(groups, section{ID: name, Title: r.T("group." + name)})
		}
		last := &groups[len(groups)-1]
		last.Rows = append(last.Rows, row{v.Form(), scenarios.VerbHelp(r.Lang, v), scenarios.VerbExample(v)})
	}
	return groups
}

// Held is what an expectation can hold.
func (r reference) Held() (rows []row) {
	for _, v := range scenarios.Held(r.Lang) {
		rows = append(rows, row{v.Name, v.Help, strings.TrimSuffix(v.Name+"="+v.Example, "=")})
	}
	return rows
}

// Bounds are those of a scenario's file.
func (reference) Bounds() []row {
	n := func(n int) string { return strconv.Itoa(n) }
	return []row{
		{"a file", n(scenarios.MaxBytes) + " bytes", n(scenarios.MaxLines) + " lines"},
		{"a line", n(scenarios.MaxLine) + " bytes", ""},
		{"a title, text, question, answer or label", n(scenarios.MaxText) + " characters", ""},
		{"the name of a key, object or actor", n(scenarios.MaxName) + " characters", ""},
		{"commands, each as often as it repeats", n(scenarios.MaxCalls), ""},
		{"how often one command repeats", n(sim.MaxTimes), ""},
		{"handlers; indexes", n(scenarios.MaxActs), ""},
		{"workers", n(sim.MaxWorkers), ""},
		{"events of a run", n(scenarios.MaxEvents), ""},
	}
}

// Types are the numbers of a type: of deltas, and of watch events.
func (reference) Types() [2][]string { return [2][]string{trace.DeltaNames[1:], trace.WatchNames[1:]} }

// After is the number after n: templates count from 0, people and events from 1.
func (reference) After(n int) int { return n + 1 }

// op is what happened, as a trace has it.
type op struct {
	Name, Says string
	Fields     []field
	Cases      []string
}

// field is a field of an event that has a name of its own.
type field struct{ Name, Of string }

// durations are the numbers that are nanoseconds.
var durations = map[string]bool{"due": true, "wait": true, "for": true, "asked": true, "period": true, "token": true, "every": true}

// ops are those of one machine.
type ops struct {
	Name string
	Ops  []op
}

// Ops are all that can happen, by the machine that says so.
func (r reference) Ops() (groups []ops) {
	for _, o := range trace.Ops() {
		info := o.Info()
		group, _, ofMachine := strings.Cut(info.Name, ".")
		if !ofMachine {
			group = "story"
		}
		i := slices.IndexFunc(groups, func(g ops) bool { return g.Name == group })
		if i < 0 {
			i, groups = len(groups), append(groups, ops{Name: group})
		}
		row := op{Name: info.Name, Says: r.T("op." + info.Name)}
		for _, f := range []field{{"a", info.A}, {"b", info.B}, {"val", info.Val}, {"before", info.Before}, {"after", info.After}} {
			if durations[f.Of] && f.Name != "val" {
				f.Of += ", ns"
			}
			if f.Of != "" {
				row.Fields = append(row.Fields, f)
			}
		}
		if info.Bits {
			row.Fields = append(row.Fields, field{"before, after", "membership"})
		}
		for _, c := range info.Cases {
			row.Cases = append(row.Cases, string(c))
		}
		groups[i].Ops = append(groups[i].Ops, row)
	}
	return groups
}

// Params are the keys of a link; what they mean stands in the words of a language, or is said in English.
func (r reference) Params() []player.Param {
	all := player.Params()
	for i, p := range all {
		if key := "param." + p.Name; words[r.Lang].Has(key) {
			all[i].Means = r.T(key)
		}
	}
	return all
}

// keys is a part of the keyboard map.
type keys struct {
	ID, Title string
	Rows      []struct {
		Keys []string
		Does string
	}
}

// Keys is the keyboard map, by group.
func (r reference) Keys() (groups []keys) {
	p := player.New(player.Env{Text: text.In})
	p.Hash.Lang = r.Lang
	for _, s := range player.Keyboard {
		if len(groups) == 0 || groups[len(groups)-1].ID != s.Group {
			groups = append(groups, keys{ID: s.Group, Title: r.T("keys." + s.Group)})
		}
		at := &groups[len(groups)-1]
		row := struct {
			Keys []string
			Does string
		}{Does: r.T("keys." + s.Group + "." + s.Name)}
		for _, k := range s.Keys {
			row.Keys = append(row.Keys, p.KeyLabel(k))
		}
		at.Rows = append(at.Rows, row)
	}
	return groups
}

// questions are those that the lessons of a part answer.
type questions struct {
	Title string
	Asked []link
}

// Questions are what the lessons answer, one each.
func (r reference) Questions() (all []questions) {
	for i, part := range scenarios.Course() {
		of := questions{Title: strconv.Itoa(i+1) + "  " + r.T("course."+part.ID)}
		for _, l := range part.Lessons {
			of.Asked = append(of.Asked, link{text.Plain(l.Text(r.Lang, "question")), r.Home + "s/" + l.ID + "/"})
		}
		all = append(all, of)
	}
	return all
}

// Engines are what client-go has had inside its informers.
func (r reference) Engines() (rows []row) {
	for _, e := range sim.Engines() {
		rows = append(rows, row{e, strings.TrimLeft(strings.TrimPrefix(r.T("engine."+e), e), ":： "), ""})
	}
	return rows
}

// class is a class to be taught.
type class struct {
	ID, Title, About string
	Minutes          int
	Stops            []stop
}

// stop is a stretch of a class.
type stop struct {
	From, Until int
	Text, Href  string
}

// Classes are those that the course can be taught in, with their minutes.
func (r reference) Classes() (all []class) {
	for _, p := range scenarios.Paths() {
		c := class{ID: p.ID, Title: r.T("path." + p.ID), About: r.T("path." + p.ID + ".about"), Minutes: p.Minutes}
		put := func(s scenarios.Span, text, href string) {
			c.Stops = append(c.Stops, stop{s.At, s.Until(), text, href})
		}
		put(p.Opening, r.T("teach.opening"), "")
		for _, s := range p.Stops {
			if s.Lesson != nil {
				put(s.Span, s.Lesson.Place()+" "+s.Lesson.Text(r.Lang, "title"), r.Home+"s/"+s.Lesson.ID+"/")
			} else {
				put(s.Span, r.T("ex.named", "title", s.Exercise.Text(r.Lang, "title")), r.App("ex="+s.Exercise.ID))
			}
		}
		put(p.Quiz, r.T("docs.quiz"), r.App("p=quiz&of="+player.ClassQuiz+p.ID))
		put(p.End, r.T("teach.end"), "")
		all = append(all, c)
	}
	return all
}

// Exercises are all of them, with the lesson that each follows.
func (r reference) Exercises() (rows []struct {
	link
	Goal    string
	After   link
	Minutes int
}) {
	for _, x := range scenarios.Exercises() {
		after := scenarios.Find(x.After[0])
		rows = append(rows, struct {
			link
			Goal    string
			After   link
			Minutes int
		}{link{x.Text(r.Lang, "title"), r.App("ex=" + x.ID)}, x.Text(r.Lang, "goal"), link{after.Place(), r.Home + "s/" + after.ID + "/"}, x.Minutes()})
	}
	return rows
}

// term is a word of the glossary.
type term struct {
	ID, Name, Also, Means string
	Beside                bool // the lessons show what client-go has in its place
	Lessons               []link
}

// Glossary is all of it.
func (r reference) Glossary() (all []term) {
	for _, t := range scenarios.Glossary() {
		names := t.Names(r.Lang)
		of := term{ID: t.ID, Name: names[0], Also: strings.Join(names[1:], r.T("docs.comma")), Means: t.Text(r.Lang), Beside: t.Beside}
		for _, id := range t.Lessons {
			l := scenarios.Find(id)
			of.Lessons = append(of.Lessons, link{l.Place() + " " + l.Text(r.Lang, "title"), r.Home + "s/" + id + "/"})
		}
		all = append(all, of)
	}
	return all
}

// command is a command with its help.
type command struct{ Name, Path, Short, Help string }

// Commands are what the program can do in a terminal.
func (r reference) Commands() (all []command) {
	if r.site.Options.Commands == nil {
		return nil
	}
	for _, c := range r.site.Options.Commands.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" && c.Name() != "completion" {
			all = append(all, command{c.Name(), c.CommandPath(), c.Short, strings.TrimSpace(c.Long + "\n\n" + c.UsageString())})
		}
	}
	return all
}

// Served are the resources of a real cluster that are shown when none are named, by their API group.
func (reference) Served() (groups []section) {
	for _, of := range gate.Default() {
		if len(groups) == 0 || groups[len(groups)-1].ID != of.Group {
			groups = append(groups, section{ID: of.Group})
		}
		last := &groups[len(groups)-1]
		last.Rows = append(last.Rows, row{Form: of.Resource, Means: of.String()})
	}
	return groups
}

// Known are those that are served by their short names, too, once somebody names them.
func (reference) Known() (names []string) {
	for _, of := range gate.BuiltIn[len(gate.Default()):] {
		names = append(names, of.String())
	}
	return names
}

// Limits are the server's, and that of the page.
func (reference) Limits() []gate.Limit {
	return append(gate.Limits(), gate.Limit{Of: "objects that the page takes", Most: strconv.Itoa(feed.MaxObjects)})
}

// snippet is a way to put a moment into another page, filled for one of them.
type snippet struct{ Name, Text, File, Once string }

// Snippets are the ways that the dialog "Share" offers, for a step of a lesson at HOST.
func (r reference) Snippets() (all []snippet) {
	const page, hash = "https://HOST/v1/#", "s=dirty-and-processing&step=3"
	m := player.Excerpt{Link: page + hash, Frame: page + "embed&" + hash, Present: page + "embed&" + hash + "&present=1", Element: "https://HOST/v1/embed.js",
		Picture: "https://HOST/" + langFolder(r.Lang) + "s/dirty-and-processing/3.svg", Title: "client-go workqueue: dirty and processing", Alt: "a is dirty and processing",
		Parameters: [][2]string{{"scenario", "dirty-and-processing"}, {"step", "3"}}}
	for _, w := range player.Ways {
		all = append(all, snippet{r.T("share." + w.Name), m.Fill(w.Text), w.File, m.Fill(w.Once)})
	}
	return all
}

// Embed are the types of embed.js.
func (r reference) Embed() (string, error) {
	text, err := fs.ReadFile(r.site.Web, "embed.d.ts")
	return string(text), err
}

// Example is the body of a function of developers_test.go, which is compiled and run by go test.
func (r reference) Example(name string) (string, error) {
	text, err := fs.ReadFile(r.site.Docs, docsFolder+"developers_test.go")
	if err != nil {
		return "", err
	}
	_, body, found := strings.Cut(string(text), "\nfunc "+name+"() {\n")
	body, _, ended := strings.Cut(body, "\n}\n")
	if !found || !ended {
		return "", fmt.Errorf("developers_test.go has no func %s()", name)
	}
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "\t")
	}
	return strings.Join(lines, "\n"), nil
}

// Script is that of a page that has the element in it, see examples.
func (r reference) Script(name string) (string, error) {
	data, err := files.ReadFile("assets/examples/" + name + ".js")
	return string(data), err
}
