package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
)

// Explore begins to look for every order in which the run could have gone on from one of its steps: with
// the commands of the steps after it, and without what they say about who acts when.
func (r *Run) Explore(step int, b sim.Bounds) (*sim.Exploration, error) {
	step = min(max(step, 0), len(r.Steps)-1)
	log := r.World.Log()
	var script []sim.Line
	for _, it := range r.Lesson.Items[step+1:] {
		for _, c := range it.Calls {
			script = append(script, sim.Line{Wait: c.Wait, Command: c.Command})
		}
	}
	return sim.NewExploration(r.World.Config(), sim.Between(log, sim.Point{}, r.Steps[step].Point), script, b)
}

// Orders is a claim of a lesson: what goes wrong from a step on in some order.
type Orders struct {
	Step  int
	Wrong []string // of sim.MarkKinds, sorted; empty is nothing
}

// MostOrders bounds what an exploration finds in the page, and to check what a lesson claims.
const MostOrders = 4000

// orders reads "3 none" and "0 broken missed".
func (p *parser) orders(value string) error {
	words := strings.Fields(value)
	if len(words) < 2 {
		return p.fail("orders %q: want a step and what goes wrong from there on, such as 3 none, or 0 broken", value)
	}
	o := &Orders{}
	var err error
	if o.Step, err = strconv.Atoi(words[0]); err != nil || o.Step < 0 {
		return p.fail("orders %q: want the number of a step first, not %q", value, words[0])
	}
	if words = words[1:]; len(words) > 1 || words[0] != "none" {
		for _, w := range words {
			if !slices.Contains(sim.MarkKinds(), w) {
				return p.fail("orders %q: unknown %q%s", value, w, sim.Instead(w, append([]string{"none"}, sim.MarkKinds()...)))
			}
		}
		o.Wrong = slices.Compact(slices.Sorted(slices.Values(words)))
	}
	p.l.Orders = o
	return nil
}

// CheckOrders explores from the step that the lesson speaks of, and returns how its claim fails; ok is true
// when it holds, or where there is none.
func (r *Run) CheckOrders() (f Failure, ok bool) {
	o := r.Lesson.Orders
	if o == nil {
		return f, true
	}
	f = Failure{File: r.Lesson.File, Line: max(r.Lesson.headers["orders"], 1), Engine: r.On(), Step: o.Step, Item: "orders " + kinds(o.Wrong), kind: failedOrders}
	if o.Step >= len(r.Steps) {
		f.Got = fmt.Sprintf("steps 0 to %d", len(r.Steps)-1)
		return f, false
	}
	f.Label = r.Steps[o.Step].Label
	x, err := r.Explore(o.Step, sim.Bounds{States: MostOrders})
	if err != nil {
		f.Got = err.Error()
		return f, false
	}
	for x.Go(MostOrders) {
	}
	var wrong []string
	for _, m := range x.Faults() {
		wrong = append(wrong, m.Kind.String())
	}
	slices.Sort(wrong)
	if f.Got = kinds(slices.Compact(wrong)); !x.Whole() {
		f.Got += fmt.Sprintf(" in the %d states that were seen, and there are more: want a later step", len(x.States()))
	}
	return f, f.Got == kinds(o.Wrong)
}

func kinds(wrong []string) string {
	if len(wrong) == 0 {
		return "none"
	}
	return strings.Join(wrong, " ")
}
