package scenarios

import "github.com/informerscope/informerscope/core/sim"

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
