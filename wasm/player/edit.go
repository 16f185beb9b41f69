package player

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
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

// Ran says how many expectations did not hold on an engine and a queue; -1 is a command that was refused.
type Ran struct {
	On    string // as the text tells them apart
	Wrong int
	Other tell.Saying // of the queue of which the text says nothing, what is otherwise there; else nil
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

// translated is the language into which the editor translates.
var translated = scenarios.Languages[1]

// translate reads the translation, and says what it lacks. What cannot be read leaves the English.
func (p *Player) translate() {
	e, l := &p.Edit, p.Edit.file
	if e.Prose == "" && !e.Beside {
		e.Prose = p.proseOf(l.ID)
	}
	p.lacks()
}

// lacks says what the translation lacks, or why nobody knows.
func (p *Player) lacks() {
	e, l := &p.Edit, p.Edit.file
	e.Lacks = e.unsure
	switch {
	case e.Asks:
		e.Lacks = tell.Message("edit.asks")
	case l == nil || e.Prose == "":
	default:
		if err := l.Translate("", translated, e.Prose); err != nil {
			e.Lacks = func(t tell.Teller) string { return p.T("edit.prose.bad", "why", t.Refusal(err)) }
		} else if ids := l.Missing(translated); len(ids) > 0 {
			e.Lacks = tell.Message("edit.lacks", "ids", strings.Join(ids, ", "))
		}
	}
}

// proseOf is the translation that there is of a text: that of the lesson that is opened, or the one that was
// kept with a text of that id.
func (p *Player) proseOf(id string) string {
	if prose, err := scenarios.Files(p.Edit.of + "." + translated + ".md"); err == nil {
		return prose
	}
	if of, prose, _ := strings.Cut(p.kept(proseKey), "\n"); of == id && p.Edit.from == "" {
		return prose
	}
	return ""
}

// besideCame takes the translation that lies where the text was fetched, whatever was typed since.
func (p *Player) besideCame(m Translation) {
	e := &p.Edit
	if e.Asks = false; m.Why != "" {
		e.unsure = tell.Message("edit.unsure", "file", visible(m.Name), "why", m.Why)
	}
	if m.Text != "" {
		p.takeProse(m.Text)
	} else if p.lacks(); e.Beside {
		p.proseBeside()
	}
}

// takeProse takes a translation that there is.
func (p *Player) takeProse(text string) {
	e := &p.Edit
	e.Prose, e.begun = text, ""
	p.lacks()
	if e.from == "" {
		p.timer("pack", packQuiet)
	}
	if e.Beside {
		p.emit(PutProse{e.Prose})
	}
}

func (Translate) do(p *Player) {
	e := &p.Edit
	if e.Beside = !e.Beside; e.Beside {
		p.proseBeside()
	}
}

// proseBeside shows the translation; one that there is not yet begins with the English.
func (p *Player) proseBeside() {
	e := &p.Edit
	if e.Prose == "" && e.file != nil && !e.Asks {
		e.Prose = e.file.Prose(translated)
		e.begun = e.Prose
	}
	p.emit(PutProse{e.Prose})
}

func (m Prosed) do(p *Player) {
	e := &p.Edit
	if p.quiet = true; p.Hash.Page != "edit" || m.Text == e.Prose || e.Asks {
		return
	}
	e.Prose = m.Text
	p.retyped() // a lesson's own would take its place when the page is loaded again
	p.timer("edit", editQuiet)
}

// refused marks why the text cannot be read, or played any further.
func (e *Editor) refused(err error) {
	m := Wrong{Says: refusal(err)}
	if at := (*scenarios.Error)(nil); errors.As(err, &at) {
		m.Line = at.Line
	}
	e.Marks = append(e.Marks, m)
}

// startRun begins to play the text on an engine and a queue.
func (p *Player) startRun(on scenarios.Side) {
	e := &p.Edit
	l := e.file.On(on.Queue)
	if l.Queue() != on.Queue {
		l = e.file.Elsewhere()
	}
	run, err := l.Begin(on.Engine, editEvents)
	if err != nil {
		p.runEnded(err)
		return
	}
	e.run, e.work = run, 0
	p.runOn()
}

// runOn plays for a while, and then lets the page have its turn: a long text keeps nobody waiting.
func (p *Player) runOn() {
	e := &p.Edit
	for until := e.work + editWork; e.run.More(); {
		if e.work > until {
			p.timer("edit", 0)
			return
		}
		was := e.run.Recorder.Len()
		if err := e.run.Next(); err != nil {
			p.runEnded(err)
			return
		}
		e.work += int(e.run.Recorder.Len()-was) + e.run.Keys()*(1+len(e.file.Items[len(e.run.Steps)-1].Expect))
	}
	p.runEnded(nil)
}

// runEnded marks what did not hold in a run that is over, shows it where it is the one of the picture,
// and goes on to the next. Of the queue of which the text says nothing, what is otherwise there is no fault.
func (p *Player) runEnded(err error) {
	e := &p.Edit
	run, wrong := e.run, -1
	e.run = nil
	other := e.left != nil && !contains(e.file.Queues, e.left[0].Queue)
	if err != nil && !other {
		e.refused(err)
	}
	if run != nil && !other {
		for _, f := range run.Failures {
			e.Marks = append(e.Marks, Wrong{f.Line, func(t tell.Teller) string { return t.Failure(f) }})
		}
	}
	if err == nil {
		wrong = len(run.Failures)
	}
	switch {
	case e.left != nil:
		r := Ran{On: e.file.Called(e.left[0]), Wrong: wrong}
		if other {
			r.On = e.left[0].Queue
			var failures []scenarios.Failure
			if run != nil {
				failures = run.Failures
			}
			r.Other = func(t tell.Teller) string { return t.Otherwise(r.On, failures, err) }
		}
		e.Ran = append(e.Ran, r)
		if e.left = e.left[1:]; len(e.left) > 0 {
			p.startRun(e.left[0])
		} else {
			e.left = nil
		}
	case err == nil:
		p.showRun(run.Run)
	}
}

// showRun shows a run at the step under the cursor, or where the picture stood.
func (p *Player) showRun(run *scenarios.Run) {
	p.stop()
	h := &Playhead{Lesson: run.Lesson, Run: run, Engine: run.Engine, World: run.World, Speed: 1, Line: model.Played(run)}
	if was := p.Head; was != nil {
		h.Speed = was.Speed
		h.Seek(was.Step)
	} else {
		h.Seek(p.Hash.Step)
	}
	p.Head, p.walked, p.Edit.shown, p.Edit.played = h, walk{}, true, p.Edit.Text
	p.toCursor()
}

func (StopEdit) do(p *Player) {
	e := &p.Edit
	e.run, e.left = nil, nil
	p.untimer("edit")
	e.Said = tell.Message("edit.stopped")
}

func (RunAll) do(p *Player) {
	e := &p.Edit
	if e.file == nil || e.run != nil {
		return
	}
	p.untimer("edit")
	e.Marks, e.Ran, e.Said, e.left = nil, nil, nil, e.file.Sides()
	if other := e.file.Elsewhere(); other != nil {
		e.left = append(e.left, scenarios.Side{Engine: e.file.Engines[len(e.file.Engines)-1], Queue: other.Queue()})
	}
	p.startRun(e.left[0])
}

func (Fill) do(p *Player) {
	e := &p.Edit
	if e.shown && e.work > maxFill {
		e.Said = tell.Message("edit.fill.long")
		return
	}
	if !e.shown {
		e.Said = tell.Message("edit.fill.not")
		return
	}
	text, err := e.file.Filled(editEvents)
	switch {
	case err != nil:
		e.Said = refusal(err)
	case text == e.Text:
		e.Said = tell.Message("edit.fill.none")
	default:
		e.Text = text
		p.retyped()
		p.emit(Put{text})
		p.replay()
		e.Said = tell.Message("edit.filled")
	}
}

func (m ToLine) do(p *Player) {
	p.emit(Caret{m.N})
	p.Edit.Line = m.N
	p.toCursor()
}

// pack asks for the text as links carry it, and keeps it for a reload.
func (p *Player) pack() {
	p.untimer("pack")
	e := &p.Edit
	e.packs++
	prose := e.Prose
	if prose == e.begun {
		prose = "" // nothing is translated yet
	}
	p.emit(Pack{e.packs, e.Text, prose})
	keep := Keep{Name: draftKey, Tab: true}
	if len(e.Text) <= maxKeptFor {
		keep.Text = e.Text
	}
	p.emit(keep)
	if e.file == nil || e.Prose == "" {
		return // what is kept is another text's, or this one's while it cannot be read
	}
	kept := Keep{Name: proseKey, Tab: true}
	if len(e.Prose) <= maxKeptFor {
		kept.Text = e.file.ID + "\n" + e.Prose
	}
	p.emit(kept)
}

func (m Packed) do(p *Player) {
	e := &p.Edit
	if f := p.File; m.N < 0 {
		if f != nil && f.packs == m.N {
			f.packed = m.Text
		}
		return
	}
	if p.Hash.Page != "edit" || m.N != e.packs || e.from != "" || p.timers["pack"] { // it was changed since
		p.quiet = true
		return
	}
	e.Long = len(m.Text) > maxPacked
	e.Alone = !e.Long && m.Prose != "" && len(m.Text)+len(m.Prose) > maxPacked
	if !e.Long {
		e.packed, e.packedProse = m.Text, m.Prose
	}
	if e.Alone {
		e.packedProse = ""
	}
}

// textOf puts the text that is edited into a link.
func (p *Player) textOf(h *Hash) {
	if h.Page == "edit" && p.Edit.from == "" && p.Edit.Text != p.Edit.draft {
		h.Packed, h.Prose = p.Edit.packed, p.Edit.packedProse
		h.File = h.fromLink()
	}
}

// Running reports whether a text is played that takes its time.
func (e *Editor) Running() bool { return e.run != nil }

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
