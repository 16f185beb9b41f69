package player

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/orders"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Orders is the dialog that shows in which orders things can go on from the step that is shown: an
// exploration, a state of it that is picked, and a way there.
type Orders struct {
	Open   bool
	X      *sim.Exploration // nil where none could begin
	Going  bool             // there is more to find
	Picked int
	Way    []int // steps that lead there

	late  bool
	own   bool // the way is the script's own
	began time.Time
	rang  time.Time
	slice int
	step  int // from which it explores

	graph *orders.Picture
	drawn ordersKey
	state Picture
	seen  ordersKey
}

// ordersKey is what the graph follows from, and the picture of the picked state.
type ordersKey struct {
	states, steps, picked int
	way                   int
	going                 bool
	lang, plan            string
}

// OrdersID is the id of the dialog.
const OrdersID = "orders"

// Bounds of an exploration in the page. A slice begins small, and grows as long as the page stays alive.
const (
	ordersTime = 20 * time.Second
	firstSlice = 16
	mostSlice  = 400
	shortSlice = 25 * time.Millisecond
	longSlice  = 60 * time.Millisecond
)

type (
	// OpenOrders explores from the step that is shown; CloseOrders ends it, and OrdersClosed says that the
	// dialog is closed.
	OpenOrders   struct{}
	CloseOrders  struct{}
	OrdersClosed struct{}
	// PickState looks at a state, by a shortest way to it; TakeStep goes on by a step from the one that is
	// picked, and UntakeStep back.
	PickState  struct{ N int }
	TakeStep   struct{ N int }
	UntakeStep struct{}
	// PickFault looks at what goes wrong, by the way there; OwnWay at the order of the lesson.
	PickFault struct{ I int }
	OwnWay    struct{}
	// PlayWay leaves for the playground, where the way is a future to be stepped through.
	PlayWay struct{}
)

// HasOrders reports whether there is something to explore where the playhead stands.
func (p *Player) HasOrders() bool {
	h := p.Head
	return h != nil && (h.Run != nil || h.Session != nil) && !p.Hash.Embed && slices.Contains([]string{"lesson", "play", "edit"}, p.Hash.Page)
}

// OrdersHint is what the lesson says, at one of its steps, of the orders in which it can go on; "" is nothing.
func (p *Player) OrdersHint() string {
	h := p.Head
	if !p.HasOrders() || h.Lesson == nil || h.Lesson.Orders == nil || h.Step != h.Lesson.Orders.Step {
		return ""
	}
	if len(h.Lesson.Orders.Wrong) == 0 {
		return p.T("orders.hint.none")
	}
	return p.T("orders.hint.wrong")
}

func (OpenOrders) do(p *Player) {
	if !p.HasOrders() {
		return
	}
	p.stop()
	h := p.Head
	h.Playing = false
	p.Orders = Orders{Open: true, slice: firstSlice, began: p.now, rang: p.now, step: h.Step}
	o := &p.Orders
	var err error
	if h.Run != nil {
		o.X, err = h.Run.Explore(h.Step, sim.Bounds{States: scenarios.MostOrders})
	} else {
		o.X, err = exploreFuture(h.Session.Branch(), h.Step)
	}
	if err != nil {
		p.Orders = Orders{}
		p.say(unable(err), true)
		return
	}
	o.Going = true
	p.exploreOn()
	p.emit(Dialog{OrdersID, true})
}

// exploreFuture explores from a step of a playground: with the commands that were given after it.
func exploreFuture(b *model.Branch, step int) (*sim.Exploration, error) {
	if b.Point(step).N < 0 {
		return nil, model.ErrNoLog
	}
	var script []sim.Line
	for _, commands := range b.Commands(step, b.Last()) {
		for _, c := range commands {
			script = append(script, sim.Line{Command: c.Command})
		}
	}
	return sim.NewExploration(b.World.Config(), sim.Between(b.World.Log(), sim.Point{}, b.Point(step)), script, sim.Bounds{States: scenarios.MostOrders})
}

func (CloseOrders) do(p *Player) { p.emit(Dialog{OrdersID, false}) }

func (OrdersClosed) do(p *Player) {
	p.untimer("orders")
	p.Orders = Orders{}
}

// exploreOn plays a slice, and asks for the next.
func (p *Player) exploreOn() {
	o := &p.Orders
	if o.X == nil || !o.Open {
		return
	}
	switch took := p.now.Sub(o.rang); {
	case took > longSlice:
		o.slice = max(o.slice/2, firstSlice/4)
	case took < shortSlice:
		o.slice = min(o.slice*2, mostSlice)
	}
	o.rang = p.now
	o.Going = o.X.Go(o.slice)
	if o.late = o.Going && p.now.Sub(o.began) > ordersTime; o.late {
		o.Going = false
	}
	if o.Going {
		p.timer("orders", 0)
		return
	}
	if faults := o.X.Faults(); len(faults) > 0 && o.Picked == 0 {
		PickFault{0}.do(p)
	} else if o.Picked == 0 {
		OwnWay{}.do(p)
	}
}

func (m PickState) do(p *Player) {
	if o := &p.Orders; o.X != nil && m.N >= 0 && m.N < len(o.X.States()) {
		o.Picked, o.Way, o.own = m.N, o.X.Way(m.N), false
	}
}

func (m TakeStep) do(p *Player) {
	if o := &p.Orders; o.X != nil && slices.Contains(o.X.States()[o.Picked].Out, m.N) {
		o.Picked, o.Way, o.own = o.X.Steps()[m.N].To, append(slices.Clone(o.Way), m.N), false
	}
}

