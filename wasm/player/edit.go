package player

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// The editor: a scenario's text beside its picture, which is played anew when nobody has typed for a
// moment. What cannot be read or played leaves the picture of what could.

// Editor is what is typed, and what was seen of it.
type Editor struct {
	Text  string
	Line  int         // of the cursor, from 1
	Marks []Wrong     // what is wrong, by lines
	Ran   []Ran       // on every engine, once that was asked for
	Said  tell.Saying // what became of the last press

	Beside bool        // the translation is edited, too
	Prose  string      // its text; "" until there is one
	Lacks  tell.Saying // what it lacks, or why it cannot be read
	Asks   bool        // whether there is one where the text comes from

	of     string             // the lesson whose text it was
	draft  string             // with which it began
	file   *scenarios.Lesson  // as it was read last; nil while it cannot be read
	from   string             // what the link said that brought the text; "" once it was changed
	shown  bool               // the picture is that of the text
	played string             // the text whose picture it is
	run    *scenarios.Playing // under way
	work   int                // that it took so far
	left   []scenarios.Side   // on which it is still to be played
	packed string             // the text, as links carry it; "" until it was packed, and when it is too long
	packs  int                // how often it was
	Long   bool               // for a link
	Alone  bool               // the link has room for the text, and not for its translation
	begun  string             // the translation as it began, in English
	src    string             // where the text was fetched, even once it was changed
	unsure tell.Saying        // why it is not known whether there is a translation there

	packedProse string // the translation, as links carry it
}

// Wrong is what is wrong in a line; 0 is the file as a whole.
type Wrong struct {
	Line int
	Says tell.Saying
}

// Bounds of what is played while somebody types. A lesson makes a few hundred events.
const (
	editEvents = 20_000
	editWork   = 5_000                 // events and keys looked at, at a stretch
	editQuiet  = 50 * time.Millisecond // nobody types
	packQuiet  = time.Second
	maxFill    = 40 * editWork // what is filled in at a stretch
	maxPacked  = 8 << 10       // of a link, bytes
)

// draftKey is the name under which the browser keeps the text for this tab.
const draftKey = "informerscope.draft"

// proseKey is that of its translation.
const proseKey = "informerscope.draft.prose"

type (
	// Typed is the text as it stands in the editor, and the line of the cursor.
	Typed struct {
		Text string
		Line int
	}
	// Cursor says in which line the cursor stands.
	Cursor struct{ Line int }
	// StopEdit ends what is played.
	StopEdit struct{}
	// Fill writes what happens below each step.
	Fill struct{}
	// RunAll plays the text on every engine and queue that it lists, and on the queue that it does not.
	RunAll struct{}
	// ToLine puts the cursor into a line.
	ToLine struct{ N int }
	// Packed brings a text as links carry it.
	Packed struct {
		N           int
		Text, Prose string
	}

	// Translate opens the translation beside the text, or closes it.
	Translate struct{}
	// Prosed is the translation as it stands there.
	Prosed struct{ Text string }

	// Put writes a text into the editor; PutProse the translation.
	Put      struct{ Text string }
	PutProse struct{ Text string }
	// Caret puts the cursor of the editor into a line.
	Caret struct{ Line int }
	// Pack packs a text for a link, and its translation where there is one, and answers with Packed.
	Pack struct {
		N           int
		Text, Prose string
	}
	// Marked tells the editor which line is shown, and what is wrong in which.
	Marked struct{ Text string }
)

func (e Put) String() string { return "put " + short(e.Text) }
func (e PutProse) String() string {
	return "put beside " + short(e.Text)
}
func (e Caret) String() string { return "caret " + strconv.Itoa(e.Line) }
func (e Pack) String() string {
	if e.Prose != "" {
		return "pack " + short(e.Text) + " and " + short(e.Prose)
	}
	return "pack " + short(e.Text)
}
func (e Marked) String() string { return "marked " + strings.ReplaceAll(e.Text, "\n", " | ") }

// edit is the mode of the editor.
type edit struct{ lesson }

// open begins with what the link brings: a file, a lesson, what was typed before, or a few lines.
func (e edit) open() {
	p := e.Player
	p.Head = nil
	if of := p.Hash.source(); of != "" && p.Edit.from != of {
		p.Edit = Editor{packs: p.Edit.packs}
		p.bring()
		return
	}
	text, from, prose := p.Edit.Text, p.Edit.from, ""
	switch l := scenarios.Find(p.Hash.Lesson); {
	case p.Hash.fromLink():
	case l != nil:
		from = p.Hash.Lesson
		text, _ = scenarios.Files(l.ID + ".iq")
	case p.Hash.File && p.keptFile() != nil && p.File.rec == nil:
		text, from, prose = p.File.Text, "", p.File.Prose
	default:
		if p.Hash.Lesson != "" {
			p.say(noLesson(p.Hash.Lesson), true)
		}
		p.Hash.Lesson = ""
		text, from = cmp.Or(text, p.kept(draftKey)), ""
	}
	p.beginText(text, from)
	if prose != "" {
		p.takeProse(prose)
	}
}

