package sim

import "slices"

// Bounds end an exploration that would not end by itself, or not soon. A field that is 0 has its default.
type Bounds struct {
	States int // how many different states are found; MostStates at most, which is the default
	Depth  int // how many steps a way has; 400
}

// MostStates bounds Bounds.States.
const MostStates = 50_000

// usualDepth is the default of Bounds.Depth.
const usualDepth = 400

func (b Bounds) filled() Bounds {
	if b.States <= 0 || b.States > MostStates {
		b.States = MostStates
	}
	if b.Depth <= 0 {
		b.Depth = usualDepth
	}
	return b
}

// Exploration finds every order in which things can go on from a moment of a run: in each state, whoever
// can act may act, each caller may give the next of its commands, and only when nobody can act does time
// pass, until somebody can. States that are equal are one, so the orders make a graph; it grows breadth
// first, and the way to a state is a shortest one.
//
// Callers are the workers of the script, each with its own commands in their order, and somebody with all
// the others. A command that the world refuses is given later. How long the script waits does not count,
// and neither do its words that only say who acts when: step, run, hold, release, and what actors do by
// themselves. A run has ended when only that is left which happens in a quiet cluster again and again: that
// a watch times out, and resyncs.
type Exploration struct {
	cfg     Config
	past    []Timed
	callers []caller
	bounds  Bounds
	broken  int       // promises at the beginning
	freed   []Command // lets go who is held at the beginning
	usual   []Mark    // what the script's own order leaves behind, too
	own     []string  // and the names of its steps
	judges  bool      // at its end workers act by themselves
	apart   bool      // steps that do not touch each other are played in one order

	states []State
	steps  []Step
	feet   []feet // of the steps
	known  map[fingerprint]int
	next   int    // the state to go on from
	full   bool   // there was no room for another state
	cut    bool   // a way was too long to go on
	played int    // steps
	world  *World // stands in the state at, or is nil
	at     int
}

// caller gives commands, one after the other.
type caller struct {
	name     string
	commands []Command
}

// State is a node of the graph. The first is the moment from which the exploration goes on.
type State struct {
	Depth int    // steps of a shortest way to it
	Via   int    // the last of them; -1 of the first state
	Out   []int  // the steps that can be taken in it
	Marks []Mark // what is wrong in it
	Ended bool   // nobody can act and nothing is left to say: the script is over
	Open  bool   // not all of its steps are known: they will be, or a bound came first

	given []int // commands of each caller
	in    []int // the steps that lead to it
}

// Step is an edge of the graph.
type Step struct {
	From, To int
	Name     string    // who does what: "W1 get", "Add a"
	Do       []Command // brings a world from one state to the other
	Marks    []Mark    // what goes wrong in it: Missed
}

// MarkKind says what is wrong in a state.
type MarkKind uint8

// The marks. Missed is of a step. Stuck and Lost are of states in which a run has ended, and are told only if
// the script's own order does not leave the same behind.
const (
	Broke   MarkKind = 1 + iota // Text is a promise that does not hold
	Crashed                     // the program ended with a panic
	Missed                      // a worker, Who, read Key as not found, and the API server has it
	Stuck                       // Key waits or is held, Text says where: queue, dirty, processing; and nobody goes on with it
	Lost                        // the store has another state of Key than the API server, for good
)

// Mark is something wrong in a state.
type Mark struct {
	Kind MarkKind
	Key  string
	Who  string
	Text string
}

// NewExploration begins an exploration from the moment to which past leads: Timeds of World.Log. script
// is what is said from there on. It plays nothing but that yet; see Go.
func NewExploration(cfg Config, past []Timed, script []Line, b Bounds) (*Exploration, error) {
	x := &Exploration{cfg: cfg, past: past, bounds: b.filled(), apart: true, known: map[fingerprint]int{}}
	w, err := x.begin()
	if err != nil {
		return nil, err
	}
	x.callers = callersOf(w, script)
	if w, err = x.begin(); err != nil {
		return nil, err
	}
	x.usual, x.own = leftBy(w, script)
	x.judges = w.auto
	if w, err = x.begin(); err != nil {
		return nil, err
	}
	x.broken = len(w.broken)
	x.found(w, State{Via: -1, given: make([]int, len(x.callers))})
	return x, nil
}

