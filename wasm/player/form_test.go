package player

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

var everyGroup = []sim.Group{sim.AtQueue, sim.AtWorker, sim.AtServer, sim.AtWatch, sim.AtReflector, sim.AtInformer, sim.AtHandlers, sim.InTime}

// offered are the verbs that the playground's forms give.
func offered(p *Player) (names []string) {
	for _, g := range everyGroup {
		for _, v := range p.Verbs(g) {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return names
}

func verbNames() (names []string) {
	for _, v := range sim.Verbs() {
		names = append(names, v.Name)
	}
	return names
}

// Every verb of the language has a form in the playground. As it opens it says a command of the verb
// that can be read, and so it does after anything was filled in: what is done is what is written.
func TestEveryVerbHasAFormThatSaysWhatItDoes(t *testing.T) {
	p := opened("#p=play&set=queue:priority&z=Add+a;+create+p1+n1")
	if got, want := offered(p), verbNames(); !slices.Equal(got, want) {
		t.Fatalf("the playground has forms for %q, the language has %q", got, want)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, v := range sim.Verbs() {
		p.Update(noon, OpenForm{Verb: v.Name})
		for round := range 30 {
			if round > 0 {
				for _, f := range v.Fields {
					value := ""
					switch all := p.Offered(f); {
					case !f.Must && r.IntN(2) == 0 && f.Name != "key":
					case f.Name == "knob" || f.Name == "value":
						value = p.Filled(f)
					case len(all) > 0:
						value = all[r.IntN(len(all))]
					case f.Kind == sim.ADuration:
						value = strconv.Itoa(r.IntN(100)) + "s"
					default:
						value = strconv.Itoa(1 + r.IntN(100))
					}
					p.Update(noon, FillIn{f.Name, value})
				}
			}
			line := p.FormLine()
			want, err := sim.ParseLine(line)
			if said := p.Misread(); err != nil || said != "" || want.Verb != v.Name {
				t.Fatalf("the form of %s says %q, which is read as %+v, %v; it says %q", v.Name, line, want, err, said)
			}
			if got, err := p.Lines(); err != nil || len(got) != 1 || got[0] != want {
				t.Errorf("%q gives %+v, %v; want %+v", line, got, err, want)
			}
		}
		p.Update(noon, OpenForm{Verb: v.Name})
	}
}

// What a form says is done as if it were a line of the link.
func TestAFormGivesItsCommand(t *testing.T) {
	p := opened("#p=play")
	for _, m := range []Msg{OpenForm{"AddAfter"}, FillIn{"key", "b"}, FillIn{"after", "90m"}, FillIn{sim.FieldWait, "2s"}, Give{},
		Write{"create p{1..2} n1"}, Give{}, Write{"Add k{1..3}"}, Give{}, Write{"Addd a"}, Give{}} {
		p.Update(noon, m)
	}
	b := p.Head.Session.Branch()
	if got, want := inline(b.Commands(0, b.Last())), "+2s AddAfter b 1h30m0s; Add k1; Add k2; Add k3"; got != want {
		t.Errorf("the forms gave %q, want %q", got, want)
	}
	if !p.Bad || !strings.Contains(p.Notice(), "Addd") || !strings.Contains(p.Misread(), "Addd") {
		t.Errorf("of Addd it says %q and %q", p.Notice(), p.Misread())
	}
}

// What cannot be done now is told before it is tried, and nothing is told of what comes later.
func TestAFormTellsWhatCannotBeDoneNow(t *testing.T) {
	p := opened("#p=play&z=Add+a")
	for line, want := range map[string]string{
		"W1 ok": "W1 holds no key", "start": "runs already", "add-handler h1=5x": "want enqueue", "W1 Get": "", "+1s W1 ok": "", "W9 Get": "not a worker", "remove-handler h7": "no such handler",
	} {
		p.Update(noon, OpenForm{})
		p.Update(noon, OpenForm{"Get"})
		p.Update(noon, Write{line})
		if got := p.Trouble(); want == "" && got != "" || !strings.Contains(got, want) || p.Misread() != "" || p.Head.Step != 1 {
			t.Errorf("%q: %q, want %q; %q at step %d", line, got, want, p.Misread(), p.Head.Step)
		}
	}
}

// What was just done is not called undoable because it is done; once it is written anew, it is.
func TestAFormIsQuietAboutWhatItJustDid(t *testing.T) {
	p := opened("#p=play")
	p.Update(noon, OpenForm{"remove-handler"})
	p.Update(noon, Give{})
	if p.Bad || p.Head.Step != 1 || p.Trouble() != "" {
		t.Errorf("after remove-handler h1 at step %d: %q, and the form says %q; want nothing", p.Head.Step, p.Notice(), p.Trouble())
	}
	p.Update(noon, Write{"remove-handler h1"})
	if p.Trouble() == "" {
		t.Error("remove-handler h1 is written once more: want that there is no such handler")
	}
}

// elsewhere are header keys without a form, and where they are said.
var elsewhere = map[string]string{
	"engines": "the menu of engines", "view": "the buttons of the view", "side": "the heading of the metrics",
	"goal": "what an exercise is, not its World", "allow": "what an exercise is, not its World",
	"id": "names a file", "number": "names a lesson", "title": "names a lesson", "question": "names a lesson", "track": "places a lesson", "level": "places a lesson",
	"tags": "places a lesson", "after": "places a lesson", "sources": "says why it is taught", "unverified": "says why it is not run on client-go",
	"invariants": "says what is expected: a session shows every promise", "orders": "says what is expected of other orders",
}

// Every header key can be set in the playground, or is named above with the reason.
func TestEveryHeaderKeyHasAFormOrAReason(t *testing.T) {
	p := opened("#p=play")
	for _, h := range scenarios.Headers() {
		form := slices.ContainsFunc(p.Headers(), func(o scenarios.Header) bool { return o.Key == h.Key })
		if form == (elsewhere[h.Key] != "") {
			t.Errorf("%s: it has a form: %v, and it is said elsewhere: %q; want one of them", h.Key, form, elsewhere[h.Key])
		}
	}
}

// A line that a form of the settings says makes the playground begin with it, stands in the link and
// is read from there.
func TestSettingsOfTheHeaderMakeTheWorldAndTheLink(t *testing.T) {
	for _, c := range []struct {
		header string
		fields []string
		line   string
		has    func(w *sim.World) bool
	}{
		{"workers", []string{"worker", "Ann"}, "workers: W1 W2 Ann", func(w *sim.World) bool { return slices.Equal(w.Config().Workers, []string{"W1", "W2", "Ann"}) }},
		{"handlers", []string{"handler", "late", "does", "observe", "resync", "5m"}, "handlers: h1 late=observe,resync=5m", func(w *sim.World) bool { return len(w.Config().Handlers) == 2 }},
		{"indexes", []string{"index", "byName", "path", ".metadata.name", "strict", "!", "path2", ".spec.nodeName"}, "indexes: byNode=.spec.nodeName byName=.metadata.name!,.spec.nodeName", func(w *sim.World) bool { return len(w.Config().Indexes) == 2 }},
		{"transform", []string{"drop", ".spec.nodeName", "fail", ".metadata.name", "value", "p2"}, "transform: drop=.spec.nodeName fail=.metadata.name=p2", func(w *sim.World) bool { return w.Config().Transform != "" }},
		{"server", []string{"object", "p9", "rv", "7", "node", "n1"}, "server: p9@7/n1", func(w *sim.World) bool { return w.Cluster().RV() == "7" }},
		{"start", []string{"start", "stream"}, "start: stream", func(w *sim.World) bool { return w.Config().Start == "stream" }},
		{"seed", []string{"number", "42"}, "seed: 42", func(w *sim.World) bool { return w.Config().Seed == 42 }},
		{"limiter", []string{"base", "1s", "max", "9s", "qps", "3", "burst", "4"}, "limiter: base=1s max=9s qps=3 burst=4", func(w *sim.World) bool { return w.Config().Burst == 4 && w.Config().Base.String() == "1s" }},
		{"pages", []string{"number", "2"}, "pages: 2", func(w *sim.World) bool { return w.Config().Pages == 2 }},
		{"resync", []string{"period", "45s"}, "resync: 45s", func(w *sim.World) bool { return w.Config().Resync.String() == "45s" }},
		{"detector", []string{"on", "on"}, "detector: on", func(w *sim.World) bool { return w.Config().Detector }},
	} {
		p := opened("#p=play&z=Add+a")
		p.Update(noon, OpenHeader{c.header})
		for i := 0; i < len(c.fields); i += 2 {
			p.Update(noon, FillIn{c.fields[i], c.fields[i+1]})
		}
		if got := p.FormLine(); got != c.line || p.Misread() != "" {
			t.Errorf("%s: the form says %q, %q; want %q", c.header, got, p.Misread(), c.line)
		}
		p.Update(noon, SetHeader{})
		if got := p.FormLine(); got != c.line {
			t.Errorf("%s: begun anew with %q the form says %q", c.header, c.line, got)
		}
		again := opened(p.Address(false))
		for _, q := range []*Player{p, again} {
			if !c.has(q.Head.World) || q.Bad && q.Notice() != "" || q.Head.Step != 1 {
				t.Errorf("%s: after %q the World is %+v at step %d, %q", c.header, c.line, q.Head.World.Config(), q.Head.Step, q.Notice())
			}
		}
		if h, _ := scenarios.HeaderNamed(c.header); h.Many {
			words := strings.Fields(c.line)
			p.Update(noon, LeaveOut{c.header, words[len(words)-1]})
		} else {
			p.Update(noon, LeaveOut{Key: c.header})
		}
		if p.Hash.Set != "" {
			t.Errorf("%s: left out again, the link still says %q", c.header, p.Hash.Set)
		}
	}
}

// A line that makes no World is told and changes nothing.
func TestAHeaderLineThatMakesNoWorldIsRefused(t *testing.T) {
	for _, line := range []string{"pages: 0", "handlers: h1=x", "worker: W1", "title: Mine", "resync 5s", "server: p1 p1"} {
		p := opened("#p=play&z=Add+a")
		p.Update(noon, OpenHeader{"pages"})
		p.Update(noon, Write{line})
		was := p.Head
		if p.Update(noon, SetHeader{}); !p.Bad || p.Head != was || p.Hash.Set != "" {
			t.Errorf("%q: says %q, the link %q", line, p.Notice(), p.Hash.Set)
		}
	}
}

// An informer that has not started begins by a command.
func TestAColdInformerIsStartedByACommand(t *testing.T) {
	p := opened("#p=play&set=begin:cold,start:stream&z=end-mark+none;+start;+run+idle")
	if p.Notice() != "" || p.Head.Step != 3 || p.Head.Whole.Refl.Lists+p.Head.Whole.Refl.Watches == 0 {
		t.Errorf("%q at step %d, %+v", p.Notice(), p.Head.Step, p.Head.Whole.Refl)
	}
}

// An exercise has the forms of what it allows, and a World without an API server none that need it.
func TestFormsAreThoseThatAreAllowed(t *testing.T) {
	for _, x := range scenarios.Exercises() {
		p := opened("#p=play&ex=" + x.ID)
		if got, want := offered(p), slices.Sorted(slices.Values(x.Allow)); !slices.Equal(got, want) {
			t.Errorf("%s has forms for %q, and allows %q", x.ID, got, want)
		}
	}
	p := opened("#p=play&s=dirty-and-processing&step=2")
	for _, name := range offered(p) {
		if v, _ := sim.VerbNamed(name); v.Server || v.Informer {
			t.Errorf("a work queue alone has a form for %s", name)
		}
	}
}

// Commands are found by name, by what they do in the reader's language, and by their group.
func TestCommandsAreFound(t *testing.T) {
	p := opened("#p=play&lang=zh")
	for find, want := range map[string]string{"endm": "", "end-mark": "end-mark", "续取": "token", "continues": "token", "API SERVER": "create"} {
		p.Update(noon, FindVerb{find})
		if got := offered(p); want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q finds %q, want %q", find, got, want)
		}
	}
}
