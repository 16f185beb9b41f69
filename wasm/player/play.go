package player

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Tools are the choices of the playground's buttons.
type Tools struct {
	Key  string // of the queue
	Pod  string
	Rest tell.Saying // instead of the headline at the newest step: why Step did nothing

	Lost     bool // the session is too long for a link
	Settings bool // the fold of the settings is open
	Goal     bool // a phone shows all of the exercise's goal
	Form     Form

	earlier earlier // before the settings were changed last
	kept    kept
}

type (
	// Do carries out one command of the playground where the playhead stands, and shows what it
	// did. At an earlier step that begins a what-if.
	Do struct{ Command sim.Command }
	// Choose picks the key or the pod that the buttons are about.
	Choose struct{ What, Value string } // "key" or "pod"
	// Plan chooses the part of the machinery that the stage shows.
	Plan struct{ Of string }
	// Tree shows the heap as array and tree, or again what was shown without.
	Tree struct{}
)

func (m Do) do(p *Player) { p.give(sim.Line{Command: m.Command}) }

// give gives a command at the step that is shown.
func (p *Player) give(l sim.Line) {
	h := p.Head
	if h == nil || h.Session == nil || p.refuses(l.Command) {
		return
	}
	p.stop()
	h.Playing = false
	if _, err := h.Session.Do(h.Step, l); err != nil {
		p.say(unable(err), true)
		return
	}
	p.rest()
	h.follow(h.Session.Branch().Last())
	p.walked = walk{what: "step", from: h.Before, events: h.Events()}
	p.achieved()
}

func (m Choose) do(p *Player) {
	if m.What == "key" {
		p.Tools.Key = m.Value
	} else {
		p.Tools.Pod = m.Value
	}
}

func (m Plan) do(p *Player) {
	p.Hash.View = m.Of
	if h := p.Head; h != nil && h.Base != nil && h.Base.View == m.Of {
		p.Hash.View = "" // the lesson's own needs no word in the link
	}
}

func (Tree) do(p *Player) {
	switch {
	case p.Plan() != scene.Tree:
		p.Hash.View = scene.Tree
	case p.Head != nil && p.Head.Lesson != nil && p.Head.Lesson.View == scene.Tree:
		p.Hash.View = scene.Heap
	default:
		p.Hash.View = ""
	}
	p.stop()
}

// startPlay brings up a world with an API server, an informer and two workers, or the world
// of the lesson that was left. The link's commands are carried out first; one that fails
// stops there and says why.
func (p *Player) startPlay() { p.beginPlay(false) }

// beginPlay is startPlay; the commands can be meant for either queue.
func (p *Player) beginPlay(either bool) {
	p.Head = nil
	head, err := p.newPlay()
	if err != nil {
		p.say(refusal(err), true)
		return
	}
	p.Head = head
	if p.Tools.Form.Find != "" {
		p.emit(Clear{"find-verb"})
	}
	p.Tools = Tools{Key: "a", Pod: "p1", Settings: p.Tools.Settings, Form: Form{Shown: p.Tools.Form.Shown}}
	if met := head.Now.Keys; (head.Base != nil || head.Exercise != nil) && len(met) > 0 {
		p.Tools.Key = head.Now.Text(met[0].ID) // the lesson's own
	}
	if pods := p.Pods(); len(pods) > 0 {
		p.Tools.Pod = pods[0]
	}
	s := head.Session
	if head.Base == nil {
		p.carryOut(p.Hash.Inline, -1, either)
	}
	p.takeFutures(p.Hash.If, either)
	at := p.Hash.Step
	if at == Newest {
		at = s.Branch().Last()
	}
	head.follow(at)
	p.practise()
}

func (p *Player) newPlay() (*Playhead, error) {
	if p.Hash.Exercise != "" {
		if x := scenarios.ExerciseNamed(p.Hash.Exercise); x != nil {
			return newExercise(x, p.Hash.Engine)
		}
		p.say(tell.Message("ex.none", "id", visible(middle(p.Hash.Exercise, maxShown))), true)
		p.Hash.Exercise = ""
	}
	if p.Hash.Lesson != "" {
		if l := p.findLesson(); l != nil {
			return NewWhatIf(l.On(p.Hash.Queue), p.Hash.Engine, p.Hash.Step)
		}
		if p.Hash.File {
			p.say(tell.Message("file.gone"), true)
		} else {
			p.say(noLesson(p.Hash.Lesson), true)
		}
		p.Hash.Lesson, p.Hash.File = "", false
		p.Hash.Step, p.Hash.Part, p.Hash.If = 0, 0, "" // they belong to what is not here
	}
	s, _ := ParseSettings(p.Hash.Set)
	return newSandbox(p.Hash.Engine, s)
}

