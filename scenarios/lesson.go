package scenarios

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
)

// The versions that the lessons are verified against.
const (
	ClientGo          = "v0.37.2"
	ControllerRuntime = "v0.25.2"
)

// Library is whose queue and informer a lesson is about: what it is verified against.
type Library struct{ Name, Version string }

func (l Library) String() string { return l.Name + " " + l.Version }

// Library is client-go, and controller-runtime where the lesson stands on its queue; its informer is client-go's.
func (l *Lesson) Library() Library { return LibraryOf(l.Queue()) }

// LibraryOf is whose the queue of that name is.
func LibraryOf(queue string) Library {
	if queue == sim.PriorityQueue {
		return Library{"controller-runtime", ControllerRuntime}
	}
	return Library{"client-go", ClientGo}
}

// Lesson is a parsed scenario. It is read only.
type Lesson struct {
	ID       string // "dirty-and-processing"
	Number   string // "S02", for files and links; people read its Place
	Title    string
	Question string // the one question it answers
	Track    string // "workqueue", "informer"
	Level    int    // 1 core, 2 practice, 3 trap
	Tags     []string
	Engines  []string // those it runs on; the last is the default of the page
	Queues   []string // those it is told on; the first is the default
	View     string   // "workqueue", "fifo", "store", "heap", "tree", "all"
	Side     string   // "metrics": what is unfolded from the start; "" is nothing
	Workers  []string
	Sources  []string // why we teach this: files and threads
	Promises []string // invariants it speaks of
	After    []string // the lessons to know first, as Find knows them

	// Orders is what the lesson says of the orders in which it can go on from one of its steps; nil is nothing.
	Orders *Orders

	// Unverified says why its library cannot run it; "" for a verified lesson.
	Unverified string

	// File is the name that was given to Parse.
	File string
	// Server is what happens at the API server before step 0.
	Server []sim.Command
	// Items are the script, as the queue is asked for it: item 0 is the state before the first step and has no calls.
	Items []Item

	place    string // in the course
	config   sim.Config
	mayBreak []string                       // promises that the lesson breaks on purpose
	texts    map[string]map[string]string   // lang → id → text
	gates    map[string]map[string][]string // lang → gate id → options, the right one first
	whys     map[string]map[string][]string // lang → gate id → why, by option; may be shorter
	stands   map[string]map[string]standing // lang → id → where it is said
	order    []string                       // ids of all texts, in order
	lines    []string                       // of the source, for Update
	headers  map[string]int                 // header key → its line
	exercise *Exercise                      // that it belongs to
	of       *Lesson                        // as it was read, of one that stands on another queue
	script   []Item                         // as the file has it
}

// standing is a line of a file.
type standing struct {
	file string
	line int
}

// Item is one step of a lesson as the file has it.
type Item struct {
	Line    int
	Chapter string // id
	Gate    *Gate
	Label   string
	Calls   []Call
	Beat    string // id
	Marker  bool
	Expect  []Expect
}

// Call is one command of a step.
type Call struct {
	Line    int
	Wait    time.Duration // time that passes before it
	Command sim.Command
	Result  string           // what World.Result has to be; "" is not checked
	Within  [2]time.Duration // how long a run may take; both 0 is not checked
}

// Expect is one line of expectations.
type Expect struct {
	Line  int
	Names []string // of the engines and queues that it is about; nil is all
	Wants []Want
}

// Want is one item of it: a view and its value, or "synced", "full", "nothing" with none.
type Want struct {
	View     string
	Value    string
	AnyOrder bool
}

// On reports whether the line is about a run on the engine with the queue.
func (x Expect) On(engine, queue string) bool { return speaks(x.Names, engine, queue) }

// String prints the item as the file has it.
func (w Want) String() string {
	switch {
	case w.Value == "":
		return w.View
	case w.AnyOrder:
		return w.View + "~=" + w.Value
	}
	return w.View + "=" + w.Value
}

// Text returns a text of the lesson: "title", "question", a chapter's, beat's or gate's id.
// What is not translated into lang comes in English; an unknown id is "".
func (l *Lesson) Text(lang, id string) string {
	if t := l.texts[lang][id]; t != "" {
		return Referred(t)
	}
	return Referred(l.texts["en"][id])
}