func (UntakeStep) do(p *Player) {
	if o := &p.Orders; o.X != nil && len(o.Way) > 0 {
		last := o.Way[len(o.Way)-1]
		o.Picked, o.Way, o.own = o.X.Steps()[last].From, slices.Clone(o.Way[:len(o.Way)-1]), false
	}
}

func (m PickFault) do(p *Player) {
	if o := &p.Orders; o.X != nil {
		if all := o.X.Faults(); m.I >= 0 && m.I < len(all) {
			o.Picked, o.Way, o.own = all[m.I].State, all[m.I].Way, false
		}
	}
}

func (OwnWay) do(p *Player) {
	if o := &p.Orders; o.X != nil {
		o.Way, o.Picked, o.own = o.X.Own(), 0, true
		if n := len(o.Way); n > 0 {
			o.Picked = o.X.Steps()[o.Way[n-1]].To
		}
	}
}

func (PlayWay) do(p *Player) {
	o, h := &p.Orders, p.Head
	if o.X == nil || !p.HasOrders() || len(o.Way) == 0 {
		return
	}
	step, commands := o.step, o.X.Commands(o.Way)
	p.emit(Dialog{OrdersID, false})
	OrdersClosed{}.do(p)
	if h.Session != nil {
		for i, c := range commands {
			at := h.Session.Branch().Last()
			if i == 0 {
				at = step
			}
			if _, err := h.Session.Do(at, sim.Line{Command: c}); err != nil {
				p.say(unable(err), true)
				break
			}
		}
		h.follow(step)
		return
	}
	var words []string
	for _, c := range commands {
		words = append(words, c.String())
	}
	if to, ok := p.whatIf(); ok {
		to.Step, to.If = step, strconv.Itoa(step)+":"+strings.Join(words, "; ")
		p.visit(to)
	}
}

// CanPlayWay reports whether the way can be taken to the playground.
func (p *Player) CanPlayWay() bool {
	o := &p.Orders
	return o.X != nil && len(o.Way) > 0 && !p.Hash.Frame.ReadOnly && (p.Hash.Page == "lesson" || p.Hash.Page == "play")
}

// OrdersKnown says how much is known of the orders, and what that proves.
func (p *Player) OrdersKnown() string {
	if p.Orders.X == nil {
		return ""
	}
	return p.Teller().Proven(p.Orders.X, p.Orders.Going, p.Orders.late)
}

// OrdersWay says which way is lit, and what is wrong at its end.
func (p *Player) OrdersWay() string {
	o := &p.Orders
	if o.X == nil {
		return ""
	}
	key, n := "orders.picked", strconv.Itoa(len(o.Way))
	switch {
	case len(o.Way) == 0:
		key = "orders.start"
	case o.own && p.Head != nil && p.Head.Run != nil:
		key = "orders.own"
	case o.own:
		key = "orders.ownPlay"
	}
	out := p.T(key, "n", n)
	s := o.X.States()[o.Picked]
	marks := s.Marks
	if len(o.Way) > 0 {
		marks = append(slices.Clone(o.X.Steps()[o.Way[len(o.Way)-1]].Marks), marks...)
	}
	for _, m := range marks {
		out += p.T("play.between") + p.Teller().Wrong(m)
	}
	if s.Ended && len(marks) == 0 {
		out += p.T("play.between") + p.T("orders.ended")
	}
	return out
}

func (o *Orders) key(p *Player) ordersKey {
	way := len(o.Way)
	for _, n := range o.Way {
		way = way*31 + n
	}
	return ordersKey{len(o.X.States()), len(o.X.Steps()), o.Picked, way, o.Going, p.Lang(), p.Plan()}
}

// OrdersGraph is the graph as a picture, the same one as long as there is no other; nil when there is none. While states are
// found it is drawn anew when they have become a quarter more: a large one takes longer to draw than to find.
func (p *Player) OrdersGraph() *orders.Picture {
	o := &p.Orders
	if o.X == nil {
		return nil
	}
	k := o.key(p)
	if known := k; o.graph != nil && k.going && k.states < o.drawn.states*5/4 {
		if known.states, known.steps = o.drawn.states, o.drawn.steps; known == o.drawn {
			return o.graph
		}
	}
	if k != o.drawn {
		o.drawn = k
		g := orders.Build(o.X, orders.View{Way: o.Way, Picked: o.Picked})
		o.graph = &g
	}
	return o.graph
}

// OrdersState is the picked state as the stage shows it.
func (p *Player) OrdersState() Picture {
	o := &p.Orders
	if o.X == nil {
		return Picture{}
	}
	k := o.key(p)
	k.states, k.steps, k.going = 0, 0, false
	if k == o.seen {
		return o.state
	}
	now := p.stateAfter(o.Way)
	v := scene.View{Plan: p.Plan(), Text: p.plainT, Layout: scene.Embed}
	if now == nil {
		return Picture{}
	}
	v.Now = now.At
	if n := len(o.Way); n > 0 {
		v.Prev = p.stateAfter(o.Way[:n-1])
	}
	if w := p.Head.World; w != nil {
		v.Detail.Base, v.Detail.Cap = w.Ladder()
	}
	o.seen = k
	o.state.W, o.state.H = v.Size()
	o.state.Shapes = scene.Build(now, v)
	o.state.Title = p.OrdersWay()
	return o.state
}

// stateAfter is the state at the end of a way; nil where it cannot be had.
func (p *Player) stateAfter(way []int) *state.State {
	w, err := p.Orders.X.After(way)
	if err != nil {
		return nil
	}
	return orders.StateOf(w)
}