// act lets whoever is next act, or time pass until somebody is; false when nobody ever will, or
// only after so long a time that the reader is told first.
func (p *Player) act() bool {
	h := p.Head
	if h.Session == nil {
		return false
	}
	if far := p.far(); far != nil && p.Tools.Rest == nil {
		p.Tools.Rest = far
		return false
	}
	p.Tools.Rest = nil
	if _, err := h.Session.Do(h.Step, sim.Line{Command: sim.Command{Verb: "step"}}); err != nil {
		p.Tools.Rest = unable(err)
		return false
	}
	h.follow(h.Step)
	return true
}

// farOff is how long Step lets pass unasked until somebody acts whom no call has put off, such
// as the reflector at the watch's timeout. What was called for is waited for however long.
const farOff = time.Minute

// far says, at the newest step, that nothing happens for a long time unless the reader does
// something; nil where Step goes on.
func (p *Player) far() tell.Saying {
	h := p.Head
	w := h.World
	at, ok := w.Next()
	if !ok || at-w.Now() < int64(farOff) {
		return nil
	}
	var next sim.Actor
	for _, a := range w.Actors() {
		if a.What != "" && a.At == at && (next.Name == "" || a.Name == "delay") {
			next = a
		}
	}
	if next.Name != "reflector" && next.Name != "resync" {
		return nil // an appointment, a pass or a call of a handler
	}
	return tell.Far(h.Line.Head(), next, time.Duration(at-w.Now()))
}

// Ahead is how long nothing happens before what Step does next.
func (p *Player) Ahead() time.Duration {
	h := p.Head
	if h.Session != nil && h.Last() {
		if next, ok := h.World.Next(); ok && (p.Tools.Rest != nil || p.far() == nil) {
			return time.Duration(next - h.World.Now())
		}
	}
	return h.Wait()
}

// playLine is the headline of a playground at step n.
func (p *Player) playLine(n int) string {
	h, m := p.Head, p.at(n)
	switch {
	case h.Base != nil && n <= h.Told() && p.Teller().Beat(m) != "":
		return p.Teller().Tale(m)
	case n == h.Line.First() && h.Exercise != nil:
		return "**" + h.Exercise.Text(p.Lang(), "goal") + "**"
	case n == h.Line.First():
		return p.T("play.empty")
	}
	return p.Teller().Caption(m)
}

// maxChoices bounds the keys and pods that the playground's menus offer.
const maxChoices = 12

// Keys are the keys that the buttons can be about: those that were met, and some more.
func (p *Player) Keys() []string {
	var keys []string
	for _, k := range p.Head.Line.Head().Keys {
		if name := p.Head.Line.Head().Text(k.ID); len(keys) < maxChoices {
			keys = append(keys, name)
		}
	}
	more := []string{"a", "b", "c", "d"}
	if x := p.Head.Exercise; x != nil && p.Head.World.Cluster() != nil {
		more = nil // the keys of its objects
	} else if p.Head.World.Cluster() != nil && p.Head.Base == nil {
		more = append(more, "default/p1", "default/p2")
	}
	return some(keys, more)
}

// Pods are the objects of the API server, as the menu of its buttons names them.
func (p *Player) Pods() []string {
	if p.Head.World.Cluster() == nil {
		return nil
	}
	var pods []string
	for _, it := range p.Head.Line.Head().Server.Objects.Items {
		if name := p.Head.Line.Head().Text(it.Key); len(pods) < maxChoices {
			pods = append(pods, name)
		}
	}
	if p.Head.Exercise != nil {
		return some(pods, []string{"p1"})
	}
	if p.Head.Base == nil {
		return some(pods, []string{"default/p1", "default/p2", "default/p3", "default/p4"})
	}
	return some(pods, []string{"p1", "p2", "p3", "p4"})
}

// some is list, sorted, with those of more that are not in it.
func some(list, more []string) []string {
	slices.Sort(list)
	for _, m := range more {
		if !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

// PodCommand is a command about the chosen pod, and exists whether the API server has it.
func (p *Player) PodCommand(verb string) (c sim.Command, exists bool) {
	ns, name, ok := strings.Cut(p.Tools.Pod, "/")
	if !ok {
		ns, name = "", p.Tools.Pod
	}
	for _, it := range p.Head.Whole.Server.Objects.Items {
		exists = exists || p.Head.Whole.Text(it.Key) == p.Tools.Pod
	}
	c = sim.Command{Verb: verb, Name: name, NS: ns}
	if verb == "create" {
		c.Node = "n" + strconv.Itoa(len(name)%2+1)
	}
	return c, exists
}

// Plans are the parts of the machinery that a playground offers.
func (p *Player) Plans() []string {
	plans := []string{scene.All, scene.Workqueue, scene.Store}
	if p.Head.World.Cluster() == nil {
		plans = []string{scene.Workqueue, scene.Heap}
	}
	if b := p.Head.Base; b != nil && b.View != "" && !slices.Contains(plans, b.View) {
		plans = append([]string{b.View}, plans...) // the lesson's own comes first
	}
	return plans
}