// Said returns the text of a beat as it is said of a run on one engine, with the queue that the lesson
// stands on; "" is of all runs side by side.
func (l *Lesson) Said(lang, beat, engine string) string {
	queue := l.Queue()
	if engine == "" {
		queue = ""
	}
	for _, id := range l.order {
		if of, names, own := strings.Cut(id, "/"); own && of == beat && speaks(strings.Split(names, ","), engine, queue) {
			return l.Text(lang, id)
		}
	}
	return l.Text(lang, beat)
}

// Words returns all that is said in the lesson in one language, in the order of the file: texts,
// answers and their reasons.
func (l *Lesson) Words(lang string) (all []string) {
	for _, id := range l.order {
		all = append(all, l.texts[lang][id])
		all = append(all, l.gates[lang][id]...)
		all = append(all, l.whys[lang][id]...)
	}
	return referredAll(all)
}

// Options returns the answers of a gate, the right one first.
func (l *Lesson) Options(lang, gate string) []string {
	if o := l.gates[lang][gate]; len(o) > 0 {
		return referredAll(o)
	}
	return referredAll(l.gates["en"][gate])
}

// Why says why the option of a gate, by its place in Options, is right or wrong; "" when the
// lesson does not say.
func (l *Lesson) Why(lang, gate string, option int) string {
	for _, lang := range []string{lang, "en"} {
		if w := l.whys[lang][gate]; option >= 0 && option < len(w) && w[option] != "" {
			return Referred(w[option])
		}
	}
	return ""
}

// Missing lists the ids that have no text in lang, in the order of the file.
func (l *Lesson) Missing(lang string) []string {
	var ids []string
	for _, id := range l.order {
		if l.texts[lang][id] == "" {
			ids = append(ids, id)
		}
		if en := l.gates["en"][id]; len(en) != len(l.gates[lang][id]) {
			ids = append(ids, id+" (options)")
		}
		if en := l.whys["en"][id]; len(en) != len(l.whys[lang][id]) {
			ids = append(ids, id+" (why)")
		}
	}
	return ids
}

// Lists reports whether the story's informer lists, where client-go streams since 0.35.
func (l *Lesson) Lists() bool { return l.config.Start == "list" }

// Config is how the lesson's World is made, for an engine of Engines and the queue that it stands on.
func (l *Lesson) Config(engine string) sim.Config {
	c := l.config
	if c.Queue == "" {
		c.Queue = sim.ClientGoQueue
	}
	c.Engine = engine
	c.Cluster = engine != "workqueue"
	return c
}

//go:embed *.iq *.md
var files embed.FS

// Files returns the embedded source of a file, such as "first-light.iq"; it fails for a name
// that is none.
func Files(name string) (string, error) {
	b, err := files.ReadFile(name)
	return string(b), err
}

var course = sorted()

// sorted parses all embedded lessons. A test holds that they parse; so a failure here is a
// broken build.
func sorted() []*Lesson {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("scenarios: " + err.Error())
	}
	var all []*Lesson
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".iq")
		if !ok {
			continue
		}
		text, _ := Files(e.Name())
		l, err := Parse("scenarios/"+e.Name(), text)
		if err != nil {
			panic(err)
		}
		for _, other := range entries {
			lang, ok := strings.CutSuffix(other.Name(), ".md")
			if lang, found := strings.CutPrefix(lang, name+"."); ok && found {
				prose, _ := Files(other.Name())
				if err := l.Translate("scenarios/"+other.Name(), lang, prose); err != nil {
					panic(err)
				}
			}
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b *Lesson) int { return strings.Compare(a.Number, b.Number) })
	return all
}

// List returns the lessons in the order of their numbers, which is that in which they were written;
// InOrder is that of the course.
func List() []*Lesson { return course }

// Find returns the lesson with that id, number or place in the course, or nil.
func Find(id string) *Lesson {
	for _, l := range course {
		if id != "" && (l.ID == id || strings.EqualFold(l.Number, id) || l.place == id) {
			return l
		}
	}
	return nil
}

// known fails when the lesson does not run on the engine.
func (l *Lesson) known(engine string) error {
	if slices.Contains(l.Engines, engine) {
		return nil
	}
	return fmt.Errorf("scenarios: %s runs on %s, not on %q", l.ID, strings.Join(l.Engines, ", "), engine)
}