// begin is a world at the moment from which the exploration goes on. Nobody is held there.
func (x *Exploration) begin() (*World, error) {
	w, err := Replay(x.cfg, x.past, -1)
	if err != nil {
		return nil, err
	}
	x.freed = nil
	for _, a := range w.actors {
		if a.held && !a.gone {
			x.freed = append(x.freed, Command{Verb: "release", Text: a.name})
		}
	}
	for _, c := range x.freed {
		if err := w.Do(c); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Go plays steps, about n of them, and reports whether there are more to play.
func (x *Exploration) Go(n int) bool {
	for enough := x.played + n; x.more() && x.played < enough; {
		x.expand(x.next)
		x.next++
	}
	return x.more()
}

func (x *Exploration) more() bool { return x.next < len(x.states) && !x.full }

// States are those that were found so far, by depth. Read only.
func (x *Exploration) States() []State { return x.states }

// Steps lead from one to another. Read only.
func (x *Exploration) Steps() []Step { return x.steps }

// Whole reports whether every order was seen to its end; false before the end, and when a bound came first.
func (x *Exploration) Whole() bool {
	return x.next == len(x.states) && !x.full && !x.cut
}

// Way is a shortest way to a state, as steps.
func (x *Exploration) Way(state int) []int {
	var way []int
	for via := x.states[state].Via; via >= 0; via = x.states[x.steps[via].From].Via {
		way = append(way, via)
	}
	slices.Reverse(way)
	return way
}

// Commands bring a World from the moment of the exploration to the end of a way.
func (x *Exploration) Commands(way []int) []Command {
	all := slices.Clone(x.freed)
	for _, s := range way {
		all = append(all, x.steps[s].Do...)
	}
	return all
}

// World is a World in a state, for who wants to see it.
func (x *Exploration) World(state int) (*World, error) { return x.After(x.Way(state)) }

// After is a World at the end of a way.
func (x *Exploration) After(way []int) (*World, error) {
	w, err := x.begin()
	if err != nil {
		return nil, err
	}
	for _, c := range x.Commands(way)[len(x.freed):] {
		_ = w.Do(c) // what the API server refuses it refused then, too
	}
	return w, nil
}

// Judges reports whether any key that an order leaves behind is called wrong: its workers act by themselves, and
// the script's own order leaves none.
func (x *Exploration) Judges() bool { return x.judges && len(x.usual) == 0 }

// Own are the steps that the script takes in its own order, as far as they are known.
func (x *Exploration) Own() []int {
	var way []int
	at := 0
	for _, name := range x.own {
		i := slices.IndexFunc(x.states[at].Out, func(n int) bool { return x.steps[n].Name == name })
		if i < 0 {
			break
		}
		n := x.states[at].Out[i]
		way, at = append(way, n), x.steps[n].To
	}
	return way
}

// Explored is what Explore found.
type Explored struct {
	Visits int  // steps that were played
	States int  // different worlds
	Whole  bool // every interleaving was seen; false when the bound came first
	// Broken is the promise that a shortest interleaving breaks, and Script that
	// interleaving, as commands; both are empty when every promise holds.
	Broken string
	Script []string
}

// Explore explores a script from the beginning, up to a bound of steps, and reports the first promise that
// one of the orders breaks. All commands are one caller's: they come in their order.
func Explore(cfg Config, script []Line, bound int) (Explored, error) {
	x, err := NewExploration(cfg, nil, nil, Bounds{})
	if err != nil {
		return Explored{}, err
	}
	one := caller{}
	for _, l := range script {
		one.commands = append(one.commands, l.Command)
	}
	x.callers = []caller{one}
	x.states[0].given = []int{0}
	var found Explored
	for more := true; more && found.Broken == "" && x.played < bound; {
		more = x.Go(1)
		for _, f := range x.Faults() {
			if f.Kind == Broke {
				found.Broken = f.Text
				for _, c := range x.Commands(f.Way) {
					found.Script = append(found.Script, c.String())
				}
				break
			}
		}
	}
	found.Visits, found.States, found.Whole = x.played, len(x.states), found.Broken == "" && x.Whole()
	return found, nil
}