// draft is what an empty editor begins with.
func (p *Player) draft() string {
	return "id: my-lesson\ntitle: " + p.T("edit.draft.title") + "\nquestion: " + p.T("edit.draft.question") +
		"\nworkers: W1 W2\n\n@start " + p.T("edit.draft.start") + "\n\nAdd a\n----\nq=[a]  d={a}  p={}\n\nW1 Get => a\n----\nq=[]  d={}  p={a:W1}\n\n@taken! " +
		p.T("edit.draft.taken") + "\n"
}

// beginText edits a text, and shows it at the step of the link.
func (p *Player) beginText(text, from string) {
	p.untimer("edit")
	p.untimer("pack")
	was := p.Edit
	p.Edit = Editor{Text: text, from: from, of: p.Hash.Lesson, packs: was.packs}
	if text == was.Text { // it is come back to
		p.Edit.Prose, p.Edit.begun, p.Edit.src, p.Edit.Asks, p.Edit.unsure = was.Prose, was.begun, was.src, was.Asks, was.unsure
	}
	if text == "" {
		text = p.draft()
		p.Edit.Text, p.Edit.draft = text, text
	}
	if from == "" && p.Edit.draft == "" {
		p.retyped()
	}
	p.emit(Put{text})
	p.replay()
	if p.Edit.Beside = was.Beside; was.Beside {
		p.proseBeside()
	}
}

// redraft begins in another language, where nothing was typed yet.
func (p *Player) redraft() {
	if e := &p.Edit; p.Hash.Page == "edit" && e.draft != "" && e.Text == e.draft {
		e.Text = p.draft()
		e.draft = e.Text
		p.emit(Put{e.Text})
		p.replay()
	}
}

// retyped says that the text is no longer what the link brought.
func (p *Player) retyped() {
	e := &p.Edit
	p.Hash.Lesson, p.Hash.Src, p.Hash.Packed, p.Hash.Prose, p.Hash.File = "", "", "", "", false
	e.from, e.packed, e.packedProse, e.Said, e.Ran = "", "", "", nil, nil
	p.timer("pack", packQuiet)
}

func (m Typed) do(p *Player) {
	if p.Hash.Page != "edit" {
		return
	}
	e := &p.Edit
	p.quiet = true
	if e.Line = m.Line; m.Text == e.Text {
		return
	}
	e.Text, e.run, e.shown = m.Text, nil, false
	p.retyped()
	p.timer("edit", editQuiet)
}

func (m Cursor) do(p *Player) {
	if p.Hash.Page != "edit" || m.Line == p.Edit.Line {
		p.quiet = true
		return
	}
	p.Edit.Line = m.Line
	p.toCursor()
}

// toCursor shows the step under the cursor.
func (p *Player) toCursor() {
	e := &p.Edit
	if e.Line == 0 || !e.shown || p.Head == nil {
		return
	}
	if n := p.Head.stepOf(e.Line); n != p.Head.Step {
		p.mode().seek(n)
	}
}

// replay reads the text and plays it on the engine that is chosen.
func (p *Player) replay() {
	e := &p.Edit
	e.run, e.left, e.Marks, e.Ran, e.shown = nil, nil, nil, nil, false
	l, err := scenarios.Parse("", e.Text)
	if err != nil {
		e.file = nil
		e.refused(err)
		return
	}
	e.file = l
	p.translate()
	engine := p.Hash.Engine
	if !contains(l.Engines, engine) {
		engine = l.Engines[len(l.Engines)-1]
	}
	p.startRun(scenarios.Side{Engine: engine, Queue: l.On(p.Hash.Queue).Queue()})
}

func (m ToLine) do(p *Player) {
	p.emit(Caret{m.N})
	p.Edit.Line = m.N
	p.toCursor()
}

// marked is what the editor shows in its lines: first the line of the step that is shown, then a line
// for each mark, its number, a blank, and what it says.
func (p *Player) marked() string {
	if p.Hash.Page != "edit" {
		return ""
	}
	at := 0
	if p.Edit.shown && p.Head != nil {
		at = p.Head.Run.Steps[p.Head.Step].Line
	}
	lines := []string{strconv.Itoa(at)}
	for _, m := range p.Edit.Marks {
		lines = append(lines, strconv.Itoa(m.Line)+" "+strings.ReplaceAll(p.Tell(m.Says), "\n", " "))
	}
	return strings.Join(lines, "\n")
}

// edited takes a file into the editor, whether or not it can be read as a scenario; false is one
// that has no place there.
func (p *Player) edited(f *File, n int) bool {
	if p.Hash.Page != "edit" || f == nil || f.rec != nil || f.trace() || len(f.Text) > maxScript {
		return false
	}
	if f.prose() && n != p.brings {
		p.say(nil, false)
		p.Edit.Beside, p.Edit.Asks, p.Edit.unsure = true, false, nil
		p.retyped()
		p.takeProse(f.Text)
		p.timer("edit", editQuiet)
		return true
	}
	from := ""
	if p.Hash.fromLink() && n == p.brings {
		from = p.Hash.source()
	} else {
		p.Head = nil
	}
	p.say(nil, false)
	p.beginText(f.Text, from)
	if f.Prose != "" {
		p.takeProse(f.Prose)
	}
	p.besideIt()
	return true
}
